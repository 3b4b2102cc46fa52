import { activeConfig } from "platen/sdk"
import type { Device } from "platen/sdk"
import { intervalOf, isOnline, isPolling } from "./service.js"

/** A live mode in which nobody steers the device empties its battery: it ends after so long. */
const FORGOTTEN_MS = 60 * 60_000
/** After an alert the device shows what was there before by itself; it is not to be told of anything meanwhile. */
const ALERT_MS = 40_000

const iso = (time: number | undefined): string | null => time === undefined || time === 0 ? null : new Date(time).toISOString()

/** What the device and its owners read of it. Compact, with no token in it: the firmware searches its text. */
export function stateOf(mac: string, device: Device, now: number): Readonly<Record<string, unknown>> {
  const quiet = device.alertedAt !== undefined && now - device.alertedAt < ALERT_MS
  const minutes = intervalOf(device)
  return {
    mac,
    pending_refresh: quiet ? 0 : Number(device.pendingRefresh || device.push !== undefined),
    pending_mode: quiet ? "" : device.pendingMode ?? "",
    runtime_mode: runtimeOf(device, now),
    last_persona: device.lastMode ?? "",
    last_refresh_at: iso(device.shownAt),
    last_seen: iso(device.seenAt),
    last_state_poll_at: iso(device.polledAt),
    is_online: isOnline(device, now),
    refresh_minutes: minutes,
    expected_refresh_min: device.saidMinutes ?? minutes,
    battery: device.volts ?? null,
    rssi: device.rssi ?? null,
    next_wake: device.runtime.mode === "active" && isPolling(device, now) || device.shownAt === undefined ? null : iso(device.shownAt + minutes * 60_000),
  }
}

/** What a provisional token reads: nothing waits, and the device goes on by its interval. */
export function stateOfStranger(mac: string): Readonly<Record<string, unknown>> {
  return { mac, pending_refresh: 0, pending_mode: "", runtime_mode: "interval" }
}

/** The last one posted, unless nobody has steered a live device for an hour. */
function runtimeOf(device: Device, now: number): "active" | "interval" {
  if (device.runtime.mode === "interval") return "interval"
  const always = activeConfig(device)?.alwaysActive ?? false
  return !always && now - Math.max(device.actedAt, device.runtime.at) > FORGOTTEN_MS ? "interval" : "active"
}
