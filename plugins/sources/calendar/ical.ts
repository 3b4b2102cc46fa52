import ICAL from "ical.js"
import { ruleIn } from "./rule.js"
import type { Rule } from "./rule.js"
import { unescaped, valueOf } from "./text.js"

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
  /** Rules whose instances are left out. Source: RFC 2445, 4.8.5.2. */
  readonly excludedBy: readonly Rule[]
  /** The instance that it stands for, by the time at which that would begin. */
  readonly instead?: Stamp
  /** True: it also holds for all instances after that one. */
  readonly isRange: boolean
  /** What of it cannot be read: nothing, only what leaves instances out, or more. */
  readonly unread: "nothing" | "exceptions" | "times"
}

type Property = InstanceType<typeof ICAL.Property>
type Time = InstanceType<typeof ICAL.Time>

const TEXTS = new Set(["summary", "location", "uid"])
const DATES = new Set(["dtstart", "dtend", "rdate", "exdate", "recurrence-id", "dtstamp", "last-modified"])
const OTHERS = new Set(["duration", "sequence", "status"])
const RULES = new Set(["rrule", "exrule"])
/** Properties that say when something is. */
const TIMES = new Set(["dtstart", "dtend", "rdate", "duration", "rrule"])
const EXCEPTIONS = new Set(["exdate", "exrule"])
const MAX_TEXT = 1_000

/** An event of its lines; undefined for one without a begin, and for a change of who knows which instance. What cannot be read is left out alone. */
export function entryOf(lines: readonly string[], anonymous: string): Entry | undefined {
  const { texts, all, rules, failed } = readLines(lines)
  const first = (name: string): Property | undefined => all.get(name)?.[0]
  const stamp = (name: string): Stamp | undefined => all.get(name)?.flatMap((each) => stampOf(each) ?? [])[0]
  const start = stamp("dtstart")
  const instead = stamp("recurrence-id")
  if (!start || failed.has("recurrence-id")) return undefined
  const end = stamp("dtend")
  const duration = durationOf(first("duration")?.getFirstValue())
  return {
    uid: texts.get("uid") || anonymous,
    sequence: Number(first("sequence")?.getFirstValue() ?? 0) || 0,
    written: (stamp("dtstamp") ?? stamp("last-modified"))?.wall ?? 0,
    title: texts.get("summary") ?? "",
    place: texts.get("location") ?? "",
    isCancelled: String(first("status")?.getFirstValue() ?? "").toUpperCase() === "CANCELLED",
    start,
    ...(end && { end }),
    ...(duration !== undefined && { duration }),
    rules: rules.get("rrule") ?? [],
    added: (all.get("rdate") ?? []).flatMap((each) => addedOf(each) ?? []),
    excluded: (all.get("exdate") ?? []).flatMap((each) => stampOf(each) ?? []),
    excludedBy: rules.get("exrule") ?? [],
    ...(instead && { instead }),
    isRange: String(first("recurrence-id")?.getFirstParameter("range") ?? "").toUpperCase() === "THISANDFUTURE",
    unread: [...failed].some((each) => TIMES.has(each))
      ? "times"
      : [...failed].some((each) => EXCEPTIONS.has(each))
        ? "exceptions"
        : "nothing",
  }
}

/** What the lines of an event hold, by the names of properties in small letters. */
interface Lines {
  readonly texts: Map<string, string>
  /** Of dates: one with each value. */
  readonly all: Map<string, Property[]>
  readonly rules: Map<string, Rule[]>
  /** Names of those that cannot be read. */
  readonly failed: Set<string>
}

function readLines(lines: readonly string[]): Lines {
  const read: Lines = { texts: new Map(), all: new Map(), rules: new Map(), failed: new Set() }
  for (const line of lines) {
    const name = /^[\w-]+/.exec(line)?.[0].toLowerCase() ?? ""
    try {
      if (TEXTS.has(name) && !read.texts.has(name)) read.texts.set(name, unescaped(valueOf(line)).slice(0, MAX_TEXT))
      else if (RULES.has(name)) put(read.rules, name, ruleIn(valueOf(line)))
      else if (OTHERS.has(name)) put(read.all, name, propertyOf(line.toUpperCase()))
      else if (DATES.has(name)) for (const each of datesOf(line)) put(read.all, name, dated(each))
    } catch {
      read.failed.add(name)
    }
  }
  return read
}

function put<T>(all: Map<string, T[]>, name: string, value: T): void {
  const known = all.get(name)
  if (known) known.push(value)
  else all.set(name, [value])
}

/** A property. Throws for one whose value cannot be read. */
function propertyOf(line: string): Property {
  const property = new ICAL.Property(ICAL.parse.property(line) as never)
  const value: unknown = property.getFirstValue()
  if (property.name === "duration" && !(value instanceof ICAL.Duration)) throw new Error("no duration")
  return property
}

/** A line of dates as lines of one date each. A value is what its form says: eight digits are a date, whatever VALUE says. */
function datesOf(line: string): readonly string[] {
  const colon = line.lastIndexOf(":")
  const name = /^[\w-]+/.exec(line)![0]
  // Names of zones may have signs that belong into quotes.
  const parameters = line
    .slice(name.length, colon)
    .replace(/;VALUE=("[^"]*"|[^;":]*)/gi, "")
    .replace(/;TZID=([^"]*?)(?=;[\w-]+=|$)/i, ';TZID="$1"')
  return line
    .slice(colon + 1)
    .toUpperCase()
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .map((value) => {
      const kind = value.includes("/") ? "PERIOD" : /^\d{8}$/.test(value) ? "DATE" : "DATE-TIME"
      return `${name}${parameters};VALUE=${kind}:${value}`
    })
}

/** The property of such a line. Throws for one without a date, and for a day that no month has: the library would take a later one. */
function dated(line: string): Property {
  const property = propertyOf(line)
  const days = line.slice(line.lastIndexOf(":") + 1).match(/(?<!\d)\d{8}(?!\d)/g) ?? []
  if (!addedOf(property) || days.some((each) => dayIn(each) === undefined)) throw new Error("no date")
  return property
}

/** The wall of a date such as "20261126"; undefined for a day that no month has. */
export function dayIn(digits: string): number | undefined {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(Number) as number[]
  const wall = new Date(0).setUTCFullYear(year!, month! - 1, day)
  return new Date(wall).getUTCDate() === day && new Date(wall).getUTCMonth() === month! - 1 ? wall : undefined
}

function stampOf(property: Property, value: unknown = property.getFirstValue()): Stamp | undefined {
  if (!(value instanceof ICAL.Time)) return undefined
  const time = value as Time
  const wall = wallOfTime(time)
  if (Number.isNaN(wall)) return undefined
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const tzid = property.getFirstParameter("tzid") as string | undefined
  return { wall, isDate: time.isDate, zone: time.isDate ? "" : isUtc ? "UTC" : (tzid ?? "") }
}

function wallOfTime({ year, month, day, hour, minute, second }: Time): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
}

function addedOf(property: Property): Added | undefined {
  const value: unknown = property.getFirstValue()
  const start = stampOf(property, value instanceof ICAL.Period ? value.start : value)
  if (!start || !(value instanceof ICAL.Period)) return start && { start }
  const end = value.end ? stampOf(property, value.end) : undefined
  const duration = durationOf(value.duration as unknown)
  return { start, ...(end && { end }), ...(duration !== undefined && { duration }) }
}

function durationOf(value: unknown): Length | undefined {
  if (!(value instanceof ICAL.Duration)) return undefined
  const { weeks, days, hours, minutes, seconds, isNegative } = value
  const sign = isNegative ? -1 : 1
  return { days: sign * (weeks * 7 + days), ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** The stamp of a value such as the UNTIL of a rule; undefined where it cannot be read. */
export function stampIn(value: string): Stamp | undefined {
  try {
    return stampOf(dated(datesOf(`X-DATE:${value}`)[0]!))
  } catch {
    return undefined
  }
}
