import { z } from "platen/sdk"
import { defineSlice, RUNTIME } from "platen/sdk/device"
import type { Device, Runtime } from "platen/sdk/device"

/** What a render reserved on a device before it is drawn, as JSON: a kept lease stores it. */
export const reserved = z.object({
  /** Of this reservation among those of its device; "": a server that goes now loses nothing of it. */
  id: z.string().default(""),
  /** False: nothing is stored of the device. */
  known: z.boolean(),
  /** False: the caller's token is not confirmed by the device's owner. */
  own: z.boolean(),
  /** The mode to try first, and whether it is a pushed picture, with the name that came with it. */
  first: z.string(),
  pushed: z.object({ label: z.string() }).optional(),
  /** The mode that a strategy reserved, and whether a person had switched to it. */
  taken: z.object({ mode: z.string(), asked: z.boolean() }).optional(),
  /** What the reservation took off the device. */
  pendingMode: z.string().optional(),
  push: z.object({ picture: z.string(), mode: z.string(), at: z.number() }).optional(),
  pendingRefresh: z.boolean(),
  /** Why it was chosen. */
  why: z.object({ by: z.string(), detail: z.string().optional() }).default({ by: "" }),
  /** The mode shown last, before and after the reservation. */
  lastMode: z.object({ before: z.string().optional(), after: z.string().optional() }),
})
export type Reserved = z.output<typeof reserved>

/** Milliseconds after which a page that nobody has committed or released is taken for lost: longer than a lease is kept. */
const LOST_MS = 300_000
/** Pages underway of one device at most; the oldest are dropped. */
const MAX_UNDERWAY = 20

/** Pages of a device that were reserved and are neither shown nor released yet. Those of a server that is gone come again. */
export const UNDERWAY = defineSlice(
  "render/underway",
  z.object({ pages: z.array(z.object({ at: z.number(), reserved })).default([]) }),
  { row: "runtime" },
)
type Underway = z.output<typeof UNDERWAY.schema>["pages"][number]

/** A device with a page that is underway. */
export function withUnderway(device: Device, page: Underway): Device {
  if (page.reserved.id === "") return device
  return device.with(UNDERWAY, { pages: [...device.get(UNDERWAY).pages, page].slice(-MAX_UNDERWAY) })
}

/** Whether a reservation can still be released: nobody has. */
export function isUnderway(device: Device, { id }: Reserved): boolean {
  return id === "" || device.get(UNDERWAY).pages.some(({ reserved: each }) => each.id === id)
}

export function withoutUnderway(device: Device, { id }: Reserved): Device {
  const { pages } = device.get(UNDERWAY)
  const left = pages.filter(({ reserved: each }) => each.id !== id)
  return left.length === pages.length ? device : device.with(UNDERWAY, { pages: left })
}

/** What this server knows of its reservations, by their ids: "arrived" is one whose page was sent and not recorded, because the store failed. */
export type Known = ReadonlyMap<string, "underway" | "arrived">

/**
 * A device that asks for its next page: what is underway for it comes again unless this server sends it now, since a device that asks again never
 * showed the page before, and the server that sent it may be gone.
 */
export function withRecovered(device: Device, known: Known, now: number): Device {
  return device.get(UNDERWAY).pages.reduceRight((before, { at, reserved: page }) => {
    const state = known.get(page.id)
    if (state === "underway" && at > now - LOST_MS) return before
    const without = withoutUnderway(before, page)
    return state === "arrived" ? without : withReleased(without, page)
  }, device)
}

/** Whether a reservation took something that can be put back. */
export function takesAnything({ known, own, ...reservation }: Reserved): boolean {
  // A caller without a confirmed token reserved nothing.
  if (!known || !own) return false
  const { pendingMode, push, pendingRefresh } = reservation
  return strategyMode(reservation) !== undefined || pendingMode !== undefined || push !== undefined || pendingRefresh
}

/** A device with what a reservation took, and nothing else. */
export function withReleased(device: Device, reservation: Reserved): Device {
  const { pendingMode, push, pendingRefresh, lastMode } = reservation
  const [now, mode] = [device.get(RUNTIME), strategyMode(reservation)]
  return device.with(RUNTIME, {
    pendingRefresh: now.pendingRefresh || pendingRefresh,
    ...(pendingMode !== undefined && { pendingMode: now.pendingMode ?? pendingMode }),
    ...(push !== undefined && { push: now.push ?? push }),
    ...(mode !== undefined && { returned: withReturned(now, { mode }) }),
    ...(now.lastMode === lastMode.after && { lastMode: lastMode.before }),
  })
}

/** The mode that a strategy reserved by itself. */
function strategyMode({ taken, pendingMode }: Pick<Reserved, "taken" | "pendingMode">): string | undefined {
  return taken?.mode === pendingMode ? undefined : taken?.mode
}

/** Puts a mode first in the queue of undelivered modes, each mode once, which bounds the queue by the number of modes. */
export function withReturned({ returned }: Runtime, first: Runtime["returned"][number]): Runtime["returned"] {
  return [first, ...returned.filter(({ mode }) => mode !== first.mode)]
}
