import { deviceKey, RUNTIME } from "platen/sdk/device"
import { configuredMinutes } from "platen/sdk/kit"
import type { Catalog, Clock, Log } from "platen/sdk"
import type { Device, DeviceId, Devices, Renders } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { Prepared } from "platen/sdk/mode"
import { SCREEN } from "./screen.js"

/** Milliseconds before a wake at which its content is made: at least, and spread over so many more, so that not all begin at once. */
const LEAD_MS = 45_000
const SPREAD_MS = 60_000
/** Milliseconds after a call at which its device is looked at again: its next wake is stored by then. */
const SETTLED_MS = 10_000
/** Intervals after which a device that has not come is no longer waited for. */
const PATIENCE = 3
/** Devices whose content is made at once, and in one step. */
const AT_ONCE = 4
const MAX_STEP = 100

interface Needs {
  readonly devices: Pick<Devices, "get" | "all">
  readonly renders: Pick<Renders, "peek">
  readonly areas: Catalog<Area>
  readonly clock: Clock
  readonly log: Pick<Log, "warn">
}

interface Waiting {
  readonly id: DeviceId
  /** Milliseconds since 1970 in UTC: when to look at it. */
  due: number
  /** What was made ready for its next wake. */
  ready?: Prepared | undefined
}

/** Makes content ahead of the wakes of devices. It knows when each was told to come. */
export class WorkAhead {
  readonly #needs: Needs
  readonly #all = new Map<string, Waiting>()
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Looks at all devices: what a restart has forgotten. */
  async begin(): Promise<void> {
    for await (const { realm, mac } of this.#needs.devices.all())
      this.#later({ realm, mac }, this.#needs.clock.now() + spreadOf(deviceKey(realm, mac)))
  }

  /** Does what is due, one step at a time: a slow world must not pile up work. Never rejects for what fails in it. */
  step(): Promise<void> {
    this.#running ??= this.#step().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** A device has called. Returns what was made ready for it; undefined for nothing. */
  called(id: DeviceId): Prepared | undefined {
    const { ready } = this.#all.get(deviceKey(id.realm, id.mac)) ?? {}
    this.#later(id, this.#needs.clock.now() + SETTLED_MS)
    return ready
  }

  stop(): void {
    this.#isStopped = true
    this.#all.clear()
  }

  #later(id: DeviceId, due: number): void {
    this.#all.set(deviceKey(id.realm, id.mac), { id, due })
  }

  async #step(): Promise<void> {
    const now = this.#needs.clock.now()
    const due = [...this.#all.values()].filter((each) => each.due <= now).slice(0, MAX_STEP)
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#workThrough(due)))
  }

  async #workThrough(due: Waiting[]): Promise<void> {
    const { clock, log } = this.#needs
    for (let next = due.shift(); next && !this.#isStopped; next = due.shift()) {
      try {
        await this.#work(next)
      } catch (error) {
        next.due = clock.now() + SPREAD_MS
        log.warn({ mac: next.id.mac, err: error }, "ahead.failed")
      }
    }
  }

  async #work(waiting: Waiting): Promise<void> {
    const { devices, clock } = this.#needs
    const { id } = waiting
    const key = deviceKey(id.realm, id.mac)
    const device = await devices.get(id.realm, id.mac)
    const wake = device && nextWake(device, clock.now())
    if (!device || wake === undefined) {
      this.#all.delete(key)
      return
    }
    const begin = wake.at - LEAD_MS - spreadOf(key)
    if (begin > clock.now()) {
      waiting.due = begin
      return
    }
    // Looked at again when it should have come, for the wake after that.
    waiting.due = wake.at + SETTLED_MS
    waiting.ready = await this.#prepared(id, device, wake.at)
  }

  async #prepared(id: DeviceId, device: Device, at: number): Promise<Prepared | undefined> {
    const { areas, renders } = this.#needs
    const { width, height, palette, codec, inks } = device.get(SCREEN)
    const area = areas.list().find(({ realm }) => realm === id.realm)
    if (width === 0 || !area) return undefined
    const peek = await renders.peek(id, { area, panel: { width, height, palette, codec }, inks, at })
    return peek.prepare()
  }
}

/** When a device will wake next; undefined for one that has never come, or has not come for three intervals. */
function nextWake(device: Device, now: number): { readonly at: number } | undefined {
  const { shownAt, toldMinutes } = device.get(RUNTIME)
  if (shownAt === undefined) return undefined
  const interval = (toldMinutes ?? configuredMinutes(device)) * 60_000
  if (now - shownAt > PATIENCE * interval + LEAD_MS + SPREAD_MS) return undefined
  const wakes = Math.max(1, Math.ceil((now - shownAt) / interval))
  return { at: shownAt + wakes * interval }
}

/** Milliseconds by which a device's work begins earlier, the same for the same device. */
function spreadOf(key: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 16_777_619)
  return (hash >>> 0) % SPREAD_MS
}
