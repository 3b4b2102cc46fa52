import { canonicalTag } from "./language.js"
import { z } from "../schema.js"
import { SCREEN_SIZE } from "./screen.js"

/** The schema of a whole number in a query or a path, from `min` to `max`. `usual`: the default; without one the number is required. */
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

/** The schemas of the query of a list: `limit`, 1 to `most`, default `usual`, and `offset`, from 0. */
export function paging(
  most: number,
  usual: number,
): { readonly limit: z.ZodType<number>; readonly offset: z.ZodType<number> } {
  return {
    limit: integerParam(1, most, usual).describe("So many at most."),
    offset: integerParam(0, 1_000_000, 0).describe("So many are left out, the first of the list."),
  }
}

/** A schema of text that stands for a number, described as a number in OpenAPI. */
export function numeric<T extends z.ZodType>(
  schema: T,
  { whole = false, ...bounds }: { readonly whole?: boolean; readonly minimum?: number; readonly maximum?: number } = {},
): T {
  return schema.meta({ ...schema.meta(), type: whole ? "integer" : "number", ...bounds }) as T
}

const { width, height } = SCREEN_SIZE
/** The schemas of `w` and `h`, the size of a screen in pixels. */
export const screenQuery = {
  w: integerParam(width.min, width.max, width.default).describe("Width in pixels."),
  h: integerParam(height.min, height.max, height.default).describe("Height in pixels."),
}

const NO_TAG = "must be a language tag, such as en or zh"
/** The schema of a language tag (BCP 47), such as en or zh-Hans. */
export const languageTag: z.ZodType<string> = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, {
    error: NO_TAG,
    abort: true,
  })
  .max(35, { abort: true })
  .refine((tag) => canonicalTag(tag) !== undefined, NO_TAG)
  .overwrite((tag) => canonicalTag(tag) ?? tag)

const YES = ["1", "true", "yes", "on"] as const
const NO = ["0", "false", "no", "off"] as const

/** The schema of a yes or no in a query: 1, true, yes, on, or 0, false, no, off. */
export const booleanParam: z.ZodType<boolean> = z
  .string("must be 1 or 0")
  .trim()
  .toLowerCase()
  .pipe(z.enum([...YES, ...NO], "must be 1 or 0"))
  .transform((word) => YES.some((yes) => yes === word))
  .meta({ type: "boolean" }) as never
