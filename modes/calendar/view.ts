import { clockTime, datePhrase, dayNumber, dayOf, localDigits } from "platen/sdk/kit"
import { column, crispPx, grid, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"

type Context = ViewContext<CalendarSettings>
type Cell = CalendarData["weeks"][number]["cells"][number]

export function view(data: CalendarData, context: Context): Scene {
  return { body: bodyOf(data, context), language: context.language }
}

function bodyOf(data: CalendarData, context: Context): SceneNode {
  const { shape, id } = context.screen
  if (shape === "wide" && id !== "xs") return wide(data, context)
  if (shape === "strip" || shape === "wide") return strip(data, context)
  return upright(data, context)
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
  const agenda = agendaOf(data, context)
  const size = {
    width: width * (1 - DAY_SHARE) - 2 * side - gap,
    height: height * 0.9 - pixels(agenda ? 62 : 44, screen),
  }
  return row(
    { grow: 1, padding: [pixels(12, screen), side, pixels(12, screen), side], gap },
    column({ width: `${DAY_SHARE * 100}%`, shrink: 0, gap: pixels(5, screen) }, ...dayParts(data, context)),
    rule(),
    column(
      { grow: 1, gap: pixels(5, screen) },
      ...monthParts(data, context, size),
      ...(agenda ? [rule(), agenda] : []),
    ),
  )
}

/** The day above, the month below. */
function upright(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height, words } = context
  const small = screen.id === "xs"
  const side = small ? 8 : pageMargin(screen)
  const gap = pixels(small ? 6 : 10, screen)
  const phrase = datePhrase(dayIn(data), words)
  const agenda = agendaOf(data, context)
  const head = small ? 0.24 : 0.28
  const size = { width: width - 2 * side, height: height * (0.9 - head) - pixels(agenda ? 74 : 52, screen) }
  const narrow = width < 160
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { height: `${head * 100}%`, gap: pixels(12, screen), shrink: 0 },
      numeral(data, { grow: narrow ? 1 : 0, ...(narrow ? {} : { width: "46%" }), height: "100%" }),
      ...(narrow
        ? []
        : [
            column(
              { grow: 1, justify: "end", gap: pixels(small ? 0 : 4, screen) },
              ...(small ? [] : [weekday(data, context)]),
              monthName(data, context, small ? "body" : "lead"),
              ...(small
                ? [caption(data.lunar ? data.lunar.monthDay : words("date.week", phrase))]
                : [rule(), ...facts(data, context)]),
            ),
          ]),
    ),
    rule(),
    ...monthParts(data, context, size),
    ...(agenda && !narrow ? [rule(), agenda] : []),
  )
}

/** The page of a flat strip: the day at the left, a small month at the right. */
function strip(data: CalendarData, context: Context): SceneNode {
  const { screen, width, height } = context
  const size = { width: width * 0.64 - 22, height: height - 44 }
  return row(
    { grow: 1, padding: [4, 8, 3, 10], gap: 8 },
    column(
      { width: "31%", gap: 3, shrink: 0 },
      numeral(data, { grow: 99 }),
      spacer(),
      monthName(data, context, "caption"),
      ...(data.lunar ? [caption(data.lunar.monthDay)] : screen.shape === "wide" ? [weekday(data, context)] : []),
    ),
    rule(),
    column({ grow: 1 }, ...monthParts(data, context, size)),
  )
}

/** The parts of the day's column. */
function dayParts(data: CalendarData, context: Context): SceneNode[] {
  return [
    weekday(data, context),
    numeral(data, { grow: 99 }),
    monthName(data, context, "title"),
    caption(dayWords(data, context)),
    spacer(),
    rule(),
    ...facts(data, context),
  ]
}

function numeral({ day }: CalendarData, props: Partial<Text>): SceneNode {
  return text(String(day), { family: "display", fit: "fill", trim: "ink", lines: 1, features: ["lnum"], ...props })
}

function weekday(data: CalendarData, { words, language }: Context): SceneNode {
  return text(words(`weekday.${dayIn(data).weekday}`).toLocaleUpperCase(language), {
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
    ...(!data.lunar && { slant: "italic" as const }),
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

function caption(string: string): SceneNode {
  return text(string, { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 })
}

/** Sun and moon of the day, and the next solar term of a Chinese calendar. */
function facts(data: CalendarData, { words, sky, screen }: Context): SceneNode[] {
  const day = dayIn(data)
  const { moon, sun, south } = sky(day)
  const { lunar } = data
  const small = screen.id === "s"
  const risen = sun && "rise" in sun ? sun : undefined
  const rows: string[][] = [
    ...(lunar ? [[lunar.nextTerm.name, words("date.dayMonth", datePhrase(lunar.nextTerm, words))]] : []),
    ...(risen && !small
      ? [
          [words("sun.rise"), localDigits(clockTime(risen.rise), words)],
          [words("sun.set"), localDigits(clockTime(risen.set), words)],
        ]
      : []),
  ]
  const disc = pixels(small ? 22 : 28, screen)
  return [
    ...(rows.length > 0
      ? [
          {
            type: "table" as const,
            role: "caption" as const,
            leading: 1.15,
            rowGap: pixels(1, screen),
            shrink: 0,
            columns: [
              { leader: true, family: "sans" as const, weight: "bold" as const },
              { width: "auto" as const, align: "end" as const, family: "serif" as const },
            ],
            rows,
          },
        ]
      : []),
    ...(risen && small ? [caption(`${words("sun")} ${clockTime(risen.rise)} – ${clockTime(risen.set)}`)] : []),
    row(
      { gap: pixels(8, screen), align: "center", shrink: 0 },
      {
        type: "moon",
        phase: moon.phase,
        south,
        width: disc,
        height: disc,
        shrink: 0,
        label: `${words("moon")}: ${words(`moon.${moon.name}`)}`,
      },
      text(words(`moon.${moon.name}`), {
        role: "caption",
        family: "serif",
        ...(!lunar && { slant: "italic" as const }),
        lines: 2,
        fit: "shrink",
        minPx: 10,
        leading: 1.15,
        spoken: false,
      }),
    ),
  ]
}

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

/** Share of the height of a row, and of the width of a cell, that a number takes. */
const NUMBER = { line: 0.62, cell: 0.46 } as const
const NUMBER_LABELLED = { line: 0.42, cell: 0.4 } as const
const LABELS = [12, 16, 18, 22, 24, 30, 36, 40]
/** Pixels that a Chinese label needs at least, in a row and in a cell. */
const LABELLED = { line: 29, cell: 30 } as const

function scaleOf(data: CalendarData, { width, height }: Size, { screen }: Context): Scale {
  const numbered = data.lunar === undefined && screen.id !== "xs" && screen.id !== "s"
  const cell = width / (numbered ? 8 : 7)
  const line = height / data.weeks.length
  const labelled = data.lunar !== undefined && line >= LABELLED.line && cell >= LABELLED.cell
  const share = labelled ? NUMBER_LABELLED : NUMBER
  return {
    cell,
    line,
    number: crispPx(Math.min(line * share.line, cell * share.cell)),
    label: labelled ? LABELS.findLast((px) => px <= Math.min(line * 0.36, cell / 3.1))! : 0,
    heading: data.lunar
      ? Math.max(12, LABELS.findLast((px) => px <= cell * 0.3) ?? 12)
      : crispPx(Math.min(cell * 0.36, 24)),
    numbered,
  }
}

function monthParts(data: CalendarData, context: Context, size: Size): SceneNode[] {
  const scale = scaleOf(data, size, context)
  return [headings(data, context, scale), rule(), days(data, context, scale)]
}

function headings(
  data: CalendarData,
  { words, settings, language }: Context,
  { cell, heading, numbered }: Scale,
): SceneNode {
  const first = settings.weekStart === "monday" ? 1 : 0
  return grid(
    { columns: numbered ? 8 : 7, shrink: 0 },
    ...(numbered ? [text("", { px: heading })] : []),
    ...Array.from({ length: 7 }, (_, i) =>
      text(initial(words(`weekday.letter.${(first + i) % 7}`).toLocaleUpperCase(language), cell, heading), {
        px: heading,
        weight: "bold",
        align: "center",
        lines: 1,
        leading: cell < 28 ? 1 : 1.15,
        ...(((first + i) % 7) % 6 === 0 && { ink: "red" as const }),
      }),
    ),
  )
}

/** The name of a day, or its first letter where cells are narrow. */
function initial(name: string, cell: number, px: number): string {
  return cell < px * 2 ? [...name][0]! : name
}

function days(data: CalendarData, context: Context, scale: Scale): SceneNode {
  const cells = data.weeks.flatMap(({ number, cells: each }) => [
    ...(scale.numbered ? [weekCell(number, scale)] : []),
    ...each.map((cell) => dayCell(cell, data, context, scale)),
  ])
  return grid({ columns: scale.numbered ? 8 : 7, even: true, grow: 1 }, ...cells)
}

/** The number of a week, on the baseline of its days. */
function weekCell(number: number, scale: Scale): SceneNode {
  const px = crispPx(scale.number * 0.6)
  return column(
    { justify: "center", padding: [2 * Math.round((scale.number - px) * BASELINE), 0, 0, 0] },
    text(String(number), {
      px,
      lines: 1,
      leading: (scale.number * leadingOf(scale)) / px,
      family: "serif",
      slant: "italic",
      shrink: 0,
    }),
  )
}

/** Distance of a baseline from the middle of its line, as a share of the size. */
const BASELINE = 0.37
/** Line height of the number of a day: where rows are low, that of its digits. */
const leadingOf = ({ line, number }: Scale): number => (line < number * 1.3 ? 1 : 1.15)
/** The tint of a weekend. */
const WEEKEND = { tone: 0.125 } as const

function dayCell(cell: Cell, data: CalendarData, context: Context, scale: Scale): SceneNode {
  const tinted = cell.weekend ? { fill: WEEKEND } : {}
  if (!cell.inside) return column(tinted)
  const today = cell.day === data.day
  const label = scale.label > 0 ? cell.label : undefined
  const second = cell.weekend && !today ? { ink: "red" as const } : {}
  const words: SceneNode[] = [
    text(String(cell.day), {
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
          text(label.text, {
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
    mark(words, today, cell.reminded === true, label !== undefined, scale),
  )
}

/** What is special about a day: today is a black disc, a reminder a ring. A day with a label has a plate in place of the disc. */
function mark(
  words: readonly SceneNode[],
  today: boolean,
  reminded: boolean,
  labelled: boolean,
  { cell, line, number, label }: Scale,
): SceneNode {
  if (!today && !reminded) return column({ align: "center", shrink: 0 }, ...words)
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

/** The next reminders on a line below the month, as many as fit. Today's reminders stand alone and bold. */
function agendaOf(data: CalendarData, context: Context): SceneNode | undefined {
  const { reminders = [] } = data
  if (reminders.length === 0 || context.screen.id === "xs") return undefined
  const { words, screen, width } = context
  const now = reminders.filter(({ today }) => today)
  const said =
    now.length > 0 ? now.map((each) => each.text) : reminders.map((each) => `${dateOf(each, words)} ${each.text}`)
  const room =
    (width * (screen.shape === "wide" ? 1 - DAY_SHARE : 1) - 2 * pageMargin(screen)) / (LETTER_MM * screen.perMm)
  let line = said[0]!
  for (const each of said.slice(1)) {
    if (widthOf(`${line} · ${each}`) > room) break
    line = `${line} · ${each}`
  }
  return row(
    { shrink: 0 },
    text(line, {
      role: "caption",
      lines: 1,
      leading: 1.3,
      fit: "shrink",
      minPx: 10,
      ...(now.length > 0 && { weight: "bold" as const }),
    }),
    spacer(),
  )
}

/** Width of a letter of a caption in millimetres. */
const LETTER_MM = 1.6

/** Estimated width of a text, in letters. */
function widthOf(given: string): number {
  return [...given].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) || char.length > 1 ? 1.8 : 1), 0)
}

function dateOf(day: { readonly month: number; readonly day: number }, words: Context["words"]): string {
  return words("date.dayMonth", datePhrase(day, words))
}
