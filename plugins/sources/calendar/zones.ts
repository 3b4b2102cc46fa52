import { definedOffset } from "./defined-zones.js"
import type { Stamp } from "./ical.js"
import { momentOf, offsetOf, wallOf } from "./wall.js"
import type { Offset } from "./wall.js"
import { WINDOWS_ZONES } from "./windows-zones.js"
import { namedOffset } from "./zone-names.js"

/** Tells moments and walls in the zones of one calendar. */
export interface Zones {
  /** The offset of a zone by its TZID; "" is the screen's own. */
  offset(zone: string): Offset
  moment(stamp: Stamp): number
  /** What a clock of `zone` shows at the time of a stamp. */
  wallIn(stamp: Stamp, zone: string): number
  /** The date of a stamp, as a wall at midnight. A moment has that of the calendar's own day. */
  dayOf(stamp: Stamp): number
}

const DAY_MS = 86_400_000

const UTC: Offset = () => 0

/** The zones of a calendar. `defined`: the lines of its VTIMEZONEs; `own`: the one that it says is its own; `screen`: IANA name of the zone in which floating times are meant. */
export function zonesOf(defined: ReadonlyMap<string, readonly string[]>, own: string, screen: string): Zones {
  const known = new Map<string, Offset | undefined>()
  const found = (zone: string): Offset | undefined => {
    if (!known.has(zone)) known.set(zone, resolved(zone, defined))
    return known.get(zone)
  }
  const offset = (zone: string): Offset => found(zone) ?? offsetOf(screen)
  const moment = ({ wall, zone }: Stamp): number => momentOf(wall, offset(zone))
  /** Zones in which the calendar may have its days, the likeliest first. */
  const days = [own, ...[...defined.keys()].slice(0, MAX_OWN)].flatMap((zone) => found(zone) ?? []).concat(offset(""))
  return {
    offset,
    moment,
    wallIn: (stamp, zone) =>
      stamp.isDate || stamp.zone === "" || stamp.zone === zone ? stamp.wall : wallOf(moment(stamp), offset(zone)),
    dayOf: (stamp) => {
      if (stamp.isDate || stamp.zone === "" || stamp.wall % DAY_MS === 0) return midnight(stamp.wall)
      const walls = days.map((each) => wallOf(moment(stamp), each))
      // The begin of a day somewhere is meant as that day.
      const begin = walls.find((wall) => wall % DAY_MS === 0)
      if (begin !== undefined || days.length > 1) return midnight(begin ?? walls[0]!)
      // A calendar that names no zone: a day begins within twelve hours of that in UTC.
      return midnight(stamp.zone === "UTC" ? stamp.wall + DAY_MS / 2 : stamp.wall)
    },
  }
}

/** Zones that a calendar defines and that are tried as its own. */
const MAX_OWN = 4

function midnight(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS
}

/** The offset of a zone: by its IANA name, by its name in Windows, as the calendar defines it, else as the name says; undefined for a floating or unknown one. */
function resolved(zone: string, defined: ReadonlyMap<string, readonly string[]>): Offset | undefined {
  if (zone === "UTC") return UTC
  if (zone === "") return undefined
  const own = defined.get(zone)
  const iana = ianaIn(zone)
  return iana === undefined ? ((own && definedOffset(own)) ?? namedOffset(zone)) : offsetOf(iana)
}

/** The IANA zone that a TZID names, perhaps behind a prefix such as "/freeassociation.sourceforge.net/"; undefined for none. */
function ianaIn(zone: string): string | undefined {
  const windows = WINDOWS_ZONES.get(zone.toLowerCase())
  if (windows !== undefined) return windows
  const parts = zone.replace(/^\/+/, "").split("/")
  for (let from = 0; from < parts.length; from++) {
    const name = parts.slice(from).join("/")
    if (/^[A-Za-z]/.test(name) && (name.includes("/") || name === zone) && isZone(name)) return name
  }
  return undefined
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}
