import type { Panel, Palette } from "./bitmap.js"
import type { Choose } from "./choice.js"
import type { DeviceId } from "./device.js"
import type { Devices } from "./devices.js"
import type { Draw, Turn } from "./draw.js"
import type { Mode, Place, Source } from "./mode.js"
import type { OutboundFetch } from "./outbound.js"
import type { Plugin, RenderEvent } from "./plugin.js"
import type { Edition, Route } from "./route.js"
import type { Store } from "./store.js"
import type { Strategy } from "./strategy.js"
import type { LocalTime } from "./time.js"
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

/** Things by id, readable from `ready` on. */
export interface Catalog<T> {
  get(id: string): T | undefined
  list(): readonly T[]
}

/** Modes by id. A scoped mode is seen by those who name its scope, and never hides one of the same id without; GLOBAL_SCOPE is named by all, last. */
export interface ModeCatalog {
  get(id: string, scopes?: readonly string[]): Mode | undefined
  list(scopes?: readonly string[]): readonly Mode[]
  /** True for an id that a mode without a scope has, also one that no list has. */
  installed(id: string): boolean
}

/** The scope that everybody names, after their own: what is loaded there all see, and it gives way to whatever else has its id. */
export const GLOBAL_SCOPE = "everybody"

/**
 * Adds a plugin while the server runs: its modes and sources only. Resolves to what removes it again. `instead`: what an earlier load
 * resolved to: that one goes in the moment in which this one comes, so that nobody sees neither.
 */
export type Load = (
  plugin: Plugin,
  options?: { readonly scope?: string; readonly instead?: () => Promise<void> },
) => Promise<() => Promise<void>>

/** What the operator chose, and what runs. */
export interface Service {
  readonly version: string
  /** The local time in a zone. Throws Invalid for one that is not in the IANA list. */
  localTime(epoch: number, timeZone: string): LocalTime
  readonly defaults: {
    readonly language: string
    readonly mode: string
    readonly timeZone: string
    readonly place?: Place
  }
  readonly publicUrl: string | undefined
  /** Pages of these may call, with credentials. */
  readonly origins: readonly string[]
  readonly security: Security
  readonly bounds: Bounds
}

/** What all users together may have the server keep. */
export interface Bounds {
  /** Bytes of pictures and mode definitions. */
  readonly storage: number
  /** Devices that are known by a config alone, where devices have no credentials. */
  readonly devices: number
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
  /** "local": figures are for callers on this machine and for admins. */
  readonly metrics: "local" | "open"
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
  /** Whether the first admin is still to register, with the setup code. */
  awaitsAdmin(): Promise<boolean>
}

/** Runs code over what users have written in a process of its own: bounded in time and memory, one call at a time, callers in turn. */
export interface Sandbox {
  /**
   * Calls the export `run` of a module with `input`; both it and what comes back are plain data. Rejects with the PlatenError that it throws, with
   * Invalid ("budget-time", "budget-memory") for a call that was ended, and with Unavailable when there is no room.
   */
  call(module: URL, input: unknown, turn: Turn): Promise<unknown>
}

/** What users may have kept in all: counted by device, by its owner, and together. */
export interface Quotas {
  /** So many bytes are kept for a device under a name from now on. Throws Conflict ("storage-limit-reached") when there is no room; less than before there always is. */
  set(device: DeviceId, name: string, bytes: number): Promise<void>
}

/** Specs of users as modes whose templates and views run in the sandbox. */
export interface Confine {
  /** Throws Invalid for what can be seen without running any of it. `caller`: whose turn it is when it is drawn for nobody else. */
  read(spec: unknown, caller: string): Mode
  /** Tries every template and view as well. Rejects with Invalid that has the path of every fault, and like a sandbox's call. */
  check(spec: unknown, turn: Turn): Promise<Mode>
}

/** Pictures that were given to the server: uploaded, fetched, pushed. An image node shows one by its id. */
export interface Pictures {
  /**
   * Looks at the head of a file, takes it in, and resolves to the same id for the same bytes. It is held in memory until
   * a page that is no preview shows it. Rejects with TooLarge beyond 10 MiB, 40 million
   * pixels or 20,000 a side, before any is decoded, and with BadInput for what is no picture.
   */
  keep(file: Uint8Array, options?: { readonly turn?: Turn | undefined }): Promise<PictureInfo>
  /**
   * Keeps a file that `keep` has looked at for a holder, in the place of the one that was kept for it before, until the holder is forgotten:
   * nothing else pushes it out. Resolves to its id for this holder.
   */
  hold(file: Uint8Array, holder: PictureHolder): Promise<string>
}

/** For whom one picture is kept. */
export interface PictureHolder {
  /** A `deviceKey`. What is kept for a device goes with it. */
  readonly id: string
  /** Seconds that it is kept; default for good. */
  readonly ttl?: number | undefined
}

export interface PictureInfo {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** A route as it is served: under an edition, at a whole path. */
export interface ServedRoute {
  readonly edition: Edition
  readonly route: Route
  readonly path: string
  /** True: the path is another name that the edition gives to the route's own. */
  readonly alias: boolean
}

export const CLOCK = token<Clock>("platen.clock")
/** Chance that nobody guesses: 0 to below 1. */
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
export const QUOTAS = token<Quotas>("platen.quotas")
/** Turns a mode spec (data) into a mode. Throws Invalid with the path of every fault. */
export const COMPILE = token<(spec: unknown) => Mode>("platen.compile")
export const SANDBOX = token<Sandbox>("platen.sandbox")
/** The same for specs that users have written. */
export const CONFINE = token<Confine>("platen.confine")
/** Tells every observer of a render, after the reply. */
export const OBSERVE = token<(event: RenderEvent) => void>("platen.observe")
/** Every route that is served, readable once the server listens. */
export const ROUTES = token<{ list(): readonly ServedRoute[] }>("platen.routes")
/** Tells every observer that a device is to be forgotten, and waits for them; rejects when one of them could not. */
export const FORGET = token<(device: DeviceId) => Promise<void>>("platen.forget")
