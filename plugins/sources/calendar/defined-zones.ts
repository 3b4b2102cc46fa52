import { stampIn } from "./ical.js"
import { instancesIn } from "./recurrence.js"
import { ruleIn } from "./rule.js"
import type { Rule } from "./rule.js"
import { valueOf } from "./text.js"
import type { Offset } from "./wall.js"

const DAY_MS = 86_400_000
/** Days and times that are looked at for the onsets of one rule. */
const MAX_STEPS = 5_000
/** How far onsets are looked for: an onset may be left out in a year. */
const SPAN_MS = 1_200 * DAY_MS

/** Winter or summer time: from its onsets on, clocks are ahead of UTC by `to`, before them by `before`; milliseconds. */
interface Observance {
  readonly start: number
  readonly before: number
  readonly to: number
  readonly rules: readonly Rule[]
  /** Walls of other onsets. */
  readonly dates: readonly number[]
}

/** When an observance begins, as a moment. */
interface Onset {
  readonly at: number
  readonly to: number
}

/** The offset that the lines of a VTIMEZONE define; undefined where they cannot be read or followed. Source: RFC 5545, 3.6.5. */
export function definedOffset(lines: readonly string[]): Offset | undefined {
  try {
    const observances = observancesIn(lines)
    const first = observances.toSorted((a, b) => a.start - b.start)[0]
    if (!first) return undefined
    const known = new Map<number, readonly Onset[]>()
    return (epoch) => {
      const year = new Date(epoch).getUTCFullYear()
      if (!known.has(year))
        known.set(
          year,
          observances.flatMap((each) => onsetsOf(each, year)).sort((a, b) => a.at - b.at),
        )
      return known.get(year)!.findLast(({ at }) => at <= epoch)?.to ?? first.before
    }
  } catch {
    return undefined
  }
}

/** Throws for a line that cannot be read. */
function observancesIn(lines: readonly string[]): readonly Observance[] {
  const found: Observance[] = []
  let own: string[] | undefined
  for (const line of lines) {
    if (/^BEGIN:\s*(STANDARD|DAYLIGHT)\s*$/i.test(line)) own = []
    else if (/^END:\s*(STANDARD|DAYLIGHT)\s*$/i.test(line) && own) found.push(observanceIn(own))
    else own?.push(line)
  }
  return found
}

function observanceIn(lines: readonly string[]): Observance {
  const values = (name: RegExp): readonly string[] => lines.filter((line) => name.test(line)).map(valueOf)
  const walls = (name: RegExp): readonly number[] => values(name).flatMap((value) => value.split(",").map(wallIn))
  return {
    start: walls(/^DTSTART[;:]/i)[0] ?? unread(),
    before: offsetIn(values(/^TZOFFSETFROM[;:]/i)[0] ?? ""),
    to: offsetIn(values(/^TZOFFSETTO[;:]/i)[0] ?? ""),
    rules: values(/^RRULE[;:]/i).map(ruleIn),
    dates: walls(/^RDATE[;:]/i),
  }
}

/** The onsets round a year, and the last one before. A rule that takes too many steps has none. */
function onsetsOf({ start, before, to, rules, dates }: Observance, year: number): readonly Onset[] {
  const ruled = rules.flatMap((rule) => {
    try {
      return ruledOnsets(rule, { start, before }, Date.UTC(year + 1, 0, 2))
    } catch {
      return []
    }
  })
  return [start, ...dates, ...ruled].map((wall) => ({ at: wall - before, to }))
}

function ruledOnsets(
  rule: Rule,
  { start, before }: Pick<Observance, "start" | "before">,
  to: number,
): readonly number[] {
  const last = rule.until === undefined ? undefined : (stampIn(rule.until) ?? unread())
  const until = last && (last.zone === "UTC" ? last.wall + before : last.wall)
  // What has ended long ago has a last onset all the same.
  const from = rule.count === undefined ? Math.min(until ?? to, to) - SPAN_MS : start
  let steps = 0
  const spend = (some: number): void => {
    steps += some
    if (steps > MAX_STEPS) unread()
  }
  return instancesIn(rule, { start, until, from, to, spend })
}

function wallIn(text: string): number {
  return stampIn(text)?.wall ?? unread()
}

/** Milliseconds of an offset such as "+0100". */
function offsetIn(text: string): number {
  const [, sign, hours, minutes, seconds = "0"] = /^\s*([+-])(\d{2}):?(\d{2}):?(\d{2})?\s*$/.exec(text) ?? unread()
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === "-" ? -size : size
}

function unread(): never {
  throw new RangeError("the definition of a zone cannot be read")
}
