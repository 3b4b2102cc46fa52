import { dayNumber, daysInMonth, daysInYear } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

export type WeekStart = "monday" | "sunday"

/**
 * The progress of a period in days. `gone`: days completed before today, so that it is correct at any hour: 0 on the first day, and less
 * than `of` until the period is over. `of`: all days.
 */
export interface Share {
  readonly gone: number
  readonly of: number
}

/** The progress of a life, and the age. */
export interface Life extends Share {
  /** Birthdays since birth, and days since the last one; `days` is undefined when only the year of birth is known. */
  readonly years: number
  readonly days?: number | undefined
}

const numberOf = ({ year, month, day }: Pick<LocalDay, "year" | "month" | "day">): number => dayNumber(year, month, day)

export function yearOf(today: LocalDay): Share {
  return { gone: numberOf(today) - dayNumber(today.year, 1, 1), of: daysInYear(today.year) }
}

/** The quarter of a day. Not the season, which depends on the hemisphere. */
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
 * The life of a person; undefined before birth. `birth`: ISO 8601, "1990-02-28". `expected`: years. A birthday on 29 February falls on
 * 1 March in years without it.
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
  /** Date of birth, ISO 8601. */
  readonly birth?: string | undefined
  /** Year of birth; overrides a missing date and a date of another year. */
  readonly birth_year?: number | undefined
  /** Life expectancy in years. */
  readonly life_expect: number
}

/** The life in the settings; undefined without a date or year of birth. */
export function lifeIn({ birth, birth_year: year, life_expect: expected }: Birth, today: LocalDay): Life | undefined {
  if (birth !== undefined && (year === undefined || Number(birth.slice(0, 4)) === year))
    return lifeOf(birth, expected, today)
  const life = year === undefined ? undefined : lifeOf(`${year}-01-01`, expected, today)
  return life && { gone: life.gone, of: life.of, years: life.years }
}

/** Whole percent, 0 to 100, rounded down: 100 only when the period is over. */
export function percent({ gone, of }: Share): number {
  return Math.min(100, Math.floor((gone * 100) / of))
}
