import { localPercent } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Marks, Scene, Text, ViewContext } from "platen/sdk/mode"
import type { LifebarData, LifebarSettings } from "./mode.js"
import { percent } from "./periods.js"
import type { Share } from "./periods.js"
import { age, lifeName } from "./words.js"

type Context = ViewContext<LifebarSettings>
type Life = NonNullable<LifebarData["life"]>

export const WEEKS_A_YEAR = 52
/** Mean days of a year. */
const YEAR_DAYS = 365.2425

/** The weeks of a life, as the states of marks: those that are over, this one, and those to come. */
export function weeksOf({ gone, of }: Share): string {
  const count = Math.round((of / YEAR_DAYS) * WEEKS_A_YEAR)
  const done = Math.min(count - 1, Math.floor((gone / of) * count))
  return `${"#".repeat(done)}x${"o".repeat(Math.max(0, count - done - 1))}`
}

/** A life in weeks over the whole page: a row or a column is a year, whichever lets the marks be larger. */
export function weeksPage(life: Life, context: Context): Scene {
  const { screen, language, words, width, height, settings } = context
  const side = pageMargin(screen)
  const head = Math.max(pixels(24, screen), Math.ceil(height * 0.085))
  const foot = pixels(8, screen)
  const states = weeksOf(life)
  const size = { width: width - 2 * side, height: height - head - foot }
  const line: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2 }
  const name = settings.life_label.trim() === "" ? lifeName(language) : settings.life_label
  return {
    language,
    frame: "bare",
    body: column(
      { grow: 1, padding: [0, side, foot, side] },
      row(
        // The area of a device's clock stays free.
        { height: head, shrink: 0, align: "center", gap: pixels(10, screen), padding: [0, 0, 0, width * 0.15 - side] },
        text(age(life, language, false), { ...line, role: "lead", family: "serif", slant: "italic" }),
        spacer(),
        text(`${name} ${localPercent(percent(life), words)}`, { ...line, role: "caption", family: "sans", shrink: 0 }),
      ),
      {
        type: "marks",
        ...wallOf(states, size),
        grow: 1,
        label: `${lifeName(language)}: ${percent(life)}%`,
      },
    ),
  }
}

function wallOf(
  states: string,
  { width, height }: { readonly width: number; readonly height: number },
): Pick<Marks, "columns" | "states"> {
  const years = Math.ceil(states.length / WEEKS_A_YEAR)
  const pitch = (columns: number, rows: number): number => Math.floor(Math.min(width / columns, height / rows))
  if (pitch(WEEKS_A_YEAR, years) >= pitch(years, WEEKS_A_YEAR)) return { columns: WEEKS_A_YEAR, states }
  const turned = Array.from({ length: WEEKS_A_YEAR * years }, (_, i) => {
    const [week, year] = [Math.floor(i / years), i % years]
    return states[year * WEEKS_A_YEAR + week] ?? " "
  })
  return { columns: years, states: turned.join("") }
}
