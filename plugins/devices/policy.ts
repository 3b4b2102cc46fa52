import { Forbidden, PlatenError, Unauthenticated } from "platen/sdk"
import { isExpired } from "platen/sdk/device"
import { macFromRequest } from "platen/sdk/kit"
import type { Clock, Security } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import type { AuthRequest, Policy, Principal } from "platen/sdk/http"
import { tokenIn } from "./tokens.js"
import type { UnclaimedCalls } from "./unclaimed.js"

export interface PolicyNeeds {
  readonly devices: Pick<Devices, "get">
  readonly security: Pick<Security, "tokenReissue" | "pairing">
  readonly clock: Clock
  readonly calls: UnclaimedCalls
}

/**
 * "token" admits whoever shows any token of the device, "device" only its own: an unconfirmed token is forbidden there. A
 * missing or wrong token and an unknown device are one answer, given only after the store was read: the firmware throws its
 * token away on any 401. A token that is shown decides alone; without one the next policy is asked.
 */
export function devicePolicies({
  devices,
  security: { tokenReissue, pairing },
  clock,
  calls,
}: PolicyNeeds): readonly Policy[] {
  const find = async (
    edition: string,
    mac: string,
    shown: string,
  ): Promise<{ readonly device: Device; readonly token: DeviceToken } | undefined> => {
    const device = await devices.get(edition, mac)
    const token = device && shown !== "" ? tokenIn(device, shown) : undefined
    return device && token && !isExpired(token, clock.now()) ? { device, token } : undefined
  }
  const admit = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const { edition, address } = request
    const shown = request.headers["x-device-token"] ?? ""
    const mac = macFromRequest(request)
    let found = await find(edition, mac, shown)
    if (shown === "") return unknown()
    if (found?.token.heldUntil !== undefined) {
      await calls.undoBinding(edition, mac, found.token)
      found = await find(edition, mac, shown)
    }
    if (!found) throw unknown()
    const { device, token } = found
    if (device.members.length === 0) await calls.note(edition, mac, token, address)
    const provisional = token.provisional && (tokenReissue === "confirm" || token.heldUntil !== undefined)
    // Anybody may get an unconfirmed token, and the first of a device that they have invented: its calls must not use up those of the device, nor be more than those of a stranger.
    const anonymous = provisional || (pairing === "on" && device.members.length === 0 && !device.configured)
    return {
      policy: "device",
      ...(anonymous ? { anonymous } : { subject: `device/${edition}/${mac}` }),
      mac,
      token: token.value,
      provisional,
    }
  }
  const own = async (request: AuthRequest): Promise<Principal | PlatenError> => {
    const principal = await admit(request)
    if (!(principal instanceof PlatenError) && principal.provisional)
      throw new Forbidden("This screen waits for its owner's confirmation: confirm it with the code that it shows.", {
        code: "device-unconfirmed",
      })
    return principal
  }
  const shown: Pick<Policy, "isShown" | "ofDevices"> = {
    ofDevices: true,
    isShown: ({ headers }) => (headers["x-device-token"] ?? "") !== "",
  }
  return [
    { id: "token", ...shown, admit },
    { id: "device", ...shown, admit: own },
  ]
}

function unknown(): Unauthenticated {
  return new Unauthenticated(
    "The device token is missing or wrong, or this server does not know the device: ask for a token first.",
    { code: "device-token-invalid" },
  )
}
