import type { Area } from "../http/route.js"
import type { DrawRequest, Picture, Prepared, Turn } from "../mode/draw.js"
import { token } from "../token.js"
import type { DeviceId } from "./device.js"
import type { Why } from "./choice.js"

/** A call for the page of a device: its screen, and what it says of itself. `language`: BCP 47; `rssi`: dBm; `reportedMinutes`: between two renders, as the device has them; `origin`: scheme, host and port at which it reached this server; `mode`: the one that is wanted, whatever is configured; `user`: the account of who tries settings at a preview. */
export interface RenderRequest {
  /** Its area: the battery's curve. */
  readonly area: Area
  /** Pixels, and ids of a palette and a codec. */
  readonly panel: Pick<DrawRequest, "width" | "height" | "palette" | "codec" | "rotation" | "mmPerPixel">
  readonly volts?: number | undefined
  readonly rssi?: number | undefined
  readonly reportedMinutes?: number | undefined
  readonly mode?: string | undefined
  /** True: the mode after the one shown last. */
  readonly next?: boolean
  readonly language?: string | undefined
  readonly tone?: string | undefined
  /** The token of the call, and whether it is unconfirmed; undefined where devices have none. */
  readonly token?: { readonly value: string; readonly provisional: boolean } | undefined
  readonly origin?: string | undefined
  readonly user?: string | undefined
  readonly turn?: Turn
  /** True: anybody can get the credential of the call. */
  readonly anonymous?: boolean
  readonly stranger?: DrawRequest["stranger"] | undefined
}

/** A page that is reserved for a device, until it is committed or released. */
export interface Lease {
  /** "" for one that is not kept. */
  readonly id: string
  readonly picture: Picture
  readonly refreshMinutes: number
  /** `retry`: the page is a fallback, and the device is to come back soon; `refresh`: it was asked to call; `redraw`: it is to draw the picture even if it seems unchanged. */
  readonly flags: { readonly retry: boolean; readonly refresh: boolean; readonly redraw: boolean }
  /** Call it once the last byte was handed to the socket: only now does the page count as shown. Never rejects. */
  commit(): Promise<void>
  /** Call it when the device did not get the page: what was taken is offered again. Never rejects. */
  release(): Promise<void>
}

/** The page that a device would be shown. `modes`: those to try, in order. */
export interface Peek {
  readonly modes: readonly string[]
  readonly why: Why
  /** Makes its content, so that it is there and fresh at that time. Never rejects. */
  prepare(): Promise<Prepared | undefined>
  /** Draws it, as a preview. `why` of the result says whether it is a fallback, and of what error. */
  draw(): Promise<{ readonly picture: Picture; readonly why: Why }>
}

/** A call about the page of a device at a time (milliseconds since 1970 in UTC, default now). `panel`: default that of its last call. */
export type PeekRequest = Omit<RenderRequest, "panel"> &
  Partial<Pick<RenderRequest, "panel">> & { readonly at?: number }

/** The pages of devices, whatever their protocol. */
export interface Renders {
  /** Chooses, draws, and reserves what is taken. `keep`: for a device that fetches the picture with a second call: `lease` finds it for 120 seconds, then it is released. */
  reserve(device: DeviceId, request: RenderRequest, options?: { readonly keep?: boolean }): Promise<Lease>
  /** A kept lease of a device, which may be committed once; undefined when it has expired, or is another's. */
  lease(device: DeviceId, id: string): Promise<Lease | undefined>
  /** What a device would be shown, and why. Takes and writes nothing. */
  peek(device: DeviceId, request: PeekRequest): Promise<Peek>
}

/** The pages of devices. */
export const RENDERS = token<Renders>("platen.renders")
