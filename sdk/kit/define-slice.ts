import type { z } from "zod"
import type { Slice } from "../device/slice.js"

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
