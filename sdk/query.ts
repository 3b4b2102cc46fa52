import { z } from "./schema.js"

/** A whole number in a query, within bounds. `usual`: when it is left out; without one it must be there. */
export function wholeNumber(min: number, max: number, usual?: number): z.ZodType<number> {
  const said = `must be a whole number from ${min} to ${max}`
  const checked = z.string(said).trim().regex(/^-?\d{1,9}$/, said).transform(Number).pipe(z.number().min(min, said).max(max, said))
  // Described as what it means, though a query is text.
  return (usual === undefined ? checked : checked.default(usual)).meta({ type: "integer", minimum: min, maximum: max }) as never
}

/** `limit` and `offset` of a list: 1 to `most`, and from 0. */
export function paging(most: number, usual: number): { readonly limit: z.ZodType<number>; readonly offset: z.ZodType<number> } {
  return { limit: wholeNumber(1, most, usual), offset: wholeNumber(0, 1_000_000, 0) }
}
