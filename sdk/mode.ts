import type { Turn } from "./draw.js"
import { Invalid } from "./errors.js"
import type { Scene } from "./scene.js"
import { z } from "./schema.js"
import type { Localised } from "./schema.js"
import type { ScreenClass } from "./screen.js"
import type { LocalDay, LocalTime } from "./time.js"

/** Where the device hangs. Latitude and longitude in degrees, north and east positive. */
export interface Place {
  readonly name?: string
  readonly latitude: number
  readonly longitude: number
}

/** What a mode's content is of. `data`: shown; `skip`: the next mode of the list is shown instead. */
export type Outcome<C> = { readonly data: C; readonly validUntil?: number } | { readonly skip: string }

/**
 * What content may depend on, and nothing else: each field is part of the key under which it is cached, so that no
 * device is ever shown another's page.
 */
export interface ContentContext<S = unknown> {
  readonly settings: S
  /** BCP 47. */
  readonly language: string
  /** "neutral", "positive", "deep", "humor" or free text. */
  readonly tone: string
  readonly place?: Place
  /** IANA name. */
  readonly timeZone: string
  readonly day: LocalDay
  /** 0 to 23; only for a mode that declares `hourly`. */
  readonly hour?: number
  readonly screen: ScreenClass["id"]
  /** Id of the panel's palette. */
  readonly palette: string
  /** Only for a mode that declares `perDevice`. A MAC names another device in each edition. */
  readonly mac?: string
  readonly edition?: string
  /** Fires when the answer would come too late to be shown. */
  readonly deadline: AbortSignal
  /** 0 to below 1; the same sequence for the same key. */
  readonly random: () => number
  /** Asks a source by name. Rejects when there is none, when the parameters fail its schema, or when it fails. */
  source(name: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** What a view may depend on beside its data. There is no hidden clock: the same input gives the same pixels. */
export interface ViewContext<S = unknown> {
  readonly settings: S
  readonly language: string
  /** To the minute: pages show no seconds. */
  readonly now: LocalTime
  readonly timeZone: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly screen: ScreenClass
  readonly palette: string
  /** Per cent, 0 to 100. */
  readonly battery?: number
  /** dBm. */
  readonly rssi?: number
  /** The words for a key in this language, `{name}` replaced by parameters; the key itself when there are none. */
  words(key: string, parameters?: Readonly<Record<string, string | number>>): string
}

/** When a mode suits: read by strategies that look at the clock. */
export interface Suits {
  readonly parts?: readonly ("morning" | "noon" | "afternoon" | "evening" | "night")[]
  readonly weekend?: boolean
}

/** Between the settings that existing clients send and a mode's own. Both are pure and take whatever is sent. `day`: today. */
export interface SettingsDialect {
  /** What was sent, as the mode's own settings; keys that the dialect does not know stay as they are. */
  read(given: Readonly<Record<string, unknown>>, day: LocalDay): Readonly<Record<string, unknown>>
  /** What such clients read beside the mode's own settings. */
  write(own: Readonly<Record<string, unknown>>, day: LocalDay): Readonly<Record<string, unknown>>
}

/** A page that can be shown. `content` may wait on the world; `view` is pure. */
export interface Mode<C = unknown, S = unknown> {
  /** ^[A-Z][A-Z0-9_]{1,31}$ */
  readonly id: string
  readonly title: Localised
  readonly description?: Localised
  /** Name of an icon. */
  readonly icon?: string
  readonly settings?: z.ZodType<S>
  readonly dialect?: SettingsDialect
  /** Seconds that one content may be shown again. Default: until the local day ends. */
  readonly cacheFor?: number
  /** JSON only: the last good content is drawn again after upgrades. */
  readonly data: z.ZodType<C>
  /** True: content depends on the device; its MAC joins the key. */
  readonly perDevice?: boolean
  /** Of `data`; joins the key. Default 1. */
  readonly version?: number
  /** True: the local hour joins the key. */
  readonly hourly?: boolean
  readonly suits?: Suits
  /** Where lists of modes show it: first, or among those that people fill with something of their own. Default "more". */
  readonly group?: "featured" | "personal" | "more"
  /** True: a page that the server itself shows; nobody chooses it, and no list has it. */
  readonly hidden?: boolean
  /** True: it was compiled from a spec. */
  readonly compiled?: boolean
  /** The spec that it was compiled from, as it was given; a user's mode has none. */
  readonly definition?: unknown
  content(context: ContentContext<S>): Promise<Outcome<C>>
  /** Never waits, never lies: true on any date, in context.language. */
  fallback(context: ContentContext<S>): C
  /** Synchronous and pure: a scene, not pixels. */
  view(data: C, context: ViewContext<S>): Scene
  /** Present: the mode was written by somebody who is not trusted with the server. It takes the place of `view`, and the page is laid out where it runs. */
  readonly confined?: Confined<C, S>
}

/** A view that runs in another process, within budgets. */
export interface Confined<C = unknown, S = unknown> {
  /** Pure. Rejects with Invalid whose code names the budget that it exceeds ("budget-..."), and with Unavailable when there is no room. */
  scene(data: C, context: ViewContext<S>, turn: Turn): Promise<Scene>
  /** Told when laying the page out has failed in the same ways. */
  failed?(error: Error): void
}

/** Where content comes from: a forecast, a feed, a table. */
export interface Source<P = unknown, R = unknown> {
  /** ^[a-z][a-z0-9-]{1,47}$ */
  readonly name: string
  readonly parameters: z.ZodType<P>
  /** What it answers, so that a spec's templates can be checked. */
  readonly result: z.ZodType<R>
  /** True: a parameter says which address is asked. A mode that users have made may not ask it. */
  readonly fetchesUserUrls?: boolean
  /** Seconds that one answer may be given again for the same parameters. Default 0. */
  readonly cacheFor?: number
  read(parameters: P, context: SourceContext): Promise<R>
}

export interface SourceContext {
  readonly language: string
  readonly timeZone: string
  readonly day: LocalDay
  readonly place?: Place
  readonly deadline: AbortSignal
  /** On whose behalf it is asked. */
  readonly turn?: Turn
}

/** Types the parts of a mode against one another. */
export function defineMode<C, S = unknown>(mode: Mode<C, S>): Mode {
  return mode as unknown as Mode
}

/** For a mode that somebody names and that is not installed. */
export function unknownMode(name: string): Invalid {
  return new Invalid(`"${name.slice(0, 60)}" is not a mode that is installed: GET /api/modes lists them.`, {
    code: "mode-unsupported",
    issues: [{ path: "mode", message: "is not installed" }],
  })
}

/** A page that the server itself shows: nobody chooses it, and all that it says stands in its settings. */
export function definePage<S>({
  view,
  ...page
}: Required<Pick<Mode<unknown, S>, "id" | "title" | "settings">> & { view(context: ViewContext<S>): Scene }): Mode {
  return defineMode<Record<string, never>, S>({
    ...page,
    hidden: true,
    data: z.strictObject({}),
    content: async () => ({ data: {} }),
    fallback: () => ({}),
    view: (_, context) => view(context),
  })
}

/** Types the parts of a source against one another. */
export function defineSource<P, R>(source: Source<P, R>): Source {
  return source as unknown as Source
}
