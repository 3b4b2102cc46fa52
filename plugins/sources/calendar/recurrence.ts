import { DayFilter } from "./day-filter.js"
import { FREQUENCIES } from "./rule.js"
import type { Rule } from "./rule.js"

const DAY_MS = 86_400_000
/** Milliseconds of the frequencies whose periods are all of the same length. */
const UNITS = { WEEKLY: 7 * DAY_MS, DAILY: DAY_MS, HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 } as const

/** What is asked of a rule, in walls: as if they were UTC, in milliseconds since 1970. */
export interface Span {
  /** When the series begins. */
  readonly start: number
  /** The last wall that may be an instance. */
  readonly until?: number | undefined
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Is told of days and times that are looked at, and throws when there are too many. */
  readonly spend: (steps: number) => void
}

/**
 * The instances of a rule within some days, in their order. Without a COUNT only the periods near those days are looked at. The begin of the
 * series is among them where the rule has it. Positions of BYSETPOS count in whole periods, also in the first. Source: RFC 5545, 3.3.10.
 */
export function instancesIn(written: Rule, span: Span): readonly number[] {
  const { start, from } = span
  const rule = completed(written, start)
  const until = Math.min(span.until ?? Infinity, lastByCount(written, start), span.to - 1)
  const isCounted = written.count !== undefined && lastByCount(written, start) === Infinity
  const periods = periodsOf(rule, { ...span, to: until + 1, from: isCounted ? start : Math.max(start, from) })
  const found: number[] = []
  let count = 0
  for (const period of periods) {
    for (const wall of positioned(period, rule.positions)) {
      if (wall < start) continue
      if (wall > until || (isCounted && ++count > written.count!)) return found
      if (wall >= from) found.push(wall)
    }
  }
  return found
}

/** A rule with what its begin says where nothing is written: the day, and the time. */
function completed(rule: Rule, start: number): Rule {
  const { frequency, weekdays, months, monthDays, yearDays, weeks } = rule
  const begin = new Date(start)
  const hasDays = weekdays ?? monthDays ?? yearDays ?? weeks
  const rank = FREQUENCIES.indexOf(frequency)
  const day = begin.getUTCDate()
  return {
    ...rule,
    hours: rule.hours ?? (rank < 4 ? [begin.getUTCHours()] : undefined),
    minutes: rule.minutes ?? (rank < 5 ? [begin.getUTCMinutes()] : undefined),
    seconds: rule.seconds ?? (rank < 6 ? [begin.getUTCSeconds()] : undefined),
    ...(!hasDays && frequency === "YEARLY" && { months: months ?? [begin.getUTCMonth() + 1], monthDays: [day] }),
    ...(!hasDays && frequency === "MONTHLY" && { monthDays: [day] }),
    ...(!hasDays && frequency === "WEEKLY" && { weekdays: [{ weekday: (begin.getUTCDay() + 6) % 7, nth: 0 }] }),
  }
}

/** When a rule ends by its COUNT, where each period has one instance; else Infinity: the instances have to be counted. */
function lastByCount(rule: Rule, start: number): number {
  const { frequency, interval, count, weekdays, months, monthDays, yearDays, hours, minutes, seconds } = rule
  const isPlain = !(weekdays ?? months ?? monthDays ?? yearDays ?? hours ?? minutes ?? seconds ?? rule.positions)
  return count !== undefined && isPlain && frequency in UNITS
    ? start + (count - 1) * interval * UNITS[frequency as keyof typeof UNITS]
    : Infinity
}

/** The candidates of each period that reaches into a span, in their order. */
function* periodsOf(rule: Rule, span: Span): Generator<readonly number[]> {
  const { frequency } = rule
  if (frequency === "HOURLY" || frequency === "MINUTELY" || frequency === "SECONDLY") {
    yield* timesOf(rule, span)
    return
  }
  const filter = new DayFilter(rule)
  const times = timesIn(rule)
  for (const [first, end] of daysOf(rule, span)) {
    const found: number[] = []
    for (let day = filter.from(first); day < end; day = filter.from(day + 1)) {
      span.spend(1)
      if (!filter.has(day)) continue
      span.spend(times.length)
      for (const time of times) found.push(day * DAY_MS + time)
    }
    yield found
  }
}

/** The days of each period: the first, and the one after the last. */
function* daysOf(
  { frequency, interval, weekStart }: Rule,
  { start, from, to }: Span,
): Generator<readonly [number, number]> {
  const begin = periodAt(start, frequency, weekStart)
  const skipped = Math.floor((periodAt(from, frequency, weekStart) - begin) / interval)
  for (let period = begin + Math.max(0, skipped) * interval; ; period += interval) {
    const first = dayAt(period, frequency, weekStart)
    // A period that a calendar cannot name is NaN.
    if (!(first * DAY_MS < to)) return
    yield [first, dayAt(period + 1, frequency, weekStart)]
  }
}

/** The number of the period in which a wall lies. */
function periodAt(wall: number, frequency: Rule["frequency"], weekStart: number): number {
  const day = Math.floor(wall / DAY_MS)
  const date = new Date(wall)
  if (frequency === "YEARLY") return date.getUTCFullYear()
  if (frequency === "MONTHLY") return date.getUTCFullYear() * 12 + date.getUTCMonth()
  // 1 January 1970 was a Thursday.
  return frequency === "WEEKLY" ? Math.floor((day + 3 - weekStart) / 7) : day
}

/** The first day of a period, in days since 1970. */
function dayAt(period: number, frequency: Rule["frequency"], weekStart: number): number {
  if (frequency === "WEEKLY") return period * 7 - 3 + weekStart
  if (frequency === "DAILY") return period
  const months = frequency === "YEARLY" ? period * 12 : period
  const date = new Date(0)
  return date.setUTCFullYear(Math.floor(months / 12), ((months % 12) + 12) % 12, 1) / DAY_MS
}

/** The times of a day of a rule, in milliseconds from midnight. */
function timesIn({ hours = [], minutes = [], seconds = [] }: Rule): readonly number[] {
  return sorted(hours).flatMap((hour) =>
    sorted(minutes).flatMap((minute) => sorted(seconds).map((second) => ((hour * 60 + minute) * 60 + second) * 1000)),
  )
}

const ALL = { hours: Array.from({ length: 24 }, (_, i) => i), sixty: Array.from({ length: 60 }, (_, i) => i) }

/** The candidates of the periods that are shorter than a day. */
function* timesOf(rule: Rule, { start, from, to, spend }: Span): Generator<readonly number[]> {
  const { frequency, interval } = rule
  const unit = UNITS[frequency as keyof typeof UNITS]
  const begin = Math.floor(start / unit)
  const isDue = (wall: number): boolean => (Math.floor(wall / unit) - begin) % interval === 0
  const filter = new DayFilter(rule)
  // What is finer than the frequency is the set of one period; what is not is a period of its own.
  const [minutes, seconds] = [rule.minutes ?? ALL.sixty, rule.seconds ?? ALL.sixty]
  spend((rule.hours ?? ALL.hours).length * minutes.length * (frequency === "SECONDLY" ? seconds.length : 1))
  const periods = timesIn({
    ...rule,
    hours: rule.hours ?? ALL.hours,
    minutes: frequency === "HOURLY" ? [0] : minutes,
    seconds: frequency === "SECONDLY" ? seconds : [0],
  })
  const within = timesIn({
    ...rule,
    hours: [0],
    minutes: frequency === "HOURLY" ? minutes : [0],
    seconds: frequency === "SECONDLY" ? [0] : seconds,
  })
  for (let day = filter.from(Math.floor(from / DAY_MS)); day * DAY_MS < to; day = filter.from(day + 1)) {
    spend(1)
    if (!filter.has(day)) continue
    spend(periods.length)
    for (const period of periods) {
      const wall = day * DAY_MS + period
      if (!isDue(wall)) continue
      spend(within.length)
      yield within.map((time) => wall + time)
    }
  }
}

/** What the positions choose of the candidates of a period. */
function positioned(candidates: readonly number[], positions: readonly number[] | undefined): readonly number[] {
  if (!positions) return candidates
  return sorted(positions.flatMap((position) => candidates.at(position > 0 ? position - 1 : position) ?? []))
}

/** Each number once, in their order. */
function sorted(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
