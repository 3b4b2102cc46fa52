import type { Place } from "./mode/mode.js"
import type { OutboundFetch } from "./outbound.js"
import type { Plugin } from "./plugin.js"
import type { z } from "./schema.js"
import type { Store } from "./storage/store.js"
import type { LocalTime } from "./time.js"
import { token } from "./token.js"

/** The clock of the server: every deadline, pause and period comes from it, so that a test can let time pass. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number
  /** Runs `work` once, so many milliseconds from now, whatever happens to the time of day meanwhile, unless the function is called that it returns. An `idle` timer does not keep the process alive. */
  after(milliseconds: number, work: () => void, options?: { readonly idle?: boolean }): () => void
  /** Resolves after so many milliseconds in which the server waits on purpose. Rejects with the signal's reason when it aborts before. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A log. `event`: "noun.verb" in the past tense, "device.paired"; values go into `fields`, secrets into neither. */
export interface Log {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

/** Reader of the files that a plugin ships beside its code. */
export interface Files {
  bytes(file: URL): Promise<Uint8Array>
  text(file: URL): Promise<string>
  /** Names in a folder, sorted; folders end with "/". Empty when there is no such folder. */
  list(folder: URL): Promise<readonly string[]>
}

/** Adds a plugin while the server runs. It contributes to live points only (modes, sources). Resolves to a function that removes it again. `replaces`: the function that an earlier load resolved to: in one step that plugin is removed and this one added. */
export type Load = (plugin: Plugin, how?: { readonly replaces?: () => Promise<void> }) => Promise<() => Promise<void>>

/** The operator's settings, and the version that runs. */
export interface Service {
  readonly version: string
  /** The local time in a zone. Throws Invalid for one that is not in the IANA list. */
  localTime(epoch: number, timeZone: string): LocalTime
  /** Whether the IANA list has a time zone of that name. */
  isTimeZone(name: string): boolean
  /** The IANA time zone of coordinates in degrees, north and east; undefined where none is known. */
  timeZoneAt(latitude: number, longitude: number): string | undefined
  readonly defaults: Readonly<Record<"language" | "mode" | "timeZone", string>> & { readonly place?: Place }
  readonly publicUrl: string | undefined
  /** Origins whose pages may call, with credentials. */
  readonly origins: readonly string[]
  readonly security: Security
  readonly bounds: Bounds
  /** What the operator should mend, in one sentence each; the health check says it too. */
  warnings(): readonly string[]
}

/** The limits on what all users together may store. */
export interface Bounds {
  /** Bytes of pictures and mode definitions. */
  readonly storage: number
  /** Devices of areas in which devices have no credentials. */
  readonly devices: number
  /** `server.limits`: calls a minute by name, of the limits that the operator has changed. */
  readonly limits: Readonly<Record<string, number>>
}

/** The operator's choices under `security` in platen.yaml. */
export interface Security {
  readonly registration: "open" | "closed"
  /** "confirm": a caller who requests the token of an owned device waits for its owner. */
  readonly tokenReissue: "confirm" | "open"
  /** "on": a device without an owner shows its pairing page. */
  readonly pairing: "on" | "off"
  /** "local": metrics are for callers on this machine and for admins. */
  readonly metrics: "local" | "open"
}

/** A plugin that runs. */
export interface InstalledPlugin {
  readonly id: string
  /** "built-in", or a path. */
  readonly origin: string
  /** The operator's config of it, without secrets; undefined for none. */
  readonly config: unknown
  /** The schema of its config. */
  readonly schema: z.ZodType
}

/** Encrypts what people entrust to the server. */
export interface Secrets {
  /** The text encrypted, with a mark by which sealed texts are known. A sealed text stays as it is. */
  seal(text: string): string
  /** The text of a sealed one; any other text as it is. Throws Invalid for one that was sealed with another key. */
  open(text: string): string
}

/** Encrypts what people entrust to the server. */
export const SECRETS = token<Secrets>("platen.secrets")
/** The clock. */
export const CLOCK = token<Clock>("platen.clock")
/** Monotonic milliseconds, for durations. */
export const TICKS = token<() => number>("platen.ticks")
/** Random numbers that nobody can guess: 0 to below 1. */
export const RANDOM = token<() => number>("platen.random")
/** The log. Lines carry the plugin's id. */
export const LOG = token<Log>("platen.log")
/** Files that plugins ship. */
export const FILES = token<Files>("platen.files")
/** The path of the server's data folder. */
export const DATA_FOLDER = token<string>("platen.data-folder")
/** Writes a copy of the whole store to a new file, while the server runs. Rejects with Conflict when the file exists. */
export const BACK_UP = token<(file: string) => Promise<void>>("platen.back-up")
/** The guarded way out to other servers. */
export const FETCH = token<OutboundFetch>("platen.fetch")
/** The plugin's own part of the store. */
export const STORE = token<Store>("platen.store")
/** The operator's settings. */
export const SERVICE = token<Service>("platen.service")
/** The plugins that run, in the order in which they were found. */
export const PLUGINS = token<readonly InstalledPlugin[]>("platen.plugins")
/** Adds modes and sources while the server runs. */
export const LOAD = token<Load>("platen.load")
/** The operator's `security.adminToken`; "" where there is none. One plugin may need it: the start stops for a second. Never log or return it. */
export const ADMIN_TOKEN = token<string>("platen.admin-token")
/** Where answers of sources are kept: "memory", "sqlite", or a package with a Keyv adapter and what its constructor takes, such as a password; undefined: where ANSWER_STORES says, else in memory. For one plugin, as ADMIN_TOKEN. */
export const ANSWERS = token<{ readonly store?: string | undefined; readonly options?: unknown }>("platen.answers")

/** A cache bounded in bytes. The least recently used value is dropped first. */
export interface ByteCache<V> {
  get(key: string): V | undefined
  /** `bytes`: the memory that the value takes, about, at least 1. A value larger than the whole cache is not kept. */
  set(key: string, value: V, bytes: number): void
  /** Drops every key that begins with `prefix`. */
  deleteBelow(prefix: string): void
}

/** Makes caches. `maxBytes`: the bound of the new cache. */
export const CACHES = token<<V extends object>(maxBytes: number) => ByteCache<V>>("platen.caches")
