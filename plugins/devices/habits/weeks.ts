/** Days on which a habit was done: by week number, a bit mask with Monday as the lowest bit. */
export type Weeks = Readonly<Record<string, number>>

/** Days from Monday to 1 January 1970, a Thursday in week 0. */
const THURSDAY = 3

/** The weeks with a day set or cleared. `day`: from `dayNumber`. Drops weeks that ended before `oldest`. */
export function withDay(weeks: Weeks, day: number, done: boolean, oldest: number): Record<string, number> {
  const bit = 1 << placeIn(day)
  const before = weeks[weekOf(day)] ?? 0
  const changed: Record<string, number> = { ...weeks, [weekOf(day)]: done ? before | bit : before & ~bit }
  return Object.fromEntries(
    Object.entries(changed).filter(([week, bits]) => bits !== 0 && Number(week) >= weekOf(oldest)),
  )
}

/** Days of the week of `today` on which the habit was done, Monday first; future days are false. */
export function weekTo(today: number, weeks: Weeks): boolean[] {
  const bits = weeks[weekOf(today)] ?? 0
  return Array.from({ length: 7 }, (_, place) => place <= placeIn(today) && (bits & (1 << place)) !== 0)
}

/** Index of the day in its week: 0 Monday to 6 Sunday. */
export function placeIn(day: number): number {
  return day + THURSDAY - weekOf(day) * 7
}

export function weekOf(day: number): number {
  return Math.floor((day + THURSDAY) / 7)
}
