import { Agent } from "node:http"
import { setImmediate } from "node:timers/promises"
import { definePlugin, OBSERVERS } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { SimulatedDevice } from "../../plugins/tools/simulator/device.js"
import type { Generation } from "../../plugins/tools/simulator/api-client.js"
import type { Panel } from "../../plugins/tools/simulator/screen.js"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import type { Flash } from "../../plugins/tools/simulator/flash.js"
import type { DeviceEvent } from "../../plugins/tools/simulator/device-event.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, Person } from "../editions/extended-stage.js"
import { written } from "../editions/seen.js"
import { virtualTime } from "./virtual-time.js"
import type { VirtualTime } from "./virtual-time.js"

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const SMALL: Panel = { width: 296, height: 128, palette: "bw" }

/** A request that a device sent, with its time. */
export type TimedRequest = Extract<DeviceEvent, { type: "request" }> & { readonly at: number }

/** A simulated device with the events that it has reported. */
export interface RunningDevice {
  readonly device: SimulatedDevice
  readonly mac: string
  readonly requests: readonly TimedRequest[]
  readonly events: readonly (DeviceEvent & { readonly at: number })[]
  /** Statuses of the requests whose path ends in this text. */
  statuses(pathEnd: string): readonly number[]
  /** Its token as a header. */
  headers(): { readonly "x-device-token": string }
}

/** A render that the server has answered. */
export interface Drawn {
  readonly mac: string | undefined
  readonly mode: string | undefined
  readonly at: number
}

/** A server and simulated devices on a virtual clock. */
export interface House extends Extended {
  readonly time: VirtualTime
  /** Every render, in order. */
  readonly drawn: readonly Drawn[]
  /** A new device, which starts as soon as `play` runs the clock. Default: erased flash, 296 x 128, one bit, firmware of 2026-04. */
  switchOn(given?: Partial<Parameters<typeof startDevice>[2]>): RunningDevice
  /** Binds a device by a code. Resolves to the outcome: "claimed", "confirmed" and the like. */
  bind(mac: string, owner: Person, code: string): Promise<string>
  /** Saves a device's config as the operator. Throws Error when the server refuses it. */
  save(mac: string, config: object): Promise<void>
  /** Runs the clock until `work` has ended, then stops every device. */
  play<T>(work: () => Promise<T>): Promise<T>
}

export async function openHouse(options: Parameters<typeof openExtended>[0] = {}): Promise<House> {
  const drawn: Drawn[] = []
  const clock = options.clock ?? fakeClock()
  const watches = definePlugin({
    id: "watches",
    setup: () => [
      OBSERVERS.of({
        id: "watches",
        render: ({ mac, picture: { mode } }) => drawn.push({ mac, mode, at: clock.now() }),
      }),
    ],
  })
  const extended = await openExtended({ ...options, clock, plugins: [watches, ...(options.plugins ?? [])] })
  const devices: RunningDevice[] = []
  // One connection for all the questions before a jump, of which there are thousands.
  const agent = new Agent({ keepAlive: true })
  const time = virtualTime(clock, async () => {
    // The server notices the end of its response one turn of the event loop after the device has read it.
    for (let i = 0; i < 3; i++) await setImmediate()
    for (const { mac } of devices) await written(extended, { mac }, agent)
  })
  return {
    ...extended,
    time,
    drawn,
    switchOn: (given) => {
      const one = startDevice(extended.port, time, {
        mac: `0E:51:00:00:00:${(devices.length + 1).toString(16).padStart(2, "0").toUpperCase()}`,
        ...given,
      })
      devices.push(one)
      return one
    },
    bind: async (mac, owner, code) => {
      const { status, confirmed } = (
        await extended.post("/api/user/devices", { mac, pair_code: code }, owner.headers)
      ).json() as { status: string; confirmed?: boolean }
      return confirmed ? "confirmed" : status
    },
    save: async (mac, config) => {
      const answer = await extended.post("/api/config", { mac, ...config }, extended.admin)
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text()}`)
    },
    close: async () => {
      agent.destroy()
      await extended.close()
    },
    play: async (work) => {
      try {
        return await time.play(work)
      } finally {
        for (const { device } of devices) device.stop()
      }
    },
  }
}

/** Starts a device on the server at that port, without a house. */
export function startDevice(
  port: number,
  time: VirtualTime,
  {
    mac,
    panel = SMALL,
    flash = erasedFlash(),
    generation,
  }: { readonly mac: string; readonly panel?: Panel; readonly flash?: Flash; readonly generation?: Generation },
): RunningDevice {
  const events: (DeviceEvent & { at: number })[] = []
  const device = new SimulatedDevice({
    server: { host: "127.0.0.1", port, prefix: "" },
    mac,
    panel,
    flash,
    generation,
    time,
    ticks: time.now,
    onEvent: (event) => {
      events.push({ ...event, at: time.now() })
    },
  })
  time.start(() => device.run())
  return {
    device,
    mac,
    events,
    get requests() {
      return events.filter((event): event is TimedRequest => event.type === "request")
    },
    statuses: (pathEnd) =>
      events.flatMap((event) => (event.type === "request" && event.path.endsWith(pathEnd) ? [event.status] : [])),
    headers: () => ({ "x-device-token": device.flash.token }),
  }
}

/** The flash of a device that has booted before and holds this token. */
export function bootedFlash(token: string): Flash {
  return { ...erasedFlash(), token, booted: true }
}

/** The number that a number mode draws on the screen; undefined when the screen shows no page. */
export function barOn({ device: { screen } }: RunningDevice, { width }: Panel = SMALL): number | undefined {
  return screen.shows === "picture"
    ? screen.picture?.pixels.subarray(width * 4, width * 5).filter((code) => code === 0).length
    : undefined
}
