import { isFields } from "./given.js"
import type { Fields } from "./given.js"
import { quoted } from "./report.js"
import type { Report } from "./report.js"
import type { Computed } from "./providers.js"
import { kindOf, valueAs } from "./values.js"
import type { Kind } from "./values.js"

/** Names that mean something to every template, or to Liquid. */
const TAKEN = new Set(
  "settings language base locale screen inks date year sky words item index true false nil null empty blank and or not contains in with for by as".split(
    " ",
  ),
)
/** Fields and variables of one mode. */
const MAX_NAMES = 60

/** A field, as templates read it. */
export interface Known {
  /** A Liquid expression, which may have filters. */
  readonly expression: string
  readonly kind: Kind
  /** The names of an entry's fields here, by those of the definition. */
  readonly inside: ReadonlyMap<string, string>
}

/** The names of one definition: fields of its entries, what the page computes, settings that stand over fields, variables. */
export class Names {
  readonly #entries: readonly Fields[]
  readonly #computed: Computed
  readonly #settings: ReadonlySet<string>
  readonly #report: Report
  readonly #used = new Map<string, { readonly name: string; readonly known: Known }>()
  readonly #names = new Set<string>()
  readonly #variables = new Map<string, string>()
  /** Liquid filters of the mode. */
  readonly filters: Record<string, string> = {}

  constructor(entries: readonly Fields[], computed: Computed, settings: ReadonlySet<string>, report: Report) {
    this.#entries = entries
    this.#computed = computed
    this.#settings = settings
    this.#report = report
    for (const [name, template] of Object.entries(computed.variables)) this.#variables.set(template, name)
  }

  /** A field by the name that the definition gives it; undefined for more fields than a mode may have. */
  use(name: string): Known | undefined {
    const before = this.#used.get(name)
    if (before) return before.known
    const { expressions } = this.#computed
    if (Object.hasOwn(expressions, name))
      return { expression: expressions[name]!, kind: { type: "number" }, inside: new Map() }
    const isGiven = this.#entries.some((entry) => Object.hasOwn(entry, name))
    if (this.#settings.has(name) && !isGiven)
      return { expression: `settings.${name}`, kind: { type: "text" }, inside: new Map() }
    if (this.#used.size >= MAX_NAMES) return undefined
    return this.#add(name)
  }

  /** Whether an entry or the page has the field. */
  has(name: string): boolean {
    return Object.hasOwn(this.#computed.expressions, name) || this.#entries.some((entry) => Object.hasOwn(entry, name))
  }

  /** The longest text that a field has in an entry. */
  longest(name: string): string {
    return this.#entries
      .map((entry) => (Object.hasOwn(entry, name) ? wordsOf(entry[name]) : ""))
      .reduce((long, words) => (words.length > long.length ? words : long), "")
  }

  /** The most entries that a list has. */
  count(name: string): number {
    return Math.max(
      0,
      ...this.#entries.map((entry) => {
        const value = Object.hasOwn(entry, name) ? entry[name] : undefined
        return Array.isArray(value) ? value.length : 0
      }),
    )
  }

  /** The name of a variable that has the value of a template; a name alone needs none. */
  variable(template: string): string {
    const [, path] = /^\{\{ ([a-z]\w*(?:\.\w+)*) \}\}$/i.exec(template) ?? []
    if (path !== undefined) return path
    const before = this.#variables.get(template)
    if (before !== undefined) return before
    const name = this.#free(`value_${this.#variables.size + 1}`)
    if (this.#variables.size < MAX_NAMES) this.#variables.set(template, name)
    return this.#variables.get(template) ?? "blank"
  }

  /** The variables of the spec. Those of providers are there only where they are used, which `text` tells. */
  variables(text: string): Record<string, string> {
    return Object.fromEntries(
      [...this.#variables]
        .map(([template, name]) => [name, template] as const)
        .filter(([name]) => new RegExp(`\\b${name}\\b`).test(text)),
    )
  }

  /** The fields of the spec, those that a block shows. */
  fields(): Record<string, object> {
    return Object.fromEntries(
      [...this.#used].map(([theirs, { name, known }]) => {
        const isOptional = !this.#entries.every((entry) => valueAs(known, entry, theirs) !== undefined)
        const { type, of } = known.kind
        return [name, { type, ...(of !== undefined && { of }), ...(isOptional && { optional: true }) }]
      }),
    )
  }

  /** The entries of the pool, with the fields that a block shows. Reports the others. */
  pool(): readonly Fields[] {
    const unused = new Set(this.#entries.flatMap((entry) => Object.keys(entry)).filter((key) => !this.#isShown(key)))
    for (const key of [...unused].slice(0, MAX_NAMES))
      this.#report.approximated(`content.${key.slice(0, 40)}`, "no block shows this field: the pool is without it.")
    const entries = this.#entries.map((entry) =>
      Object.fromEntries(
        [...this.#used].flatMap(([theirs, { name, known }]) => {
          const value = valueAs(known, entry, theirs)
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    )
    const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]))
    return [...distinct.values()]
  }

  #isShown(key: string): boolean {
    return key.startsWith("_") || this.#used.has(key) || Object.hasOwn(this.#computed.expressions, key)
  }

  #add(name: string): Known {
    const given = this.#entries.flatMap((entry) => (Object.hasOwn(entry, name) ? [entry[name]] : []))
    const ours = this.#free(name)
    const { kind, inside, loss } = kindOf(given)
    if (loss !== undefined) this.#report.approximated(`content.${name.slice(0, 40)}`, loss)
    if (ours !== name) this.#report.approximated(`content.${name.slice(0, 40)}`, `is called ${quoted(ours)} here.`)
    if (given.length === 0)
      this.#report.approximated(`content.${name.slice(0, 40)}`, "no entry has this field: it is empty.")
    const expression = this.#settings.has(name) && kind.type !== "list" ? `settings.${name} | default: ${ours}` : ours
    const known = { expression, kind, inside }
    this.#used.set(name, { name: ours, known })
    return known
  }

  /** A name like the given one that nothing else has. */
  #free(name: string): string {
    const plain = name.replaceAll(/\W+/g, "_").replace(/^[\d_]+/, "")
    const long = (plain === "" ? "field" : plain).slice(0, 26)
    const isTaken = (word: string): boolean =>
      TAKEN.has(word) ||
      word in Object.prototype ||
      this.#names.has(word) ||
      [...this.#variables.values()].includes(word)
    let free = isTaken(long) ? `${long}_text` : long
    for (let i = 2; isTaken(free); i++) free = `${long.slice(0, 22)}_${i}`
    this.#names.add(free)
    return free
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.map(wordsOf).join(", ")
  return isFields(value) ? Object.values(value).map(wordsOf).join(" ") : ""
}
