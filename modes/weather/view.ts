import { captionPx, filled, measured } from "platen/sdk/kit"
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
  /** The name of the place, where the masthead has no room for it. */
  readonly place: string
  readonly context: Context
}

export function view({ weather, air, place, missing }: WeatherData, context: Context): Scene {
  const { language, settings } = context
  if (!weather) return { language, body: absent(missing ?? "network", context) }
  const named = isShort(place, context)
  const shown = { weather, air, units: unitsOf(settings.units, language), place: named ? "" : place, context }
  return { language, body: bodyOf(shown), ...(named && place !== "" && { footer: { label: place } }) }
}

/** Share of the width that the name of a page has in its masthead, by the width from which it has so much. */
const MASTHEAD = [
  [560, 0.45],
  [300, 0.26],
  [0, 0.34],
] as const
/** Size of that name at least, and its letter-spacing, as shares of its size. */
const NAME = { px: 11, spaced: 0.14, bold: 1.12 } as const

/** Whether the masthead has room for the name of a place, which then stands there in place of the name of the mode. */
function isShort(place: string, { width, language }: Context): boolean {
  const [, share] = MASTHEAD.find(([from]) => width >= from)!
  const capitals = place.toLocaleUpperCase(language)
  const wide = (measured(capitals).longest * NAME.bold + capitals.length * NAME.spaced) * NAME.px
  return wide <= width * share
}

function bodyOf(shown: Shown): SceneNode {
  const { id, shape } = shown.context.screen
  if (id === "xs") return shape === "strip" || shape === "wide" ? strip(shown) : small(shown)
  return shape === "strip" || shape === "wide" ? wide(shown) : upright(shown)
}

/** Height of the temperature on a wide page, as a share of the page, and most facts below it. */
const NUMERAL = { xs: 0.5, s: 0.27, m: 0.22, l: 0.27, xl: 0.32 } as const
const FACTS = { xs: 0, s: 4, m: 3, l: 7, xl: 7 } as const

/** Height of a caption as a share of that of a page, from which the page is read from afar. */
const FAR = 0.044

/** Whether a page is read from afar: its type is large, and the sun and most facts give way to the temperature. */
function isFar({ screen, height }: Context): boolean {
  return screen.id !== "xs" && screen.id !== "s" && captionPx(screen) > height * FAR
}

/** Most facts on a wide page. */
function factsIn(context: Context): number {
  const { screen, height } = context
  if (screen.id === "s" && screen.grown > 1) return 0
  if (isFar(context)) return captionPx(screen) > height * FAR * 1.4 ? 0 : 1
  return FACTS[screen.id] - (height < 440 && screen.id !== "s" ? 1 : 0)
}

/** Share of the width of a wide page that the present has. */
const PRESENT = 0.4

/** The present at the left; hours, days and sun at the right. */
function wide(shown: Shown): SceneNode {
  const { screen, width, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(14, screen)
  const isSmall = screen.id === "s"
  const own = Math.round((width - 2 * side) * PRESENT)
  return row(
    { grow: 1, padding: [pixels(10, screen), side, pixels(10, screen), side], gap },
    column(
      { width: own, shrink: 0, gap: pixels(isSmall ? 4 : 8, screen) },
      ...present(shown, { width: own, height: Math.round(height * NUMERAL[screen.id]) }),
      spacer(),
      ...(isSmall || isFar(shown.context) ? [] : [sunArc(shown, { width: own, height: Math.round(height * 0.13) })]),
      factRows(shown, factsIn(shown.context), !isSmall && !isFar(shown.context)),
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
/** Height of the facts as a share of the width from which they have no room beside the present, at a desk and from afar. */
const WORDY = { desk: 0.046, afar: 0.04 } as const
/** Lines of a caption that such a page has, read from afar, below which the present takes the room of the hours. */
const LOW = 35

/** Size of body text as a multiple of a caption. */
const BODY = 1.25

/** The present above, then the hours, the days and the facts. */
function upright(shown: Shown): SceneNode {
  const { screen, width, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(10, screen)
  const isSmall = screen.id === "s"
  const inner = width - 2 * side
  const isAfar = screen.grown > 1
  const isWordy = captionPx(screen) * (isLarge(shown.context) ? BODY : 1) > width * WORDY[isAfar ? "afar" : "desk"]
  const isNarrow = width < NARROW || isWordy
  const own = isNarrow ? inner : Math.round(inner * 0.52)
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { grow: 9, basis: 0, gap: pixels(14, screen) },
      column(
        { width: own, shrink: 0, gap: pixels(4, screen) },
        ...present(shown, { width: own, sign: height * (isSmall ? 0.1 : 0.15) }),
      ),
      ...(isNarrow
        ? []
        : [
            column(
              { grow: 1, gap: pixels(6, screen), justify: "end" },
              ...(isSmall
                ? []
                : [sunArc(shown, { width: inner - own - pixels(14, screen), height: Math.round(height * 0.07) })]),
              factRows(shown, isSmall ? 4 : 6, !isSmall),
            ),
          ]),
    ),
    ...(isWordy && isAfar && height < captionPx(screen) * LOW
      ? []
      : [rule(), column({ grow: 8, basis: 0 }, hourChart(shown, isSmall ? 18 : 24))]),
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

/** The temperature, the weather in words, and how it feels. `room`: pixels of the column, and of the numeral; without its height, it takes what is left, beside a sign of so many. */
function present(
  shown: Shown,
  room?: { readonly width: number; readonly height?: number; readonly sign?: number },
): SceneNode[] {
  const { weather, units, context } = shown
  const { now } = weather
  const numeral = temperature(now.temperature, units, context.words)
  const gap = pixels(8, context.screen)
  const fitting = room && highest(numeral, room.width - gap, now.code !== null)
  const high = room?.height === undefined ? undefined : Math.min(room.height, fitting!)
  const most = fitting === undefined ? SMALL_SIGN : Math.min(fitting, room?.height ?? room?.sign ?? fitting)
  const sign = crispIcon((most * signShare(widthOf(numeral))) / Math.sqrt(context.screen.grown))
  const figures = row(
    {
      ...(high === undefined ? { grow: 99, basis: 0 } : { height: Math.round(high), shrink: LAST }),
      gap,
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
    ...(now.code === null ? [] : [icon(context.words(`weather.icon.${now.code}${now.isDay ? "" : ".night"}`), sign)]),
  )
  return [figures, ...presentWords(shown, room?.width)]
}

/** How far the temperature gives way where there is no room, against the facts below it. */
const LAST = 0.02

/** The weather in words, how warm it gets and feels, and the place where the masthead has no room for it. */
function presentWords({ weather: { now, days }, units, place, context }: Shown, width?: number): SceneNode[] {
  const { language, screen, words } = context
  const isXs = screen.id === "xs"
  const own = wordsOf(language)
  const [today] = days
  const said = now.code === null ? "" : words(`weather.${now.code}`)
  const line: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }
  const range = today && `${temperature(today.low, units, words)} / ${temperature(today.high, units, words)}`
  return [
    ...(said === ""
      ? []
      : [text(said, { ...line, ...wordsLine(said, context, width), ...(place !== "" && !isXs && { role: "lead" }) })]),
    text(
      [range, isXs ? undefined : filled(own.feels, { degrees: temperature(now.apparent, units, words) })]
        .filter(Boolean)
        .join("   "),
      { ...line, role: isLarge(context) ? "body" : "caption" },
    ),
    ...(isXs || place === ""
      ? []
      : [
          text(place, {
            role: isLarge(context) ? "body" : "caption",
            lines: 2,
            leading: 1.2,
            hyphenate: true,
            shrink: 0,
          }),
        ]),
  ]
}

/** Pixels of the sign of the weather on the smallest screens. */
const SMALL_SIGN = 24

/** How the weather is said in words: in one line where they are large enough in it, for a second one takes its room from the temperature. */
function wordsLine(said: string, context: Context, width = Infinity): Partial<Text> {
  const { screen } = context
  const isXs = screen.id === "xs"
  const least = captionPx(screen) * ONE_LINE
  const isOneLine = isXs ? said.length <= LONG_WORDS : measured(said).longest * least <= width
  return {
    role: isXs ? "body" : screen.id === "s" || isFar(context) || !isOneLine ? "lead" : "title",
    family: "serif",
    slant: "italic",
    lines: isOneLine || screen.id === "s" ? 1 : 2,
    ...(isOneLine && !isXs && { minPx: Math.floor(least) }),
    balance: true,
  }
}

/** Size of words for the weather that take one line, at least, as a multiple of that of a caption. */
const ONE_LINE = 1.3

/** Characters of words for the weather above which they take two lines on the smallest screens. */
const LONG_WORDS = 16
/** Height of the digits of the display face, and widths of its characters, as shares of its size; those of the others are less than a digit's. */
const DISPLAY = { height: 0.7, digit: 0.5, other: 0.34 } as const

/** Width of a temperature in the display face, by its height. */
function widthOf(numeral: string): number {
  const digits = numeral.replaceAll(/[^\p{Nd}−]/gu, "").length
  return (digits * DISPLAY.digit + (numeral.length - digits) * DISPLAY.other) / DISPLAY.height
}

/** The most pixels that the digits of a temperature can be high in a width, which they share with a sign. */
function highest(numeral: string, width: number, hasSign: boolean): number {
  const figures = widthOf(numeral)
  return width / (figures + (hasSign ? signShare(figures) : 0))
}

/** Height of the sign as a share of that of the figures: beside many of them it gives way. `figures`: their width by their height. */
function signShare(figures: number): number {
  return figures > WIDE ? 0.72 : 1
}

/** Width of figures by their height from which they are many. */
const WIDE = 2.4

/** A size at which icons are sharp. */
function crispIcon(px: number): number {
  return px >= 64 ? px - (px % 4) : ([64, 48, 32, 24].find((each) => each <= px * 1.1) ?? 24)
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
