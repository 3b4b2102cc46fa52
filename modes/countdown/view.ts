import { column, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import type { CountdownData, CountdownSettings } from "./mode.js"
import { dateOf, digits, more, today, unitOf } from "./words.js"

type Context = ViewContext<CountdownSettings>
type Event = CountdownData["events"][number]

/** Sizes in pixels by screen class: the numeral alone and above a list, its unit, type and line height of the list; `most`: maximum lines. */
const SIZES = {
  xs: { alone: 52, numeral: 36, unit: 14, px: 11, line: 16, most: 1 },
  s: { alone: 112, numeral: 80, unit: 20, px: 14, line: 21, most: 3 },
  m: { alone: 176, numeral: 128, unit: 34, px: 17, line: 28, most: 6 },
  l: { alone: 224, numeral: 176, unit: 40, px: 20, line: 36, most: 8 },
  xl: { alone: 320, numeral: 224, unit: 56, px: 28, line: 52, most: 9 },
} as const
/** The same for a flat strip. `taken`: pixels of height without the list. */
const STRIP = { numeral: 56, most: 2, line: 19, taken: 87 } as const
/** Minimum height in pixels of a small page with a list. */
const LISTED = 140

export function view({ events }: CountdownData, context: Context): Scene {
  const { screen, language, width, height } = context
  const [hero, ...rest] = events as [Event, ...Event[]]
  const flat = screen.id === "xs" && width >= 1.8 * height
  const most = flat
    ? Math.min(STRIP.most, Math.floor((height - STRIP.taken) / STRIP.line))
    : height < LISTED
      ? 0
      : SIZES[screen.id].most
  const others = rest.slice(0, Math.max(0, most))
  const left = rest.length - others.length
  return {
    body: flat ? strip(hero, others, context) : page(hero, others, context),
    language,
    ...(left > 0 && { footer: { attribution: more(left, language) } }),
  }
}

/** The page: the first event in the middle, the others as lines below. */
function page(hero: Event, others: readonly Event[], context: Context): SceneNode {
  const { screen, height } = context
  const side = screen.id === "xs" ? 10 : pixels(24, screen)
  const sizes = SIZES[screen.id]
  return column(
    { grow: 1 },
    column(
      { grow: 1, justify: "center", padding: [pixels(4, screen), side] },
      text(hero.name, {
        role: "lead",
        weight: "bold",
        align: "center",
        balance: true,
        fit: "shrink",
        lines: height < 160 ? 1 : 2,
        leading: 1.25,
      }),
      numeral(hero, others.length > 0 ? sizes.numeral : sizes.alone, context),
      text(dateOf(hero, screen.id === "xs" ? "short" : "long", context), {
        role: "body",
        align: "center",
        lines: 1,
        fit: "shrink",
        minPx: 10,
        leading: 1.35,
        shrink: 0,
      }),
    ),
    ...(others.length === 0
      ? []
      : [
          column({ padding: [0, side], shrink: 0 }, rule({ style: "dashed" })),
          column(
            { padding: [pixels(6, screen), side, pixels(7, screen), side], shrink: 0 },
            ...lines(others, screen.id !== "xs", context),
          ),
        ]),
  )
}

/** The page of a flat strip: the numeral at the left, its event and the others at the right. */
function strip(hero: Event, others: readonly Event[], context: Context): SceneNode {
  return row(
    { grow: 1 },
    column(
      { width: "42%", justify: "center", padding: [2, 6], shrink: 0 },
      numeral(hero, STRIP.numeral, context, true),
    ),
    rule(),
    column(
      { grow: 1, padding: [3, 10], justify: "center", gap: 3 },
      text(hero.name, {
        px: 16,
        minPx: 12,
        family: "serif",
        weight: "bold",
        fit: "shrink",
        balance: true,
        lines: 2,
        leading: 1.15,
      }),
      text(dateOf(hero, "short", context), { role: "caption", lines: 1, fit: "shrink", minPx: 10, shrink: 0 }),
      ...(others.length === 0 ? [] : [rule({ style: "dashed" }), ...lines(others, false, context)]),
    ),
  )
}

/** The number of days with its unit, or "today", with space above and below. `narrow`: a long unit goes below the number. */
function numeral(hero: Event, px: number, { screen, language }: Context, narrow = false): SceneNode {
  const number = { family: "serif", align: "center", trim: "cap", lines: 1, fit: "shrink" } as const
  const [above, below] = [pixels(12, screen), Math.max(pixels(14, screen), Math.round(px * 0.2))]
  if (isToday(hero))
    return column(
      { padding: [above, 0, below, 0] },
      text(today(language), { ...number, px: Math.round(px * 0.7), ink: "red" }),
    )
  const { unit } = SIZES[screen.id]
  const [count, words] = [digits(hero.days), unitOf(hero, language)]
  if (narrow && count.length + words.length > 8) {
    return column(
      { padding: [above, 0, 0, 0], gap: 8 },
      text(count, { ...number, px }),
      text(words, { px: unit, family: "serif", align: "center", lines: 1, leading: 1.2, shrink: 0 }),
    )
  }
  return row(
    { align: "baseline", justify: "center", gap: pixels(8, screen), padding: [above, 0, below, 0] },
    text(count, { ...number, px }),
    text(words, { px: unit, family: "serif", trim: "cap", lines: 1, shrink: 0 }),
  )
}

function isToday({ kind, days }: Event): boolean {
  return kind === "coming" && days === 0
}

/** The list: name, date, number and unit in columns. */
function lines(events: readonly Event[], dated: boolean, context: Context): SceneNode[] {
  const { language, screen } = context
  const { px, line } = SIZES[screen.id]
  const style = { px, family: "sans", lines: 1, leading: line / px, shrink: 0 } as const
  const numbers = events.map((event) => (isToday(event) ? today(language) : digits(event.days)))
  const units = events.map((event) => (isToday(event) ? "" : unitOf(event, language)))
  const numberWidth = widest(numbers, px)
  const unitWidth = units.every((unit) => unit === units[0]) ? {} : { width: widest(units, px) }
  return events.map((event, i) =>
    row(
      { gap: dated ? px : Math.round(px * 0.5), shrink: 0 },
      text(event.name, { ...style, shrink: 1, grow: 1 }),
      ...(dated ? [text(dateOf(event, "brief", context), { ...style, shrink: 1 })] : []),
      row(
        { gap: Math.round(px * 0.35), shrink: 0 },
        text(numbers[i]!, { ...style, tabular: true, align: "end", width: numberWidth }),
        text(units[i]!, { ...style, ...unitWidth }),
      ),
    ),
  )
}

/** Width in pixels of the widest of some short texts, an upper bound. */
function widest(words: readonly string[], px: number): number {
  return Math.ceil(
    px *
      Math.max(
        ...words.map((word) =>
          [...word].reduce(
            (sum, char) => sum + (/[\u2e80-\u9fff]/.test(char) ? 1.1 : char === "," || char === " " ? 0.34 : 0.65),
            0,
          ),
        ),
      ),
  )
}
