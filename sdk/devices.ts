import type { Device, DeviceId } from "./device.js"
import type { Change, Journal, UpdateOptions } from "./store.js"

/** Devices by edition and MAC: those of one edition are never seen through another. */
export interface Devices {
  get(edition: string, mac: string): Promise<Device | undefined>
  /** Reads, changes and writes as one: `change` may run again, so it must be pure. Undefined: nothing was there, or nothing is to be. Resolves to what was written. */
  update(
    edition: string,
    mac: string,
    change: (device: Device | undefined) => Device | undefined,
    options?: Pick<UpdateOptions<Device>, "with">,
  ): Promise<Device | undefined>
  /** Every device of every edition, in order of edition and MAC. */
  all(): AsyncIterable<DeviceId & { readonly device: Device }>
  /** How many have an owner, or a config that a person saved. */
  count(edition: string): Promise<number>
  /** Those that a user owns or may see, the newest binding first. */
  of(edition: string, user: string): Promise<readonly { readonly mac: string; readonly device: Device }[]>
  /** Devices whose binding to that user was undone within the last 7 days, with the time of it. */
  undone(edition: string, user: string): Promise<readonly { readonly mac: string; readonly at: number }[]>
  /** Whose request has that id; undefined when there is none any more. */
  requested(edition: string, id: number): Promise<string | undefined>
  /** Those without an owner that somebody has asked for. */
  asked(edition: string): Promise<readonly { readonly mac: string; readonly device: Device }[]>
  /**
   * All that is kept of it goes, also what other plugins keep. `left`: what stays of its document, nothing if left out; may throw, and then
   * nothing goes; pure, since it is asked more than once. False: nothing was known of it.
   */
  forget(edition: string, mac: string, left?: (device: Device) => Device | undefined): Promise<boolean>
  /** Seconds that what is written of it lives; undefined: for good. */
  ttl(device: Device): number | undefined
  /** By stream, the `deviceKey`. */
  readonly renders: Journal<RenderRow>
  readonly heartbeats: Journal<Heartbeat>
  /** A sign of life, to be written with a change: for those who look for devices that were here lately. */
  seen(edition: string, mac: string): Change
  /** Of an edition, the newest first: those seen within so many milliseconds. */
  recent(edition: string, within: number): Promise<readonly { readonly mac: string; readonly at: number }[]>
}

/** One render of a device. */
export interface RenderRow {
  /** Mode id, or what a pushed picture was called. */
  readonly persona: string
  readonly cacheHit: boolean
  readonly ms: number
  readonly failed: boolean
}

export interface Heartbeat {
  readonly voltage: number
  readonly rssi: number | null
}
