import { BadInput } from "platen/sdk"
import type { Service } from "platen/sdk"
import type { DrawRequest, Place } from "platen/sdk/mode"

/** Options of commands that draw a page of another moment or place, for `parseArgs`. */
export const MOMENT_OPTIONS = { at: { type: "string" }, place: { type: "string" } } as const

/** Help of these options. */
export const MOMENT_HELP = `  --at TIME        date and time of the page: local time of the place, 2027-02-28T07:30, or with an offset, 2027-02-28T07:30Z
  --place LAT,LON[,NAME]
                   place of the page in degrees north and east, such as 64.15,-21.94,Reykjavik; its time zone is used`

/** Part of a request for a page that says of when and where the page is. */
export type Moment = Pick<DrawRequest, "at" | "place"> & Partial<Pick<DrawRequest, "timeZone">>

/** Reads the options. Throws BadInput. */
export function momentOf(
  { at, place }: { readonly at?: string | undefined; readonly place?: string | undefined },
  service: Service,
): Moment {
  const where = place === undefined ? undefined : placeOf(place)
  const zone = where && service.timeZoneAt(where.latitude, where.longitude)
  return {
    ...(where && { place: where }),
    ...(zone !== undefined && { timeZone: zone }),
    ...(at !== undefined && { at: instantOf(at, zone ?? service.defaults.timeZone, service) }),
  }
}

const DEGREES = String.raw`[+-]?\d{1,3}(?:\.\d{1,10})?`
const PLACE = new RegExp(String.raw`^\s*(${DEGREES})\s*,\s*(${DEGREES})\s*(?:,(.{1,100}))?$`, "u")

function placeOf(text: string): Place {
  const [, north, east, words = ""] = PLACE.exec(text) ?? []
  const [latitude, longitude, name] = [Number(north), Number(east), words.trim()]
  if (north === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new BadInput(
      `--place ${text} is not a place: write degrees north (-90 to 90) and east (-180 to 180), such as 52.52,13.41,Berlin.`,
    )
  return { latitude, longitude, ...(name !== "" && { name }) }
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds since 1970 in UTC. A date without a time is its noon. */
function instantOf(text: string, timeZone: string, { localTime }: Service): number {
  const [, date, time = "12:00", offset] = INSTANT.exec(text) ?? []
  const instant = Date.parse(`${date}T${time}${offset ?? "Z"}`)
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(instant) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date)
    throw new BadInput(
      `--at ${text} is not a time: write a date and a time, 2027-02-28T07:30, with an offset where it is not local time.`,
    )
  if (offset !== undefined) return instant
  const difference = (epoch: number): number => {
    const { year, month, day, hour, minute } = localTime(epoch, timeZone)
    return Date.UTC(year, month - 1, day, hour, minute) - epoch
  }
  // The second step corrects a change of the clocks in between. A time that the clocks skip becomes the one an hour later.
  return instant - difference(instant - difference(instant))
}
