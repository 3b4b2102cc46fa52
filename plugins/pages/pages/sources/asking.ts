import { Unauthenticated } from "platen/sdk"
import { unless, withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { AskOptions, AskSource, ContentContext, SourceShape, Turn } from "platen/sdk/mode"
import type { SourceAnswer } from "./answers.js"
import type { Asked, SourceReader } from "./source-reader.js"

/** Milliseconds after which content is made again whose optional answers were late. */
const SOON_MS = 60_000
/** Milliseconds in which an answer that another server has kept is found. */
const FOUND_MS = 100

/** What a content may ask. */
interface Rules {
  readonly asksNobody: boolean
  readonly asksNoAddress: boolean
  readonly isUsual: boolean
}

interface How {
  /** Content is made ahead of a wake at that moment: it waits for answers that are fresh then. */
  readonly freshAt?: number | undefined
  /** Several servers keep answers together. */
  readonly isShared?: boolean
}

type Circumstances = Omit<ContentContext, "deadline" | "source" | "random">

/** What one content asks of sources, and how old the answers are. */
export class Asking {
  readonly #sources: Pick<SourceReader, "ask" | "fetchesUserUrls">
  readonly #clock: Clock
  readonly #freshAt: number | undefined
  readonly #isShared: boolean
  /** The reads that the content waits for. */
  readonly #needed: Promise<unknown>[] = []
  hasAsked = false
  /** True: an answer that the content needs is old. */
  isOld = false
  /** Milliseconds since 1970 in UTC: the time of the oldest old answer; undefined without one. */
  madeAt: number | undefined
  /** From then on an answer is old. */
  until = Infinity
  /** True: a source was not asked, because nobody vouches for the caller: the content is for this caller alone. */
  isRefused = false

  constructor(sources: Pick<SourceReader, "ask" | "fetchesUserUrls">, clock: Clock, { freshAt, isShared }: How = {}) {
    this.#sources = sources
    this.#clock = clock
    this.#freshAt = freshAt
    this.#isShared = isShared === true
  }

  /** The `source` of a content's context. `asksNobody`: rejects every call. `asksNoAddress`: rejects those of sources that fetch addresses of users. `isUsual`: the settings are the mode's own. */
  asker(context: Circumstances, turn: Turn, { asksNobody, asksNoAddress, isUsual }: Rules): AskSource {
    const ask = async (which: SourceShape | string, parameters: unknown = {}, options: AskOptions = {}) => {
      const name = typeof which === "string" ? which : which.name
      this.hasAsked = true
      if (asksNobody)
        throw new Unauthenticated(
          `A preview with trial settings reads the source "${name}" only for signed-in users: sign in.`,
          { code: "sign-in-needed" },
        )
      if (asksNoAddress && this.#sources.fetchesUserUrls(name))
        throw new Unauthenticated(
          `The source "${name}" is asked for a screen only once a person has set it up: pair the screen.`,
          { code: "sign-in-needed" },
        )
      try {
        return await this.#asked(name, parameters as object, options, { context, turn, isUsual })
      } catch (error) {
        this.isRefused ||= error instanceof Unauthenticated
        // A mode may go on without it: then its content is made again soon.
        this.until = Math.min(this.until, this.#clock.now() + SOON_MS)
        throw error
      }
    }
    return ask as AskSource
  }

  async #asked(
    name: string,
    parameters: object,
    { optional }: AskOptions,
    { context, turn, isUsual }: { readonly context: Circumstances; readonly turn: Turn; readonly isUsual: boolean },
  ): Promise<unknown> {
    const how = { freshAt: this.#freshAt, isUsual }
    const asked = this.#sources.ask(name, parameters, context, turn, how)
    const { known, reading, failure } = this.#isShared ? await this.#found(asked) : asked
    if (reading && known && this.#freshAt !== undefined) return this.#used(await reading.catch(() => known))
    if (optional) return this.#optional(known, reading)
    if (known) return this.#used(known)
    if (!reading || failure) throw failure!
    this.#needed.push(reading)
    return this.#used(await reading)
  }

  /** Where several servers keep answers, another may have a newer one than this knows: a reading looks there first. */
  async #found(asked: Asked): Promise<Asked> {
    const { known, reading } = asked
    if (!known || !reading || this.#freshAt !== undefined) return asked
    const late = (): Error => new Error("It is asked for beside.")
    const found = await withTimeout(this.#clock, reading, FOUND_MS, late).catch(() => undefined)
    return found ? { known: found, reading: undefined, failure: undefined } : asked
  }

  #used({ data, madeAt, until }: SourceAnswer): unknown {
    const isOld = until > madeAt && until <= this.#clock.now()
    if (isOld) {
      this.isOld = true
      this.madeAt = Math.min(this.madeAt ?? madeAt, madeAt)
    }
    // The answer of a source that is asked each time says nothing about the content.
    if (until > madeAt) this.until = Math.min(this.until, until)
    return data
  }

  /** An answer that may be missing: waits no longer than for those that the content needs. */
  async #optional(known: SourceAnswer | undefined, reading: Promise<SourceAnswer> | undefined): Promise<unknown> {
    if (known || !reading) {
      const now = this.#clock.now()
      // Content that has an optional answer lasts no longer than that, or until the next one may be there.
      if (known && known.until > known.madeAt)
        this.until = Math.min(this.until, known.until > now ? known.until : now + SOON_MS)
      return known?.data
    }
    // The other calls of the content are made in the same turn.
    await Promise.resolve()
    const answer = await unless(reading, Promise.allSettled(this.#needed)).catch(() => undefined)
    if (!answer) this.until = Math.min(this.until, this.#clock.now() + SOON_MS)
    return answer?.data
  }
}
