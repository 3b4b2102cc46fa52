import { normalizeMac } from "platen/sdk/kit"
import type { RequestEvent } from "platen/sdk"

/** The sentence for each kind of refused or odd call: the event and the remedy, for the owner. */
const SENTENCES = {
  "token-wrong":
    "A call without a valid device token was refused: if it was your screen, it requests a new token by itself and shows a code to confirm; if not, do nothing.",
  "token-provisional":
    "A device with the MAC address of this screen got a token without access until you confirm it: if your screen shows a code, type it; if not, do nothing, and the token expires.",
  "token-again":
    "The token of this device was requested again and issued: a screen repeats its first request within a minute when the answer was lost, and with security.tokenReissue open any caller gets it; if your screen did not request it, set security.tokenReissue to confirm.",
  "token-unconfirmed":
    "A screen that waits for confirmation requested data without access: if it is yours, type the code that it shows.",
  "alert-token-wrong":
    "An alert without a valid alert token was refused: if its sender may send alerts, give it the current token.",
  "address-wrong":
    "A call to an unknown path or with an unsupported method was refused: check the server address in the device (scheme, host and port) and its firmware version.",
  "mac-wrong": "A call named a device with an invalid MAC address: correct the MAC address in the caller.",
  "call-wrong": "A malformed call was refused, and no page was drawn: correct its parameters in the caller.",
  "rate-limited":
    "More calls than the limit arrived within one minute, and some were refused: find out what calls so often, or raise the limit under server.limits.",
  others:
    "More calls from this address were refused than the list can hold: if you do not know the address, block it in front of this server.",
} as const
export type Kind = keyof typeof SENTENCES
export const KINDS = Object.keys(SENTENCES) as [Kind, ...Kind[]]

/** A refused or odd call. */
export interface Call {
  readonly kind: Kind
  /** Normalised MAC; "" when the call names no device. */
  readonly mac: string
  readonly address: string
  /** "GET /api/device/..." */
  readonly call: string
  /** The error message of the answer when it adds something; else "". */
  readonly detail: string
}

const DEVICE_CALL = /\/api(\/v1)?\/(device\/|render$|config\/:mac)/
/** Matches under unknown prefixes too: a device with a wrong server address calls there. */
const DEVICE_PATH = /\/api(?:\/v1)?\/(?:device|render)(?:\/([^/]*)|$)/
const MAX_DETAIL = 300

/** The refused or odd call in a request; undefined for a regular request and for one that devices do not make. */
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
