import { captionPx, dayNumber, dayOf, linesOf, localDigits, measured } from "platen/sdk/kit"
import { column, crispPx, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { dayName, shownTime } from "./hero.js"
import type { Context } from "./hero.js"
import { beginsPart } from "./lessons.js"
import type { Lesson } from "./lessons.js"
import { mondayFirst } from "./present.js"
import type { Present, Week } from "./present.js"

/** Pixels of a grid, with its heads. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Sizes in pixels of the parts of a grid. */
interface Scale {
  readonly head: number
  readonly times: number
  readonly time: number
  readonly row: number
  readonly name: number
  readonly room: number
  readonly pad: number
  /** Of a cell, without its padding. */
  readonly width: number
}

const WORKDAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]

/** The days of a grid: Monday to Friday, and of the weekend those with lessons; the weekend alone where all lessons are on it. `named`: so many days, from Monday, are among them. */
export function daysOf({ lessons }: Week, named = 0): readonly number[] {
  const isUsed = (day: number): boolean => day < named || lessons.some((lesson) => lesson.day === day)
  return [...(WORKDAYS.some(isUsed) ? WORKDAYS : []), ...WEEKEND.filter(isUsed)]
}

/** The week: days beside one another, periods below one another, times at the left. */
export function weekGrid(week: Week, present: Present, context: Context, size: Size): SceneNode {
  const days = daysOf(week, context.settings.weekdays?.length)
  const scale = scaleOf(week, days.length, size, context)
  return column(
    { grow: 1 },
    heads(days, present, context, scale),
    row({ grow: 1, basis: 0 }, times(week, context, scale), ...days.map((day) => dayColumn(day, week, present, scale))),
  )
}

/** Sizes at which letters are even, for names from the smallest. */
const MIN_NAME = 10
const NAMES = [MIN_NAME, 11, 12, 14, 17, 18, 20, 24, 28, 34]
/** Share of the lessons whose names fit their cells at a size; the others shrink by themselves. */
const FITTING = 0.85
const LEADING = 1.1
/** Width of the bold grotesque against that of the serif that is estimated. */
const NARROWER = 0.92

function scaleOf(week: Week, days: number, { width, height }: Size, { screen, words }: Context): Scale {
  const caption = crispPx(captionPx(screen) * (screen.id === "s" ? 0.8 : 0.9))
  const head = Math.ceil(caption * 1.6)
  const rowHeight = (height - head) / week.periods.length
  const time = crispPx(Math.max(10, Math.min(caption, rowHeight * 0.8)))
  const labels = week.periods.map(({ kind, label, start }) => (kind === "name" ? label : shownTime(start!, words)))
  const longest = Math.max(...labels.map((label) => measured(label).longest)) * time
  const times = Math.ceil(Math.min(longest + 4, width * 0.16))
  const pad = Math.max(2, Math.round(width / days / 26))
  const cell = { width: (width - times) / days - pad, height: rowHeight - 3 }
  const fits = (px: number): boolean => {
    const good = week.lessons.filter(({ name, first, last, room }) => {
      const all = measured(name)
      const room_ = room === undefined ? 0 : Math.max(10, px * 0.8) * LEADING
      const high = (last - first + 1) * rowHeight - 3
      return (
        all.widest * px * NARROWER <= cell.width &&
        linesOf(all, px * NARROWER, cell.width) * px * LEADING + room_ <= high
      )
    })
    return good.length >= week.lessons.length * FITTING
  }
  const name = NAMES.filter((px) => px <= cell.height).findLast(fits) ?? NAMES[0]!
  return { head, times, time, row: rowHeight, name, room: crispPx(Math.max(10, name * 0.8)), pad, width: cell.width }
}

/** The names of the days with their numbers; today on a plate. */
function heads(days: readonly number[], { day: today }: Present, context: Context, scale: Scale): SceneNode {
  const { words, now, language } = context
  const number = dayNumber(now.year, now.month, now.day)
  // When the week's lessons are over, the days are those of the next week.
  const monday = number - mondayFirst(now.weekday) + (days.at(-1)! < today ? 7 : 0)
  const hasDates = days.every(
    (day) => (measured(dayName(day, context, "weekday.short")).longest + 2) * scale.time < scale.width,
  )
  return row(
    { height: scale.head, shrink: 0 },
    column({ width: scale.times, shrink: 0 }),
    ...days.map((day) => {
      const date = localDigits(String(dayOf(monday + day).day), words)
      const name = dayName(day, context, "weekday.short").toLocaleUpperCase(language)
      return row(
        {
          grow: 1,
          basis: 0,
          gap: scale.pad,
          padding: [0, scale.pad + 1, 0, scale.pad],
          align: "center",
          ...(day === today && { fill: "red" as const, ink: "white" as const }),
        },
        text(name, { ...label(scale), weight: "bold", grow: 1, basis: 0 }),
        ...(hasDates ? [text(date, { ...label(scale), shrink: 0, tabular: true })] : []),
      )
    }),
  )
}

const label = ({ time }: Scale): Partial<Text> => ({
  px: time,
  family: "sans",
  lines: 1,
  fit: "shrink",
  minPx: 10,
  leading: 1.1,
})

/** Whether a row has hardly the height of a line of the smallest size. */
const isTight = ({ row: height }: Scale): boolean => height < 17

/** Where a row begins, as a share of the height. */
const share = (i: number, { periods }: Week): `${number}%` => `${(i / periods.length) * 100}%`

/** A line above a period: solid where the afternoon and the evening begin. */
function lineAbove(i: number, week: Week): SceneNode {
  const isPart = i === 0 || beginsPart(week.periods, i)
  return rule({
    at: { left: 0, right: 0, top: share(i, week) },
    ...(isPart ? { thickness: i === 0 ? 1 : 2 } : { style: "dotted" as const }),
  })
}

/** Rows from this height on name the end of a period too, as multiples of the size. */
const ENDS_FROM = 2.5

function times(week: Week, { words }: Context, scale: Scale): SceneNode {
  return column(
    { width: scale.times, shrink: 0 },
    ...week.periods.flatMap((period, i) => {
      const { kind, start, end } = period
      const name = kind === "name" ? period.label : shownTime(start!, words)
      const hasEnd = kind === "range" && scale.row >= scale.time * ENDS_FROM
      return [
        lineAbove(i, week),
        column(
          {
            at: { left: 0, right: 0, top: share(i, week) },
            height: share(1, week),
            padding: [isTight(scale) ? 1 : 3, 2, 0, 0],
          },
          text(name, {
            ...label(scale),
            weight: "bold",
            tabular: true,
            ...(kind === "name" && { lines: Math.max(1, Math.floor((scale.row - 3) / (scale.time * LEADING))) }),
          }),
          ...(hasEnd ? [text(shownTime(end!, words), { ...label(scale), tabular: true })] : []),
        ),
      ]
    }),
  )
}

function dayColumn(day: number, week: Week, { running, day: today }: Present, scale: Scale): SceneNode {
  const own = week.lessons.filter((lesson) => lesson.day === day)
  const isInside = (i: number): boolean => own.some(({ first, last }) => first < i && i <= last)
  return column(
    { grow: 1, basis: 0 },
    ...week.periods.flatMap((_, i) => (isInside(i) ? [] : [lineAbove(i, week)])),
    ...own.map((lesson) => lessonCell(lesson, week, day === today && lesson === running?.lesson, scale)),
  )
}

/** A lesson in its periods: its name, and its room where there is height for both. */
function lessonCell({ first, last, name, room }: Lesson, week: Week, isRunning: boolean, scale: Scale): SceneNode {
  const periods = last - first + 1
  const height = periods * scale.row - 3
  const linesIn = (pixels: number): number => Math.floor(pixels / (scale.name * LEADING))
  const needed = linesOf(measured(name), scale.name * NARROWER, scale.width)
  const beside = linesIn(height - scale.room * LEADING)
  // A room gives way to a name that fits without it.
  const hasRoom = room !== undefined && beside > 0 && (needed <= beside || needed > linesIn(height))
  return column(
    {
      at: { left: 0, right: 0, top: share(first, week) },
      height: share(periods, week),
      padding: [isTight(scale) ? 1 : 2, 0, isTight(scale) ? 0 : 1, scale.pad],
      ...(isRunning && { fill: "black" as const, ink: "white" as const }),
    },
    text(name, {
      px: scale.name,
      family: "sans",
      weight: "bold",
      lines: Math.max(1, hasRoom ? beside : linesIn(height)),
      fit: "shrink",
      minPx: 10,
      leading: LEADING,
      hyphenate: measured(name).widest * MIN_NAME > scale.width,
    }),
    ...(hasRoom
      ? [
          text(room, {
            px: scale.room,
            family: "serif",
            slant: "italic",
            lines: 1,
            fit: "shrink",
            minPx: 10,
            leading: LEADING,
            shrink: 0,
          }),
        ]
      : []),
  )
}
