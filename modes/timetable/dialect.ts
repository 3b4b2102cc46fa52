import type { SettingsDialect } from "platen/sdk/mode"
import { COURSE_KEY, MAX_PERIODS } from "./lessons.js"

/** Most characters of the label of a period, and of a lesson with its room. */
export const MAX_LABEL = 40
export const MAX_COURSE = 80
/** Most characters of the short name of a lesson. */
export const MAX_SHORT = 20
/** Most characters of the name of a day. */
export const MAX_DAY = 20
const DAYS = 7

/** InkSight's format: the same settings without limits. What is too long or too much is cut, so that nothing is refused. */
export const dialect: SettingsDialect = {
  read: ({ style, periods, courses, weekdays, ...own }) => ({
    ...own,
    ...(style !== undefined && { style: style === "daily" ? "daily" : "weekly" }),
    ...(periods !== undefined && { periods: periodsIn(periods) }),
    ...(courses !== undefined && { courses: coursesIn(courses) }),
    ...(weekdays !== undefined && { weekdays: weekdaysIn(weekdays) }),
  }),
  write: () => ({}),
}

function periodsIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.slice(0, MAX_PERIODS).map((each) => cut(each, MAX_LABEL)) : []
}

/** Names of days from Monday. Numbers are days with a column, from 0, under their usual names. */
function weekdaysIn(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return []
  const numbers = given.filter((each) => Number.isInteger(each) && each >= 0 && each < DAYS) as number[]
  if (numbers.length > 0) return Array.from({ length: Math.max(...numbers) + 1 }, () => "")
  return given.slice(0, DAYS).map((each) => (typeof each === "string" ? cut(each, MAX_DAY) : ""))
}

function coursesIn(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      const known = key.trim()
      const text = cut(value, MAX_COURSE)
      return COURSE_KEY.test(known) && text !== "" ? [[known, text] as const] : []
    }),
  )
}

/** A text of at most so many UTF-16 units, without half a character at its end. */
function cut(value: unknown, most: number): string {
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : ""
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
}
