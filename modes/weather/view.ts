import { filled } from "platen/sdk/kit"
import { column, crispPx, icon, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { Air, Weather } from "platen/sdk/sources"
import { dayRows } from "./days.js"
import { factRows, isLarge, sunArc } from "./facts.js"
import { hourChart } from "./hours.js"
import type { WeatherData, WeatherSettings } from "./mode.js"
import { temperature, unitsOf } from "./units.js"
import type { Units } from "./units.js"
import { wordsOf } from "./words.js"

export type Context = ViewContext<WeatherSettings>

/** What the parts of the page share. */
export interface Shown {
  readonly weather: Weather
  readonly air: Air | null
  readonly units: Exclude<Units, "auto">
  readonly context: Context
}

export function view({ weather, air, missing }: WeatherData, context: Context): Scene {
  const { language, settings } = context
  if (!weather) return { language, body: absent(missing ?? "network", context) }
  return { language, body: bodyOf({ weather, air, units: unitsOf(settings.units, language), context }) }
}

function bodyOf(shown: Shown): SceneNode {
  const { id, shape } = shown.context.screen
  if (id === "xs") return shape === "strip" || shape === "wide" ? strip(shown) : small(shown)
  return shape === "strip" || shape === "wide" ? wide(shown) : upright(shown)
}

/** Height of the temperature on a wide page, as a share of the page, and most facts below it. */
const NUMERAL = { xs: 0.5, s: 0.27, m: 0.22, l: 0.27, xl: 0.32 } as const
const FACTS = { xs: 0, s: 4, m: 3, l: 7, xl: 7 } as const

/** Share of the width of a wide page that the present has. */
const PRESENT = 0.4

/** The present at the left; hours, days and sun at the right. */
function wide(shown: Shown): SceneNode {
  const { screen, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(14, screen)
  const isSmall = screen.id === "s"
  return row(
    { grow: 1, padding: [pixels(10, screen), side, pixels(10, screen), side], gap },
    column(
      { width: `${PRESENT * 100}%`, shrink: 0, gap: pixels(isSmall ? 4 : 8, screen) },
      ...present(shown, Math.round(height * NUMERAL[screen.id])),
      spacer(),
      ...(isSmall ? [] : [sunArc(shown, Math.round(height * 0.13))]),
      factRows(shown, FACTS[screen.id] - (height < 440 && !isSmall ? 1 : 0), !isSmall),
    ),
    rule(),
    column(
      { grow: 1, gap: pixels(isSmall ? 6 : 10, screen) },
      column({ grow: 10, basis: 0 }, hourChart(shown, isSmall ? 24 : 36)),
      rule(),
      column({ grow: 11, basis: 0 }, dayRows(shown)),
    ),
  )
}

/** Pixels of width below which facts have no room beside the present. */
const NARROW = 340

/** The present above, then the hours, the days and the facts. */
function upright(shown: Shown): SceneNode {
  const { screen, width, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(10, screen)
  const isSmall = screen.id === "s"
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { grow: 9, basis: 0, gap: pixels(14, screen) },
      column(
        { ...(width < NARROW ? { grow: 1 } : { width: "52%", shrink: 0 }), gap: pixels(4, screen) },
        ...present(shown),
      ),
      ...(width < NARROW
        ? []
        : [
            column(
              { grow: 1, gap: pixels(6, screen), justify: "end" },
              ...(isSmall ? [] : [sunArc(shown, Math.round(height * 0.07))]),
              factRows(shown, isSmall ? 4 : 6, !isSmall),
            ),
          ]),
    ),
    rule(),
    column({ grow: 8, basis: 0 }, hourChart(shown, isSmall ? 18 : 24)),
    rule(),
    column({ grow: 9, basis: 0 }, dayRows(shown)),
  )
}

/** A low panel: the present and the next days. */
function strip(shown: Shown): SceneNode {
  const { screen } = shown.context
  const side = pageMargin(screen)
  return row(
    { grow: 1, padding: [4, side, 4, side], gap: 10 },
    column({ width: "42%", shrink: 0, gap: 2 }, ...present(shown)),
    rule(),
    column({ grow: 1 }, dayRows(shown)),
  )
}

/** A panel of a few square centimetres. */
function small(shown: Shown): SceneNode {
  const { screen } = shown.context
  const side = pageMargin(screen)
  return column(
    { grow: 1, padding: [4, side, 5, side], gap: 5 },
    column({ grow: 3, basis: 0, gap: 2 }, ...present(shown)),
    rule(),
    column({ grow: 2, basis: 0 }, dayRows(shown)),
  )
}

/** The temperature, the weather in words, and how it feels. `height`: pixels of the numeral; default: what is left. */
function present({ weather: { now, days }, units, context }: Shown, height?: number): SceneNode[] {
  const { language, screen, words } = context
  const isXs = screen.id === "xs"
  const own = wordsOf(language)
  const [today] = days
  const said = now.code === null ? "" : words(`weather.${now.code}`)
  const sign = crispIcon(signHeight(context, height))
  const line: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }
  // The minus of the display face is as wide as two digits, and stands apart from its number.
  const numeral = temperature(now.temperature, units, words).replace("−", "-")
  const range = today && `${temperature(today.low, units, words)} / ${temperature(today.high, units, words)}`
  return [
    row(
      {
        ...(height === undefined
          ? { grow: 99, basis: 0 }
          : { height: Math.min(height, highest(numeral, context.width * PRESENT - sign)), shrink: 0 }),
        gap: pixels(8, screen),
        align: "center",
      },
      text(numeral, {
        fit: "fill",
        family: "display",
        trim: "ink",
        lines: 1,
        features: ["lnum"],
        grow: 1,
        height: "100%",
      }),
      ...(now.code === null ? [] : [icon(words(`weather.icon.${now.code}${now.isDay ? "" : ".night"}`), sign)]),
    ),
    ...(said === "" ? [] : [text(said, { ...line, ...wordsLine(said, context) })]),
    text(
      [range, isXs ? undefined : filled(own.feels, { degrees: temperature(now.apparent, units, words) })]
        .filter(Boolean)
        .join("   "),
      { ...line, role: isLarge(context) ? "body" : "caption" },
    ),
  ]
}

/** Pixels that the sign of the weather should be high; in a cell of another page, what its row may give way to. */
function signHeight({ screen, height }: Context, row: number | undefined): number {
  if (screen.id === "xs") return 24
  const most = screen.id === "s" ? 48 : screen.short * 0.13
  return Math.round(row === undefined ? Math.min(most, height * 0.1) : most)
}

/** How the weather is said in words. */
function wordsLine(said: string, { screen }: Context): Partial<Text> {
  const isXs = screen.id === "xs"
  return {
    role: isXs ? "body" : screen.id === "s" ? "lead" : "title",
    family: "serif",
    slant: "italic",
    lines: (isXs && said.length <= LONG_WORDS) || screen.id === "s" ? 1 : 2,
    balance: true,
  }
}

/** Characters of words for the weather above which they take two lines on the smallest screens. */
const LONG_WORDS = 16
/** Height of the digits of the display face, and widths of its characters, as shares of its size; those of the others are less than a digit's. */
const DISPLAY = { height: 0.7, digit: 0.5, other: 0.34 } as const

/** The most pixels that the digits of a temperature can be high in a width. */
function highest(numeral: string, width: number): number {
  const digits = numeral.replaceAll(/[^\p{Nd}]/gu, "").length
  const size = width / (digits * DISPLAY.digit + (numeral.length - digits) * DISPLAY.other)
  return Math.round(size * DISPLAY.height)
}

/** A size at which icons are sharp. */
function crispIcon(px: number): number {
  return px >= 64 ? px - (px % 4) : ([64, 48, 32, 24].find((each) => each <= px) ?? 24)
}

/** A page without weather: why, and what is true all the same. */
function absent(missing: "place" | "network", context: Context): SceneNode {
  const { screen, now, sky, words } = context
  const side = pageMargin(screen)
  const { moon, sun, south } = sky(now)
  const disc = crispPx(Math.min(context.width, context.height) * 0.34)
  const sentence = words(`weather.${missing}`)
  const hasSun = sun !== undefined && screen.id !== "xs"
  return column(
    { grow: 1, padding: [pixels(12, screen), side, pixels(12, screen), side], gap: pixels(10, screen) },
    row(
      { grow: 1, gap: pixels(16, screen), align: "center" },
      {
        type: "moon",
        phase: moon.phase,
        south,
        width: disc,
        height: disc,
        shrink: 0,
        label: `${words("moon")}: ${words(`moon.${moon.name}`)}`,
      },
      text(sentence, {
        grow: 1,
        height: "100%",
        fit: "fill",
        family: "serif",
        minPx: 10,
        maxPx: pixels(34, screen),
        leading: 1.2,
      }),
    ),
    ...(hasSun ? [rule(), factRows({ context }, 2)] : []),
  )
}
