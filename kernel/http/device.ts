import { BadInput, z } from "platen/sdk"
import { normalizeMac } from "platen/sdk/kit"
import type { RawQuery, Route } from "platen/sdk/http"

/**
 * The one device that a call is about, as a normalized MAC; undefined when no place names one. `places`: what stands in the path, the
 * query and the body; "" and undefined count as absent. Throws BadInput when one is malformed or two differ: the policy that admits a
 * call and the handler that answers it must look at the same device.
 */
export function oneDevice(places: readonly (string | undefined)[]): string | undefined {
  let device: string | undefined
  for (const place of places) {
    if (place === undefined || place === "") continue
    const mac = normalizeMac(place)
    if (device !== undefined && device !== mac) {
      throw new BadInput(
        'The call names two devices: write the same "mac" in the path, the query and the body, or write it once.',
        { issues: [{ path: "mac", message: "differs from place to place" }] },
      )
    }
    device = mac
  }
  return device
}

/** The `mac` of the query; none on a route that is open and about no device: a page is there whatever its address says. */
export function macInQuery(route: Route, { mac }: RawQuery): string | undefined {
  return mac === undefined || mac === "" || !namesDevice(route) ? undefined : mac
}

const naming = new WeakMap<Route, boolean>()

/** Whether a device may stand in a call of the route, for its policies or its handler. */
function namesDevice(route: Route): boolean {
  let names = naming.get(route)
  if (names === undefined)
    naming.set(
      route,
      (names = route.auth !== "open" || route.path.includes("/:mac") || hasMac(route.query) || hasMac(route.body)),
    )
  return names
}

function hasMac(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodPipe) return hasMac(schema.def.in as z.ZodType)
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape as object, "mac")
}

/** The `mac` of a JSON body; undefined when it has none that is text. */
export function macInBody(body: unknown): string | undefined {
  return typeof body === "object" &&
    body !== null &&
    Object.hasOwn(body, "mac") &&
    "mac" in body &&
    typeof body.mac === "string"
    ? body.mac
    : undefined
}
