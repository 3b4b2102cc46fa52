import type { Listening } from "./plugin.js"
import type { Token } from "./token.js"

/**
 * The rule by which the contributions of several plugins to one point are combined. `one`: a second contribution stops the start. `all`: in the order
 * of the plugins. `byKey`: two contributions of one key stop the start, and so does a key that does not match `pattern`; `form` says in words what it must be. `byRank`: the lowest rank
 * first; the point says whether the first answer wins, or each wraps the one before. `merged`: records of records, such as language to words; two
 * values of one inner key stop the start. An inner record may be a function that makes it; its keys are then not compared.
 */
export type Combining<T> =
  | { readonly combine: "one" | "all" | "merged" }
  | { readonly combine: "byKey"; readonly pattern?: RegExp; readonly form?: string; key(value: T): string }
  | { readonly combine: "byRank"; rank(value: T): number }

/** The values of a point. Made once when all plugins are set up, and again when LOAD adds or removes one: reading copies nothing. */
export interface Catalog<T> {
  /** The value of a key, for `byKey`, and of "outer/inner", for `merged`, where "outer/" has the function that makes a record; undefined for any other rule. */
  get(key: string): T | undefined
  /** In the order of the point's rule. The same array until something is loaded. */
  list(): readonly T[]
}

/** A point whose values may be of any type. */
export interface AnyPoint {
  readonly name: string
  readonly live: boolean
  readonly ownCatalog: boolean
  readonly rule: { readonly combine: Combining<unknown>["combine"] }
}

declare const kind: unique symbol

/** An entry of the list that `setup` returns: made by `POINT.of`, `provide`, `onReady`, `onListening` and `onDispose` alone. */
export interface Contribution {
  readonly [kind]: "contribution"
}

/** A contribution as the kernel reads it. Plugins have no use for it. */
export type Contributed =
  | { readonly to: "point"; readonly point: AnyPoint; readonly values: readonly unknown[] }
  | { readonly to: "service"; readonly token: Token<unknown>; readonly value: unknown }
  | { readonly to: "ready" | "dispose"; run(): void | Promise<void> }
  | { readonly to: "listening"; run(at: Listening): void | Promise<void> }

/**
 * A kind of thing to which plugins contribute. It is also the token of its catalog: a plugin that needs it reads what all plugins have contributed,
 * from `onReady` on. Reading it earlier throws SetupError.
 */
export interface Point<T, C = Catalog<T>> extends Token<C> {
  readonly rule: Combining<T>
  /** True: LOAD adds values while the server runs, and removes them. */
  readonly live: boolean
  /** True: it is opened with `opening`, since its readers see more than its values. */
  readonly ownCatalog: boolean
  /** Contributes values. The start stops if no enabled plugin opens the point. */
  of(...values: readonly T[]): Contribution
}

/** A point with the catalog that its readers see. Made by `opening`. */
export interface Opening {
  readonly point: AnyPoint
  catalog(all: Catalog<unknown>): unknown
}
