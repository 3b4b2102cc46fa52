import { createHash } from "node:crypto"
import { Invalid, SetupError, Upstream } from "platen/sdk"
import { deadlineIn, lruSet, orAborted } from "platen/sdk/kit"
import type { ByteCache, Catalog, Clock, Log } from "platen/sdk"
import type { ContentContext, Place, Source, SourceContext, SourceReads, Turn } from "platen/sdk/mode"
import { faultOf } from "../mode-input.js"
import { restOf } from "./shared-fetch.js"
import type { SharedFetch } from "./shared-fetch.js"

/** Milliseconds of one read, all its calls together. */
const READ_MS = 20_000
/** Seconds for which a source that failed is not asked again: at least, and at most by its own word. */
const REST_S = 60
const MAX_REST_S = 900
/** Seconds for which nobody waits for a source that failed. */
const UNWAITED_S = 600
const STALE_S = 86_400
/** Degrees to which places are rounded, so that a town costs one call. */
const GRID = 0.05
const MAX_FAILURES = 1_000
export const SOURCE_BYTES = 4 << 20

/** What a source has answered. `madeAt`, `until`: milliseconds since 1970 in UTC; from `until` on it is old. */
export interface SourceAnswer {
  readonly data: unknown
  readonly madeAt: number
  readonly until: number
}

interface Failure {
  readonly error: Error
  readonly at: number
  readonly restUntil: number
}

/** What is at hand when a source is asked. */
export interface Asked {
  /** The answer at hand, perhaps an old one. */
  readonly known: SourceAnswer | undefined
  /** The read that is under way; undefined when the known answer is fresh, or the source rests after a failure. */
  readonly reading: Promise<SourceAnswer> | undefined
  /** The failure after which it rests, or nobody waits for it. */
  readonly failure: Error | undefined
}

type Circumstances = Pick<ContentContext, "language" | "timeZone" | "day" | "place" | "user">

export interface SourceReaderOptions {
  readonly clock: Clock
  readonly log: Log
  readonly sources: Catalog<Source>
  readonly answers: ByteCache<SourceAnswer>
  readonly fetching: Pick<SharedFetch, "of">
}

/** Reads sources: one read at a time per key, answers kept while they are fresh, old ones given while they are read anew. */
export class SourceReader implements SourceReads {
  readonly #options: SourceReaderOptions
  readonly #reads = new Map<string, Promise<SourceAnswer>>()
  readonly #failures = new Map<string, Failure>()

  constructor(options: SourceReaderOptions) {
    this.#options = options
  }

  /** Asks a source. `freshAt`: the moment at which its answer must be fresh, in milliseconds since 1970 in UTC. Throws SetupError when there is none of that name, and Invalid for parameters that fail its schema. */
  ask(
    name: string,
    parameters: object,
    { language, timeZone, day, place, user }: Circumstances,
    turn: Turn,
    freshAt?: number,
  ): Asked {
    const source = this.#options.sources.get(name)
    if (!source) throw new SetupError(`There is no source "${name}": enable the plugin that contributes it.`)
    const checked = source.parameters.safeParse(parameters)
    if (!checked.success) throw new Invalid(`Source "${name}" rejects its parameters: ${faultOf(checked.error)}.`)
    const isPersonal = source.dependsOn?.includes("user") === true
    const all = {
      language,
      timeZone,
      day,
      ...(place && { place: rounded(place) }),
      ...(isPersonal && user !== undefined && { user }),
    }
    const own = dependedOn(source, all)
    const key = `${name} ${createHash("sha256")
      .update(JSON.stringify([checked.data, own]))
      .digest("base64url")}`
    const now = this.#options.clock.now()
    const known = this.#known(source, key, now)
    if (known && known.until > Math.max(now, freshAt ?? now)) return { known, reading: undefined, failure: undefined }
    const running = this.#reads.get(key)
    const failure = this.#failures.get(key)
    const isResting = !running && failure !== undefined && failure.restUntil > now
    const isUnwaited = failure !== undefined && now - failure.at < UNWAITED_S * 1000
    return {
      known,
      reading: isResting ? undefined : (running ?? this.#start(source, key, checked.data, all, turn)),
      failure: isResting || isUnwaited ? failure.error : undefined,
    }
  }

  /** Whether parameters of a source name the address to fetch. */
  fetchesUserUrls(name: string): boolean {
    return this.#options.sources.get(name)?.fetchesUserUrls === true
  }

  /** What a source answers: what is at hand, else what it reads now. */
  async read(
    name: string,
    parameters: object,
    circumstances: Circumstances,
    turn: Turn,
  ): Promise<{ readonly data: unknown; readonly madeAt: number; readonly isOld: boolean }> {
    const { known, reading, failure } = this.ask(name, parameters, circumstances, turn)
    if (!known && !reading) throw failure!
    const { data, madeAt, until } = known ?? (await reading!)
    return { data, madeAt, isOld: until > madeAt && until <= this.#options.clock.now() }
  }

  #known({ staleFor = STALE_S }: Source, key: string, now: number): SourceAnswer | undefined {
    const known = this.#options.answers.get(key)
    return known && (known.until > now || now - known.madeAt < staleFor * 1000) ? known : undefined
  }

  #start(
    source: Source,
    key: string,
    parameters: unknown,
    circumstances: Circumstances,
    turn: Turn,
  ): Promise<SourceAnswer> {
    const reading = this.#read(source, parameters, circumstances, turn)
      .then((answer) => {
        this.#failures.delete(key)
        if (answer.until > answer.madeAt)
          this.#options.answers.set(key, answer, JSON.stringify(answer.data).length * 3 + key.length * 2 + 200)
        return answer
      })
      .catch((error: unknown) => {
        const at = this.#options.clock.now()
        const rest = Math.min(MAX_REST_S, Math.max(REST_S, restOf(error) ?? 0))
        if (source.cacheFor)
          lruSet(this.#failures, key, { error: error as Error, at, restUntil: at + rest * 1000 }, MAX_FAILURES)
        throw error
      })
      .finally(() => this.#reads.delete(key))
    // Logged here, because nobody may be waiting.
    reading.catch((error: unknown) => this.#options.log.warn({ source: source.name, err: error }, "source.failed"))
    this.#reads.set(key, reading)
    return reading
  }

  async #read(source: Source, parameters: unknown, circumstances: Circumstances, turn: Turn): Promise<SourceAnswer> {
    const { clock, fetching } = this.#options
    const { signal: deadline, clear } = deadlineIn(clock, READ_MS)
    let allowed: number | undefined
    const fetch = fetching.of(deadline, (seconds) => (allowed = Math.min(allowed ?? seconds, seconds)))
    let again = Infinity
    const askAgainIn = (wanted: number): void => void (again = Math.min(again, Math.max(REST_S, wanted)))
    const context: SourceContext = {
      ...circumstances,
      now: clock.now(),
      deadline,
      fetch,
      askAgainIn,
      turn: { ...turn, signal: deadline },
    }
    const data = source.result.parse(
      await orAborted(source.read(parameters, context), deadline, () => late(source.name)).finally(clear),
    )
    const { cacheFor = 0, staleFor = STALE_S } = source
    const seconds = cacheFor === 0 ? 0 : Math.min(again, Math.max(cacheFor, Math.min(allowed ?? 0, staleFor)))
    const madeAt = clock.now()
    return { data, madeAt, until: madeAt + seconds * 1000 }
  }
}

/** What the answer of a source depends on. */
function dependedOn({ dependsOn }: Source, all: Circumstances): Partial<Circumstances> {
  return dependsOn ? Object.fromEntries(dependsOn.map((each) => [each, all[each]])) : all
}

/** A place on a grid, without its name. */
export function rounded({ latitude, longitude }: Place): Place {
  const on = (degrees: number): number => Number((Math.round(degrees / GRID) * GRID).toFixed(2))
  return { latitude: on(latitude), longitude: on(longitude) }
}

function late(name: string): Upstream {
  return new Upstream(`The source "${name}" did not answer within ${READ_MS / 1000} seconds: try again later.`, {
    code: "source-late",
  })
}
