import type { Rule, Weekday } from "./rule.js"

const DAY_MS = 86_400_000

/** Tells which days a rule allows. Days are counted since 1970. */
export class DayFilter {
  readonly #rule: Rule
  /** The year that was asked for last. */
  #year: { readonly first: number; readonly end: number } = { first: 0, end: 0 }

  /** `rule`: with a part for the day where it repeats months or years. */
  constructor(rule: Rule) {
    this.#rule = rule
  }

  /** A day, or the first one after it whose month the rule allows. */
  from(day: number): number {
    const { months } = this.#rule
    if (!months) return day
    const date = new Date(day * DAY_MS)
    const month = date.getUTCMonth()
    // The list is never empty, so that one of twelve months is in it.
    for (let later = 0; later < 12; later++)
      if (months.includes(((month + later) % 12) + 1))
        return later === 0 ? day : date.setUTCMonth(month + later, 1) / DAY_MS
    return day
  }

  has(day: number): boolean {
    const { months, monthDays, yearDays, weekdays, weeks } = this.#rule
    if (!months && !monthDays && !yearDays && !weekdays && !weeks) return true
    const date = new Date(day * DAY_MS)
    const [month, monthDay] = [date.getUTCMonth() + 1, date.getUTCDate()]
    if (months && !months.includes(month)) return false
    if (weekdays && !weekdays.some((each) => this.#isWeekday(each, day, date))) return false
    if (monthDays && !monthDays.includes(monthDay) && !monthDays.includes(monthDay - lengthOf(date) - 1)) return false
    if (!yearDays && !weeks) return true
    this.#learn(day, date.getUTCFullYear())
    return (!yearDays || this.#isYearDay(day, yearDays)) && (!weeks || this.#isWeek(day, date.getUTCFullYear(), weeks))
  }

  #isWeekday({ weekday, nth }: Weekday, day: number, date: Date): boolean {
    if (weekdayOf(day) !== weekday) return false
    const { frequency, months } = this.#rule
    if (nth === 0 || frequency === "WEEKLY") return true
    const isOfYear = frequency === "YEARLY" && !months
    if (isOfYear) this.#learn(day, date.getUTCFullYear())
    const { first, end } = this.#year
    const before = isOfYear ? day - first : date.getUTCDate() - 1
    const after = isOfYear ? end - 1 - day : lengthOf(date) - date.getUTCDate()
    return nth > 0 ? Math.floor(before / 7) === nth - 1 : Math.floor(after / 7) === -nth - 1
  }

  #isYearDay(day: number, yearDays: readonly number[]): boolean {
    const { first, end } = this.#year
    return yearDays.includes(day - first + 1) || yearDays.includes(day - end)
  }

  /** Whether a day lies in one of the weeks of the year to which its week belongs. */
  #isWeek(day: number, calendarYear: number, weeks: readonly number[]): boolean {
    const { weekStart } = this.#rule
    const year = [calendarYear + 1, calendarYear].find((each) => firstWeek(each, weekStart) <= day) ?? calendarYear - 1
    const first = firstWeek(year, weekStart)
    const week = Math.floor((day - first) / 7) + 1
    const count = (firstWeek(year + 1, weekStart) - first) / 7
    return weeks.includes(week) || weeks.includes(week - count - 1)
  }

  #learn(day: number, year: number): void {
    if (day >= this.#year.first && day < this.#year.end) return
    this.#year = { first: newYear(year), end: newYear(year + 1) }
  }
}

/** 0 is Monday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Days of the month of a date. */
function lengthOf(date: Date): number {
  return new Date(new Date(date).setUTCMonth(date.getUTCMonth() + 1, 0)).getUTCDate()
}

function newYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1) / DAY_MS
}

/** The day on which the first week of a year begins: the one that has four of its days at least. */
function firstWeek(year: number, weekStart: number): number {
  const first = newYear(year)
  const offset = (weekdayOf(first) - weekStart + 7) % 7
  return first - offset + (offset > 3 ? 7 : 0)
}
