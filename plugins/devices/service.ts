import { put, z } from "platen/sdk"
import { device as deviceSchema, deviceKey } from "platen/sdk/device"
import { entriesOf } from "platen/sdk/kit"
import type { Clock, Store } from "platen/sdk"
import type { Device, DeviceId, Devices } from "platen/sdk/device"
import { deviceIndexIn, UNDONE_SECONDS } from "./device-index.js"
import { isOnline, lastSeen } from "./presence.js"
import { openRoom } from "./room.js"

/** Bounds from the operator's config: journal rows per device, and days for which they are kept. */
export interface Bounds {
  readonly heartbeats: number
  readonly renders: number
  readonly days: number
  /** Devices without credentials per edition. */
  readonly open: number
}

const heartbeat = z.object({ voltage: z.number(), rssi: z.number().nullable() })
const render = z.object({ persona: z.string(), cacheHit: z.boolean(), ms: z.number(), failed: z.boolean() })

/** Devices per page of a scan. */
const PAGE = 100
/** Seconds after its last call at which an unclaimed device expires; sooner if it has only requested a token. */
const UNOWNED_SECONDS = 30 * 86_400
const UNSEEN_SECONDS = 3_600
/** Seconds after its last write at which a device without credentials expires. */
export const OPEN_SECONDS = 90 * 86_400

/** Devices in the store. A key is the edition, then the MAC. `onForget`: notifies other plugins, which delete their data of the device. */
export function devicesIn(
  store: Store,
  clock: Clock,
  bounds: Bounds = { heartbeats: 1000, renders: 1000, days: 90, open: 100_000 },
  onForget: (device: DeviceId) => Promise<void> = async () => {},
): Devices {
  const all = store.collection("devices", deviceSchema)
  const recentCalls = store.collection("seen", z.object({ at: z.number() }))
  const totals = store.collection("totals", z.object({ devices: z.number() }))
  const heartbeats = store.journal("heartbeats", heartbeat, { keep: bounds.heartbeats, days: bounds.days })
  const renders = store.journal("renders", render, { keep: bounds.renders, days: bounds.days })
  const index = deviceIndexIn(store)
  const room = openRoom(all, clock, bounds.open)
  const update: Devices["update"] = async (edition, mac, change, options) => {
    let before: Device | undefined
    const changed = (device: Device | undefined): Device | undefined => {
      const after = change((before = device))
      if (!device && after && !isPermanent(after) && isOpen(after)) room.check(edition)
      return after
    }
    const after = await room.counted(edition, () =>
      all.update(deviceKey(edition, mac), changed, {
        ttl: ttlOf,
        with: (device) => [
          ...(options?.with?.(device) ?? []),
          ...index.changes({ edition, mac }, before, device, device && ttlOf(device)),
        ],
      }),
    )
    if (!before && after && !isPermanent(after) && isOpen(after)) room.take(edition)
    const [wasPermanent, permanent] = [
      before !== undefined && isPermanent(before),
      after !== undefined && isPermanent(after),
    ]
    if (wasPermanent !== permanent)
      await totals.update(edition, (sum) => ({ devices: Math.max(0, (sum?.devices ?? 0) + (permanent ? 1 : -1)) }))
    return after
  }
  return {
    get: (edition, mac) => all.get(deviceKey(edition, mac)),
    update,
    forget: async (edition, mac, left = () => undefined) => {
      const known = await all.get(deviceKey(edition, mac))
      if (!known) return false
      left(known)
      const clear = async (): Promise<void> => {
        await onForget({ edition, mac })
        for (const journal of [renders, heartbeats]) await journal.clear(deviceKey(edition, mac))
        await recentCalls.delete(deviceKey(edition, mac))
      }
      await clear()
      await update(edition, mac, (device) => device && left(device))
      // A concurrent call may have written rows before the document was deleted: the next owner must not see them.
      await clear()
      return true
    },
    of: async (edition, user) => {
      const found = await Promise.all(
        (await index.boundTo(edition, user)).map(async (mac) => ({
          mac,
          device: await all.get(deviceKey(edition, mac)),
        })),
      )
      return found
        .flatMap(
          ({ mac, device }) =>
            device?.members.filter((member) => member.user === user).map(({ boundAt }) => ({ mac, device, boundAt })) ??
            [],
        )
        .sort((a, b) => b.boundAt - a.boundAt || (a.mac < b.mac ? -1 : 1))
        .map(({ mac, device }) => ({ mac, device }))
    },
    undone: async (edition, user) => {
      const found = await Promise.all(
        (await index.boundTo(edition, user)).map(async (mac) => ({
          mac,
          undone: (await all.get(deviceKey(edition, mac)))?.undone,
        })),
      )
      return found
        .flatMap(({ mac, undone }) =>
          undone?.user === user && clock.now() - undone.at < UNDONE_SECONDS * 1000 ? [{ mac, at: undone.at }] : [],
        )
        .sort((a, b) => b.at - a.at)
    },
    requested: index.requested,
    asked: async (edition) => {
      const found = await Promise.all(
        (await index.withRequests(edition)).map(async (mac) => ({
          mac,
          device: await all.get(deviceKey(edition, mac)),
        })),
      )
      return found.flatMap(({ mac, device }) =>
        device && device.members.length === 0 && device.requests.length > 0 ? [{ mac, device }] : [],
      )
    },
    ttl: ttlOf,
    count: async (edition) => (await totals.get(edition))?.devices ?? 0,
    all: async function* () {
      for await (const { key, value } of entriesOf(all, { page: PAGE }))
        yield { edition: key.split("/")[0]!, mac: key.slice(key.indexOf("/") + 1), device: value }
    },
    heartbeats,
    renders,
    presence: (device) => ({ lastSeen: lastSeen(device), isOnline: isOnline(device, clock.now()) }),
    seen: (edition, mac) => put(recentCalls, deviceKey(edition, mac), { at: clock.now() }, { ttl: 3_600 }),
    recent: async (edition, within) => {
      const rows: { mac: string; at: number }[] = []
      for await (const {
        key,
        value: { at },
      } of entriesOf(recentCalls, { prefix: `${edition}/` }))
        rows.push({ mac: key.slice(edition.length + 1), at })
      return rows.filter(({ at }) => clock.now() - at <= within).sort((a, b) => b.at - a.at)
    },
  }
}

/** Whether the device never expires: it has an owner, or a person configured it. */
function isPermanent({ members, configured }: Device): boolean {
  return members.length > 0 || configured
}

/** Whether the device has a config and no token: it belongs to an edition without credentials. */
function isOpen({ configs, tokens }: Device): boolean {
  return tokens.length === 0 && configs.length > 0
}

/** Seconds after a write at which the device expires; undefined: never. */
export function ttlOf(device: Device): number | undefined {
  if (isPermanent(device)) return undefined
  if (isOpen(device)) return OPEN_SECONDS
  if (device.contested) return UNOWNED_SECONDS
  return device.seenAt === undefined && device.tokens.every(({ usedAt }) => usedAt === undefined)
    ? UNSEEN_SECONDS
    : UNOWNED_SECONDS
}
