import ICAL from "ical.js"
import type { Offset } from "./wall.js"

/** A date or a time as a calendar writes it. `wall`: as if it were UTC, in milliseconds since 1970; `zone`: its TZID, "UTC", or "" for a floating one. */
export interface Stamp {
  readonly wall: number
  readonly isDate: boolean
  readonly zone: string
}

/** Times that are added, with the ends that they have themselves. */
export interface Added {
  readonly start: Stamp
  readonly end?: Stamp
  readonly duration?: Length
}

/** A length in days of the wall clock, and in milliseconds. */
export interface Length {
  readonly days: number
  readonly ms: number
}

/** An event, or a change of one instance of a series. */
export interface Entry {
  readonly uid: string
  readonly sequence: number
  /** When it was written; 0 where nobody says. */
  readonly written: number
  readonly title: string
  readonly place: string
  readonly isCancelled: boolean
  readonly start: Stamp
  readonly end?: Stamp
  readonly duration?: Length
  readonly rules: readonly Rule[]
  readonly added: readonly Added[]
  readonly excluded: readonly Stamp[]
  /** The instance that it stands for, by the time at which that would begin. */
  readonly instead?: Stamp
  /** True: it also holds for all instances after that one. */
  readonly isRange: boolean
}

/** A rule of repetition: the walls at which instances begin, from the event's own begin on. */
export interface Rule {
  instances(start: Stamp, until: (stamp: Stamp) => number): Iterator<number>
}

type Property = InstanceType<typeof ICAL.Property>
type Time = InstanceType<typeof ICAL.Time>

const WANTED = new Set(
  "dtstart|dtend|duration|rrule|rdate|exdate|recurrence-id|uid|sequence|dtstamp|last-modified|summary|location|status".split(
    "|",
  ),
)
const MAX_TEXT = 1_000

/** An event of its lines; undefined for one without a begin. A line that cannot be read is left out alone. */
export function entryOf(lines: readonly string[], anonymous: string): Entry | undefined {
  const all = new Map<string, Property[]>()
  for (const line of lines) {
    const name = /^[\w-]+/.exec(line)?.[0].toLowerCase() ?? ""
    if (!WANTED.has(name)) continue
    const property = propertyOf(line)
    if (property) all.set(name, [...(all.get(name) ?? []), property])
  }
  const first = (name: string): Property | undefined => all.get(name)?.[0]
  const stamp = (name: string): Stamp | undefined => all.get(name)?.flatMap(stampsOf)[0]
  const text = (name: string): string => {
    const value: unknown = first(name)?.getFirstValue()
    return typeof value === "string" ? value.slice(0, MAX_TEXT) : ""
  }
  const start = stamp("dtstart")
  if (!start) return undefined
  const end = stamp("dtend")
  const instead = stamp("recurrence-id")
  const duration = durationOf(first("duration")?.getFirstValue())
  return {
    uid: text("uid") || anonymous,
    sequence: Number(first("sequence")?.getFirstValue() ?? 0) || 0,
    written: (stamp("dtstamp") ?? stamp("last-modified"))?.wall ?? 0,
    title: text("summary"),
    place: text("location"),
    isCancelled: text("status").toUpperCase() === "CANCELLED",
    start,
    ...(end && { end }),
    ...(duration !== undefined && { duration }),
    rules: (all.get("rrule") ?? []).flatMap((each) => ruleOf(each) ?? []),
    added: (all.get("rdate") ?? []).flatMap(addedOf),
    excluded: (all.get("exdate") ?? []).flatMap(stampsOf),
    ...(instead && { instead }),
    isRange: String(first("recurrence-id")?.getFirstParameter("range") ?? "").toUpperCase() === "THISANDFUTURE",
  }
}

/** Properties whose values are texts as they are; those of all others may be in small letters. */
const TEXTS = /^(summary|location|uid)\b/i

function propertyOf(line: string): Property | undefined {
  const value = line.lastIndexOf(":") + 1
  const written = TEXTS.test(line) ? line : line.slice(0, value) + line.slice(value).toUpperCase()
  try {
    return new ICAL.Property(ICAL.parse.property(written) as never)
  } catch {
    return undefined
  }
}

function stampsOf(property: Property): Stamp[] {
  try {
    return (property.getValues() as unknown[]).flatMap((value) => stampOf(value, property) ?? [])
  } catch {
    return []
  }
}

function stampOf(value: unknown, property: Property): Stamp | undefined {
  if (!(value instanceof ICAL.Time)) return undefined
  const time = value as Time
  const wall = wallOfTime(time)
  if (Number.isNaN(wall)) return undefined
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const tzid = property.getFirstParameter("tzid") as string | undefined
  return { wall, isDate: time.isDate, zone: time.isDate ? "" : isUtc ? "UTC" : (tzid ?? "") }
}

function wallOfTime({ year, month, day, hour, minute, second }: Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function addedOf(property: Property): Added[] {
  try {
    return (property.getValues() as unknown[]).flatMap((value): Added[] => {
      if (!(value instanceof ICAL.Period)) {
        const start = stampOf(value, property)
        return start ? [{ start }] : []
      }
      const start = stampOf(value.start, property)
      const end = value.end ? stampOf(value.end, property) : undefined
      const duration = durationOf(value.duration as unknown)
      return start ? [{ start, ...(end && { end }), ...(duration !== undefined && { duration }) }] : []
    })
  } catch {
    return []
  }
}

function durationOf(value: unknown): Length | undefined {
  if (!(value instanceof ICAL.Duration)) return undefined
  const { weeks, days, hours, minutes, seconds, isNegative } = value
  const sign = isNegative ? -1 : 1
  return { days: sign * (weeks * 7 + days), ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** A rule; undefined for one that cannot be read. It counts on the wall clock of the event's own zone, so that an hour stays that hour. */
function ruleOf(property: Property): Rule | undefined {
  const value: unknown = property.getFirstValue()
  if (!(value instanceof ICAL.Recur)) return undefined
  return {
    instances: function* (start, until) {
      const recur = value.clone()
      if (recur.until) {
        const last = recur.until
        const isUtc = last.zone === ICAL.Timezone.utcTimezone
        const wall = last.isDate
          ? wallOfTime(last) + (start.isDate ? 0 : 86_399_000)
          : until({ wall: wallOfTime(last), isDate: false, zone: isUtc ? "UTC" : "" })
        recur.until = timeOf(wall, start.isDate)
      }
      if (isYearly(recur)) {
        // Else the library moves a 29 February to 1 March in years without one.
        const { month, day } = timeOf(start.wall, true)
        recur.setComponent("BYMONTH", [month])
        recur.setComponent("BYMONTHDAY", [day])
      }
      const iterator = recur.iterator(timeOf(start.wall, start.isDate))
      for (let next = iterator.next(); next; next = iterator.next()) yield wallOfTime(next)
    },
  }
}

/** Whether a rule repeats a date of the year, and says nothing more. */
function isYearly(recur: InstanceType<typeof ICAL.Recur>): boolean {
  return recur.freq === "YEARLY" && Object.keys(recur.parts as object).length === 0
}

function timeOf(wall: number, isDate: boolean): Time {
  const date = new Date(wall)
  return new ICAL.Time(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      isDate,
    },
    ICAL.Timezone.localTimezone,
  )
}

/** The offset that the lines of a VTIMEZONE define; undefined where they cannot be read. */
export function definedOffset(lines: readonly string[]): Offset | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join("\r\n")) as never)
    const zone = new ICAL.Timezone(component)
    // The library wants to know the offset of a wall clock, and is asked for that of a moment: the two agree but for hours round a change.
    return (epoch) => {
      const guess = zone.utcOffset(timeOf(epoch, false)) * 1000
      return zone.utcOffset(timeOf(epoch + guess, false)) * 1000
    }
  } catch {
    return undefined
  }
}
