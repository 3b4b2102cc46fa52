import { datePhrase, dayNumber, dayOf, localDigits, isChinese } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"

type Context = ViewContext<CalendarSettings>

/** Width of the column beside a numeral in units. */
const ASIDE = 40
/** About the width of a digit as a share of the height of its ink, in the face of numerals. */
const DIGIT = 0.62
/** Shares of a numeral beyond the top, the right, the bottom and the left edge: less than what tells a digit from another. */
const [TALL, WIDE] = [
  [0.05, 0, 0.06, 0.02],
  [0, 0.02, 0.06, 0.02],
] as const

/** The day over the whole page, cut by its edges on purpose, and one line: beside it where it is as high as the page, else above it. */
export function posterPage(data: CalendarData, context: Context): Scene {
  const { screen, language, words, width, height } = context
  const number = localDigits(String(data.day), words)
  const aside = pixels(ASIDE, screen)
  const isTall = number.length * DIGIT * height * 1.1 <= (width - aside) * 1.1
  const numeral: SceneNode = {
    type: "poster",
    text: number,
    bleed: isTall ? TALL : WIDE,
    ink: "red",
    grow: 1,
    basis: 0,
  }
  const said = wordsOf(data, context)
  const body = isTall
    ? row({ grow: 1 }, numeral, besides(said, aside, context))
    : column({ grow: 1 }, above(said, context), numeral)
  return { language, frame: "bare", body }
}

/** Weekday, month and year; the lunar date of a Chinese calendar; the reminders of the day. */
function wordsOf({ year, month, day, lunar, reminders = [] }: CalendarData, { words }: Context): readonly string[] {
  const date = dayOf(dayNumber(year, month, day))
  const own = reminders.filter(({ today }) => today).map((reminder) => reminder.text)
  return [
    words(`weekday.${date.weekday}`),
    words("date.monthYear", datePhrase(date, words)),
    ...(lunar ? [lunar.monthDay] : []),
    ...own,
  ]
}

const line = ({ screen }: Context): Partial<Text> => ({
  role: screen.id === "s" ? "body" : "lead",
  family: "serif",
  slant: "italic",
  fit: "shrink",
  minPx: 10,
  leading: 1.2,
})

/** The line down the right edge. A low battery is told below it. */
function besides(said: readonly string[], width: number, context: Context): SceneNode {
  const { height, screen, language } = context
  const edge = pixels(12, screen)
  const padding = [edge, edge, Math.round(height * 0.12), 0] as const
  const isUpright = isChinese(language) || language.startsWith("ja")
  return column(
    { width, shrink: 0, padding },
    isUpright
      ? { type: "vertical", text: said.join("　"), px: pixels(20, screen), leading: 1.3, grow: 1 }
      : text(said.join(" · "), { ...line(context), lines: 2, turn: 90, grow: 1 }),
  )
}

/** The line over the numeral, beside the area of a device's clock; on an upright page, which has room there, several large ones. */
function above(said: readonly string[], context: Context): SceneNode {
  const { width, height, screen } = context
  const side = pageMargin(screen)
  const padding = [pixels(10, screen), side, pixels(6, screen), Math.ceil(width * 0.15)] as const
  const look: Partial<Text> =
    height > width ? { ...line(context), role: "title", lines: 6 } : { ...line(context), lines: 3 }
  return column({ padding, shrink: 0 }, text(said.join(height > width ? "\n" : " · "), { ...look, shrink: 0 }))
}
