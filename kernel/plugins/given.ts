import { SetupError } from "platen/sdk"
import type { AnyPoint, Contributed, Listening, Plugin, Token } from "platen/sdk"

/** The contributions of a plugin, by kind. */
export interface Sorted {
  readonly points: readonly { readonly point: AnyPoint; readonly values: readonly unknown[] }[]
  readonly services: readonly { readonly token: Token<unknown>; readonly value: unknown }[]
  ready(): Promise<void>
  listening(at: Listening): Promise<void>
  dispose(): Promise<void>
}

/** Sorts the result of a plugin's setup. Throws SetupError when it is not a list, or holds a value that no function of the SDK created. */
export function sorted({ id }: Plugin, given: unknown): Sorted {
  if (!Array.isArray(given))
    throw new SetupError(
      `Plugin "${id}" does not return a list from setup: return what it contributes, such as [MODES.of(mode)], or []; docs/writing-plugins.md shows how.`,
    )
  const list = given as readonly Contributed[]
  const wrong = list.find((each) => !KINDS.has((each as Partial<Contributed> | undefined)?.to ?? ""))
  if (list.includes(undefined as never) || wrong !== undefined)
    throw new SetupError(
      `Plugin "${id}" returns a value that is not a contribution: use POINT.of(...), provide(...), onReady(...), onListening(...) or onDispose(...); docs/writing-plugins.md shows how.`,
    )
  return {
    points: list.flatMap((each) => (each.to === "point" ? [each] : [])),
    services: list.flatMap((each) => (each.to === "service" ? [each] : [])),
    ready: async () => {
      for (const each of list) if (each.to === "ready") await each.run()
    },
    dispose: () => disposed(list.flatMap((each) => (each.to === "dispose" ? [each.run] : []))),
    listening: async (at) => {
      for (const each of list) if (each.to === "listening") await each.run(at)
    },
  }
}

/** Runs all callbacks in reverse order, even when one fails. Rejects with the failure, or with an AggregateError. */
async function disposed(all: readonly (() => void | Promise<void>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const run of all.toReversed()) {
    try {
      await run()
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 1) throw new AggregateError(failed, "several onDispose callbacks failed")
  if (failed.length === 1) throw failed[0]
}

const KINDS: ReadonlySet<string> = new Set([
  "point",
  "service",
  "ready",
  "listening",
  "dispose",
] satisfies Contributed["to"][])
