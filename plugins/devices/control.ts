import { Conflict, Invalid, NotFound } from "platen/sdk"
import type { Clock, Device, Devices, ModeCatalog } from "platen/sdk"
import { isPolling } from "./service.js"
import { stateOf } from "./state.js"

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
  state(edition: string, mac: string, polled: boolean): Promise<Readonly<Record<string, unknown>>>
  /** Battery and signal, as far as they can be. Never rejects: the firmware repeats what fails twenty times a second. */
  heartbeat(edition: string, mac: string, said: { readonly volts: number | undefined; readonly rssi: number | undefined }): Promise<void>
  /** A sign of life of a token that the owner has not confirmed: nothing more is known by it. Never rejects. */
  strangerAlive(edition: string, mac: string, token: string): Promise<void>
}

interface Needs {
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly clock: Clock
  failed(mac: string, error: unknown): void
}

const MOST_VOLTS = 10
const FULL_VOLTS = 3.3

export function controlOf({ devices, modes, clock, failed }: Needs): Control {
  const change = async (edition: string, mac: string, how: (device: Device) => Device): Promise<void> => {
    const after = await devices.update(edition, mac, (device) => device && how(device))
    if (!after) throw unknown(mac)
  }
  return {
    refresh: (edition, mac) => change(edition, mac, (device) => ({ ...device, pendingRefresh: true, actedAt: clock.now() })),
    switchTo: async (edition, mac, wanted) => {
      const mode = modes.get(wanted.trim().toUpperCase(), [`device/${mac}`])
      if (!mode) throw new Invalid(`"${wanted.slice(0, 60)}" is not a mode that is installed: GET /api/modes lists them.`, { code: "mode-unsupported", issues: [{ path: "mode", message: "is not installed" }] })
      await change(edition, mac, (device) => ({ ...device, pendingMode: mode.id, pendingRefresh: true, actedAt: clock.now() }))
      return mode.id
    },
    push: (edition, mac, picture, mode) => change(edition, mac, (device) => ({ ...device, push: { picture, mode, at: clock.now() }, pendingRefresh: true, actedAt: clock.now() })),
    runtime: (edition, mac, mode, byDevice) => change(edition, mac, (device) => {
      const now = clock.now()
      if (byDevice) return { ...device, runtime: { mode, at: now }, seenAt: now, actedAt: mode === "active" ? now : device.actedAt }
      if (mode === "active" && !isPolling(device, now)) throw new Conflict("Live mode begins at the device: press its button.", { code: "device-asleep" })
      return { ...device, runtime: { mode, at: device.runtime.at }, actedAt: now }
    }),
    state: async (edition, mac, polled) => {
      const now = clock.now()
      const device = polled
        ? await devices.update(edition, mac, (known) => known && { ...known, polledAt: now })
        : await devices.get(edition, mac)
      if (!device) throw unknown(mac)
      return stateOf(mac, device, now)
    },
    heartbeat: async (edition, mac, { volts, rssi }) => {
      const now = clock.now()
      const voltage = volts === undefined || !Number.isFinite(volts) || volts <= 0 ? FULL_VOLTS : Math.min(MOST_VOLTS, volts)
      const signal = rssi === undefined || !Number.isFinite(rssi) ? null : Math.round(Math.min(0, Math.max(-150, rssi)))
      try {
        await devices.update(edition, mac, (device) => device && { ...device, seenAt: now, volts: voltage, ...(signal !== null && { rssi: signal }) }, {
          with: (device) => device ? [{ journal: devices.heartbeats as never, stream: `${edition}/${mac}`, row: { voltage, rssi: signal }, ttl: devices.ttl(device) }, devices.seen(edition, mac)] : [],
        })
      } catch (error) {
        failed(mac, error)
      }
    },
    strangerAlive: async (edition, mac, value) => {
      try {
        await devices.update(edition, mac, (device) => device && { ...device, tokens: device.tokens.map((token) => token.value === value ? { ...token, usedAt: clock.now() } : token) })
      } catch (error) {
        failed(mac, error)
      }
    },
  }
}

function unknown(mac: string): NotFound {
  return new NotFound(`Nothing is known of ${mac}: it has never called this server.`, { code: "device-none" })
}
