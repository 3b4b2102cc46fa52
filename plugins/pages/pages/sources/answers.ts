import { createHmac } from "node:crypto"
import path from "node:path"
import Keyv from "keyv"
import type { KeyvStoreAdapter } from "keyv"
import { SetupError, z } from "platen/sdk"
import { every, newSecret, withTimeout } from "platen/sdk/kit"
import type { ByteCache, Clock, Log, Store } from "platen/sdk"

/** What a source has answered. `madeAt`, `until`: milliseconds since 1970 in UTC; from `until` on it is old. */
export interface SourceAnswer {
  readonly data: unknown
  readonly madeAt: number
  readonly until: number
}

export interface AnswersOptions {
  readonly clock: Clock
  readonly log: Log
  /** The first tier. */
  readonly memory: ByteCache<SourceAnswer>
  /** The second tier, asked for once; undefined: memory alone. */
  store(): KeyvStoreAdapter | undefined
  /** Secret of this server, from which the keys of the store are derived. */
  key(): Promise<string>
  /** Bytes that the store holds at most. */
  readonly maxBytes?: number
}

/** Bytes of the store, and of the largest answer that is written to it. */
const STORE_BYTES = 64 << 20
const MAX_ANSWER = 1 << 20
/** Milliseconds that anybody waits for the store. */
const STORE_MS = 1_000
const SWEEP_MS = 600_000
/** Milliseconds for which an answer of an earlier process waits for somebody who asks for it. */
const UNASKED_MS = 86_400_000
/** Milliseconds between two warnings that the store fails. */
const WARN_MS = 3_600_000
const NAMESPACE = "answers"
/** Bytes of a row beside its text. */
const ROW_BYTES = 120

/**
 * Answers of sources: in memory, and behind it in a Keyv store that outlives the process. Keyv knows no freshness, no bounds and no clock but its
 * own: its ttl is the limit of staleness, freshness stands in the value, and rows are counted here. A store that fails is a miss.
 */
export class Answers {
  readonly #options: AnswersOptions
  #keyv: Keyv<SourceAnswer> | undefined
  /** Rows of the store that this process has written or found, the oldest first. */
  readonly #rows = new Map<string, { readonly bytes: number; readonly end: number }>()
  #stop = (): void => {}
  readonly #writes = new Set<Promise<void>>()
  #bytes = 0
  #isSurveyed = false
  #warnedAt = -Infinity
  #secret: Promise<string> | undefined

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Opens the store: until then memory is all. */
  begin(): void {
    const store = this.#options.store()
    if (!store) return
    this.#keyv = new Keyv<SourceAnswer>({ store, namespace: NAMESPACE })
    this.#keyv.on("error", (error: unknown) => this.#warn(error))
    this.#stop = every(this.#options.clock, SWEEP_MS, () => void this.sweep())
  }

  /** The answer in memory. */
  get(key: string): SourceAnswer | undefined {
    return this.#options.memory.get(key)
  }

  /**
   * The answer in the store, which memory holds again then; undefined where there is none, or the store fails. `isRight`: whether it is what the
   * source answers today: an earlier version may have written it.
   */
  async kept(key: string, isRight: (data: unknown) => boolean): Promise<SourceAnswer | undefined> {
    const answer = await this.#tried(async (keyv) => keyv.get(await this.#keyOf(key)))
    if (!answer || !isRight(answer.data)) return undefined
    this.#remember(key, answer)
    return answer
  }

  /** `kept`: seconds for which the store may hold it; undefined: it stays in memory. */
  set(key: string, answer: SourceAnswer, kept: number | undefined): void {
    const bytes = this.#remember(key, answer)
    if (this.#keyv && kept !== undefined && bytes <= MAX_ANSWER) {
      const writing = this.#write(key, answer, kept * 1000, bytes).finally(() => this.#writes.delete(writing))
      this.#writes.add(writing)
    }
  }

  /** Deletes what is too old or too much; the first time it finds the rows of earlier processes. */
  async sweep(): Promise<void> {
    if (!this.#isSurveyed) await this.#survey()
    const now = this.#options.clock.now()
    for (const [key, { end }] of this.#rows) if (end <= now) await this.#delete(key)
    await this.#shrink()
  }

  /** Counts the rows of earlier processes. Keyv forgets those whose ttl is over. */
  async #survey(): Promise<void> {
    this.#isSurveyed = true
    await this.#tried(async (keyv) => {
      for await (const [key, value] of (keyv.iterator?.(NAMESPACE) ?? []) as AsyncIterable<[string, SourceAnswer]>)
        if (!this.#rows.has(key)) this.#count(key, JSON.stringify(value).length, value.madeAt + UNASKED_MS)
    }, SWEEP_MS)
  }

  /** Resolves once all is in the store that was to be kept until now. */
  async written(): Promise<void> {
    await Promise.all(this.#writes)
  }

  async close(): Promise<void> {
    this.#stop()
    await this.written()
    await this.#tried((keyv) => keyv.disconnect())
  }

  #remember(key: string, answer: SourceAnswer): number {
    const bytes = JSON.stringify(answer.data).length
    this.#options.memory.set(key, answer, bytes * 3 + key.length * 2 + 200)
    return bytes
  }

  async #write(key: string, answer: SourceAnswer, ttl: number, bytes: number): Promise<void> {
    const row = await this.#tried(async (keyv) => {
      const own = await this.#keyOf(key)
      return (await keyv.set(own, answer, ttl)) ? own : undefined
    })
    if (row === undefined) return
    this.#count(row, bytes, answer.madeAt + ttl)
    await this.#shrink()
  }

  #count(row: string, bytes: number, end: number): void {
    this.#bytes += bytes + ROW_BYTES - (this.#rows.get(row)?.bytes ?? 0)
    this.#rows.delete(row)
    this.#rows.set(row, { bytes: bytes + ROW_BYTES, end })
  }

  async #shrink(): Promise<void> {
    const { maxBytes = STORE_BYTES } = this.#options
    for (const key of this.#rows.keys()) {
      if (this.#bytes <= maxBytes) return
      await this.#delete(key)
    }
  }

  async #delete(row: string): Promise<void> {
    this.#bytes -= this.#rows.get(row)?.bytes ?? 0
    this.#rows.delete(row)
    await this.#tried((keyv) => keyv.delete(row))
  }

  /** What a call of the store resolves to; undefined when it fails or hangs. */
  async #tried<T>(work: (keyv: Keyv<SourceAnswer>) => Promise<T>, milliseconds = STORE_MS): Promise<T | undefined> {
    if (!this.#keyv) return undefined
    try {
      return await withTimeout(
        this.#options.clock,
        work(this.#keyv),
        milliseconds,
        () => new Error("It does not answer."),
      )
    } catch (error) {
      this.#warn(error)
      return undefined
    }
  }

  #warn(error: unknown): void {
    const { clock, log } = this.#options
    if (clock.now() - this.#warnedAt < WARN_MS) return
    this.#warnedAt = clock.now()
    log.warn({ err: error }, "answer-store.failed")
  }

  /** Neither names of places nor addresses stand in the store's keys. */
  async #keyOf(key: string): Promise<string> {
    this.#secret ??= this.#options.key().catch((error: unknown) => {
      this.#secret = undefined
      throw error
    })
    const secret = await this.#secret
    return createHmac("sha256", secret).update(key).digest("base64url")
  }
}

/** Secret from which the keys of answers are derived; created on first use. */
export async function answerKey(store: Store): Promise<string> {
  const fresh = newSecret()
  return (await store.collection("answer-key", z.string()).update("key", (known) => known ?? fresh))!
}

/** The store that the operator names: "memory", "sqlite", or a package with an adapter of Keyv. Throws SetupError for any other. */
export async function answerStore(
  { store, options }: { readonly store?: string | undefined; readonly options?: unknown },
  dataFolder: string,
): Promise<KeyvStoreAdapter | undefined> {
  if (store === undefined || store === "memory") return undefined
  const isOwn = store === "sqlite"
  const unusable = (why: string, cause: unknown): SetupError =>
    new SetupError(
      `answers.store in platen.yaml names "${store}", which ${why}: write memory or sqlite, or install that package beside platen.`,
      { cause },
    )
  const imported = import(isOwn ? "@keyv/sqlite" : store) as Promise<{
    default: new (options: unknown) => KeyvStoreAdapter
  }>
  const { default: Adapter } = await imported.catch((cause: unknown) => {
    throw unusable(`cannot be loaded (${(cause as Error).message.split("\n")[0]})`, cause)
  })
  try {
    return new Adapter(isOwn ? { uri: `sqlite://${path.join(dataFolder, FILE)}`, busyTimeout: BUSY_MS } : options)
  } catch {
    // Its message may repeat the options, a password among them.
    throw unusable("is no adapter of Keyv, or refuses answers.options", undefined)
  }
}

/** Name of the file in the data folder. It may be deleted while the server stands still. */
const FILE = "answers.db"
const BUSY_MS = 10_000
