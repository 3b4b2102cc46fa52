import { z } from "./schema.js"
import { SCREEN_SIZE } from "./screen.js"

/** A whole number in a query, within bounds. `usual`: when it is left out; without one it must be there. */
export function wholeNumber(min: number, max: number, usual?: number): z.ZodType<number> {
  const [said, bounds] = [`must be a whole number from ${min} to ${max}`, `must be ${min} to ${max}`]
  const checked = z.string(said).trim().regex(/^-?\d{1,9}$/, said).transform(Number).pipe(z.number().min(min, bounds).max(max, bounds))
  // Described as what it means, though a query is text.
  return (usual === undefined ? checked : checked.default(usual)).meta({ type: "integer", minimum: min, maximum: max }) as never
}

/** `limit` and `offset` of a list: 1 to `most`, and from 0. */
export function paging(most: number, usual: number): { readonly limit: z.ZodType<number>; readonly offset: z.ZodType<number> } {
  return { limit: wholeNumber(1, most, usual), offset: wholeNumber(0, 1_000_000, 0) }
}

const { width, height } = SCREEN_SIZE
/** `w` and `h`: pixels of a screen. */
export const screenQuery = { w: wholeNumber(width.min, width.max, width.default), h: wholeNumber(height.min, height.max, height.default) }

/** A language tag (BCP 47), such as en or zh-Hans. */
export const languageTag: z.ZodType<string> = z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, "must be a language tag, such as en or zh").max(35)

const YES = ["1", "true", "yes", "on"] as const
const NO = ["0", "false", "no", "off"] as const

/** A yes or a no in a query. */
export const yesOrNo: z.ZodType<boolean> = z.string("must be 1 or 0").trim().toLowerCase()
  .pipe(z.enum([...YES, ...NO], "must be 1 or 0")).transform((word) => YES.some((yes) => yes === word)) as never
