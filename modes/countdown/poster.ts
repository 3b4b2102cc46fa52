import { isChinese, localNumber } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CountdownData, CountdownSettings } from "./mode.js"
import { dateOf, today, unitOf } from "./words.js"

type Context = ViewContext<CountdownSettings>
type Event = CountdownData["events"][number]

/** True: an event is today. */
export function isToday({ kind, days }: Pick<Event, "kind" | "days">): boolean {
  return kind === "coming" && days === 0
}

/** Share of the height of the page that the word of a day has, and the space over it. */
const [WORD, OVER] = [58, 12] as const

/** The page of the day itself: black, one word, and what it is. */
export function todayPage({ events }: CountdownData, context: Context): Scene {
  const { language, screen } = context
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  const now = events.filter(isToday)
  const names = now.map(({ name }) => name).join(" · ")
  return {
    language,
    frame: "bare",
    body: column(
      { grow: 1, fill: "black", ink: "white", padding: [0, side, pixels(small ? 6 : 12, screen), side] },
      spacer({ height: `${OVER}%`, shrink: 0 }),
      { type: "poster", text: today(language), family: "serif", height: `${WORD}%`, shrink: 0 },
      column(
        { grow: 1, basis: 0, justify: "end" },
        // A low battery and old content are told at the foot, at the end.
        text(small ? names : `${names} · ${dateOf(now[0]!, "long", context)}`, {
          ...fact(context),
          role: small ? "body" : screen.id === "s" ? "lead" : "title",
          lines: 2,
        }),
      ),
    ),
  }
}

function fact({ screen }: Context): Partial<Text> {
  return {
    role: screen.id === "s" ? "body" : "lead",
    family: "serif",
    slant: "italic",
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
  }
}

/** Width of the column beside a numeral in units. */
const ASIDE = 40
/** About the width of a digit as a share of the height of its ink, in the face of numerals. */
const DIGIT = 0.62
/** Shares of a numeral beyond the top, the right, the bottom and the left edge: less than what tells a digit from another. */
const [TALL, WIDE] = [
  [0.05, 0, 0.06, 0.02],
  [0, 0.02, 0.06, 0.02],
] as const

/** The number over the whole page, cut by its edges on purpose, and one line: beside it where it is as high as the page, else above it. */
export function posterPage(hero: Event, context: Context): Scene {
  const { screen, language, words, width, height } = context
  const number = localNumber(hero.days, words)
  const said = [unitOf(hero, language), hero.name, dateOf(hero, isVertical(language) ? "brief" : "long", context)]
  const aside = pixels(ASIDE, screen)
  const isTall = number.length * DIGIT * height * 1.1 <= (width - aside) * 1.1
  const numeral: SceneNode = {
    type: "poster",
    text: number,
    bleed: isTall ? TALL : WIDE,
    ink: "red",
    label: `${number} ${unitOf(hero, language)}`,
    grow: 1,
    basis: 0,
  }
  const body = isTall
    ? row({ grow: 1 }, numeral, besides(said, aside, context))
    : column({ grow: 1 }, above(said, context), numeral)
  return { language, frame: "bare", body }
}

/** True: a language whose lines may also run down the page. */
const isVertical = (language: string): boolean => isChinese(language) || language.startsWith("ja")

/** The line down the right edge. A low battery is told below it. */
function besides(said: readonly string[], width: number, context: Context): SceneNode {
  const { height, screen, language } = context
  const edge = pixels(12, screen)
  const padding = [edge, edge, Math.round(height * 0.12), 0] as const
  return column(
    { width, shrink: 0, padding },
    isVertical(language)
      ? { type: "vertical", text: said.join("　"), px: pixels(20, screen), leading: 1.3, grow: 1 }
      : text(said.join(" · "), { ...fact(context), lines: 2, turn: 90, grow: 1 }),
  )
}

/** The line over the numeral, beside the area of a device's clock; on an upright page, which has room there, several large ones. */
function above(said: readonly string[], context: Context): SceneNode {
  const { width, height, screen } = context
  const side = pageMargin(screen)
  const padding = [pixels(10, screen), side, pixels(6, screen), Math.ceil(width * 0.15)] as const
  const look: Partial<Text> =
    height > width ? { ...fact(context), role: "title", lines: 6 } : { ...fact(context), lines: 3 }
  return column({ padding, shrink: 0 }, text(said.join(height > width ? "\n" : " · "), { ...look, shrink: 0 }))
}
