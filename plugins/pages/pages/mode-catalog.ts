import { GLOBAL_SCOPE, modeKey } from "platen/sdk/mode"
import type { Catalog } from "platen/sdk"
import type { Mode, ModeCatalog } from "platen/sdk/mode"

/** Catalog of modes, with lookups by scope. */
export function modeCatalog(all: Catalog<Mode>): ModeCatalog {
  const shown = shownIn(all)
  const page: ModeCatalog["page"] = (id, scopes = []) => {
    // The first match counts even when it is hidden: a scoped mode must not replace a page of the server.
    const own = isId(id) ? all.get(id) : undefined
    if (own || !isId(id)) return own
    for (const scope of scopes) {
      const mode = all.get(modeKey({ id, scope }))
      if (mode) return mode
    }
    return all.get(modeKey({ id, scope: GLOBAL_SCOPE }))
  }
  const get: ModeCatalog["get"] = (id, scopes) => {
    const mode = page(id, scopes)
    return mode?.hidden ? undefined : mode
  }
  return {
    page,
    get,
    list: (scopes = []) => {
      const { everybodys, scoped } = shown()
      const own = [...new Set(scopes)].flatMap((scope) => scoped.get(scope) ?? [])
      if (own.length === 0) return everybodys
      return [...everybodys, ...own].filter((mode) => get(mode.id, scopes) === mode).sort(byId)
    },
    installed: (id) => isId(id) && all.get(id) !== undefined,
  }
}

function isId(id: string): boolean {
  return !id.includes("/")
}

interface Shown {
  /** Modes visible without a scope, sorted by id. */
  readonly everybodys: readonly Mode[]
  /** Scoped modes, by scope. */
  readonly scoped: ReadonlyMap<string, readonly Mode[]>
}

/** Listed modes, recomputed when a mode is loaded. */
function shownIn(all: Catalog<Mode>): () => Shown {
  let of: readonly Mode[] | undefined
  let shown: Shown = { everybodys: [], scoped: new Map() }
  return () => {
    const modes = all.list()
    if (modes === of) return shown
    const everybodys: Mode[] = []
    const scoped = new Map<string, Mode[]>()
    for (const mode of modes) {
      const { id, scope = "", hidden } = mode
      if (hidden) continue
      if (scope === "" || (scope === GLOBAL_SCOPE && !all.get(id))) everybodys.push(mode)
      else if (scope !== GLOBAL_SCOPE) scoped.set(scope, [...(scoped.get(scope) ?? []), mode])
    }
    of = modes
    shown = { everybodys: Object.freeze(everybodys.sort(byId)), scoped }
    return shown
  }
}

function byId(a: Mode, b: Mode): number {
  return a.id < b.id ? -1 : 1
}
