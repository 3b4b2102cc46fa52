import { append, Conflict } from "platen/sdk"
import { deviceKey, deviceNotFound, deviceScope, isPolling, rssiWithin, voltsWithin } from "platen/sdk/device"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { unknownMode } from "platen/sdk/mode"
import type { Clock } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { stateOf } from "./state.js"
import type { State } from "./state.js"

/** Of a heartbeat, as far as it can be read. */
export interface Said {
  readonly volts: number | undefined
  readonly rssi: number | undefined
}

/** What owners and the device itself do to it. MACs are folded. */
export interface Control {
  refresh(edition: string, mac: string): Promise<void>
  /** Throws Invalid for a mode that is not installed. */
  switchTo(edition: string, mac: string, mode: string): Promise<string>
  /** `picture`: kept already. The last one pushed counts. */
  push(edition: string, mac: string, picture: string, label: string): Promise<void>
  /** `byDevice`: it says which it is in; else an owner asks for one. Throws Conflict for a live mode that only the device itself can begin. */
  runtime(edition: string, mac: string, mode: "active" | "interval", byDevice: boolean): Promise<void>
  /** Throws NotFound. `polled`: the device itself asks. */
  state(edition: string, mac: string, polled: boolean): Promise<State>
  /**
   * Battery and signal. `stranger`: the token, where the owner has not confirmed it: then nothing is known by this but that somebody comes
   * with it. Never rejects: the firmware repeats what fails twenty times a second. False: there is no such device.
   */
  heartbeat(edition: string, mac: string, said: Said, stranger?: string): Promise<boolean>
}

/** Milliseconds within which a second heartbeat of an unconfirmed token is not written down. */
const NOTED_MS = 60_000

interface Needs {
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly clock: Clock
  /** Milliseconds that live mode lasts without anybody who steers. */
  readonly liveMs: number
  failed(event: string, mac: string, error: unknown): void
}

export function controlOf({ devices, modes, clock, liveMs, failed }: Needs): Control {
  const change = async (edition: string, mac: string, how: (device: Device) => Device): Promise<void> => {
    const after = await devices.update(edition, mac, (device) => device && how(device))
    if (!after) throw deviceNotFound(mac)
  }
  // What waits can be told on a full disk, too: only when it was asked for is then not known.
  const seenPolling = async (edition: string, mac: string, now: number): Promise<Device | undefined> => {
    try {
      return await devices.update(edition, mac, (device) => device && { ...device, polledAt: now })
    } catch (error) {
      failed("poll-write.failed", mac, error)
      const device = await devices.get(edition, mac)
      return device && { ...device, polledAt: now }
    }
  }
  /** At most once in a while: others wait for what is written of the device. */
  const notedStranger = async (edition: string, mac: string, value: string, now: number): Promise<boolean> => {
    const known = await devices.get(edition, mac)
    const usedAt = known?.tokens.find((token) => token.value === value)?.usedAt
    if (!known || (usedAt !== undefined && now - usedAt < NOTED_MS)) return known !== undefined
    return (
      (await devices.update(edition, mac, (device) => device && { ...device, tokens: used(device, value, now) })) !==
      undefined
    )
  }
  return {
    refresh: (edition, mac) =>
      change(edition, mac, (device) => ({ ...device, pendingRefresh: true, actedAt: clock.now() })),
    switchTo: async (edition, mac, wanted) => {
      const mode = modes.get(wanted.trim().toUpperCase(), [deviceScope(mac)])
      if (!mode) throw unknownMode(wanted)
      await change(edition, mac, (device) => ({
        ...device,
        pendingMode: mode.id,
        pendingRefresh: true,
        actedAt: clock.now(),
      }))
      return mode.id
    },
    push: (edition, mac, picture, mode) =>
      change(edition, mac, (device) => ({
        ...device,
        push: { picture, mode, at: clock.now() },
        pendingRefresh: true,
        actedAt: clock.now(),
      })),
    runtime: (edition, mac, mode, byDevice) =>
      change(edition, mac, (device) => {
        const now = clock.now()
        if (byDevice)
          return {
            ...device,
            runtime: { mode, at: now },
            seenAt: now,
            actedAt: mode === "active" ? now : device.actedAt,
          }
        if (mode === "active" && !isPolling(device, now))
          throw new Conflict("Live mode begins at the device: press its button.", { code: "device-asleep" })
        return { ...device, runtime: { mode, at: device.runtime.at }, actedAt: now }
      }),
    state: async (edition, mac, polled) => {
      const now = clock.now()
      const device = polled ? await seenPolling(edition, mac, now) : await devices.get(edition, mac)
      if (!device) throw deviceNotFound(mac)
      return stateOf(mac, device, now, liveMs)
    },
    heartbeat: async (edition, mac, said, stranger) => {
      const now = clock.now()
      const row = measured(said)
      try {
        if (stranger !== undefined) return await notedStranger(edition, mac, stranger, now)
        return (
          (await devices.update(
            edition,
            mac,
            (device) =>
              device && { ...device, seenAt: now, volts: row.voltage, ...(row.rssi !== null && { rssi: row.rssi }) },
            {
              with: (device) =>
                device
                  ? [
                      append(devices.heartbeats, deviceKey(edition, mac), row, { ttl: devices.ttl(device) }),
                      devices.seen(edition, mac),
                    ]
                  : [],
            },
          )) !== undefined
        )
      } catch (error) {
        failed("heartbeat-write.failed", mac, error)
        return true
      }
    },
  }
}

/** Whatever was said, within what can be. */
function measured({ volts, rssi }: Said): { readonly voltage: number; readonly rssi: number | null } {
  return {
    voltage: volts === undefined || !Number.isFinite(volts) || volts <= 0 ? DEFAULT_VOLTS : voltsWithin(volts),
    rssi: rssi === undefined || !Number.isFinite(rssi) ? null : Math.round(rssiWithin(rssi)),
  }
}

function used({ tokens }: Device, value: string, now: number): Device["tokens"] {
  return tokens.map((token) => (token.value === value ? { ...token, usedAt: now } : token))
}
