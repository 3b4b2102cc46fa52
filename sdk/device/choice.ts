import type { Device } from "./slice.js"
import type { Change } from "../storage/store.js"
import type { LocalTime } from "../time.js"

/** The input of a chooser. */
export interface ChooseRequest {
  readonly realm: string
  readonly mac?: string
  /** The token that the device has sent, and whether it is unconfirmed. */
  readonly caller?: { readonly token: string; readonly provisional: boolean }
  /** Where people reach this server: scheme, host and port. */
  readonly origin?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The calling device. */
  readonly device?: Device
  /** The mode that the caller asks for. */
  readonly mode?: string
  readonly next?: boolean
  readonly scopes: readonly string[]
  /** In the device's zone. */
  readonly now: LocalTime
  /** Random numbers, 0 to below 1. When the choosers run again for one call, they get the same numbers. */
  readonly random: () => number
}

/** The modes to try, in order. `device`: the device once the first of them is shown; a preview does not write it. */
export interface Choice {
  readonly modes: readonly string[]
  readonly device?: Device
  /** The mode that a strategy has reserved: it is offered again when the response does not arrive. */
  readonly taken?: string
  /** Settings by mode, in place of those of the device's config: of an entry of a playlist, or of a page that the server itself shows. */
  readonly settings?: Readonly<Record<string, Record<string, unknown>>>
  /** Changes that are written with the device. */
  readonly changes?: readonly Change[]
  /** Minutes to the next refresh, whatever is shown. */
  readonly minutes?: number
  /** Minutes to the next refresh in place of the configured ones, unless the page is a fallback. */
  readonly interval?: number
  /** Modes that are passed over when they have nothing to say. */
  readonly skipEmpty?: readonly string[]
  /** True: the caller has asked for another page, so the device's pending mode stays pending. */
  readonly aside?: boolean
  /** True: a picture that was pushed to the device. */
  readonly push?: boolean
  /** More of the reason than the chooser's id says: the id of a strategy. */
  readonly detail?: string
}

/** Why a device shows a page. `by`: the id of the chooser, such as "pushed-picture" or "config-strategy"; `detail`: its `Choice.detail`; `fallback`: the page stands in for the chosen one, which failed so, by a code of docs/errors.md; `unkept`: its content is not kept across restarts, for such a reason; `overlaid`: something else, such as an alert, stands on the glass until it comes. */
export interface Why {
  readonly by: string
  readonly detail?: string
  readonly fallback?: { readonly code: string; readonly message: string }
  readonly unkept?: { readonly code: string; readonly message: string }
  readonly overlaid?: boolean
}

/** A rule that decides which page a render shows. The lowest rank is asked first; the first answer wins. Pure: it runs again when another writer was faster. */
export interface Chooser {
  readonly id: string
  readonly rank: number
  choose(request: ChooseRequest): Choice | undefined
}

/** Asks the choosers in order of rank. Throws NotFound when none answers. */
export type Choose = (request: ChooseRequest) => Choice & { readonly why: Why }
