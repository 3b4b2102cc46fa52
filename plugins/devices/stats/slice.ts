import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"
import type { Delivery } from "platen/sdk"
import type { Device } from "platen/sdk/device"

const MAX_DAYS = 30
const MAX_MODES = 200

/** Sums over all renders of a device, kept as they happen. */
export const COUNTERS = defineSlice(
  "stats/counters",
  z.object({
    renders: z.number().default(0),
    cached: z.number().default(0),
    failed: z.number().default(0),
    /** The sum over renders that did not fail. */
    milliseconds: z.number().default(0),
    modes: z.record(z.string(), z.number()).default({}),
    /** The newest 30 days that had any, oldest first. */
    days: z.array(z.object({ date: z.string(), count: z.number() })).default([]),
  }),
  { row: "runtime" },
)

/** Adds one render to the counters of a device. Days are in UTC. */
export function counted(device: Device, { picture, at }: Delivery): Device {
  const sums = device.get(COUNTERS)
  const mode = picture.mode ?? "NOTICE"
  const date = new Date(at).toISOString().slice(0, 10)
  const today = sums.days.at(-1)?.date === date ? sums.days.at(-1)!.count : 0
  const known = Object.hasOwn(sums.modes, mode) || Object.keys(sums.modes).length < MAX_MODES
  return device.with(COUNTERS, {
    renders: sums.renders + 1,
    cached: sums.cached + Number(picture.cached),
    failed: sums.failed + Number(picture.failure !== undefined),
    milliseconds:
      sums.milliseconds + (picture.failure === undefined ? Math.round(picture.contentMs + picture.drawMs) : 0),
    modes: known ? { ...sums.modes, [mode]: (sums.modes[mode] ?? 0) + 1 } : sums.modes,
    days: [...(today > 0 ? sums.days.slice(0, -1) : sums.days), { date, count: today + 1 }].slice(-MAX_DAYS),
  })
}
