import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { activeConfig, intervalOf, isOnline, isPolling } from "platen/sdk/device"
import type { Device } from "platen/sdk/device"

/** After an alert the device shows what was there before by itself; it is not to be told of anything meanwhile. */
const ALERT_MS = 40_000

const time = z.iso.datetime().nullable()
const waiting = {
  mac: z.string(),
  pending_refresh: z.union([z.literal(0), z.literal(1)]),
  pending_mode: z.string(),
  runtime_mode: z.enum(["active", "interval"]),
}

/** Of a device, and of one that its owner has not confirmed. */
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
 * What the device and its owners read of it. Compact, with no token and no free text in it: the firmware searches its text.
 * `liveMs`: a live mode in which nobody steers the device empties its battery: it ends after so long.
 */
export function stateOf(mac: string, device: Device, now: number, liveMs: number): State {
  const quiet = device.alertedAt !== undefined && now - device.alertedAt < ALERT_MS
  const minutes = intervalOf(device)
  return {
    mac,
    // A picture that waits behind a page of the server's own must not be asked for again and again.
    pending_refresh: device.pendingRefresh && !quiet ? 1 : 0,
    pending_mode: quiet ? "" : (device.pendingMode ?? ""),
    runtime_mode: runtimeOf(device, now, liveMs),
    last_persona: device.lastMode ?? "",
    last_refresh_at: isoTime(device.shownAt),
    last_seen: isoTime(device.seenAt),
    last_state_poll_at: isoTime(device.polledAt),
    is_online: isOnline(device, now),
    refresh_minutes: minutes,
    expected_refresh_min: device.saidMinutes ?? minutes,
    battery: device.volts ?? null,
    rssi: device.rssi ?? null,
    next_wake:
      isPolling(device, now) || device.shownAt === undefined ? null : isoTime(device.shownAt + minutes * 60_000),
  }
}

/** What a provisional token reads: nothing waits, and the device goes on by its interval. */
export function stateOfStranger(mac: string): State {
  return { mac, pending_refresh: 0, pending_mode: "", runtime_mode: "interval" }
}

/** The last one posted, unless nobody has steered a live device for too long. */
function runtimeOf(device: Device, now: number, liveMs: number): "active" | "interval" {
  if (device.runtime.mode === "interval") return "interval"
  const always = activeConfig(device)?.alwaysActive ?? false
  return !always && now - Math.max(device.actedAt, device.runtime.at) > liveMs ? "interval" : "active"
}
