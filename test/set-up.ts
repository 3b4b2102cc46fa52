import type { Listening, Plugin, Point } from "platen/sdk"
import { sorted } from "../kernel/plugins/given.js"

/** What a plugin gives. */
export interface SetUp {
  /** What it contributes to a point. */
  to<T, C>(point: Point<T, C>): readonly T[]
  ready(): Promise<void>
  listening(at: Listening): Promise<void>
  dispose(): Promise<void>
}

/** What a plugin gives, set up by hand with these services and this config. */
export async function setUp(
  plugin: Pick<Plugin, "setup">,
  services: Readonly<Record<string, unknown>> = {},
  config: unknown = {},
): Promise<SetUp> {
  const given = sorted({ id: "by-hand", sdk: 1, ...plugin }, await plugin.setup(services, config))
  return {
    ...given,
    to: <T>({ name }: { readonly name: string }) =>
      given.points.flatMap(({ point, values }) => (point.name === name ? (values as readonly T[]) : [])),
  }
}
