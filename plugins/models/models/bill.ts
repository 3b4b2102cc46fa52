import { BadInput, Forbidden } from "platen/sdk"
import type { PlatenError } from "platen/sdk"

/** Takes tokens of a budget; resolves to a function that is told what they were. Rejects with TooMany. */
type Take = (tokens: number) => Promise<(tokens: number) => Promise<void>>

/**
 * The cost of one question, request by request: each takes its estimate of the budget before it leaves, and gives back
 * what it did not cost once that is known. Who hangs up, or is cut off, has been charged by the service all the same.
 */
export class Bill {
  readonly #take: Take
  readonly #estimate: number
  #settle: ((tokens: number) => Promise<void>) | undefined
  /** Tokens of the request under way, and of those before it. */
  #now = 0
  #before = 0

  /** `estimate`: tokens that one request may cost. */
  constructor(take: Take, estimate: number) {
    this.#take = take
    this.#estimate = estimate
  }

  /** Tokens of all requests so far. */
  get tokens(): number {
    return this.#before + this.#now
  }

  /** Settles the request before, and takes the estimate of the next. Rejects with TooMany where the budget has too little left. */
  async next(): Promise<void> {
    await this.settle()
    this.#settle = await this.#take(this.#estimate)
  }

  /** The request leaves: it costs the estimate until more is known. */
  leave(): void {
    this.#now = this.#estimate
  }

  /** The service has answered. One that counts nothing has not said what it costs. */
  answered(tokens: number): void {
    this.#now = tokens > 0 ? tokens : this.#estimate
  }

  /** The request has failed. */
  failed(error: PlatenError): void {
    if (isFree(error)) this.#now = 0
  }

  async settle(): Promise<void> {
    const settle = this.#settle
    this.#settle = undefined
    const cost = this.#now
    this.#before += cost
    this.#now = 0
    await settle?.(cost)
  }
}

/** Codes of failures in which the service has refused the call: a status of 4xx, which costs nothing. */
const REFUSALS = new Set(["model-key", "model-refused-call", "model-limited"])
/** Causes that say that there was no connection. */
const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Whether a failed request has cost nothing: it was refused, or never left. */
function isFree(error: PlatenError): boolean {
  if (REFUSALS.has(error.code) || error instanceof Forbidden || error instanceof BadInput) return true
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return code !== undefined && UNREACHED.test(code)
}
