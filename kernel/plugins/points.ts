import { SetupError } from "platen/sdk"
import type { AnyPoint, Catalog, Combining, Plugin, Point } from "platen/sdk"

interface Entry {
  readonly value: unknown
  readonly owner: string
}

/** One open point with its contributions. */
interface Open {
  readonly point: Point<unknown, unknown>
  catalog(all: Catalog<unknown>): unknown
  readonly opener: string
  readonly entries: Set<Entry>
  readonly byKey: Map<string, Entry>
  /** Cached list of values, built on the first read. */
  list?: readonly unknown[] | undefined
}

/** Extension points that plugins open, with the contributions of other plugins. */
export class Points {
  readonly #open = new Map<string, Open>()
  readonly #owners = new WeakMap<object, string>()
  #sealed = false

  /** Opens the points of a plugin. Throws SetupError when another plugin has opened one of them. */
  open({ id, opens = [] }: Pick<Plugin, "id" | "opens">): void {
    for (const each of opens) {
      const { point, catalog } = "point" in each ? each : { point: each, catalog: (all: Catalog<unknown>) => all }
      if (point.ownCatalog && !("point" in each))
        throw new SetupError(
          `Plugin "${id}" opens the point "${point.name}" without its catalog: write opening(POINT, catalog) in its \`opens\`.`,
        )
      const other = this.#open.get(point.name)
      if (other)
        throw new SetupError(
          `Plugins "${other.opener}" and "${id}" both open the point "${point.name}": turn one off in platen.yaml.`,
        )
      this.#open.set(point.name, {
        point: point as Point<unknown, unknown>,
        catalog,
        opener: id,
        entries: new Set(),
        byKey: new Map(),
      })
    }
  }

  has({ name }: AnyPoint): boolean {
    return this.#open.has(name)
  }

  /** Adds values to a point. Returns a function that removes them. Throws SetupError when no plugin opens the point, or its rule rejects a value. */
  add(owner: string, { name }: AnyPoint, values: readonly unknown[]): () => void {
    const open = this.#open.get(name)
    if (!open)
      throw new SetupError(
        `Plugin "${owner}" contributes to the point "${name}", which no enabled plugin opens: enable the plugin that does, or turn "${owner}" off in platen.yaml.`,
      )
    return allOrNone(values, (value) => {
      const leave = enter(open, { value, owner })
      if (typeof value === "object" && value !== null) this.#owners.set(value, owner)
      return leave
    })
  }

  /** Allows the catalogs to be read. */
  seal(): void {
    this.#sealed = true
  }

  /** The catalog of a point. `reader`: the plugin that reads it, for errors. */
  catalog<C>({ name }: Point<never, C> | (AnyPoint & { readonly service?: C }), reader: string): C {
    const open = this.#open.get(name)!
    const read = (): Open => {
      if (!this.#sealed)
        throw new SetupError(
          `Plugin "${reader}" reads the point "${name}" during setup, before all plugins have contributed: read it in onReady or later.`,
        )
      return open
    }
    const all: Catalog<unknown> = { get: (key) => read().byKey.get(key)?.value, list: () => listOf(read()) }
    return open.catalog(all) as C
  }

  /** Id of the plugin that contributed a value. */
  ownerOf(value: object): string | undefined {
    return this.#owners.get(value)
  }
}

/** Takes a step for each of some things, or for none: one that fails undoes those before it. Returns a function that undoes all, the last first. */
export function allOrNone<T>(things: readonly T[], step: (thing: T) => () => void): () => void {
  const undoing: (() => void)[] = []
  const undo = (): void => {
    for (const each of undoing.splice(0).reverse()) each()
  }
  try {
    for (const thing of things) undoing.push(step(thing))
  } catch (error) {
    undo()
    throw error
  }
  return undo
}

/** Adds one value. Returns a function that removes it. */
function enter(open: Open, entry: Entry): () => void {
  const keys = keysOf(open, entry)
  for (const key of keys) {
    const other = open.byKey.get(key)
    if (other)
      throw new SetupError(
        `Plugins "${other.owner}" and "${entry.owner}" both contribute "${key}" to the point "${open.point.name}": turn one off in platen.yaml, or rename it.`,
      )
  }
  for (const [key, value] of keys.map((each) => [each, innerOf(open.point.rule, entry, each)] as const))
    open.byKey.set(key, value)
  open.entries.add(entry)
  open.list = undefined
  return () => {
    if (!open.entries.delete(entry)) return
    for (const key of keys) open.byKey.delete(key)
    open.list = undefined
  }
}

function keysOf({ point: { name, rule }, entries }: Open, { value, owner }: Entry): readonly string[] {
  if (rule.combine === "merged") return innerKeys(value)
  if (rule.combine === "byKey") {
    const key = rule.key(value)
    if (rule.pattern && !rule.pattern.test(key))
      throw new SetupError(
        `Plugin "${owner}" contributes "${key}" to the point "${name}": its key must ${rule.form === undefined ? `match ${rule.pattern.source}` : `be ${rule.form}`}.`,
      )
    return [key]
  }
  const [first] = entries
  if (rule.combine === "one" && first)
    throw new SetupError(
      `Plugins "${first.owner}" and "${owner}" both contribute to the point "${name}", which takes only one value: turn one plugin off in platen.yaml.`,
    )
  return []
}

/** The keys of merged records; "outer/" stands for a record that a function makes. */
function innerKeys(value: unknown): readonly string[] {
  return Object.entries(value as Readonly<Record<string, object>>).flatMap(([outer, inner]) =>
    typeof inner === "function" ? [`${outer}/`] : Object.keys(inner).map((key) => `${outer}/${key}`),
  )
}

/** Entry for one key: for merged records, the inner value under that key. */
function innerOf({ combine }: Combining<unknown>, entry: Entry, key: string): Entry {
  if (combine !== "merged") return entry
  const [outer, inner] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)]
  const record = (entry.value as Readonly<Record<string, Record<string, unknown>>>)[outer]!
  return { ...entry, value: inner === "" ? record : record[inner] }
}

function listOf(open: Open): readonly unknown[] {
  if (open.list) return open.list
  const { rule } = open.point
  const values = [...open.entries].map(({ value }) => value)
  if (rule.combine === "byRank") values.sort((a, b) => rule.rank(a) - rule.rank(b))
  return (open.list = Object.freeze(values))
}
