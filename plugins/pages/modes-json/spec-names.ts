import { z } from "platen/sdk"

/** Maximum number of names in one record: any user may have written the definition. */
export const MAX_NAMES = 64

/** The schema of a record with a bounded number of names. */
export function names<V extends z.ZodType>(key: z.ZodType<string, string>, value: V, most = MAX_NAMES) {
  return z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, `has more than ${most} names: remove some`)
    .meta({ maxProperties: most })
}

/** A name that templates can read. */
export const name = z.string().regex(/^[a-zA-Z]\w{0,31}$/, "begin with a letter, then letters, digits and _")
