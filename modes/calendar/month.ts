import { dayNumber, dayOf, daysInMonth, isoWeek } from "platen/sdk/kit"

/** A day of the month grid, which may belong to the previous or the next month. */
export interface Cell {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly inside: boolean
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number
}

export interface Week {
  /** ISO 8601 week number, that of the week's Thursday. */
  readonly number: number
  /** The seven days. */
  readonly cells: readonly Cell[]
}

/** Its number is that of the ISO week. */
const THURSDAY = 4

/** The 4 to 6 weeks that contain days of a month. `start`: the weekday that they begin on, 0 Sunday to 6 Saturday. */
export function weeksOf(year: number, month: number, start: number): readonly Week[] {
  const first = dayNumber(year, month, 1)
  const lead = (dayOf(first).weekday - start + 7) % 7
  const count = Math.ceil((lead + daysInMonth(year, month)) / 7)
  return Array.from({ length: count }, (_, week) => {
    const begin = first - lead + week * 7
    const cells = Array.from({ length: 7 }, (__, i) => cell(begin + i, year, month))
    return { number: isoWeek(dayOf(begin + ((THURSDAY - start + 7) % 7))), cells }
  })
}

function cell(number: number, year: number, month: number): Cell {
  const day = dayOf(number)
  return {
    year: day.year,
    month: day.month,
    day: day.day,
    inside: day.month === month && day.year === year,
    weekday: day.weekday,
  }
}
