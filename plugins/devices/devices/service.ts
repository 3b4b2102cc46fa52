import { z } from "platen/sdk"
import { CONFIG, deviceKey, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { isOwned } from "platen/sdk/kit"
import type { Clock, Log, Store } from "platen/sdk"
import type { Device, DeviceId, Devices } from "platen/sdk/device"
import { deviceIndexIn, UNDONE_SECONDS } from "./device-index.js"
import { isOnline, lastSeen } from "./presence.js"
import { recentCallsIn } from "./recent-calls.js"
import { deviceLimit } from "./device-limit.js"
import { deviceRowsIn } from "./rows.js"

/** Bounds from the operator's config: journal rows per device, and days for which they are kept. */
export interface Bounds {
  readonly heartbeats: number
  readonly renders: number
  readonly days: number
  /** Devices without credentials per realm. */
  readonly open: number
}

const heartbeat = z.object({ voltage: z.number().nullable(), rssi: z.number().nullable() })
/** Rows of an earlier version name the mode otherwise. */
const render = z.preprocess(
  (row) => (typeof row === "object" && row !== null && "persona" in row ? { ...row, mode: row.persona } : row),
  z.object({ mode: z.string(), cacheHit: z.boolean(), ms: z.number(), failed: z.boolean() }),
)

/** Seconds after its last call at which an unclaimed device expires; sooner if it has only requested a token. */
const UNOWNED_SECONDS = 30 * 86_400
const UNSEEN_SECONDS = 3_600
/** Seconds after its last write at which a device without credentials expires. */
export const OPEN_SECONDS = 90 * 86_400

export interface DevicesNeeds {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, "warn">
  readonly bounds?: Bounds
  /** Id of a new incarnation of a device. */
  readonly newId: () => string
  /** Notifies other plugins, which delete their data of the device. */
  onForget?(device: DeviceId): Promise<void>
}

const DEFAULT_BOUNDS: Bounds = { heartbeats: 1000, renders: 1000, days: 90, open: 100_000 }

/** Devices in the store. A key is the realm, then the MAC. */
export function devicesIn({ store, clock, log, newId, bounds = DEFAULT_BOUNDS, onForget }: DevicesNeeds): Devices {
  const all = deviceRowsIn(store, clock, log, newId)
  const calls = recentCallsIn(store, clock)
  const totals = store.collection("totals", z.object({ devices: z.number() }))
  const heartbeats = store.journal("heartbeats", heartbeat, { keep: bounds.heartbeats, days: bounds.days })
  const renders = store.journal("renders", render, { keep: bounds.renders, days: bounds.days })
  const index = deviceIndexIn(store)
  const limit = deviceLimit(all, totals, clock, bounds.open)
  const update: Devices["update"] = async (realm, mac, change, options) => {
    const { before, after } = await limit.counted(realm, () =>
      all.update(
        { realm, mac },
        {
          change: (device) => {
            const after = change(device)
            if (!device && after && !isPermanent(after) && isOpen(after)) limit.check(realm)
            return after
          },
          with: (before, after) => [
            ...(options?.with?.(after) ?? []),
            ...index.changes({ realm, mac }, before, after, after && ttlOf(after)),
            ...calls.changes({ realm, mac }, before, after),
          ],
          ttl: ttlOf,
        },
      ),
    )
    if (!before && after && !isPermanent(after) && isOpen(after)) await limit.take(realm)
    const [wasPermanent, permanent] = [
      before !== undefined && isPermanent(before),
      after !== undefined && isPermanent(after),
    ]
    if (wasPermanent !== permanent)
      await totals.update(realm, (sum) => ({ devices: Math.max(0, (sum?.devices ?? 0) + (permanent ? 1 : -1)) }))
    return after
  }
  const ofMacs = async (
    realm: string,
    macs: readonly string[],
  ): Promise<readonly { readonly mac: string; readonly device: Device }[]> => {
    const found = await Promise.all(macs.map(async (mac) => ({ mac, device: await all.get({ realm, mac }) })))
    return found.flatMap(({ mac, device }) => (device ? [{ mac, device }] : []))
  }
  return {
    get: (realm, mac) => all.get({ realm, mac }),
    update,
    forget: async (realm, mac, left = () => undefined) => {
      const known = await all.get({ realm, mac })
      if (!known) return false
      left(known)
      const clear = async (): Promise<void> => {
        await onForget?.({ realm, mac })
        for (const journal of [renders, heartbeats]) await journal.clear(deviceKey(realm, mac))
      }
      await clear()
      await update(realm, mac, (device) => device && left(device))
      // A concurrent call may have written rows before the device was deleted: the next owner must not see them.
      await clear()
      return true
    },
    of: async (realm, user) =>
      (await ofMacs(realm, await index.boundTo(realm, user)))
        .flatMap(({ mac, device }) =>
          device
            .get(MEMBERS)
            .members.filter((member) => member.user === user)
            .map(({ boundAt }) => ({ mac, device, boundAt })),
        )
        .sort((a, b) => b.boundAt - a.boundAt || (a.mac < b.mac ? -1 : 1))
        .map(({ mac, device }) => ({ mac, device })),
    undone: async (realm, user) =>
      (await ofMacs(realm, await index.boundTo(realm, user)))
        .flatMap(({ mac, device }) => {
          const { undone } = device.get(MEMBERS)
          return undone?.user === user && clock.now() - undone.at < UNDONE_SECONDS * 1000
            ? [{ mac, at: undone.at }]
            : []
        })
        .sort((a, b) => b.at - a.at),
    requested: index.requested,
    asked: async (realm) =>
      (await ofMacs(realm, await index.withRequests(realm))).filter(
        ({ device }) => !isOwned(device) && device.get(MEMBERS).requests.length > 0,
      ),
    ttl: ttlOf,
    count: async (realm) => (await totals.get(realm))?.devices ?? 0,
    all: all.all,
    heartbeats,
    renders,
    presence: (device) => ({ lastSeen: lastSeen(device.get(RUNTIME)), isOnline: isOnline(device, clock.now()) }),
    recent: (realm, within, limit) => calls.recent(realm, within, limit, (mac) => all.get({ realm, mac })),
  }
}

/** Whether the device never expires: it has an owner, or a person configured it. */
function isPermanent(device: Device): boolean {
  return isOwned(device) || device.get(CONFIG).configured
}

/** Whether the device has a config and no token: it belongs to an area without credentials. */
function isOpen(device: Device): boolean {
  return device.get(TOKENS).tokens.length === 0 && device.get(CONFIG).records.length > 0
}

/** Seconds after a write at which the device expires; undefined: never. */
export function ttlOf(device: Device): number | undefined {
  if (isPermanent(device)) return undefined
  if (isOpen(device)) return OPEN_SECONDS
  const { tokens, contested } = device.get(TOKENS)
  if (contested) return UNOWNED_SECONDS
  return device.get(RUNTIME).seenAt === undefined && tokens.every(({ usedAt }) => usedAt === undefined)
    ? UNSEEN_SECONDS
    : UNOWNED_SECONDS
}
