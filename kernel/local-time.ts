import { Invalid } from "platen/sdk"
import type { LocalTime } from "platen/sdk"

const QUARTER_MS = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
/** No zone changes its offset within a quarter of an hour: one is looked up a quarter. */
const offsets = new Map<string, { readonly quarter: number; readonly offset: number }>()

/** `epoch`: milliseconds since 1970 in UTC. Throws Invalid for a zone that is not in the IANA list. */
export function localTime(epoch: number, timeZone: string): LocalTime {
  const date = new Date(epoch + offsetAt(epoch, timeZone))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    epoch,
  }
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(epoch: number, timeZone: string): number {
  const quarter = Math.floor(epoch / QUARTER_MS)
  const known = offsets.get(timeZone)
  if (known?.quarter === quarter) return known.offset
  const parts = Object.fromEntries(
    format(timeZone)
      .formatToParts(epoch)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour! % 24, parts.minute, parts.second)
  const offset = local - Math.floor(epoch / 1000) * 1000
  if (offsets.size > 1000) offsets.clear()
  offsets.set(timeZone, { quarter, offset })
  return offset
}

function format(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  if (!isTimeZone(timeZone)) throw new Invalid(`"${timeZone}" is not a time zone: use a name such as "Europe/Berlin".`)
  const made = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  if (formats.size > 1000) formats.clear()
  formats.set(timeZone, made)
  return made
}
