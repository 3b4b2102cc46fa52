import type { DeviceId } from "./device/device.js"
import type { Device } from "./device/slice.js"
import type { RenderRequest } from "./device/renders.js"
import type { Picture } from "./mode/draw.js"
import { extensionPoint } from "./kit/define-plugin.js"

/** One render of a page, whether for a device or not. */
export interface RenderEvent {
  readonly realm: string
  readonly mac: string | undefined
  /** Whether a device is still the one for which the page was drawn: it may have been deleted and bound anew since. */
  isStill?(device: Device): boolean
  readonly picture: Omit<Picture, "bytes">
}

/** A page that arrived on a device. `at`: milliseconds since 1970 in UTC; `panel`: the screen that called; `inks`: how many its palette has. */
export interface Delivery {
  readonly picture: Omit<Picture, "bytes">
  readonly at: number
  readonly panel: RenderRequest["panel"]
  readonly inks: number
}

/** One request that was answered. `route`: the mounted path with its parameters' names. */
export interface RequestEvent {
  readonly method: string
  readonly route: string
  /** Id of the area of the route; undefined where there is no route. */
  readonly area: string | undefined
  readonly status: number
  /** An error's code and sentence, if it failed. */
  readonly error: string | undefined
  readonly message?: string
  /** The `outcome` of the reply. */
  readonly outcome?: string
  /** The path of the request, without the query, which may hold secrets; cut to 200 characters. */
  readonly path: string
  readonly address: string
  /** The MAC in the path or the query, as it is written there; undefined when they name no device. */
  readonly mac: string | undefined
  readonly ms: number
}

/** One call of the server to another server. */
export interface OutboundEvent {
  readonly host: string
  /** HTTP status, or 0 when there was none. */
  readonly status: number
  readonly ms: number
}

/** A listener for renders, requests, outbound calls and forgotten devices. Called after the reply. An error that it throws is logged and changes nothing. */
export interface Observer {
  readonly id: string
  render?(event: RenderEvent): void
  request?(event: RequestEvent): void
  /** A device after a page arrived on it, with other values of the plugin's own slices: written with what else the render changes. Pure: it may be called again. If it throws, nothing of it is written. */
  delivered?(device: Device, delivery: Delivery): Device
  outbound?(event: OutboundEvent): void
  /** A device got a page; `result`: what the work ahead of its call was worth. "hit": that page, fresh; "stale": with old content; "missed": without content; "other": another page; "none": nothing was made ready. */
  ahead?(event: { readonly result: "hit" | "stale" | "missed" | "other" | "none" }): void
  /** A question to a text model or painter has ended. `result`: "ok", or the code of its error. */
  model?(event: Readonly<Record<"provider" | "result", string> & Record<"tokens" | "ms", number>>): void
  /** Deletes the plugin's data of a device. Awaited before the device is deleted. May be called again for the same device. */
  forgotten?(device: DeviceId): Promise<void>
  /** Deletes the plugin's data of people who have no account any more: called when the server listens, and when one was removed. */
  sweepPeople?(isThere: (user: string) => Promise<boolean>): Promise<void>
}

/** Listeners for renders, requests, outbound calls and forgotten devices. By id. All are called, after the reply. */
export const OBSERVERS = extensionPoint<Observer>("platen.observers", { combine: "byKey", key: ({ id }) => id })
/** Functions that run when every plugin is ready, before the server listens. One that throws SetupError stops the start. */
export const CHECKS = extensionPoint<() => void>("platen.checks", { combine: "all" })
