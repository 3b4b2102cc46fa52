/** Days on which something was done: by the number of the week a bit for each, Monday's the lowest. */
export type Weeks = Readonly<Record<string, number>>

/** 1 January 1970 was a Thursday: so many days into its week, which is week 0. */
const THURSDAY = 3

/** `day`: as `dayNumber` counts. Weeks that were over before `oldest` go. */
export function withDay(weeks: Weeks, day: number, done: boolean, oldest: number): Record<string, number> {
  const bit = 1 << placeIn(day)
  const before = weeks[weekOf(day)] ?? 0
  const changed: Record<string, number> = { ...weeks, [weekOf(day)]: done ? before | bit : before & ~bit }
  return Object.fromEntries(
    Object.entries(changed).filter(([week, bits]) => bits !== 0 && Number(week) >= weekOf(oldest)),
  )
}

/** Of the week that `today` is in, Monday first, whether it was done; days to come are not. */
export function weekTo(today: number, weeks: Weeks): boolean[] {
  const bits = weeks[weekOf(today)] ?? 0
  return Array.from({ length: 7 }, (_, place) => place <= placeIn(today) && (bits & (1 << place)) !== 0)
}

/** 0 Monday to 6 Sunday. */
export function placeIn(day: number): number {
  return day + THURSDAY - weekOf(day) * 7
}

export function weekOf(day: number): number {
  return Math.floor((day + THURSDAY) / 7)
}
