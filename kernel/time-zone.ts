import lookup from "@photostructure/tz-lookup"
import { isTimeZone } from "platen/sdk/kit"

/** The IANA time zone of coordinates in degrees (north, east); undefined for one that this runtime does not know. */
export function timeZoneAt(latitude: number, longitude: number): string | undefined {
  const name = lookup(latitude, longitude)
  return isTimeZone(name) ? name : undefined
}
