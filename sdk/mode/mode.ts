import type { Turn } from "./draw.js"
import type { Scene } from "./scene.js"
import type { Sky } from "./sky.js"
import type { Issue } from "../errors.js"
import type { Localised, z } from "../schema.js"
import type { Connection } from "../kit/connections.js"
import type { ScreenClass } from "../kit/screen.js"
import type { OutboundAnswer, OutboundOptions } from "../outbound.js"
import type { LocalDay, LocalTime } from "../time.js"

/** A place on the earth. Latitude and longitude in degrees, north and east positive. */
export interface Place {
  readonly name?: string
  readonly latitude: number
  readonly longitude: number
}

/** The models that a page's user has chosen: one that writes, and one that paints. */
export type Writers = Partial<
  Readonly<Record<"text" | "picture", { readonly provider?: string; readonly model?: string }>>
>

/** The result of a mode's `content`. `data`: shown, and again until `validUntil` (milliseconds since 1970 in UTC); `skip`: why the next mode of the list is shown instead. */
export type Outcome<C> = { readonly data: C; readonly validUntil?: number } | { readonly skip: string }

/** The input of `content`, and nothing else may influence it: each field is part of the key under which the content is cached, so that no device is ever shown another's page. */
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
  /** Only for a mode that declares `perUser`: the account for whom the page is made, that of the device's owner, or of who tries settings at a preview. */
  readonly user?: string
  /** Only for a mode that declares `perUser`. */
  readonly writers?: Writers
  /** Only for a mode that declares `perDevice`. A MAC names another device in each realm. */
  readonly mac?: string
  readonly realm?: string
  /** Fires when the answer would come too late to be shown. */
  readonly deadline: AbortSignal
  /** 0 to below 1; the same sequence for the same key. */
  readonly random: () => number
  /** Asks a source. Rejects when there is none, when the parameters fail its schema, or when it fails. An old answer comes at once while the source is asked again; the content is then marked with the answer's time. */
  source: AskSource
}

/** Asks a source, by the shape of its answer or by its name. */
export interface AskSource {
  <P, R>(shape: SourceShape<P, R>, parameters?: NoInfer<P>): Promise<R>
  <P, R>(
    shape: SourceShape<P, R>,
    parameters: NoInfer<P>,
    options: AskOptions & { readonly optional: true },
  ): Promise<R | undefined>
  (name: string, parameters?: Readonly<Record<string, unknown>>, options?: AskOptions): Promise<unknown>
}

/** How a source is asked. */
export interface AskOptions {
  /** True: undefined when the source fails, or when it answers later than the others that are asked. The content is not marked for it. */
  readonly optional?: boolean
}

/** The input of `view` beside its data. There is no hidden clock: the same input gives the same pixels. */
export interface ViewContext<S = unknown> {
  readonly settings: S
  readonly language: string
  /** To the minute: pages show no seconds. */
  readonly now: LocalTime
  /** Sun and moon of a day where the screen hangs. */
  sky(day: LocalDay): Sky
  readonly timeZone: string
  /** True: the screen shows the mode for the first time on this local day. Never of a page of no screen. */
  readonly isFirstDay?: boolean
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

/** The times at which a mode suits. Strategies that look at the clock read it. */
export interface Suits {
  readonly parts?: readonly ("morning" | "noon" | "afternoon" | "evening" | "night")[]
  readonly weekend?: boolean
}

/** A translation between the settings that existing clients send and a mode's own. Both functions are pure, and accept any input. `day`: today. */
export interface SettingsDialect {
  /** The settings that were sent, as the mode's own; unknown keys stay as they are. */
  read(given: Readonly<Record<string, unknown>>, day: LocalDay): Readonly<Record<string, unknown>>
  /** The settings that such clients read, beside the mode's own. */
  write(own: Readonly<Record<string, unknown>>, day: LocalDay): Readonly<Record<string, unknown>>
}

/** A page that can be shown. `content` may wait on the world; `view` is pure. */
export interface Mode<C = unknown, S = unknown> {
  /** ^[A-Z][A-Z0-9_]{1,31}$ */
  readonly id: string
  /** Callers who name the scope see the mode, no others. Default: all callers see it. */
  readonly scope?: string
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
  /** True: content depends on the device; its MAC is part of the key. */
  readonly perDevice?: boolean
  /** True: content depends on the person for whom it is made, such as on the connections that were granted to them; the account is part of the key. */
  readonly perUser?: boolean
  /** The version of `data`; part of the key. Default 1. */
  readonly version?: number
  /** True: the local hour is part of the key. */
  readonly hourly?: boolean
  readonly suits?: Suits
  /** The group in lists of modes. "personal": modes that people fill with content of their own. Default "more". */
  readonly group?: "featured" | "personal" | "more"
  /** True: a page that the server itself shows; no config may choose it, and no list has it. */
  readonly hidden?: boolean
  /** True: it was compiled from a spec. */
  readonly compiled?: boolean
  /** The spec that it was compiled from, as it was given; a user's mode has none. */
  readonly definition?: unknown
  /** The sources that its definition asks, by their paths in it. */
  readonly asks?: readonly (readonly [path: string, source: string])[]
  /** Findings of its definition that hinder nothing: names that nothing uses, parts that repeat. */
  advice?(): readonly Issue[]
  content(context: ContentContext<S>): Promise<Outcome<C>>
  /** Content that needs nothing from outside, in context.language, and is true on any date. Synchronous. */
  fallback(context: ContentContext<S>): C
  /** Whether content says nothing today: no event, no news. A playlist may pass over such a page. Default: it never does. */
  isEmpty?(data: C, context: Pick<ContentContext, "day">): boolean
  /** Synchronous and pure: a scene, not pixels. */
  view(data: C, context: ViewContext<S>): Scene
  /** Present: the mode comes from a person who is not trusted with the server. Called in place of `view`; its process also lays out the page. */
  readonly confined?: Confined<C, S>
}

/** A view that runs in another process, within budgets. For modes of people who are not trusted with the server. */
export interface Confined<C = unknown, S = unknown> {
  /** Pure. Rejects with Invalid whose code names the budget that it exceeds ("budget-..."), and with Unavailable when there is no room. */
  scene(data: C, context: ViewContext<S>, turn: Turn): Promise<Scene>
  /** As `isEmpty` of a mode. Rejects as `scene` does. */
  isEmpty?(data: C, context: Pick<ContentContext, "day">, turn: Turn): Promise<boolean>
  /** Called when the layout of the page has failed in the same ways. */
  failed?(error: Error): void
}

/** The question to a source, and its answer. Several plugins may provide one shape; one of them is enabled. */
export interface SourceShape<P = unknown, R = unknown> {
  /** ^[a-z][a-z0-9-]{1,47}$ */
  readonly name: string
  /** What it tells, in one sentence. */
  readonly description?: string
  readonly parameters: z.ZodType<P>
  /** The schema of its answer, by which a spec's templates are checked. */
  readonly result: z.ZodType<R>
}

/** A provider of content: a forecast, a feed, a table. Modes ask it by name. */
export interface Source<P = unknown, R = unknown> extends SourceShape<P, R> {
  /** True: a parameter names the address to fetch. Modes of users may not ask such a source. */
  readonly fetchesUserUrls?: boolean
  /** Seconds that one answer may be given again for the same parameters. Longer where the answers that it fetched allow it. Default 0. */
  readonly cacheFor?: number
  /** Seconds that an answer stands in, with its time, while the source is asked again or fails. Default 86,400; 0: never. */
  readonly staleFor?: number
  /** What an answer depends on beside the parameters. Default: all but the user. */
  readonly dependsOn?: readonly ("language" | "timeZone" | "day" | "place" | "user" | "writers")[]
  read(parameters: P, context: SourceContext): Promise<R>
}

/** The circumstances under which a source is read. `place`: rounded to 0.05 degrees, without its name. `user`, `writers`: only for a source that depends on them. `turn`: the caller on whose behalf it is asked. */
export interface SourceContext extends Pick<
  ContentContext,
  "language" | "timeZone" | "day" | "place" | "user" | "writers" | "deadline"
> {
  /** Milliseconds since 1970 in UTC. */
  readonly now: number
  /**
   * Fetches by the rules that all sources share: public addresses only, a queue that is fair to all callers, one more try after a failure that may
   * pass, conditional requests. Throws Upstream for a status that is not 2xx, and Unavailable when the queue is full, besides the errors of `OutboundFetch`.
   */
  readonly fetch: SourceFetch
  /** Lets go of an answer before the read ends: the bytes of answers that reads hold are bounded for all of them together. */
  readonly release: (answer: OutboundAnswer) => void
  /** Says that a part of the answer is missing: it is kept for this many seconds at most, and then the source is asked again. */
  readonly askAgainIn: (seconds: number) => void
  readonly turn?: Turn
}

/** The fetch of sources. `deadline` of the context ends it. */
export type SourceFetch = (
  url: string | URL,
  options?: Omit<OutboundOptions, "signal" | "headersOnly" | "publicOnly" | "lanOrigin"> & {
    /** What the operator has set up to be called: its origin, where it stands in `server.lanHosts`, may be at home, and its headers are sent. */
    readonly connection?: Pick<Connection, "origin"> & Partial<Pick<Connection, "headers">>
    /** Statuses beside 2xx that are answers, and no errors. */
    readonly accepts?: readonly number[]
  },
) => Promise<OutboundAnswer>
