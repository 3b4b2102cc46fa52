import { z } from "zod"
import { defineSlice } from "../kit/define-slice.js"

/** The schema of a device's config: what its owner has chosen for it. */
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
  city: z.string(),
  /** Degrees, north and east positive; they come together, or not at all. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** IANA name, or "" for that of the place. */
  timeZone: z.string(),
  /** The IANA name in effect: the one above, else that of the place; "" for the server's. */
  zone: z.string(),
  admin1: z.string(),
  country: z.string(),
  /** Settings by mode id. */
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** True: the device stays connected and asks for messages. */
  listening: z.boolean(),
  /** True: live mode never ends by itself. */
  alwaysActive: z.boolean(),
  /** How far the screen is read from; without one, from a desk. */
  distance: z.enum(["desk", "room", "hall"]).optional(),
  /** Fields that only the plugin of the configs reads. */
  more: z.record(z.string(), z.unknown()).default({}),
})
/** A device's config: what its owner has chosen for it. */
export type DeviceConfig = z.output<typeof deviceConfig>

const configRecord = z.object({
  id: z.number().int(),
  /** Milliseconds since 1970 in UTC. */
  createdAt: z.number(),
  active: z.boolean(),
  config: deviceConfig,
})
/** A config as it was saved once. One record of a device is active. */
export type ConfigRecord = z.output<typeof configRecord>

/** The configs of a device. */
export const CONFIG = defineSlice(
  "platen/config",
  z.object({
    /** Newest first; exactly one is active, unless there is none. */
    records: z.array(configRecord).default([]),
    /** The id of the next record. No id is used twice. */
    next: z.number().int().default(1),
    /** True once a user or an admin has saved a config: then it shows pages without an owner. */
    configured: z.boolean().default(false),
  }),
)

/** Times are milliseconds since 1970 in UTC, here and below. */
const deviceToken = z.object({
  value: z.string(),
  createdAt: z.number(),
  /** True: an unconfirmed token. It reaches little until a person types its code. */
  provisional: z.boolean(),
  usedAt: z.number().optional(),
  renderedAt: z.number().optional(),
  /** The number of pages that it got. */
  renders: z.number().int().optional(),
  /** A digest of the address that requested it. Of too many unconfirmed tokens, one of the address with most of them is deleted. */
  from: z.string().optional(),
  /** A digest of the address of its last call, while the device has no owner. */
  place: z.string().optional(),
  /** Set on the first token of a device that was bound by the code of another token: the token is valid until then, and a call with it undoes the binding. */
  heldUntil: z.number().optional(),
  /** The code that the screen shows, or the device has posted, for an owner to type. */
  code: z.object({ value: z.string(), until: z.number() }).optional(),
})
/** A credential of a device. */
export type DeviceToken = z.output<typeof deviceToken>

/** The tokens of a device. */
export const TOKENS = defineSlice(
  "platen/tokens",
  z.object({
    tokens: z.array(deviceToken).default([]),
    /** True after an admin has freed it: every caller gets an unconfirmed token, and only the code on the screen decides who owns it. */
    contested: z.boolean().default(false),
  }),
  { row: "runtime" },
)

const member = z.object({
  user: z.string(),
  role: z.enum(["owner", "member"]),
  nickname: z.string(),
  boundAt: z.number(),
  /** Since when a former member is the owner. */
  ownedAt: z.number().optional(),
})
/** A user who may see and control a device. */
export type Member = z.output<typeof member>

/** The people of a device. */
export const MEMBERS = defineSlice(
  "platen/members",
  z.object({
    members: z.array(member).default([]),
    /** Access requests of users. `id`: unique among all devices; `token`: the token whose code they typed. */
    requests: z
      .array(
        z.object({
          id: z.number().int(),
          user: z.string(),
          nickname: z.string(),
          at: z.number(),
          token: z.string().optional(),
        }),
      )
      .default([]),
    /** The owner whose binding the device's first token undid. */
    undone: z.object({ user: z.string(), at: z.number() }).optional(),
  }),
)

/** The part of a device that changes with its calls. */
export const RUNTIME = defineSlice(
  "platen/runtime",
  z.object({
    pendingRefresh: z.boolean().default(false),
    pendingMode: z.string().optional(),
    /** A pushed picture, to be shown once. */
    push: z.object({ picture: z.string(), mode: z.string(), at: z.number() }).optional(),
    /** Modes that were reserved and not shown: they come first. `until`: when one is dropped; `asked`: a person switched to it, whether the config has it or not. */
    returned: z
      .array(z.object({ mode: z.string(), until: z.number().optional(), asked: z.boolean().optional() }))
      .default([]),
    /** The mode that was shown last. */
    lastMode: z.string().optional(),
    /** Fallbacks in a row, and the times at which a response asked the device to come back soon. */
    fallbacks: z.object({ count: z.number().int(), flagged: z.array(z.number()) }).default({ count: 0, flagged: [] }),
    /** The sum of the bytes of its last picture, which is all the firmware compares, and their hash. */
    lastPicture: z.object({ sum: z.number(), etag: z.string() }).optional(),
    live: z.object({ mode: z.enum(["active", "interval"]), at: z.number() }).default({ mode: "interval", at: 0 }),
    /** The time of the last remote action. */
    actedAt: z.number().default(0),
    polledAt: z.number().optional(),
    seenAt: z.number().optional(),
    shownAt: z.number().optional(),
    /** The time at which something else than a page was last put on its glass: the page before it comes back after it. */
    overlaidAt: z.number().optional(),
    /** The time at which a listening device last read its config, as it does at a boot; removed once a picture has arrived. */
    bootedAt: z.number().optional(),
    /** The number of inks of its last page: 2, 3 or 4. */
    inks: z.number().int().optional(),
    volts: z.number().optional(),
    rssi: z.number().optional(),
    /** Minutes between two renders: as the device says, and as the server last answered. */
    reportedMinutes: z.number().optional(),
    toldMinutes: z.number().optional(),
  }),
  { row: "runtime" },
)
/** The part of a device that changes with its calls. */
export type Runtime = z.output<typeof RUNTIME.schema>

/** The identity of a device. A MAC names another device in each realm. */
export interface DeviceId {
  readonly realm: string
  /** Normalized: capitals with colons. */
  readonly mac: string
}
