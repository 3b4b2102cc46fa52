import { datePhrase, filled, isoWeek, localDigits, measured } from "platen/sdk/kit"
import { column, crispPx, pageMargin, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode } from "platen/sdk/mode"
import { dayAfter, eventsOn, isOver } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { monthGrid } from "./month.js"
import { HEAD, isFree, laterDays, nameOf, nextDays } from "./planner.js"
import { legend } from "./legend.js"
import { hourList } from "./rows.js"
import { lineHeight, sizeOf } from "./sizes.js"
import type { Room } from "./rows.js"
import { hasWords, wordsOf } from "./words.js"

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
  const { screen, width } = context
  const side = pageMargin(screen)
  const gap = pixels(screen.id === "s" ? 10 : 12, screen)
  const inner = width - 2 * side - 2 * gap - 1
  const isQuiet = today(data, context).events.length <= FEW_EVENTS
  const left = Math.round(
    inner * (isFree(laterDays(data, context)) ? FREE_WEEK : isQuiet ? 0.52 : screen.id === "s" ? 0.6 : 0.63),
  )
  return row(
    { grow: 1, padding: [pixels(9, screen), side, pixels(6, screen), side], gap },
    column(
      { width: left, shrink: 0, gap: pixels(6, screen) },
      ...todayParts(data, context, { width: left, height: bodyHeight(context) }),
    ),
    rule(),
    column({ grow: 1, basis: 0 }, ...nextDays(data, context, { width: inner - left, height: bodyHeight(context) })),
  )
}

/** Today above, the next days below. */
function upright(data: AgendaData, context: Context): SceneNode {
  const { screen, width } = context
  const side = pageMargin(screen)
  const gap = pixels(7, screen)
  const inner = bodyHeight(context) - 2 * gap
  const top = Math.round(inner * (isFree(laterDays(data, context)) ? FREE_WEEK : 0.52))
  const own = width - 2 * side
  return column(
    { grow: 1, padding: [pixels(9, screen), side, pixels(6, screen), side], gap },
    column(
      { height: top, shrink: 0, gap: pixels(5, screen) },
      ...todayParts(data, context, { width: own, height: top }),
    ),
    rule(),
    column({ grow: 1, basis: 0 }, ...nextDays(data, context, { width: own, height: inner - top })),
  )
}

/** A panel of a few square centimetres: the day's number, and what comes next. */
function small(data: AgendaData, context: Context): SceneNode {
  const { screen, height, width } = context
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const own = today(data, context)
  const next = own.events.length > 0 ? own : (laterDays(data, context).find(({ events }) => events.length > 0) ?? own)
  const caption = lineHeight("caption", context)
  const room = isWide
    ? { width: width * 0.64 - 22, height: height - 40 - (next === own ? 0 : caption) }
    : { width: width - 18, height: height * 0.5 - (next === own ? 0 : caption) }
  const head = text(next === own ? nameOf(next, context, "weekday") : nameOf(next, context, "weekdayShort"), {
    ...HEAD,
    role: "caption",
  })
  const list = column(
    { grow: 1, basis: 0, gap: 2 },
    ...(next === own ? [] : [head]),
    next.events.length > 0 ? hourList(next, data, context, room) : nothing(context, sizeOf("lead", context)),
  )
  const padding = [5, 8, 5, 8] as const
  const numeral = numeralOf(own, context)
  return isWide
    ? row(
        { grow: 1, padding, gap: 9 },
        column({ width: "30%", shrink: 0, gap: 3 }, column({ grow: 1 }, numeral), nameIn(own, context, 240)),
        rule(),
        list,
      )
    : column(
        { grow: 1, padding, gap: 5 },
        row(
          { height: "34%", shrink: 0, gap: 8 },
          column({ width: "44%", height: "100%" }, numeral),
          column({ grow: 1, justify: "end" }, nameIn(own, context, 180)),
        ),
        rule(),
        list,
      )
}

/** The name of a day below its numeral: brief on a page that is narrower than so many pixels, and in a size that it has room for. */
function nameIn(day: AgendaDay, context: Context, narrow: number): SceneNode {
  const form = context.width < narrow ? "weekdayShort" : "weekday"
  return text(nameOf(day, context, form), { ...HEAD, role: "caption", fit: "shrink", minPx: 10 })
}

/** The month, with today's events beside or below it. */
function month(data: AgendaData, context: Context): SceneNode {
  const { screen, width } = context
  const side = pageMargin(screen)
  const gap = pixels(12, screen)
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const padding = [pixels(8, screen), side, pixels(6, screen), side] as const
  const room: Room = {
    width: (width - 2 * side) * (isWide ? 0.34 : 1),
    height: bodyHeight(context) * (isWide ? 1 : 0.36),
  }
  const own = column(
    { ...(isWide ? { width: "34%" } : { height: "36%" }), shrink: 0, gap: pixels(5, screen) },
    ...todayParts(data, context, room),
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

/** The number of today hanging from the head of the page, its name beside it, and its events. */
function todayParts(data: AgendaData, context: Context, { width, height }: Room): SceneNode[] {
  const { screen } = context
  const day = today(data, context)
  const below = legend(data, context, width)
  const figures = String(day.day.day).length
  // Few events leave the page to the number of the day.
  const [high, share] = day.events.length <= FEW_EVENTS ? [0.42, 0.54] : [0.34, 0.5]
  const head = Math.round(Math.min(height * high, (width * share) / figures / FIGURE))
  const gap = pixels(5, screen)
  const named = screen.id === "s" ? "caption" : "body"
  // Bold capitals, spaced.
  const wide = measured(nameOf(day, context, "weekday")).longest * sizeOf(named, context) * 1.15
  const isRoomy = wide <= width - head * FIGURE * figures - pixels(9, screen)
  const room = {
    width,
    height: height - head - below.length * (lineHeight("caption", context) + gap) - pixels(14, screen),
    most: head * TITLE,
  }
  return [
    row(
      { height: head, shrink: 0, gap: pixels(9, screen) },
      column({ width: Math.round(head * FIGURE * figures), shrink: 0 }, numeralOf(day, context)),
      column(
        { grow: 1, basis: 0, gap: pixels(2, screen), more: true },
        text(nameOf(day, context, isRoomy ? "weekday" : "weekdayShort"), { ...HEAD, role: named }),
        text(monthOf(day, context), {
          role: "title",
          family: "serif",
          slant: "italic",
          lines: 1,
          leading: 1.15,
          fit: "shrink",
          minPx: 10,
        }),
        ...(hasWords(context.language)
          ? [text(aboutOf(day, context), { role: "caption", lines: 1, leading: 1.2, fit: "shrink", minPx: 10 })]
          : []),
      ),
    ),
    rule(),
    day.events.length === 0 ? nothing(context, room.most) : hourList(day, data, context, room),
    ...below,
  ]
}

/** Share of a page that today has where the next days have no events. */
const FREE_WEEK = 0.7
/** Events of a day that are few. */
const FEW_EVENTS = 2
/** Most size of a title as a multiple of the height of the number of the day. */
const TITLE = 0.55
/** Width of a figure of the display face as a multiple of its height. */
const FIGURE = 0.78

/** The week, where weeks begin with Monday as their numbers do and there is room, and the number of events. */
function aboutOf({ day, events }: AgendaDay, { words, language, screen }: Context): string {
  const own = wordsOf(language)
  const n = (count: number): { readonly n: string } => ({ n: localDigits(String(count), words) })
  const week = screen.id === "s" || Number(words("first-day-of-week")) === 0 ? [] : [filled(own.week, n(isoWeek(day)))]
  return [...week, filled(events.length === 1 ? own.event : own.events, n(events.length))].join(
    /^(zh|ja)/.test(language) ? "，" : " · ",
  )
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

/** A day without events, as large as its room. `maxPx`: pixels at most. */
function nothing({ language }: Context, maxPx: number): SceneNode {
  return text(wordsOf(language).nothing, {
    family: "serif",
    slant: "italic",
    fit: "fill",
    grow: 1,
    lines: 2,
    minPx: 10,
    maxPx: Math.round(maxPx),
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
