import { localDigits } from "platen/sdk/kit"
import { column, crispPx, grid, rule, text } from "platen/sdk/mode"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"
import { weeksOf } from "./month.js"
import type { Cell, Week } from "./month.js"

type Context = ViewContext<CalendarSettings>

/** The weekdays by which a language begins its week, and those of its weekend: 0 Sunday to 6 Saturday. */
interface Habits {
  readonly first: number
  readonly weekend: readonly number[]
}

const STARTS = { sunday: 0, monday: 1, saturday: 6 } as const

function habitsOf({ settings: { weekStart }, words }: Context): Habits {
  return {
    first: weekStart === "auto" ? Number(words("first-day-of-week")) : STARTS[weekStart],
    weekend: words("weekend").split("|").map(Number),
  }
}

/** Pixels that a month has. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Sizes of the month in pixels: of a cell, a number, a label and a heading. */
interface Scale {
  readonly cell: number
  readonly line: number
  readonly number: number
  readonly label: number
  readonly heading: number
  readonly numbered: boolean
}

/** What the parts of a month share. */
interface Month extends Habits {
  readonly data: CalendarData
  readonly context: Context
  readonly weeks: readonly Week[]
  readonly scale: Scale
}

/** Share of the height of a row, and of the width of a cell, that a number takes. */
const NUMBER = { line: 0.62, cell: 0.46 } as const
const NUMBER_LABELLED = { line: 0.42, cell: 0.4 } as const
const LABELS = [12, 16, 18, 22, 24, 30, 36, 40]
/** Pixels that a Chinese label needs at least, in a row and in a cell. */
const LABELLED = { line: 29, cell: 30 } as const
/** Characters of a label that a cell has room for. */
const LETTERS = 3.1

function scaleOf(data: CalendarData, rows: number, { width, height }: Size, { screen }: Context): Scale {
  const numbered = data.lunar === undefined && screen.id !== "xs" && screen.id !== "s"
  const cell = width / (numbered ? 8 : 7)
  const line = height / rows
  const labelled = data.lunar !== undefined && line >= LABELLED.line && cell >= LABELLED.cell
  const share = labelled ? NUMBER_LABELLED : NUMBER
  return {
    cell,
    line,
    number: crispPx(Math.min(line * share.line, cell * share.cell)),
    label: labelled ? (LABELS.findLast((px) => px <= Math.min(line * 0.36, cell / LETTERS)) ?? LABELS[0]!) : 0,
    heading: data.lunar
      ? Math.max(12, LABELS.findLast((px) => px <= cell * 0.3) ?? 12)
      : crispPx(Math.min(cell * 0.36, 24)),
    numbered,
  }
}

/** The names of the days, a rule, and the days. */
export function monthParts(data: CalendarData, context: Context, size: Size): SceneNode[] {
  const habits = habitsOf(context)
  const weeks = weeksOf(data.year, data.month, habits.first)
  const month = { ...habits, data, context, weeks, scale: scaleOf(data, weeks.length, size, context) }
  return [headings(month), rule(), days(month)]
}

function headings({
  context: { words, language },
  first,
  weekend,
  scale: { cell, heading, numbered },
}: Month): SceneNode {
  const weekdays = Array.from({ length: 7 }, (_, i) => (first + i) % 7)
  const names = weekdays.map((day) => words(`weekday.brief.${day}`).toLocaleUpperCase(language))
  return grid(
    { columns: numbered ? 8 : 7, shrink: 0 },
    ...(numbered ? [text("", { px: heading })] : []),
    ...fitting(names, cell, heading).map((name, i) =>
      text(name, {
        px: heading,
        weight: "bold",
        align: "center",
        lines: 1,
        leading: cell < 28 ? 1 : 1.15,
        ...(weekend.includes(weekdays[i]!) && { ink: "red" as const }),
      }),
    ),
  )
}

/** The names of the days, or their first letters where cells are narrow. */
function fitting(names: readonly string[], cell: number, px: number): readonly string[] {
  const longest = Math.max(...names.map((name) => name.length))
  return cell < px * Math.max(2, longest * LETTER) ? names.map((name) => [...name][0]!) : names
}

/** Width of a bold capital with the space after it, as a share of its size. */
const LETTER = 0.85

function days(month: Month): SceneNode {
  const { weeks, scale, context } = month
  const cells = weeks.flatMap(({ number, cells: each }) => [
    ...(scale.numbered ? [weekCell(number, scale, context)] : []),
    ...each.map((cell) => dayCell(cell, month)),
  ])
  return grid({ columns: scale.numbered ? 8 : 7, even: true, grow: 1 }, ...cells)
}

/** The number of a week, on the baseline of its days. */
function weekCell(number: number, scale: Scale, { words }: Context): SceneNode {
  const shown = localDigits(String(number), words)
  // Other digits are wider than those of the serif, and reach out of their line.
  const isLatin = /^[0-9]+$/.test(shown)
  const px = crispPx(scale.number * (isLatin ? 0.6 : 0.45))
  return column(
    { justify: "center", padding: [2 * Math.round((scale.number - px) * BASELINE), isLatin ? 0 : 2, 0, 0] },
    text(shown, {
      px,
      lines: 1,
      leading: (scale.number * leadingOf(scale)) / px,
      family: "serif",
      // Other digits have no italics: slanted, they leave their cell.
      ...(isLatin && { slant: "italic" as const }),
      shrink: 0,
    }),
  )
}

/** Distance of a baseline from the middle of its line, as a share of the size. */
const BASELINE = 0.37
/** Line height of the number of a day: where rows are low, that of its digits. */
const leadingOf = ({ line, number }: Scale): number => (line < number * 1.3 ? 1 : 1.15)
/** The tint of a weekend, and the sizes in pixels from which numbers and labels can be read on it. */
const WEEKEND = { tone: 0.0625 } as const
const TINTED = { number: 18, label: 20 } as const

function dayCell(cell: Cell, { data, context, scale, weekend }: Month): SceneNode {
  const isFree = weekend.includes(cell.weekday)
  const tinted = isFree ? { fill: WEEKEND } : {}
  if (!cell.inside) return column(tinted)
  const today = cell.day === data.day
  const { label: named, reminded = false } = data.days[cell.day - 1] ?? {}
  const label = scale.label > 0 ? named : undefined
  const second = isFree && !today ? { ink: "red" as const } : {}
  const words: SceneNode[] = [
    text(localDigits(String(cell.day), context.words), {
      px: scale.number,
      family: "sans",
      leading: leadingOf(scale),
      lines: 1,
      tabular: true,
      shrink: 0,
      align: "center",
      ...(today && { weight: "bold" as const }),
      ...second,
    }),
    ...(label
      ? [
          text(shortened(label.text, scale), {
            px: scale.label,
            lines: 1,
            leading: 1.02,
            shrink: 0,
            align: "center",
            ...(!today && label.kind !== "day" && label.kind !== "month" && { ink: "red" as const }),
          }),
        ]
      : []),
  ]
  return column(
    { justify: "center", align: "center", ...tinted },
    mark(words, { today, reminded, tinted: isFree, labelled: label !== undefined }, scale),
  )
}

/** A label, or a shorter name where a cell is too narrow: 国庆 for 国庆节, 冬月 for 十一月, 闰六 for 闰六月. */
function shortened(label: string, { label: px, cell }: Scale): string {
  const known = label.replace("十一月", "冬月").replace("十二月", "腊月")
  return [label, known].find(({ length }) => length < 3 || length * px <= cell) ?? known.replace(/[节月]$/, "")
}

/** What is special about a day: today is a black disc, a reminder a ring. A day with a label has a plate in place of the disc. */
function mark(
  words: readonly SceneNode[],
  { today, reminded, tinted, labelled }: Readonly<Record<"today" | "reminded" | "tinted" | "labelled", boolean>>,
  { cell, line, number, label }: Scale,
): SceneNode {
  const isSmall = labelled ? label < TINTED.label : number < TINTED.number
  if (!today && !reminded)
    return column(
      { align: "center", shrink: 0, ...(tinted && isSmall && { fill: "white" as const, padding: [0, 1] }) },
      ...words,
    )
  const disc = Math.min(Math.floor(cell) - 1, Math.floor(line * 0.92), Math.round(number * 1.75))
  const shape = labelled
    ? {
        width: Math.min(Math.floor(cell), Math.max(label * 3 + 2, number * 2)),
        height: Math.floor(line * 0.92),
        radius: Math.round(number / 4),
      }
    : {
        width: Math.min(Math.floor(cell), Math.max(disc, Math.ceil(number * 1.8))),
        height: Math.max(disc, Math.ceil(number * 1.15)),
        radius: disc >> 1,
      }
  return column(
    {
      ...shape,
      justify: "center",
      align: "center",
      shrink: 0,
      ...(today ? { fill: "black" as const, ink: "white" as const } : { border: 1, fill: "white" as const }),
    },
    ...words,
  )
}
