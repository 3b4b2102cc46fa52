import { normalizeMac } from "platen/sdk/kit"
import type { RequestEvent } from "platen/sdk"

/** What may be wrong with a call, and what of it an owner is told, with what to do. */
const SENTENCES = {
  "token-wrong":
    "A call showed no device token or a wrong one and was turned away: if it was your screen, it asks for a new token by itself and shows a code to confirm it with; if not, there is nothing to do.",
  "token-provisional":
    "Somebody who says to be this screen was given a token that reaches nothing before you confirm it: if your screen shows a code, type it; if not, do nothing, and the token runs out.",
  "token-again":
    "The token of this device was asked for again and given out: a screen repeats its first question within a minute when the answer was lost, and with security.tokenReissue open everybody gets the token; if yours did not ask, have it set to confirm.",
  "token-unconfirmed":
    "A screen that waits for confirmation asked for more than it may: type the code that it shows, if it is yours.",
  "alert-token-wrong":
    "An alert came without the alert token or with a wrong one and was turned away: give its sender the present token, if it may send alerts.",
  "address-wrong":
    "A call came to an address or with a method that is not answered: look at the server address in the device, which is scheme, host and port, and at its firmware.",
  "mac-wrong": "A call named a device by something that is no hardware address: correct whatever calls so.",
  "call-wrong": "A call could not be understood, and no page was drawn: correct whatever calls so.",
  "rate-limited":
    "Too many calls came in one minute, and some were turned away: look for what calls so often, or raise the limit under server.limits.",
  others:
    "More calls of this sender were turned away than are listed one by one: if you do not know the address, block it in front of this server.",
} as const
export type Kind = keyof typeof SENTENCES
export const KINDS = Object.keys(SENTENCES) as [Kind, ...Kind[]]

/** One call that was refused, or odd. */
export interface Call {
  readonly kind: Kind
  /** Folded; "" when it names no device. */
  readonly mac: string
  readonly address: string
  /** "GET /api/device/..." */
  readonly call: string
  /** The answer's own sentence, where it says more; else "". */
  readonly detail: string
}

const DEVICE_CALL = /\/api(\/v1)?\/(device\/|render$|config\/:mac)/
/** Also behind a prefix that no edition has: a device with a wrong server address calls so. */
const DEVICE_PATH = /\/api(?:\/v1)?\/(?:device|render)(?:\/([^/]*)|$)/
const MAX_DETAIL = 300

/** What there is to be said of a request; undefined for one that was in order, or that no device makes. */
export function callOf(event: RequestEvent): Call | undefined {
  const kind = kindOf(event)
  if (!kind) return undefined
  const detail = kind === "call-wrong" || kind === "mac-wrong" ? (event.message ?? "").slice(0, MAX_DETAIL) : ""
  return {
    kind,
    mac: macOf(event),
    address: event.address.slice(0, 100),
    call: `${event.method} ${event.path}`,
    detail,
  }
}

export function sentenceOf(kind: Kind): string {
  return SENTENCES[kind]
}

function kindOf(event: RequestEvent): Kind | undefined {
  const { route, path, status, error, outcome } = event
  if (outcome === "token-provisional" || outcome === "token-again") return outcome
  switch (error) {
    case "device-token-invalid":
      return "token-wrong"
    case "device-unconfirmed":
      return "token-unconfirmed"
    case "agent-token-missing":
    case "agent-token-invalid":
      return "alert-token-wrong"
    default:
      break
  }
  if (route === "none" || status === 405) return DEVICE_PATH.test(path) ? "address-wrong" : undefined
  if (!DEVICE_CALL.test(route)) return undefined
  if (error === "bad-input") return macOf(event) === "" && !route.endsWith("/render") ? "mac-wrong" : "call-wrong"
  return status === 429 ? "rate-limited" : undefined
}

function macOf({ mac, path }: RequestEvent): string {
  const given = mac ?? DEVICE_PATH.exec(path)?.[1] ?? ""
  try {
    return normalizeMac(decodeURIComponent(given))
  } catch {
    return ""
  }
}
