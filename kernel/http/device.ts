import { BadInput, z } from "platen/sdk"
import { normalizeMac } from "platen/sdk/kit"
import type { RawQuery, Route } from "platen/sdk/http"

/**
 * The device of a call, as a normalized MAC; undefined when the call names none. `places`: the MACs in the path, the
 * query and the body; "" and undefined count as absent. Throws BadInput when one is malformed or two differ: the policy
 * that admits a call and the handler that answers it must use the same device.
 */
export function oneDevice(places: readonly (string | undefined)[]): string | undefined {
  let device: string | undefined
  for (const place of places) {
    if (place === undefined || place === "") continue
    const mac = normalizeMac(place)
    if (device !== undefined && device !== mac) {
      throw new BadInput(
        'The call names two devices: write the same "mac" in the path, the query and the body, or write it once.',
        { issues: [{ path: "mac", message: "differs between path, query and body" }] },
      )
    }
    device = mac
  }
  return device
}

/** The `mac` of the query; undefined on an open route without a device: such a page ignores the parameter. */
export function macInQuery(route: Route, { mac }: RawQuery): string | undefined {
  return mac === undefined || mac === "" || !namesDevice(route) ? undefined : mac
}

const naming = new WeakMap<Route, boolean>()

/** Whether a call of the route can name a device, for its policies or its handler. */
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

/** The `mac` of a JSON body; undefined unless it is a string. */
export function macInBody(body: unknown): string | undefined {
  return typeof body === "object" &&
    body !== null &&
    Object.hasOwn(body, "mac") &&
    "mac" in body &&
    typeof body.mac === "string"
    ? body.mac
    : undefined
}
