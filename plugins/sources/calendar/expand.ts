import { Invalid } from "platen/sdk"
import type { Calendar, CalendarEvent, SandboxTools, SentBody } from "platen/sdk/sources"
import { dayIn, entryOf } from "./ical.js"
import type { Entry } from "./ical.js"
import { fairly } from "./fairly.js"
import { instancesOf } from "./series.js"
import type { Instance, Shown, Spend, Window } from "./series.js"
import { calendarsIn } from "./text.js"
import type { CalendarText } from "./text.js"
import { offsetOf, momentOf, wallOf } from "./wall.js"
import type { Offset } from "./wall.js"
import { zonesOf } from "./zones.js"
import type { Zones } from "./zones.js"

const DAY_MS = 86_400_000
const MAX_EVENTS = 500
const MAX_TEXT = 300
const MAX_NAME = 100
/** Days and times that are looked at for a series that is like others, for an odd one, and for all of a kind in a file: some 300 milliseconds. */
const [FEW_STEPS, MANY_STEPS, ALL_STEPS] = [2_000, 200_000, 300_000] as const

/** A question to the child process. `bytes`: the file, as it came; `first`: the first day, as if it began in UTC; `timeZone`: of the screen. */
export interface ExpandCall extends SentBody {
  readonly timeZone: string
  readonly first: number
  readonly days: number
}

/** Entry point of the child process: the events of some days. Throws Invalid for a file without a calendar. */
export async function run(input: unknown, { textOf }: SandboxTools): Promise<Calendar> {
  const { bytes: file, contentType, timeZone, first, days } = input as ExpandCall
  const bytes = Buffer.from(textOf(joined(file), contentType)).toString("latin1")
  if (!/BEGIN:VCALENDAR/i.test(bytes)) throw new Invalid("It is no calendar.", { code: "calendar-unreadable" })
  const screen = offsetOf(timeZone)
  const window = {
    from: first,
    to: first + days * DAY_MS,
    at: momentOf(first, screen),
    until: momentOf(first + days * DAY_MS, screen),
  }
  const calendars = calendarsIn(bytes)
  const shown = calendars.flatMap((calendar, i) => {
    const { entries, unread } = entriesOf(calendar, i, window)
    const zones = zonesOf(calendar.zones, calendar.timeZone, timeZone)
    return [{ instances: [], unread: unread + calendar.broken }, ...followed(seriesOf(entries), zones, window)]
  })
  const { kept, cut } = fairly(shown, MAX_EVENTS)
  return {
    name: cleaned(calendars.find(({ name }) => name !== "")?.name ?? "", MAX_NAME),
    events: kept
      .map((each) => eventOf(each, screen))
      .sort((a, b) => a.at - b.at || Number(b.allDay) - Number(a.allDay) || (a.title < b.title ? -1 : 1)),
    unread: shown.reduce((sum, { unread }) => sum + unread, cut),
  }
}

/** A file with its folded lines joined, before it is decoded: many programs fold within a character. Source: RFC 5545, 3.1. */
function joined(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("latin1")
  return Buffer.from(bytes.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, ""), "latin1")
}

/** The entries of a calendar that may lie in the window, and how many of its events are none. */
function entriesOf(
  { events }: CalendarText,
  calendar: number,
  window: Window,
): { readonly entries: readonly Entry[]; readonly unread: number } {
  const near = events.filter((lines) => !isFar(lines, window))
  const read = near.map((lines, i) => entryOf(lines, `anonymous ${calendar} ${i}`))
  const entries = read.filter((each) => each !== undefined)
  return { entries, unread: read.length - entries.length }
}

/** What each series has in the window. Those that take many steps come last, so that they cost none of the others. */
function followed(all: readonly (readonly Entry[])[], zones: Zones, window: Window): readonly Shown[] {
  const [few, many] = [stepsFor(FEW_STEPS), stepsFor(MANY_STEPS)]
  return all
    .map((series) => ({ series, shown: instancesOf(series, zones, window, few()) }))
    .map(({ series, shown }) => (shown.isCut ? instancesOf(series, zones, window, many()) : shown))
}

/** Gives each series so many steps, and all of them ALL_STEPS. */
function stepsFor(most: number): () => Spend {
  let left: number = ALL_STEPS
  return () => {
    let own = Math.min(most, left)
    return (steps) => {
      own -= steps
      if (own < 0) throw new RangeError("a series is looked at for too long")
      left -= steps
    }
  }
}

/** The entries by their UID. */
function seriesOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const all = new Map<string, Entry[]>()
  for (const entry of entries) {
    const known = all.get(entry.uid)
    if (known) known.push(entry)
    else all.set(entry.uid, [entry])
  }
  return [...all.values()]
}

/** Whether an event without a series begins after the window or ends before it: a calendar of years has thousands of those. */
function isFar(lines: readonly string[], { from, to }: { readonly from: number; readonly to: number }): boolean {
  let begin: number | undefined
  let end: number | undefined
  for (const line of lines) {
    const [, name, digits] = /^(DTSTART|DTEND|RRULE|RDATE|RECURRENCE-ID|DURATION)\b(?:.*:(\d{8}))?/i.exec(line) ?? []
    if (name === undefined) continue
    const upper = name.toUpperCase()
    if (upper !== "DTSTART" && upper !== "DTEND") return false
    const date = digits === undefined ? undefined : dayIn(digits)
    if (date === undefined) return false
    if (upper === "DTSTART") begin = date
    else end = date
  }
  // Two days are more than zones can be apart.
  return begin !== undefined && (begin > to + 2 * DAY_MS || (end ?? begin) < from - 2 * DAY_MS)
}

function eventOf({ title, place, allDay, at, until, from, to }: Instance, screen: Offset): CalendarEvent {
  if (allDay)
    return {
      title: cleaned(title, MAX_TEXT),
      place: cleaned(place, MAX_TEXT),
      allDay,
      at: momentOf(from, screen),
      until: momentOf(to, screen),
      first: dateOf(from),
      last: dateOf(to - DAY_MS),
    }
  const last = until > at ? wallOf(until, screen) - 1 : wallOf(at, screen)
  return {
    title: cleaned(title, MAX_TEXT),
    place: cleaned(place, MAX_TEXT),
    allDay,
    at,
    until,
    first: dateOf(wallOf(at, screen)),
    last: dateOf(last),
  }
}

/** The first and the last day that a date of four digits of the year can name. */
const [FIRST_DAY, LAST_DAY] = [Date.parse("0000-01-01"), Date.parse("9999-12-31")] as const

function dateOf(wall: number): string {
  return new Date(Math.min(LAST_DAY, Math.max(FIRST_DAY, wall))).toISOString().slice(0, 10)
}

/** A text in one line, without signs that turn the writing direction or that nobody sees. */
function cleaned(text: string, most: number): string {
  const whole = text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .trim()
  if (whole.length <= most) return whole
  return `${whole.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`
}
