import { ADMIN_TOKEN, isPoint, LOG, SetupError, STORE, z } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import type { Listening, Log, Plugin, Store, Token } from "platen/sdk"
import type { Container } from "../container.js"
import type { RootLog } from "../log.js"
import { checked } from "./find.js"
import type { Found } from "./find.js"
import { sorted } from "./given.js"
import type { Sorted } from "./given.js"
import { order } from "./order.js"
import type { Points } from "./points.js"

export interface HostOptions {
  readonly container: Container
  readonly points: Points
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
  readonly given: Sorted
  undo: () => void
}

const DEFAULT_TIMEOUT_MS = 10_000

/** Runs plugins: checks, orders, migrates, sets up, registers, opens the catalogs, readies; and all of it back again. */
export class PluginHost {
  readonly #options: HostOptions
  readonly #running: Running[] = []
  /** What was loaded, by what removes it. */
  readonly #loaded = new WeakMap<() => Promise<void>, Running>()

  constructor(options: HostOptions) {
    this.#options = options
  }

  /** Throws SetupError for the first thing that is wrong; what was set up by then is undone. */
  async start(found: readonly Found[]): Promise<void> {
    const { container, points } = this.#options
    const configs = new Map(found.map((each) => [each.plugin, configOf(each)]))
    const plugins = order(
      found.map(({ plugin }) => plugin),
      (token) => container.has(token) || (isPoint(token) && points.has(token)),
    )
    try {
      for (const plugin of plugins) points.open(plugin)
      for (const plugin of plugins) await this.#setup(plugin, configs.get(plugin))
      points.seal()
      await this.#options.opened()
      // Those that a ready loads in turn are made ready by load itself.
      const started = this.#running.slice()
      for (const { id, given } of started) await this.#timed(id, "get ready", () => given.ready())
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Tells every plugin that the server listens. Throws SetupError for the first that fails at it. */
  async listening(at: Listening): Promise<void> {
    for (const { id, given } of this.#running.slice()) await this.#timed(id, "begin", () => given.listening(at))
  }

  /** Adds a plugin that contributes to live points while the server runs, in the place of an earlier one. Resolves to what removes it; once is enough. */
  async load(
    plugin: Plugin,
    { replaces }: { readonly replaces?: () => Promise<void> } = {},
  ): Promise<() => Promise<void>> {
    checked(plugin, plugin.id)
    if (Object.values(plugin.needs ?? {}).some(({ name }) => name === ADMIN_TOKEN.name))
      throw new SetupError(`Plugin "${plugin.id}" needs "${ADMIN_TOKEN.name}": no plugin that is loaded may have it.`)
    if (plugin.provides?.length || plugin.opens?.length)
      throw new SetupError(
        `Plugin "${plugin.id}" provides services or opens points: those are fixed at the start, so name it in platen.yaml instead of loading it.`,
      )
    const replaced = replaces && this.#loaded.get(replaces)
    const config = configOf({ plugin, origin: "loaded", config: undefined })
    const running = await this.#setup(plugin, config, { replaced })
    try {
      await this.#timed(plugin.id, "get ready", () => running.given.ready())
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

  /** What a plugin's tokens stand for. Throws SetupError for one that nobody provides. */
  services(plugin: string, needs: Plugin["needs"] = {}): Readonly<Record<string, unknown>> {
    const { container, log, storeOf } = this.#options
    const child = container.child()
    child.provide(LOG, log.named(plugin))
    child.provide(STORE, storeOf(plugin))
    return Object.fromEntries(Object.entries(needs).map(([name, token]) => [name, this.#need(plugin, child, token)]))
  }

  /** How many are running. */
  get size(): number {
    return this.#running.length
  }

  /** `live`: it is loaded while the server runs. */
  async #setup(plugin: Plugin, config: unknown, live?: { readonly replaced: Running | undefined }): Promise<Running> {
    const { log, storeOf, migrate } = this.#options
    if (keepsValues(plugin))
      await named(plugin.id, "migrate", () => migrate(plugin, storeOf(plugin.id), log.named(plugin.id)))
    const services = this.services(plugin.id, plugin.needs)
    const given = sorted(plugin, await this.#timed(plugin.id, "set up", () => plugin.setup(services, config)))
    try {
      if (live) onlyLive(plugin, given)
      this.#provide(plugin, given)
      const undo = await named(plugin.id, "register what it gives", () =>
        this.#register(plugin.id, given, live?.replaced),
      )
      const running = { id: plugin.id, given, undo }
      this.#running.push(running)
      return running
    } catch (error) {
      await this.#dispose(plugin.id, given)
      throw error
    }
  }

  /** In one step: what is replaced is back where what replaces it cannot be. */
  #register(id: string, given: Sorted, replaced: Running | undefined): () => void {
    replaced?.undo()
    try {
      return this.#add(id, given)
    } catch (error) {
      if (replaced) this.#restore(replaced)
      throw error
    }
  }

  #restore(running: Running): void {
    if (this.#running.includes(running)) running.undo = this.#add(running.id, running.given)
  }

  /** All of it, or nothing. */
  #add(id: string, { points }: Sorted): () => void {
    const steps: (() => void)[] = []
    const undo = (): void => {
      for (const step of steps.splice(0).reverse()) step()
    }
    try {
      for (const { point, values } of points) steps.push(this.#options.points.add(id, point, values))
    } catch (error) {
      undo()
      throw error
    }
    return undo
  }

  #need(plugin: string, child: Container, token: Token<unknown>): unknown {
    const { points } = this.#options
    if (isPoint(token) && points.has(token)) return points.catalog(token, plugin)
    if (!child.has(token))
      throw new SetupError(
        `Plugin "${plugin}" needs "${token.name}", which nobody provides: enable a plugin that does.`,
      )
    return child.get(token)
  }

  #provide(plugin: Plugin, { services }: Sorted): void {
    const promised = new Set((plugin.provides ?? []).map(({ name }) => name))
    for (const { token, value } of services) {
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
    await this.#dispose(running.id, running.given)
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

  async #dispose(id: string, given: Sorted): Promise<void> {
    try {
      await withTimeout(
        given.dispose(),
        this.#timeout,
        () => new Error(`it is not done after ${this.#timeout / 1000} seconds`),
      )
    } catch (error) {
      this.#options.log.error({ plugin: id, err: error }, "plugin-disposal.failed")
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

function onlyLive(plugin: Plugin, { points, services }: Sorted): void {
  const [service] = services
  if (service)
    throw new SetupError(
      `Plugin "${plugin.id}" gives the service "${service.token.name}": services are fixed at the start, so name it in platen.yaml instead of loading it.`,
    )
  const other = points.find(({ point }) => !point.live)?.point.name
  if (other !== undefined)
    throw new SetupError(
      `Plugin "${plugin.id}" contributes to the point "${other}", which is fixed at the start: name the plugin in platen.yaml instead of loading it.`,
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
