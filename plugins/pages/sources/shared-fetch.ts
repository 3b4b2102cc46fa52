import { PlatenError, Upstream } from "platen/sdk"
import { onAbort } from "platen/sdk/kit"
import type { ByteCache, Clock, OutboundAnswer, OutboundFetch, OutboundOptions } from "platen/sdk"
import type { SourceFetch } from "platen/sdk/mode"

/** Options of one call of a source, with its deadline. */
type CallOptions = OutboundOptions & NonNullable<Parameters<SourceFetch>[1]>

/** Calls at once per host. */
const MAX_CALLS = 4
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
  readonly random: () => number
  readonly answers: ByteCache<KnownAnswer>
}

/** Fetches for all sources: few calls at once per host, one more try after a failure that may pass, conditional requests. */
export class SharedFetch {
  readonly #options: SharedFetchOptions
  readonly #hosts = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  constructor(options: SharedFetchOptions) {
    this.#options = options
  }

  /** The fetch of one read. `fresh`: called with the seconds for which an answer says that it is valid. */
  of(deadline: AbortSignal, fresh: (seconds: number) => void): SourceFetch {
    return async (url, options = {}) => {
      const answer = await this.#tried(new URL(url), { ...options, signal: deadline }, deadline)
      const seconds = freshness(answer.headers, this.#options.clock.now())
      if (seconds !== undefined) fresh(seconds)
      return answer
    }
  }

  async #tried(url: URL, options: CallOptions, deadline: AbortSignal): Promise<OutboundAnswer> {
    const { random, clock } = this.#options
    try {
      return await this.#once(url, options, deadline)
    } catch (error) {
      const wait = (error as Upstream).retryAfter
      const mayPass = error instanceof Upstream && (wait === undefined || wait <= MAX_WAIT_S) && !isFinal(error)
      if (!mayPass || deadline.aborted) throw error
      await clock.pause((wait ?? 0) * 1000 + PAUSE_MS + random() * JITTER_MS, deadline)
      return await this.#once(url, options, deadline)
    }
  }

  async #once(url: URL, { accepts = [], ...options }: CallOptions, deadline: AbortSignal): Promise<OutboundAnswer> {
    const { fetch, answers } = this.#options
    const isKept = (options.method ?? "GET") === "GET" && options.body === undefined
    const key = JSON.stringify([url.href, options.headers])
    const known = isKept ? answers.get(key) : undefined
    const answer = await this.#inTurn(url.host, deadline, () =>
      fetch(url, { timeout: TRY_MS, ...options, headers: { ...options.headers, ...known?.headers } }),
    )
    if (answer.status === 304 && known) {
      const current = { ...known.answer, headers: { ...known.answer.headers, ...answer.headers } }
      answers.set(key, { ...known, answer: current }, sizeOf(current, key))
      return current
    }
    if (accepts.includes(answer.status)) return answer
    if (answer.status < 200 || answer.status > 299) throw refusal(url, answer, this.#options.clock.now())
    const headers = validators(answer.headers)
    if (isKept && headers && answer.bytes.length <= MAX_KEPT) answers.set(key, { answer, headers }, sizeOf(answer, key))
    return answer
  }

  async #inTurn<T>(host: string, deadline: AbortSignal, work: () => Promise<T>): Promise<T> {
    let line = this.#hosts.get(host)
    if (!line) this.#hosts.set(host, (line = { running: 0, waiting: [] }))
    if (line.running >= MAX_CALLS) await waited(line.waiting, deadline)
    else line.running++
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) this.#hosts.delete(host)
    }
  }
}

/** Waits for a place in the line; leaves it when the signal fires. */
function waited(line: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      end()
      resolve()
    }
    const leave = (): void => {
      const at = line.indexOf(enter)
      if (at >= 0) line.splice(at, 1)
      reject(signal.reason as Error)
    }
    line.push(enter)
    const end = onAbort(signal, leave)
    if (signal.aborted) leave()
  })
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
  const message = `${url.hostname} answers with status ${status}: try again later.`
  if (status !== 429 && status < 500) return new Upstream(message, { code: "upstream-refused" })
  const after = retryAfter(headers["retry-after"], now)
  return new Upstream(message, after === undefined ? {} : { retryAfter: after })
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
