import { inLanguage, z } from "platen/sdk"
import { isTraditionalChinese, toTraditional } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { OnThisDay } from "platen/sdk/sources"

const row = z.strictObject({
  /** Month and day of the Gregorian calendar. */
  date: z.string().regex(/^\d{2}-\d{2}$/),
  year: z.number().int(),
  /** "julian": the place still had that calendar; date and year are converted. */
  calendar: z.enum(["gregorian", "julian"]),
  text: z.strictObject({ en: z.string(), zh: z.string() }),
})
export const rowsSchema = z.array(row)
/** An event of the table. */
export type Row = z.output<typeof row>

/** The event of a day in a language; one without words on a day that has none. */
export function eventOf(rows: readonly Row[], { year, month, day }: LocalDay, language: string): OnThisDay {
  const date = `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  const found = rows.find((each) => each.date === date && each.year < year)
  if (!found) return { event: "", since: 0, years: 0, oldStyle: false, from: "" }
  const text = inLanguage(found.text, language)
  return {
    event: isTraditionalChinese(language) ? toTraditional(text, language) : text,
    since: found.year,
    years: year - found.year,
    oldStyle: found.calendar === "julian",
    from: "",
  }
}
