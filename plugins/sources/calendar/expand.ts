import { Invalid } from "platen/sdk"
import type { Calendar, CalendarEvent } from "platen/sdk/sources"
import { entryOf } from "./ical.js"
import type { Entry } from "./ical.js"
import { instancesOf } from "./series.js"
import type { Instance } from "./series.js"
import { calendarsIn } from "./text.js"
import { offsetOf, momentOf, wallOf } from "./wall.js"
import type { Offset } from "./wall.js"
import { zonesOf } from "./zones.js"

const DAY_MS = 86_400_000
const MAX_EVENTS = 500
const MAX_TEXT = 300
const MAX_NAME = 100

/** A question to the child process. `bytes`: the file; `first`: the first day, as if it began in UTC; `timeZone`: of the screen. */
export interface ExpandCall {
  readonly bytes: Uint8Array
  readonly timeZone: string
  readonly first: number
  readonly days: number
}

/** Entry point of the child process: the events of some days. Throws Invalid for a file without a calendar. */
export async function run(input: unknown): Promise<Calendar> {
  const { bytes: file, timeZone, first, days } = input as ExpandCall
  const bytes = Buffer.from(file).toString("latin1")
  if (!/BEGIN:VCALENDAR/i.test(bytes)) throw new Invalid("It is no calendar.", { code: "calendar-unreadable" })
  const screen = offsetOf(timeZone)
  const window = {
    from: first,
    to: first + days * DAY_MS,
    at: momentOf(first, screen),
    until: momentOf(first + days * DAY_MS, screen),
  }
  const calendars = calendarsIn(bytes)
  const events = calendars.flatMap(({ events: texts, zones: defined, timeZone: own }, calendar) => {
    const zones = zonesOf(defined, own, timeZone)
    const entries = texts.flatMap((lines, i) => {
      const entry = isFar(lines, window) ? undefined : entryOf(lines, `anonymous ${calendar} ${i}`)
      return entry ? [entry] : []
    })
    return seriesOf(entries).flatMap((series) => instancesOf(series, zones, window))
  })
  return {
    name: cleaned(calendars.find(({ name }) => name !== "")?.name ?? "", MAX_NAME),
    events: events
      .map((each) => eventOf(each, screen))
      .sort((a, b) => a.at - b.at || Number(b.allDay) - Number(a.allDay) || (a.title < b.title ? -1 : 1))
      .slice(0, MAX_EVENTS),
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
    const [, name, year, month, day] =
      /^(DTSTART|DTEND|RRULE|RDATE|RECURRENCE-ID|DURATION)\b(?:.*:(\d{4})(\d{2})(\d{2}))?/i.exec(line) ?? []
    if (name === undefined) continue
    const upper = name.toUpperCase()
    if (upper !== "DTSTART" && upper !== "DTEND") return false
    if (year === undefined) return false
    const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
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

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
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
