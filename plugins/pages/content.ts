import { createHash } from "node:crypto"
import { Invalid, SetupError, Unauthenticated, Upstream, z } from "platen/sdk"
import { seededRandom } from "platen/sdk/kit"
import { withTimeout } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { ByteCache, Catalog, Clock, Collection, LocalTime, Log, Service } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { ContentContext, DrawRequest, Mode, PageContent, Source, Turn } from "platen/sdk/mode"
import { dataOf, faultOf, settingsOf } from "./mode-input.js"
import { numberOf } from "./numbers.js"

/** What a mode has to show, and where it came from. */
export type Content = PageContent["content"]

export interface ContentOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: Pick<Service, "localTime">
  readonly sources: Catalog<Source>
  /** Contents that any page may be drawn from, and those that are one device's alone. */
  readonly kept: ByteCache<Kept>
  readonly own: ByteCache<Kept>
  /** Where the last good content is kept over a restart. */
  readonly lastGood: Collection<LastGood>
  /** Milliseconds that a render waits for the world; the content goes on being made behind it. */
  readonly timeout: number
}

/** `of`: what it was made for, as a digest: others may have had its place. */
export const lastGoodSchema = z.object({ data: z.unknown(), madeAt: z.number(), of: z.string().default("") })
export type LastGood = z.output<typeof lastGoodSchema>

/** A content that may be shown again until then, in milliseconds since 1970 in UTC. */
export interface Kept {
  readonly data: unknown
  readonly madeAt: number
  readonly until: number
}

export const CACHE_BYTES = 8 << 20
export const OWN_BYTES = 1 << 20
const LAST_GOOD_DAYS = 30
/** Places for the last good contents of one mode, for all, for one device, and of a mode that users have made: callers may ask in any number of languages. */
const LAST_GOOD = { all: 4096, device: 64, scoped: 1 }
/** Characters of JSON that are kept of a mode that users have made. */
const MAX_SCOPED = 16_384
/** Content has so many times a render's timeout before it is given up. */
const DEADLINES = 3

type Known = Omit<ContentContext, "deadline" | "source" | "random">
type Made = Kept | { readonly skip: string }

/** A content to make. */
interface Task {
  readonly mode: Mode
  readonly context: Known
  /** All that it depends on. */
  readonly key: string
  /** The same without day and hour: under what the last good one is kept. */
  readonly lasting: string
  readonly preview: boolean
  /** True: by somebody without a credential, for settings that are tried out: no source is asked. */
  readonly asksNobody: boolean
  /** True: a mode that is not everybody's. */
  readonly scoped: boolean
  /** True once it has asked a source: only what comes from elsewhere can fail another time. */
  asked: boolean
  /** Whose it is in the store: of a device that has settings of its own for the mode, they may hold what its owner has written. */
  readonly device: DeviceId | undefined
  readonly caller: string
}

interface Flight {
  readonly made: Promise<Made>
  /** True once somebody waits who is no preview: then the store remembers it. */
  lasting: boolean
}

/** Makes contents: one flight a key, kept as long as they are true, the last good one in their place when they fail. */
export class ContentMaker {
  readonly #options: ContentOptions
  readonly #kept: ByteCache<Kept>
  /** By the device's folder first: it is deleted with its device. */
  readonly #own: ByteCache<Kept>
  readonly #flights = new Map<string, Flight>()

  constructor(options: ContentOptions) {
    this.#options = options
    this.#kept = options.kept
    this.#own = options.own
  }

  /**
   * `spent`: milliseconds of the render's timeout that modes before this one have used up.
   * Never rejects but for settings that fail the mode's schema (Invalid) and a fallback that throws.
   */
  async content(mode: Mode, request: DrawRequest, spent = 0): Promise<Content | { readonly skip: string }> {
    const { clock, log } = this.#options
    const timeout = Math.max(0, Math.round(this.#options.timeout - spent))
    const now = clock.now()
    if (request.data !== undefined) return { data: dataOf(mode, request.data), origin: "cached", madeAt: now }
    const task = this.#task(mode, request, now)
    const known = this.#cacheOf(task).get(inMemory(task, task.key))
    if (known && known.until > now && !request.fresh)
      return { data: known.data, origin: "cached", madeAt: known.madeAt }
    try {
      const made = await withTimeout(
        request.fresh && task.preview ? this.#aside(task) : this.#flight(task).made,
        timeout,
        () => {
          log.warn({ mode: mode.id, ms: timeout }, "content.timed-out")
          return late(mode.id, timeout)
        },
      )
      return "skip" in made ? made : { data: made.data, origin: "fresh", madeAt: made.madeAt }
    } catch (error) {
      return this.#fallback(task, error as Error)
    }
  }

  /** Nothing that was made for a device is kept any longer. */
  async forget(device: DeviceId): Promise<void> {
    const { lastGood } = this.#options
    this.#own.deleteBelow(folderOf(device))
    for (
      let rows = await lastGood.list({ prefix: folderOf(device) });
      rows.length > 0;
      rows = await lastGood.list({ prefix: folderOf(device) })
    ) {
      for (const { key } of rows) await lastGood.delete(key)
    }
  }

  #task(mode: Mode, request: DrawRequest, now: number): Task {
    const context = contextOf(mode, request, this.#options.service.localTime(now, request.timeZone))
    const { day, hour, ...rest } = context
    const scope = mode.scope ?? ""
    const lasting = [scope, mode.id, mode.version ?? 1, rest]
    return {
      mode,
      context,
      key: JSON.stringify([...lasting, day, hour]),
      lasting: JSON.stringify(lasting),
      preview: request.preview === true,
      device: deviceOf(mode, request, scope),
      scoped: scope !== "",
      asked: false,
      asksNobody: request.stranger !== undefined && request.preview === true && !request.saved,
      caller: request.turn?.caller ?? "",
    }
  }

  #flight(task: Task): Flight {
    // What fails for a stranger does not fail for others who ask at the same time.
    const key = `${task.asksNobody ? "stranger " : ""}${inMemory(task, task.key)}`
    const under = this.#flights.get(key)
    if (under) {
      under.lasting ||= !task.preview
      return under
    }
    const made = this.#make(task, () => flight.lasting).finally(() => this.#flights.delete(key))
    const flight: Flight = { made, lasting: !task.preview }
    // Whoever waited may have gone: then nobody else would say why it failed.
    made.catch((error: unknown) => this.#options.log.warn({ mode: task.mode.id, err: error }, "content.failed"))
    this.#flights.set(key, flight)
    return flight
  }

  /** For a preview that asks for new content: nothing that others are shown changes with it. */
  #aside(task: Task): Promise<Made> {
    const made = this.#make(task)
    made.catch(() => {
      /* told to the preview, if it still waits */
    })
    return made
  }

  /** `lasts`: whether the store is to remember it; without it nothing is kept at all. */
  async #make(task: Task, lasts?: () => boolean): Promise<Made> {
    const { clock, timeout } = this.#options
    const { mode } = task
    const deadline = AbortSignal.timeout(timeout * DEADLINES)
    const outcome = await Promise.race([
      mode.content(this.#full(task, deadline)),
      past(deadline, mode.id, timeout * DEADLINES),
    ])
    if ("skip" in outcome) return outcome
    const data = mode.data.parse(outcome.data)
    const now = clock.now()
    const until = Math.min(outcome.validUntil ?? Infinity, now + (mode.cacheFor ?? 86_400) * 1000)
    const kept = { data, madeAt: now, until }
    if (lasts) this.#keep(this.#cacheOf(task), inMemory(task, task.key), kept)
    if (lasts?.()) this.#remember(task, kept)
    return kept
  }

  #full(task: Task, deadline: AbortSignal): ContentContext {
    const { context, key, asksNobody, caller } = task
    const source: ContentContext["source"] = (name, parameters = {}) => {
      task.asked = true
      if (asksNobody)
        return Promise.reject(
          new Unauthenticated(`The source "${name}" is not asked for somebody who has not signed in: sign in.`, {
            code: "sign-in-needed",
          }),
        )
      return this.#read(name, parameters, context, { caller, signal: deadline })
    }
    return { ...context, deadline, random: seededRandom(key), source }
  }

  /** A source's answer, its parameters checked, kept as long as the source allows. */
  async #read(
    name: string,
    parameters: object,
    context: Known,
    turn: Turn & { readonly signal: AbortSignal },
  ): Promise<unknown> {
    const source = this.#options.sources.get(name)
    if (!source) throw new SetupError(`There is no source "${name}": enable the plugin that has it.`)
    const checked = source.parameters.safeParse(parameters)
    if (!checked.success) throw new Invalid(`Source "${name}" refuses its parameters: ${faultOf(checked.error)}.`)
    const { language, timeZone, day, place } = context
    const key = JSON.stringify(["source", name, checked.data, language, timeZone, day, place])
    const now = this.#options.clock.now()
    const known = this.#kept.get(key)
    if (known && known.until > now) return known.data
    const data = source.result.parse(
      await source.read(checked.data, {
        language,
        timeZone,
        day,
        deadline: turn.signal,
        turn,
        ...(place && { place }),
      }),
    )
    if (source.cacheFor) this.#keep(this.#kept, key, { data, madeAt: now, until: now + source.cacheFor * 1000 })
    return data
  }

  #cacheOf({ context: { mac } }: Task): ByteCache<Kept> {
    return mac === undefined ? this.#kept : this.#own
  }

  #keep(cache: ByteCache<Kept>, key: string, kept: Kept): void {
    cache.set(key, kept, JSON.stringify(kept.data).length * 3 + key.length * 2 + 200)
  }

  /** The last good content, marked so; else the mode's own offline content. */
  async #fallback(task: Task, failure: Error): Promise<Content> {
    const { mode } = task
    const last = this.#cacheOf(task).get(inMemory(task, task.lasting)) ?? (await this.#lastGood(task))
    const checked = last && mode.data.safeParse(last.data)
    if (last && checked?.success) return { data: checked.data, origin: "stale", madeAt: last.madeAt, failure }
    const data = mode.fallback(this.#full(task, AbortSignal.abort()))
    return { data, origin: "fallback", madeAt: this.#options.clock.now(), failure }
  }

  async #lastGood(task: Task): Promise<LastGood | undefined> {
    const { key, of } = stored(task)
    const last = await this.#options.lastGood.get(key).catch(() => undefined)
    return last?.of === of ? last : undefined
  }

  #remember(task: Task, kept: Kept): void {
    const { key, of } = stored(task)
    this.#keep(this.#cacheOf(task), inMemory(task, task.lasting), kept)
    if (task.scoped && (!task.asked || !task.device || JSON.stringify(kept.data).length > MAX_SCOPED)) return
    this.#options.lastGood
      .set(key, { data: kept.data, madeAt: kept.madeAt, of }, { ttl: LAST_GOOD_DAYS * 86_400 })
      .catch((error: unknown) => this.#options.log.warn({ mode: task.mode.id, err: error }, "content-write.failed"))
  }
}

function contextOf(mode: Mode, request: DrawRequest, { hour, year, month, day, weekday }: LocalTime): Known {
  return {
    settings: settingsOf(mode, request.settings?.[mode.id]),
    language: request.language,
    tone: request.tone ?? "neutral",
    ...(request.place && { place: request.place }),
    timeZone: request.timeZone,
    day: { year, month, day, weekday },
    ...(mode.hourly && { hour }),
    screen: screenClass(request.width, request.height).id,
    palette: request.palette,
    ...(mode.perDevice &&
      request.mac !== undefined && {
        mac: request.mac,
        ...(request.edition !== undefined && { edition: request.edition }),
      }),
  }
}

/** Two modes of one id (a scoped one, or one that was loaded anew) never share contents in memory. */
function inMemory({ mode, context: { edition, mac } }: Task, key: string): string {
  return `${mac === undefined ? "" : folderOf({ edition: edition ?? "", mac })}${numberOf(mode)} ${key}`
}

/** A store key: short, it tells nobody's settings, it does not depend on the order of loading, and there are not many of a mode. Those of a device stand together. */
function stored({ mode, lasting, device, scoped }: Task): { readonly key: string; readonly of: string } {
  const folder = device ? folderOf(device) : ""
  const digest = createHash("sha256").update(lasting).digest()
  return {
    key: `${folder}${mode.id}/${digest.readUInt32BE() % LAST_GOOD[scoped ? "scoped" : folder === "" ? "all" : "device"]}`,
    of: digest.toString("base64url"),
  }
}

function deviceOf(mode: Mode, { edition, mac, settings }: DrawRequest, scope: string): DeviceId | undefined {
  if (edition === undefined || mac === undefined) return undefined
  return scope !== "" || mode.perDevice || settings?.[mode.id] !== undefined ? { edition, mac } : undefined
}

/** What a store key of a device's own content begins with. No mode's id has a small letter. */
function folderOf({ edition, mac }: DeviceId): string {
  return `device/${edition}/${mac}/`
}

/** Rejects when the signal fires: content that never comes would keep others from being asked for. */
function past(deadline: AbortSignal, mode: string, milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    deadline.addEventListener("abort", () => reject(late(mode, milliseconds)), { once: true })
  })
}

function late(mode: string, milliseconds: number): Upstream {
  return new Upstream(`The content of ${mode} did not come within ${milliseconds / 1000} seconds.`, {
    code: "content-late",
  })
}
