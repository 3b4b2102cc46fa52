import { isPoint, LOG, SetupError, STORE } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import type { Clock, Listening, Log, Plugin, Store, Token } from "platen/sdk"
import type { Container } from "../container.js"
import type { RootLog } from "../log.js"
import { checkedConfig } from "./checked-config.js"
import { checked } from "./find.js"
import type { Found } from "./find.js"
import { sorted } from "./given.js"
import type { Sorted } from "./given.js"
import { order, reservedIn } from "./order.js"
import { allOrNone } from "./points.js"
import type { Points } from "./points.js"

export interface HostOptions {
  readonly container: Container
  readonly points: Points
  readonly log: RootLog
  readonly clock: Clock
  /** Returns the part of the store that belongs to a plugin. */
  storeOf(plugin: string): Store
  /** Runs a plugin's migrations. */
  migrate(plugin: Plugin, store: Store, log: Log): Promise<void>
  /** True: what is contributed to points that no plugin opens is left out. */
  readonly isPart?: boolean
  /** Called once all contributions are registered, before the first `ready`. */
  opened(): Promise<void> | void
}

interface Running {
  readonly id: string
  readonly given: Sorted
  undo: () => void
}

/** Time limit for each of a plugin's setup, ready, listening and dispose: one that hangs is found, one on a busy small machine is not ended. */
const TIMEOUT_MS = 30_000

/** Runs the life cycle of plugins: check, order, migrate, set up, register, open the catalogs, make ready; and undoes it in reverse. */
export class PluginHost {
  readonly #options: HostOptions
  readonly #running: Running[] = []
  /** Plugins loaded at run time, by the function that removes them. */
  readonly #loaded = new WeakMap<() => Promise<void>, Running>()

  constructor(options: HostOptions) {
    this.#options = options
  }

  /** Starts all plugins. Throws SetupError for the first fault, after undoing the plugins already set up. */
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
      // A copy: plugins that a `ready` callback loads are made ready by `load`.
      const started = this.#running.slice()
      for (const { id, given } of started) await this.#timed(id, "get ready", () => given.ready())
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Notifies every plugin that the server listens. Throws SetupError for the first plugin that fails. */
  async listening(at: Listening): Promise<void> {
    for (const { id, given } of this.#running.slice())
      await this.#timed(id, "handle listening", () => given.listening(at))
  }

  /** Loads a plugin into live points while the server runs; it can replace an earlier one. Resolves to a function that unloads it, idempotent. */
  async load(
    plugin: Plugin,
    { replaces }: { readonly replaces?: () => Promise<void> } = {},
  ): Promise<() => Promise<void>> {
    checked(plugin, plugin.id)
    const reserved = reservedIn(plugin)
    if (reserved !== undefined)
      throw new SetupError(
        `Plugin "${plugin.id}" needs "${reserved}", which a plugin loaded at run time may not have: name the plugin in platen.yaml instead.`,
      )
    if (plugin.provides?.length || plugin.opens?.length)
      throw new SetupError(
        `Plugin "${plugin.id}" provides services or opens points: both are fixed at the start, so name the plugin in platen.yaml instead of loading it.`,
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

  /** Stops the plugins in reverse order. A plugin that fails to stop is logged; the others still stop. */
  async stop(): Promise<void> {
    for (const running of [...this.#running].reverse()) await this.#unload(running)
  }

  /** The services that a plugin needs, by name. Throws SetupError for a token that no plugin provides. */
  services(plugin: string, needs: Plugin["needs"] = {}): Readonly<Record<string, unknown>> {
    const { container, log, storeOf } = this.#options
    const child = container.child()
    child.provide(LOG, log.named(plugin))
    child.provide(STORE, storeOf(plugin))
    return Object.fromEntries(Object.entries(needs).map(([name, token]) => [name, this.#need(plugin, child, token)]))
  }

  /** Number of running plugins. */
  get size(): number {
    return this.#running.length
  }

  /** Sets up one plugin. `live`: given when it is loaded while the server runs. */
  async #setup(plugin: Plugin, config: unknown, live?: { readonly replaced: Running | undefined }): Promise<Running> {
    const { log, storeOf, migrate } = this.#options
    if (keepsValues(plugin))
      await named(plugin.id, "migrate", () => migrate(plugin, storeOf(plugin.id), log.named(plugin.id)))
    const services = this.services(plugin.id, plugin.needs)
    const given = sorted(plugin, await this.#timed(plugin.id, "set up", () => plugin.setup(services, config)))
    try {
      if (live) onlyLive(plugin, given)
      this.#provide(plugin, given)
      const undo = await named(plugin.id, "register its contributions", () =>
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

  /** Registers contributions in place of the replaced plugin's, and restores those when registration fails. */
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

  /** Adds all contributions, or none. */
  #add(id: string, { points }: Sorted): () => void {
    const { points: all, isPart } = this.#options
    const open = points.filter(({ point }) => !isPart || all.has(point))
    return allOrNone(open, ({ point, values }) => all.add(id, point, values))
  }

  #need(plugin: string, child: Container, token: Token<unknown>): unknown {
    const { points } = this.#options
    if (isPoint(token) && points.has(token)) return points.catalog(token, plugin)
    if (!child.has(token))
      throw new SetupError(
        `Plugin "${plugin}" needs "${token.name}", which no enabled plugin provides: enable a plugin that provides it.`,
      )
    return child.get(token)
  }

  #provide(plugin: Plugin, { services }: Sorted): void {
    const declared = new Set((plugin.provides ?? []).map(({ name }) => name))
    for (const { token, value } of services) {
      if (!declared.delete(token.name))
        throw new SetupError(
          `Plugin "${plugin.id}" provides the service "${token.name}", which its \`provides\` does not list: add it there.`,
        )
      this.#options.container.provide(token, value)
    }
    for (const name of declared)
      throw new SetupError(
        `Plugin "${plugin.id}" lists the service "${name}" in \`provides\` but does not provide it: return provide(...) from setup.`,
      )
  }

  async #unload(running: Running): Promise<void> {
    const at = this.#running.indexOf(running)
    if (at < 0) return
    this.#running.splice(at, 1)
    running.undo()
    await this.#dispose(running.id, running.given)
  }

  /** Like `named`, with a time limit: a plugin that hangs must not block the start silently. */
  #timed<T>(id: string, doing: string, work: () => T | Promise<T>): Promise<T> {
    const late = (): SetupError =>
      new SetupError(
        `Plugin "${id}" took more than ${TIMEOUT_MS / 1000} seconds to ${doing}: correct it, or turn it off in platen.yaml.`,
      )
    return named(id, doing, () => withTimeout(this.#options.clock, Promise.resolve(work()), TIMEOUT_MS, late))
  }

  async #dispose(id: string, given: Sorted): Promise<void> {
    try {
      await withTimeout(
        this.#options.clock,
        given.dispose(),
        TIMEOUT_MS,
        () => new Error(`its onDispose took more than ${TIMEOUT_MS / 1000} seconds`),
      )
    } catch (error) {
      this.#options.log.error({ plugin: id, err: error }, "plugin-disposal.failed")
    }
  }
}

/** Whether a plugin stores values. Others are not migrated: a start with a thousand modes would query the store for each. */
function keepsValues({ needs = {}, migrations = [] }: Plugin): boolean {
  return migrations.length > 0 || Object.values(needs).some(({ name }) => name === STORE.name)
}

/** The plugin's config, parsed by its schema. Throws SetupError that names each fault. */
function configOf({ plugin: { id, config: schema }, config }: Found): unknown {
  return checkedConfig(schema, config ?? {}, `plugins.${id}`, `plugin "${id}"`)
}

function onlyLive(plugin: Plugin, { points, services }: Sorted): void {
  const [service] = services
  if (service)
    throw new SetupError(
      `Plugin "${plugin.id}" provides the service "${service.token.name}": services are fixed at the start, so name the plugin in platen.yaml instead of loading it.`,
    )
  const other = points.find(({ point }) => !point.live)?.point.name
  if (other !== undefined)
    throw new SetupError(
      `Plugin "${plugin.id}" contributes to the point "${other}", which is fixed at the start: name the plugin in platen.yaml instead of loading it.`,
    )
}

/** Runs work and wraps its error into one that names the plugin and the step. */
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

/** Message of a thrown value: a plugin may throw anything. */
function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : `it threw ${String(cause)}`
}
