import { SetupError } from "platen/sdk"
import type { Area, Policy, Route, ServedRoute } from "platen/sdk/http"

/** A route, mounted under one area at one path. */
export type Mounted = ServedRoute

/** A path with its handler for each method. Mounts are sorted in matching order: fixed parts before parameters. */
export interface Mount {
  readonly path: string
  readonly methods: ReadonlyMap<string, Mounted>
}

/** Mounts routes under the running areas; other areas are left out. Throws SetupError for two routes at one path and method, and for a policy that no plugin contributes. */
export function mountTable(
  routes: readonly Route[],
  areas: readonly Area[],
  policies: readonly Policy[],
  ownerOf: OwnerOf = () => undefined,
): Mount[] {
  const known = new Set(policies.map(({ id }) => id))
  const byPath = new Map<string, Map<string, Mounted>>()
  for (const each of new Set(routes)) {
    for (const area of areas) {
      if (!each.areas.some((name) => name === "*" || name === area.id || area.uses?.includes(name))) continue
      const route = withAuth(each, area, known, ownerOf)
      for (const [i, path] of pathsOf(route.path, area).entries())
        add(byPath, { area, route, path, alias: i > 0 }, ownerOf)
    }
  }
  const mounts = [...byPath.values()].map((methods) => {
    const { path } = [...methods.values()][0]!
    const [parts, shape] = [path.split("/"), path.toLowerCase().split("/")]
    return { path, methods, parts, shape, rank: parts.map((part) => part.replace(/^:/, "\uffff:")).join("\0") }
  })
  mounts.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const wide = mounts.filter(({ parts }) => parts.some((part) => part.startsWith(":")))
  return mounts.map((mount) => {
    const wider = wide.filter((other) => other !== mount && covers(other.shape, mount.shape))
    return { path: mount.path, methods: withWider(mount, wider) }
  })
}

/** Adds the methods of wider paths: a fixed part also matches a parameter, so the first path that covers it answers the missing methods. */
function withWider({ methods }: Mount, wider: readonly Mount[]): Mount["methods"] {
  const more = wider.flatMap((other) => [...other.methods])
  return new Map([...methods, ...more.toReversed().filter(([method]) => !methods.has(method))])
}

/** Whether one path, in its parts, matches all that another does. */
function covers(wide: readonly string[], narrow: readonly string[]): boolean {
  return wide.length === narrow.length && wide.every((part, i) => part.startsWith(":") || part === narrow[i])
}

/** Id of the plugin that contributed a route. */
type OwnerOf = (route: Route) => string | undefined

function byOwner(route: Route, ownerOf: OwnerOf): string {
  const owner = ownerOf(route)
  return owner === undefined ? "" : ` of plugin "${owner}"`
}

function add(byPath: Map<string, Map<string, Mounted>>, mounted: Mounted, ownerOf: OwnerOf): void {
  const shape = mounted.path.replaceAll(/:[^/]+/g, ":").toLowerCase()
  const methods = byPath.get(shape) ?? new Map<string, Mounted>()
  const other = methods.get(mounted.route.method)
  if (other) {
    const [a, b] = [other, mounted].map(
      ({ area, path, route }) => `${path} of area "${area.id}"${byOwner(route, ownerOf)}`,
    )
    throw new SetupError(
      `Two routes answer ${mounted.route.method} at the same path: ${a} and ${b}; give one area its own mount, or turn one off.`,
    )
  }
  methods.set(mounted.route.method, mounted)
  byPath.set(shape, methods)
}

/** The route with its own auth, else with that of its area. Throws SetupError without either, and for an unknown policy. */
function withAuth(route: Route, area: Area, known: ReadonlySet<string>, ownerOf: OwnerOf): Mounted["route"] {
  const auth = route.auth ?? area.auth
  const whole = route.auth === auth ? (route as Mounted["route"]) : { ...route, auth: auth! }
  if (auth === "open") return whole
  // The type requires it, but a plugin may be plain JavaScript: no route may be open by accident.
  if (!Array.isArray(auth?.anyOf))
    throw new SetupError(
      `Route ${route.method} ${route.path}${byOwner(route, ownerOf)} does not say who may call it: set auth to "open" or { anyOf: [...] }, on the route or on its area.`,
    )
  const missing = auth.anyOf.find((id) => !known.has(id))
  if (missing)
    throw new SetupError(
      `Route ${route.method} ${route.path}${byOwner(route, ownerOf)} requires the policy "${missing}", which no enabled plugin contributes: enable the plugin that does, or turn off the plugin of the route.`,
    )
  return whole
}

/** Paths of a route: under the area's mount, then under each alias. */
function pathsOf(path: string, { mount, aliases = {} }: Area): string[] {
  const base = mount === "/" ? "" : mount.replace(/\/$/, "")
  const others = Object.entries(aliases)
    .filter(([from]) => path === from || path.startsWith(`${from}/`))
    .map(([from, to]) => base + to + path.slice(from.length))
  return [base + path, ...others]
}
