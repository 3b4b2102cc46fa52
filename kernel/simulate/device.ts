import type { Frame } from "./glass.js"
import { linkOf } from "./link.js"
import type { Fetched, Flash, Link, LinkNeeds } from "./link.js"
import type { Sleeper } from "./time.js"
import type { Flags } from "./words.js"

/** What hangs on the wall. */
export interface Glass {
  readonly shows: "nothing" | "generating" | "diagnostic" | "offline" | "picture" | "alert"
  readonly frame?: Frame
}

const POLL_MS = 5_000
const ALERT_POLL_MS = 10_000
const ALERT_MS = 30_000
const HEARTBEAT_MS = 10 * 60_000
const LOOP_MS = 50
const MINUTE_MS = 60_000
/** A booting device asks again so often, so far apart, for a picture that is no stand-in. */
const MAX_RETRIES = 4
const RETRY_MS = 15_000
const DIAGNOSTIC_MS = 5_000
/** Between boots that end without a picture; then it sleeps for an interval. */
const RESTARTS_MS: readonly number[] = [5, 15, 30, 60, 120].map((seconds) => seconds * 1_000)

interface Due {
  readonly at: number
  act(): Promise<void>
}

/** A device with the firmware's habits: what it keeps, when it calls, what it shows. Source: the firmware 1.x, as far as a server can see it. */
export class SimulatedDevice {
  readonly mac: string
  readonly flash: Flash
  glass: Glass = { shows: "nothing" }
  /** True in live mode, in which it asks every 5 s what waits. */
  live = false
  readonly #needs: LinkNeeds
  readonly #link: Link
  readonly #sleeper: Sleeper = {}
  #flags: Flags = { focus: false, always: false }
  #pressed = false
  #listening = false
  #stopped = false
  /** When it last asked for a picture, its state, an alert; sent a heartbeat; was well answered. */
  #refreshedAt = 0
  #polledAt = 0
  #alertAt = 0
  #beatAt = 0
  #aliveAt = 0
  /** The firmware's one-bit buffer: the last BMP that it read since it was switched on. */
  #buffer: Frame | undefined
  #beforeAlert: { readonly glass: Glass; readonly until: number } | undefined

  constructor(needs: LinkNeeds) {
    this.#needs = needs
    this.mac = needs.mac
    this.flash = needs.flash
    this.#link = linkOf(needs)
  }

  /** Its one button: a click begins or ends live mode, once it has booted. */
  press(): void {
    this.#pressed = true
    if (this.#listening) this.#sleeper.wake?.()
  }

  /** After what it is just doing. */
  stop(): void {
    this.#stopped = true
    this.#sleeper.wake?.()
  }

  /** From power on until it is stopped. Rejects with Choked. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#stopped; failures = failures < RESTARTS_MS.length ? failures + 1 : 0) {
      if (await this.#boot()) return this.#loop()
      await this.#pause(RESTARTS_MS[failures] ?? this.flash.minutes * MINUTE_MS)
    }
  }

  async #boot(): Promise<boolean> {
    this.#aliveAt = this.#now()
    this.#buffer = undefined
    if (!(await this.#connect())) return this.#bootFailed()
    this.#flags = await this.#link.flags()
    if (!(await this.#firstPicture())) return this.#stopped || this.#bootFailed()
    await this.#setLive(!this.flash.booted || this.#flags.always)
    this.flash.booted = true
    return true
  }

  /** True: it goes on with the picture that it has kept. */
  async #bootFailed(): Promise<boolean> {
    this.glass = { shows: "diagnostic" }
    await this.#pause(DIAGNOSTIC_MS)
    this.#refreshedAt = this.#now()
    if (this.flash.kept) this.glass = { shows: "offline", frame: this.flash.kept }
    return this.flash.kept !== undefined
  }

  /** A stand-in is not shown at boot: it waits for something better as long as its patience lasts. */
  async #firstPicture(): Promise<boolean> {
    for (let tries = 0; !this.#stopped; tries++) {
      const fetched = await this.#picture()
      if (fetched.frame && !fetched.fallback) {
        this.#show(fetched.frame)
        return true
      }
      if (tries === MAX_RETRIES) return false
      this.#needs.told({ what: "retry" })
      this.glass = { shows: "generating" }
      await this.#pause(RETRY_MS)
    }
    return false
  }

  async #loop(): Promise<void> {
    for (;;) {
      const next = this.#dues().reduce((first, due) => (due.at < first.at ? due : first))
      this.#listening = true
      if (!this.#pressed) await this.#pause(next.at - this.#now())
      this.#listening = false
      if (this.#stopped) return
      if (this.#pressed) {
        this.#pressed = false
        await this.#toggle()
      } else await next.act()
    }
  }

  #dues(): Due[] {
    const online = this.live || this.#flags.focus
    return [
      { at: this.#refreshedAt + this.flash.minutes * MINUTE_MS, act: () => this.#refresh() },
      ...(this.live ? [{ at: this.#polledAt + POLL_MS, act: () => this.#poll() }] : []),
      ...(this.#flags.focus ? [{ at: this.#alertAt + ALERT_POLL_MS, act: () => this.#askForAlert() }] : []),
      // The main loop comes round every 50 ms, and asks each time whether it is ten minutes ago.
      ...(online
        ? [{ at: Math.max(this.#aliveAt + HEARTBEAT_MS, this.#beatAt + LOOP_MS), act: () => this.#beat() }]
        : []),
      ...(this.#beforeAlert ? [{ at: this.#beforeAlert.until, act: () => this.#endAlert() }] : []),
    ]
  }

  async #refresh(): Promise<void> {
    if (!this.live && !this.#flags.focus && !(await this.#connect())) {
      this.#refreshedAt = this.#now()
      return
    }
    const { frame, push } = await this.#picture()
    if (!frame) return
    if (push || frame.sum !== this.flash.kept?.sum || this.glass.shows === "offline") this.#show(frame)
    else this.#needs.told({ what: "unchanged" })
  }

  async #picture(): Promise<Fetched> {
    const fetched = await this.#link.picture()
    this.#refreshedAt = this.#now()
    if (fetched.frame) this.#aliveAt = this.#now()
    if (fetched.frame && !fetched.frame.raw) this.#buffer = fetched.frame
    return fetched
  }

  #show(frame: Frame): void {
    this.glass = { shows: "picture", frame }
    this.flash.kept = frame
    this.#needs.told({ what: "shown" })
  }

  async #poll(): Promise<void> {
    this.#polledAt = this.#now()
    const { pending, leave } = await this.#link.state()
    if (pending) await this.#refresh()
    if (leave) await this.#setLive(false)
  }

  async #askForAlert(): Promise<void> {
    this.#alertAt = this.#now()
    const frame = await this.#link.alert()
    if (!frame) return
    this.#beforeAlert = { glass: this.#beforeAlert?.glass ?? this.#restorable(), until: this.#now() + ALERT_MS }
    this.glass = { shows: "alert", frame }
  }

  /** A one-bit panel gets back what it shows; a colour panel what stands in the one-bit buffer, which is black where nothing filled it. */
  #restorable(): Glass {
    const { width, height, inks } = this.#needs.build
    return inks === "bw"
      ? this.glass
      : { shows: "picture", frame: this.#buffer ?? { pixels: new Uint8Array(width * height), sum: 0 } }
  }

  /** Whatever came on the glass meanwhile, what was there before the alert comes back. */
  async #endAlert(): Promise<void> {
    this.glass = this.#beforeAlert!.glass
    this.#beforeAlert = undefined
  }

  async #beat(): Promise<void> {
    this.#beatAt = this.#now()
    if (await this.#link.heartbeat()) this.#aliveAt = this.#now()
  }

  async #toggle(): Promise<void> {
    if (this.live || this.#flags.focus || (await this.#connect())) await this.#setLive(!this.live)
  }

  async #setLive(live: boolean): Promise<void> {
    this.live = live
    this.#polledAt = this.#now()
    await this.#link.runtime(live ? "active" : "interval")
  }

  async #connect(): Promise<boolean> {
    this.#needs.told({ what: "wake" })
    const { online, beat } = await this.#link.connect()
    this.#beatAt = this.#now()
    if (beat) this.#aliveAt = this.#now()
    return online
  }

  #now(): number {
    return this.#needs.time.now()
  }

  async #pause(milliseconds: number): Promise<void> {
    if (!this.#stopped && milliseconds > 0) await this.#needs.time.sleep(milliseconds, this.#sleeper)
  }
}
