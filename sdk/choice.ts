import type { Device } from "./device.js"
import type { Change } from "./store.js"
import type { LocalTime } from "./time.js"

/** What a chooser is shown. */
export interface ChooseRequest {
  readonly edition: string
  readonly mac?: string
  /** The token that the device has shown, and whether it still waits for its owner. */
  readonly caller?: { readonly token: string; readonly provisional: boolean }
  /** Where people reach this server: scheme, host and port. */
  readonly origin?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** All that is known of the device that asks. */
  readonly device?: Device
  readonly persona?: string
  readonly next?: boolean
  readonly scopes: readonly string[]
  /** In the device's zone. */
  readonly now: LocalTime
  /** Chance that nobody guesses: 0 to below 1. When the choosers run again for one call, they are given the same numbers. */
  readonly random: () => number
}

/** Which modes to try, in order. `device`: what the device's document becomes when this is shown; a preview leaves it as it was. */
export interface Choice {
  readonly modes: readonly string[]
  readonly device?: Device
  /** The mode that a strategy has taken: it comes back when the answer does not arrive. */
  readonly taken?: string
  /** Settings by mode, in place of the device's own: for pages that the server itself shows. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** What is written along with the device's document. */
  readonly changes?: readonly Change[]
  /** Minutes to the next refresh, in place of the configured ones. */
  readonly minutes?: number
  /** True: the caller has asked for something else, so a mode that the device is to show goes on waiting. */
  readonly aside?: boolean
  /** True: a picture that was pushed to the device. */
  readonly push?: boolean
}

/** Decides what a render shows. Lower rank is asked first; the first answer wins. Pure: it runs again when another writer was faster. */
export interface Chooser {
  readonly id: string
  readonly rank: number
  choose(request: ChooseRequest): Choice | undefined
}

/** Asks the choosers in order of rank. Throws NotFound when none answers. */
export type Choose = (request: ChooseRequest) => Choice
