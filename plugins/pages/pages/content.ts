import { Invalid, Unauthenticated, Unavailable, Upstream } from "platen/sdk"
import { deadlineIn, orAborted, seededRandom, unless } from "platen/sdk/kit"
import type { ByteCache, Clock, Log, PlatenError, Service } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { ContentContext, DrawRequest, Mode, PageContent } from "platen/sdk/mode"
import { contextOf, deviceOf, inMemory, lastingScope, momentOf, slotOf } from "./content-task.js"
import type { Task } from "./content-task.js"
import { folderOf } from "./last-good.js"
import type { LastGoods } from "./last-good.js"
import { dataOf, isUsual } from "./mode-input.js"
import { Asking } from "./sources/asking.js"
import type { SourceReader } from "./sources/source-reader.js"

/** Content of a mode and its origin. */
export type Content = PageContent["content"]

export interface ContentOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: Pick<Service, "localTime">
  readonly sources: Pick<SourceReader, "ask" | "fetchesUserUrls" | "lost">
  /** Caches of shared contents, and of contents of single devices. */
  readonly kept: ByteCache<Kept>
  readonly own: ByteCache<Kept>
  /** Stores the last good contents across restarts. */
  readonly lastGood: LastGoods
  /** Milliseconds that a device, and a person at a preview, wait for content that was never made; it is completed in the background. */
  readonly timeout: { readonly device: number; readonly preview: number }
  /** Milliseconds after which content is abandoned. */
  readonly deadline: number
  /** Whether several servers use the store: each looks at what the others have made. */
  readonly isShared: boolean
}

/** Content that was made. `madeAt`, `until`: Unix time in milliseconds. "stale": made of old answers of sources, of which `madeAt` is the oldest. */
export interface Kept {
  readonly data: unknown
  readonly origin: "fresh" | "stale"
  readonly madeAt: number
  readonly until: number
}

export const CACHE_BYTES = 8 << 20
export const OWN_BYTES = 1 << 20
/** Bytes of JSON of one content. */
const MAX_BYTES = 512 << 10
/** Milliseconds that a render waits for new content where it has old content: enough for what needs no network. */
const GRACE_MS = 40
/** How the ids of fetched pictures begin in JSON. */
const FETCHED_ID = '"sha256-'

type Outcome = Kept | { readonly skip: string }

interface Flight {
  readonly outcome: Promise<Outcome>
  /** True once a caller other than a preview waits: then the content is stored. */
  lasting: boolean
}

/** Produces contents: one flight per key, cached while valid, with the last good content as the fallback. */
export class ContentMaker {
  readonly #options: ContentOptions
  readonly #kept: ByteCache<Kept>
  /** Keys begin with the device's folder, which is deleted with the device. */
  readonly #own: ByteCache<Kept>
  readonly #flights = new Map<string, Flight>()

  constructor(options: ContentOptions) {
    this.#options = options
    this.#kept = options.kept
    this.#own = options.own
  }

  /**
   * Content of a mode. `elapsed`: milliseconds of the render's timeout that earlier modes have used.
   * Rejects only for settings that do not match the mode's schema (Invalid), and when the mode's fallback throws.
   */
  async content(mode: Mode, request: DrawRequest, elapsed = 0): Promise<Content | { readonly skip: string }> {
    const { clock, log } = this.#options
    const timeout = Math.max(0, Math.round(this.#options.timeout[request.purpose ? "preview" : "device"] - elapsed))
    const now = clock.now()
    if (request.data !== undefined) return { data: dataOf(mode, request.data), origin: "cached", madeAt: now }
    const task = this.#task(mode, request, now)
    const known = this.#cacheOf(task).get(inMemory(task, task.key))
    if (known && known.until > now && !request.fresh)
      return { data: known.data, origin: known.origin === "stale" ? "stale" : "cached", madeAt: known.madeAt }
    const others = request.fresh ? undefined : await this.#ofOthers(task, now)
    if (others) return others
    const [limit, grace] = [deadlineIn(clock, timeout), deadlineIn(clock, GRACE_MS)]
    try {
      const making = request.fresh && !task.isKept ? this.#uncached(task) : this.#flight(task).outcome
      const old = request.fresh ? undefined : await this.#oldWhile(making, grace.signal, task)
      if (old) return old
      const outcome = await orAborted(making, limit.signal, () => {
        log.warn({ mode: mode.id, ms: timeout }, "content.timed-out")
        return late(mode.id, timeout)
      })
      if ("skip" in outcome) return outcome
      const newer = outcome.origin === "stale" ? await this.#newer(task, outcome.madeAt) : undefined
      return newer ?? { data: outcome.data, origin: outcome.origin, madeAt: outcome.madeAt }
    } catch (error) {
      return this.#fallback(task, error as Error)
    } finally {
      limit.clear()
      grace.clear()
    }
  }

  /** Makes content ahead of a wake at `request.at`, so that it is there and fresh then. Never rejects; undefined where the mode skips. */
  async prepare(mode: Mode, request: DrawRequest): Promise<Content["origin"] | undefined> {
    const now = this.#options.clock.now()
    const task = this.#task(mode, request, now, request.at ?? now)
    const known = this.#cacheOf(task).get(inMemory(task, task.key))
    if (known && known.until > (request.at ?? now)) return "cached"
    try {
      const outcome = await this.#flight(task).outcome
      return "skip" in outcome ? undefined : outcome.origin
    } catch {
      return "fallback"
    }
  }

  /** The last good content, marked as stale, while new content takes longer than a moment. */
  async #oldWhile(making: Promise<Outcome>, grace: AbortSignal, task: Task): Promise<Content | undefined> {
    const made = making.then(
      () => true,
      () => true,
    )
    if (await unless(made, turned())) return undefined
    const isMade = await orAborted(made, grace).catch(() => false)
    return isMade ? undefined : this.#last(task)
  }

  /** A picture that content names is there no more: sources are asked for it anew. */
  lost(picture: string): void {
    this.#options.sources.lost(picture)
  }

  /** Deletes all contents of a device. */
  async forget(device: DeviceId): Promise<void> {
    const gone = this.#options.lastGood.forget(device)
    this.#own.deleteBelow(folderOf(device))
    await gone
  }

  /** `freshAt`: the moment at which the answers of sources must be fresh; default: now. */
  #task(mode: Mode, request: DrawRequest, now: number, freshAt?: number): Task {
    const { service, lastGood } = this.#options
    const context = contextOf(mode, request, service.localTime(request.at ?? now, request.timeZone))
    const { day, hour, ...rest } = context
    const scope = mode.scope ?? ""
    const lasting = [lastingScope(scope), mode.id, mode.version ?? 1, rest]
    const device = deviceOf(mode, request, scope)
    return {
      mode,
      context,
      key: JSON.stringify([...lasting, day, hour]),
      lasting: JSON.stringify(lasting),
      isKept: request.purpose === undefined,
      device,
      mark: lastGood.mark({ device }),
      scoped: scope !== "",
      asking: new Asking(this.#options.sources, this.#options.clock, { freshAt, isShared: this.#options.isShared }),
      isTrial: request.purpose === "trial" || request.turn?.isTrial === true,
      asksNobody: request.stranger !== undefined && request.purpose === "trial",
      asksNoAddress: request.unclaimed === true,
      anonymous: request.turn?.anonymous === true || request.stranger !== undefined,
      allowance: request.turn?.allowance,
      caller: request.turn?.caller ?? "",
    }
  }

  #flight(task: Task): Flight {
    // Anonymous callers have their own flights: their failures must not reach other callers.
    const key = `${task.asksNobody ? "stranger " : ""}${task.asksNoAddress ? "unclaimed " : ""}${task.anonymous ? "anonymous " : ""}${inMemory(task, task.key)}`
    const running = this.#flights.get(key)
    if (running) {
      running.lasting ||= task.isKept
      return running
    }
    const outcome = this.#make(task, () => flight.lasting).finally(() => this.#flights.delete(key))
    const flight: Flight = { outcome, lasting: task.isKept }
    // Logged here, because all callers may have given up waiting.
    outcome.catch((error: unknown) => {
      const level = error instanceof Unavailable || error instanceof Unauthenticated ? "debug" : "warn"
      this.#options.log[level]({ mode: task.mode.id, err: error }, "content.failed")
    })
    this.#flights.set(key, flight)
    return flight
  }

  /** Fresh content for a preview, bypassing the caches. */
  #uncached(task: Task): Promise<Outcome> {
    const outcome = this.#make(task)
    outcome.catch(() => {
      /* reported to the preview, if it still waits */
    })
    return outcome
  }

  /** Runs the mode. `lasts`: whether to store the content; without it the content is not even cached. */
  async #make(task: Task, lasts?: () => boolean): Promise<Outcome> {
    const { clock, deadline: milliseconds } = this.#options
    const { mode, asking } = task
    const { signal, clear } = deadlineIn(clock, milliseconds)
    // Content that never arrives would block its flight for ever.
    const outcome = await orAborted(mode.content(this.#full(task, signal)), signal, () =>
      late(mode.id, milliseconds),
    ).finally(clear)
    if ("skip" in outcome) return outcome
    const data = mode.data.parse(outcome.data)
    const json = JSON.stringify(data)
    if (Buffer.byteLength(json) > MAX_BYTES) throw tooLarge(mode.id)
    const now = clock.now()
    const until = Math.min(outcome.validUntil ?? Infinity, now + (mode.cacheFor ?? 86_400) * 1000, asking.until)
    const kept: Kept = { data, origin: asking.isOld ? "stale" : "fresh", madeAt: asking.madeAt ?? now, until }
    // What is for this caller alone, or of a device that was forgotten meanwhile, is not kept.
    if (!lasts || asking.isRefused || task.mark !== this.#options.lastGood.mark(task)) return kept
    this.#keep(task, task.key, kept, json)
    if (lasts()) this.#remember(task, kept, json)
    return kept
  }

  #full(task: Task, deadline: AbortSignal): ContentContext {
    const { mode, context, key, anonymous, allowance, caller, isTrial } = task
    const stranger = anonymous && { anonymous, ...(allowance && { allowance }) }
    const turn = { caller, signal: deadline, ...(isTrial && { isTrial }), ...stranger }
    const source = task.asking.asker(context, turn, { ...task, isUsual: anonymous && isUsual(mode, context) })
    return { ...context, deadline, random: seededRandom(key), source }
  }

  #cacheOf({ context: { mac } }: Task): ByteCache<Kept> {
    return mac === undefined ? this.#kept : this.#own
  }

  #keep(task: Task, key: string, kept: Kept, json: string): void {
    const whole = inMemory(task, key)
    this.#cacheOf(task).set(whole, kept, json.length * 3 + whole.length * 2 + 200)
  }

  /** The last good content, marked as stale; else the mode's offline content. */
  async #fallback(task: Task, failure: Error): Promise<Content> {
    const last = await this.#last(task)
    if (last) return { ...last, failure }
    const data = task.mode.fallback(this.#full(task, AbortSignal.abort()))
    return { data, origin: "fallback", madeAt: this.#options.clock.now(), failure }
  }

  /** The content that another server of the store has made, and that is still fresh. Pictures that only that one has can be missing. */
  async #ofOthers(task: Task, now: number): Promise<Content | undefined> {
    // A person's mode that was saved again has the same slot: what it made before is not what it makes now.
    if (!this.#options.isShared || task.scoped) return undefined
    const found = await this.#options.lastGood.get(slotOf(task))
    if (!found || found.until <= now || found.at !== momentOf(task)) return undefined
    const checked = task.mode.data.safeParse(found.data)
    const json = checked.success ? JSON.stringify(checked.data) : ""
    if (!checked.success || json.includes(FETCHED_ID)) return undefined
    this.#keep(task, task.key, { ...found, data: checked.data, origin: "fresh" }, json)
    return { data: checked.data, origin: "cached", madeAt: found.madeAt }
  }

  /** What another server has made since an old content was. */
  async #newer(task: Task, madeAt: number): Promise<Content | undefined> {
    if (!this.#options.isShared) return undefined
    const last = await this.#last(task)
    return last && last.madeAt > madeAt ? last : undefined
  }

  async #last(task: Task): Promise<Content | undefined> {
    const known = this.#cacheOf(task).get(inMemory(task, task.lasting))
    const kept = known && !this.#options.isShared ? undefined : await this.#options.lastGood.get(slotOf(task))
    const last = known && kept ? (known.madeAt >= kept.madeAt ? known : kept) : (known ?? kept)
    const checked = last && task.mode.data.safeParse(last.data)
    return last && checked?.success ? { data: checked.data, origin: "stale", madeAt: last.madeAt } : undefined
  }

  /** Why the newest content of a page is not kept across restarts; undefined when it is. */
  unkept(mode: Mode, request: DrawRequest): PlatenError | undefined {
    const { lastGood, clock } = this.#options
    return lastGood.hasRefused ? lastGood.refusal(slotOf(this.#task(mode, request, clock.now()))) : undefined
  }

  #remember(task: Task, kept: Kept, json: string): void {
    this.#keep(task, task.lasting, kept, json)
    if (task.scoped && (!task.asking.hasAsked || !task.device)) return
    const until = kept.origin === "stale" ? 0 : kept.until
    this.#options.lastGood.keep(slotOf(task), { ...kept, until, at: momentOf(task), json }, task.mark)
  }
}

/** Resolves after the work that is at hand: most content needs nothing from outside. */
function turned(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function late(mode: string, milliseconds: number): Upstream {
  return new Upstream(`The content of ${mode} did not arrive within ${milliseconds / 1000} seconds: try again later.`, {
    code: "content-late",
  })
}

function tooLarge(mode: string): Invalid {
  return new Invalid(
    `The content of ${mode} has more than ${MAX_BYTES >> 10} KB: choose fewer or smaller sources for this page.`,
    { code: "content-too-large" },
  )
}
