import { Forbidden, isOver, macFromRequest, PlatenError, Unauthenticated } from "platen/sdk"
import type { AuthRequest, Clock, Devices, Policy, Principal, Security } from "platen/sdk"
import { tokenIn } from "./tokens.js"

/**
 * "token" admits whoever shows any token of the device, "device" only its own: one that waits for its owner is forbidden there. A
 * missing or wrong token and an unknown device are one answer, given only after the store was read: the firmware throws its
 * token away on any 401. A token that is shown decides alone; without one the next policy is asked.
 */
export function devicePolicies(devices: Pick<Devices, "get">, { tokenReissue }: Pick<Security, "tokenReissue">, clock: Clock): readonly Policy[] {
  const admit = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const shown = request.headers["x-device-token"] ?? ""
    const mac = macFromRequest(request)
    const device = await devices.get(request.edition, mac)
    if (shown === "") return unknown()
    const token = device && tokenIn(device, shown)
    if (token && !isOver(token, clock.now())) {
      const provisional = token.provisional && tokenReissue === "confirm"
      // Anybody may get a token that waits for the owner: its calls must not use up those of the device.
      return { policy: "device", ...(!provisional && { subject: `device/${request.edition}/${mac}` }), mac, token: token.value, provisional }
    }
    throw unknown()
  }
  const own = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const principal = await admit(request)
    if (!(principal instanceof PlatenError) && principal.provisional) throw new Forbidden("This screen waits for its owner's confirmation: confirm it with the code that it shows.", { code: "device-unconfirmed" })
    return principal
  }
  const shown: Pick<Policy, "isShown" | "ofDevices"> = { ofDevices: true, isShown: ({ headers }) => (headers["x-device-token"] ?? "") !== "" }
  return [{ id: "token", ...shown, admit }, { id: "device", ...shown, admit: own }]
}

function unknown(): Unauthenticated {
  return new Unauthenticated("The device token is missing or wrong, or this server does not know the device: ask for a token first.", { code: "device-unknown" })
}
