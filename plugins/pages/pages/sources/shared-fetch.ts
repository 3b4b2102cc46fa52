import { Forbidden, Invalid, PlatenError, Upstream } from "platen/sdk"
import { isOf } from "platen/sdk/kit"
import type { ByteCache, Clock, OutboundAnswer, OutboundFetch, OutboundOptions } from "platen/sdk"
import type { SourceContext, SourceFetch } from "platen/sdk/mode"
import { WorldQueue } from "./world-queue.js"
import type { Reader, Reading } from "./world-queue.js"

/** Options of one call of a source, with its read. */
type CallOptions = NonNullable<Parameters<SourceFetch>[1]> & {
  readonly reading: Reading
  readonly deadline: AbortSignal
}

/** Bytes of an answer unless the source says how many. */
const MAX_BYTES = 2 << 20
/** Milliseconds of one try, and before the second: at least, and at random on top. */
const TRY_MS = 8_000
const PAUSE_MS = 250
const JITTER_MS = 500
/** Longest `Retry-After` in seconds that is waited for within one read. */
const MAX_WAIT_S = 2
/** Largest answer that is kept for conditional requests, in bytes. */
const MAX_KEPT = 256 << 10
export const ANSWER_BYTES = 2 << 20

/** An answer that was validated by its server, for conditional requests. */
export interface KnownAnswer {
  readonly answer: OutboundAnswer
  readonly headers: Readonly<Record<string, string>>
}

export interface SharedFetchOptions {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  readonly ticks: () => number
  readonly random: () => number
  readonly answers: ByteCache<KnownAnswer>
}

/** The fetch of one read. `end`: call it when the read has let go of all answers. */
export interface ReadFetch extends Pick<SourceContext, "fetch" | "release"> {
  end(): void
}

/**
 * Fetches for all sources: in one queue, with one more try after a failure that may pass, and conditional requests. Only public addresses, unless
 * the call goes to the origin of a connection.
 */
export class SharedFetch {
  readonly #options: SharedFetchOptions
  readonly #queue: WorldQueue

  constructor(options: SharedFetchOptions) {
    this.#options = options
    this.#queue = new WorldQueue(options.ticks)
  }

  /** The fetch of one read. `fresh`: called with the seconds for which an answer says that it is valid. */
  of(reader: Reader, fresh: (seconds: number) => void): ReadFetch {
    const reading = this.#queue.reading(reader)
    const fetch: SourceFetch = async (url, options = {}) => {
      const answer = await this.#tried(new URL(url), { ...options, reading, deadline: reader.deadline })
      const seconds = freshness(answer.headers, this.#options.clock.now())
      if (seconds !== undefined) fresh(seconds)
      return answer
    }
    return { fetch, release: reading.release, end: reading.end }
  }

  async #tried(url: URL, options: CallOptions): Promise<OutboundAnswer> {
    const { random, clock } = this.#options
    const { deadline } = options
    try {
      return await this.#once(url, options)
    } catch (error) {
      const wait = (error as Upstream).retryAfter
      const mayPass = error instanceof Upstream && (wait === undefined || wait <= MAX_WAIT_S) && !isFinal(error)
      if (!mayPass || deadline.aborted) throw error
      await clock.pause((wait ?? 0) * 1000 + PAUSE_MS + random() * JITTER_MS, deadline)
      return await this.#once(url, options)
    }
  }

  async #once(
    url: URL,
    { accepts = [], connection, headers: given, reading, deadline, ...rest }: CallOptions,
  ): Promise<OutboundAnswer> {
    const { fetch, answers } = this.#options
    if (connection && !isOf(url, connection))
      throw new Invalid("A call over a connection goes to the origin of the connection alone.")
    const isKept = (rest.method ?? "GET") === "GET" && rest.body === undefined
    const headers = connection ? withHeaders(given, connection.headers) : given
    const key = JSON.stringify([url.href, headers])
    const known = isKept ? answers.get(key) : undefined
    const options: OutboundOptions = {
      timeout: TRY_MS,
      maxBytes: MAX_BYTES,
      ...rest,
      signal: deadline,
      headers: { ...headers, ...known?.headers },
      // Hosts at home stand in connections alone.
      ...(connection ? { lanOrigin: connection.origin } : { publicOnly: true }),
    }
    const answer = await reading
      .call(url.host, options.maxBytes!, () => fetch(url, options))
      .catch((error: unknown) => {
        throw connection ? error : unexplained(error, url)
      })
    if (answer.status === 304 && known) {
      const current = { ...known.answer, headers: { ...known.answer.headers, ...answer.headers } }
      answers.set(key, { ...known, answer: current }, sizeOf(current, key))
      return current
    }
    if (accepts.includes(answer.status)) return answer
    if (answer.status < 200 || answer.status > 299) {
      // Its source never gets it.
      reading.release(answer)
      throw refusal(url, answer, this.#options.clock.now())
    }
    const validated = validators(answer.headers)
    if (isKept && validated && answer.bytes.length <= MAX_KEPT)
      answers.set(key, { answer, headers: validated }, sizeOf(answer, key))
    return answer
  }
}

/** Why an address that anybody may name cannot be reached is the operator's affair: nobody learns so which names and hosts exist at home. The hint of a connection is there for all. */
function unexplained(error: unknown, { hostname }: URL): unknown {
  const isHidden =
    error instanceof Forbidden || (error instanceof Upstream && error.message.includes("cannot be reached"))
  return isHidden
    ? new Upstream(
        `${hostname} cannot be reached: correct the address, or try again later; a server at home needs a connection.`,
        { cause: error },
      )
    : error
}

/** Headers with those of a connection, which hold under any spelling. */
function withHeaders(
  given: OutboundOptions["headers"] = {},
  own: OutboundOptions["headers"] = {},
): OutboundOptions["headers"] {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name.toLowerCase()))), ...own }
}

function sizeOf({ bytes, headers }: OutboundAnswer, key: string): number {
  return bytes.length + JSON.stringify(headers).length * 2 + key.length * 2
}

/** Headers of the next request by which the server can say that nothing has changed. Source: RFC 9110, 13. */
function validators(headers: OutboundAnswer["headers"]): Readonly<Record<string, string>> | undefined {
  const { etag, "last-modified": modified } = headers
  if (etag === undefined && modified === undefined) return undefined
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(modified !== undefined && { "if-modified-since": modified }),
  }
}

/** Seconds for which an answer is valid by its own headers; undefined when it does not say. Source: RFC 9111, 4.2.1. */
function freshness(headers: OutboundAnswer["headers"], now: number): number | undefined {
  const control = headers["cache-control"]?.toLowerCase()
  const age = Number(/(?:^|[\s,])max-age=(\d{1,9})/.exec(control ?? "")?.[1] ?? Number.NaN)
  if (!Number.isNaN(age)) return Math.max(0, age - Number(headers.age ?? 0))
  if (control !== undefined && /no-store|no-cache/.test(control)) return 0
  if (headers.expires === undefined) return undefined
  const until = Date.parse(headers.expires)
  // Any other text, such as "0", stands for a time in the past.
  return Number.isNaN(until) ? 0 : Math.max(0, (until - now) / 1000)
}

/** The error of a status that is not 2xx. Statuses that another try does not change are final. */
function refusal(url: URL, { status, headers }: OutboundAnswer, now: number): Upstream {
  const said = `${url.hostname} answers with status ${status}`
  if (status !== 429 && status < 500)
    return new Upstream(`${said}: correct the address, or what it asks for.`, { code: "upstream-refused" })
  const after = retryAfter(headers["retry-after"], now)
  return new Upstream(`${said}: try again later.`, after === undefined ? {} : { retryAfter: after })
}

function isFinal({ code }: Upstream): boolean {
  return code === "upstream-refused"
}

/** Seconds of a Retry-After header: a number, or a date. Source: RFC 9110, 10.2.3. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
}

/** Whether an error says that the source is to be left alone, for so many seconds. */
export function restOf(error: unknown): number | undefined {
  return error instanceof PlatenError ? error.retryAfter : undefined
}
