import { CONFIG } from "platen/sdk/device"
import { isOwned, timeZoneOf } from "platen/sdk/kit"
import type { LocalTime, Service } from "platen/sdk"
import type { Chooser } from "platen/sdk/device"
import { addressesOf } from "./address.js"
import { proofFrom } from "./claim.js"
import { newCode } from "./codes.js"
import type { Codes } from "./codes.js"
import type { Guard } from "./guard.js"
import { confirmPage, pairingPage } from "./code-on-screen.js"
import type { PairingSettings } from "./code-on-screen.js"

const MINUTES = 10
const MINUTE_MS = 60_000

/** Chooser of the pairing page for an unclaimed device, and of the confirmation page for an unconfirmed token. It precedes all other choosers. */
export function pairing(codes: Codes, guard: Guard, service: Service): Chooser {
  const { publicUrl, security } = service
  return {
    id: "pairing",
    rank: 5,
    choose: ({ realm, mac, device, caller, origin, now, random }) => {
      if (!device || !caller || mac === undefined) return undefined
      const owned = isOwned(device)
      const paired = owned || security.pairing === "off"
      // An unconfirmed token of an owned device needs the owner's confirmation, whatever `security.pairing` is.
      if (caller.provisional ? !owned && paired : paired || device.get(CONFIG).configured) return undefined
      // A device whose owner has left since shows the pairing page again.
      const mode = owned ? confirmPage.id : pairingPage.id
      const {
        device: after,
        code,
        changes,
      } = codes.shown(device, { realm, mac, token: caller.token }, { fresh: newCode(random), long: guard.isClosed })
      const from = owned ? undefined : proofFrom(device, caller.token, now.epoch)
      const settings: PairingSettings = {
        code,
        ...addressesOf(publicUrl ?? origin, mac, code),
        ...(from !== undefined && {
          from: clockOf(service.localTime(Math.ceil(from / MINUTE_MS) * MINUTE_MS, timeZoneOf(device, service))),
        }),
      }
      return { modes: [mode], settings: { [mode]: settings }, device: after, changes, minutes: MINUTES }
    },
  }
}

function clockOf({ hour, minute }: LocalTime): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
}
