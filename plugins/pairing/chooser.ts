import type { Chooser, Service } from "platen/sdk"
import type { Codes } from "./codes.js"
import { confirmPage, pairingPage } from "./pages.js"
import type { PairingSettings } from "./pages.js"

const MINUTES = 10

/** Before anything else: a device that nobody owns says how to be owned, and one that waits for its owner says so. */
export function pairing(codes: Codes, { publicUrl, security }: Service): Chooser {
  return {
    id: "pairing",
    rank: 5,
    choose: ({ edition, mac, device, caller, origin, random }) => {
      if (!device || !caller || mac === undefined) return undefined
      const unowned = device.members.length === 0 && !device.configured && security.pairing === "on"
      if (!caller.provisional && !unowned) return undefined
      const mode = caller.provisional ? confirmPage.id : pairingPage.id
      const { device: after, code, changes } = codes.shown(device, { edition, mac, token: caller.token }, random)
      return { modes: [mode], settings: { [mode]: addressOf(publicUrl ?? origin, mac, code) }, device: after, changes, minutes: MINUTES }
    },
  }
}

/** A phone finds an IPv4 address or a name of the DNS, never one that ends in .local. */
function addressOf(base: string | undefined, mac: string, code: string): PairingSettings {
  const url = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  const reachable = url !== undefined && !/(\.local|^localhost)\.?$/i.test(url.hostname) && !url.hostname.startsWith("[")
  const host = url?.host ?? ""
  return { code, host, url: reachable ? `${base!.replace(/\/+$/, "")}/config?prefer_mac=${mac}&code=${code}` : "" }
}
