import { PlatenError, Unavailable, Upstream } from "platen/sdk"
import { deadlineIn } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Observer, OutboundFetch } from "platen/sdk"
import type { ModelCall, Painter, TextModel, Usage } from "platen/sdk/models"
import { Bill } from "./bill.js"
import type { Budget } from "./budget.js"
import type { Asker, Choices, Chosen } from "./choices.js"
import type { Lanes } from "./lane.js"

/** Milliseconds for one call of a model: a person waits. */
const CALL_MS = 40_000
/** Milliseconds for all calls of one question. */
export const WHOLE_MS = 60_000
/** Pauses before the second try, where the service does not say how long. */
const PAUSE_MS = 1_000
/** The longest pause for which a person waits. */
const MAX_PAUSE_MS = 10_000
/** Failures after which a second try may help: the network, a limit, the service's own faults. A timeout is not tried again: it would only double the wait. */
const AGAIN = new Set(["upstream", "model-limited", "model-failed"])
const MAX_BYTES = 4 << 20

/** What calls of models need, whichever they are. */
export interface Means {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  readonly log: Log
  readonly budget: Budget
  readonly choices: Choices
  readonly lanes: Lanes
  readonly notify: NonNullable<Observer["model"]>
}

/** The provider that is asked. Throws Unavailable where none is set up. */
export async function chosen<P extends TextModel | Painter>(
  { choices }: Pick<Means, "choices">,
  catalog: Catalog<P>,
  usual: string | undefined,
  asker: Asker,
): Promise<Chosen<P>> {
  const found = await choices.choose(catalog, usual, asker)
  if (found) return found
  const kind = asker.part === "text" ? "text model" : "painter"
  throw new Unavailable(`No ${kind} is set up: enter a key in your models, or add one to platen.yaml.`, {
    code: "model-not-configured",
  })
}

/** The provider and the model that would be asked; undefined where none is set up. */
export async function choiceOf<P extends TextModel | Painter>(
  { choices }: Pick<Means, "choices">,
  catalog: Catalog<P>,
  usual: string | undefined,
  asker: Asker,
): Promise<Pick<Usage, "provider" | "model"> | undefined> {
  const found = await choices.choose(catalog, usual, asker)
  return found && { provider: found.provider.id, model: found.model }
}

/** Tokens that an answer has cost, as its service counts them. */
type Cost = Pick<Usage, "tokensIn" | "tokensOut">
const free = async (): Promise<void> => {}

/** One question to a provider, which may take several calls: counted against the budget, in the lane, within one deadline. */
export class Session {
  readonly #means: Means
  readonly #chosen: Chosen<TextModel | Painter>
  readonly #asker: Asker
  readonly #signal: AbortSignal
  readonly #ends: number
  #usage = { calls: 0, tokensIn: 0, tokensOut: 0 }

  constructor(means: Means, chosen: Chosen<TextModel | Painter>, asker: Asker, signal: AbortSignal, ends: number) {
    this.#means = means
    this.#chosen = chosen
    this.#asker = asker
    this.#signal = signal
    this.#ends = ends
  }

  get usage(): Usage {
    const { provider, model } = this.#chosen
    return { provider: provider.id, model, ...this.#usage }
  }

  /** Calls once, and once more after a failure that may pass. `estimate`: tokens that one request may cost. `cost`: those that it has cost. */
  async call<T>(estimate: number, work: (call: ModelCall) => Promise<T>, cost: (answer: T) => Cost): Promise<T> {
    const { budget, clock, lanes, log, notify } = this.#means
    const { isOperators, model, provider } = this.#chosen
    const { user, part } = this.#asker
    const lane = lanes[isOperators ? part : "people"]
    const bill = new Bill((tokens) => (isOperators ? budget.take(user, tokens) : Promise.resolve(free)), estimate)
    await bill.next()
    const began = clock.now()
    let result = "ok"
    try {
      return await lane.run(user ?? "server", this.#signal, () => this.#tries(work, cost, bill))
    } catch (error) {
      const known = this.#known(error)
      result = known.code
      log.warn({ provider: provider.id, model, code: known.code, reason: known.message }, "model.failed")
      throw known
    } finally {
      notify({ provider: provider.id, result, tokens: bill.tokens, ms: clock.now() - began })
      await bill.settle()
    }
  }

  async #tries<T>(work: (call: ModelCall) => Promise<T>, cost: (answer: T) => Cost, bill: Bill): Promise<T> {
    const { clock } = this.#means
    for (let tries = 1; ; tries++) {
      this.#usage = { ...this.#usage, calls: this.#usage.calls + 1 }
      try {
        const answer = await this.#once(work, bill)
        this.#count(cost(answer), bill)
        return answer
      } catch (error) {
        const known = this.#known(error)
        bill.failed(known)
        const { code, retryAfter } = known
        const pause = retryAfter === undefined ? PAUSE_MS : retryAfter * 1000
        if (tries > 1 || !AGAIN.has(code) || pause > MAX_PAUSE_MS || clock.now() + pause >= this.#ends) throw error
        await clock.pause(pause, this.#signal)
        await bill.next()
      }
    }
  }

  #count({ tokensIn, tokensOut }: Cost, bill: Bill): void {
    bill.answered(tokensIn + tokensOut)
    const { calls, ...before } = this.#usage
    this.#usage = { calls, tokensIn: before.tokensIn + tokensIn, tokensOut: before.tokensOut + tokensOut }
  }

  async #once<T>(work: (call: ModelCall) => Promise<T>, bill: Bill): Promise<T> {
    const { clock, fetch } = this.#means
    const { provider, model, key, baseUrl } = this.#chosen
    const left = Math.min(CALL_MS, this.#ends - clock.now())
    if (left <= 0) throw late()
    const { signal, clear } = deadlineIn(clock, left, this.#signal)
    // A person's address is a stranger's: it reaches no host at home.
    const way =
      baseUrl === undefined
        ? provider.origin === undefined
          ? {}
          : { lanOrigin: provider.origin }
        : { publicOnly: true }
    const guarded: OutboundFetch = (url, options = {}) => {
      if (!signal.aborted) bill.leave()
      return fetch(url, { maxBytes: MAX_BYTES, ...options, ...way, signal, timeout: left })
    }
    try {
      return await work({ model, key, fetch: guarded, ...(baseUrl !== undefined && { baseUrl }) })
    } catch (error) {
      if (signal.aborted && !this.#signal.aborted) throw late(error)
      throw error
    } finally {
      clear()
    }
  }

  /** Any failure as one that may be answered: without what the service or the network said, which may hold a key. */
  #known(error: unknown): PlatenError {
    if (this.#signal.aborted && this.#means.clock.now() >= this.#ends) return late(error)
    if (error instanceof PlatenError) return error
    if (this.#signal.aborted) return new Unavailable("The caller has gone.", { cause: error })
    return new Upstream("The text model's answer cannot be read.", { code: "model-failed", cause: error })
  }
}

const late = (cause?: unknown): Upstream =>
  new Upstream("The text model did not answer in time: try again, or choose a faster one.", {
    code: "model-late",
    cause,
  })
