import { createHash } from "node:crypto"
import { Invalid, SetupError, Unauthenticated, Unavailable, Upstream } from "platen/sdk"
import { deadlineIn, lruSet, orAborted } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Service } from "platen/sdk"
import type { ContentContext, Place, Source, SourceContext, SourceFetch, SourceReads, Turn } from "platen/sdk/mode"
import { faultOf } from "../mode-input.js"
import type { Answers, SourceAnswer } from "./answers.js"
import { restOf } from "./shared-fetch.js"
import { NewWords } from "./new-words.js"
import type { SharedFetch } from "./shared-fetch.js"
import type { TakingTurns } from "./taking-turns.js"
import type { Lane } from "./world-queue.js"

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
/** Names of what is lost that are remembered, and for how many milliseconds. */
const MAX_LOST = 100
const LOST_MS = 3_600_000
export const SOURCE_BYTES = 4 << 20

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

/** How a source is asked. */
interface How {
  /** The moment at which its answer must be fresh, in milliseconds since 1970 in UTC. Present: it is asked ahead of a wake. */
  readonly freshAt?: number | undefined
  /** True: the parameters hold nothing that anybody has entered. */
  readonly isUsual?: boolean
}

/** One read of a source. */
interface Read {
  readonly source: Source
  readonly key: string
  readonly parameters: unknown
  readonly circumstances: Circumstances
  readonly turn: Turn
  readonly lane: Lane
}

type Circumstances = Pick<ContentContext, "language" | "timeZone" | "day" | "place" | "user" | "writers">

export interface SourceReaderOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: Pick<Service, "defaults">
  readonly sources: Catalog<Source>
  readonly answers: Answers
  readonly fetching: Pick<SharedFetch, "of">
  readonly turns: TakingTurns
}

/** Reads sources: one read at a time per key, answers kept while they are fresh, old ones given while they are read anew. */
export class SourceReader implements SourceReads {
  readonly #options: SourceReaderOptions
  readonly #reads = new Map<string, Promise<SourceAnswer>>()
  readonly #failures = new Map<string, Failure>()
  readonly #newWords: NewWords
  /** Names in answers of what is there no more, such as ids of pictures, and since when: an answer that has one is asked for anew. */
  readonly #lost = new Map<string, number>()

  constructor(options: SourceReaderOptions) {
    this.#options = options
    this.#newWords = new NewWords(options.clock)
  }

  /** Asks a source. Throws SetupError when there is none of that name, Invalid for parameters that fail its schema, and Unauthenticated where an anonymous caller would have the world asked in its words. */
  ask(
    name: string,
    parameters: object,
    { language, timeZone, day, place, user, writers }: Circumstances,
    turn: Turn,
    { freshAt, isUsual = false }: How = {},
  ): Asked {
    const source = this.#options.sources.get(name)
    if (!source) throw new SetupError(`There is no source "${name}": enable the plugin that contributes it.`)
    const checked = source.parameters.safeParse(parameters)
    if (!checked.success) throw new Invalid(`Source "${name}" rejects its parameters: ${faultOf(checked.error)}.`)
    const isPersonal = source.dependsOn?.includes("user") === true
    const isWritten = source.dependsOn?.includes("writers") === true
    const all = {
      language,
      timeZone,
      day,
      ...(place && { place: rounded(place) }),
      ...(isPersonal && user !== undefined && { user }),
      ...(isWritten && writers && { writers }),
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
    const lane = freshAt !== undefined ? "ahead" : source.fetchesUserUrls ? "people" : "operator"
    const read: Read = { source, key, parameters: checked.data, circumstances: all, turn, lane }
    const mayStart = !isResting && (running !== undefined || this.#mayAsk(read, own, isUsual))
    if (!mayStart && !isResting && !known) throw strange(name)
    return {
      known,
      reading: mayStart ? (running ?? this.#start(read, true)) : undefined,
      failure: isResting || isUnwaited ? failure.error : undefined,
    }
  }

  /** What answers name so is there no more. */
  lost(name: string): void {
    lruSet(this.#lost, JSON.stringify(name), this.#options.clock.now(), MAX_LOST)
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

  /** Whether the world may be asked: for anonymous callers only in words that are the server's own, or were counted. */
  #mayAsk({ source, parameters, turn }: Read, own: Partial<Circumstances>, isUsual: boolean): boolean {
    if (!turn.anonymous) return true
    const { timeZone, place } = this.#options.service.defaults
    const isHere = own.place === undefined || (place && JSON.stringify(own.place) === JSON.stringify(rounded(place)))
    const isNow = own.timeZone === undefined || own.timeZone === timeZone
    if (isUsual && isHere && isNow) return true
    // One place counts once, whatever is asked about it.
    const words = [own.place, own.timeZone, ...(isUsual ? [] : [source.name, parameters])]
    return this.#newWords.admit(words, turn.allowance)
  }

  #known({ staleFor = STALE_S }: Source, key: string, now: number): SourceAnswer | undefined {
    const known = this.#options.answers.get(key)
    if (known && this.#namesLost(known, now)) return undefined
    return known && (known.until > now || now - known.madeAt < staleFor * 1000) ? known : undefined
  }

  #namesLost({ data, madeAt }: SourceAnswer, now: number): boolean {
    if (this.#lost.size === 0) return false
    const text = JSON.stringify(data)
    for (const [name, since] of this.#lost) {
      // By then nothing has an answer of before.
      if (now - since > LOST_MS) this.#lost.delete(name)
      else if (madeAt <= since && text.includes(name)) return true
    }
    return false
  }

  /** `isFirst`: the store of answers may have what memory has not. */
  #start(read: Read, isFirst: boolean): Promise<SourceAnswer> {
    const { source, key } = read
    let isOld = false
    const kept =
      isFirst && mayBeKept(source)
        ? this.#options.answers.kept(key, (data) => source.result.safeParse(data).success)
        : Promise.resolve(undefined)
    const reading = kept
      .then((answer) => {
        const known = answer && this.#known(source, key, this.#options.clock.now())
        isOld = known !== undefined && known.until <= this.#options.clock.now()
        return known ?? (mayBeKept(source) ? this.#readInTurn(read) : this.#read(read))
      })
      .then((answer) => {
        if (!isOld) this.#failures.delete(key)
        return answer
      })
      .catch((error: unknown) => {
        const at = this.#options.clock.now()
        const rest = Math.min(MAX_REST_S, Math.max(REST_S, restOf(error) ?? 0))
        // A full queue says nothing about the source.
        const isBusy = error instanceof Unavailable && error.code !== "source-resting"
        if (source.cacheFor && !isBusy)
          lruSet(this.#failures, key, { error: error as Error, at, restUntil: at + rest * 1000 }, MAX_FAILURES)
        throw error
      })
      .finally(() => {
        this.#reads.delete(key)
        // What an earlier process has kept is shown at once, and asked for anew.
        if (isOld) this.#start(read, false)
      })
    // Logged here, because nobody may be waiting.
    reading.catch((error: unknown) => {
      // Of a full queue there may be hundreds at once, and nobody has to do anything.
      if (!(error instanceof Unavailable)) this.#options.log.warn({ source: source.name, err: error }, "source.failed")
      else this.#options.log.debug({ source: source.name, code: error.code }, "source.refused")
    })
    this.#reads.set(key, reading)
    return reading
  }

  /** Of several servers one asks the world, and the others find what it has kept. */
  async #readInTurn(read: Read): Promise<SourceAnswer> {
    const { answers, turns } = this.#options
    const isRight = (data: unknown): boolean => read.source.result.safeParse(data).success
    const isFresh = (answer: SourceAnswer | undefined): boolean =>
      answer !== undefined && answer.until > this.#options.clock.now()
    const found = async (): Promise<SourceAnswer | undefined> => {
      const answer = await answers.kept(read.key, isRight)
      return isFresh(answer) ? answer : undefined
    }
    return turns.of({ key: read.key, found, ask: async () => this.#read(read), kept: async () => answers.written() })
  }

  async #read({ source, key, parameters, circumstances, turn, lane }: Read): Promise<SourceAnswer> {
    const { clock, fetching } = this.#options
    const { signal: deadline, clear } = deadlineIn(clock, READ_MS)
    let allowed: number | undefined
    const { fetch, release, end } = fetching.of(
      { lane, caller: turn.caller, deadline },
      (seconds) => (allowed = Math.min(allowed ?? seconds, seconds)),
    )
    let again = Infinity
    const askAgainIn = (wanted: number): void => void (again = Math.min(again, Math.max(REST_S, wanted)))
    const context: SourceContext = {
      ...circumstances,
      now: clock.now(),
      deadline,
      fetch,
      release,
      askAgainIn,
      turn: { ...turn, signal: deadline, source: source.name },
    }
    let isPrivate = false
    const watched: SourceFetch = (url, options) => {
      isPrivate ||= options?.connection?.headers !== undefined
      return fetch(url, options)
    }
    // Its answers count until it has let go of them, also when nobody waits for it any more.
    const work = source.read(parameters, { ...context, fetch: watched }).finally(end)
    const data = source.result.parse(await orAborted(work, deadline, () => late(source.name)).finally(clear))
    const { cacheFor = 0, staleFor = STALE_S } = source
    const seconds = cacheFor === 0 ? 0 : Math.min(again, Math.max(cacheFor, Math.min(allowed ?? 0, staleFor)))
    const madeAt = clock.now()
    const answer = { data, madeAt, until: madeAt + seconds * 1000 }
    if (seconds > 0)
      this.#options.answers.set(key, answer, mayBeKept(source) && !isPrivate ? Math.max(seconds, staleFor) : undefined)
    return answer
  }
}

/** Whether answers may outlive the process: those to questions in nobody's own words, which belong to no person. */
function mayBeKept({ fetchesUserUrls, dependsOn, cacheFor = 0 }: Source): boolean {
  return cacheFor > 0 && !fetchesUserUrls && dependsOn?.includes("user") !== true
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

function strange(name: string): Unauthenticated {
  return new Unauthenticated(
    `The source "${name}" is not asked for settings of callers whom nobody knows: sign in, or pair the screen.`,
    { code: "sign-in-needed" },
  )
}

function late(name: string): Upstream {
  return new Upstream(`The source "${name}" did not answer within ${READ_MS / 1000} seconds: try again later.`, {
    code: "source-late",
  })
}
