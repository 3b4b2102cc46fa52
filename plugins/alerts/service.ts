import { NotFound } from "platen/sdk"
import { activeRecord, deviceNotFound, withConfig } from "platen/sdk/device"
import { newSecret } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Alert, Device, Devices } from "platen/sdk/device"

/** What a device or its owner is told. */
export interface Said {
  readonly sender: string
  readonly message: string
  readonly level: string
}

/** An alert that was taken out of the device's document, and what the document was before. */
export interface Taken {
  readonly alert: Alert
  readonly device: Device
  /** When. */
  readonly at: number
}

export interface Alerts {
  /** Beyond the five newest the oldest goes. Throws NotFound. */
  post(edition: string, mac: string, said: Said): Promise<void>
  /** The oldest that waits, without taking it. */
  waiting(edition: string, mac: string): Promise<Omit<Taken, "at"> | undefined>
  /** The oldest that waits; nobody else gets it. `colors`: inks of the panel, where the caller says so; else as its last page had. */
  take(edition: string, mac: string, colors?: number): Promise<Taken | undefined>
  /** It did not arrive: the next to ask gets it, unless it has run out. */
  giveBack(edition: string, mac: string, taken: Taken): Promise<void>
  /** What whoever sends alerts shows. `anew`: an earlier one ends. Throws NotFound. */
  token(edition: string, mac: string, anew: boolean): Promise<{ readonly token: string; readonly replaced: boolean }>
  /** Changes the flag in the config that counts, and nothing else of it. `forOwner`: resolves to the alert token while the device listens; listening makes it. Throws NotFound without a config. */
  listen(edition: string, mac: string, enabled: boolean, forOwner: boolean): Promise<string | null>
}

interface Needs {
  readonly devices: Devices
  readonly clock: Clock
  /** That an alert waits. */
  readonly seconds: number
}

const MAX_ALERTS = 5
/** From so many inks on the device cannot bring back by itself what it showed before. */
const COLOUR = 3

export function alertsOf({ devices, clock, seconds }: Needs): Alerts {
  const waiting: Alerts["waiting"] = async (edition, mac) => {
    const device = await devices.get(edition, mac)
    const [alert] = device ? live(device, clock.now()) : []
    return device && alert && { alert, device }
  }
  return {
    waiting,
    post: async (edition, mac, said) => {
      const at = clock.now()
      const alert = { ...said, at, until: at + seconds * 1000 }
      const after = await devices.update(
        edition,
        mac,
        (device) => device && { ...device, alerts: newest([...live(device, at), alert]) },
      )
      if (!after) throw deviceNotFound(mac)
    },
    take: async (edition, mac, colors) => {
      // A device that listens asks every ten seconds: as long as nothing waits, nothing is written.
      if (!(await waiting(edition, mac))) return undefined
      const at = clock.now()
      let taken: Taken | undefined
      await devices.update(edition, mac, (device) => {
        const [alert, ...alerts] = device ? live(device, at) : []
        taken = device && alert && { alert, device, at }
        return taken ? shown(taken.device, alerts, at, colors) : device
      })
      return taken
    },
    giveBack: async (edition, mac, { alert, device: before, at }) => {
      const now = clock.now()
      await devices.update(
        edition,
        mac,
        (device) =>
          device && {
            ...device,
            alerts: newest(live({ alerts: [alert, ...device.alerts] }, now)),
            ...(device.alertedAt === at && { alertedAt: before.alertedAt }),
          },
      )
    },
    token: async (edition, mac, anew) => {
      const made = newSecret()
      let replaced = false
      const after = await devices.update(edition, mac, (device) => {
        replaced = anew && device?.alertToken !== undefined
        return device && { ...device, alertToken: (anew ? undefined : device.alertToken) ?? made }
      })
      if (!after) throw deviceNotFound(mac)
      return { token: after.alertToken!, replaced }
    },
    listen: async (edition, mac, enabled, forOwner) => {
      const made = newSecret()
      let found = false
      const after = await devices.update(edition, mac, (device) => {
        found = device !== undefined && activeRecord(device) !== undefined
        return found ? listening(device!, enabled, forOwner && enabled ? made : undefined) : device
      })
      if (!found)
        throw new NotFound(`No config was saved for ${mac} yet: POST one to /api/config.`, { code: "config-not-found" })
      return forOwner && enabled ? (after?.alertToken ?? null) : null
    },
  }
}

function live({ alerts }: Pick<Device, "alerts">, now: number): Alert[] {
  return alerts.filter(({ until }) => until > now)
}

function newest(alerts: readonly Alert[]): Alert[] {
  return alerts.slice(-MAX_ALERTS)
}

/** A colour panel draws its page anew after an alert: the firmware keeps only black and white of it. */
function shown(device: Device, alerts: Alert[], at: number, colors: number | undefined): Device {
  return {
    ...device,
    alerts,
    alertedAt: at,
    pendingRefresh: device.pendingRefresh || (colors ?? device.colors ?? 0) >= COLOUR,
  }
}

function listening(device: Device, enabled: boolean, made: string | undefined): Device {
  return {
    ...withConfig(device, (config) => ({ ...config, focusListening: enabled })),
    alertToken: device.alertToken ?? made,
  }
}
