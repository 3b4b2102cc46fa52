import type { Bitmap, Rotation } from "../drawing/bitmap.js"
import type { Mode, Place, Writers } from "./mode.js"
import type { Battery, PictureShape } from "../http/route.js"
import type { Reading } from "../kit/screen.js"
import type { SceneNode } from "./scene.js"

/** The caller on whose behalf work is done that others wait for. Callers take turns. */
export interface Turn {
  /** "user/...", "device/...", "address/...". */
  readonly caller: string
  /** Fires when the caller has left: its waiting work is dropped. */
  readonly signal?: AbortSignal | undefined
  /** The most milliseconds that it waits for its turn. */
  readonly waitMs?: number
  /** True: nobody vouches for the caller, who has no credential, an invented device or an unconfirmed token. No source is asked in its words. */
  readonly anonymous?: boolean
  /** Where anonymous callers may save what a page asks: the address whose daily allowance of new questions counts it. */
  readonly allowance?: string
  /** True: a page that its screen does not show today: with settings that are tried, or of another day. What costs money is not asked. */
  readonly isTrial?: boolean
  /** The source that works for the caller: its orders to the sandbox are short, and rest when too many of them were ended. */
  readonly source?: string
}

/** A page to draw: its modes, its settings, its screen, and its purpose. */
export interface DrawRequest extends Reading {
  /** Mode ids. The first one that can be drawn is drawn. */
  readonly modes: readonly string[]
  readonly scopes?: readonly string[]
  /** Modes that are passed over when they have nothing to say: a fallback, or content that is empty. */
  readonly skipEmpty?: readonly string[]
  /** By mode id, as the user saved them. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly language: string
  readonly tone?: string
  readonly place?: Place
  /** By mode id: places of modes whose settings name another. */
  readonly places?: Readonly<Record<string, Place>>
  /** By mode id: the models that the user has chosen for the page. */
  readonly writers?: Readonly<Record<string, Writers>>
  readonly timeZone: string
  readonly mac?: string
  /** The namespace of the device. */
  readonly realm?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly codec: string
  /** Degrees clockwise by which the page is turned before it is encoded. */
  readonly rotation?: Rotation
  readonly battery?: Battery
  readonly rssi?: number
  /** Default: the page that a device shows; what is made is kept. "look": a page for people; nothing is stored. "trial": a look with settings that are not saved; invalid ones are an error. "card": a look to send to others, without battery and signal. */
  readonly purpose?: "look" | "trial" | "card"
  /** When the screen first showed each mode, by its id, in milliseconds since 1970 in UTC. Default: a page of no screen. */
  readonly begun?: Readonly<Record<string, number>>
  /** True: content is made anew. */
  readonly fresh?: boolean
  /** Earlier content, as JSON: shown in place of new content. */
  readonly data?: unknown
  /** The moment that the page is of, in milliseconds since 1970 in UTC. Default: now. */
  readonly at?: number
  /** Present: the caller has no credential. Sources are not asked for the settings of a trial, and a page of more than `photoPixels` pixels shows no pictures. */
  readonly stranger?: { readonly photoPixels?: number }
  /** True: the page of a device that nobody owns or has configured. Sources are asked for no addresses that its settings name. */
  readonly unclaimed?: boolean
  /** The account for whom it is drawn. */
  readonly user?: string
  /** Default: a caller who waits behind all others. */
  readonly turn?: Turn
}

/** A page as bytes, with where its content came from. */
export interface Picture {
  readonly bytes: Uint8Array
  /** Content-Type. */
  readonly type: string
  /** Strong, with its quotation marks. */
  readonly etag: string
  /** The mode that was drawn; undefined for a notice. */
  readonly mode: string | undefined
  /** What the page says, a line for each row of words, in reading order. */
  readonly text: string
  /** The content that is shown, as JSON; undefined for a notice. */
  readonly data?: unknown
  /** Where the content came from. "stale": the last good one, marked so on the page. */
  readonly origin: "fresh" | "cached" | "stale" | "fallback" | "notice"
  /** True: a fallback; a new attempt soon may show better content. */
  readonly isFallback: boolean
  /** True: these very bytes had been encoded before. */
  readonly cached: boolean
  /** Set when something failed on the way: an error code. */
  readonly failure?: string
  readonly failureMessage?: string
  /** Set on a page for people when the content is not kept across restarts: an error that says why. */
  readonly unkept?: { readonly code: string; readonly message: string }
  /** Milliseconds: content, then layout, paint and encoding. */
  readonly contentMs: number
  readonly drawMs: number
}

/** A page before it is painted, with the content that it shows. */
export interface PageContent {
  /** Frame and all. */
  readonly page: SceneNode
  readonly content: {
    readonly data: unknown
    readonly origin: "fresh" | "cached" | "stale" | "fallback"
    /** Milliseconds since 1970 in UTC: when it was made. */
    readonly madeAt: number
    /** The reason why it is not new content. */
    readonly failure?: Error
  }
}

/** Content that was made ahead, of the first mode that has any. */
export type Prepared = Pick<PageContent["content"], "origin"> & { readonly mode: string }

/** The service that turns modes into pictures. */
export interface Draw {
  /** Draws the first mode of the list that can be drawn; a notice when none can. Rejects for invalid settings of a trial, and for a page that needs a signed-in caller. */
  picture(request: DrawRequest): Promise<Picture>
  /** Draws a sentence. Never throws. */
  notice(screen: PictureShape, words: { readonly title: string; readonly message: string }): Picture
  /** The whole page of a mode as a scene: what is painted, described and linted. Undefined where the mode skips. */
  page(mode: Mode, request: DrawRequest): Promise<PageContent | undefined>
  /** Makes the content of a page that will be drawn at `request.at`, so that it is there and fresh then. Draws nothing. Never rejects. */
  prepare(request: DrawRequest): Promise<Prepared | undefined>
  /** A page with its pictures as pixels. Rejects for a picture that is not there. */
  bitmap(page: SceneNode, request: DrawRequest): Promise<Bitmap>
}
