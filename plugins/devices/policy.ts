import { createHash, timingSafeEqual } from "node:crypto"
import { foldMac, Unauthenticated } from "platen/sdk"
import type { Devices, Policy } from "platen/sdk"

/**
 * Admits a device that shows its own token. A missing or wrong token and an unknown device are one answer, given only
 * after the store was read: the firmware throws its token away on any 401.
 */
export function devicePolicy(devices: Pick<Devices, "get">): Policy {
  return {
    id: "device",
    admit: async ({ edition, params, query, headers }) => {
      const mac = foldMac(params.mac ?? query.mac ?? "")
      const token = (await devices.get(edition, mac))?.token
      const shown = headers["x-device-token"] ?? ""
      if (token !== undefined && shown !== "" && same(token, shown)) return { policy: "device", mac }
      throw new Unauthenticated("The device token is missing or wrong, or this server does not know the device: ask for a token first.", { code: "device-unknown" })
    },
  }
}

/** In constant time, whatever the lengths. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest())
}
