import lookup from "@photostructure/tz-lookup"

/** The IANA time zone of coordinates in degrees (north, east); "" without coordinates and for a zone that this runtime does not know. */
export function zoneOf(latitude: number | null, longitude: number | null, known: (name: string) => boolean): string {
  if (latitude === null || longitude === null) return ""
  const name = lookup(latitude, longitude)
  return known(name) ? name : ""
}
