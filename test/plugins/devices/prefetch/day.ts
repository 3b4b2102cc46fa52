import { readFileSync } from "node:fs"
import { definePlugin, OBSERVERS } from "platen/sdk"
import { seededRandom } from "platen/sdk/kit"
import type { OutboundAnswer, OutboundFetch, Plugin } from "platen/sdk"
import { AHEAD } from "../../../../plugins/devices/prefetch/index.js"
import { openExtended, UNLIMITED } from "../../../editions/extended-stage.js"
import type { Extended, Person } from "../../../editions/extended-stage.js"
import { fakeClock } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { airAnswer, forecastAnswer, PLACES } from "../../../world/open-meteo.js"

const STEP_MS = 15_000
const MINUTE_MS = 60_000
/** Bytes of a bitmap before its pixels. */
const HEAD_BYTES = 62
const BEGIN = "2026-11-23T00:00:00Z"
const CALENDAR = readFileSync(new URL("../../../../../test/world/calendars/google.ics", import.meta.url))

/** What happened in a simulated day. */
export interface Day {
  /** Wakes while the world answered, and how many of them found fresh content. */
  readonly wakes: number
  readonly fresh: number
  /** Wakes while it did not: by where the content came from. */
  readonly away: Readonly<Record<string, number>>
  /** Pages without content, and pages with old content, while the world answered. */
  readonly fallbacks: number
  readonly stale: number
  /** Pages with old content that do not say so, and pages with hardly a black pixel, at any time. */
  readonly unmarked: number
  readonly blank: number
  /** Calls by host. */
  readonly calls: Readonly<Record<string, number>>
  /** By result, as `platen_ahead_total` counts. */
  readonly ahead: Readonly<Record<string, number>>
}

export interface DayOptions {
  readonly devices: number
  readonly hours: number
  /** Hours of the day between which the world does not answer. */
  readonly away: readonly [from: number, to: number]
  /** False: nothing is made ahead. */
  readonly isAhead?: boolean
}

const MODES = [
  "WEATHER",
  "AGENDA",
  "AIR",
  "FEED",
  "BRIEFING",
  "NUMBERS",
  "THISDAY",
  "DAILY",
  "ALMANAC",
  "MOON",
  "STOIC",
] as const
/** The mark of old content in the languages of the screens: as of, Stand, 的内容. */
const MARK = /as of |Stand |的内容/

interface Chosen {
  readonly config: object
  readonly playlist: readonly object[] | undefined
}

/** The pages of a house of screens: places, intervals and modes as people choose them. */
function chosenFor(i: number): Chosen {
  const random = seededRandom(`screen ${i}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const place = PLACES[i % PLACES.length]!
  const modes = [...new Set(["WEATHER", ...Array.from({ length: 3 }, () => pick(MODES))])]
  return {
    config: {
      modes,
      strategy: pick(["random", "cycle", "smart"]),
      refresh_interval: pick([15, 30, 60, 60, 120]),
      language: pick(["en", "de", "zh"]),
      city: place.name,
      latitude: place.latitude + (random() - 0.5) * 0.02,
      longitude: place.longitude,
      mode_overrides: {
        AGENDA: { feeds: [{ name: "Work", url: `https://calendar.example/${i % 10}.ics` }] },
        BRIEFING: { urls: [`https://paper-${i % 4}.example/rss`] },
        FEED: { urls: [`https://paper-${i % 4}.example/rss`, `https://paper-${(i + 1) % 4}.example/rss`] },
        NUMBERS: {
          requests: [{ url: `https://meter.example/${i % 20}.json` }],
          pick: [{ path: "$.watts", label: "Power", unit: "W" }],
        },
      },
    },
    playlist:
      i % 3 === 0
        ? modes.map((mode, at) => ({ mode, ...(at === 0 && { minutes: 30, weight: 2, whenEmpty: "skip" }) }))
        : undefined,
  }
}

interface Screen {
  readonly drift: number
  next: number
  /** Wakes it; resolves to the minutes after which it comes again. */
  wake(): Promise<number>
}

/** A screen that somebody has set up. */
async function screenOf(house: Extended, owner: Person, i: number, blank: () => void): Promise<Screen> {
  const mac = `0A:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`
  const device = await house.owned(owner, mac)
  const { config, playlist } = chosenFor(i)
  await house.post("/api/config", { mac, ...config }, owner.headers)
  if (playlist) await house.post(`/api/device/${mac}/playlist`, { playlist }, owner.headers, "PUT")
  const now = house.clock.now()
  return {
    drift: 0.99 + seededRandom(mac)() * 0.03,
    next: now + ((i * 13 * MINUTE_MS) % (60 * MINUTE_MS)),
    wake: async () => {
      const { headers, body } = await house.at(`/api/render?v=4.0&mac=${mac}&w=400&h=300`, { headers: device.headers })
      if (isBlank(body)) blank()
      // Observers are told after the answer.
      await new Promise((resolve) => setImmediate(resolve))
      return Number(headers["x-refresh-minutes"])
    },
  }
}

/** Whether a bitmap of one bit a pixel has less than a five-hundredth in black. */
function isBlank(bytes: Uint8Array): boolean {
  let black = 0
  for (const byte of bytes.subarray(HEAD_BYTES)) for (let bits = ~byte & 255; bits > 0; bits &= bits - 1) black++
  return black < ((bytes.length - HEAD_BYTES) * 8) / 500
}

/** Keeps the words of each page that is drawn, by its etag. */
function wordsOf({ app }: Stage): ReadonlyMap<string, string> {
  const { rasterizer } = app.engine
  const words = new Map<string, string>()
  const draw = rasterizer.draw.bind(rasterizer)
  Object.assign(rasterizer, {
    draw: (...given: Parameters<typeof draw>) => {
      const drawn = draw(...given)
      words.set(drawn.encoded.etag, rasterizer.describe(given[0]))
      return drawn
    },
  })
  return words
}

/** Counts what the server says of its pages. */
function watcher(sums: Sums, isAway: () => boolean, words: () => ReadonlyMap<string, string>): Plugin {
  const count = (all: Record<string, number>, name: string): void => {
    all[name] = (all[name] ?? 0) + 1
  }
  return definePlugin({
    id: "watcher",
    setup: () => [
      OBSERVERS.of({
        id: "watcher",
        render: ({ picture: { origin, etag } }) => {
          count(isAway() ? sums.away : sums.there, origin)
          if (origin === "stale" && !MARK.test(words().get(etag) ?? "")) count(sums.faults, "unmarked")
        },
        ahead: ({ result }) => count(sums.ahead, result),
      }),
    ],
  })
}

/** Pages by where their content came from, while the world answered and while it did not; and what the work ahead was worth. */
interface Sums {
  readonly there: Record<string, number>
  readonly away: Record<string, number>
  readonly ahead: Record<string, number>
  readonly faults: Record<string, number>
}

const LIMIT = 100_000_000
/** Screens of one person. */
const HOUSEHOLD = 4

/** Lives a day of many screens through, on a clock that is moved by hand. */
export async function livedDay({ devices, hours, away, isAhead = true }: DayOptions): Promise<Day> {
  const clock = fakeClock(BEGIN)
  const calls: Record<string, number> = {}
  const sums: Sums = { there: {}, away: {}, ahead: {}, faults: {} }
  let isAway = false
  const house = await openExtended({
    clock,
    fetch: worldOf(clock, calls, () => isAway),
    plugins: [
      watcher(
        sums,
        () => isAway,
        () => words,
      ),
    ],
    server: { limits: { ...UNLIMITED, pairing: LIMIT, playlist: LIMIT, people: LIMIT } },
  })
  const { stage } = house
  const words = wordsOf(stage)
  const screens: Screen[] = []
  const blank = (): void => void (sums.faults.blank = (sums.faults.blank ?? 0) + 1)
  let owner: Person | undefined
  for (let i = 0; i < devices; i++) {
    if (i % HOUSEHOLD === 0) owner = await house.person()
    screens.push(await screenOf(house, owner!, i, blank))
  }
  const begun = clock.now()
  for (let now = begun; now < begun + hours * 60 * MINUTE_MS; now = clock.now()) {
    const hour = (now - begun) / (60 * MINUTE_MS)
    isAway = hour >= away[0] && hour < away[1]
    if (isAhead) await stage.app.get(AHEAD).step()
    for (const screen of screens.filter(({ next }) => next <= now))
      screen.next = now + (await screen.wake()) * MINUTE_MS * screen.drift
    clock.advance(STEP_MS)
  }
  await house.close()
  const { fresh = 0, cached = 0, stale = 0, fallback = 0 } = sums.there
  return {
    wakes: fresh + cached + stale + fallback,
    fresh: fresh + cached,
    fallbacks: fallback,
    stale,
    unmarked: sums.faults.unmarked ?? 0,
    blank: sums.faults.blank ?? 0,
    away: sums.away,
    calls,
    ahead: sums.ahead,
  }
}

/** A world that answers for any place at any time, and counts who is asked. */
function worldOf(clock: { now(): number }, calls: Record<string, number>, isAway: () => boolean): OutboundFetch {
  return async (address) => {
    const url = new URL(String(address))
    calls[url.host] = (calls[url.host] ?? 0) + 1
    if (isAway()) throw Object.assign(new Error("the network is away"), { code: "upstream" })
    const bytes = answerOf(url, clock.now())
    const text = (part: Uint8Array = bytes): string => Buffer.from(part).toString()
    const answer: OutboundAnswer = {
      status: 200,
      url: url.href,
      headers: {},
      bytes,
      text,
      json: () => JSON.parse(text()) as unknown,
    }
    return answer
  }
}

/** A newspaper's feed: an item each hour. */
function paperOf(host: string, now: number): Buffer {
  const items = Array.from({ length: 12 }, (_, i) => {
    const at = new Date(Math.floor(now / 3_600_000 - i) * 3_600_000)
    return `<item><title>What happened at ${at.toISOString().slice(0, 13)} in ${host}</title><link>https://${host}/${at.getTime()}</link><pubDate>${at.toUTCString()}</pubDate></item>`
  })
  return Buffer.from(`<rss version="2.0"><channel><title>${host}</title>${items.join("")}</channel></rss>`)
}

function answerOf(url: URL, now: number): Buffer {
  if (url.host === "calendar.example") return CALENDAR
  if (url.host === "meter.example") return Buffer.from(JSON.stringify({ watts: Math.round(now / 60_000) % 4_000 }))
  if (url.host.startsWith("paper-")) return paperOf(url.host, now)
  const [latitude, longitude] = [Number(url.searchParams.get("latitude")), Number(url.searchParams.get("longitude"))]
  const near = PLACES.find(
    (place) => Math.abs(place.latitude - latitude) < 0.2 && Math.abs(place.longitude - longitude) < 0.2,
  )!
  const place = { ...near, at: new Date(now).toISOString() }
  return Buffer.from(JSON.stringify(url.host.startsWith("air") ? airAnswer(place) : forecastAnswer(place)))
}
