import { datePhrase, localDigits } from "platen/sdk/kit"
import { column, crispPx, pageMargin, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode } from "platen/sdk/mode"
import { dayAfter, eventsOn, isoOf, isOver } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { monthGrid } from "./month.js"
import { HEAD, laterDays, nameOf, nextDays } from "./planner.js"
import { eventRows, legend, lineHeight, todayHeight, todayRow } from "./rows.js"
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

/** Today at the left, the next days at the right. */
function wide(data: AgendaData, context: Context): SceneNode {
  const { screen, width, settings } = context
  const side = pageMargin(screen)
  const gap = pixels(14, screen)
  const share = settings.range === "day" ? 0.6 : screen.id === "s" ? 0.46 : 0.42
  return row(
    { grow: 1, padding: [pixels(10, screen), side, pixels(8, screen), side], gap },
    column(
      { width: `${share * 100}%`, shrink: 0, gap: pixels(6, screen) },
      ...todayParts(data, context, bodyHeight(context), (width - 2 * side) * share),
    ),
    rule(),
    column({ grow: 1 }, ...nextDays(data, context, (width - 2 * side) * (1 - share) - 2 * gap, bodyHeight(context))),
  )
}

/** Today above, the next days below. */
function upright(data: AgendaData, context: Context): SceneNode {
  const { screen, width, settings } = context
  const side = pageMargin(screen)
  const share = settings.range === "day" ? 0.62 : 0.48
  return column(
    { grow: 1, padding: [pixels(10, screen), side, pixels(8, screen), side], gap: pixels(8, screen) },
    column(
      { height: `${share * 100}%`, shrink: 0, gap: pixels(5, screen) },
      ...todayParts(data, context, bodyHeight(context) * share, width - 2 * side),
    ),
    rule(),
    column(
      { grow: 1 },
      ...nextDays(data, context, width - 2 * side, bodyHeight(context) * (1 - share) - pixels(16, screen)),
    ),
  )
}

/** A panel of a few square centimetres: the day's number, and what comes next. */
function small(data: AgendaData, context: Context): SceneNode {
  const { screen, height, width } = context
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const style: RowStyle = { role: "caption", width: isWide ? width * 0.64 - 22 : width - 18, hasPlaces: false }
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
          text(nameOf(own, context, width < 240 ? "weekdayShort" : "weekday"), { ...HEAD, role: "caption" }),
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

/** The number of today, its name, and its events. `height`: pixels that all of it has; `width`: of its rows. */
function todayParts(data: AgendaData, context: Context, height: number, width: number): SceneNode[] {
  const { screen } = context
  const day = today(data, context)
  const below = legend(data, context, width)
  const isLarge = screen.id === "l" || screen.id === "xl"
  const isTall = screen.shape === "upright" || screen.shape === "column" || screen.shape === "square"
  const head = Math.round(Math.min(height * (isTall || isLarge ? 0.4 : 0.34), width * (isTall ? 0.5 : 0.66)))
  const gap = pixels(5, screen)
  const room = height - head - below.length * (lineHeight("caption", context) + gap) - pixels(12, screen)
  return [
    row(
      { height: head, shrink: 0, gap: pixels(10, screen), align: "end" },
      column({ width: isLarge && !isTall ? "58%" : "42%", height: "100%" }, numeralOf(day, context)),
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
    column(
      { grow: 1, gap: Math.min(gap, Math.round(lineHeight("body", context) * 0.3)) },
      ...todayRows(day, data, context, { width, height: room }),
    ),
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
  const gap = Math.min(pixels(5, screen), Math.round(lineHeight("body", context) * 0.3))
  for (const role of ["title", "lead", "body"] as const) {
    const wanted = day.events.reduce((sum, event) => sum + gap + todayHeight(event, role, width, context), 0)
    if (wanted <= height)
      return day.events.map((event) => todayRow(event, isoOf(day.day), { role, width }, data, context))
  }
  const most = Math.max(1, Math.floor(height / (lineHeight("body", context) + gap)))
  return eventRows(day, most, { role: "body", width, hasPlaces: screen.id !== "s" }, data, context)
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
