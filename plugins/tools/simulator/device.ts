import { ApiClient } from "./api-client.js"
import type { DeviceOptions, PictureResponse } from "./api-client.js"
import type { Flash } from "./flash.js"
import type { ConfigFlags } from "./json-search.js"
import type { Picture, Screen } from "./screen.js"
import type { SleepHandle } from "./time.js"

const POLL_MS = 5_000
const ALERT_POLL_MS = 10_000
const ALERT_MS = 30_000
const HEARTBEAT_MS = 10 * 60_000
const LOOP_MS = 50
const MINUTE_MS = 60_000
/** Time for which a device of 2026-07 stays online after its first boot, after a wake by its button, and after each remote action. */
const WINDOW_MS = 10 * MINUTE_MS
/** At boot a device repeats its request this often, at this distance, until it gets a picture that is no fallback. */
const MAX_RETRIES = 4
const RETRY_MS = 15_000
const DIAGNOSTIC_MS = 5_000
/** Pauses between failed boots. After the last one the device sleeps for a refresh interval. */
const RESTARTS_MS: readonly number[] = [5, 15, 30, 60, 120].map((seconds) => seconds * 1_000)

interface Task {
  /** Milliseconds on the device's clock. */
  readonly at: number
  run(): Promise<void>
}

/** A simulated device: it stores, requests and shows what the firmware does. Source: the firmware of its generation, as far as a server can observe it. */
export class SimulatedDevice {
  readonly mac: string
  readonly flash: Flash
  screen: Screen = { shows: "nothing" }
  /** True in deep sleep, from which the timer and the button wake a device of 2026-07. */
  asleep = false
  /** True in live mode, in which the device polls its state every 5 s. */
  live = false
  readonly #options: DeviceOptions
  readonly #client: ApiClient
  readonly #sleep: SleepHandle = {}
  #flags: ConfigFlags = { focusListening: false, alwaysActive: false }
  readonly #isNewer: boolean
  #isPressed = false
  /** True while a press of the button ends the sleep. */
  #acceptsPress = false
  #isStopped = false
  #isOnline = false
  /** The end of the online window. */
  #onlineUntil = 0
  /** Times of the last request for a picture, a state and an alert, of the last heartbeat sent, and of the last successful contact. */
  #refreshedAt = 0
  #polledAt = 0
  #alertPolledAt = 0
  #heartbeatAt = 0
  #contactAt = 0
  /** The firmware's one-bit buffer: the last BMP that it decoded since power-on. */
  #buffer: Picture | undefined
  #beforeAlert: { readonly screen: Screen; readonly until: number } | undefined

  constructor(options: DeviceOptions) {
    this.#options = options
    this.mac = options.mac
    this.flash = options.flash
    this.#isNewer = options.generation === "2026-07"
    this.#client = new ApiClient(options)
  }

  /** Presses the only button. A press starts or ends live mode; a device of 2026-07 only wakes by it. */
  press(): void {
    if (this.#isNewer && !this.asleep) return
    this.#isPressed = true
    if (this.#acceptsPress) this.#sleep.wake?.()
  }

  /** Stops the device when its current action ends. */
  stop(): void {
    this.#isStopped = true
    this.#sleep.wake?.()
  }

  /** Runs the device from power-on until `stop`. Rejects with ProtocolViolation. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#isStopped;) {
      if (await this.#boot()) {
        failures = 0
        await this.#loop()
        await this.#deepSleep()
      } else {
        await this.#pause(RESTARTS_MS[failures] ?? this.flash.refreshMinutes * MINUTE_MS)
        failures = failures < RESTARTS_MS.length ? failures + 1 : 0
      }
    }
  }

  async #boot(): Promise<boolean> {
    const byButton = this.#isPressed && this.#isNewer
    if (this.#isNewer) this.#isPressed = false
    this.#contactAt = this.#now()
    this.#buffer = undefined
    if (!(await this.#connect())) return this.#failBoot()
    this.#flags = await this.#client.fetchFlags()
    if (!(await this.#showFirstPicture())) return this.#isStopped || this.#failBoot()
    this.#onlineUntil = this.#now() + WINDOW_MS
    if (this.#isNewer && (await this.#client.fetchState()).refreshPending) await this.#refresh()
    await this.#setLive(!this.flash.booted || byButton || this.#flags.alwaysActive)
    this.#isOnline = this.live || this.#flags.focusListening
    this.flash.booted = true
    return true
  }

  /** Resolves to true when the device continues with the picture from its flash. */
  async #failBoot(): Promise<boolean> {
    this.screen = { shows: "diagnostic" }
    await this.#pause(DIAGNOSTIC_MS)
    this.#refreshedAt = this.#now()
    this.#isOnline = false
    if (this.flash.lastPicture) this.screen = { shows: "offline", picture: this.flash.lastPicture }
    return this.flash.lastPicture !== undefined
  }

  /** Shows no fallback at boot: the device retries until it gets another picture or runs out of retries. */
  async #showFirstPicture(): Promise<boolean> {
    for (let attempts = 0; !this.#isStopped; attempts++) {
      const { picture, fallback } = await this.#fetchPicture()
      if (picture && !fallback) {
        this.#show(picture)
        return true
      }
      if (attempts === MAX_RETRIES) return false
      this.#options.onEvent({ type: "retry" })
      this.screen = { shows: "generating" }
      await this.#pause(RETRY_MS)
    }
    return false
  }

  /** Runs until `stop`, or until a device of 2026-07 has nothing to stay awake for. */
  async #loop(): Promise<void> {
    while (!this.#isStopped && !this.#fallsAsleep()) {
      const next = this.#tasks().reduce((first, task) => (task.at < first.at ? task : first))
      this.#acceptsPress = true
      if (!this.#isPressed) await this.#pause(next.at - this.#now())
      this.#acceptsPress = false
      if (this.#isStopped) return
      if (this.#isPressed) {
        this.#isPressed = false
        await this.#toggleLive()
      } else await next.run()
    }
  }

  #fallsAsleep(): boolean {
    const { focusListening, alwaysActive } = this.#flags
    return this.#isNewer && !this.live && !focusListening && !alwaysActive
  }

  /** Sleeps until the next refresh is due, or until the button is pressed. Memory is lost: what follows is a boot. */
  async #deepSleep(): Promise<void> {
    this.asleep = this.#acceptsPress = true
    this.#isOnline = false
    await this.#pause(this.#refreshedAt + this.flash.refreshMinutes * MINUTE_MS - this.#now())
    this.asleep = this.#acceptsPress = false
  }

  #tasks(): Task[] {
    const endsLive = this.#isNewer && this.live && !this.#flags.alwaysActive
    return [
      { at: this.#refreshedAt + this.flash.refreshMinutes * MINUTE_MS, run: () => this.#refresh() },
      ...(this.live ? [{ at: this.#polledAt + POLL_MS, run: () => this.#pollState() }] : []),
      ...(endsLive ? [{ at: this.#onlineUntil, run: () => this.#setLive(false) }] : []),
      ...(this.#flags.focusListening && this.#isOnline
        ? [{ at: this.#alertPolledAt + ALERT_POLL_MS, run: () => this.#pollAlert() }]
        : []),
      // The firmware's main loop runs every 50 ms. Each time it checks whether the last contact is ten minutes ago.
      ...(this.#isOnline
        ? [
            {
              at: Math.max(this.#contactAt + HEARTBEAT_MS, this.#heartbeatAt + LOOP_MS),
              run: () => this.#sendHeartbeat(),
            },
          ]
        : []),
      ...(this.#beforeAlert ? [{ at: this.#beforeAlert.until, run: () => this.#endAlert() }] : []),
    ]
  }

  async #refresh(): Promise<void> {
    if (!this.#isOnline && !(await this.#connect())) {
      this.#refreshedAt = this.#now()
      return
    }
    if (this.#isNewer && this.live) this.#flags = await this.#client.fetchFlags()
    const { picture, push } = await this.#fetchPicture()
    // Nothing but live mode and a boot switches Wi-Fi on again for longer than a refresh.
    this.#isOnline = this.live
    if (!picture) return
    const isNew = (push && !this.#isNewer) || picture.checksum !== this.flash.lastPicture?.checksum
    if (isNew || this.screen.shows === "offline") this.#show(picture)
    else this.#options.onEvent({ type: "unchanged" })
  }

  async #fetchPicture(): Promise<PictureResponse> {
    const response = await this.#client.fetchPicture()
    this.#refreshedAt = this.#now()
    if (response.picture) this.#contactAt = this.#now()
    if (response.picture && !response.picture.raw) this.#buffer = response.picture
    return response
  }

  #show(picture: Picture): void {
    this.screen = { shows: "picture", picture }
    this.flash.lastPicture = picture
    this.#options.onEvent({ type: "shown" })
  }

  async #pollState(): Promise<void> {
    this.#polledAt = this.#now()
    const { refreshPending, leaveLiveMode } = await this.#client.fetchState()
    if (refreshPending) {
      this.#onlineUntil = this.#now() + WINDOW_MS
      await this.#refresh()
    }
    const isIgnored = this.#isNewer && this.#now() < this.#onlineUntil
    if (leaveLiveMode && !isIgnored) await this.#setLive(false)
  }

  async #pollAlert(): Promise<void> {
    this.#alertPolledAt = this.#now()
    const picture = await this.#client.fetchAlert()
    if (!picture) return
    this.#beforeAlert = { screen: this.#beforeAlert?.screen ?? this.#restorable(), until: this.#now() + ALERT_MS }
    this.screen = { shows: "alert", picture }
  }

  /** The screen that returns after an alert. A colour panel shows its one-bit buffer, which is black until a BMP fills it. */
  #restorable(): Screen {
    const { width, height, palette } = this.#options.panel
    return palette === "bw"
      ? this.screen
      : { shows: "picture", picture: this.#buffer ?? { pixels: new Uint8Array(width * height), checksum: 0 } }
  }

  /** Restores the screen from before the alert, even when a newer picture arrived meanwhile. */
  async #endAlert(): Promise<void> {
    this.screen = this.#beforeAlert!.screen
    this.#beforeAlert = undefined
  }

  async #sendHeartbeat(): Promise<void> {
    this.#heartbeatAt = this.#now()
    if (await this.#client.sendHeartbeat()) this.#contactAt = this.#now()
  }

  async #toggleLive(): Promise<void> {
    if (this.live && this.#flags.alwaysActive) return
    if (this.#isOnline || (await this.#connect())) await this.#setLive(!this.live)
  }

  /** Starts or ends live mode. Wi-Fi is on exactly in live mode after it. */
  async #setLive(live: boolean): Promise<void> {
    this.live = live
    this.#polledAt = this.#now()
    await this.#client.sendRuntimeMode(live ? "active" : "interval")
    this.#isOnline = live
  }

  async #connect(): Promise<boolean> {
    this.#options.onEvent({ type: "wake" })
    const { online, heartbeat } = await this.#client.connect()
    this.#heartbeatAt = this.#now()
    if (heartbeat) this.#contactAt = this.#now()
    this.#isOnline = online
    return online
  }

  #now(): number {
    return this.#options.time.now()
  }

  async #pause(milliseconds: number): Promise<void> {
    if (!this.#isStopped && milliseconds > 0) await this.#options.time.sleep(milliseconds, this.#sleep)
  }
}
