import { localPercent, measured } from "platen/sdk/kit"
import { column, icon, pixels, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import type { WeatherDay } from "platen/sdk/sources"
import { isLarge } from "./facts.js"
import { temperature } from "./units.js"
import type { Shown } from "./view.js"
import { wordsOf } from "./words.js"

/** Pixels of the smallest letters. */
const LEAST = 10
/** Chance of rain in per cent from which it is named. */
const NAMED = 20
/** Share of the height of a page that the days have, about. */
const ROWS_SHARE = { wide: 0.36, upright: 0.3 } as const
/** Most days, by screen class. */
const MOST = { xs: 3, s: 5, m: 7, l: 8, xl: 10 } as const

/** The days: weekday, icon, lowest and highest temperature with the span between them, and the chance of rain. */
export function dayRows(shown: Shown): SceneNode {
  const { weather, units, context } = shown
  const { screen, settings } = context
  const days = weather.days.slice(0, Math.min(settings.days + 1, MOST[screen.id]))
  const coldest = Math.min(...days.map(({ low }) => low))
  const warmest = Math.max(...days.map(({ high }) => high))
  const length = Math.max(
    ...days.flatMap(({ low, high }) => [low, high].map((each) => temperature(each, units, context.words).length)),
  )
  const names = namesOf(days, context)
  const range = {
    coldest,
    warmest,
    isWet: days.some(({ chance }) => (chance ?? 0) >= NAMED),
    hasSigns: days.some(({ code }) => code !== null),
    hottest: hottestOf(days, shown),
    length,
    names,
    name: Math.max(...names.map((each) => measured(each).longest)),
  }
  return column(
    { grow: 1 },
    ...days.flatMap((day, i) => [
      ...(i === 0 || screen.id === "xs" ? [] : [rule({ style: "dotted" })]),
      dayRow(day, i, range, shown),
    ]),
  )
}

/** The day that is warmer than all others, in the degrees that the page shows; -1 for none. */
function hottestOf(days: readonly WeatherDay[], { units, context }: Shown): number {
  const said = days.map(({ high }) => temperature(high, units, context.words))
  const hottest = days.findIndex(({ high }) => high === Math.max(...days.map((day) => day.high)))
  return said.filter((each) => each === said[hottest]).length === 1 ? hottest : -1
}

interface Range {
  readonly coldest: number
  readonly warmest: number
  /** True: the chance of rain of some day is named. */
  readonly isWet: boolean
  /** True: the weather of some day has a sign. */
  readonly hasSigns: boolean
  /** Position of the warmest day; -1 where others are as warm. */
  readonly hottest: number
  /** Characters of the longest temperature. */
  readonly length: number
  /** The names of the days, and the width of the longest as a multiple of its size. */
  readonly names: readonly string[]
  readonly name: number
}

/** Pixels of width below which a page has no room for the spans. */
const NARROW = 240
/** The same for an upright page, which has no other column beside them. */
const NARROWEST = 150
/** Widths in pixels of the columns: of the smallest screens as they are, of others in units. */
const WIDTHS = {
  xs: { name: 32, degrees: 26 },
  least: { name: 26, degrees: 22 },
  other: { name: 48, degrees: 26, smallDegrees: 31, chance: 30 },
} as const

/** Sizes in pixels of the parts of a row. */
interface Sizes {
  readonly name: number
  readonly degrees: number
  readonly gap: number
  readonly icon: number
  /** Height of the span; 0: no room for it. */
  readonly span: number
}

function sizesOf({ screen, width, height }: Shown["context"], { names }: Range): Sizes {
  if (screen.id !== "xs") {
    const isWide = screen.shape === "strip" || screen.shape === "wide"
    const room = (height * ROWS_SHARE[isWide ? "wide" : "upright"]) / names.length
    return {
      name: pixels(WIDTHS.other.name, screen),
      degrees: pixels(screen.id === "s" ? WIDTHS.other.smallDegrees : WIDTHS.other.degrees, screen),
      gap: screen.id === "s" ? 4 : pixels(6, screen),
      icon: [64, 48, 32, 24].find((px) => px * 1.15 < room) ?? 16,
      span: pixels(5, screen),
    }
  }
  const widths = widthsOf(width, screen)
  return { ...widths, icon: 16, ...(widths === WIDTHS.least ? { gap: 2, span: 0 } : { gap: 4, span: 3 }) }
}

/** The widths of the columns on the smallest screens. */
function widthsOf(
  width: number,
  { shape }: Shown["context"]["screen"],
): { readonly name: number; readonly degrees: number } {
  const isUpright = shape === "square" || shape === "column"
  return width < (isUpright ? NARROWEST : NARROW) ? WIDTHS.least : WIDTHS.xs
}

function dayRow(day: WeatherDay, i: number, range: Range, { units, context }: Shown): SceneNode {
  const { screen, words } = context
  const isXs = screen.id === "xs"
  const sizes = sizesOf(context, range)
  // Of one size in all rows: where temperatures are long, there is no room for large ones.
  const role = isXs || (screen.id === "s" && range.length > 3) ? "caption" : isLarge(context) ? "lead" : "body"
  const named = isXs ? 0 : Math.ceil(range.name * BOLD * sizeOf(role, context))
  const nameWidth = Math.max(sizes.name, Math.min(named, sizes.name * MOST_NAME))
  const cell: Partial<Text> = {
    lines: 1,
    role,
    leading: 1.15,
    shrink: 0,
    fit: "shrink",
    minPx: LEAST,
  }
  const degrees = { ...cell, width: sizes.degrees, align: "end" as const }
  const chance = day.chance ?? 0
  return row(
    { grow: 1, basis: 0, gap: sizes.gap, align: "center" },
    text(range.names[i]!, { ...cell, width: nameWidth, weight: i === 0 ? "bold" : "regular" }),
    ...signOf(day, range, sizes.icon, words),
    text(temperature(day.low, units, words), degrees),
    row({ grow: 1, basis: 0, align: "center" }, ...(sizes.span === 0 ? [] : spanOf(day, range, sizes.span))),
    text(temperature(day.high, units, words), {
      ...degrees,
      weight: "bold",
      ...(i === range.hottest && { ink: "red" as const }),
    }),
    ...(isXs || !range.isWet
      ? []
      : [
          text(chance >= NAMED ? localPercent(chance, words) : "", {
            ...cell,
            role: isLarge(context) ? "body" : "caption",
            width: pixels(WIDTHS.other.chance, screen),
            align: "end",
          }),
        ]),
  )
}

/** Width of bold letters of the sans as a multiple of the estimate, and of the column of names at most as one of its usual width: longer names shrink. */
const [BOLD, MOST_NAME] = [0.93, 1.15]
/** Sizes of roles: as multiples of a millimetre, and at most as shares of the side of the screen. */
const SIZES = { caption: [3.08, 0.06], body: [3.85, 0.075], lead: [5.96, 0.11] } as const

function sizeOf(role: keyof typeof SIZES, { screen }: Shown["context"]): number {
  const [mm, most] = SIZES[role]
  return Math.min(mm * screen.perMm, most * screen.side)
}

/** The weekdays; of the first day that it is today, where there is room. On the smallest screens their letters, where names have no room. */
function namesOf(days: readonly WeatherDay[], context: Shown["context"]): readonly string[] {
  const { screen, words, language } = context
  const isXs = screen.id === "xs"
  const form = isXs && !hasRoomForNames(context) ? "letter" : "short"
  return days.map(({ weekday }, i) =>
    i === 0 && !isXs ? wordsOf(language).today : words(`weekday.${form}.${weekday}`),
  )
}

function hasRoomForNames({ words, width, screen }: Shown["context"]): boolean {
  const ems = [0, 1, 2, 3, 4, 5, 6].map((weekday) => measured(words(`weekday.short.${weekday}`)).longest)
  return Math.max(...ems) * BOLD * LEAST <= widthsOf(width, screen).name
}

/** The sign of the weather of a day; where other days have one and it has none, its room. */
function signOf({ code }: WeatherDay, { hasSigns }: Range, px: number, words: (key: string) => string): SceneNode[] {
  if (code !== null) return [icon(words(`weather.icon.${code}`), px, { label: words(`weather.${code}`) })]
  return hasSigns ? [column({ width: px, shrink: 0 })] : []
}

/** The span from the lowest to the highest temperature of a day, among those of all days. */
function spanOf(
  { low, high }: WeatherDay,
  { coldest, warmest }: Pick<Range, "coldest" | "warmest">,
  height: number,
): SceneNode[] {
  const least = Math.max(1, warmest - coldest) * 0.04
  return [
    column({ grow: low - coldest, basis: 0 }),
    column({ grow: Math.max(least, high - low), basis: 0, height, fill: "black", radius: height >> 1 }),
    column({ grow: warmest - high, basis: 0 }),
  ]
}
