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
  /** undefined: that of the area at the root. */
  readonly realm?: string | undefined
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

/** The schema of a realm in the file. */
export const fileRealm = z
  .string()
  .max(40)
  .optional()
  .describe("The realm of its address, where the server has several. Default: that of the calls at the root.")

/** The device that an entry names. Throws Invalid for a realm that no area has. */
export function deviceInFile(entry: DeviceEntry, areas: Catalog<Area>): DeviceId {
  const { mac, realm = rootRealm(areas) } = entry
  const realms = areas.list().map((area) => area.realm)
  if (realms.includes(realm)) return { realm, mac }
  const message = `there is no realm "${realm}": use ${realms.join(" or ")}`
  throw new Invalid(`realm: ${message}.`, { issues: [{ path: "realm", message }] })
}

/** The fields by which the file names a device. */
export function deviceEntry({ realm, mac }: DeviceId, areas: Catalog<Area>): DeviceEntry {
  return realm === rootRealm(areas) ? { mac } : { mac, realm }
}

/** The id of a device's entry: its MAC, and its realm where that is not the one at the root. */
export function deviceEntryId({ mac, realm }: DeviceEntry, areas: Catalog<Area>): string {
  return realm === undefined || realm === rootRealm(areas) ? mac : `${mac} (${realm})`
}

/** The realm of the area at the root. */
function rootRealm(areas: Catalog<Area>): string {
  const all = areas.list()
  return (all.find(({ mount }) => mount === "/") ?? all[0])?.realm ?? ""
}
