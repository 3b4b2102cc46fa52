import { clockTime, filled, localDigits, localList, localTime } from "platen/sdk/kit"
import { column, pixels, row, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { SceneNode, Text } from "platen/sdk/mode"
import { shortened } from "./shortened.js"
import type { BriefingEvent } from "./mode.js"
import type { Context, Shown } from "./view.js"
import { wordsOf } from "./words.js"

/** Letters of a title. */
const LETTERS = { xs: 24, s: 38, m: 40, l: 56, xl: 60 } as const
/** Letters on low panels that are narrower than this, in pixels. */
const [FEW, NARROW] = [14, 240]
/** Widths of the times: of today's alone, and of those with a weekday; in pixels on the smallest screens, else in units. */
const TIMES = { xs: { today: 36, other: 66 }, other: { today: 32, other: 60 } } as const

/** The events that are not over yet, in their order. */
export function upcoming(events: readonly BriefingEvent[], { now }: Pick<Context, "now">): readonly BriefingEvent[] {
  const today = isoOf(now)
  return events.filter(({ allDay, at, until, last }) => (allDay ? last >= today : until > now.epoch || at >= now.epoch))
}

/** When an event begins: "9:30" today, else "Mon 9:30"; without a time where it takes all day, or began on an earlier day. */
export function whenOf({ allDay, at, first }: BriefingEvent, { now, timeZone, words, language }: Context): string {
  const today = isoOf(now)
  if (first < today || (first === today && allDay)) return wordsOf(language).allDay
  const time = allDay ? "" : clockTime(localTime(at, timeZone), words)
  const weekday = words(`weekday.short.${new Date(`${first}T00:00Z`).getUTCDay()}`)
  return first === today ? time : `${weekday} ${time}`.trim()
}

function isoOf({ year, month, day }: LocalDay): string {
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
}

/** The next appointments, at most so many: of one size, which never gives way; those that there is no room for are left out. */
export function agenda({ events, context }: Shown, most: number): SceneNode {
  const { screen, now } = context
  const shown = events.slice(0, most)
  const today = isoOf(now)
  const kind = shown.every((each) => each.first === today && !each.allDay) ? "today" : "other"
  const width = screen.id === "xs" ? TIMES.xs[kind] : pixels(TIMES.other[kind], screen)
  return column(
    {
      grow: shown.length,
      basis: 0,
      gap: pixels(3, screen),
      more: true,
      justify: "between",
      padding: [0, 0, pixels(3, screen), 0],
    },
    ...shown.map((event, i) => eventRow(event, i, width, context)),
  )
}

const SENTENCE: Partial<Text> = {
  role: "caption",
  family: "serif",
  slant: "italic",
  fit: "shrink",
  minPx: 10,
  leading: 1.2,
  shrink: 0,
}

/** What is to say of the calendars in words: that there is nothing in them, and which could not be read. */
export function aboutCalendars({ events, unread, incomplete, context }: Shown): SceneNode[] {
  const { screen, language, settings, words } = context
  const own = wordsOf(language)
  const isRead = unread.length < settings.feeds.filter(({ url }) => url !== "").length
  const called = (name: string): string => shortened(name || own.unnamed, screen.id === "xs" ? 14 : 18)
  const names = [
    ...unread.map(called),
    ...incomplete.map(({ name, entries }) =>
      filled(own.entries, { name: called(name), n: localDigits(String(entries), words) }),
    ),
  ].slice(0, screen.id === "xs" ? 1 : 2)
  return [
    ...(events.length === 0 && isRead ? [text(own.free, { ...SENTENCE, lines: 2 })] : []),
    ...(names.length === 0
      ? []
      : [text(filled(own.unread, { names: localList(names, words) }), { ...SENTENCE, lines: 3 })]),
  ]
}

function eventRow(event: BriefingEvent, i: number, width: number, context: Context): SceneNode {
  const { screen } = context
  return row(
    { gap: pixels(6, screen), align: "baseline" },
    text(whenOf(event, context), {
      role: readingOf(context),
      weight: "bold",
      width,
      lines: 1,
      fit: "shrink",
      minPx: 10,
      shrink: 0,
      leading: 1.15,
      group: "times",
      ...(i === 0 && { ink: "red" as const }),
    }),
    titleOf(event, context),
  )
}

/** The role of appointments and headlines. */
export function readingOf({ screen: { id } }: Pick<Context, "screen">): "body" | "lead" {
  return id === "l" || id === "xl" ? "lead" : "body"
}

/** The title, and in italics the place where there is room. */
function titleOf({ title, place }: BriefingEvent, context: Context): SceneNode {
  const { screen, width } = context
  const name = shortened(title || "—", screen.id === "xs" && width > 200 && width < NARROW ? FEW : LETTERS[screen.id])
  const isShown = place !== "" && screen.id !== "s" && screen.id !== "xs"
  const spans = [
    { text: name },
    ...(isShown ? [{ text: `  ${shortened(place, 20)}`, slant: "italic" as const, scale: 0.85 }] : []),
  ]
  return text(spans.map((span) => span.text).join(""), {
    ...(isShown && { spans }),
    role: readingOf(context),
    family: "serif",
    lines: 3,
    ...(screen.id === "xs" && { fit: "shrink", minPx: 10, group: "titles" }),
    leading: 1.15,
    grow: 1,
    basis: 0,
  })
}
