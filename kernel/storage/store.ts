import { NotFound, SetupError, z } from "platen/sdk"
import type { Change, Clock, Collection, Engine, Journal, Log, Plugin, Store } from "platen/sdk"
import { writesOf, written } from "./changes.js"
import { collection } from "./collection.js"
import type { CollectionInside } from "./collection.js"
import { journal } from "./journal.js"
import { swap } from "./swap.js"
import type { Queues } from "./swap.js"

/** Version of the layout of keys and texts. A newer server writes a higher one. */
export const STORE_VERSION = 2
/** The row of the version, and its text in a copy that is not whole yet. */
export const [VERSION_KEY, UNFINISHED] = ["c/platen/versions/store", "0"] as const

/** Milliseconds between two lines of the log about a long migration. */
const PROGRESS_MS = 10_000
const NAME = /^[a-z][a-z0-9-]*$/

/** The part of the store that belongs to one plugin; it cannot reach the keys of others. */
export function storeOf(engine: Engine, clock: Clock, owner: string): Store {
  const queues: Queues = new Map()
  const prefix = (kind: string, name: string): string => {
    if (!NAME.test(name))
      throw new SetupError(`Plugin "${owner}" opens the ${kind} "${name}": its name must match ${NAME.source}.`)
    return `${kind === "collection" ? "c" : "j"}/${owner}/${name}/`
  }
  return {
    collection: <T>(name: string, schema: z.ZodType<T>): Collection<T> =>
      collection({ engine, clock, schema, queues, prefix: prefix("collection", name) }),
    journal: <T>(name: string, schema: z.ZodType<T>, { keep, days }: { keep: number; days?: number }): Journal<T> =>
      journal({ engine, clock, schema, keep, days, prefix: prefix("journal", name) }),
    batch: (changes) => batch(engine, changes),
    update: async (refs, change, { with: others } = {}) => {
      const targets = refs.map(({ collection, key, ttl }) => {
        const inside = collection as unknown as CollectionInside<unknown>
        return { inside, full: inside.fullKey(key), ttl: ttl as never }
      })
      const own = { change: change as never, others: (values: never) => others?.(values) ?? [] }
      return (await swap(queues, targets, own as never)) as never
    },
  }
}

async function batch(engine: Engine, changes: readonly Change[]): Promise<void> {
  await engine.write(writesOf(changes))
  await written(changes)
}

/** Checks the version of the store and migrates the values of plugins. Throws SetupError when a newer server or plugin has written them. */
export class Migrations {
  readonly #engine: Engine
  readonly #versions: Collection<number>
  readonly #clock: Clock
  readonly #known = new Map<string, number>([["store", STORE_VERSION]])

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
    this.#versions = storeOf(engine, clock, "platen").collection("versions", z.number().int().min(0))
  }

  /** Checks a backup; one of an earlier server is converted at the next start. Throws NotFound when it is not a store of Platen, and SetupError for one of a newer server. */
  async checkBackup(): Promise<void> {
    if ((await this.#found()) === undefined) throw new NotFound("The file is not a backup of Platen.")
  }

  /**
   * Begins to convert a store of an earlier layout; the migrations of the plugins do the work. Resolves to the function that
   * keeps it; undefined for a store of this layout. `offline`: throws SetupError instead, since a server may use the store.
   */
  async begin(offline: boolean): Promise<(() => Promise<void>) | undefined> {
    const found = await this.#found()
    if (found === undefined) await this.#versions.set("store", STORE_VERSION)
    if (found === undefined || found === STORE_VERSION) return undefined
    if (offline)
      throw new SetupError("The store was written by an earlier version: start the server once, which converts it.", {
        code: "store-older",
      })
    const keep = await this.#engine.upgrade(STORE_VERSION)
    return () => this.#versions.set("store", STORE_VERSION).then(keep)
  }

  /** The version of the store. Throws SetupError for one of a newer server. */
  async #found(): Promise<number | undefined> {
    const found = await this.#versions.get("store")
    if (found === Number(UNFINISHED))
      throw new SetupError("The store is a copy that was interrupted: run platen copy-store again.")
    if (found !== undefined && found > STORE_VERSION) {
      throw new SetupError(
        `The store was written by a newer server (store version ${found}, this server supports ${STORE_VERSION}): install that server again, or restore an older backup.`,
        { code: "store-newer" },
      )
    }
    return found
  }

  async run(plugin: Plugin, store: Store, log: Log): Promise<void> {
    const steps = [...(plugin.migrations ?? [])].sort((a, b) => a.version - b.version)
    const gap = steps.findIndex(({ version }, i) => version !== i + 1)
    if (gap >= 0) {
      const found = `has the migration ${steps[gap]!.version} where ${gap + 1} is expected`
      throw new SetupError(`Plugin "${plugin.id}" ${found}: number them from 1 without gaps.`)
    }
    for (const name of plugin.adopts ?? []) {
      const own = `c/platen/${name}/`
      if ((await this.#engine.scan({ prefix: own, limit: 1 })).length > 0)
        await this.#engine.move(own, `c/${plugin.id}/${name}/`)
    }
    const key = `plugin/${plugin.id}`
    const at = (await this.#versions.get(key)) ?? 0
    if (at > steps.length) {
      throw new SetupError(
        `The values of plugin "${plugin.id}" were written by a newer version of it (${at}, this one supports ${steps.length}): install that version again.`,
        { code: "store-newer" },
      )
    }
    for (const step of steps.slice(at)) {
      await step.up(store, log, this.#progress(log, step.version))
      await this.#versions.set(key, step.version)
    }
    this.#known.set(key, steps.length)
  }

  /** Whether a newer server has converted something since. */
  async hasRisen(): Promise<boolean> {
    const found = await this.#versions.list({ limit: 1_000 })
    return found.some(({ key, value }) => value > (this.#known.get(key) ?? value))
  }

  /** Logs how far a long migration is. */
  #progress(log: Log, version: number): (done: number) => void {
    let last = this.#clock.now()
    return (done) => {
      if (this.#clock.now() - last < PROGRESS_MS) return
      last = this.#clock.now()
      log.info({ version, done }, "migration.continued")
    }
  }
}
