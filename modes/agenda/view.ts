import { datePhrase, localDigits } from "platen/sdk/kit"
import { column, crispPx, pageMargin, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text } from "platen/sdk/mode"
import { dayAfter, eventsOn, isoOf, isOver } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { monthGrid } from "./month.js"
import { eventRows, legend, lineHeight, todayRow } from "./rows.js"
import type { RowStyle } from "./rows.js"
import { wordsOf } from "./words.js"

/** Pixels that a page has without its masthead and its margins, about. */
function bodyHeight({ height, screen }: Context): number {
  return height - pixels(46, screen)
}

export function view(data: AgendaData, context: Context): Scene {
  return { language: context.language, body: bodyOf(data, context) }
}

function bodyOf(data: AgendaData, context: Context): SceneNode {
  if (data.missing) return absent(data.missing, context)
  const { id, shape } = context.screen
  if (id === "xs") return small(data, context)
  if (context.settings.range === "month") return month(data, context)
  return shape === "strip" || shape === "wide" ? wide(data, context) : upright(data, context)
}

/** Today without what is over. */
function today(data: AgendaData, context: Context): AgendaDay {
  const { day, events } = eventsOn(data, dayAfter(data))
  return { day, events: events.filter((event) => !isOver(event, context)) }
}

/** The days after today that a range shows. */
function laterDays(data: AgendaData, { settings: { range } }: Context): readonly AgendaDay[] {
  return Array.from({ length: range === "day" ? 2 : 6 }, (_, i) => eventsOn(data, dayAfter(data, i + 1)))
}

/** Today at the left, the next days at the right. */
function wide(data: AgendaData, context: Context): SceneNode {
  const { screen, width, settings } = context
  const side = pageMargin(screen)
  const gap = pixels(14, screen)
  const share = settings.range === "day" ? 0.6 : 0.42
  return row(
    { grow: 1, padding: [pixels(10, screen), side, pixels(8, screen), side], gap },
    column(
      { width: `${share * 100}%`, shrink: 0, gap: pixels(6, screen) },
      ...todayParts(data, context, bodyHeight(context), (width - 2 * side) * share),
    ),
    rule(),
    column({ grow: 1 }, ...dayRows(data, context, bodyHeight(context))),
  )
}

/** Today above, the next days below. */
function upright(data: AgendaData, context: Context): SceneNode {
  const { screen, width, settings } = context
  const side = pageMargin(screen)
  const share = settings.range === "day" ? 0.62 : 0.44
  return column(
    { grow: 1, padding: [pixels(10, screen), side, pixels(8, screen), side], gap: pixels(8, screen) },
    column(
      { height: `${share * 100}%`, shrink: 0, gap: pixels(5, screen) },
      ...todayParts(data, context, bodyHeight(context) * share, width - 2 * side),
    ),
    rule(),
    column({ grow: 1 }, ...dayRows(data, context, bodyHeight(context) * (1 - share))),
  )
}

/** A panel of a few square centimetres: the day's number, and what comes next. */
function small(data: AgendaData, context: Context): SceneNode {
  const { screen, height, width } = context
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const style: RowStyle = { role: "caption", timeWidth: 34, hasPlaces: false }
  const own = today(data, context)
  const next = own.events.length > 0 ? own : (laterDays(data, context).find(({ events }) => events.length > 0) ?? own)
  const room = isWide ? height - 40 : height * 0.5
  const rows = eventRows(
    next,
    Math.max(1, Math.floor(room / (lineHeight("caption", context) + 2))),
    style,
    data,
    context,
  )
  const head = text(next === own ? nameOf(next, context, "weekday") : nameOf(next, context, "weekdayShort"), {
    ...HEAD,
    role: "caption",
  })
  const list = column(
    { grow: 1, gap: 2, justify: rows.length > 2 ? "start" : "center" },
    ...(next === own ? [] : [head]),
    ...(rows.length > 0 ? rows : [nothing(context, "body")]),
  )
  const padding = [5, 8, 5, 8] as const
  const numeral = numeralOf(own, context)
  return isWide
    ? row(
        { grow: 1, padding, gap: 9 },
        column(
          { width: "30%", shrink: 0, gap: 3 },
          column({ grow: 1 }, numeral),
          text(nameOf(own, context, "weekday"), { ...HEAD, role: "caption" }),
        ),
        rule(),
        list,
      )
    : column(
        { grow: 1, padding, gap: 5 },
        row(
          { height: "34%", shrink: 0, gap: 8 },
          column({ width: "44%", height: "100%" }, numeral),
          column(
            { grow: 1, justify: "end" },
            text(nameOf(own, context, width < 180 ? "weekdayShort" : "weekday"), { ...HEAD, role: "caption" }),
          ),
        ),
        rule(),
        list,
      )
}

/** The month, with today's events beside or below it. */
function month(data: AgendaData, context: Context): SceneNode {
  const { screen, width } = context
  const side = pageMargin(screen)
  const gap = pixels(12, screen)
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const padding = [pixels(8, screen), side, pixels(6, screen), side] as const
  const own = column(
    { ...(isWide ? { width: "34%" } : { height: "36%" }), shrink: 0, gap: pixels(5, screen) },
    ...todayParts(data, context, bodyHeight(context) * (isWide ? 1 : 0.36), (width - 2 * side) * (isWide ? 0.34 : 1)),
  )
  return isWide
    ? row(
        { grow: 1, padding, gap },
        own,
        rule(),
        monthGrid(data, context, width * 0.66 - 2 * side - gap, bodyHeight(context)),
      )
    : column(
        { grow: 1, padding, gap: pixels(6, screen) },
        own,
        rule(),
        monthGrid(data, context, width - 2 * side, bodyHeight(context) * 0.58),
      )
}

const HEAD: Partial<Text> = {
  lines: 1,
  fit: "shrink",
  minPx: 9,
  leading: 1.2,
  shrink: 0,
  family: "sans",
  weight: "bold",
  tracking: 0.06,
}

/** The number of today, its name, and its events. `height`: pixels that all of it has; `width`: of its rows. */
function todayParts(data: AgendaData, context: Context, height: number, width: number): SceneNode[] {
  const { screen } = context
  const day = today(data, context)
  const below = legend(data, context)
  const head = Math.round(Math.min(height * 0.32, pixels(92, screen)))
  const gap = pixels(5, screen)
  const room = height - head - below.length * (lineHeight("caption", context) + gap) - pixels(18, screen)
  return [
    row(
      { height: head, shrink: 0, gap: pixels(10, screen), align: "end" },
      column({ width: "42%", height: "100%" }, numeralOf(day, context)),
      column(
        { grow: 1, basis: 0, gap: pixels(2, screen) },
        text(nameOf(day, context, "weekday"), { ...HEAD, role: "body" }),
        text(monthOf(day, context), {
          role: "lead",
          family: "serif",
          slant: "italic",
          lines: 1,
          fit: "shrink",
          minPx: 10,
          leading: 1.15,
        }),
      ),
    ),
    rule(),
    column({ grow: 1, gap, justify: "start" }, ...todayRows(day, data, context, { width, height: room })),
    ...below,
  ]
}

/** The events of today as large as they fit, else as many as fit in small rows. */
function todayRows(
  day: AgendaDay,
  data: AgendaData,
  context: Context,
  { width, height }: { readonly width: number; readonly height: number },
): readonly SceneNode[] {
  const { screen } = context
  if (day.events.length === 0) return [nothing(context, "lead")]
  const gap = pixels(5, screen)
  for (const role of ["lead", "body"] as const) {
    const timeWidth = lineHeight(role, context) * 2.1
    const line = lineHeight(role, context)
    const chars = (width - timeWidth - pixels(18, screen)) / (line * (/^(zh|ja)/.test(context.language) ? 0.74 : 0.42))
    const wanted = day.events.reduce(
      (sum, { title, place }) =>
        sum + gap + line * (title.length > chars ? 2 : 1) + (place === "" ? 0 : lineHeight("caption", context)),
      0,
    )
    if (wanted <= height)
      return day.events.map((event) => todayRow(event, isoOf(day.day), { role, timeWidth }, data, context))
  }
  const most = Math.max(1, Math.floor(height / (lineHeight("body", context) + gap)))
  const style: RowStyle = { role: "body", timeWidth: lineHeight("body", context) * 2.1, hasPlaces: screen.id !== "s" }
  return eventRows(day, most, style, data, context)
}

/** The next days, each with its name and its events: all of them fill the height. */
function dayRows(data: AgendaData, context: Context, height: number): SceneNode[] {
  const { screen } = context
  const days = laterDays(data, context)
  const isS = screen.id === "s"
  const role = isS ? "caption" : "body"
  const line = lineHeight(role, context) + 2
  const capacity = Math.max(days.length, Math.floor((height - pixels(14, screen)) / line))
  const lines = shared(
    days.map(({ events }) => events.length),
    capacity,
  )
  const style: RowStyle = { role, timeWidth: lineHeight(role, context) * 2.2, hasPlaces: false }
  return days.flatMap((day, i) => [
    ...(i === 0 ? [] : [rule({ style: "dotted" })]),
    row(
      { grow: Math.max(1, lines[i]!), basis: 0, gap: pixels(8, screen), align: "center" },
      dayName(day, context, lines[i]! < 2),
      column({ grow: 1, basis: 0, gap: 2, justify: "center" }, ...eventRows(day, lines[i]!, style, data, context)),
    ),
  ])
}

/** The name and the number of a day, beside each other where it has a line alone. */
function dayName(day: AgendaDay, context: Context, isFlat: boolean): SceneNode {
  const { screen, words } = context
  const number = text(localDigits(String(day.day.day), words), {
    role: "caption",
    family: "serif",
    lines: 1,
    fit: "shrink",
    minPx: 9,
    leading: 1.15,
    shrink: 0,
  })
  const name = text(nameOf(day, context, "weekdayShort"), { ...HEAD, role: "caption", tracking: 0, shrink: 1 })
  const width = lineHeight("caption", context) * 3.2
  return isFlat
    ? row({ width, shrink: 0, gap: pixels(4, screen), align: "center" }, name, number)
    : column({ width, shrink: 0, justify: "center" }, name, number)
}

/** How many lines each day gets of those that there are: one each, then one more for who needs it most. */
function shared(wanted: readonly number[], lines: number): readonly number[] {
  // A day's name takes two lines beside its events.
  const given = wanted.map((want) => Math.min(want, 1))
  for (let left = Math.floor(lines) - wanted.length; left > 0; left--) {
    const next = given.reduce(
      (best, have, i) => (have < wanted[i]! && (best < 0 || have < given[best]!) ? i : best),
      -1,
    )
    if (next < 0) break
    given[next] = given[next]! + 1
  }
  return given
}

function numeralOf({ day }: AgendaDay, { words }: Context): SceneNode {
  return text(localDigits(String(day.day), words), {
    fit: "fill",
    family: "display",
    trim: "ink",
    lines: 1,
    features: ["lnum"],
    grow: 1,
    ink: "red",
  })
}

function nameOf({ day }: AgendaDay, { words, language }: Context, form: "weekday" | "weekdayShort"): string {
  const name = words(`${form === "weekday" ? "weekday" : "weekday.short"}.${day.weekday}`)
  return name.toLocaleUpperCase(language)
}

function monthOf({ day }: AgendaDay, { words }: Context): string {
  return words("date.monthYear", datePhrase(day, words))
}

function nothing({ language }: Context, role: "body" | "lead"): SceneNode {
  return text(wordsOf(language).nothing, {
    role,
    family: "serif",
    slant: "italic",
    lines: 2,
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
  })
}

/** A page without events: why, and what is true all the same. */
function absent(missing: "feeds" | "network", context: Context): SceneNode {
  const { screen, now, sky, words, language } = context
  const side = pageMargin(screen)
  const { moon, south } = sky(now)
  const disc = crispPx(Math.min(context.width, context.height) * 0.3)
  return row(
    {
      grow: 1,
      padding: [pixels(12, screen), side, pixels(12, screen), side],
      gap: pixels(16, screen),
      align: "center",
    },
    {
      type: "moon",
      phase: moon.phase,
      south,
      width: disc,
      height: disc,
      shrink: 0,
      label: `${words("moon")}: ${words(`moon.${moon.name}`)}`,
    },
    text(wordsOf(language)[missing], {
      grow: 1,
      height: "100%",
      fit: "fill",
      family: "serif",
      minPx: 10,
      maxPx: pixels(34, screen),
      leading: 1.2,
    }),
  )
}
