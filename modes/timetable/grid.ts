import { dayNumber, dayOf, localDigits, measured } from "platen/sdk/kit"
import { column, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { dayName, shownTime } from "./hero.js"
import type { Context } from "./hero.js"
import { beginsPart } from "./lessons.js"
import type { Lesson } from "./lessons.js"
import type { Present, Week } from "./present.js"
import { daysThatFit, hasHan, heightOf, LEADING, nameIn, PAD, scaleOf, setName } from "./scale.js"
import type { Scale, Size } from "./scale.js"

const WORKDAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]
const DAYS = 7

/** The days of a grid: Monday to Friday, and of the weekend those with lessons; the weekend alone where all lessons are on it. `named`: so many days, from Monday, are among them. */
export function daysOf({ lessons }: Week, named = 0): readonly number[] {
  const isUsed = (day: number): boolean => day < named || lessons.some((lesson) => lesson.day === day)
  return [...(WORKDAYS.some(isUsed) ? WORKDAYS : []), ...WEEKEND.filter(isUsed)]
}

/** A day of a grid. `day`: 0 Monday to 6 Sunday; `ahead`: days from today. */
interface Shown {
  readonly day: number
  readonly ahead: number
}

/** The days of a grid with their dates: the whole week, or today and the next days with lessons where there is no room for all. */
function shownDays(week: Week, { day: today }: Present, context: Context, size: Size): readonly Shown[] {
  const days = daysOf(week, context.settings.weekdays?.length)
  // When the week's lessons are over, the days are those of the next week.
  const shift = days.at(-1)! < today ? DAYS : 0
  const most = daysThatFit(week, size, context)
  if (days.length <= most) return days.map((day) => ({ day, ahead: day - today + shift }))
  const named = context.settings.weekdays ?? []
  const isUsed = (day: number): boolean => !!named[day] || week.lessons.some((lesson) => lesson.day === day)
  return Array.from({ length: DAYS }, (_, ahead) => ({ day: (today + ahead) % DAYS, ahead }))
    .filter(({ day }) => isUsed(day))
    .slice(0, most)
}

/** The week: days beside one another, periods below one another, times at the left. */
export function weekGrid(week: Week, present: Present, context: Context, size: Size): SceneNode {
  const days = shownDays(week, present, context, size)
  const scale = scaleOf(week, days.length, size, context)
  return column(
    { grow: 1 },
    heads(days, context, scale),
    row(
      { grow: 1, basis: 0 },
      times(week, context, scale),
      ...days.map(({ day }) => dayColumn(day, week, present, context, scale)),
    ),
  )
}

/** The names of the days above their dates; the date of today on a plate. */
function heads(days: readonly Shown[], context: Context, scale: Scale): SceneNode {
  const { words, now, language } = context
  const number = dayNumber(now.year, now.month, now.day)
  return row(
    { height: scale.head, shrink: 0 },
    column({ width: scale.times, shrink: 0 }),
    ...days.map(({ day, ahead }) => {
      const date = localDigits(String(dayOf(number + ahead).day), words)
      const name = dayName(day, context, "weekday.short").toLocaleUpperCase(language)
      return column(
        { grow: 1, basis: 0, padding: [0, PAD, 3, PAD], justify: "end" },
        text(name, { ...label(scale), ...(hasHan(name) && scale.time >= 14 && { px: 16 }), weight: "bold" }),
        row(
          {},
          column(
            ahead === 0 ? { shrink: 0, padding: [1, 3, 0, 3], fill: "red", ink: "white" } : { shrink: 0 },
            text(date, { ...label(scale), tabular: true }),
          ),
        ),
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
  leading: 1.15,
})

/** Whether a row has hardly the height of a line: nothing but the line stands in it. */
const isTight = ({ row: height, name }: Scale): boolean => height < name + 5

const SMALLEST_TALL = 10

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
            ...(isTight(scale) && { leading: 1 }),
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

function dayColumn(day: number, week: Week, present: Present, context: Context, scale: Scale): SceneNode {
  const own = week.lessons.filter((lesson) => lesson.day === day)
  const isInside = (i: number): boolean => own.some(({ first, last }) => first < i && i <= last)
  const { running, day: today } = present
  const isRunning = (lesson: Lesson): boolean => day === today && lesson === running?.lesson
  return column(
    { grow: 1, basis: 0 },
    ...week.periods.flatMap((_, i) => (isInside(i) ? [] : [lineAbove(i, week)])),
    ...own.map((lesson) => lessonCell(lesson, week, isRunning(lesson), context, scale)),
  )
}

/** A lesson in its periods: its name, and its room where there is height for both. */
function lessonCell(lesson: Lesson, week: Week, isRunning: boolean, context: Context, scale: Scale): SceneNode {
  const { first, last, room } = lesson
  const { name: px, cell } = scale
  const name = nameIn(lesson, context, px, cell)
  const height = heightOf(lesson, scale)
  const all = Math.max(1, Math.floor(height / px))
  const beside = Math.floor((height - scale.room * LEADING) / px)
  // A room gives way to a name that needs its line, and is whole or not there.
  const isWhole = room !== undefined && measured(room).longest * scale.room <= cell
  const fits = ({ text: shown, hyphenate }: ReturnType<typeof setName>): boolean => shown === name && !hyphenate
  const hasRoom =
    isWhole && beside > 0 && (fits(setName(name, px, cell, beside)) || !fits(setName(name, px, cell, all)))
  const lines = hasRoom ? beside : all
  const { text: shown, hyphenate } = setName(name, px, cell, lines)
  return column(
    {
      at: { left: 0, right: 0, top: share(first, week) },
      height: share(last - first + 1, week),
      padding: [isTight(scale) ? 0 : 2, PAD, isTight(scale) ? 0 : 1, PAD],
      ...(isRunning && { fill: "black" as const, ink: "white" as const }),
    },
    text(shown, {
      // Marks of some scripts reach out of a line that has its row for itself.
      px: isTight(scale) && measured(shown).tall ? SMALLEST_TALL : px,
      family: "sans",
      weight: "bold",
      lines,
      leading: isTight(scale) ? 1 : Math.max(1, Math.min(LEADING, height / (px * lines))),
      ...(hyphenate && { hyphenate }),
    }),
    ...(hasRoom
      ? [text(room, { px: scale.room, family: "serif", slant: "italic", lines: 1, leading: LEADING, shrink: 0 })]
      : []),
  )
}
