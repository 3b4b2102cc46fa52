import { clockTime, datePhrase, dayNumber, dayOf, localDigits } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"
import { monthParts } from "./month-view.js"

type Context = ViewContext<CalendarSettings>

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
  return [
    ...(rows.length > 0 ? [factTable(rows, screen)] : []),
    ...(risen && small ? [caption(`${words("sun")} ${clockTime(risen.rise)} – ${clockTime(risen.set)}`)] : []),
    moonLine(words(`moon.${moon.name}`), { phase: moon.phase, south, label: words("moon") }, screen),
  ]
}

function factTable(rows: readonly (readonly string[])[], screen: Context["screen"]): SceneNode {
  return {
    type: "table",
    role: "caption",
    leading: 1.15,
    rowGap: pixels(1, screen),
    shrink: 0,
    columns: [
      { leader: true, family: "sans", weight: "bold" },
      { width: "auto", align: "end", family: "serif" },
    ],
    rows,
  }
}

/** The disc of the moon with its name. */
function moonLine(
  name: string,
  { phase, south, label }: { readonly phase: number; readonly south: boolean; readonly label: string },
  screen: Context["screen"],
): SceneNode {
  const disc = pixels(screen.id === "s" ? 22 : 28, screen)
  return row(
    { gap: pixels(8, screen), align: "center", shrink: 0 },
    { type: "moon", phase, south, width: disc, height: disc, shrink: 0, label: `${label}: ${name}` },
    text(name, {
      role: "caption",
      family: "serif",
      ...(!/\p{Script=Han}/u.test(name) && { slant: "italic" as const }),
      lines: 2,
      fit: "shrink",
      minPx: 10,
      leading: 1.15,
      spoken: false,
    }),
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
