import { append, Conflict } from "platen/sdk"
import { deviceKey, deviceScope, RUNTIME, TOKENS } from "platen/sdk/device"
import { deviceNotFound, rssiWithin, unknownMode, voltsWithin } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Device, Devices, Heartbeat } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { stateOf } from "./state.js"
import type { State } from "./state.js"
import { USE_INTERVAL_MS, withUse } from "./tokens.js"
import { isPolling } from "./presence.js"

/** Measurements of a heartbeat, finite; undefined where the body has none. */
export interface Telemetry {
  readonly volts: number | undefined
  readonly rssi: number | undefined
}

/** Actions on a device by its owner and by the device itself. MACs are normalized. */
export interface Control {
  refresh(realm: string, mac: string): Promise<void>
  /** Throws Invalid for a mode that is not installed. */
  switchTo(realm: string, mac: string, mode: string): Promise<string>
  /** `picture`: id of a stored picture. Replaces one that was pushed before. */
  push(realm: string, mac: string, picture: string, label: string): Promise<void>
  /** `byDevice`: the device reports its runtime; otherwise an owner requests one. Throws Conflict for live mode on a device that is asleep: only the device can begin it. */
  runtime(realm: string, mac: string, mode: "active" | "interval", byDevice: boolean): Promise<void>
  /** `polled`: the device itself reads its state. Throws NotFound for an unknown device. */
  state(realm: string, mac: string, polled: boolean): Promise<State>
  /**
   * Stores battery and signal. `unconfirmed`: the token, if the owner has not confirmed it: then only its time of use is stored.
   * Never rejects: the firmware repeats a failed heartbeat twenty times a second. False: the device is unknown.
   */
  heartbeat(realm: string, mac: string, telemetry: Telemetry, unconfirmed?: string): Promise<boolean>
}

interface Needs {
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly clock: Clock
  /** Milliseconds after the last action on the device at which live mode ends. */
  readonly liveMs: number
  onFailure(event: string, mac: string, error: unknown): void
}

export function controlOf({ devices, modes, clock, liveMs, onFailure }: Needs): Control {
  const change = async (realm: string, mac: string, how: (device: Device) => Device): Promise<void> => {
    const after = await devices.update(realm, mac, (device) => device && how(device))
    if (!after) throw deviceNotFound(mac)
  }
  // On a full disk the device can still read its state; only the time of the poll is lost.
  const updatePolledAt = async (realm: string, mac: string, now: number): Promise<Device | undefined> => {
    try {
      return await devices.update(realm, mac, (device) => device?.with(RUNTIME, { polledAt: now }))
    } catch (error) {
      onFailure("poll-write.failed", mac, error)
      const device = await devices.get(realm, mac)
      return device?.with(RUNTIME, { polledAt: now })
    }
  }
  /** Writes at most once per interval: writes of one device run one after the other, and its owner waits for them. */
  const noteUnconfirmed = async (realm: string, mac: string, value: string, now: number): Promise<boolean> => {
    const known = await devices.get(realm, mac)
    const usedAt = known?.get(TOKENS).tokens.find((token) => token.value === value)?.usedAt
    if (!known || (usedAt !== undefined && now - usedAt < USE_INTERVAL_MS)) return known !== undefined
    return (
      (await devices.update(realm, mac, (device) => device && withUse(device, value, { usedAt: now }))) !== undefined
    )
  }
  return {
    refresh: (realm, mac) =>
      change(realm, mac, (device) => device.with(RUNTIME, { pendingRefresh: true, actedAt: clock.now() })),
    switchTo: async (realm, mac, wanted) => {
      const mode = modes.get(wanted.trim().toUpperCase(), [deviceScope(realm, mac)])
      if (!mode) throw unknownMode(wanted)
      await change(realm, mac, (device) =>
        device.with(RUNTIME, { pendingMode: mode.id, pendingRefresh: true, actedAt: clock.now() }),
      )
      return mode.id
    },
    push: (realm, mac, picture, mode) =>
      change(realm, mac, (device) =>
        device.with(RUNTIME, {
          push: { picture, mode, at: clock.now() },
          pendingRefresh: true,
          actedAt: clock.now(),
        }),
      ),
    runtime: (realm, mac, mode, byDevice) =>
      change(realm, mac, (device) => {
        const now = clock.now()
        const { live, actedAt } = device.get(RUNTIME)
        if (byDevice)
          return device.with(RUNTIME, {
            live: { mode, at: now },
            seenAt: now,
            actedAt: mode === "active" ? now : actedAt,
          })
        if (mode === "active" && !isPolling(device.get(RUNTIME), now))
          throw new Conflict("Live mode cannot start while the device is asleep: press the button of the device.", {
            code: "device-asleep",
          })
        return device.with(RUNTIME, { live: { mode, at: live.at }, actedAt: now })
      }),
    state: async (realm, mac, polled) => {
      const now = clock.now()
      const device = polled ? await updatePolledAt(realm, mac, now) : await devices.get(realm, mac)
      if (!device) throw deviceNotFound(mac)
      return stateOf(mac, device, now, liveMs)
    },
    heartbeat: async (realm, mac, telemetry, unconfirmed) => {
      const now = clock.now()
      const row = rowOf(telemetry)
      try {
        if (unconfirmed !== undefined) return await noteUnconfirmed(realm, mac, unconfirmed, now)
        return (
          (await devices.update(
            realm,
            mac,
            (device) =>
              device?.with(RUNTIME, {
                seenAt: now,
                ...(row.voltage !== null && { volts: row.voltage }),
                ...(row.rssi !== null && { rssi: row.rssi }),
              }),
            {
              with: (device) =>
                device ? [append(devices.heartbeats, deviceKey(realm, mac), row, { ttl: devices.ttl(device) })] : [],
            },
          )) !== undefined
        )
      } catch (error) {
        onFailure("heartbeat-write.failed", mac, error)
        return true
      }
    },
  }
}

/** The journal row of a heartbeat: values in range; null for what the device did not measure, as no device runs on 0 V. */
function rowOf({ volts, rssi }: Telemetry): Heartbeat {
  return {
    voltage: volts === undefined || volts <= 0 ? null : voltsWithin(volts),
    rssi: rssi === undefined ? null : Math.round(rssiWithin(rssi)),
  }
}
