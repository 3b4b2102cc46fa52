import { z } from "zod"
import { NotFound } from "./errors.js"
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

/** What a device shows to be let in. Times are milliseconds since 1970 in UTC, here and below. */
export const deviceToken = z.object({
  value: z.string(),
  createdAt: z.number(),
  /** True: an unconfirmed token, given to a caller who names this device; it reaches little until somebody types its code. */
  provisional: z.boolean(),
  usedAt: z.number().optional(),
  renderedAt: z.number().optional(),
  /** Pages that it was given. */
  renders: z.number().int().optional(),
  /** A digest of where it was asked for: tokens that nobody has confirmed yet make room for one another by it. */
  from: z.string().optional(),
  /** A digest of where it last called from, while nobody owns the device. */
  place: z.string().optional(),
  /** The first token of a device that was bound by the code of another one: it lives until then, and a call with it undoes the binding. */
  heldUntil: z.number().optional(),
  /** What the screen shows, or the device has posted, for an owner to type. */
  code: z.object({ value: z.string(), until: z.number() }).optional(),
})
export type DeviceToken = z.output<typeof deviceToken>

/** A user who may see and steer a device. */
export const member = z.object({
  user: z.string(),
  role: z.enum(["owner", "member"]),
  nickname: z.string(),
  boundAt: z.number(),
})
export type Member = z.output<typeof member>

/** What somebody means to do, day by day. */
export const habit = z.object({
  name: z.string(),
  /** The days on which it was done: by the week's number, a bit for each day, Monday's the lowest. Weeks count from the one that holds 1 January 1970. */
  weeks: z.record(z.string(), z.number().int()),
})
export type Habit = z.output<typeof habit>

/** What somebody has to say at once. `at`: when it was said; after `until` nobody is shown it. */
const alert = z.object({
  sender: z.string(),
  message: z.string(),
  level: z.string(),
  at: z.number(),
  until: z.number(),
})
export type Alert = z.output<typeof alert>

/** Sums over all renders, kept as they happen. */
const counters = z.object({
  renders: z.number().default(0),
  cached: z.number().default(0),
  failed: z.number().default(0),
  /** Of those that did not fail. */
  milliseconds: z.number().default(0),
  modes: z.record(z.string(), z.number()).default({}),
  /** The newest 30 days that had any, oldest first. */
  days: z.array(z.object({ date: z.string(), count: z.number() })).default([]),
})

/** All that is kept of a device: one document, so that whatever a call changes is one write. */
export const device = z.object({
  tokens: z.array(deviceToken).default([]),
  members: z.array(member).default([]),
  /** Users who asked to be let in and showed no proof. `id`: of all devices one has it. */
  requests: z
    .array(
      z.object({
        id: z.number().int(),
        user: z.string(),
        nickname: z.string(),
        at: z.number(),
        token: z.string().optional().describe("The token whose code they typed."),
      }),
    )
    .default([]),
  /** True after an admin has freed it: its first asker gets no better token than others, and the code on its screen says alone whose it is. */
  contested: z.boolean().default(false),
  /** The owner whose binding the device's first token undid. */
  undone: z.object({ user: z.string(), at: z.number() }).optional(),
  /** Newest first; exactly one is active, unless there is none. */
  configs: z.array(configRecord).default([]),
  /** The id that the next config gets: none is ever given twice. */
  nextConfig: z.number().int().default(1),
  /** True once a user or an admin has saved a config: then it needs no owner to show pages. */
  configured: z.boolean().default(false),
  pendingRefresh: z.boolean().default(false),
  pendingMode: z.string().optional(),
  /** A picture that is to be shown once. */
  push: z.object({ picture: z.string(), mode: z.string(), at: z.number() }).optional(),
  /** What strategies remember, by their ids. */
  strategies: z.record(z.string(), z.unknown()).default({}),
  /** Modes that were taken and not shown after all: they come first. `until`: for those that are only to come soon or not at all; `asked`: somebody switched to it, whether the config has it or not. */
  returned: z
    .array(z.object({ mode: z.string(), until: z.number().optional(), asked: z.boolean().optional() }))
    .default([]),
  /** The mode that was shown last. */
  lastMode: z.string().optional(),
  /** Answers in a row with content that stands in for what failed; when the last of them asked the device to come back soon. */
  standIns: z.object({ count: z.number().int(), flagged: z.array(z.number()) }).default({ count: 0, flagged: [] }),
  /** Of the bytes of the last picture that it got: their sum, which is all the firmware compares, and their hash. */
  lastPicture: z.object({ sum: z.number(), etag: z.string() }).optional(),
  runtime: z.object({ mode: z.enum(["active", "interval"]), at: z.number() }).default({ mode: "interval", at: 0 }),
  /** When somebody last steered it. */
  actedAt: z.number().default(0),
  polledAt: z.number().optional(),
  seenAt: z.number().optional(),
  shownAt: z.number().optional(),
  /** Inks that it asked for when it last showed a page: 2, 3 or 4. */
  colors: z.number().int().optional(),
  volts: z.number().optional(),
  rssi: z.number().optional(),
  /** Minutes between two renders, as the device says, and as it was last told. */
  saidMinutes: z.number().optional(),
  toldMinutes: z.number().optional(),
  /** Those that wait, the oldest first. */
  alerts: z.array(alert).default([]),
  /** Whoever shows it may send alerts. */
  alertToken: z.string().optional(),
  /** When an alert was last taken: what was on the glass before comes back after it. */
  alertedAt: z.number().optional(),
  /** When a device that listens for alerts last read its config, as it does at a boot; gone once a picture has arrived. */
  bootedAt: z.number().optional(),
  widgetToken: z.string().optional(),
  habits: z.array(habit).default([]),
  counters: counters.prefault({}),
})
export type Device = z.output<typeof device>

/** What is left of a device that an admin frees; undefined where devices have no tokens. */
export function freed({ tokens }: Device): Device | undefined {
  return tokens.length > 0 ? device.parse({ contested: true }) : undefined
}

/** What names a device: a MAC names another one in each edition. */
export interface DeviceId {
  readonly edition: string
  /** Folded. */
  readonly mac: string
}

/** Under which rows of a device are kept. */
export function deviceKey(edition: string, mac: string): string {
  return `${edition}/${mac}`
}

/** Whose modes are a device's own. */
export function deviceScope(mac: string): string {
  return `device/${mac}`
}

/** For a call about a device that nothing is kept of. */
export function deviceNotFound(mac: string): NotFound {
  return new NotFound(`Nothing is known of ${mac}: it has never called this server.`, { code: "device-not-found" })
}

export function ownerOf({ members }: Pick<Device, "members">): Member | undefined {
  return members.find(({ role }) => role === "owner")
}

/** As what a user is bound to a device. */
export function roleOf({ members }: Pick<Device, "members">, user: string): Member["role"] | undefined {
  return members.find((each) => each.user === user)?.role
}

/** An unconfirmed token that nobody has used for so long counts no more. */
const UNUSED_MS = 24 * 3_600_000

/** Whether a token has run out. `now`: milliseconds since 1970 in UTC. */
export function isExpired({ provisional, usedAt, createdAt, heldUntil }: DeviceToken, now: number): boolean {
  if (heldUntil !== undefined) return now >= heldUntil
  return provisional && now - (usedAt ?? createdAt) >= UNUSED_MS
}

const MAX_VOLTS = 10
const MIN_DBM = -150

/** What is kept of volts that a device says: 0 to 10. */
export function voltsWithin(volts: number): number {
  return Math.min(MAX_VOLTS, Math.max(0, volts))
}

/** What is kept of a signal that a device says: -150 to 0 dBm. */
export function rssiWithin(dbm: number): number {
  return Math.min(0, Math.max(MIN_DBM, dbm))
}

/** The record of the config that counts. */
export function activeRecord({ configs }: Pick<Device, "configs">): ConfigRecord | undefined {
  return configs.find(({ active }) => active)
}

/** The config that counts. */
export function activeConfig(device: Pick<Device, "configs">): DeviceConfig | undefined {
  return activeRecord(device)?.config
}

/** The device with something changed in the config that counts, if it has one; pure. */
export function withConfig(device: Device, change: (config: DeviceConfig) => DeviceConfig): Device {
  return {
    ...device,
    configs: device.configs.map((record) => (record.active ? { ...record, config: change(record.config) } : record)),
  }
}

/** Where the device hangs, if both coordinates are known. */
export function placeOf({ city, latitude, longitude }: DeviceConfig): Place | undefined {
  return latitude === null || longitude === null
    ? undefined
    : { latitude, longitude, ...(city !== "" && { name: city }) }
}
