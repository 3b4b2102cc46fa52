import type { LocalTime } from "platen/sdk"
import type { TimeWindow } from "platen/sdk/device"

/** Whether a local time is in a window. It depends on the clock on the wall alone: a skipped hour holds nothing, a repeated one counts twice. */
export function isInTimeWindow(
  { from, until, weekdays }: TimeWindow,
  { hour, minute, weekday: sundayFirst }: LocalTime,
): boolean {
  const at = hour * 60 + minute
  const today = sundayFirst === 0 ? 7 : sundayFirst
  const yesterday = today === 1 ? 7 : today - 1
  if (from <= until) return at >= from && at < until && weekdays.includes(today)
  return (at >= from && weekdays.includes(today)) || (at < until && weekdays.includes(yesterday))
}
