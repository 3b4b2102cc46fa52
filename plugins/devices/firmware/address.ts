import { BadInput, Unavailable, Upstream } from "platen/sdk"
import { deadlineIn } from "platen/sdk/kit"
import type { Clock, OutboundAnswer, OutboundFetch } from "platen/sdk"

const TIMEOUT_MS = 10_000
const MAX_CHARACTERS = 2_048
/** Allowed ports, those of file servers. Others are refused, so that callers cannot scan ports through this server. */
const PORTS = new Set(["", "80", "443", "8080", "8443"])
const NO_HEAD = new Set([405, 501])

/** The answer of a firmware URL. */
export interface Reached {
  readonly ok: true
  readonly reachable: true
  readonly status_code: number
  /** The URL after redirects. */
  readonly final_url: string
  readonly content_type: string | null
  /** Size of the whole file in bytes, decimal. */
  readonly content_length: string | null
}

/** Checks a firmware URL. Throws BadInput for a URL that cannot be a firmware image; Unavailable for one that does not answer. */
export type Reach = (given: string, signal?: AbortSignal) => Promise<Reached>

/** Requests the headers of a file with HEAD, or its first byte with GET when the server has no HEAD. */
export function reaching(fetch: OutboundFetch, clock: Clock): Reach {
  return async (given, signal) => {
    const address = firmwareAddress(given)
    const whole = deadlineIn(clock, TIMEOUT_MS, signal)
    const answer = await answerOf(fetch, address, whole.signal)
      .catch((cause: unknown) => {
        throw unreachable(given, NO_ANSWER, cause)
      })
      .finally(whole.clear)
    // The same ports apply to the target of a redirect; the error must not reveal anything about it.
    if (!PORTS.has(new URL(answer.url).port)) throw unreachable(given, NO_ANSWER)
    if (answer.status >= 400) throw unreachable(given, `its server answers with status ${answer.status}`)
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

/** One reason for all failures: it must not reveal whether a host in the private network exists. */
const NO_ANSWER = "no public server answers there"

function unreachable(url: string, why: string, cause?: unknown): Unavailable {
  return new Unavailable(`The firmware URL is not reachable: ${why}. Check the URL.`, {
    code: "firmware_url_unreachable",
    fields: { url },
    cause,
  })
}

async function answerOf(fetch: OutboundFetch, address: URL, signal: AbortSignal): Promise<OutboundAnswer> {
  // The route is open to any caller: server.lanHosts must not apply.
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

/** The parsed URL of a firmware image. Throws BadInput with the reason when it cannot be one. */
export function firmwareAddress(given: string): URL {
  const wrong = (why: string): BadInput =>
    new BadInput(`The firmware URL ${why}.`, { code: "invalid_firmware_url", fields: { url: given } })
  const text = given.trim()
  if (text.length > MAX_CHARACTERS) throw wrong(`must not be longer than ${MAX_CHARACTERS} characters`)
  if (!/^https?:\/\//i.test(text)) throw wrong("must begin with http:// or https://")
  // Checked in the text: without a host, URL takes the first part of the path for it.
  if (/^https?:\/\/(:\d*)?([/\\?#]|$)/i.test(text)) throw wrong("has no host: add one after http://")
  if (!URL.canParse(text)) throw wrong("is not a valid URL: correct its host or port")
  const url = new URL(text)
  if (!/\.bin$/i.test(url.pathname)) throw wrong("must end in .bin")
  if (url.username !== "" || url.password !== "") throw wrong("must not contain a user name or password")
  if (!PORTS.has(url.port)) throw wrong("must use port 80, 443, 8080 or 8443")
  return url
}
