import { dayNumber, daysInMonth, daysInYear } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

export type WeekStart = "monday" | "sunday"

/**
 * How far a stretch of days is. `gone`: those that were over when today began, so that it is true at any hour of today;
 * nothing on a stretch's first day, and never all of it before it is over. `of`: all of them.
 */
export interface Share {
  readonly gone: number
  readonly of: number
}

/** A life so far, and an age. */
export interface Life extends Share {
  /** Birthdays since birth, and days since the last of them; without the days where only the year of birth is known. */
  readonly years: number
  readonly days?: number | undefined
}

const numberOf = ({ year, month, day }: Pick<LocalDay, "year" | "month" | "day">): number => dayNumber(year, month, day)

export function yearOf(today: LocalDay): Share {
  return { gone: numberOf(today) - dayNumber(today.year, 1, 1), of: daysInYear(today.year) }
}

/** Quarters, not seasons: they begin on the same days in both hemispheres and in every language. */
export function quarterOf(today: LocalDay): Share & { readonly number: number } {
  const number = Math.ceil(today.month / 3)
  const first = number * 3 - 2
  const of = [first, first + 1, first + 2].reduce((sum, month) => sum + daysInMonth(today.year, month), 0)
  return { gone: numberOf(today) - dayNumber(today.year, first, 1), of, number }
}

export function monthOf({ year, month, day }: LocalDay): Share {
  return { gone: day - 1, of: daysInMonth(year, month) }
}

export function weekOf({ weekday }: LocalDay, start: WeekStart): Share {
  return { gone: (weekday - (start === "monday" ? 1 : 0) + 7) % 7, of: 7 }
}

/**
 * `birth`: ISO 8601, "1990-02-28". `expected`: years. Undefined before birth. Who was born on 29 February has a birthday on 1 March in
 * years without.
 */
export function lifeOf(birth: string, expected: number, today: LocalDay): Life | undefined {
  const [year, month, day] = birth.split("-").map(Number) as [number, number, number]
  const born = dayNumber(year, month, day)
  const now = numberOf(today)
  if (now < born) return undefined
  const years = today.year - year - (now < dayNumber(today.year, month, day) ? 1 : 0)
  return {
    gone: now - born,
    of: dayNumber(year + expected, month, day) - born,
    years,
    days: now - dayNumber(year + years, month, day),
  }
}

export interface Birth {
  /** ISO 8601. */
  readonly birth?: string | undefined
  /** Holds where the date is of another year, or there is none. */
  readonly birth_year?: number | undefined
  /** Years. */
  readonly life_expect: number
}

/** The life that settings tell of, if they do. */
export function lifeIn({ birth, birth_year: year, life_expect: expected }: Birth, today: LocalDay): Life | undefined {
  if (birth !== undefined && (year === undefined || Number(birth.slice(0, 4)) === year))
    return lifeOf(birth, expected, today)
  const life = year === undefined ? undefined : lifeOf(`${year}-01-01`, expected, today)
  return life && { gone: life.gone, of: life.of, years: life.years }
}

/** Whole per cent, 0 to 100: 100 only when all of it is over. */
export function percent({ gone, of }: Share): number {
  return Math.min(100, Math.floor((gone * 100) / of))
}
