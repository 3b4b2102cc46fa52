import { column, pageMargin, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import { aboutCalendars, agenda, isFar, upcoming } from "./agenda.js"
import type { BriefingData, BriefingEvent, BriefingSettings } from "./mode.js"
import { headlines, heading, line, LOW, present, skyTable } from "./parts.js"
import { wordsOf } from "./words.js"

export type Context = ViewContext<BriefingSettings>

/** What the parts of the page share. `events`: those to come. */
export interface Shown extends Omit<BriefingData, "missing" | "events"> {
  readonly events: readonly BriefingEvent[]
  readonly missing: "place" | "network"
  readonly context: Context
}

export function view({ missing = "network", events, ...data }: BriefingData, context: Context): Scene {
  const shown: Shown = { ...data, missing, events: upcoming(events, context), context }
  const { id, shape } = context.screen
  const lies = shape === "strip" || shape === "wide"
  const body = id === "xs" ? small(shown, lies) : lies ? wide(shown) : upright(shown)
  return { language: context.language, body, written: data.line !== undefined && says(body, data.line) }
}

/** Whether a page has room for a text. */
function says(node: SceneNode, words: string): boolean {
  return node.type === "text"
    ? node.text === words
    : "children" in node && node.children.some((each) => says(each, words))
}

/** Pixels of width below which a low panel has room for one sentence beside its numeral. */
const NARROW = 240
/** Most appointments, beside headlines and alone, by screen class. */
const MOST = { xs: [1, 2], s: [3, 5], m: [3, 5], l: [5, 8], xl: [6, 9] } as const

/** Appointments and headlines with their headings, a rule between them; none of what there is not. */
function world(shown: Shown): SceneNode[] {
  const { events, news, unread, incomplete, context } = shown
  const own = wordsOf(context.language)
  const most = MOST[context.screen.id][news.length > 0 ? 0 : 1] - (unread.length + incomplete.length > 0 ? 1 : 0)
  const about = aboutCalendars(shown)
  if (events.length === 0 && news.length === 0) return []
  const parts = [
    ...(events.length > 0
      ? [[...heading(own.next, shown), agenda(shown, most), ...about]]
      : about.length > 0
        ? [about]
        : []),
    ...(news.length > 0 ? [[...heading(own.news, shown), headlines(shown)]] : []),
  ]
  return parts.flatMap((part, i) => (i === 0 ? part : [rule(), ...part]))
}

/** The weather at the left, the world at the right, the line below; without the world, the line has its place. */
function wide(shown: Shown): SceneNode {
  const { screen, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(screen.id === "s" ? 5 : 8, screen)
  const parts = world(shown)
  const isSmall = screen.id === "s"
  const isLow = isSmall || isFar(screen)
  // The reason why there is no weather takes the room of the table on a low page.
  const isTight = height < LOW && !shown.weather
  return column(
    { grow: 1, padding: [pixels(10, screen), side, pixels(8, screen), side], gap },
    row(
      { grow: 1, basis: 0, gap: pixels(14, screen) },
      column(
        // The table gives way to the weather.
        { width: isSmall ? "38%" : "36%", shrink: 0, gap: pixels(isSmall ? 4 : 6, screen), more: true },
        ...present(shown, Math.round(height * (isSmall ? 0.28 : 0.27))),
        column({ grow: 1, basis: 0 }),
        ...(isTight ? [] : [skyTable(shown)]),
      ),
      rule(),
      column(
        { grow: 1, basis: 0, gap },
        ...(parts.length > 0 ? parts : [large(shown), ...aboutCalendars(shown), ...(isTight ? [skyTable(shown)] : [])]),
      ),
    ),
    ...(parts.length > 0
      ? [rule(), line(shown, { role: isLow ? "body" : "lead", lines: isLow ? 1 : 2, balance: true, shrink: 0 })]
      : []),
  )
}

function large(shown: Shown): SceneNode {
  return line(shown, { fit: "fill", grow: 1, leading: 1.15, maxPx: 400 })
}

/** The weather above, the world below it, and the line at the foot. */
function upright(shown: Shown): SceneNode {
  const { screen, height } = shown.context
  const side = pageMargin(screen)
  const gap = pixels(8, screen)
  const parts = world(shown)
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { gap: pixels(14, screen), shrink: 0, align: "end" },
      column(
        { width: screen.id === "m" ? "62%" : "54%", shrink: 0, gap: pixels(4, screen) },
        ...present(shown, Math.round(height * 0.2)),
      ),
      column({ grow: 1 }, skyTable(shown)),
    ),
    rule(),
    ...(parts.length > 0
      ? // From afar the line gives way to the headlines.
        [
          ...parts,
          ...(isFar(screen) ? [] : [rule(), line(shown, { role: "lead", lines: 2, balance: true, shrink: 0 })]),
        ]
      : [large(shown), ...aboutCalendars(shown)]),
  )
}

/** A panel of a few square centimetres: the weather, and the two things that come next. */
function small(shown: Shown, lies: boolean): SceneNode {
  const { screen } = shown.context
  const side = pageMargin(screen)
  const parts = shortParts(shown)
  const list = column({ grow: 1, basis: 0, gap: 3 }, ...parts.flatMap((part, i) => (i === 0 ? [part] : [rule(), part])))
  const now = present(shown)
  return lies
    ? row(
        { grow: 1, padding: [4, side, 4, side], gap: 8 },
        column({ width: "36%", shrink: 0, gap: 2 }, ...now),
        rule(),
        list,
      )
    : column(
        { grow: 1, padding: [4, side, 4, side], gap: 4 },
        column({ grow: 0.8, basis: 0, gap: 2 }, ...now),
        rule(),
        list,
      )
}

/** At most two things: why there is no weather, the next appointment, a headline, or else the line. */
function shortParts(shown: Shown): SceneNode[] {
  const { weather, events, news, missing, context } = shown
  const about = aboutCalendars(shown)
  const isNarrow = context.width < NARROW && context.screen.shape !== "square" && context.screen.shape !== "column"
  const reason = text(context.words(`weather.${missing}`), {
    role: "caption",
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    grow: 2,
    basis: 0,
  })
  if (!weather && isNarrow) return [reason]
  const isAlone = news.length === 0 && about.length === 0 && weather !== null
  const parts = [
    ...(weather ? [] : [reason]),
    ...(events.length > 0 ? [agenda(shown, isAlone ? 2 : 1)] : []),
    ...(about.length > 0 ? [column({}, ...about)] : []),
    ...(news.length > 0 ? [headlines(shown, weather && events.length === 0 && about.length === 0 ? 2 : 1)] : []),
  ]
  const isFull = parts.length > 1 || events.length > 1 || (parts.length === 1 && news.length > 1)
  return isFull ? parts.slice(0, 2) : [...parts, line(shown, { fit: "fill", grow: 1, basis: 0, maxPx: 40 })]
}
