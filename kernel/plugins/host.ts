import { isPoint, LOG, SetupError, STORE, z } from "platen/sdk"
import type { Contributions, Listening, Log, Plugin, Store, Token } from "platen/sdk"
import type { Container } from "../container.js"
import type { RootLog } from "../log.js"
import { withTimeout } from "../work/timeout.js"
import { checked } from "./find.js"
import type { Found } from "./find.js"
import { sorted } from "./given.js"
import type { Sorted } from "./given.js"
import { order } from "./order.js"
import { OpenPoints } from "./points.js"
import type { Registry } from "./registry.js"

export interface HostOptions {
  readonly container: Container
  readonly registry: Registry
  readonly log: RootLog
  /** A plugin's own part of the store. */
  storeOf(plugin: string): Store
  /** Brings a plugin's stored values up to date. */
  migrate(plugin: Plugin, store: Store, log: Log): Promise<void>
  /** Called once everything is registered, before the first `ready`. */
  opened(): Promise<void> | void
  /** Milliseconds that a plugin's setup, ready, listening and dispose may take each. Default: ten seconds. */
  readonly timeout?: number
}

interface Running {
  readonly id: string
  readonly contributions: Contributions
  readonly points: Sorted["points"]
  readonly scope: string | undefined
  undo: () => void
}

/** How a plugin is added while the server runs. */
interface LoadOptions {
  readonly scope?: string
  readonly instead?: () => Promise<void>
}

const DEFAULT_TIMEOUT_MS = 10_000

/** Runs plugins: checks, orders, migrates, sets up, registers, opens the catalogs, readies; and all of it back again. */
export class PluginHost {
  readonly #options: HostOptions
  readonly #running: Running[] = []
  readonly #points = new OpenPoints()
  /** What was loaded, by what removes it. */
  readonly #loaded = new WeakMap<() => Promise<void>, Running>()

  constructor(options: HostOptions) {
    this.#options = options
  }

  /** Throws SetupError for the first thing that is wrong; what was set up by then is undone. */
  async start(found: readonly Found[]): Promise<void> {
    const { container } = this.#options
    const configs = new Map(found.map((each) => [each.plugin, configOf(each)]))
    const plugins = order(
      found.map(({ plugin }) => plugin),
      (token) => container.has(token),
    )
    try {
      for (const plugin of plugins) this.#points.open(plugin)
      for (const plugin of plugins) await this.#setup(plugin, configs.get(plugin))
      this.#points.seal()
      await this.#options.opened()
      // Those that a ready loads in turn are made ready by load itself.
      const started = this.#running.slice()
      for (const { id, contributions } of started) await this.#timed(id, "get ready", () => contributions.ready?.())
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Tells every plugin that the server listens. Throws SetupError for the first that fails at it. */
  async listening(at: Listening): Promise<void> {
    for (const { id, contributions } of this.#running.slice())
      await this.#timed(id, "begin", () => contributions.listening?.(at))
  }

  /** Adds a plugin's modes and sources while the server runs, in the place of an earlier one's. Resolves to what removes them; once is enough. */
  async load(plugin: Plugin, { scope = "", instead }: LoadOptions = {}): Promise<() => Promise<void>> {
    checked(plugin, plugin.id)
    if (plugin.provides?.length)
      throw new SetupError(
        `Plugin "${plugin.id}" provides services: those are fixed at the start, so name it in platen.yaml instead of loading it.`,
      )
    const replaced = instead && this.#loaded.get(instead)
    const running = await this.#setup(
      plugin,
      configOf({ plugin, origin: "loaded", config: undefined }),
      scope,
      replaced,
    )
    try {
      await this.#timed(plugin.id, "get ready", () => running.contributions.ready?.())
    } catch (error) {
      const unloading = this.#unload(running)
      if (replaced) this.#restore(replaced)
      await unloading
      throw error
    }
    if (replaced) await this.#unload(replaced)
    const remove = (): Promise<void> => this.#unload(running)
    this.#loaded.set(remove, running)
    return remove
  }

  /** Last in, first out. A plugin that fails to stop is logged and does not keep the others running. */
  async stop(): Promise<void> {
    for (const running of [...this.#running].reverse()) await this.#unload(running)
  }

  /** How many are running. */
  get size(): number {
    return this.#running.length
  }

  async #setup(plugin: Plugin, config: unknown, scope?: string, replaced?: Running): Promise<Running> {
    const { log } = this.#options
    const store = this.#options.storeOf(plugin.id)
    if (keepsValues(plugin))
      await named(plugin.id, "migrate", () => this.#options.migrate(plugin, store, log.named(plugin.id)))
    const child = this.#options.container.child()
    child.provide(LOG, log.named(plugin.id))
    child.provide(STORE, store)
    const needs = Object.fromEntries(
      Object.entries(plugin.needs ?? {}).map(([name, token]) => [name, this.#need(plugin, child, token)]),
    )
    const given = await this.#timed(plugin.id, "set up", () => plugin.setup(needs, config))
    const { contributions, points } = sorted(plugin, given)
    try {
      if (scope !== undefined) onlyModes(plugin, contributions, points)
      this.#provide(plugin, contributions)
      const undo = await named(plugin.id, "register what it gives", () =>
        this.#register({ id: plugin.id, contributions, points, scope }, replaced),
      )
      const running = { id: plugin.id, contributions, points, scope, undo }
      this.#running.push(running)
      return running
    } catch (error) {
      await this.#dispose(plugin.id, contributions)
      throw error
    }
  }

  /** In one step: what is replaced is back where what replaces it cannot be. */
  #register(given: Omit<Running, "undo">, replaced: Running | undefined): () => void {
    replaced?.undo()
    try {
      return this.#add(given)
    } catch (error) {
      if (replaced) this.#restore(replaced)
      throw error
    }
  }

  #restore(running: Running): void {
    if (this.#running.includes(running)) running.undo = this.#add(running)
  }

  /** All of it, or nothing. */
  #add({ id, contributions, points, scope }: Omit<Running, "undo">): () => void {
    const steps = [this.#options.registry.add(id, contributions, scope)]
    const undo = (): void => {
      for (const step of steps.splice(0).reverse()) step()
    }
    try {
      for (const { point, values } of points) steps.push(this.#points.add(id, point, values))
    } catch (error) {
      undo()
      throw error
    }
    return undo
  }

  #need(plugin: Plugin, child: Container, token: Token<unknown>): unknown {
    if (isPoint(token) && this.#points.has(token)) return this.#points.catalog(token, plugin.id)
    if (!child.has(token))
      throw new SetupError(
        `Plugin "${plugin.id}" needs "${token.name}", which nobody provides: enable a plugin that does.`,
      )
    return child.get(token)
  }

  #provide(plugin: Plugin, contributions: Contributions): void {
    const promised = new Set((plugin.provides ?? []).map(({ name }) => name))
    for (const { token, value } of contributions.services ?? []) {
      if (!promised.delete(token.name))
        throw new SetupError(
          `Plugin "${plugin.id}" gives the service "${token.name}" that its \`provides\` does not name: add it there.`,
        )
      this.#options.container.provide(token, value)
    }
    for (const name of promised)
      throw new SetupError(
        `Plugin "${plugin.id}" promises the service "${name}" in \`provides\` and does not give it: return it from setup.`,
      )
  }

  async #unload(running: Running): Promise<void> {
    const at = this.#running.indexOf(running)
    if (at < 0) return
    this.#running.splice(at, 1)
    running.undo()
    await this.#dispose(running.id, running.contributions)
  }

  get #timeout(): number {
    return this.#options.timeout ?? DEFAULT_TIMEOUT_MS
  }

  /** As `named`, for what may hang: nobody sees a start that waits for ever. */
  #timed<T>(id: string, doing: string, work: () => T | Promise<T>): Promise<T> {
    const late = (): SetupError =>
      new SetupError(
        `Plugin "${id}" took more than ${this.#timeout / 1000} seconds to ${doing}: correct it, or turn it off in platen.yaml.`,
      )
    return named(id, doing, () => withTimeout(Promise.resolve(work()), this.#timeout, late))
  }

  async #dispose(id: string, contributions: Contributions): Promise<void> {
    try {
      await withTimeout(
        Promise.resolve(contributions.dispose?.()),
        this.#timeout,
        () => new Error(`it is not done after ${this.#timeout / 1000} seconds`),
      )
    } catch (error) {
      this.#options.log.error({ plugin: id, err: error }, "plugin.dispose-failed")
    }
  }
}

/** Whoever keeps nothing has nothing to bring up to date: a start with a thousand modes does not ask the store of each. */
function keepsValues({ needs = {}, migrations = [] }: Plugin): boolean {
  return migrations.length > 0 || Object.values(needs).some(({ name }) => name === STORE.name)
}

/** The plugin's config as its schema reads it. */
function configOf({ plugin, config }: Found): unknown {
  const schema = plugin.config ?? z.strictObject({})
  const read = schema.safeParse(config ?? {})
  if (read.success) return read.data
  throw new SetupError(
    read.error.issues
      .map((issue) => {
        const at = ["plugins", plugin.id, ...issue.path].join(".")
        if (issue.code === "unrecognized_keys")
          return `${at} in platen.yaml has the unknown key ${issue.keys.map((key) => `"${key}"`).join(" and ")}: plugin "${plugin.id}" knows ${keysOf(schema)}.`
        return `${at} in platen.yaml: ${issue.message.replace(/\.$/, "")}.`
      })
      .join(" "),
  )
}

function keysOf(schema: z.ZodType): string {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return keys.length === 0 ? "no keys" : keys.map((key) => `"${key}"`).join(", ")
}

const LOADABLE = new Set(["modes", "sources", "ready", "dispose"])

function onlyModes(plugin: Plugin, contributions: Contributions, points: Sorted["points"]): void {
  const other = Object.keys(contributions).find((key) => !LOADABLE.has(key)) ?? points[0]?.point.name
  if (other)
    throw new SetupError(
      `Plugin "${plugin.id}" gives ${other}: while the server runs only modes and sources can be added; name it in platen.yaml instead.`,
    )
}

/** Errors that say which plugin, doing what. */
async function named<T>(id: string, doing: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof SetupError) throw cause
    throw new SetupError(
      `Plugin "${id}" failed to ${doing}: ${messageOf(cause)}; correct it, or turn it off in platen.yaml.`,
      { cause },
    )
  }
}

/** A plugin may throw anything. */
function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : `it threw ${String(cause)}`
}
