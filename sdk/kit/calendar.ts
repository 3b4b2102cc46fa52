import { localDigits } from "./numbers.js"
import type { LocalDay } from "../time.js"

/** A moment as responses write it: ISO 8601 in UTC with Z; null for undefined. `time`: milliseconds since 1970 in UTC. */
export function isoTime(time: number): string
export function isoTime(time: number | undefined): string | null
export function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}

const DAY_MS = 86_400_000

/** Days since 1 January 1970, in the proleptic Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  return (
    Math.floor(Date.UTC(2000, month - 1, day) / DAY_MS) + (yearStart(year) - yearStart(2000)) + leapShift(year, month)
  )
}

/** The day that is `number` days after 1 January 1970. */
export function dayOf(number: number): LocalDay {
  const date = new Date(number * DAY_MS)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return { year, month, day, weekday: date.getUTCDay() }
}

/** The days of a month: 28 to 31. `month`: 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - dayNumber(year, month, 1)
}

/** The number of a day in its year: 1 to 366. */
export function dayOfYear({ year, month, day }: LocalDay): number {
  return dayNumber(year, month, day) - dayNumber(year, 1, 1) + 1
}

/** The days of a year: 365 or 366. */
export function daysInYear(year: number): number {
  return dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1)
}

/** The week of ISO 8601: weeks begin on Monday, week 1 holds the year's first Thursday. 1 to 53. */
export function isoWeek({ year, month, day, weekday }: LocalDay): number {
  const thursday = dayNumber(year, month, day) - ((weekday + 6) % 7) + 3
  const { year: weekYear } = dayOf(thursday)
  return Math.floor((thursday - dayNumber(weekYear, 1, 1)) / 7) + 1
}

/** One entry of a pool for a local day: the same all day, each entry once before any comes again, in an order that `seed` shuffles. Throws RangeError for an empty pool. */
export function ofTheDay<T>(pool: readonly T[], day: LocalDay, seed: string): T {
  if (pool.length === 0) throw new RangeError("the pool is empty: give it at least one entry")
  const order = shuffled(pool.length, seed)
  const turn = dayNumber(day.year, day.month, day.day) % pool.length
  return pool[order[turn < 0 ? turn + pool.length : turn]!]!
}

/** The numbers 0 to count - 1 in an order that depends on the seed alone. */
export function shuffled(count: number, seed: string): number[] {
  const random = seededRandom(seed)
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** Numbers from 0 to below 1, the same for the same seed. Source: FNV-1a, then Mulberry32. */
export function seededRandom(seed: string): () => number {
  let state = 2_166_136_261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function yearStart(year: number): number {
  const before = year - 1
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
}

/** Date.UTC above counts in the leap year 2000: from March on, other years are one day earlier. */
function leapShift(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month > 2 && !leap ? -1 : 0
}

/** A day, or a day of any year. */
type PhraseDay = Pick<LocalDay, "month" | "day"> & Partial<LocalDay>

/**
 * The names and numbers of a day for a phrase, with the digits and the years of the page's language: `words("date.short", datePhrase(day, words))`. A
 * day without a year has no year, weekday and week: `words("date.dayMonth", datePhrase({ month, day }, words))`. `...InDate`: the form of a name beside
 * a day, such as the genitive.
 */
export function datePhrase(day: PhraseDay, words: (key: string) => string): Record<string, string | number> {
  const { month, year, weekday } = day
  const whole = year === undefined || weekday === undefined ? undefined : { ...day, year, weekday }
  const numbers = {
    month,
    day: day.day,
    ...(year !== undefined && { year: year + (Number(words("years-ahead")) || 0), daysInYear: daysInYear(year) }),
    ...(whole && { week: isoWeek(whole), dayOfYear: dayOfYear(whole) }),
  }
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, localised(value, words)])),
    monthTwoDigits: localDigits(String(month).padStart(2, "0"), words),
    dayTwoDigits: localDigits(String(day.day).padStart(2, "0"), words),
    monthName: words(`month.${month}`),
    monthNameInDate: words(`month.in-date.${month}`),
    monthShort: words(`month.short.${month}`),
    monthShortInDate: words(`month.short.in-date.${month}`),
    ...(weekday !== undefined && {
      weekday: words(`weekday.${weekday}`),
      weekdayInDate: words(`weekday.in-date.${weekday}`),
      weekdayShort: words(`weekday.short.${weekday}`),
      weekdayShortInDate: words(`weekday.short.in-date.${weekday}`),
    }),
  }
}

/** The number itself where the language writes European digits. */
function localised(value: number, words: (key: string) => string): string | number {
  const written = localDigits(String(value), words)
  return written === String(value) ? value : written
}
