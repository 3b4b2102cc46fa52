import { BadInput } from "platen/sdk"
import { normalizeMac } from "platen/sdk/kit"

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

/** The `mac` of a JSON body; undefined unless it is a string. */
export function macInBody(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, "mac")) return undefined
  const { mac } = body as { mac: unknown }
  return typeof mac === "string" ? mac : undefined
}
