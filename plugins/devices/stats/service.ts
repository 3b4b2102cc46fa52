import { z } from "platen/sdk"
import { isoTime, NEW_DEVICE } from "platen/sdk/kit"
import { deviceKey, RUNTIME } from "platen/sdk/device"
import type { Clock, Log, RenderEvent, Store } from "platen/sdk"
import type { Devices, Runtime } from "platen/sdk/device"
import type { Overview, OfDevice } from "./answers.js"
import { gathering } from "./gather.js"
import { COUNTERS } from "./slice.js"

const sums = z.object({
  renders: z.number().default(0),
  cached: z.number().default(0),
  modes: z.record(z.string(), z.number()).default({}),
  /** MACs of the devices that rendered last, newest first. */
  lately: z.array(z.string()).default([]),
})
type Sums = z.output<typeof sums>

const MAX_MODES = 500
const MAX_DEVICES = 20
const MAX_HEARTBEATS = 30
/** Maximum renders that wait to be counted, far above any real load. */
const MAX_WAITING = 100_000

export interface Stats {
  /** Counts one render of a device. */
  count(event: RenderEvent): void
  overview(realm: string): Promise<Overview>
  of(realm: string, mac: string): Promise<OfDevice>
  forget(realm: string, mac: string): Promise<void>
  /** Resolves once all renders are counted. */
  settled(): Promise<void>
}

/** The statistics. Sums are updated with each render, so that no query scans rows. */
export function statsOf(
  store: Store,
  { devices, clock, log }: { readonly devices: Devices; readonly clock: Clock; readonly log: Log },
): Stats {
  const all = store.collection("sums", sums)
  const gathered = gathering<RenderEvent>({
    max: MAX_WAITING,
    pause: 0,
    now: () => clock.now(),
    failed: (error) => log.warn({ err: error }, "stats-write.failed"),
    write: async (events) => {
      for (const realm of new Set(events.map((event) => event.realm))) {
        await all.update(realm, (known = sums.parse({})) =>
          events.filter((event) => event.realm === realm).reduce(withOne, known),
        )
      }
    },
  })
  return {
    count: (event) => gathered.add(event),
    settled: gathered.settled,
    overview: async (realm) => {
      await gathered.settled()
      const { renders, cached, modes, lately } = (await all.get(realm)) ?? sums.parse({})
      const rows = await Promise.all(
        lately.map(async (mac) => {
          const device = await devices.get(realm, mac)
          return device
            ? [{ mac, last_seen: isoTime(device.get(RUNTIME).seenAt), total_renders: device.get(COUNTERS).renders }]
            : []
        }),
      )
      return {
        total_devices: await devices.count(realm),
        total_renders: renders,
        cache_hit_rate: rate(cached, renders),
        mode_frequency: modes,
        devices: rows.flat(),
      }
    },
    of: async (realm, mac) => {
      const device = (await devices.get(realm, mac)) ?? NEW_DEVICE
      const { renders, cached, failed, milliseconds, modes, days } = device.get(COUNTERS)
      const [last] = await devices.renders.list(deviceKey(realm, mac), { limit: 1 })
      const heartbeats = (await devices.heartbeats.list(deviceKey(realm, mac), { limit: MAX_HEARTBEATS })).toReversed()
      return {
        mac,
        total_renders: renders,
        cache_hit_rate: rate(cached, renders),
        mode_frequency: modes,
        last_render: last ? { persona: last.row.mode, time: isoTime(last.time) } : null,
        heartbeats: heartbeats.map(({ time, row: { voltage, rssi } }) => ({ voltage, rssi, time: isoTime(time) })),
        daily_renders: days,
        avg_render_time_ms: renders === failed ? 0 : Math.round(milliseconds / (renders - failed)),
        error_count: failed,
        ...lastReported(device.get(RUNTIME)),
      }
    },
    forget: async (realm, mac) => {
      await gathered.settled()
      await all.update(realm, (known) => known && { ...known, lately: known.lately.filter((each) => each !== mac) })
    },
  }
}

/** The sums with one more render. */
function withOne({ renders, cached, modes, lately }: Sums, { mac, picture }: RenderEvent): Sums {
  const mode = picture.mode ?? "NOTICE"
  const known = Object.hasOwn(modes, mode) || Object.keys(modes).length < MAX_MODES
  return {
    renders: renders + 1,
    cached: cached + Number(picture.cached),
    modes: known ? { ...modes, [mode]: (modes[mode] ?? 0) + 1 } : modes,
    lately: mac === undefined ? lately : [mac, ...lately.filter((each) => each !== mac)].slice(0, MAX_DEVICES),
  }
}

/** The last reported values of a device, which existing pages show with the sums. */
function lastReported({
  volts,
  rssi,
  shownAt,
}: Runtime): Pick<OfDevice, "last_battery_voltage" | "last_rssi" | "last_refresh"> {
  return { last_battery_voltage: volts ?? null, last_rssi: rssi ?? null, last_refresh: isoTime(shownAt) }
}

/** Percentage with one decimal place. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}
