import { CONFIG, MEMBERS, RUNTIME, TOKENS } from "../device/device.js"
import type { ConfigRecord, DeviceConfig, DeviceToken, Member } from "../device/device.js"
import type { Device } from "../device/slice.js"
import { NotFound } from "../errors.js"
import type { Service } from "../services.js"
import { NEW_DEVICE } from "./sliced.js"

/** A device after an admin has freed it; undefined where devices have no tokens. */
export function freed(device: Device): Device | undefined {
  return device.get(TOKENS).tokens.length > 0 ? NEW_DEVICE.with(TOKENS, { contested: true }) : undefined
}

/** A device that is to call soon, as a listening or live device does at its next poll. */
export function refreshing(device: Device): Device {
  return device.with(RUNTIME, { pendingRefresh: true })
}

/** The error for a device that has never called: 404, "device-not-found". */
export function deviceNotFound(mac: string): NotFound {
  return new NotFound(`Nothing is known of ${mac}: it has never called this server.`, { code: "device-not-found" })
}

/** The owner of a device; undefined for a device without one. */
export function ownerOf(device: Device): Member | undefined {
  return device.get(MEMBERS).members.find(({ role }) => role === "owner")
}

/** Whether a device has people who may see and control it. */
export function isOwned(device: Device): boolean {
  return device.get(MEMBERS).members.length > 0
}

/** The role of a user on a device; undefined for a user without access. */
export function roleOf(device: Device, user: string): Member["role"] | undefined {
  return device.get(MEMBERS).members.find((each) => each.user === user)?.role
}

/** An unconfirmed token that nobody has used for so long counts no more. */
const UNUSED_MS = 24 * 3_600_000

/** Whether a token has expired. `now`: milliseconds since 1970 in UTC. */
export function isExpired({ provisional, usedAt, createdAt, heldUntil }: DeviceToken, now: number): boolean {
  if (heldUntil !== undefined) return now >= heldUntil
  return provisional && now - (usedAt ?? createdAt) >= UNUSED_MS
}

/** A voltage within the range that is stored: 0 to 10. */
export function voltsWithin(volts: number): number {
  return Math.min(10, Math.max(0, volts))
}

/** A signal strength within the range that is stored: -150 to 0 dBm. */
export function rssiWithin(dbm: number): number {
  return Math.min(0, Math.max(-150, dbm))
}

/** The record of the active config; undefined for a device without a config. */
export function activeRecord(device: Device): ConfigRecord | undefined {
  return device.get(CONFIG).records.find(({ active }) => active)
}

/** The active config; undefined for a device without a config. */
export function activeConfig(device: Device): DeviceConfig | undefined {
  return activeRecord(device)?.config
}

/** A device whose active config is changed. Pure. A device without a config stays as it was. */
export function withConfig(device: Device, change: (config: DeviceConfig) => DeviceConfig): Device {
  const records = device
    .get(CONFIG)
    .records.map((record) => (record.active ? { ...record, config: change(record.config) } : record))
  return device.with(CONFIG, { records })
}

/** The minutes between two renders of a device without a config. */
export const DEFAULT_MINUTES = 60

/** The minutes between two renders, as configured. */
export function configuredMinutes(device: Device | undefined): number {
  return (device && activeConfig(device))?.refreshInterval ?? DEFAULT_MINUTES
}

/** The IANA name of a device's time zone: that of its active config, else the operator's. */
export function timeZoneOf(device: Device | undefined, { defaults }: Pick<Service, "defaults">): string {
  return (device && activeConfig(device))?.zone || defaults.timeZone
}
