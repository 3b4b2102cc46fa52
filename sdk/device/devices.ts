import type { DeviceConfig, DeviceId } from "./device.js"
import type { Device } from "./slice.js"
import type { DrawRequest } from "../mode/draw.js"
import type { Journal, UpdateOptions } from "../storage/store.js"

/** The devices by realm and MAC. A device of one realm is never seen through another. */
export interface Devices {
  get(realm: string, mac: string): Promise<Device | undefined>
  /** Reads, changes and writes as one, with whatever `with` adds. `change` may run again, so it must be pure; undefined stands for no device. Resolves to the new device. */
  update(
    realm: string,
    mac: string,
    change: (device: Device | undefined) => Device | undefined,
    options?: Pick<UpdateOptions<Device>, "with">,
  ): Promise<Device | undefined>
  /** Every device of every realm, in order of realm and MAC. */
  all(): AsyncIterable<DeviceId & { readonly device: Device }>
  /** The number of devices with an owner, or with a config that a person saved. */
  count(realm: string): Promise<number>
  /** The devices that a user owns or may see, the newest binding first. */
  of(realm: string, user: string): Promise<readonly Listed[]>
  /** Devices whose binding to that user was undone within the last 7 days, with the time of it. */
  undone(realm: string, user: string): Promise<readonly { readonly mac: string; readonly at: number }[]>
  /** The MAC of the device that has the access request; undefined when there is no such request. */
  requested(realm: string, id: number): Promise<string | undefined>
  /** The devices without an owner for which there are access requests. */
  asked(realm: string): Promise<readonly Listed[]>
  /** Deletes all data of a device, also that of other plugins. `left`: the device that stays, default none. It must be pure; if it throws, nothing is deleted. Resolves to false for an unknown device. */
  forget(realm: string, mac: string, left?: (device: Device) => Device | undefined): Promise<boolean>
  /** Seconds after which the data of a device expires; undefined for never. */
  ttl(device: Device): number | undefined
  /** By stream, the `deviceKey`. */
  readonly renders: Journal<RenderRow>
  readonly heartbeats: Journal<Heartbeat>
  /** When a device last called, in milliseconds since 1970 in UTC, and whether that is as lately as its interval demands. */
  presence(device: Device): { readonly lastSeen: number | undefined; readonly isOnline: boolean }
  /** At most `limit` devices of a realm that called within so many milliseconds, the newest first by minutes. `at`: when. */
  recent(realm: string, within: number, limit: number): Promise<readonly (Listed & { readonly at: number })[]>
}

type Listed = { readonly mac: string; readonly device: Device }

/** One render of a device. */
export interface RenderRow {
  /** Mode id, or the name of a pushed picture. */
  readonly mode: string
  readonly cacheHit: boolean
  readonly ms: number
  readonly failed: boolean
}

/** One report of a device. `voltage`: volts; `rssi`: dBm; null: not measured. */
export interface Heartbeat {
  readonly voltage: number | null
  readonly rssi: number | null
}

/** The part of a `DrawRequest` that does not depend on the panel. */
export type PageRequest = Omit<DrawRequest, "width" | "height" | "palette" | "codec">

/** The device for which a page is drawn, if there is one, and the scopes of its modes. `mac`: normalized; `settings`: by mode, in place of those of its config. */
export interface PageOwner {
  readonly realm: string
  readonly settings?: DeviceConfig["settings"] | undefined
  readonly mac?: string | undefined
  readonly device?: Device | undefined
  /** The scopes whose modes are found beside those without a scope. */
  readonly scopes?: readonly string[]
}
