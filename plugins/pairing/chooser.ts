import type { Chooser, Service } from "platen/sdk"
import { addressesOf } from "./address.js"
import type { Codes } from "./codes.js"
import type { Guard } from "./guard.js"
import { confirmPage, pairingPage } from "./pages.js"

const MINUTES = 10

/** Before anything else: a device that nobody owns says how to be owned, and one that waits for its owner says so. */
export function pairing(codes: Codes, guard: Guard, { publicUrl, security }: Service): Chooser {
  return {
    id: "pairing",
    rank: 5,
    choose: ({ edition, mac, device, caller, origin }) => {
      if (!device || !caller || mac === undefined) return undefined
      const owned = device.members.length > 0
      const paired = owned || security.pairing === "off"
      // An unconfirmed token of an owned device waits for the owner, whatever the operator says of pairing.
      if (caller.provisional ? !owned && paired : paired || device.configured) return undefined
      // Who was to confirm it may be gone.
      const mode = owned ? confirmPage.id : pairingPage.id
      const { device: after, code, changes } = codes.shown(device, { edition, mac, token: caller.token }, guard.shut)
      return { modes: [mode], settings: { [mode]: { code, ...addressesOf(publicUrl ?? origin, mac, code) } }, device: after, changes, minutes: MINUTES }
    },
  }
}
