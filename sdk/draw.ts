import type { Place } from "./mode.js"
import type { Battery, PictureShape } from "./route.js"

/** On whose behalf work is done that others wait for: callers take turns. */
export interface Turn {
  /** "user/...", "device/...", "address/...". */
  readonly caller: string
  /** Fires when the caller has gone: what still waits for it is dropped. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that it waits for its turn at most, where others would wait longer. */
  readonly waitMs?: number
}

/** What is to be on a page, and what the page is for. */
export interface DrawRequest {
  /** Ids, the first that can be drawn is. */
  readonly modes: readonly string[]
  readonly scopes?: readonly string[]
  /** By mode id, as the user saved them. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly language: string
  readonly tone?: string
  readonly place?: Place
  readonly timeZone: string
  readonly mac?: string
  /** Id of the edition whose device that is. */
  readonly edition?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly codec: string
  readonly battery?: Battery
  readonly rssi?: number
  /** True: nothing that this makes is kept, and settings that are wrong are an error. */
  readonly preview?: boolean
  /** True: the settings of a preview are those that were saved: a mode that they no longer fit fails, and the next one is shown. */
  readonly saved?: boolean
  /** True: content is made anew. */
  readonly fresh?: boolean
  /** Content that was made before, as JSON: shown in place of what the mode would make now. */
  readonly data?: unknown
  /** The moment that the page is of, in milliseconds since 1970 in UTC. Default: now. */
  readonly at?: number
  /** Present: asked for without a credential. Sources are not asked for settings that are tried out, and a page of more than `photoPixels` pixels shows no pictures. */
  readonly stranger?: { readonly photoPixels?: number }
  /** Default: nobody's, who waits behind everybody. */
  readonly turn?: Turn
  /** True: for people to send to one another: signed, and without what a device says of itself. */
  readonly card?: boolean
}

export interface Picture {
  readonly bytes: Uint8Array
  /** Content-Type. */
  readonly type: string
  /** Strong, with its quotation marks. */
  readonly etag: string
  /** The mode that was drawn; undefined for a notice. */
  readonly mode: string | undefined
  /** What was shown, as JSON; undefined for a notice. */
  readonly data?: unknown
  /** Where the content came from. "stale": the last good one, marked so on the page. */
  readonly origin: "fresh" | "cached" | "stale" | "fallback" | "notice"
  /** True: a stand-in that asking again soon may better. */
  readonly standIn: boolean
  /** True: these very bytes had been encoded before. */
  readonly cached: boolean
  /** Set when something failed on the way: an error code. */
  readonly failure?: string
  readonly failureMessage?: string
  /** Milliseconds: content, then layout, paint and encoding. */
  readonly contentMs: number
  readonly drawMs: number
}

/** Modes to pictures. */
export interface Draw {
  picture(request: DrawRequest): Promise<Picture>
  /** A drawn sentence. Never throws. */
  notice(shape: PictureShape, notice: { readonly title: string; readonly message: string }): Picture
}
