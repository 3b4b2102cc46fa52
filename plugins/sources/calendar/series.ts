import { Invalid } from "platen/sdk"
import type { Added, Entry, Stamp } from "./ical.js"
import { momentOf } from "./wall.js"
import type { Zones } from "./zones.js"

const DAY_MS = 86_400_000
/** Instances that one series may have up to the end of the window. */
const MAX_STEPS = 20_000

/** The days that are asked for: walls of the screen as if they were UTC, and moments. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly until: number
}

/** An instance of an event. `at`, `until`: moments; of one all day `from` and `to` are its dates, the end exclusive. */
export interface Instance {
  readonly title: string
  readonly place: string
  readonly allDay: boolean
  readonly at: number
  readonly until: number
  readonly from: number
  readonly to: number
}

/** A begin of a series: its wall in the zone of the series, with a length of its own where it was added so. */
interface Begin {
  readonly stamp: Stamp
  readonly added?: Added
}

/** The instances of the entries of one UID that lie in the window. Throws Invalid for a series without an end to its instances. */
export function instancesOf(entries: readonly Entry[], zones: Zones, window: Window): readonly Instance[] {
  const series = newest(entries.filter(({ instead }) => !instead))
  const changes = [...changesOf(entries, zones).values()]
  const shown = (entry: Entry, begin: Begin): readonly Instance[] =>
    entry.isCancelled ? [] : inWindow(instance(entry, begin, zones), window)
  const own = changes.flatMap((change) => shown(change, { stamp: change.start }))
  if (!series || series.isCancelled) return own
  const replaced = new Set(changes.map(({ instead }) => keyOf(instead!, series, zones)))
  const ranges = changes
    .filter(({ isRange }) => isRange)
    .sort((a, b) => keyOf(a.instead!, series, zones) - keyOf(b.instead!, series, zones))
  return begins(series, zones, window)
    .filter(({ stamp }) => !replaced.has(keyOf(stamp, series, zones)))
    .flatMap((begin) => {
      const range = ranges.findLast(
        ({ instead }) => keyOf(instead!, series, zones) <= keyOf(begin.stamp, series, zones),
      )
      if (!range) return shown(series, begin)
      const moved = range.start.wall - zones.wallIn(range.instead!, range.start.zone)
      return shown(range, { stamp: { ...range.start, wall: zones.wallIn(begin.stamp, range.start.zone) + moved } })
    })
    .concat(own)
}

/** Of entries for the same thing, the one that was written last. */
function newest(entries: readonly Entry[]): Entry | undefined {
  return entries.reduce<Entry | undefined>(
    (best, entry) =>
      !best || entry.sequence > best.sequence || (entry.sequence === best.sequence && entry.written >= best.written)
        ? entry
        : best,
    undefined,
  )
}

/** The changes of single instances, by those. */
function changesOf(entries: readonly Entry[], zones: Zones): Map<number, Entry> {
  const found = new Map<number, Entry>()
  for (const entry of entries) {
    if (!entry.instead) continue
    const key = zones.moment(entry.instead)
    found.set(key, newest([...(found.has(key) ? [found.get(key)!] : []), entry])!)
  }
  return found
}

/** Tells whether two begins are of the same instance: the date of a series all day, else the moment. */
function keyOf(stamp: Stamp, { start }: Entry, zones: Zones): number {
  return start.isDate ? dayOf(stamp.wall) : zones.moment(stamp)
}

function dayOf(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS
}

/** The begins of a series that may reach into the window. */
function begins(series: Entry, zones: Zones, window: Window): readonly Begin[] {
  const { start, rules, added, excluded } = series
  const found = new Map<number, Begin>()
  const put = (begin: Begin): void => {
    const key = keyOf(begin.stamp, series, zones)
    if (!found.has(key)) found.set(key, begin)
  }
  put({ stamp: start })
  for (const each of added) put({ stamp: each.start, added: each })
  const length = lengthOf(series, zones)
  for (const rule of rules) {
    let steps = 0
    const instances = rule.instances(start, (stamp) => zones.wallIn(stamp, start.zone))
    for (;;) {
      const wall = nextOf(instances)
      if (wall === undefined) break
      if (wall > window.to + 2 * DAY_MS) break
      if (++steps > MAX_STEPS) throw tooMany()
      if (wall + length >= window.from - 2 * DAY_MS) put({ stamp: { ...start, wall } })
    }
  }
  const dates = new Set(excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall))
  const moments = new Set(excluded.map((each) => keyOf(each, series, zones)))
  return [...found.values()].filter(
    ({ stamp }) => !dates.has(dayOf(stamp.wall)) && !moments.has(keyOf(stamp, series, zones)),
  )
}

/** The next wall of a rule; undefined at its end, which a rule that cannot be followed any further has too. */
function nextOf(instances: Iterator<number>): number | undefined {
  try {
    const next = instances.next()
    return next.done ? undefined : next.value
  } catch {
    return undefined
  }
}

/** Milliseconds from the begin of an event to its end. */
function lengthOf({ start, end, duration }: Pick<Entry, "start" | "end" | "duration">, zones: Zones): number {
  if (start.isDate) {
    const days = end ? (dayOf(end.wall) - start.wall) / DAY_MS : (duration?.days ?? 0)
    return Math.max(1, days) * DAY_MS
  }
  if (end) return Math.max(0, zones.moment(end) - zones.moment(start))
  if (!duration) return 0
  // Days are counted on the wall clock. Source: RFC 5545, 3.3.6.
  const until = momentOf(start.wall + duration.days * DAY_MS, zones.offset(start.zone)) + duration.ms
  return Math.max(0, until - zones.moment(start))
}

function instance(entry: Entry, { stamp, added }: Begin, zones: Zones): Instance {
  const { title, place, start } = entry
  const hasOwn = added && (added.end || added.duration !== undefined)
  const length = hasOwn
    ? lengthOf(added, zones)
    : lengthOf(entry.end ? entry : { ...entry, start: { ...start, wall: stamp.wall } }, zones)
  if (start.isDate) {
    const from = dayOf(stamp.wall)
    return { title, place, allDay: true, from, to: from + length, at: from, until: from + length }
  }
  const at = zones.moment(stamp)
  const until = at + length
  return { title, place, allDay: false, at, until, from: 0, to: 0 }
}

function inWindow(found: Instance, window: Window): readonly Instance[] {
  const { allDay, at, until } = found
  const [from, to] = allDay ? [window.from, window.to] : [window.at, window.until]
  const overlaps = until > at ? at < to && until > from : at >= from && at < to
  return overlaps ? [found] : []
}

function tooMany(): Invalid {
  return new Invalid("The calendar repeats an event too often.", { code: "calendar-too-large" })
}
