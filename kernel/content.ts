import { Invalid, SetupError, Upstream, seededRandom, screenClass, z } from "platen/sdk"
import type { Clock, Collection, ContentContext, DrawRequest, Log, Mode, Source } from "platen/sdk"
import { localTime } from "./local-time.js"
import { byteCache } from "./text/cache.js"
import type { ByteCache } from "./text/cache.js"

/** What a mode has to show, and where it came from. */
export interface Content {
  readonly data: unknown
  readonly origin: "fresh" | "cached" | "stale" | "fallback"
  /** Milliseconds since 1970 in UTC: when it was made. */
  readonly madeAt: number
  /** Why it is not what was asked for. */
  readonly failure?: Error
}

export interface ContentOptions {
  readonly clock: Clock
  readonly log: Log
  source(name: string): Source | undefined
  /** Where the last good content is kept over a restart. */
  readonly lastGood: Collection<LastGood>
  /** Milliseconds that a render waits for the world; the content goes on being made behind it. */
  readonly patience: number
}

export const lastGoodSchema = z.object({ data: z.unknown(), madeAt: z.number() })
export type LastGood = z.output<typeof lastGoodSchema>

interface Kept {
  readonly data: unknown
  readonly madeAt: number
  readonly until: number
}

const CACHE_BYTES = 8 << 20
const LAST_GOOD_DAYS = 30

/** Makes contents: one flight a key, kept as long as they are true, the last good one in their place when they fail. */
export class ContentMaker {
  readonly #options: ContentOptions
  readonly #kept: ByteCache<Kept> = byteCache(CACHE_BYTES)
  readonly #flights = new Map<string, Promise<Kept | { readonly skip: string }>>()

  constructor(options: ContentOptions) {
    this.#options = options
  }

  /** Never rejects but for settings that fail the mode's schema (Invalid) and a fallback that throws. */
  async content(mode: Mode, request: DrawRequest): Promise<Content | { readonly skip: string }> {
    const now = this.#options.clock.now()
    const context = contextOf(mode, request, now)
    const key = keyOf(mode, context, true)
    const known = this.#kept.get(key)
    if (known && known.until > now && !request.fresh) return { data: known.data, origin: "cached", madeAt: known.madeAt }
    const flight = this.#flights.get(key) ?? this.#start(mode, context, key, request.preview === true)
    try {
      const made = await inTime(flight, this.#options.patience, mode.id)
      return "skip" in made ? made : { data: made.data, origin: "fresh", madeAt: made.madeAt }
    } catch (error) {
      return this.#instead(mode, context, error as Error)
    }
  }

  #start(mode: Mode, context: Omit<ContentContext, "deadline" | "source" | "random">, key: string, preview: boolean): Promise<Kept | { readonly skip: string }> {
    const flight = this.#make(mode, context, key, preview).finally(() => this.#flights.delete(key))
    // Nobody may be left waiting for it: its failure is told to those who are.
    flight.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }

  async #make(mode: Mode, context: Omit<ContentContext, "deadline" | "source" | "random">, key: string, preview: boolean): Promise<Kept | { readonly skip: string }> {
    const { clock } = this.#options
    const outcome = await mode.content(this.#full(context, key, AbortSignal.timeout(this.#options.patience * 3)))
    if ("skip" in outcome) return outcome
    const data = mode.data.parse(outcome.data)
    const now = clock.now()
    const until = Math.min(outcome.validUntil ?? Infinity, now + (mode.cacheFor ?? 86_400) * 1000)
    const kept = { data, madeAt: now, until }
    const text = JSON.stringify(data)
    this.#kept.set(key, kept, text.length * 3 + key.length * 2 + 200)
    if (!preview) this.#remember(mode, context, kept)
    return kept
  }

  #full(context: Omit<ContentContext, "deadline" | "source" | "random">, key: string, deadline: AbortSignal): ContentContext {
    return { ...context, deadline, random: seededRandom(key), source: (name, parameters = {}) => this.#read(name, parameters, context, deadline) }
  }

  /** A source's answer, its parameters checked, kept as long as the source allows. */
  async #read(name: string, parameters: object, context: Omit<ContentContext, "deadline" | "source" | "random">, deadline: AbortSignal): Promise<unknown> {
    const source = this.#options.source(name)
    if (!source) throw new SetupError(`There is no source "${name}": enable the plugin that has it.`)
    const checked = source.parameters.safeParse(parameters)
    if (!checked.success) throw new Invalid(`Source "${name}": ${checked.error.issues[0]?.path.join(".")}: ${checked.error.issues[0]?.message}.`)
    const { language, timeZone, day, place } = context
    const key = JSON.stringify(["source", name, checked.data, language, timeZone, day, place])
    const now = this.#options.clock.now()
    const known = this.#kept.get(key)
    if (known && known.until > now) return known.data
    const data = source.result.parse(await source.read(checked.data, { language, timeZone, day, deadline, ...(place && { place }) }))
    if (source.cacheFor) this.#kept.set(key, { data, madeAt: now, until: now + source.cacheFor * 1000 }, JSON.stringify(data).length * 3 + 200)
    return data
  }

  /** The last good content, marked so; else the mode's own offline content. */
  async #instead(mode: Mode, context: Omit<ContentContext, "deadline" | "source" | "random">, failure: Error): Promise<Content> {
    this.#options.log.warn({ mode: mode.id, err: failure }, "content.failed")
    const key = keyOf(mode, context, false)
    const last = this.#kept.get(key) ?? await this.#options.lastGood.get(short(key)).catch(() => undefined)
    const checked = last && mode.data.safeParse(last.data)
    if (last && checked?.success) return { data: checked.data, origin: "stale", madeAt: last.madeAt, failure }
    const data = mode.fallback(this.#full(context, key, AbortSignal.abort()))
    return { data, origin: "fallback", madeAt: this.#options.clock.now(), failure }
  }

  #remember(mode: Mode, context: Omit<ContentContext, "deadline" | "source" | "random">, kept: Kept): void {
    const key = keyOf(mode, context, false)
    this.#kept.set(key, kept, JSON.stringify(kept.data).length * 3 + key.length * 2)
    this.#options.lastGood.set(short(key), { data: kept.data, madeAt: kept.madeAt }, { ttl: LAST_GOOD_DAYS * 86_400 })
      .catch((error: unknown) => this.#options.log.warn({ mode: mode.id, err: error }, "content.not-kept"))
  }
}

function contextOf(mode: Mode, request: DrawRequest, now: number): Omit<ContentContext, "deadline" | "source" | "random"> {
  const { hour, year, month, day, weekday } = localTime(now, request.timeZone)
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
    ...(mode.perDevice && request.mac !== undefined && { mac: request.mac }),
  }
}

/** Throws Invalid that names the field. */
export function settingsOf(mode: Mode, given: unknown): unknown {
  if (!mode.settings) return {}
  const checked = mode.settings.safeParse(given ?? {})
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join("."), message }))
  throw new Invalid(`The settings of mode ${mode.id} are wrong: ${issues[0]?.path}: ${issues[0]?.message}.`, { issues })
}

/** Everything content may depend on. Without the moment: under what the last good one is kept. */
function keyOf(mode: Mode, { day, hour, ...rest }: Omit<ContentContext, "deadline" | "source" | "random">, moment: boolean): string {
  return JSON.stringify([mode.id, modeNumber(mode), mode.version ?? 1, rest, ...(moment ? [day, hour] : [])])
}

const numbers = new WeakMap<Mode, number>()
let count = 0

/** Two modes of one id (a scoped one, or one that was loaded anew) never share contents. */
function modeNumber(mode: Mode): number {
  let number = numbers.get(mode)
  if (number === undefined) numbers.set(mode, (number = count++))
  return number
}

/** A store key: its length is bounded, and it must not depend on the order of loading. */
function short(key: string): string {
  const [id, , version, rest] = JSON.parse(key) as [string, number, number, object]
  const text = JSON.stringify([id, version, rest])
  return text.length <= 500 ? text : `${text.slice(0, 400)}#${seededRandom(text)().toString(36)}${seededRandom(`${text}#`)().toString(36)}`
}

async function inTime<T>(work: Promise<T>, patience: number, mode: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Upstream(`The content of ${mode} did not come within ${patience / 1000} seconds.`, { code: "content-late" })), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
