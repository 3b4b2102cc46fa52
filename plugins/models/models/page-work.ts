import { withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { SourceContext } from "platen/sdk/mode"
import type { PageWork, Painting, Wanted } from "platen/sdk/models"
import type { Counters } from "platen/sdk/servers"

/** Milliseconds that one read waits for a piece. */
const WAIT_MS = 15_000
/** Milliseconds after a failure in which a piece is not tried again. */
const REST_MS = 600_000
const DAY_MS = 86_400_000
/** Seconds after which it is asked again whether a provider is set up, or answers. */
const AGAIN_S = 600
/** Seconds after which a page that may not ask is looked at again: another caller may have asked meanwhile. */
const SOON_S = 60

interface Bounds {
  /** Pieces that are made at once, and those that failed a short while ago. */
  readonly atOnce: number
  /** Pieces that one person has made a day: whoever may change their settings must not spend their key without an end. */
  readonly aDay: number
}

/** The pieces that are being made, each once, within what a person may have made a day. They go on when nobody waits any more. */
class Pieces implements PageWork {
  readonly #clock: Clock
  readonly #bounds: Bounds
  readonly #running = new Map<string, Promise<unknown>>()
  /** The last piece of each person: theirs are made one after the other, so that nobody's pages fill the lane. */
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #failedAt = new Map<string, number>()
  readonly #counters: Pick<Counters, "add">

  constructor(clock: Clock, counters: Pick<Counters, "add">, bounds: Bounds) {
    this.#clock = clock
    this.#counters = counters
    this.#bounds = bounds
  }

  async made<T>(
    { key, way, named }: Parameters<PageWork["made"]>[0],
    context: SourceContext,
    make: (wanted: Wanted) => Promise<T>,
  ): Promise<T | null> {
    const none = (seconds: number): null => {
      context.askAgainIn(seconds)
      return null
    }
    if (context.turn?.anonymous || context.turn?.isTrial) return none(SOON_S)
    if (this.#rests(key)) return none(AGAIN_S)
    const wanted = await wantedOf(way, context.user, named)
    if (!wanted) return none(AGAIN_S)
    const piece = await this.#piece(key, context.user, () => make(wanted))
    return piece ?? none(piece === null ? AGAIN_S : SOON_S)
  }

  /** Whether a piece failed a short while ago. */
  #rests(key: string): boolean {
    return this.#clock.now() - (this.#failedAt.get(key) ?? -Infinity) < REST_MS
  }

  /** The piece, which `work` makes if nobody has begun it. Resolves to null where it fails or may not be made today, and to undefined where it takes long. */
  async #piece<T>(key: string, user: string | undefined, work: () => Promise<T>): Promise<T | null | undefined> {
    const job = this.#running.get(key) ?? this.#begin(key, user, work)
    if (!job) return null
    const late = (): Error => new Error("It takes long.")
    return withTimeout(this.#clock, job as Promise<T | null>, WAIT_MS, late).catch(() => undefined)
  }

  /** Whether a person may have another piece made on this day (UTC), over all servers. */
  async #mayMake(user: string): Promise<boolean> {
    const day = Math.floor(this.#clock.now() / DAY_MS)
    return (await this.#counters.add(`page-work/${day}/${user}`, DAY_MS)).count <= this.#bounds.aDay
  }

  /** Undefined while too many are made. */
  #begin(key: string, user = "", work: () => Promise<unknown>): Promise<unknown> | undefined {
    if (this.#running.size >= this.#bounds.atOnce) return undefined
    const job = (this.#last.get(user) ?? Promise.resolve())
      .then(async () => ((await this.#mayMake(user)) ? work() : null))
      .catch(() => {
        if (this.#failedAt.size >= this.#bounds.atOnce) this.#failedAt.clear()
        this.#failedAt.set(key, this.#clock.now())
        return null
      })
      .finally(() => {
        this.#running.delete(key)
        if (this.#last.get(user) === job) this.#last.delete(user)
      })
    this.#running.set(key, job)
    this.#last.set(user, job)
    return job
  }
}

/** What is asked: the provider and the model that the page's person has chosen, where they are set up, else the provider's own model, else the usual. Undefined where there is none. */
async function wantedOf(
  way: Pick<Painting, "choice">,
  user: string | undefined,
  named: Wanted | undefined,
): Promise<Wanted | undefined> {
  // Clients of other servers always name one, which may not be set up here, or not be allowed.
  const provider = named?.provider === undefined ? {} : { provider: named.provider }
  for (const wanted of named ? [named, provider, {}] : [{}]) {
    const choice = await way.choice(user, wanted).catch(() => undefined)
    if (choice) return wanted
  }
  return undefined
}

export const pageWork =
  (clock: Clock, counters: Pick<Counters, "add">) =>
  (bounds: Bounds): PageWork =>
    new Pieces(clock, counters, bounds)
