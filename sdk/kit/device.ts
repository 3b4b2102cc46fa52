import { device } from "../device/device.js"
import type { ConfigRecord, Device, DeviceConfig, DeviceToken, Member } from "../device/device.js"
import { NotFound } from "../errors.js"
import type { Service } from "../services.js"

/** The document of a device after an admin has freed it; undefined where devices have no tokens. */
export function freed({ tokens }: Device): Device | undefined {
  return tokens.length > 0 ? device.parse({ contested: true }) : undefined
}

/** The error for a device that has never called: 404, "device-not-found". */
export function deviceNotFound(mac: string): NotFound {
  return new NotFound(`Nothing is known of ${mac}: it has never called this server.`, { code: "device-not-found" })
}

/** The owner of a device; undefined for a device without one. */
export function ownerOf({ members }: Pick<Device, "members">): Member | undefined {
  return members.find(({ role }) => role === "owner")
}

/** The role of a user on a device; undefined for a user without access. */
export function roleOf({ members }: Pick<Device, "members">, user: string): Member["role"] | undefined {
  return members.find((each) => each.user === user)?.role
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
export function activeRecord({ configs }: Pick<Device, "configs">): ConfigRecord | undefined {
  return configs.find(({ active }) => active)
}

/** The active config; undefined for a device without a config. */
export function activeConfig(device: Pick<Device, "configs">): DeviceConfig | undefined {
  return activeRecord(device)?.config
}

/** A device whose active config is changed. Pure. A device without a config stays as it was. */
export function withConfig(device: Device, change: (config: DeviceConfig) => DeviceConfig): Device {
  return {
    ...device,
    configs: device.configs.map((record) => (record.active ? { ...record, config: change(record.config) } : record)),
  }
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
