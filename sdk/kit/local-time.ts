import { Invalid } from "../errors.js"
import { lruSet } from "./lru-set.js"
import { localDigits } from "./numbers.js"
import type { LocalTime } from "../time.js"

const QUARTER_MS = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
/** Cached UTC offsets by quarter of an hour and zone: no zone changes its offset within one. A forecast asks for some fifty of a zone. */
const offsets = new Map<string, number>()

/** Calendar fields of an instant in a time zone. `epoch`: Unix time in milliseconds. Throws Invalid for an unknown IANA zone. */
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

/** A time of day in the page's language: "19:05", "7:05 PM" or "下午7:05" in a region that counts hours to 12. `words`: those of the view; without them "19:05". `inList`: with hours to 24 where a part of the day before the time would take the room of what the list is of. */
export function clockTime(
  { hour, minute }: Pick<LocalTime, "hour" | "minute">,
  words: (key: string) => string = String,
  inList = false,
): string {
  const period = words(hour < 12 ? "time.am" : "time.pm")
  const minutes = String(minute).padStart(2, "0")
  if (period === "" || period.includes("time.") || (inList && period.includes("{}")))
    return localDigits(`${hour}:${minutes}`, words)
  const time = `${hour % 12 || 12}:${minutes}`
  return localDigits(period.includes("{}") ? period.replace("{}", time) : `${time}\u00a0${period}`, words)
}

/** Whether this runtime knows an IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}

/** Offset of local time from UTC in milliseconds; positive east of Greenwich. */
function offsetAt(epoch: number, timeZone: string): number {
  const key = `${Math.floor(epoch / QUARTER_MS)} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const read = format(timeZone).formatToParts(epoch)
  const parts = Object.fromEntries(read.map(({ type, value }) => [type, Number(value)]))
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour! % 24, parts.minute, parts.second)
  const offset = local - Math.floor(epoch / 1000) * 1000
  lruSet(offsets, key, offset, 5_000)
  return offset
}

function format(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  if (!isTimeZone(timeZone))
    throw new Invalid(`Unknown time zone "${timeZone}": use an IANA name such as "Europe/Berlin".`)
  const created = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  lruSet(formats, timeZone, created, 1_000)
  return created
}
