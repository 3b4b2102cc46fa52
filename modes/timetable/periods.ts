/** A period of the day. `start`, `end`: minutes after midnight; an end after 1440 is on the next day. Without a start it has a name alone. */
export interface Period {
  readonly label: string
  /** What the label is: a time from and to, the time of its beginning, or a name. */
  readonly kind: "range" | "start" | "name"
  readonly start?: number | undefined
  readonly end?: number | undefined
}

const DAY_MINUTES = 1_440
/** Minutes of a period whose end nothing tells. */
const HOUR = 60
const TIME = String.raw`(\d{1,2})(?:\s*[:：.h]\s*(\d{2}))?(?!\d)\s*([ap])?\.?(?:m\b\.?)?`
const RANGE = new RegExp(String.raw`(?<!\d)${TIME}\s*(?:[-–—−~～至到]|to\b)\s*${TIME}`, "giu")
const START = /(?<!\d)(\d{1,2})\s*[:：.h]\s*(\d{2})(?!\d)\s*([ap])?\.?(?:m\b\.?)?/iu

/** The periods that labels name: "08:00-09:30", "8:00", "Early shift", "Lesson 1 08:00-08:45". A time without an end lasts until the next one begins. */
export function periodsOf(labels: readonly string[]): readonly Period[] {
  const read = labels.map(periodOf)
  return read.map((period, i) => {
    if (period.start === undefined || period.end !== undefined) return period
    const next = read.slice(i + 1).find(({ start }) => start !== undefined && start > period.start!)
    const before = read[i - 1]
    const length = before?.start === undefined || before.start > period.start ? HOUR : period.start - before.start
    return { ...period, end: next?.start ?? period.start + length }
  })
}

function periodOf(label: string): Period {
  for (const match of label.matchAll(RANGE)) {
    const [whole, hour, minute, half, toHour, toMinute, toHalf] = match
    // "Lesson 1-2" counts lessons: a time has minutes, or a half of the day.
    if (minute === undefined && toMinute === undefined && half === undefined && toHalf === undefined) continue
    const end = minutesOf(toHour!, toMinute, toHalf)
    const given = minutesOf(hour!, minute, half)
    const sameHalf = minutesOf(hour!, minute, half ?? toHalf)
    const start = end !== undefined && sameHalf !== undefined && sameHalf < end ? sameHalf : given
    if (start === undefined || end === undefined) continue
    return {
      label,
      kind: whole.trim() === label ? "range" : "name",
      start,
      end: end > start ? end : end + DAY_MINUTES,
    }
  }
  const [whole, hour, minute, half] = START.exec(label) ?? []
  const start = hour === undefined ? undefined : minutesOf(hour, minute, half)
  if (start === undefined) return { label, kind: "name" }
  return { label, kind: whole!.trim() === label ? "start" : "name", start }
}

/** Minutes after midnight of a time of day; undefined for one that no clock shows. */
function minutesOf(hour: string, minute = "0", half?: string): number | undefined {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hours > (half === undefined ? 24 : 12) || minutes > 59) return undefined
  const shift = half === undefined ? 0 : half.toLowerCase() === "p" ? (hours < 12 ? 12 : 0) : hours === 12 ? -12 : 0
  return (hours + shift) * HOUR + minutes
}
