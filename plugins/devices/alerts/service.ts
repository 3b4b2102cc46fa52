import { NotFound } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { newSecret, activeRecord, deviceNotFound, withConfig } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import { ALERTS } from "./slice.js"
import type { Alert } from "./slice.js"

/** Content of an alert. */
export interface AlertContent {
  readonly sender: string
  readonly message: string
  readonly level: string
}

/** An alert that was removed from a device for delivery. `device`: the device before. */
export interface Reservation {
  readonly alert: Alert
  readonly device: Device
  /** Time of the reservation. */
  readonly at: number
}

export interface Alerts {
  /** Adds an alert; keeps the five newest. Throws NotFound. */
  post(realm: string, mac: string, content: AlertContent): Promise<void>
  /** The oldest pending alert, without removing it. */
  pending(realm: string, mac: string): Promise<Omit<Reservation, "at"> | undefined>
  /** Removes the oldest pending alert for delivery to one caller. `colors`: inks of the panel; default: those of its last page. */
  reserve(realm: string, mac: string, colors?: number): Promise<Reservation | undefined>
  /** Returns an alert that was not delivered to the front of the queue, unless it has expired. */
  release(realm: string, mac: string, reservation: Reservation): Promise<void>
  /** The alert token; creates it if there is none. `regenerate`: replaces it. Throws NotFound. */
  token(
    realm: string,
    mac: string,
    regenerate: boolean,
  ): Promise<{ readonly token: string; readonly replaced: boolean }>
  /** Sets the flag in the active config. `forOwner`: creates the alert token if needed and resolves to it while the device listens. Throws NotFound without a config. */
  listen(realm: string, mac: string, enabled: boolean, forOwner: boolean): Promise<string | null>
}

interface Needs {
  readonly devices: Devices
  readonly clock: Clock
  /** Seconds after which a pending alert expires. */
  readonly seconds: number
}

const MAX_ALERTS = 5
/** Inks from which the firmware cannot restore the previous picture by itself. */
const MIN_COLOURS = 3

export function alertsOf({ devices, clock, seconds }: Needs): Alerts {
  const pending: Alerts["pending"] = async (realm, mac) => {
    const device = await devices.get(realm, mac)
    const [alert] = device ? live(device, clock.now()) : []
    return device && alert && { alert, device }
  }
  return {
    pending,
    post: async (realm, mac, content) => {
      const at = clock.now()
      const alert = { ...content, at, until: at + seconds * 1000 }
      const after = await devices.update(realm, mac, (device) =>
        device?.with(ALERTS, { waiting: newest([...live(device, at), alert]) }),
      )
      if (!after) throw deviceNotFound(mac)
    },
    reserve: async (realm, mac, colors) => {
      // A listening device polls every ten seconds: avoids a write when nothing is pending.
      if (!(await pending(realm, mac))) return undefined
      const at = clock.now()
      let reservation: Reservation | undefined
      await devices.update(realm, mac, (device) => {
        const [alert, ...waiting] = device ? live(device, at) : []
        reservation = device && alert && { alert, device, at }
        return reservation ? shown(reservation.device, waiting, at, colors) : device
      })
      return reservation
    },
    release: async (realm, mac, { alert, device: before, at }) => {
      const now = clock.now()
      await devices.update(
        realm,
        mac,
        (device) =>
          device &&
          returned(device, alert, now).with(
            RUNTIME,
            device.get(RUNTIME).overlaidAt === at ? { overlaidAt: before.get(RUNTIME).overlaidAt } : {},
          ),
      )
    },
    token: async (realm, mac, regenerate) => {
      const made = newSecret()
      let replaced = false
      const after = await devices.update(realm, mac, (device) => {
        const token = device?.get(ALERTS).token
        replaced = regenerate && token !== undefined
        return device?.with(ALERTS, { token: (regenerate ? undefined : token) ?? made })
      })
      if (!after) throw deviceNotFound(mac)
      return { token: after.get(ALERTS).token!, replaced }
    },
    listen: async (realm, mac, enabled, forOwner) => {
      const made = newSecret()
      let found = false
      const after = await devices.update(realm, mac, (device) => {
        found = device !== undefined && activeRecord(device) !== undefined
        return found ? listening(device!, enabled, forOwner && enabled ? made : undefined) : device
      })
      if (!found)
        throw new NotFound(`The device ${mac} has no config: save one with POST /api/config.`, {
          code: "config-not-found",
        })
      return forOwner && enabled ? (after?.get(ALERTS).token ?? null) : null
    },
  }
}

function live(device: Device, now: number): Alert[] {
  return device.get(ALERTS).waiting.filter(({ until }) => until > now)
}

/** The device with an alert at the front again, unless it has expired. */
function returned(device: Device, alert: Alert, now: number): Device {
  const waiting = [alert, ...live(device, now)].filter(({ until }) => until > now)
  return device.with(ALERTS, { waiting: newest(waiting) })
}

function newest(alerts: readonly Alert[]): Alert[] {
  return alerts.slice(-MAX_ALERTS)
}

/** The device after it has fetched an alert. A colour panel requests a new page: the firmware restores only black and white. */
function shown(device: Device, waiting: Alert[], at: number, colors: number | undefined): Device {
  const { pendingRefresh, inks = 0 } = device.get(RUNTIME)
  return device
    .with(ALERTS, { waiting })
    .with(RUNTIME, { overlaidAt: at, pendingRefresh: pendingRefresh || (colors ?? inks) >= MIN_COLOURS })
}

function listening(device: Device, enabled: boolean, made: string | undefined): Device {
  return withConfig(device, (config) => ({ ...config, listening: enabled })).with(ALERTS, {
    token: device.get(ALERTS).token ?? made,
  })
}
