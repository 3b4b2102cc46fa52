import type { Timeline } from "platen/sdk/mode"

/** The ends of the time that a timeline shows, and the distance of its lines. */
export interface Times {
  readonly from: number
  readonly to: number
  readonly step: number
}

const HOUR = 60
const DAY = 24 * HOUR

/** The times of a timeline: those that it names, else the steps round its entries; a day where it has none. */
export function timesOf({ entries, from, to, step = HOUR }: Timeline): Times {
  const starts = entries.map(({ start }) => start)
  // A moment has room for its words below it.
  const ends = entries.map(({ start, end = start }) => Math.max(start, end) + (end > start ? 0 : step))
  const first =
    from ?? (entries.length === 0 ? Math.min(0, (to ?? DAY) - DAY) : Math.floor(Math.min(...starts) / step) * step)
  const last = to ?? (entries.length === 0 ? first + DAY : Math.ceil(Math.max(...ends) / step) * step)
  return { from: first, to: last > first ? last : first + step, step }
}

/** A place along the time, and its words. */
export interface Mark {
  readonly place: number
  readonly text: string
}

/** Steps between two lines, of which the first with enough room is taken: for hours, those that divide a day. */
const STRIDES = [1, 2, 3, 4, 6, 12, 24]

/** The lines of a timeline: its own marks, else the steps that have room. `pitch`: pixels from one line to the next at least; `pixels`: of the whole time. */
export function marksOf(
  { marks }: Timeline,
  { from, to, step }: Times,
  pitch: number,
  pixels: number,
): readonly Mark[] {
  if (marks) return marks.filter(({ place }) => place >= from && place <= to)
  const needed = (pitch * (to - from)) / (Math.max(1, pixels) * step)
  const every = step * (STRIDES.find((stride) => stride >= needed) ?? Math.ceil(needed / 24) * 24)
  const [first, last] = [Math.ceil(from / every), Math.floor(to / every)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    place: (first + i) * every,
    text: timeOf((first + i) * every, every % HOUR === 0),
  }))
}

/** A time of the day in minutes as words: 9, or 9:30. */
export function timeOf(minutes: number, isShort = false): string {
  const whole = Math.round(minutes)
  const [hour, minute] = [modulo(Math.floor(whole / HOUR), 24), modulo(whole, HOUR)]
  return isShort && minute === 0 ? `${hour}` : `${hour}:${String(minute).padStart(2, "0")}`
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
