import { clockTime, filled, localDigits, localList, localTime, measured } from "platen/sdk/kit"
import { column, DISTANCES, pixels, row, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { SceneNode, Text } from "platen/sdk/mode"
import { shortened } from "./shortened.js"
import type { BriefingEvent } from "./mode.js"
import type { Context, Shown } from "./view.js"
import { wordsOf } from "./words.js"

/** Size of a place as a share of its title. */
const PLACE = 0.85
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
  const time = allDay ? "" : clockTime(localTime(at, timeZone), words, true)
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
  const size = titleSize(shown, context)
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
    ...shown.map((event, i) =>
      row({ gap: pixels(6, screen), align: "baseline" }, time(event, i, width, context), titleOf(event, size, context)),
    ),
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

function time(event: BriefingEvent, i: number, width: number, context: Context): SceneNode {
  return text(whenOf(event, context), {
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
  })
}

/** Share of the width that titles have. */
const COLUMN = 0.36
/** Size of large titles in pixels, and the pixels of a millimetre below which a page of this class is read at a desk. */
const [LARGE_PX, AT_DESK] = [24, 5.6]

/** The size of titles: larger where all of them stay in one line, on a page that is read at a desk. */
function titleSize(events: readonly BriefingEvent[], context: Context): Pick<Text, "px" | "role"> {
  const {
    width,
    screen: { id, shape, perMm },
  } = context
  const isShort = events.every(({ title, place }) => {
    const { name, beside } = namesOf(title, place, context)
    return (measured(name).longest + measured(beside).longest * PLACE) * LARGE_PX < width * COLUMN
  })
  return id === "m" && shape === "wide" && perMm < AT_DESK && isShort ? { px: LARGE_PX } : { role: readingOf(context) }
}

/** The role of appointments and headlines. */
export function readingOf({ screen: { id } }: Pick<Context, "screen">): "body" | "lead" {
  return id === "l" || id === "xl" ? "lead" : "body"
}

/** Whether a page is read across a hall: words beside others give way. */
export function isFar({ grown }: Pick<Context["screen"], "grown">): boolean {
  return grown >= DISTANCES.hall
}

/** A title, and its place where there is room. */
function namesOf(
  title: string,
  place: string,
  { screen, width }: Context,
): { readonly name: string; readonly beside: string } {
  const isShown = place !== "" && screen.id !== "s" && screen.id !== "xs" && !isFar(screen)
  return {
    name: shortened(title || "—", screen.id === "xs" && width > 200 && width < NARROW ? FEW : LETTERS[screen.id]),
    beside: isShown ? `  ${shortened(place, 20)}` : "",
  }
}

/** The title, and the place in italics. */
function titleOf({ title, place }: BriefingEvent, size: Pick<Text, "px" | "role">, context: Context): SceneNode {
  const { screen } = context
  const { name, beside } = namesOf(title, place, context)
  const spans = [{ text: name }, ...(beside === "" ? [] : [{ text: beside, slant: "italic" as const, scale: PLACE }])]
  return text(name + beside, {
    ...(spans.length > 1 && { spans }),
    ...size,
    family: "serif",
    lines: 3,
    ...(screen.id === "xs" && { fit: "shrink", minPx: 10, group: "titles" }),
    leading: 1.15,
    grow: 1,
    basis: 0,
  })
}
