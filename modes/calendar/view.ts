import { datePhrase, dayNumber, dayOf, localDigits } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import { agenda, reminder } from "./agenda.js"
import { caption, facts } from "./facts.js"
import { monthParts } from "./grid.js"
import type { CalendarData, CalendarSettings } from "./mode.js"
import { posterPage } from "./poster.js"

type Context = ViewContext<CalendarSettings>

export function view(data: CalendarData, context: Context): Scene {
  if (context.settings.design === "poster" && context.screen.id !== "xs") return posterPage(data, context)
  return { body: bodyOf(data, context), language: context.language }
}

function bodyOf(data: CalendarData, context: Context): SceneNode {
  const { shape, id } = context.screen
  if (shape === "wide" && id !== "xs") return wide(data, context)
  if (shape === "strip" || shape === "wide") return strip(data, context)
  return id === "xs" ? small(data, context) : upright(data, context)
}

/** The day of the page, from its content: the clock may have passed midnight since. */
function dayIn({ year, month, day }: CalendarData): LocalDay {
  return dayOf(dayNumber(year, month, day))
}

/** Share of the width that the day has beside the month. */
const DAY_SHARE = 0.32

/** The day at the left, the month at the right. */
function wide(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const gap = pixels(14, screen)
  const inner = width * (1 - DAY_SHARE) - 2 * side - gap
  const below = agenda(data, context, inner)
  const size = { width: inner, height: height * 0.9 - pixels(44, screen) - (below?.height ?? 0) }
  return row(
    { grow: 1, padding: [pixels(12, screen), side, pixels(12, screen), side], gap },
    column({ width: `${DAY_SHARE * 100}%`, shrink: 0, gap: pixels(5, screen) }, ...dayParts(data, context)),
    rule(),
    column(
      { grow: 1, gap: pixels(5, screen) },
      ...monthParts(data, context, size),
      ...(below ? [rule(), below.node] : []),
    ),
  )
}

/** Share of the height that the day has above the month. */
const HEAD = { xs: 0.3, other: 0.32 } as const

/** The day above, the month below. */
function upright(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const gap = pixels(10, screen)
  const inner = width - 2 * side
  const below = agenda(data, context, inner)
  const size = { width: inner, height: height * (0.9 - HEAD.other) - pixels(52, screen) - (below?.height ?? 0) }
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { height: `${HEAD.other * 100}%`, gap: pixels(12, screen), shrink: 0 },
      numeral(data, context, { width: "46%", height: "100%" }),
      column(
        { grow: 1, justify: "end", gap: pixels(4, screen), more: true },
        weekday(data, context),
        monthName(data, context, "lead"),
        caption(dayWords(data, context)),
        rule(),
        ...facts(data, dayIn(data), context),
      ),
    ),
    rule(),
    ...monthParts(data, context, size),
    ...(below ? [rule(), below.node] : []),
  )
}

/** Width in pixels below which the name of the month stands under the day. */
const NARROW = 160

/** The page of a small square or upright screen: the day above, the month below. */
function small(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height, words } = context
  const gap = pixels(6, screen)
  const size = { width: width - 16, height: height * (0.9 - HEAD.xs) - pixels(52, screen) }
  const isNarrow = width < NARROW
  const names = [
    monthName(data, context, data.lunar ? "caption" : "body"),
    reminder(data, context, 2) ??
      caption(data.lunar ? data.lunar.monthDay : words("date.week", datePhrase(dayIn(data), words))),
  ]
  return column(
    { grow: 1, padding: [gap, 8, gap, 8], gap },
    isNarrow
      ? column(
          { height: `${(HEAD.xs + 0.04) * 100}%`, shrink: 0, gap: 2 },
          numeral(data, context, { grow: 99 }),
          spacer(),
          ...names,
        )
      : row(
          { height: `${HEAD.xs * 100}%`, gap: pixels(12, screen), shrink: 0 },
          numeral(data, context, { width: "46%", height: "100%" }),
          column({ grow: 1, justify: "end" }, ...names),
        ),
    rule(),
    ...monthParts(data, context, size),
  )
}

/** The page of a flat strip: the day at the left, a small month at the right. */
function strip(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height } = context
  const size = { width: width * 0.64 - 22, height: height - 44 }
  const second = data.lunar ? [caption(data.lunar.monthDay)] : screen.shape === "wide" ? [weekday(data, context)] : []
  const own = reminder(data, context, 3)
  return row(
    { grow: 1, padding: [4, 8, 3, 10], gap: 8 },
    column(
      { width: "31%", gap: 3, shrink: 0 },
      numeral(data, context, { grow: 99 }),
      spacer(),
      monthName(data, context, "caption"),
      ...(own ? [own] : second),
    ),
    rule(),
    column({ grow: 1 }, ...monthParts(data, context, size)),
  )
}

/** The parts of the day's column. */
function dayParts(data: CalendarData, context: Context): SceneNode[] {
  return [
    weekday(data, context),
    numeral(data, context, { grow: 99 }),
    monthName(data, context, "title"),
    caption(dayWords(data, context)),
    spacer(),
    rule(),
    ...facts(data, dayIn(data), context),
  ]
}

function numeral({ day }: CalendarData, { words }: Context, props: Partial<Text>): SceneNode {
  return text(localDigits(String(day), words), {
    family: "display",
    fit: "fill",
    trim: "ink",
    lines: 1,
    features: ["lnum"],
    ...props,
  })
}

function weekday(data: CalendarData, { words, language, screen }: Context): SceneNode {
  const key = screen.id === "xs" ? "weekday.short" : "weekday"
  return text(words(`${key}.${dayIn(data).weekday}`).toLocaleUpperCase(language), {
    role: "caption",
    family: "sans",
    weight: "bold",
    tracking: 0.14,
    lines: 1,
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    shrink: 0,
  })
}

function monthName(data: CalendarData, { words }: Context, role: NonNullable<Text["role"]>): SceneNode {
  const phrase = datePhrase(dayIn(data), words)
  return text(data.lunar ? words("date.monthYear", phrase) : String(phrase.monthName), {
    role,
    family: "serif",
    slant: "italic",
    lines: 1,
    fit: "shrink",
    minPx: 10,
    leading: 1.15,
    shrink: 0,
  })
}

/** What the day is in its year: the lunar date of a Chinese calendar, else week and day. */
function dayWords(data: CalendarData, { words, screen }: Context): string {
  const phrase = datePhrase(dayIn(data), words)
  if (data.lunar) return `${data.lunar.year} ${data.lunar.monthDay}`
  return screen.id === "s"
    ? words("date.week", phrase)
    : `${words("date.week", phrase)} · ${words("date.dayOfYear", phrase)}`
}
