import { z } from "./schema.js"
import { SCREEN_SIZE } from "./screen.js"

/** A whole number in a query or a path, within bounds. `usual`: when it is left out; without one it must be there. */
export function integerParam(min: number, max: number, usual?: number): z.ZodType<number> {
  const [said, bounds] = [`must be a whole number from ${min} to ${max}`, `must be ${min} to ${max}`]
  const checked = z
    .string(said)
    .trim()
    .regex(/^-?\d{1,9}$/, said)
    .transform(Number)
    .pipe(z.number().min(min, bounds).max(max, bounds))
  return numeric(usual === undefined ? checked : checked.default(usual), {
    whole: true,
    minimum: min,
    maximum: max,
  }) as never
}

/** `limit` and `offset` of a list: 1 to `most`, and from 0. */
export function paging(
  most: number,
  usual: number,
): { readonly limit: z.ZodType<number>; readonly offset: z.ZodType<number> } {
  return {
    limit: integerParam(1, most, usual).describe("So many at most."),
    offset: integerParam(0, 1_000_000, 0).describe("So many are left out, the first of the list."),
  }
}

/** A schema of text in a query or a path that stands for a number, described as that. */
export function numeric<T extends z.ZodType>(
  schema: T,
  { whole = false, ...bounds }: { readonly whole?: boolean; readonly minimum?: number; readonly maximum?: number } = {},
): T {
  return schema.meta({ ...schema.meta(), type: whole ? "integer" : "number", ...bounds }) as T
}

const { width, height } = SCREEN_SIZE
/** `w` and `h`: pixels of a screen. */
export const screenQuery = {
  w: integerParam(width.min, width.max, width.default).describe("Width in pixels."),
  h: integerParam(height.min, height.max, height.default).describe("Height in pixels."),
}

/** A language tag (BCP 47), such as en or zh-Hans. */
export const languageTag: z.ZodType<string> = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, "must be a language tag, such as en or zh")
  .max(35)

const YES = ["1", "true", "yes", "on"] as const
const NO = ["0", "false", "no", "off"] as const

/** A yes or a no in a query. */
export const booleanParam: z.ZodType<boolean> = z
  .string("must be 1 or 0")
  .trim()
  .toLowerCase()
  .pipe(z.enum([...YES, ...NO], "must be 1 or 0"))
  .transform((word) => YES.some((yes) => yes === word))
  .meta({ type: "boolean" }) as never
