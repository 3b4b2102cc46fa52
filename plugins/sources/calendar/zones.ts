import { definedOffset } from "./ical.js"
import type { Stamp } from "./ical.js"
import { momentOf, offsetOf, wallOf } from "./wall.js"
import type { Offset } from "./wall.js"
import { WINDOWS_ZONES } from "./windows-zones.js"

/** Tells moments and walls in the zones of one calendar. */
export interface Zones {
  /** The offset of a zone by its TZID; "" is the screen's own. */
  offset(zone: string): Offset
  moment(stamp: Stamp): number
  /** What a clock of `zone` shows at the time of a stamp. */
  wallIn(stamp: Stamp, zone: string): number
}

const UTC: Offset = () => 0

/** The zones of a calendar. `defined`: the lines of its VTIMEZONEs; `screen`: IANA name of the zone in which floating times are meant. */
export function zonesOf(defined: ReadonlyMap<string, readonly string[]>, screen: string): Zones {
  const known = new Map<string, Offset>()
  const offset = (zone: string): Offset => {
    let found = known.get(zone)
    if (!found) known.set(zone, (found = resolved(zone, defined) ?? offsetOf(screen)))
    return found
  }
  const moment = ({ wall, zone }: Stamp): number => momentOf(wall, offset(zone))
  return {
    offset,
    moment,
    wallIn: (stamp, zone) =>
      stamp.isDate || stamp.zone === "" || stamp.zone === zone ? stamp.wall : wallOf(moment(stamp), offset(zone)),
  }
}

/** The offset of a zone: by its IANA name, by its name in Windows, else as the calendar defines it; undefined for a floating or unknown one. */
function resolved(zone: string, defined: ReadonlyMap<string, readonly string[]>): Offset | undefined {
  if (zone === "UTC") return UTC
  if (zone === "") return undefined
  const own = defined.get(zone)
  const iana = ianaIn(zone)
  return iana === undefined ? own && definedOffset(own) : offsetOf(iana)
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
