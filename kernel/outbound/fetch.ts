import { lookup as nodeLookup } from "node:dns"
import type { LookupAddress, LookupAllOptions } from "node:dns"
import { createRequire } from "node:module"
import { isIP } from "node:net"
import type { Readable } from "node:stream"
import type * as Undici from "undici"
import { BadInput, Forbidden, Upstream } from "platen/sdk"
import { deadlineIn, orAborted } from "platen/sdk/kit"
import type { Clock, OutboundAnswer, OutboundEvent, OutboundFetch, OutboundOptions } from "platen/sdk"
import { isPublic } from "./addresses.js"
import { decoded } from "./decoded.js"
import { ACCEPTED, tooLarge, unpacked } from "./unpacked.js"

const require = createRequire(import.meta.url)
const [MAX_BYTES, TIMEOUT_MS, MAX_REDIRECTS] = [2 << 20, 8_000, 3]

/** Resolves a name as `lookup` of node:dns does with `all: true`. */
export type Lookup = (
  host: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export interface FetchOptions {
  /** Hosts, or host:port, as written in a URL, that may resolve to private addresses. */
  readonly lanHosts: readonly string[]
  readonly clock: Pick<Clock, "after">
  readonly ticks: () => number
  readonly onCall: (event: OutboundEvent) => void
  /** Default: node's own. Its results are checked in any case. */
  readonly lookup?: Lookup
}

interface Redirect {
  readonly to: URL
  readonly status: number
}

/** Redirect statuses that are followed; 300, 304 and 305 are not. Source: WHATWG Fetch, redirect status. */
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that are kept on a redirect to another origin: none of them can hold a credential. */
const HARMLESS = /^(accept|accept-language|content-type|user-agent)$/i

/**
 * The guarded fetch: the only way to call other servers. The address is checked when the socket connects, which defeats
 * DNS rebinding; each redirect is a new call. Throws BadInput for an address that is not an http(s) URL, Forbidden for a
 * host that is not public, Upstream for every other failure.
 */
export function guardedFetch({ lanHosts, clock, ticks, onCall, lookup = nodeLookup }: FetchOptions): OutboundFetch {
  const allowed = new Set(lanHosts.map((host) => (isIP(host) === 6 ? `[${host}]` : host).toLowerCase()))
  let client: Client | undefined
  const once = async (url: URL, options: OutboundOptions, signal: AbortSignal): Promise<OutboundAnswer | Redirect> => {
    const own =
      !options.publicOnly &&
      (options.lanOrigin === undefined || url.origin === new URL(options.lanOrigin).origin) &&
      (allowed.has(url.hostname) ||
        allowed.has(`${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`))
    const literal = url.hostname.replace(/^\[|\]$/g, "")
    if (!own && isIP(literal) !== 0 && !isPublic(literal)) throw notPublic(url.hostname)
    signal.throwIfAborted()
    const start = ticks()
    let status = 0
    try {
      const { ask, open, guarded } = (client ??= clientOf(lookup))
      // Undici honours a signal only once a call has its connection: lookup, connect, TLS and queueing would ignore it.
      const answer = await orAborted(
        ask.call(own ? open : guarded, {
          origin: url.origin,
          path: url.pathname + url.search,
          method: options.method ?? "GET",
          signal,
          headers: {
            "user-agent": "platen",
            // Of headers alone, the length must be that of the file itself.
            "accept-encoding": options.headersOnly ? "identity" : ACCEPTED,
            ...options.headers,
          },
          ...(options.body !== undefined && { body: options.body }),
        }),
        signal,
      )
      status = answer.statusCode
      const headers = flat(answer.headers)
      if (REDIRECTS.has(status) && headers.location !== undefined) {
        await answer.body.dump()
        return { to: target(headers.location, url), status }
      }
      if (options.headersOnly) return reply(status, url, headers, dropped(answer.body))
      const { "content-encoding": codings, "content-length": length, ...rest } = headers
      const limit = options.maxBytes ?? MAX_BYTES
      const packed = await bytesOf(answer.body, limit, Number(length))
      const bytes = await unpacked(packed, codings, limit)
      // What they say of the packed bytes is not true of these.
      return reply(status, url, bytes === packed ? headers : rest, bytes)
    } finally {
      onCall({ host: url.hostname, status, ms: ticks() - start })
    }
  }
  return async (address, options = {}) => {
    let url = target(typeof address === "string" ? address : address.href)
    const { signal, clear } = deadlineIn(
      clock,
      options.timeout ?? TIMEOUT_MS,
      options.signal as AbortSignal | undefined,
    )
    let sent = options
    try {
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const answer = await once(url, sent, signal)
        if (!("to" in answer)) return answer
        sent = sentOn(sent, answer, url)
        url = answer.to
      }
    } catch (cause) {
      throw explained(cause, url, options.publicOnly)
    } finally {
      clear()
    }
    throw new Upstream(`${url.hostname} redirects more than ${MAX_REDIRECTS} times: use the final URL.`)
  }
}

/** The HTTP client, with its connections to any address, and those to public ones alone. */
type Client = Readonly<Record<"open" | "guarded", Undici.Agent>> & { readonly ask: Undici.Dispatcher["request"] }

/** Undici in parts: whole, it loads what nobody here uses, and Node's own copy of itself: 9 MB, and 80 ms. */
function clientOf(lookup: Lookup): Client {
  const Agent = require("undici/lib/dispatcher/agent.js") as typeof Undici.Agent
  const agent = (may: (address: string) => boolean): Undici.Agent =>
    new Agent({ connect: { lookup: lookupOf(lookup, may) as never }, connections: 16 })
  const ask = require("undici/lib/api/api-request.js") as Client["ask"]
  return { ask, open: agent(() => true), guarded: agent(isPublic) }
}

/** Options of the call that follows a redirect. Source: WHATWG Fetch, HTTP-redirect fetch. */
function sentOn(
  { method = "GET", headers = {}, body, ...rest }: OutboundOptions,
  { to, status }: Redirect,
  from: URL,
): OutboundOptions {
  const dropsBody = method === "POST" && status <= 303
  const shown =
    to.origin === from.origin
      ? headers
      : Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.test(name)))
  return {
    ...rest,
    headers: shown,
    method: dropsBody ? "GET" : method,
    ...(!dropsBody && body !== undefined && { body }),
  }
}

function target(address: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(address, base)
  } catch (cause) {
    // The address of a redirect may hold a key of the server that sends it.
    const what = base ? `The address to which ${base.hostname} redirects` : `"${address.slice(0, 80)}"`
    throw new BadInput(`${what} is not a URL: write the full URL, beginning with https://.`, { cause })
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new BadInput(`A URL must begin with http:// or https://, not ${url.protocol}.`)
  if (url.username !== "" || url.password !== "")
    throw new BadInput("A URL must not contain a user name or a password: send them in a header.")
  return url
}

type LookupCallback = (error: Error | null, addresses: string | LookupAddress[], family?: number) => void

/** Lookup for sockets that fails unless `may` allows every address of the name. */
function lookupOf(lookup: Lookup, may: (address: string) => boolean) {
  return (host: string, options: { all?: boolean }, callback: LookupCallback): void => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => may(address)))
        return callback(notPublic(host), [])
      return options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

function notPublic(host: string, isUsers = false): Forbidden {
  const own = "name it under server.lanHosts in platen.yaml if it is yours"
  const remedy = isUsers ? "ask the operator for a connection to a server at home, and enter a path" : own
  return new Forbidden(`${host} is not on the public internet: ${remedy}.`, { code: "host-not-public" })
}

/** A whole body. `announced`: its bytes as the server says: where it keeps its word, they are in memory once. */
async function bytesOf(body: AsyncIterable<Uint8Array>, limit: number, announced: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(announced <= limit ? announced : 0)
  const rest: Uint8Array[] = []
  let [size, filled] = [0, 0]
  for await (const part of body) {
    size += part.length
    if (size > limit) throw tooLarge(limit)
    if (size > whole.length) rest.push(part)
    else {
      whole.set(part, filled)
      filled = size
    }
  }
  return rest.length === 0 && filled === whole.length ? whole : Buffer.concat([whole.subarray(0, filled), ...rest])
}

/** Closes the connection of a body that is not read. */
function dropped(body: Readable): Buffer {
  body.on("error", () => {}).destroy()
  return Buffer.alloc(0)
}

function reply(status: number, url: URL, headers: Record<string, string>, bytes: Buffer): OutboundAnswer {
  const text = (part: Uint8Array = bytes): string => decoded(part, headers["content-type"])
  return { status, url: url.href, headers, bytes, text, json: () => parsed(text(), url) }
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Upstream(`${url.hostname} sent a response that is not JSON.`, { cause })
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  )
}

function explained(cause: unknown, { hostname }: URL, isUsers = false): Error {
  if (cause instanceof BadInput || cause instanceof Upstream) return cause
  if (cause instanceof Forbidden) return isUsers ? notPublic(hostname, isUsers) : cause
  const { name, message, code } = cause as NodeJS.ErrnoException
  const why =
    name === "TimeoutError" || name === "AbortError"
      ? "did not respond in time"
      : `cannot be reached (${message || code})`
  return new Upstream(`${hostname} ${why}.`, { cause })
}
