import { createHash } from "node:crypto"
import { provide } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import { COMPILE } from "platen/sdk/mode"
import type { Catalog, Contributed, Contribution, Plugin } from "platen/sdk"
import type { IconCatalog, NodeKind } from "platen/sdk/drawing"
import type { Mode, Source } from "platen/sdk/mode"
import type { Found } from "../../kernel/plugins/find.js"

/** Compiled specs that a process keeps at most: the built-in ones of two or three sets of plugins. */
const MAX_KEPT = 48
const kept = new Map<string, Mode>()

interface Catalogs {
  readonly sources: Catalog<Source>
  readonly icons: IconCatalog
  readonly nodes: Catalog<NodeKind>
}

/** A plugin as it is found; the one that is built in to compile modes compiles each once. */
export function compilingOnce(found: Found): Found {
  const compiles = found.origin === "built-in" && found.plugin.provides?.some(({ name }) => name === COMPILE.name)
  return compiles ? { ...found, plugin: compiledOnce(found.plugin) } : found
}

/**
 * The plugin that compiles modes, made to compile each spec once in this process: the same spec with the same sources, icons and kinds of nodes
 * is the same mode. Stages that follow one another open in half the time.
 */
function compiledOnce(plugin: Plugin): Plugin {
  return {
    ...plugin,
    setup: async (services, config) => {
      const given = (await plugin.setup(services, config)) as unknown as readonly Contributed[]
      return given.map((each) =>
        each.to === "service" && each.token.name === COMPILE.name
          ? provide(COMPILE, once(each.value as Compile, services as unknown as Catalogs))
          : each,
      ) as unknown as readonly Contribution[]
    },
  }
}

type Compile = NonNullable<(typeof COMPILE)["service"]>

function once(compile: Compile, { sources, icons, nodes }: Catalogs): Compile {
  let named: string | undefined
  return (spec, options) => {
    // Read at the first call: then all plugins have contributed.
    named ??= hashed([sources.list().map(({ name }) => name), nodes.list().map(({ type }) => type), icons.names()])
    const key = `${named} ${hashOf(spec)}${options?.isProven ? " proven" : ""}`
    const known = kept.get(key)
    if (known) return { ...known, definition: spec }
    const mode = compile(spec, options)
    lruSet(kept, key, mode, MAX_KEPT)
    return mode
  }
}

/** Of specs that cannot change: those that are built in are read once a process. */
const hashes = new WeakMap<object, string>()

function hashOf(spec: unknown): string {
  const fixed = typeof spec === "object" && spec !== null && Object.isFrozen(spec) ? spec : undefined
  const known = fixed && hashes.get(fixed)
  if (known !== undefined) return known
  const hash = hashed(spec)
  if (fixed) hashes.set(fixed, hash)
  return hash
}

function hashed(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64")
}
