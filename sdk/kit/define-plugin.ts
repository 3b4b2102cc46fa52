import type { Command, Start, Terminal } from "../command.js"
import { SDK_VERSION } from "../plugin.js"
import type { Listening, Plugin } from "../plugin.js"
import type { AnyPoint, Catalog, Combining, Contributed, Contribution, Opening, Point } from "../point.js"
import { token } from "../token.js"
import type { Services, Token } from "../token.js"
import type { z } from "../schema.js"

/** A plugin, typed by its needs and its config. */
type PluginSpec<Needs extends Readonly<Record<string, Token<unknown>>>, Config extends z.ZodType> = Omit<
  Plugin,
  "sdk" | "config" | "needs" | "setup"
> & {
  readonly config?: Config
  readonly needs?: Needs
  setup(services: Services<Needs>, config: z.output<Config>): readonly Contribution[] | Promise<readonly Contribution[]>
}

/** Types a plugin against its needs and its config, and stamps it with the version of this contract. */
export function definePlugin<
  Needs extends Readonly<Record<string, Token<unknown>>> = Record<never, never>,
  Config extends z.ZodType = z.ZodType<Record<string, never>>,
>(spec: PluginSpec<Needs, Config>): Plugin {
  return { ...spec, sdk: SDK_VERSION } as unknown as Plugin
}

/** Gives a service under its token. The plugin's `provides` must name the token. */
export function provide<T>(token: Token<T>, value: T): Contribution {
  return { to: "service", token, value } as unknown as Contribution
}

/**
 * Declares a point. `name`: dotted, beginning with the owner: "acme.text-models"; points of one name are the same point. A plugin opens the point by
 * naming it in `opens`. `live`: LOAD may add values. `ownCatalog`: readers see `C`, more than the values; `opening` opens the point.
 */
export function extensionPoint<T, C = Catalog<T>>(
  name: string,
  rule: Combining<T>,
  { live = false, ownCatalog = false }: { readonly live?: boolean; readonly ownCatalog?: boolean } = {},
): Point<T, C> {
  const point: Point<T, C> = {
    ...token<C>(name),
    rule,
    live,
    ownCatalog,
    of: (...values) => contribution({ to: "point", point, values }),
  }
  return Object.freeze(point)
}

/**
 * An entry of `opens` for a point whose catalog is more than its values. `catalog`: gets the values, which may be read from `onReady` on, and returns
 * what readers see. Called once for each plugin that needs the point.
 */
export function opening<T, C>(point: Point<T, C>, catalog: (all: Catalog<T>) => C): Opening {
  return { point, catalog: catalog as unknown as Opening["catalog"] }
}

/** Runs `run` once all plugins are set up: from now on catalogs may be read. */
export function onReady(run: () => void | Promise<void>): Contribution {
  return contribution({ to: "ready", run })
}

/** Runs `run` once the server listens; never where a command runs. */
export function onListening(run: (at: Listening) => void | Promise<void>): Contribution {
  return contribution({ to: "listening", run })
}

/** Runs `run` when the server stops, to undo what `setup` has opened. The last one that was contributed runs first. */
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

/** Types a command against the services that it needs. Default: it needs none, and works on an empty folder. */
export function defineCommand<Needs extends Readonly<Record<string, Token<unknown>>> = Record<never, never>>(command: {
  readonly help: string
  readonly needs?: Needs
  readonly data?: Command["data"]
  run(args: readonly string[], terminal: Terminal, services: Start<Services<Needs>>): Promise<number>
}): Command {
  return { needs: {}, data: "empty", ...command } as unknown as Command
}
