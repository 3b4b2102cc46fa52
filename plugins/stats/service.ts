import { device as deviceSchema, z } from "platen/sdk"
import type { Clock, Device, Devices, RenderEvent, Store } from "platen/sdk"

const sums = z.object({
  renders: z.number().default(0),
  cached: z.number().default(0),
  modes: z.record(z.string(), z.number()).default({}),
})

const MOST_MODES = 500
const MOST_DEVICES = 20
const MOST_HEARTBEATS = 30

export interface Stats {
  /** Counts one render of a device. */
  count(event: RenderEvent): Promise<void>
  overview(edition: string): Promise<Readonly<Record<string, unknown>>>
  of(edition: string, mac: string): Promise<Readonly<Record<string, unknown>>>
}

/** Sums are kept as renders happen: nothing is scanned for them. */
export function statsOf(store: Store, devices: Devices, clock: Clock): Stats {
  const all = store.collection("sums", sums)
  return {
    count: async ({ edition, picture }) => {
      const mode = picture.mode ?? "NOTICE"
      await all.update(edition, (known = sums.parse({})) => ({
        renders: known.renders + 1,
        cached: known.cached + Number(picture.cached),
        modes: mode in known.modes || Object.keys(known.modes).length < MOST_MODES ? { ...known.modes, [mode]: (known.modes[mode] ?? 0) + 1 } : known.modes,
      }))
    },
    overview: async (edition) => {
      const { renders, cached, modes } = await all.get(edition) ?? sums.parse({})
      const lately = (await devices.recent(edition, 3_600_000)).slice(0, MOST_DEVICES)
      const rows = await Promise.all(lately.map(async ({ mac, at }) => ({ mac, last_seen: iso(at), total_renders: (await devices.get(edition, mac))?.counters.renders ?? 0 })))
      return { total_devices: await devices.count(edition), total_renders: renders, cache_hit_rate: rate(cached, renders), mode_frequency: modes, devices: rows }
    },
    of: async (edition, mac) => {
      const device = await devices.get(edition, mac) ?? deviceSchema.parse({})
      const { counters } = device
      const [last] = await devices.renders.list(`${edition}/${mac}`, { limit: 1 })
      const heartbeats = (await devices.heartbeats.list(`${edition}/${mac}`, { limit: MOST_HEARTBEATS })).toReversed()
      return {
        mac,
        total_renders: counters.renders,
        cache_hit_rate: rate(counters.cached, counters.renders),
        mode_frequency: counters.modes,
        last_render: last ? { persona: last.row.persona, time: iso(last.time) } : null,
        heartbeats: heartbeats.map(({ time, row }) => ({ ...row, time: iso(time) })),
        daily_renders: counters.days,
        avg_render_time_ms: counters.renders === 0 ? 0 : Math.round(counters.milliseconds / counters.renders),
        error_count: counters.failed,
        ...lastSaid(device),
        now: iso(clock.now()),
      }
    },
  }
}

/** What pages look for beside the sums. */
function lastSaid({ volts, rssi, shownAt }: Device): Readonly<Record<string, unknown>> {
  return { last_battery_voltage: volts ?? null, last_rssi: rssi ?? null, last_refresh: shownAt === undefined ? null : iso(shownAt) }
}

/** Per cent with one decimal. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
