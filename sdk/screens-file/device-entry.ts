import type { DeviceId } from "../device/device.js"
import { Invalid } from "../errors.js"
import type { Area } from "../http/route.js"
import { normalizeMac } from "../kit/mac.js"
import type { Catalog } from "../point.js"
import { z } from "../schema.js"

/** The fields by which an entry of the file names a device. */
export interface DeviceEntry {
  /** Normalized. */
  readonly mac: string
  /** The id of an edition; undefined: the one that is served at the root. */
  readonly edition?: string | undefined
}

const SIX_PAIRS = /^([0-9A-Fa-f]{2}[:-]?){5}[0-9A-Fa-f]{2}$/

/** The schema of a hardware address in the file. */
export const fileMac = z
  .string("must be a hardware address in quotes: six pairs of hex digits")
  .regex(SIX_PAIRS, {
    error: "must be a hardware address: six pairs of hex digits, such as AA:BB:CC:DD:EE:FF",
    abort: true,
  })
  .transform(normalizeMac)
  .describe("The screen's hardware address: six pairs of hex digits.")

/** The schema of an edition in the file. */
export const fileEdition = z
  .string()
  .max(40)
  .optional()
  .describe("The edition whose screen it is, where the server has several. Default: the one at the root.")

/** The device that an entry names. Throws Invalid for an edition that is not served. */
export function deviceInFile({ mac, edition }: DeviceEntry, areas: Catalog<Area>): DeviceId {
  const realms = areas.list().map(({ realm }) => realm)
  const realm = edition ?? mainRealm(areas)
  if (!realms.includes(realm)) {
    const message = `there is no edition "${realm}": use ${realms.join(" or ")}`
    throw new Invalid(`edition: ${message}.`, { issues: [{ path: "edition", message }] })
  }
  return { realm, mac }
}

/** The fields by which the file names a device. */
export function deviceEntry({ realm, mac }: DeviceId, areas: Catalog<Area>): DeviceEntry {
  return realm === mainRealm(areas) ? { mac } : { mac, edition: realm }
}

/** The id of a device's entry: its MAC, and its edition where that is not the one at the root. */
export function deviceEntryId({ mac, edition }: DeviceEntry, areas: Catalog<Area>): string {
  return edition === undefined || edition === mainRealm(areas) ? mac : `${mac} (${edition})`
}

/** The realm of the area at the root. */
function mainRealm(areas: Catalog<Area>): string {
  const all = areas.list()
  return (all.find(({ mount }) => mount === "/") ?? all[0])?.realm ?? ""
}
