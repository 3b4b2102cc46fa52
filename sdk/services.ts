import type { Device } from "./device.js"
import type { Battery, PictureShape } from "./route.js"
import type { Mode, Place, Source } from "./mode.js"
import type { Panel, Palette } from "./bitmap.js"
import type { Plugin, RenderEvent } from "./plugin.js"
import type { Strategy } from "./strategy.js"
import type { LocalTime } from "./time.js"
import type { z } from "./schema.js"
import { token } from "./token.js"

/** Milliseconds since 1970 in UTC. */
export interface Clock {
  now(): number
}

export interface Log {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

/** Reads what a plugin ships beside its code. */
export interface Files {
  bytes(file: URL): Promise<Uint8Array>
  text(file: URL): Promise<string>
  /** Names in a folder, sorted; folders end with "/". Empty when there is no such folder. */
  list(folder: URL): Promise<readonly string[]>
}

/** The guarded way out: public addresses only, unless the operator names the host; size, time and redirects limited. */
export interface OutboundFetch {
  (url: string | URL, options?: OutboundOptions): Promise<OutboundAnswer>
}

export interface OutboundOptions {
  readonly method?: "GET" | "HEAD" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** True: the body is not read, and `bytes` is empty. */
  readonly headersOnly?: boolean
  /** Bytes. Default 2 MiB. */
  readonly maxBytes?: number
  /** Milliseconds. Default 8,000. */
  readonly timeout?: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  text(): string
  json(): unknown
}

/** Values by key. Every change is atomic, also between processes. */
export interface Collection<T> {
  get(key: string): Promise<T | undefined>
  /** `ttl`: seconds until it is gone. */
  set(key: string, value: T, options?: { readonly ttl?: number }): Promise<void>
  /** True when there was one. */
  delete(key: string): Promise<boolean>
  /**
   * Reads, changes and writes as one: `change` gets the value and returns the new one (undefined deletes). It may run
   * again when another writer was faster, so it must be pure. Resolves to what was written.
   */
  update(key: string, change: (value: T | undefined) => T | undefined, options?: UpdateOptions<T>): Promise<T | undefined>
  /** In order of keys, those that begin with `prefix`, after the key `after`. `limit` 1 to 1,000, default 100. */
  list(options?: { readonly prefix?: string; readonly after?: string; readonly limit?: number }): Promise<readonly Entry<T>[]>
}

export interface UpdateOptions<T> {
  /** Seconds until it is gone, counted anew; without it what is changed stays for good. */
  readonly ttl?: number
  /** What is written with it, in the same write; asked after each run of `change`, with what that returned. */
  with?(value: T | undefined): readonly Change[]
}

export interface Entry<T> {
  readonly key: string
  readonly value: T
}

/** Rows that are only added, newest first, bounded. */
export interface Journal<T> {
  /** `stream`: a device, a user: each has rows and a bound of its own. Resolves to the row's id. */
  append(stream: string, row: T): Promise<string>
  /** Newest first. `limit` 1 to 1,000, default 50; `offset` from 0. */
  list(stream: string, options?: { readonly limit?: number; readonly offset?: number }): Promise<readonly JournalRow<T>[]>
  clear(stream: string): Promise<void>
}

export interface JournalRow<T> {
  readonly id: string
  /** Milliseconds since 1970 in UTC. */
  readonly time: number
  readonly row: T
}

/** What is kept. Each plugin has a namespace of its own. */
export interface Store {
  /** Values are checked by `schema` on the way in and out. `name`: ^[a-z][a-z0-9-]*$ */
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>
  /** Bounded by `keep` rows a stream, and by `days` if given. */
  journal<T>(name: string, schema: z.ZodType<T>, bound: { readonly keep: number; readonly days?: number }): Journal<T>
  /** All of it or nothing of it, in one write. */
  batch(changes: readonly Change[]): Promise<void>
}

/** One change of a batch, made by `change.set` and the like. */
export type Change =
  | { readonly collection: Collection<never>; readonly key: string; readonly value: unknown; readonly ttl?: number }
  | { readonly journal: Journal<never>; readonly stream: string; readonly row: unknown }

/** Things by id, readable from `ready` on. */
export interface Catalog<T> {
  get(id: string): T | undefined
  list(): readonly T[]
}

/** Modes by id. A scoped mode is seen by those who name its scope, and never hides one of the same id without. */
export interface ModeCatalog {
  get(id: string, scopes?: readonly string[]): Mode | undefined
  list(scopes?: readonly string[]): readonly Mode[]
}

/** Adds a plugin while the server runs: its modes and sources only. Resolves to what removes it again. */
export type Load = (plugin: Plugin, options?: { readonly scope?: string }) => Promise<() => Promise<void>>

/** What the operator chose, and what runs. */
export interface Service {
  readonly version: string
  /** The local time in a zone. Throws Invalid for one that is not in the IANA list. */
  localTime(epoch: number, timeZone: string): LocalTime
  readonly defaults: { readonly language: string; readonly mode: string; readonly timeZone: string; readonly place?: Place }
  readonly publicUrl: string | undefined
  /** Pages of these may call, with credentials. */
  readonly origins: readonly string[]
  readonly security: Security
}

/** How strict the operator is. */
export interface Security {
  /** Whoever shows it is an admin. Never logged, never returned. */
  readonly adminToken?: string | undefined
  readonly registration: "open" | "closed"
  /** "confirm": who asks for the token of an owned device waits for its owner. */
  readonly tokenReissue: "confirm" | "open"
  /** "on": a device without an owner shows how to get one. */
  readonly pairing: "on" | "off"
}

/** A person who signs in. */
export interface User {
  readonly id: string
  readonly username: string
  readonly role: "user" | "admin"
  /** Milliseconds since 1970 in UTC. */
  readonly createdAt: number
}

/** People. */
export interface Accounts {
  get(id: string): Promise<User | undefined>
  byName(username: string): Promise<User | undefined>
}


/** Pictures that were given to the server: uploaded, fetched, pushed. An image node shows one by its id. */
export interface Pictures {
  /**
   * Looks at the head of a file, takes it in, and resolves to the same id for the same bytes. It is held in memory until
   * a page that is no preview shows it; `lasting` keeps it at once. Rejects with TooLarge beyond 10 MiB, 40 million
   * pixels or 20,000 a side, before any is decoded, and with BadInput for what is no picture.
   */
  keep(file: Uint8Array, options?: { readonly lasting?: boolean }): Promise<PictureInfo>
}

export interface PictureInfo {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export interface DrawRequest {
  /** Ids, the first that can be drawn is. */
  readonly modes: readonly string[]
  readonly scopes?: readonly string[]
  /** By mode id, as the user saved them. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly language: string
  readonly tone?: string
  readonly place?: Place
  readonly timeZone: string
  readonly mac?: string
  /** Id of the edition whose device that is. */
  readonly edition?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly codec: string
  readonly battery?: Battery
  readonly rssi?: number
  /** True: nothing that this makes is kept, and settings that are wrong are an error. */
  readonly preview?: boolean
  /** True: the settings of a preview are those that were saved: a mode that they no longer fit fails, and the next one is shown. */
  readonly saved?: boolean
  /** True: content is made anew. */
  readonly fresh?: boolean
  /** Content that was made before, as JSON: shown in place of what the mode would make now. */
  readonly data?: unknown
}

export interface Picture {
  readonly bytes: Uint8Array
  /** Content-Type. */
  readonly type: string
  /** Strong, with its quotation marks. */
  readonly etag: string
  /** The mode that was drawn; undefined for a notice. */
  readonly mode: string | undefined
  /** What was shown, as JSON; undefined for a notice. */
  readonly data?: unknown
  /** Where the content came from. "stale": the last good one, marked so on the page. */
  readonly origin: "fresh" | "cached" | "stale" | "fallback" | "notice"
  /** True: a stand-in that asking again soon may better. */
  readonly standIn: boolean
  /** True: these very bytes had been encoded before. */
  readonly cached: boolean
  /** Set when something failed on the way: an error code. */
  readonly failure?: string
  readonly failureMessage?: string
  /** Milliseconds: content, then layout, paint and encoding. */
  readonly contentMs: number
  readonly drawMs: number
}

/** Modes to pictures. */
export interface Draw {
  picture(request: DrawRequest): Promise<Picture>
  /** A drawn sentence. Never throws. */
  notice(shape: PictureShape, notice: { readonly title: string; readonly message: string }): Picture
}

/** Devices by edition and MAC: those of one edition are never seen through another. */
export interface Devices {
  get(edition: string, mac: string): Promise<Device | undefined>
  /** Reads, changes and writes as one: `change` may run again, so it must be pure. Undefined: nothing was there, or nothing is to be. Resolves to what was written. */
  update(edition: string, mac: string, change: (device: Device | undefined) => Device | undefined, options?: Pick<UpdateOptions<Device>, "with">): Promise<Device | undefined>
  /** Every device of every edition, in order of edition and MAC. */
  all(): AsyncIterable<{ readonly edition: string; readonly mac: string; readonly device: Device }>
  /** How many there are. */
  count(edition: string): Promise<number>
  /** By stream "edition/MAC". */
  readonly renders: Journal<RenderRow>
  readonly heartbeats: Journal<Heartbeat>
  /** A sign of life, to be written with a change: for those who look for devices that were here lately. */
  seen(edition: string, mac: string): Change
  /** Of an edition, the newest first: those seen within so many milliseconds. */
  recent(edition: string, within: number): Promise<readonly { readonly mac: string; readonly at: number }[]>
}

/** One render of a device. */
export interface RenderRow {
  /** Mode id, or what a pushed picture was called. */
  readonly persona: string
  readonly cacheHit: boolean
  readonly ms: number
  readonly failed: boolean
}

export interface Heartbeat {
  readonly voltage: number
  readonly rssi: number | null
}

/** What a chooser is shown. */
export interface ChooseRequest {
  readonly edition: string
  readonly mac?: string
  /** The token that the device has shown, and whether it still waits for its owner. */
  readonly caller?: { readonly token: string; readonly provisional: boolean }
  /** Where people reach this server: scheme, host and port. */
  readonly origin?: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** All that is known of the device that asks. */
  readonly device?: Device
  readonly persona?: string
  readonly next?: boolean
  readonly scopes: readonly string[]
  /** In the device's zone. */
  readonly now: LocalTime
  /** 0 to below 1. */
  readonly random: () => number
}

/** Which modes to try, in order. `device`: what the device's document becomes when this is shown; a preview leaves it as it was. */
export interface Choice {
  readonly modes: readonly string[]
  readonly device?: Device
  /** The mode that a strategy has taken: it comes back when the answer does not arrive. */
  readonly taken?: string
  /** Settings by mode, in place of the device's own: for pages that the server itself shows. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** What is written along with the device's document. */
  readonly changes?: readonly Change[]
  /** Minutes to the next refresh, in place of the configured ones. */
  readonly minutes?: number
  /** True: a picture that was pushed to the device. */
  readonly push?: boolean
}

/** Decides what a render shows. Lower rank is asked first; the first answer wins. Pure: it runs again when another writer was faster. */
export interface Chooser {
  readonly id: string
  readonly rank: number
  choose(request: ChooseRequest): Choice | undefined
}

/** Asks the choosers in order of rank. Throws NotFound when none answers. */
export type Choose = (request: ChooseRequest) => Choice

export const CLOCK = token<Clock>("platen.clock")
/** Chance: 0 to below 1. */
export const RANDOM = token<() => number>("platen.random")
export const LOG = token<Log>("platen.log")
export const FILES = token<Files>("platen.files")
export const FETCH = token<OutboundFetch>("platen.fetch")
export const STORE = token<Store>("platen.store")
export const SERVICE = token<Service>("platen.service")
export const MODES = token<ModeCatalog>("platen.modes")
export const SOURCES = token<Catalog<Source>>("platen.sources")
export const PANELS = token<Catalog<Panel>>("platen.panels")
export const PICTURES = token<Pictures>("platen.pictures")
export const PALETTES = token<Catalog<Palette>>("platen.palettes")
/** Every name that an icon node may use. */
export const ICONS = token<{ has(name: string): boolean; names(): readonly string[] }>("platen.icons")
export const LOAD = token<Load>("platen.load")
export const DEVICES = token<Devices>("platen.devices")
export const STRATEGIES = token<Catalog<Strategy>>("platen.strategies")
export const ACCOUNTS = token<Accounts>("platen.accounts")
export const DRAW = token<Draw>("platen.draw")
export const CHOOSE = token<Choose>("platen.choose")
/** Turns a mode spec (data) into a mode. Throws Invalid with the path of every fault. */
export const COMPILE = token<(spec: unknown) => Mode>("platen.compile")
/** Tells every observer of a render, after the reply. */
export const OBSERVE = token<(event: RenderEvent) => void>("platen.observe")
