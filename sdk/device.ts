import { z } from "zod"
import type { Place } from "./mode.js"

/** What an owner has chosen for a device, checked. */
export const deviceConfig = z.object({
  nickname: z.string(),
  /** Mode ids, at least one. */
  modes: z.array(z.string()).min(1),
  /** Id of a strategy. */
  strategy: z.string(),
  /** Minutes, 10 to 1440. */
  refreshInterval: z.number().int(),
  /** BCP 47. */
  language: z.string(),
  /** "neutral", "positive", "deep", "humor" or free text. */
  tone: z.string(),
  characterTones: z.array(z.string()),
  city: z.string(),
  /** Degrees, north and east positive; they come together, or not at all. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** IANA name, or "" for that of the place. */
  timeZone: z.string(),
  /** IANA name that counts: the one above, else that of the place; "" for the server's. */
  zone: z.string(),
  admin1: z.string(),
  country: z.string(),
  llmProvider: z.string(),
  llmModel: z.string(),
  imageProvider: z.string(),
  imageModel: z.string(),
  countdownEvents: z.array(z.unknown()),
  timeSlotRules: z.array(z.unknown()),
  memoText: z.string(),
  /** Settings by mode id. */
  modeOverrides: z.record(z.string(), z.record(z.string(), z.unknown())),
  focusListening: z.boolean(),
  alwaysActive: z.boolean(),
})
export type DeviceConfig = z.output<typeof deviceConfig>

/** A config as it was saved once. */
export const configRecord = z.object({
  id: z.number().int(),
  /** Milliseconds since 1970 in UTC. */
  createdAt: z.number(),
  active: z.boolean(),
  config: deviceConfig,
})
export type ConfigRecord = z.output<typeof configRecord>

/** All that is kept of a device: one document, so that whatever a call changes is one write. */
export const device = z.object({
  /** What the device shows to be let in. */
  token: z.string().optional(),
  /** Newest first; exactly one is active, unless there is none. */
  configs: z.array(configRecord).default([]),
  /** The id that the next config gets: none is ever given twice. */
  nextConfig: z.number().int().default(1),
  pendingRefresh: z.boolean().default(false),
  /** What strategies remember, by their ids. */
  strategies: z.record(z.string(), z.unknown()).default({}),
  /** Modes that were taken and not shown after all: they come first. `until`: milliseconds since 1970 in UTC, for those that are only to come soon or not at all. */
  returned: z.array(z.object({ mode: z.string(), until: z.number().optional() })).default([]),
  /** The mode that was shown last. */
  lastMode: z.string().optional(),
  /** Answers in a row with content that stands in for what failed; when the last of them asked the device to come back soon: milliseconds since 1970 in UTC. */
  standIns: z.object({ count: z.number().int(), flagged: z.array(z.number()) }).default({ count: 0, flagged: [] }),
})
export type Device = z.output<typeof device>

/** The config that counts. */
export function activeConfig({ configs }: Device): DeviceConfig | undefined {
  return configs.find(({ active }) => active)?.config
}

/** Where the device hangs, if both coordinates are known. */
export function placeOf({ city, latitude, longitude }: DeviceConfig): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude, ...(city !== "" && { name: city }) }
}
