import { datePhrase, dayNumber, dayOf } from "platen/sdk/kit"
import { column, grid, pixels, row, rule, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"

type Context = ViewContext<CalendarSettings>
type Cell = CalendarData["weeks"][number]["cells"][number]

/** Type sizes in pixels by screen class: number of a day, label under it, heading of a column. */
const SIZES = {
  xs: { number: 11, numberAlone: 11, label: 12, heading: 11 },
  s: { number: 14, numberAlone: 18, label: 12, heading: 12 },
  m: { number: 20, numberAlone: 28, label: 16, heading: 14 },
  l: { number: 28, numberAlone: 40, label: 20, heading: 18 },
  xl: { number: 40, numberAlone: 56, label: 28, heading: 24 },
} as const

export function view(data: CalendarData, context: Context): Scene {
  return {
    body: context.screen.id === "xs" ? strip(data, context) : page(data, context),
    language: context.language,
    footer: { attribution: attribution(data, context) },
  }
}

/** The day of the page, from its content: the clock may have passed midnight since. */
function dayIn({ year, month, day }: CalendarData): LocalDay {
  return dayOf(dayNumber(year, month, day))
}

/** The page: heading above, month below. */
function page(data: CalendarData, context: Context): SceneNode {
  const { screen, words } = context
  const phrase = datePhrase(dayIn(data), words)
  const aside = data.lunar ? `${data.lunar.year} ${data.lunar.monthDay}` : words("date.week", phrase)
  return column(
    {
      grow: 1,
      padding: [pixels(6, screen), pixels(12, screen), pixels(5, screen), pixels(12, screen)],
      gap: pixels(3, screen),
    },
    row(
      { align: "baseline", justify: "between", shrink: 0 },
      text(words("date.monthYear", phrase), {
        role: "lead",
        weight: data.lunar ? "regular" : "bold",
        lines: 1,
        leading: 1.2,
      }),
      text(aside, { role: data.lunar ? "lead" : "body", lines: 1, leading: 1.2 }),
    ),
    headings(data, context),
    rule(),
    days(data, context, true),
    ...agenda(data, context),
  )
}

/** True when reminders have a line below the month; else they go into the footer. */
function hasLine({ lunar }: CalendarData, { screen }: Context): boolean {
  return lunar === undefined && screen.id !== "xs"
}

/** The next reminders on one line below the month, as many as fit. Today's reminders appear alone and bold. */
function agenda(data: CalendarData, context: Context): SceneNode[] {
  const { screen, width } = context
  const [first, ...others] = said(data, context)
  if (first === undefined || !hasLine(data, context)) return []
  const px = SIZES[screen.id].label
  const room = (width - 2 * pixels(12, screen)) / px
  const lines = others.map((_, i) => [first, ...others.slice(0, i + 1)].join("  ·  "))
  const line = lines.findLast((each) => widthOf(each) <= room) ?? first
  return [
    text(line, {
      px,
      family: "sans",
      lines: 1,
      leading: 1.3,
      fit: "ellipsis",
      shrink: 0,
      ...(data.reminders?.[0]?.today && { weight: "bold" as const }),
    }),
  ]
}

/** Today's reminders, else the next ones with their dates. */
function said({ reminders = [] }: CalendarData, { words }: Context): readonly string[] {
  const now = reminders.filter(({ today }) => today)
  return now.length > 0 ? now.map(({ text }) => text) : reminders.map((each) => `${dateOf(each, words)} ${each.text}`)
}

/** Estimated width of a text, as a multiple of its size. */
function widthOf(given: string): number {
  return [...given].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) || char.length > 1 ? 1.05 : 0.6), 0)
}

function dateOf({ month, day }: { readonly month: number; readonly day: number }, words: Context["words"]): string {
  return words("date.dayMonth", { month, day, monthShort: words(`month.short.${month}`) })
}

/** The page of a flat strip: today at the left, a small month at the right. */
function strip(data: CalendarData, context: Context): SceneNode {
  const { words } = context
  const day = dayIn(data)
  const phrase = datePhrase(day, words)
  return row(
    { grow: 1 },
    column(
      { width: "30%", align: "center", justify: "center", gap: 5, shrink: 0, padding: [0, 4] },
      text(String(data.day), { px: 40, family: "serif", trim: "ink", lines: 1 }),
      text(words(`weekday.${day.weekday}`), { role: "caption", lines: 1 }),
      text(
        data.lunar ? data.lunar.monthDay : words("date.monthYear", { ...phrase, monthName: phrase.monthShort ?? "" }),
        { role: "caption", lines: 1, fit: "shrink", minPx: 10 },
      ),
    ),
    rule(),
    column({ grow: 1, padding: [2, 8, 1, 8], gap: 2 }, headings(data, context), days(data, context, false)),
  )
}

function headings(data: CalendarData, context: Context): SceneNode {
  const { words, screen, settings } = context
  const first = settings.weekStart === "monday" ? 1 : 0
  const names = Array.from({ length: 7 }, (_, i) =>
    words(`weekday.${screen.id === "xs" || data.lunar ? "letter" : "short"}.${(first + i) % 7}`),
  )
  const px = data.lunar && screen.id !== "xs" ? SIZES[screen.id].label : SIZES[screen.id].heading
  return grid(
    { columns: weekNumbers(data, context) ? 8 : 7, shrink: 0, spoken: true },
    ...(weekNumbers(data, context) ? [text("", { px })] : []),
    ...names.map((name, i) =>
      text(name, {
        px,
        align: "center",
        lines: 1,
        leading: screen.id === "xs" ? 1 : 1.25,
        ...(((first + i) % 7) % 6 === 0 && { ink: "red" as const }),
      }),
    ),
  )
}

function days(data: CalendarData, context: Context, labels: boolean): SceneNode {
  const numbered = weekNumbers(data, context)
  const cells = data.weeks.flatMap(({ number, cells: each }) => [
    ...(numbered ? [weekCell(number, context)] : []),
    ...each.map((cell) => dayCell(cell, data, context, labels)),
  ])
  return grid({ columns: numbered ? 8 : 7, even: true, grow: 1, rowGap: context.screen.id === "xs" ? 0 : 1 }, ...cells)
}

/** True when the page shows week numbers; a Chinese calendar shows lunar days instead. */
function weekNumbers(data: CalendarData, { screen }: Context): boolean {
  return data.lunar === undefined && screen.id !== "xs"
}

function weekCell(number: number, { screen }: Context): SceneNode {
  return column(
    { justify: "center", align: "start" },
    text(String(number), {
      px: SIZES[screen.id].heading,
      lines: 1,
      tabular: true,
      width: pixels(24, screen),
      align: "end",
    }),
  )
}

const TODAY = { fill: "black", ink: "white" } as const
const XS_BOX = { radius: 3, width: 22 } as const

function dayCell(cell: Cell, data: CalendarData, { screen }: Context, labels: boolean): SceneNode {
  const today = cell.inside && cell.day === data.day
  if (!cell.inside) return column({})
  const sizes = SIZES[screen.id]
  const label = labels ? cell.label : undefined
  const number: Partial<Text> =
    screen.id === "xs"
      ? { px: sizes.number, family: "sans", leading: 1.1 }
      : { px: label ? sizes.number : sizes.numberAlone, family: label ? "sans" : "serif", leading: 1.15 }
  const second = cell.weekend && !today ? { ink: "red" as const } : {}
  const words = [
    text(String(cell.day), { ...number, lines: 1, tabular: true, shrink: 0, ...second }),
    ...(label
      ? [
          text(label.text, {
            px: sizes.label,
            lines: 1,
            leading: 1,
            shrink: 0,
            ...(!today && label.kind !== "day" && label.kind !== "month" && { ink: "red" as const }),
          }),
        ]
      : []),
  ]
  const ring =
    cell.reminded && !today
      ? {
          border: 1,
          ...(screen.id === "xs"
            ? XS_BOX
            : {
                radius: pixels(4, screen),
                padding: [label ? 0 : 2, 1, label && screen.id === "s" ? 0 : 2, 1] as const,
              }),
        }
      : {}
  const box = column(
    {
      align: "center",
      justify: "center",
      ...ring,
      ...(today && {
        ...TODAY,
        ...(screen.id === "xs" ? XS_BOX : { radius: pixels(4, screen), padding: [label ? 1 : 3, 2] as const }),
      }),
    },
    ...words,
  )
  return column({ justify: "center", ...(screen.id === "xs" && { align: "center" as const }) }, box)
}

function attribution(data: CalendarData, context: Context): string {
  const { words } = context
  const [reminder] = said(data, context)
  if (reminder !== undefined && !hasLine(data, context)) return reminder
  if (!data.lunar) return words("date.dayOfYear", datePhrase(dayIn(data), words))
  const { name, month, day } = data.lunar.nextTerm
  return `${name} ${words("date.dayMonth", { month, day, monthShort: words(`month.short.${month}`) })}`
}
