import type { CommandEntry } from "./command.js"
import type { AnyPoint, Contribution, Opening } from "./point.js"
import type { Log } from "./services.js"
import type { StorageEngine } from "./storage/engine.js"
import type { Store } from "./storage/store.js"
import type { Token } from "./token.js"
import type { z } from "./schema.js"

/** The major version of this contract. The kernel refuses a plugin that was built for another. */
export const SDK_VERSION = 1

/** A step that brings a plugin's stored values from version - 1 to `version`. Versions count from 1 without gaps. Runs before `setup`. */
export interface Migration {
  readonly version: number
  /** `log`: the plugin's own. `progress`: told how many values are done; the log shows it when it takes long. */
  up(store: Store, log: Log, progress: (done: number) => void): Promise<void>
}

/** The port on which the server listens, and the address at which its network reaches it, without a slash at the end. */
export interface Listening {
  readonly port: number
  readonly url: string
}

/** A function from typed needs and a checked config to contributions. Only the kernel registers, orders, mounts and disposes of them. */
export interface Plugin {
  /** ^[a-z][a-z0-9-]*$: its key in the operator's config. */
  readonly id: string
  readonly sdk: number
  /** The schema of the operator's config: check, type, form, JSON Schema and secrets in one. */
  readonly config?: z.ZodType
  readonly needs?: Readonly<Record<string, Token<unknown>>>
  /** The tokens of the services that it gives. The kernel orders plugins by them before any setup runs. */
  readonly provides?: readonly Token<unknown>[]
  /** The points that it opens for contributions. Contributing and reading need no order of plugins. */
  readonly opens?: readonly (AnyPoint | Opening)[]
  readonly migrations?: readonly Migration[]
  /** Collections that earlier versions of the server kept itself: their values move into the plugin's store at the first start. */
  readonly adopts?: readonly string[]
  /** Kinds of storage, one of which platen.yaml chooses. Opened before any plugin is set up. */
  readonly engines?: readonly StorageEngine[]
  /** Commands of the shell: `platen NAME`. */
  readonly commands?: readonly CommandEntry[]
  /** True: a built-in plugin that runs only when the operator's config names it. */
  readonly optional?: boolean
  setup(
    services: Readonly<Record<string, unknown>>,
    config: unknown,
  ): readonly Contribution[] | Promise<readonly Contribution[]>
}
