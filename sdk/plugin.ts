import type { BundledPicture, Codec, Decoder, Palette, Panel } from "./bitmap.js"
import type { Device, DeviceId } from "./device.js"
import type { Font, IconSet } from "./font.js"
import type { Mode, Source, ViewContext } from "./mode.js"
import type { Edition, Policy, Route } from "./route.js"
import type { Scene, SceneNode } from "./scene.js"
import type { Chooser } from "./choice.js"
import type { Picture } from "./draw.js"
import type { AnyPoint, Contribution } from "./point.js"
import type { Log } from "./services.js"
import type { Store } from "./store.js"
import type { Strategy } from "./strategy.js"
import type { Services, Token } from "./token.js"
import type { z } from "./schema.js"

/** The major version of this contract. The kernel refuses a plugin that was built for another. */
export const SDK_VERSION = 1

/** A step that brings a plugin's stored values from version - 1 to `version`. Versions count from 1 without gaps. */
export interface Migration {
  readonly version: number
  /** `log`: the plugin's own. */
  up(store: Store, log: Log): Promise<void>
}

/** Puts something round every full page: a status bar, a footer. Wrapped in order of rank, lowest innermost. */
export interface Frame {
  readonly id: string
  readonly rank: number
  wrap(page: SceneNode, scene: Scene, context: FrameContext): SceneNode
}

export interface FrameContext extends ViewContext {
  readonly mode: { readonly id: string; readonly title: string; readonly icon: string | undefined }
  readonly batteryIcon?: string
  /** True: no device shows the page; people send it to one another. */
  readonly card?: boolean
  /** Set when the content is the last good one: when it was made, in the device's zone. */
  readonly asOf?: {
    readonly hour: number
    readonly minute: number
    readonly month: number
    readonly day: number
    readonly today: boolean
  }
}

/** What a render was. */
export interface RenderEvent {
  readonly edition: string
  readonly mac: string | undefined
  /** Whether a device is still the one that the page was drawn for: the MAC may have become another's since. */
  isStill?(device: Device): boolean
  readonly picture: Omit<Picture, "bytes">
}

/** What a request was. `route`: the mounted path with its parameters' names. */
export interface RequestEvent {
  readonly method: string
  readonly route: string
  /** Whose route it is; undefined where there is none. */
  readonly edition: string | undefined
  readonly status: number
  /** An error's code and sentence, if it failed. */
  readonly error: string | undefined
  readonly message?: string
  /** What the reply says of itself. */
  readonly outcome?: string
  /** What was asked for: without the query, which may hold secrets, and cut to 200 characters. */
  readonly path: string
  readonly address: string
  /** Of the path or the query, as it was written there; undefined when it names no device. */
  readonly mac: string | undefined
  readonly ms: number
}

/** What a call to the world was. */
export interface OutboundEvent {
  readonly host: string
  /** HTTP status, or 0 when there was none. */
  readonly status: number
  readonly ms: number
}

/** Told after the reply. What it throws is logged and changes nothing. */
export interface Observer {
  readonly id: string
  render?(event: RenderEvent): void
  request?(event: RequestEvent): void
  outbound?(event: OutboundEvent): void
  /** A device is to be forgotten: what the plugin keeps of it goes. Awaited, before the device's own document goes. May be called again. */
  forgotten?(device: DeviceId): Promise<void>
}

/** A command of the shell, "platen user add": `name` is its first word. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  /** Resolves to the exit code. `args`: what stands behind the name. Throws PlatenError for what its user must know. */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}

export interface Terminal {
  out(text: string): void
  /** One line from whoever sits there. `hidden`: what is typed is not shown. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>
}

/** What a plugin gives. Each kind has one rule by which those of several plugins are combined. */
export interface Contributions {
  /** One for each token: two plugins that provide the same one stop the start. */
  readonly services?: readonly Provided[]
  /** By id. */
  readonly modes?: readonly Mode[]
  /** By name. */
  readonly sources?: readonly Source[]
  /** By id. */
  readonly fonts?: readonly Font[]
  readonly icons?: readonly IconSet[]
  readonly palettes?: readonly Palette[]
  readonly panels?: readonly Panel[]
  readonly codecs?: readonly Codec[]
  readonly pictures?: readonly BundledPicture[]
  /** By id; the first that knows a file's format reads it. */
  readonly decoders?: readonly Decoder[]
  /** By rank, wrapped in order. */
  readonly frames?: readonly Frame[]
  /** Merged by language and key: `{ en: { "frame.morning": "Morning" } }`. Two plugins may not set one key. */
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By id. */
  readonly strategies?: readonly Strategy[]
  /** By rank, the first answer wins. */
  readonly choosers?: readonly Chooser[]
  /** All, after the reply. */
  readonly observers?: readonly Observer[]
  /** By id. */
  readonly policies?: readonly Policy[]
  readonly editions?: readonly Edition[]
  /** By edition, method and path. */
  readonly routes?: readonly Route[]
  /** By name. They run beside a server, on its store, with every plugin set up and nothing listening. */
  readonly commands?: readonly Command[]
  /** Everything is registered: the first moment a catalog may be read. */
  ready?(): void | Promise<void>
  /** The server has begun to listen. Never called where a command runs. */
  listening?(at: Listening): void | Promise<void>
  /** Undoes what setup opened. Registrations are undone by the kernel, last in, first out. */
  dispose?(): void | Promise<void>
}

/** Where a server listens, and the ids of the editions that it serves. */
export interface Listening {
  readonly port: number
  readonly editions: readonly string[]
}

/** A service under its token. */
export interface Provided extends Contribution {
  readonly token: Token<unknown>
  readonly value: unknown
}

/** Contributes a service under its token, which the plugin's `provides` names. */
export function provide<T>(token: Token<T>, value: T): Provided {
  return { to: "service", token, value } as unknown as Provided
}

/** A function from typed needs and checked config to contributions. Only the kernel registers, orders, mounts and disposes. */
export interface Plugin {
  /** ^[a-z][a-z0-9-]*$: its key in the operator's config. */
  readonly id: string
  readonly sdk: number
  /** One schema: check, type, form, JSON Schema and secrets. */
  readonly config?: z.ZodType
  readonly needs?: Readonly<Record<string, Token<unknown>>>
  /** The kernel orders plugins by these before any setup runs. */
  readonly provides?: readonly Token<unknown>[]
  /** Points that others may contribute to. Contributing and reading need no order of plugins. */
  readonly opens?: readonly AnyPoint[]
  readonly migrations?: readonly Migration[]
  /** True: built-in, but only runs when the operator's config names it. */
  readonly optional?: boolean
  setup(services: Readonly<Record<string, unknown>>, config: unknown): Given | Promise<Given>
}

/** What setup returns: contributions one by one, or by their kind. */
export type Given = Contributions | readonly Contribution[]

interface PluginSpec<Needs extends Readonly<Record<string, Token<unknown>>>, Config extends z.ZodType> {
  readonly id: string
  readonly config?: Config
  readonly needs?: Needs
  readonly provides?: readonly Token<unknown>[]
  readonly opens?: readonly AnyPoint[]
  readonly migrations?: readonly Migration[]
  readonly optional?: boolean
  setup(services: Services<Needs>, config: z.output<Config>): Given | Promise<Given>
}

/** A plugin, stamped with the version of this contract. */
export function definePlugin<
  Needs extends Readonly<Record<string, Token<unknown>>> = Record<never, never>,
  Config extends z.ZodType = z.ZodType<Record<string, never>>,
>(spec: PluginSpec<Needs, Config>): Plugin {
  return { ...spec, sdk: SDK_VERSION } as unknown as Plugin
}
