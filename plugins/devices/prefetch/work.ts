import { Upstream } from "platen/sdk"
import { deviceKey, RUNTIME } from "platen/sdk/device"
import { configuredMinutes, ownerOf, withTimeout } from "platen/sdk/kit"
import type { Catalog, Clock, Log } from "platen/sdk"
import type { Device, DeviceId, Devices, Renders } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { Prepared } from "platen/sdk/mode"

/** Milliseconds before a wake at which its content is made: at least, and spread over so many more, so that not all begin at once. */
const LEAD_MS = 45_000
const SPREAD_MS = 60_000
/** Milliseconds after a call at which its device is looked at again: its next wake is stored by then. */
const SETTLED_MS = 10_000
/** Intervals after which a device that has not come is no longer waited for. */
const PATIENCE = 3
/** Devices whose content is made at once: those of one owner one after the other. */
const AT_ONCE = 4
/** Milliseconds for which a device's content keeps others waiting: then it goes on by itself. */
const PATIENCE_MS = 5_000

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
  /** Whose it was when it was last looked at; undefined for nobody's. */
  owner?: string | undefined
}

/** Makes content ahead of the wakes of devices. It knows when each was told to come. */
export class WorkAhead {
  readonly #needs: Needs
  readonly #all = new Map<string, Waiting>()
  /** The work under way, by its owner. */
  readonly #running = new Map<string, Promise<void>>()
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Looks at all devices: what a restart has forgotten. One that is not waited for costs nothing. */
  async begin(): Promise<void> {
    const { devices, clock } = this.#needs
    for await (const { realm, mac, device } of devices.all()) {
      if (this.#isStopped) return
      const key = deviceKey(realm, mac)
      if (!this.#all.has(key) && nextWake(device, clock.now())) this.#later({ realm, mac }, clock.now() + spreadOf(key))
    }
  }

  /** Does what is due: a few devices at once, and of one owner one, so that nobody's slow sources keep others waiting. Resolves once none is left. Never rejects for what fails in it. */
  async step(): Promise<void> {
    this.#begin()
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** A device has called. Returns what was made ready for it; undefined for nothing. */
  called(id: DeviceId): Prepared | undefined {
    const { ready } = this.#all.get(deviceKey(id.realm, id.mac)) ?? {}
    this.#later(id, this.#needs.clock.now() + SETTLED_MS)
    return ready
  }

  /** Waits for no device any more: another server does. */
  forget(): void {
    this.#all.clear()
  }

  stop(): void {
    this.#isStopped = true
    this.forget()
  }

  #later(id: DeviceId, due: number): void {
    const key = deviceKey(id.realm, id.mac)
    this.#all.set(key, { id, due, owner: this.#all.get(key)?.owner })
  }

  #begin(): void {
    const now = this.#needs.clock.now()
    for (const [key, waiting] of this.#all) {
      if (this.#running.size >= AT_ONCE || this.#isStopped) return
      const lane = waiting.owner ?? key
      if (waiting.due > now || this.#running.has(lane)) continue
      const work = this.#tried(waiting).finally(() => {
        this.#running.delete(lane)
        this.#begin()
      })
      this.#running.set(lane, work)
    }
  }

  async #tried(waiting: Waiting): Promise<void> {
    const { clock, log } = this.#needs
    try {
      await this.#work(waiting)
    } catch (error) {
      waiting.due = clock.now() + SPREAD_MS
      log.warn({ mac: waiting.id.mac, err: error }, "ahead.failed")
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
    const owner = ownerOf(device)?.user
    if (owner !== waiting.owner) {
      // It takes its turn among those of its owner.
      waiting.owner = owner
      return
    }
    const begin = wake.at - LEAD_MS - spreadOf(key)
    if (begin > clock.now()) {
      waiting.due = begin
      return
    }
    // Looked at again when it should have come, for the wake after that.
    waiting.due = wake.at + SETTLED_MS
    const ready = this.#prepared(id, wake.at).then((made) => void (waiting.ready = made))
    const late = new Upstream("The content was not made in time.")
    await withTimeout(clock, ready, PATIENCE_MS, () => late).catch((error: unknown) => {
      if (error !== late) throw error
    })
  }

  async #prepared(id: DeviceId, at: number): Promise<Prepared | undefined> {
    const { areas, renders } = this.#needs
    const area = areas.list().find(({ realm }) => realm === id.realm)
    return area && (await renders.peek(id, { area, at })).prepare()
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
