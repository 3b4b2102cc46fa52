import { captionPx, filled, localNumber, measured } from "platen/sdk/kit"
import { column, crispPx, pixels, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { dayName, roleUpTo, shownTime } from "./hero.js"
import type { Context } from "./hero.js"
import { endOf, startOf } from "./present.js"
import type { Present, Week } from "./present.js"
import { hasHan, NARROWER } from "./scale.js"
import { sectionsOf } from "./sections.js"
import type { Row } from "./sections.js"
import { wordsOf } from "./words.js"

/** Pixels of a list. */
interface Size {
  readonly width: number
  readonly height: number
  /** True: the list stands beside a week. More days have room, each lesson in one line. */
  readonly isSide?: boolean
}

/** Sizes in pixels and parts of the rows of a list. */
interface RowStyle {
  readonly px: number
  readonly small: number
  /** Width of a row, and of its time. */
  readonly width: number
  readonly time: number
  /** True: a row has a second line, with the end and the room. */
  readonly isDouble: boolean
  /** True: the room stands behind leader dots. */
  readonly hasRoom: boolean
  readonly isSide: boolean
  /** Most pixels of height of the plate behind the running lesson. */
  readonly plate: number
  readonly context: Context
  readonly week: Week
}

/** Height in units of a row with one line and with two, at least. */
const SINGLE = { xs: 22, s: 19, m: 17, l: 17, xl: 17 } as const
const DOUBLE = { xs: 42, s: 34, m: 29, l: 29, xl: 29 } as const
/** Size of a name as a share of the height of its row, and the largest in units. */
const NAME_SHARE = { single: 0.56, double: 0.4 } as const
const MOST_UNITS = { xs: 22, s: 20, m: 17, l: 16, xl: 16 } as const
/** Pixels of height that a row with one line and with two has at least, whatever the screen. */
const MIN_ROW = 16
const MIN_DOUBLE = 28
/** Height of a row of a list beside a week, as a multiple of the least. */
const SIDE_ROW = 1.4
/** Pixels of a name at least, but on the smallest screens. */
const LEAST = 14
const LEAST_HAN = 16
/** Sizes of the grotesque up to here have a face of their own. */
const MOST_SANS = 24
/** Units above the heading of another day. */
const SPACE = 4
/** Size of a lesson that is over, as a share of the others. */
const PAST = 0.84
const LEADING = 1.15
/** Width as a multiple of the size that a row with a room has at least. */
const ROOMY = 15

/** The lessons of today, or of the next day that has some, and of the days after it while there is room: a heading for each day, a row for each lesson. */
export function lessonList(week: Week, present: Present, context: Context, size: Size): SceneNode[] {
  const { language, screen } = context
  const { sections, hidden, style } = arranged(week, present, context, size)
  const caption = roleUpTo("caption", Math.max(LEAST, style.px * 0.8), screen)
  return [
    ...sections.flatMap(({ day, rows: own }, i) => [
      ...(i > 0 ? [column({ height: pixels(SPACE, screen), shrink: 0 })] : []),
      text(dayName(day, context, "weekday").toLocaleUpperCase(language), { ...HEADING, ...caption }),
      rule(),
      ...own.map((each) => lessonRow(each, style)),
    ]),
    ...(hidden > 0 ? [moreLine(hidden, context, caption)] : []),
  ]
}

/** What stands in a list, and how large. */
function arranged(
  week: Week,
  present: Present,
  context: Context,
  { width, height, isSide = false }: Size,
): Pick<ReturnType<typeof sectionsOf>, "sections" | "hidden"> & { readonly style: RowStyle } {
  const { screen } = context
  const head = Math.ceil(captionPx({ ...screen, perMm: Math.min(screen.perMm, 6) }) * 1.2) + pixels(4 + SPACE, screen)
  const least = Math.max(MIN_ROW, pixels(SINGLE[screen.id], screen))
  const double = Math.max(MIN_DOUBLE, pixels(DOUBLE[screen.id], screen))
  const comfortable = isSide || screen.id === "xs" ? least * SIDE_ROW : double
  const { sections, hidden } = sectionsOf(week, present, { height, head, least, comfortable })
  const rows = sections.flatMap((section) => section.rows)
  const line = (height - sections.length * head) / (rows.length + (hidden > 0 ? 1 : 0))
  const isDouble = line >= double
  const share = NAME_SHARE[isDouble ? "double" : "single"]
  const most = Math.min(line * share, pixels(MOST_UNITS[screen.id], screen), width / 9)
  const smallest = screen.id === "xs" ? 10 : rows.some(({ lesson }) => hasHan(lesson.name)) ? LEAST_HAN : LEAST
  const px = Math.max(smallest, crispPx(most))
  const small = crispPx(Math.max(10, px * 0.75))
  return {
    sections,
    hidden,
    style: {
      px,
      small,
      width,
      time: timeWidth(rows, week, px, width, context),
      isDouble,
      isSide,
      plate: isDouble ? Math.ceil((px + small) * LEADING) + pixels(4, screen) : px * 2,
      hasRoom: !isDouble && width >= px * ROOMY && rows.some(({ lesson }) => lesson.room !== undefined),
      context,
      week,
    },
  }
}

const HEADING: Partial<Text> = {
  family: "sans",
  weight: "bold",
  tracking: 0.12,
  lines: 1,
  fit: "shrink",
  minPx: 10,
  leading: 1.2,
  shrink: 0,
}

function moreLine(hidden: number, { words, language }: Context, caption: Partial<Text>): SceneNode {
  return text(filled(wordsOf(language).more, { count: localNumber(hidden, words) }), {
    ...caption,
    slant: "italic",
    family: "serif",
    lines: 1,
    fit: "shrink",
    minPx: 10,
    shrink: 0,
    leading: 1.15,
  })
}

/** Width in pixels of the times, or of the names of the periods. */
function timeWidth(rows: readonly Row[], week: Week, px: number, width: number, { words }: Context): number {
  const ends = rows.flatMap(({ lesson }) => endOf(lesson, week) ?? [])
  const shown = [...rows.map((each) => timeOf(each, week, words)), ...ends.map((end) => shownTime(end, words))]
  const widest = Math.max(...shown.map((time) => measured(time).longest))
  const isTimed = rows.some(({ lesson }) => startOf(lesson, week) !== undefined)
  return Math.ceil(Math.min(width * 0.36, widest * px * (isTimed ? 1.1 : 1.25) + 2))
}

function timeOf({ lesson }: Row, week: Week, words: Context["words"]): string {
  const start = startOf(lesson, week)
  return start === undefined ? week.periods[lesson.first]!.label : shownTime(start, words)
}

/** The time, the name and the room. The running lesson is inverted, one that is over smaller. */
function lessonRow(each: Row, style: RowStyle): SceneNode {
  const { context, px: full, isDouble, isSide, plate } = style
  const isRunning = each.state === "running"
  const px = each.state === "past" ? crispPx(Math.max(10, full * PAST)) : full
  const cell: Partial<Text> = {
    px,
    lines: 1,
    fit: "shrink",
    minPx: context.screen.id === "xs" ? 10 : Math.min(px, LEAST),
    leading: LEADING,
    family: full > MOST_SANS ? "serif" : "sans",
    weight: isRunning ? "bold" : "regular",
  }
  return column(
    { grow: 1, basis: 0, justify: "center", ...(isSide && { maxHeight: Math.round(plate * 1.4) }) },
    row(
      {
        gap: pixels(6, context.screen),
        // Columns as high as the plate: rounding cuts no line of theirs.
        align: isDouble ? "stretch" : "center",
        grow: 1,
        maxHeight: plate,
        padding: [0, pixels(3, context.screen)],
        ...(isRunning && { fill: isSide ? ("black" as const) : ("red" as const), ink: "white" as const }),
      },
      ...(isDouble ? doubleParts(each, style, cell) : singleParts(each, style, cell)),
    ),
  )
}

function singleParts(each: Row, style: RowStyle, cell: Partial<Text>): SceneNode[] {
  const { week, context, time, hasRoom } = style
  const { room } = each.lesson
  const isPast = each.state === "past"
  const isRoomed = hasRoom && room !== undefined
  return [
    text(timeOf(each, week, context.words), {
      ...cell,
      ...timeLook(each),
      ...timeGroup(each),
      width: time,
      shrink: 0,
    }),
    text(shownName(each, style, cell, isRoomed ? 0.34 : 0), {
      ...cell,
      ...(!isPast && SERIF),
      ...(!isRoomed && { grow: 1, basis: 0 }),
    }),
    ...(isRoomed
      ? [
          column(
            { grow: 1, minWidth: cell.px!, justify: "end", height: Math.round(cell.px! * 0.8) },
            rule({ style: "dotted", ...(each.state === "running" && { ink: "white" as const }) }),
          ),
          text(room, { ...cell, ...SERIF, slant: "italic", maxWidth: "34%" }),
        ]
      : []),
  ]
}

function doubleParts(each: Row, style: RowStyle, cell: Partial<Text>): SceneNode[] {
  const { week, context, time, small } = style
  const { room } = each.lesson
  const end = endOf(each.lesson, week)
  const isTimed = end !== undefined && week.periods[each.lesson.last]!.kind !== "start"
  const second: Partial<Text> = { ...cell, px: small, weight: "regular" }
  return [
    column(
      { width: time, shrink: 0, justify: "center" },
      text(timeOf(each, week, context.words), { ...cell, ...timeLook(each) }),
      ...(isTimed ? [text(shownTime(end, context.words), { ...second, tabular: true })] : []),
    ),
    column(
      { grow: 1, basis: 0, justify: "center" },
      text(shownName(each, style, cell), { ...cell, ...(each.state !== "past" && SERIF) }),
      ...(room === undefined ? [] : [text(room, { ...second, ...SERIF, slant: "italic" })]),
    ),
  ]
}

const SERIF = { family: "serif" } as const

/** Times keep one size; those of lessons that are over are smaller. */
function timeGroup({ state }: Row): Partial<Text> {
  return { group: state === "past" ? "past times" : "times" }
}

/** The name of a lesson in one line of a list: its short one where it is too wide. `beside`: share of the width that stands beside it. */
function shownName(
  { lesson }: Row,
  { context, width, time }: RowStyle,
  { px = LEAST }: Partial<Text>,
  beside = 0,
): string {
  const gaps = pixels(6, context.screen) + 2 * pixels(3, context.screen)
  const room = (width * (1 - beside) - time - gaps) * SERIF_SHARE
  const { name } = lesson
  return measured(name).longest * px * NARROWER > room ? context.settings.short[name]?.trim() || name : name
}

/** The width that a name is given for an estimate that is made for the grotesque, which is narrower. */
const SERIF_SHARE = 0.95

const timeLook = ({ state }: Row): Partial<Text> => ({
  weight: state === "past" ? "regular" : "bold",
  tabular: true,
})
