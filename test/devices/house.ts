import { setImmediate } from "node:timers/promises"
import { definePlugin } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { SimulatedDevice } from "../../kernel/simulate/device.js"
import type { Build } from "../../kernel/simulate/glass.js"
import { erasedFlash } from "../../kernel/simulate/link.js"
import type { Flash, Told } from "../../kernel/simulate/link.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, Person } from "../editions/extended-stage.js"
import { written } from "../editions/seen.js"
import { virtualTime } from "./virtual-time.js"
import type { VirtualTime } from "./virtual-time.js"

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const SMALL: Build = { width: 296, height: 128, inks: "bw" }

/** A call that a device made, and when. */
export type Called = Extract<Told, { what: "call" }> & { readonly at: number }

/** A device with all that it told. */
export interface Housed {
  readonly device: SimulatedDevice
  readonly mac: string
  readonly calls: readonly Called[]
  readonly told: readonly (Told & { readonly at: number })[]
  /** Statuses of the calls whose path ends so. */
  statuses(end: string): readonly number[]
  /** Its token as a header. */
  headers(): { readonly "x-device-token": string }
}

/** A render that a server has answered, by mode. */
export interface Drawn {
  readonly mac: string | undefined
  readonly mode: string | undefined
  readonly at: number
}

/** A server, and devices in a time of their own. */
export interface House extends Extended {
  readonly time: VirtualTime
  /** Every render, in order. */
  readonly drawn: readonly Drawn[]
  /** Switched on as soon as time passes. Default: fresh from the factory, 296 x 128, one bit. */
  switchOn(given?: { readonly mac?: string; readonly build?: Build; readonly flash?: Flash }): Housed
  /** Binds a device by a code; resolves to what came of it. */
  bind(mac: string, owner: Person, code: string): Promise<string>
  /** Saves a config as the operator. */
  save(mac: string, config: object): Promise<void>
  /** Time passes; then every device is switched off. */
  play<T>(work: () => Promise<T>): Promise<T>
}

export async function openHouse(options: Parameters<typeof openExtended>[0] = {}): Promise<House> {
  const drawn: Drawn[] = []
  const clock = options.clock ?? fakeClock()
  const watches = definePlugin({
    id: "watches",
    setup: () => ({
      observers: [
        { id: "watches", render: ({ mac, picture: { mode } }) => drawn.push({ mac, mode, at: clock.now() }) },
      ],
    }),
  })
  const extended = await openExtended({ ...options, clock, plugins: [watches, ...(options.plugins ?? [])] })
  const housed: Housed[] = []
  const time = virtualTime(clock, async () => {
    // The server hears of its answer's end a turn after the device has read it.
    for (let i = 0; i < 3; i++) await setImmediate()
    for (const { mac } of housed) await written(extended, { mac })
  })
  return {
    ...extended,
    time,
    drawn,
    switchOn: (given) => {
      const one = switchedOn(extended.port, time, {
        mac: `0E:51:00:00:00:${(housed.length + 1).toString(16).padStart(2, "0").toUpperCase()}`,
        ...given,
      })
      housed.push(one)
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
    play: async (work) => {
      try {
        return await time.play(work)
      } finally {
        for (const { device } of housed) device.stop()
      }
    },
  }
}

/** A device by itself, on a server at that port. */
export function switchedOn(
  port: number,
  time: VirtualTime,
  {
    mac,
    build = SMALL,
    flash = erasedFlash(),
  }: { readonly mac: string; readonly build?: Build; readonly flash?: Flash },
): Housed {
  const told: (Told & { at: number })[] = []
  const device = new SimulatedDevice({
    server: { host: "127.0.0.1", port, prefix: "" },
    mac,
    build,
    flash,
    time,
    ticks: () => performance.now(),
    told: (event) => {
      told.push({ ...event, at: time.now() })
    },
  })
  time.start(() => device.run())
  return {
    device,
    mac,
    told,
    get calls() {
      return told.filter((each): each is Called => each.what === "call")
    },
    statuses: (end) => told.flatMap((each) => (each.what === "call" && each.path.endsWith(end) ? [each.status] : [])),
    headers: () => ({ "x-device-token": device.flash.token }),
  }
}

/** A device that has booted before, with the token that it got then. */
export function keptFlash(token: string): Flash {
  return { ...erasedFlash(), token, booted: true }
}

/** The number that a number mode says on a glass; undefined when no picture hangs there. */
export function barOn({ device: { glass } }: Housed, { width }: Build = SMALL): number | undefined {
  return glass.shows === "picture"
    ? glass.frame?.pixels.subarray(width * 4, width * 5).filter((code) => code === 0).length
    : undefined
}
