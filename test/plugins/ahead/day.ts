import { CONFIG, DEVICES, RENDERS } from "platen/sdk/device"
import { AREAS } from "platen/sdk/http"
import { NEW_DEVICE, seededRandom } from "platen/sdk/kit"
import type { OutboundAnswer, OutboundFetch } from "platen/sdk"
import type { DeviceConfig } from "platen/sdk/device"
import { readFileSync } from "node:fs"
import { AHEAD } from "../../../plugins/ahead/index.js"
import { PLAYLIST } from "../../../plugins/configs/playlist.js"
import type { PlaylistItem } from "../../../plugins/configs/playlist.js"
import { fakeClock, openStage } from "../../testing/index.js"
import { airAnswer, forecastAnswer, PLACES } from "../../world/open-meteo.js"
import { CONFIG as PLAIN } from "../configs/catalogs.js"

const STEP_MS = 15_000
const MINUTE_MS = 60_000
const BEGIN = "2026-11-23T00:00:00Z"
const CALENDAR = readFileSync(new URL("../../../../test/world/calendars/google.ics", import.meta.url))

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

const MODES = ["WEATHER", "AGENDA", "AIR", "THISDAY", "DAILY", "ALMANAC", "MOON", "STOIC"] as const

/** The configs of a house of screens: places, intervals and pages as people choose them. */
function configOf(i: number): { readonly config: DeviceConfig; readonly items: readonly PlaylistItem[] } {
  const random = seededRandom(`screen ${i}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const place = PLACES[i % PLACES.length]!
  const modes = [...new Set(["WEATHER", ...Array.from({ length: 3 }, () => pick(MODES))])]
  const isListed = i % 3 === 0
  return {
    config: {
      ...PLAIN,
      modes,
      strategy: pick(["random", "cycle", "smart"]),
      refreshInterval: pick([15, 30, 60, 60, 120]),
      language: pick(["en", "de", "zh"]),
      city: place.name,
      latitude: place.latitude + (random() - 0.5) * 0.02,
      longitude: place.longitude,
      zone: place.timeZone,
      settings: { AGENDA: { feeds: [{ name: "Work", url: `https://calendar.example/${i % 10}.ics` }] } },
    },
    items: isListed
      ? modes.map((mode, at) => ({ mode, ...(at === 0 && { minutes: 30, weight: 2, whenEmpty: "skip" as const }) }))
      : [],
  }
}

/** Lives a day of many screens through, on a clock that is moved by hand. */
export async function livedDay({ devices: count, hours, away, isAhead = true }: DayOptions): Promise<Day> {
  const clock = fakeClock(BEGIN)
  const calls: Record<string, number> = {}
  let isAway = false
  const stage = await openStage({ clock, fetch: worldOf(clock, calls, () => isAway) })
  const [ahead, devices, renders, areas] = [AHEAD, DEVICES, RENDERS, AREAS].map((token) =>
    stage.app.get(token as never),
  ) as never as [
    { step(): Promise<void> },
    { update(realm: string, mac: string, change: (device: unknown) => unknown): Promise<unknown> },
    {
      reserve(
        id: object,
        request: object,
      ): Promise<{ picture: { origin: string; mode: string }; refreshMinutes: number; commit(): Promise<void> }>
    },
    { list(): readonly { id: string; realm: string }[] },
  ]
  const area = areas.list().find(({ id }) => id === "extended")!
  const screens = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const { config, items } = configOf(i)
      const mac = `0A:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`
      await devices.update(area.realm, mac, () =>
        NEW_DEVICE.with(CONFIG, {
          records: [{ id: 1, createdAt: clock.now(), active: true, config }],
          next: 2,
          configured: true,
        }).with(PLAYLIST, { items: [...items] }),
      )
      return {
        mac,
        drift: 0.99 + seededRandom(mac)() * 0.03,
        next: clock.now() + ((i * 13 * MINUTE_MS) % (60 * MINUTE_MS)),
      }
    }),
  )
  const sums = { wakes: 0, fresh: 0, fallbacks: 0, stale: 0 }
  const inAway: Record<string, number> = {}
  const end = clock.now() + hours * 60 * MINUTE_MS
  const begun = clock.now()
  while (clock.now() < end) {
    const hour = (clock.now() - begun) / (60 * MINUTE_MS)
    isAway = hour >= away[0] && hour < away[1]
    if (isAhead) await ahead.step()
    for (const screen of screens.filter(({ next }) => next <= clock.now())) {
      const lease = await renders.reserve(
        { realm: area.realm, mac: screen.mac },
        { area, panel: { width: 400, height: 300, palette: "bw", codec: "bmp" }, inks: 2 },
      )
      await lease.commit()
      const { origin } = lease.picture
      if (isAway) inAway[origin] = (inAway[origin] ?? 0) + 1
      else {
        sums.wakes++
        if (origin === "fresh" || origin === "cached") sums.fresh++
        else if (origin === "stale") sums.stale++
        else sums.fallbacks++
      }
      screen.next = clock.now() + lease.refreshMinutes * MINUTE_MS * screen.drift
    }
    clock.advance(STEP_MS)
  }
  await stage.close()
  return { ...sums, away: inAway, calls, ahead: {} }
}

/** A world that answers for any place at any time, and counts who is asked. */
function worldOf(clock: { now(): number }, calls: Record<string, number>, isAway: () => boolean): OutboundFetch {
  return async (address) => {
    const url = new URL(String(address))
    calls[url.host] = (calls[url.host] ?? 0) + 1
    if (isAway()) throw Object.assign(new Error("the network is away"), { code: "upstream" })
    const bytes = answerOf(url, clock.now())
    const text = (): string => bytes.toString()
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

function answerOf(url: URL, now: number): Buffer {
  if (url.host === "calendar.example") return CALENDAR
  const [latitude, longitude] = [Number(url.searchParams.get("latitude")), Number(url.searchParams.get("longitude"))]
  const near = PLACES.find(
    (place) => Math.abs(place.latitude - latitude) < 0.2 && Math.abs(place.longitude - longitude) < 0.2,
  )!
  const place = { ...near, at: new Date(now).toISOString() }
  return Buffer.from(JSON.stringify(url.host.startsWith("air") ? airAnswer(place) : forecastAnswer(place)))
}
