import { Forbidden, PlatenError, Unauthenticated } from "platen/sdk"
import { isExpired, isOwned, macFromRequest } from "platen/sdk/kit"
import type { Clock, Security } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import type { AuthRequest, Policy, Principal } from "platen/sdk/http"
import { isInvented } from "./page-requests.js"
import { tokenIn } from "./tokens.js"
import type { ClaimEvidence } from "./claim-evidence.js"

export interface PolicyNeeds {
  readonly devices: Pick<Devices, "get">
  readonly security: Pick<Security, "tokenReissue" | "pairing">
  readonly clock: Clock
  readonly calls: ClaimEvidence
}

/**
 * Policies for device tokens. "token" admits every token of the device; "device" forbids an unconfirmed one. A missing token, a wrong token and
 * an unknown device give the same 401, only after the store was read: the firmware discards its token on any 401. If the call has a
 * token, that token decides; without one the next policy decides.
 */
export function devicePolicies({
  devices,
  security: { tokenReissue, pairing },
  clock,
  calls,
}: PolicyNeeds): readonly Policy[] {
  const find = async (
    realm: string,
    mac: string,
    shown: string,
  ): Promise<{ readonly device: Device; readonly token: DeviceToken } | undefined> => {
    const device = await devices.get(realm, mac)
    const token = device && shown !== "" ? tokenIn(device, shown) : undefined
    return device && token && !isExpired(token, clock.now()) ? { device, token } : undefined
  }
  const admit = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const { realm, address } = request
    const shown = request.headers["x-device-token"] ?? ""
    const mac = macFromRequest(request)
    let found = await find(realm, mac, shown)
    if (shown === "") return unknown()
    if (found?.token.heldUntil !== undefined) {
      await calls.undoBinding(realm, mac, found.token)
      found = await find(realm, mac, shown)
    }
    if (!found) throw unknown()
    const { device, token } = found
    if (!isOwned(device)) await calls.note(realm, mac, token, address)
    const provisional = token.provisional && (tokenReissue === "confirm" || token.heldUntil !== undefined)
    // Every caller can get an unconfirmed token, and the first token of a made-up MAC: such calls share the limit of anonymous callers and do not count against the device.
    const unclaimed = isInvented(device)
    const anonymous = provisional || (pairing === "on" && unclaimed)
    return {
      kind: "device",
      ...(anonymous ? { anonymous } : { subject: `device/${realm}/${mac}` }),
      ...(unclaimed && { unclaimed }),
      mac,
      token: token.value,
      provisional,
    }
  }
  const own = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const principal = await admit(request)
    if (!(principal instanceof PlatenError) && principal.provisional)
      throw new Forbidden(
        "The token of this screen is not confirmed: its owner confirms it with the code on the screen.",
        {
          code: "device-unconfirmed",
        },
      )
    return principal
  }
  const shown: Pick<Policy, "isShown" | "ofDevices" | "schemes"> = {
    ofDevices: true,
    schemes: {
      deviceToken: { type: "apiKey", in: "header", name: "X-Device-Token", description: "The device's token." },
    },
    isShown: ({ headers }) => (headers["x-device-token"] ?? "") !== "",
  }
  return [
    { id: "token", ...shown, admit },
    { id: "device", ...shown, admit: own },
  ]
}

function unknown(): Unauthenticated {
  return new Unauthenticated("The device token is missing or wrong, or the device is unknown: request a token first.", {
    code: "device-token-invalid",
  })
}
