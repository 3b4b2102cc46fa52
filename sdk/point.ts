import type { Listening } from "./plugin.js"
import type { Catalog } from "./services.js"
import { token } from "./token.js"
import type { Token } from "./token.js"

/**
 * How the contributions of several plugins to one point are combined. `one`: a second contribution stops the start. `all`: in the order of the
 * plugins. `byKey`: two of one key stop the start. `byRank`: the lowest rank first; the point says whether the first answer wins, or each wraps
 * the one before.
 */
export type Combining<T> =
  | { readonly combine: "one" | "all" }
  | { readonly combine: "byKey"; key(value: T): string }
  | { readonly combine: "byRank"; rank(value: T): number }

/** A point whose values may be of any type. */
export interface AnyPoint {
  readonly name: string
  readonly rule: { readonly combine: Combining<unknown>["combine"] }
}

declare const kind: unique symbol

/** A value that a plugin gives: made by `POINT.of`, `provide`, `onReady`, `onListening` and `onDispose` alone. */
export interface Contribution {
  readonly [kind]: "contribution"
}

/** A contribution as the kernel reads it. */
export type Contributed =
  | { readonly to: "point"; readonly point: AnyPoint; readonly values: readonly unknown[] }
  | { readonly to: "service"; readonly token: Token<unknown>; readonly value: unknown }
  | { readonly to: "ready" | "dispose"; run(): void | Promise<void> }
  | { readonly to: "listening"; run(at: Listening): void | Promise<void> }

/**
 * Something that plugins may contribute to. It is also the token of its catalog: a plugin that needs it reads what all plugins have contributed,
 * from `onReady` on.
 */
export interface Point<T> extends Token<Catalog<T>> {
  readonly rule: Combining<T>
  /** Contributes values. The start stops where no enabled plugin opens the point. */
  of(...values: readonly T[]): Contribution
}

/** A point of a name that no other has: "acme.text-models". A plugin opens it by naming it in `opens`. */
export function extensionPoint<T>(name: string, rule: Combining<T>): Point<T> {
  const point: Point<T> = {
    ...token<Catalog<T>>(name),
    rule,
    of: (...values) => contribution({ to: "point", point, values }),
  }
  return Object.freeze(point)
}

/** Runs once the catalogs may be read. */
export function onReady(run: () => void | Promise<void>): Contribution {
  return contribution({ to: "ready", run })
}

/** Runs once the server listens; never where a command runs. */
export function onListening(run: (at: Listening) => void | Promise<void>): Contribution {
  return contribution({ to: "listening", run })
}

/** Undoes what setup has opened. The last that was contributed runs first. */
export function onDispose(run: () => void | Promise<void>): Contribution {
  return contribution({ to: "dispose", run })
}

function contribution(made: Contributed): Contribution {
  return made as unknown as Contribution
}

/** Whether a token is a point. */
export function isPoint(wanted: Token<unknown>): wanted is Token<unknown> & AnyPoint {
  return "rule" in wanted
}
