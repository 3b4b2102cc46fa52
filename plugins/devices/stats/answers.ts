import { z } from "platen/sdk"
import { KINDS } from "./calls.js"

/** ISO 8601 in UTC, ending in Z. */
const time = z.iso.datetime()
const frequency = z.record(z.string(), z.number().int())
/** Percentage with one decimal place. */
const rate = z.number().min(0).max(100)
const count = z.number().int().min(0)

export const overview = z.strictObject({
  total_devices: count,
  total_renders: count,
  cache_hit_rate: rate,
  mode_frequency: frequency,
  /** The devices that rendered last, newest first. */
  devices: z.array(z.strictObject({ mac: z.string(), last_seen: time.nullable(), total_renders: count })),
})
export type Overview = z.output<typeof overview>

export const ofDevice = z.strictObject({
  mac: z.string(),
  total_renders: count,
  cache_hit_rate: rate,
  mode_frequency: frequency,
  last_render: z.strictObject({ persona: z.string(), time }).nullable(),
  /** Sorted oldest first. */
  heartbeats: z.array(z.strictObject({ voltage: z.number().nullable(), rssi: z.number().nullable(), time })),
  daily_renders: z.array(z.strictObject({ date: z.iso.date(), count })),
  avg_render_time_ms: count,
  error_count: count,
  last_battery_voltage: z.number().nullable(),
  last_rssi: z.number().nullable(),
  last_refresh: time.nullable(),
})
export type OfDevice = z.output<typeof ofDevice>

export const renders = z.strictObject({
  mac: z.string(),
  renders: z.array(
    z.strictObject({
      persona: z.string(),
      cache_hit: z.boolean(),
      render_time_ms: count,
      status: z.enum(["success", "error"]),
      time,
    }),
  ),
})

const refusal = z
  .strictObject({
    kind: z.enum(KINDS),
    message: z.string().describe("One sentence with the event and the remedy."),
    detail: z.string().nullable().describe("The error message that the caller got, when it adds something."),
    mac: z.string().nullable(),
    address: z.string(),
    call: z.string(),
    count: z.number().int().min(1).describe("Number of calls in this entry."),
    first: time.describe("Time of the first call."),
    time: time.describe("Time of the last call."),
  })
  .meta({ id: "Refusal" })
export type ShownRefusal = z.output<typeof refusal>

export const allRefusals = z.strictObject({ refusals: z.array(refusal) })
export const deviceRefusals = z.strictObject({ mac: z.string(), refusals: z.array(refusal) })
