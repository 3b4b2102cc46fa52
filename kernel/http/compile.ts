import { z } from "platen/sdk"
import type { AuthRequest, Policy } from "platen/sdk/http"
import type { Count, Limits } from "./limits.js"
import type { Mounted } from "./table.js"

/** A mounted route with everything that its calls need looked up once, at the start. */
export interface Prepared {
  readonly route: Mounted["route"]
  /** The mounted path, with its parameters' names. */
  readonly path: string
  readonly area: Mounted["area"]
  /** In the order in which they are asked. Empty for an open route. */
  readonly policies: readonly Policy[]
  /** True: a policy admits devices, which understand no 429. */
  readonly ofDevices: boolean
  /** True: a call can name a device, for its policies or its handler. */
  readonly namesDevice: boolean
  /** True: the method has a body. */
  readonly hasBody: boolean
  /** Index among the path's parts, and name, of each parameter. */
  readonly parameters: readonly (readonly [index: number, name: string])[]
  /** Counts a call against the limit of the route. */
  readonly count: Count | undefined
  /** Whether a call carries a credential that a policy of the route examines. */
  isShown(request: Pick<AuthRequest, "headers" | "query">): boolean
}

const WITH_BODY = new Set(["POST", "PUT", "PATCH", "DELETE"])

/** Prepares a mounted route. The table has checked that its policies exist. */
export function prepare(
  { route, path, area }: Mounted,
  { policy, limits }: { policy(id: string): Policy | undefined; readonly limits: Limits },
): Prepared {
  const policies = route.auth === "open" ? [] : route.auth.anyOf.map((id) => policy(id)!)
  return {
    route,
    path,
    area,
    policies,
    ofDevices: policies.some((each) => each.ofDevices === true),
    namesDevice: route.auth !== "open" || route.path.includes("/:mac") || hasMac(route.query) || hasMac(route.body),
    hasBody: WITH_BODY.has(route.method),
    parameters: path.split("/").flatMap((part, i) => (part.startsWith(":") ? [[i, part.slice(1)] as const] : [])),
    count: route.limit && limits.counter(route.limit),
    isShown: (request) => policies.some((each) => !each.isShown || each.isShown(request)),
  }
}

function hasMac(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodPipe) return hasMac(schema.def.in as z.ZodType)
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape as object, "mac")
}
