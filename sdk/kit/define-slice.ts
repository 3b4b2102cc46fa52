import type { z } from "zod"
import type { Slice } from "../device/slice.js"
import type { Strategy } from "../device/strategy.js"

/** Defines a slice. `schema`: an object that accepts `{}`. A value that no longer fits is kept aside, logged, and replaced by that of `{}`. Default: version 1, settings. */
export function defineSlice<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  {
    version = 1,
    row = "settings",
    migrate,
  }: Partial<Pick<Slice<T>, "version" | "row">> & { migrate?(value: unknown, version: number): unknown } = {},
): Slice<T> {
  return { name, schema, version, row, initial: Object.freeze(schema.parse({})), ...(migrate && { migrate }) }
}

/** Types the parts of a strategy against one another. */
export function defineStrategy<M>(strategy: Strategy<M>): Strategy {
  return strategy as unknown as Strategy
}

/** The key of a device in collections and journals: "realm/MAC". */
export function deviceKey(realm: string, mac: string): string {
  return `${realm}/${mac}`
}

/** The scope of a device's own modes: "device/realm/MAC". */
export function deviceScope(realm: string, mac: string): string {
  return `device/${realm}/${mac}`
}
