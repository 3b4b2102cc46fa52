const DAY_MS = 86_400_000

/** Tells how far local time is ahead of UTC at a moment: milliseconds. */
export type Offset = (epoch: number) => number

/**
 * The moment at which a wall clock shows a time. `wall`: the time as if it were UTC, in milliseconds since 1970. A time that comes twice is
 * the first; one that is left out has the offset before the gap. Source: RFC 5545, 3.3.5.
 */
export function momentOf(wall: number, offset: Offset): number {
  const [before, after] = [offset(wall - DAY_MS), offset(wall + DAY_MS)]
  if (offset(wall - before) === before) return wall - before
  if (offset(wall - after) === after) return wall - after
  return wall - before
}

const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 50

/** The offset of an IANA zone. */
export function offsetOf(timeZone: string): Offset {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  const known = new Map<number, number>()
  return (epoch) => {
    // No zone changes its offset within a quarter of an hour.
    const quarter = Math.floor(epoch / 900_000)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const text = format.formatToParts(quarter * 900_000).find(({ type }) => type === "timeZoneName")?.value ?? ""
    const [, sign, hours = "0", minutes = "0", seconds = "0"] =
      /GMT([+-])(\d{2}):?(\d{2})?(?::(\d{2}))?/.exec(text) ?? []
    const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    const offset = sign === "-" ? -size : size
    known.set(quarter, offset)
    return offset
  }
}

/** What a wall clock shows at a moment, as if it were UTC. */
export function wallOf(epoch: number, offset: Offset): number {
  return epoch + offset(epoch)
}
