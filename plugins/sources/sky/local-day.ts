import { dayNumber, localTime } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Local midnight is at most so far from midnight in UTC. */
const MAX_OFFSET_MS = 15 * HOUR_MS
/** The hour for which the moon is drawn. */
const EVENING_HOUR = 21

/** A time rounded to the nearest minute, as almanacs list it. Milliseconds since 1970 in UTC. */
export function toMinute(time: number): number {
  return Math.round(time / MINUTE_MS) * MINUTE_MS
}

/** A civil day: it begins at `start` and ends before `end`, 23 to 25 hours later. Milliseconds since 1970 in UTC. */
export interface DayBounds {
  readonly start: number
  readonly end: number
  /** 21:00 on the clocks of the zone. */
  readonly evening: number
}

/** When a day begins and ends in a time zone, to the minute, also where clocks change at midnight. */
export function dayBounds({ year, month, day }: LocalDay, timeZone: string): DayBounds {
  const number = dayNumber(year, month, day)
  const start = beginning(number, timeZone)
  const guess = start + EVENING_HOUR * HOUR_MS
  const { hour, minute } = localTime(guess, timeZone)
  return {
    start,
    end: beginning(number + 1, timeZone),
    evening: guess + ((EVENING_HOUR - hour) * 60 - minute) * MINUTE_MS,
  }
}

/** The first minute of a day. */
function beginning(number: number, timeZone: string): number {
  let before = (number * DAY_MS - MAX_OFFSET_MS) / MINUTE_MS
  let after = (number * DAY_MS + MAX_OFFSET_MS) / MINUTE_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const { year, month, day } = localTime(middle * MINUTE_MS, timeZone)
    if (dayNumber(year, month, day) >= number) after = middle
    else before = middle
  }
  return after * MINUTE_MS
}
