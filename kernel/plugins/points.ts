import { SetupError } from "platen/sdk"
import type { AnyPoint, Catalog, Combining, Plugin } from "platen/sdk"

interface Entry {
  readonly value: unknown
  readonly owner: string
}

/** What is contributed to one point. */
interface Open {
  readonly point: AnyPoint & { readonly rule: Combining<unknown> }
  readonly opener: string
  readonly entries: Entry[]
  /** Made once when the catalogs are sealed. */
  list?: readonly unknown[]
  byKey?: ReadonlyMap<string, unknown>
}

/** The points that plugins open, and what others contribute to them. */
export class OpenPoints {
  readonly #open = new Map<string, Open>()
  #sealed = false

  /** Opens the points of a plugin. Throws SetupError for one that another opens. */
  open({ id, opens = [] }: Plugin): void {
    for (const point of opens) {
      const other = this.#open.get(point.name)
      if (other)
        throw new SetupError(
          `Plugins "${other.opener}" and "${id}" both open the point "${point.name}": turn one off in platen.yaml.`,
        )
      this.#open.set(point.name, { point: point as Open["point"], opener: id, entries: [] })
    }
  }

  has({ name }: AnyPoint): boolean {
    return this.#open.has(name)
  }

  /** Returns what takes the values back. Throws SetupError where nobody opens the point, and for a value that its rule does not admit. */
  add(owner: string, { name }: AnyPoint, values: readonly unknown[]): () => void {
    const open = this.#open.get(name)
    if (!open)
      throw new SetupError(
        `Plugin "${owner}" contributes to the point "${name}", which no enabled plugin opens: enable the plugin that does, or turn "${owner}" off in platen.yaml.`,
      )
    const added: Entry[] = []
    for (const value of values) {
      admit(open, { value, owner })
      const entry = { value, owner }
      open.entries.push(entry)
      added.push(entry)
    }
    return () => {
      for (const entry of added) {
        const at = open.entries.indexOf(entry)
        if (at >= 0) open.entries.splice(at, 1)
      }
      if (this.#sealed) settle(open)
    }
  }

  /** From now on the catalogs may be read. */
  seal(): void {
    for (const open of this.#open.values()) settle(open)
    this.#sealed = true
  }

  /** The catalog of a point, as one plugin reads it. */
  catalog({ name }: AnyPoint, reader: string): Catalog<unknown> {
    const open = this.#open.get(name)!
    const read = (): Open => {
      if (!this.#sealed)
        throw new SetupError(
          `Plugin "${reader}" reads the point "${name}" during setup, before all plugins have contributed: read it in onReady or later.`,
        )
      return open
    }
    return { get: (key) => read().byKey!.get(key), list: () => read().list! }
  }
}

function admit({ point: { name, rule }, entries }: Open, { value, owner }: Entry): void {
  const [first] = entries
  if (rule.combine === "one" && first)
    throw new SetupError(
      `Plugins "${first.owner}" and "${owner}" both contribute to the point "${name}", which takes one: turn one off in platen.yaml.`,
    )
  if (rule.combine !== "byKey") return
  const key = rule.key(value)
  const other = entries.find((entry) => rule.key(entry.value) === key)
  if (other)
    throw new SetupError(
      `Plugins "${other.owner}" and "${owner}" both contribute "${key}" to the point "${name}": turn one off in platen.yaml, or rename it.`,
    )
}

function settle(open: Open): void {
  const { rule } = open.point
  const values = open.entries.map(({ value }) => value)
  if (rule.combine === "byRank") values.sort((a, b) => rule.rank(a) - rule.rank(b))
  open.list = Object.freeze(values)
  open.byKey = new Map(rule.combine === "byKey" ? values.map((value) => [rule.key(value), value]) : [])
}
