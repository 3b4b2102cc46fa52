import { BadInput, Unavailable, Upstream } from "platen/sdk"
import type { OutboundAnswer, OutboundFetch } from "platen/sdk"

const TIMEOUT_MS = 10_000
const MAX_CHARACTERS = 2_048
/** Where files are served. Others are refused, so that nobody looks for open ports through this server. */
const PORTS = new Set(["", "80", "443", "8080", "8443"])
const NO_HEAD = new Set([405, 501])

/** What stands behind an address. */
export interface Reached {
  readonly ok: true
  readonly reachable: true
  readonly status_code: number
  /** Where redirects led. */
  readonly final_url: string
  readonly content_type: string | null
  /** Bytes of the whole file, in decimal. */
  readonly content_length: string | null
}

/** Throws BadInput for what cannot be a firmware's address, Unavailable for one that does not answer. */
export type Reach = (given: string, signal?: AbortSignal) => Promise<Reached>

/** Asks for the head of a file, or for its first byte where the server knows no HEAD. */
export function reaching(fetch: OutboundFetch): Reach {
  return async (given, signal) => {
    const address = firmwareAddress(given)
    const whole = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
    const answer = await answerOf(fetch, address, whole).catch((cause: unknown) => {
      throw unreachable(given, NOBODY, cause)
    })
    // What a redirect leads to is held to the same ports, and no more is told of it.
    if (!PORTS.has(new URL(answer.url).port)) throw unreachable(given, NOBODY)
    if (answer.status >= 400) throw unreachable(given, String(answer.status))
    return {
      ok: true,
      reachable: true,
      status_code: answer.status,
      final_url: answer.url,
      content_type: answer.headers["content-type"] ?? null,
      content_length: lengthOf(answer),
    }
  }
}

/** One sentence for every reason: it must not say whether a host inside the network is there. */
const NOBODY = "no public server answers there"

function unreachable(url: string, why: string, cause?: unknown): Unavailable {
  return new Unavailable(`The firmware URL is not reachable: ${why}.`, {
    code: "firmware_url_unreachable",
    fields: { url },
    cause,
  })
}

async function answerOf(fetch: OutboundFetch, address: URL, signal: AbortSignal): Promise<OutboundAnswer> {
  // Anybody may ask: the hosts that the operator names are not for them.
  const options = { signal, timeout: TIMEOUT_MS, publicOnly: true }
  try {
    const answer = await fetch(address, { ...options, method: "HEAD" })
    if (!NO_HEAD.has(answer.status)) return answer
  } catch (error) {
    if (!(error instanceof Upstream)) throw error
  }
  return fetch(address, { ...options, headersOnly: true, headers: { range: "bytes=0-0" } })
}

function lengthOf({ status, headers }: OutboundAnswer): string | null {
  const length = status === 206 ? /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] : headers["content-length"]
  return length ?? null
}

/** The address, if it can be that of a firmware image. Throws BadInput that says why it cannot. */
export function firmwareAddress(given: string): URL {
  const wrong = (why: string): BadInput =>
    new BadInput(`The firmware URL ${why}.`, { code: "invalid_firmware_url", fields: { url: given } })
  const text = given.trim()
  if (text.length > MAX_CHARACTERS) throw wrong(`must not be longer than ${MAX_CHARACTERS} characters`)
  if (!/^https?:\/\//i.test(text)) throw wrong("must begin with http:// or https://")
  // Read from the text: a parser takes the path for the host where the host is missing.
  if (/^https?:\/\/(:\d*)?([/\\?#]|$)/i.test(text)) throw wrong("has no host")
  if (!URL.canParse(text)) throw wrong("is not an address: correct its host or port")
  const url = new URL(text)
  if (!/\.bin$/i.test(url.pathname)) throw wrong("must lead to a .bin file")
  if (url.username !== "" || url.password !== "") throw wrong("must not carry a user name or a password")
  if (!PORTS.has(url.port)) throw wrong("must use port 80, 443, 8080 or 8443")
  return url
}
