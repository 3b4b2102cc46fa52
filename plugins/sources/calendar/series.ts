import { Invalid } from "platen/sdk"
import { stampIn } from "./ical.js"
import type { Added, Entry, Stamp } from "./ical.js"
import { instancesIn } from "./recurrence.js"
import type { Rule } from "./rule.js"
import { momentOf } from "./wall.js"
import type { Zones } from "./zones.js"

const DAY_MS = 86_400_000
/** Instances of one series a day, on average. */
const MOST_A_DAY = 24
/** Steps that an instance costs: it is compared, and has its moments. */
const PER_INSTANCE = 10
/** What runs for longer, and begins each hour, is no plan of anybody. */
const MAX_LENGTH = 9 * DAY_MS

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

/** The instances of one series, and how many of its entries are not, or not wholly among them. */
export interface Shown {
  readonly instances: readonly Instance[]
  readonly unread: number
  /** True: its rules need more steps than they may take. */
  readonly isCut: boolean
}

/** Is told of days and times that are looked at, and throws RangeError when there are too many. */
export type Spend = (steps: number) => void

/** The instances of the entries of one UID that lie in the window. A rule that cannot be followed costs what it alone adds. */
export function instancesOf(entries: readonly Entry[], zones: Zones, window: Window, spend: Spend): Shown {
  const series = newest(entries.filter(({ instead }) => !instead))
  const changes = [...changesOf(entries, series, zones).values()]
  const shown = (entry: Entry, begin: Begin): readonly Instance[] =>
    entry.isCancelled ? [] : inWindow(instance(entry, begin, zones), window)
  const own = changes.flatMap((change) => shown(change, { stamp: change.start }))
  const unread = changes.filter((each) => each.unread === "times").length
  if (!series || series.isCancelled) return { instances: own, unread, isCut: false }
  const terms = termsOf(series, zones)
  const replaced = terms.listed(changes.map(({ instead }) => instead!))
  const ranges = changes.filter(({ isRange }) => isRange).sort((a, b) => terms.key(a.instead!) - terms.key(b.instead!))
  const { found, isWhole, isCut } = begins(series, terms, { zones, window, spend })
  const instances = found
    .filter(({ stamp }) => !replaced(stamp))
    .flatMap((begin) => {
      const range = ranges.findLast(({ instead }) => terms.key(instead!) <= terms.key(begin.stamp))
      if (!range) return shown(series, begin)
      const moved = range.start.wall - zones.wallIn(terms.own(range.instead!), range.start.zone)
      return shown(range, { stamp: { ...range.start, wall: zones.wallIn(begin.stamp, range.start.zone) + moved } })
    })
  const isUnread = !isWhole || series.unread === "times" || (series.unread === "exceptions" && instances.length > 0)
  return { instances: [...instances, ...own], unread: unread + Number(isUnread), isCut }
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
function changesOf(entries: readonly Entry[], series: Entry | undefined, zones: Zones): Map<number, Entry> {
  const found = new Map<number, Entry>()
  for (const entry of entries) {
    if (!entry.instead) continue
    const key = series ? termsOf(series, zones).key(entry.instead) : zones.moment(entry.instead)
    found.set(key, newest([...(found.has(key) ? [found.get(key)!] : []), entry])!)
  }
  return found
}

/** How a series names its instances: by dates when it is all day, else by times of its zone. */
interface Terms {
  /** A stamp as the series would write it. */
  own(stamp: Stamp): Stamp
  /** The same for the same instance. */
  key(stamp: Stamp): number
  /** Tells whether an instance is among those of a list. A date stands for what begins on that day. */
  listed(stamps: readonly Stamp[]): (stamp: Stamp) => boolean
}

function termsOf({ start }: Entry, zones: Zones): Terms {
  const own = (stamp: Stamp): Stamp => {
    if (start.isDate) return { ...start, wall: zones.dayOf(stamp) }
    if (stamp.isDate) return { ...start, wall: stamp.wall + start.wall - dayOf(start.wall) }
    // What floats is meant in the zone of the series, and a series that floats has the times that are written.
    const floats = stamp.zone === "" || (start.zone === "" && stamp.zone !== "UTC")
    return floats ? { ...stamp, zone: start.zone } : stamp
  }
  const key = (stamp: Stamp): number => (start.isDate ? own(stamp).wall : zones.moment(own(stamp)))
  return {
    own,
    key,
    listed: (stamps) => {
      const days = new Set(start.isDate ? [] : stamps.filter(({ isDate }) => isDate).map(({ wall }) => wall))
      const keys = new Set(stamps.filter(({ isDate }) => start.isDate || !isDate).map(key))
      return (stamp) => keys.has(key(stamp)) || days.has(dayOf(stamp.wall))
    },
  }
}

function dayOf(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS
}

interface Bounds {
  readonly zones: Zones
  readonly window: Window
  readonly spend: Spend
}

/** The begins of a series that may reach into the window, and whether each of its rules could be followed. */
function begins(
  series: Entry,
  terms: Terms,
  bounds: Bounds,
): { readonly found: readonly Begin[]; readonly isWhole: boolean; readonly isCut: boolean } {
  const { start, rules, added, excluded, excludedBy } = series
  const found = new Map<number, Begin>()
  const put = (begin: Begin): void => {
    const key = terms.key(begin.stamp)
    if (!found.has(key)) found.set(key, begin)
  }
  put({ stamp: start })
  for (const each of added) put({ stamp: terms.own(each.start), added: each })
  const faults: unknown[] = []
  const walls = (rule: Rule): readonly Stamp[] => {
    try {
      return ruled(rule, series, bounds).map((wall) => ({ ...start, wall }))
    } catch (error) {
      faults.push(error)
      return []
    }
  }
  for (const stamp of rules.flatMap(walls)) put({ stamp })
  const isExcluded = terms.listed([...excluded, ...excludedBy.flatMap(walls)])
  return {
    found: [...found.values()].filter(({ stamp }) => !isExcluded(stamp)),
    isWhole: faults.length === 0,
    isCut: faults.some((each) => each instanceof RangeError),
  }
}

/** The walls of a rule that may reach into the window. Throws Invalid where there are too many, or an end that cannot be read. */
function ruled(rule: Rule, series: Entry, { zones, window, spend }: Bounds): readonly number[] {
  const { start } = series
  const until = rule.until === undefined ? undefined : untilOf(rule.until, start, zones)
  // Two days are more than zones can be apart.
  const length = lengthOf(series, zones)
  const from = window.from - length - 2 * DAY_MS
  const to = window.to + 2 * DAY_MS
  const timeless = start.isDate && { hours: undefined, minutes: undefined, seconds: undefined }
  const walls = instancesIn({ ...rule, ...timeless }, { start: start.wall, until, from, to, spend })
  if (walls.length > (MOST_A_DAY * (to - Math.max(from, window.from - MAX_LENGTH))) / DAY_MS)
    throw new Invalid("A series has too many instances.", { code: "calendar-unreadable" })
  spend(walls.length * PER_INSTANCE)
  return walls
}

/** The last wall that a rule may have. A date includes that day. */
function untilOf(text: string, start: Stamp, zones: Zones): number {
  const last = stampIn(text)
  if (!last) throw new Invalid("The end of a series cannot be read.", { code: "calendar-unreadable" })
  if (start.isDate) return zones.dayOf(last)
  return last.isDate ? last.wall + DAY_MS - 1 : zones.wallIn(last, start.zone)
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
    const to = from + Math.ceil(length / DAY_MS) * DAY_MS
    return { title, place, allDay: true, from, to, at: from, until: to }
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
