import { z } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { isoTime, activeConfig } from "platen/sdk/kit"
import type { Device } from "platen/sdk/device"
import { intervalOf, isOnline, isPolling } from "./presence.js"

/** Milliseconds after something else than a page was shown in which the state reports nothing pending: the firmware restores the previous picture by itself. */
const OVERLAY_MS = 40_000

const time = z.iso.datetime().nullable()
const waiting = {
  mac: z.string(),
  pending_refresh: z.union([z.literal(0), z.literal(1)]),
  pending_mode: z.string(),
  runtime_mode: z.enum(["active", "interval"]),
}

/** Response of the state route; the shorter form is for an unconfirmed token. */
export const stateAnswer = z.union([
  z.strictObject({
    ...waiting,
    last_persona: z.string(),
    last_refresh_at: time,
    last_seen: time,
    last_state_poll_at: time,
    is_online: z.boolean(),
    refresh_minutes: z.number(),
    expected_refresh_min: z.number(),
    battery: z.number().nullable(),
    rssi: z.number().nullable(),
    next_wake: time,
  }),
  z.strictObject(waiting),
])
export type State = z.output<typeof stateAnswer>

/**
 * State of a device for the device and its owners. It has no token and no free text: the firmware searches the JSON as text.
 * `liveMs`: milliseconds after the last action at which live mode ends, to save the battery.
 */
export function stateOf(mac: string, device: Device, now: number, liveMs: number): State {
  const runtime = device.get(RUNTIME)
  const { shownAt, overlaidAt } = runtime
  const quiet = overlaidAt !== undefined && now - overlaidAt < OVERLAY_MS
  const minutes = intervalOf(device)
  return {
    mac,
    // Not derived from `push`: a picture that waits behind the pairing page would make the device refresh in a loop.
    pending_refresh: runtime.pendingRefresh && !quiet ? 1 : 0,
    pending_mode: quiet ? "" : (runtime.pendingMode ?? ""),
    runtime_mode: runtimeOf(device, now, liveMs),
    last_persona: runtime.lastMode ?? "",
    last_refresh_at: isoTime(shownAt),
    last_seen: isoTime(runtime.seenAt),
    last_state_poll_at: isoTime(runtime.polledAt),
    is_online: isOnline(device, now),
    refresh_minutes: minutes,
    expected_refresh_min: runtime.reportedMinutes ?? minutes,
    battery: runtime.volts ?? null,
    rssi: runtime.rssi ?? null,
    next_wake: isPolling(runtime, now) || shownAt === undefined ? null : isoTime(shownAt + minutes * 60_000),
  }
}

/** State for an unconfirmed token: nothing pending, interval mode. */
export function unconfirmedState(mac: string): State {
  return { mac, pending_refresh: 0, pending_mode: "", runtime_mode: "interval" }
}

/** The last runtime that was set; interval after live mode has expired. Always active for a device that its config keeps awake: in interval mode it hears no alerts. */
function runtimeOf(device: Device, now: number, liveMs: number): "active" | "interval" {
  const { live, actedAt } = device.get(RUNTIME)
  const config = activeConfig(device)
  if (config?.alwaysActive || config?.listening) return "active"
  return live.mode === "interval" || now - Math.max(actedAt, live.at) > liveMs ? "interval" : "active"
}
