import { randomBytes } from "node:crypto"
import { activeConfig, device as deviceSchema, z } from "platen/sdk"
import type { Clock, Device, Devices, Store } from "platen/sdk"
import { followedIn } from "./followed.js"

/** Rows that are kept of a device, by the operator's config. */
export interface Bounds {
  readonly heartbeats: number
  readonly renders: number
}

const heartbeat = z.object({ voltage: z.number(), rssi: z.number().nullable() })
const render = z.object({ persona: z.string(), cacheHit: z.boolean(), ms: z.number(), failed: z.boolean() })

const TOKEN_BYTES = 32
/** Devices that are read at once. */
const PAGE = 100
const DEFAULT_MINUTES = 60
/** A device is online within one and a half of its intervals, and so many milliseconds; in live mode within these. */
const GRACE_MS = 5 * 60_000
const LIVE_MS = 2 * 60_000
/** A device that nobody owns is forgotten so long after its last call; one that has only asked for a token, sooner. */
const UNOWNED_SECONDS = 30 * 86_400
const UNSEEN_SECONDS = 3_600
/** It polls when its last poll is no older. */
const POLLING_MS = 20_000

/** Devices in the store: a key is the edition, then the MAC. `forgotten`: tells whoever else keeps something of one. */
export function devicesIn(store: Store, clock: Clock, bounds: Bounds = { heartbeats: 1000, renders: 1000 }, forgotten: (device: { edition: string; mac: string }) => Promise<void> = async () => {}): Devices {
  const all = store.collection("devices", deviceSchema)
  const lately = store.collection("seen", z.object({ at: z.number() }))
  const totals = store.collection("totals", z.object({ devices: z.number() }))
  const heartbeats = store.journal("heartbeats", heartbeat, { keep: bounds.heartbeats })
  const renders = store.journal("renders", render, { keep: bounds.renders })
  const followed = followedIn(store)
  const key = (edition: string, mac: string): string => `${edition}/${mac}`
  const update: Devices["update"] = async (edition, mac, change, options) => {
    let before: Device | undefined
    const after = await all.update(key(edition, mac), (device) => change(before = device), {
      ttl: ttlOf,
      with: (device) => [...options?.with?.(device) ?? [], ...followed.follow({ edition, mac }, before, device, device && ttlOf(device))],
    })
    const [lasted, lasting] = [before !== undefined && lasts(before), after !== undefined && lasts(after)]
    if (lasted !== lasting) await totals.update(edition, (sum) => ({ devices: Math.max(0, (sum?.devices ?? 0) + (lasting ? 1 : -1)) }))
    return after
  }
  return {
    get: (edition, mac) => all.get(key(edition, mac)),
    update,
    forget: async (edition, mac, left = () => undefined) => {
      const known = await all.get(key(edition, mac))
      if (!known) return false
      left(known)
      await forgotten({ edition, mac })
      for (const journal of [renders, heartbeats]) await journal.clear(key(edition, mac))
      await lately.delete(key(edition, mac))
      await update(edition, mac, (device) => device && left(device))
      return true
    },
    of: async (edition, user) => {
      const found = await Promise.all((await followed.boundTo(edition, user)).map(async (mac) => ({ mac, device: await all.get(key(edition, mac)) })))
      return found
        .flatMap(({ mac, device }) => device?.members.filter((member) => member.user === user).map(({ boundAt }) => ({ mac, device, boundAt })) ?? [])
        .sort((a, b) => b.boundAt - a.boundAt || (a.mac < b.mac ? -1 : 1))
        .map(({ mac, device }) => ({ mac, device }))
    },
    requested: followed.requested,
    asked: async (edition) => {
      const found = await Promise.all((await followed.asked(edition)).map(async (mac) => ({ mac, device: await all.get(key(edition, mac)) })))
      return found.flatMap(({ mac, device }) => device && device.members.length === 0 && device.requests.length > 0 ? [{ mac, device }] : [])
    },
    ttl: ttlOf,
    count: async (edition) => (await totals.get(edition))?.devices ?? 0,
    all: async function* () {
      for (let after: string | undefined; ;) {
        const page = await all.list({ limit: PAGE, ...(after !== undefined && { after }) })
        for (const { key: each, value } of page) yield { edition: each.split("/")[0]!, mac: each.slice(each.indexOf("/") + 1), device: value }
        after = page.at(-1)?.key
        if (page.length < PAGE) return
      }
    },
    heartbeats,
    renders,
    seen: (edition, mac) => ({ collection: lately as never, key: key(edition, mac), value: { at: clock.now() }, ttl: 3_600 }),
    recent: async (edition, within) => {
      const rows: { mac: string; at: number }[] = []
      for (let after: string | undefined; ;) {
        const page = await lately.list({ prefix: `${edition}/`, limit: 1000, ...(after !== undefined && { after }) })
        rows.push(...page.map(({ key: each, value: { at } }) => ({ mac: each.slice(edition.length + 1), at })))
        after = page.at(-1)?.key
        if (page.length < 1000) break
      }
      return rows.filter(({ at }) => clock.now() - at <= within).sort((a, b) => b.at - a.at)
    },
  }
}

/** Whether it is kept for good: somebody has made it theirs, or configured it. */
function lasts({ members, configured, configs, tokens }: Device): boolean {
  // Where there are no tokens, a config is all that makes a device known.
  return members.length > 0 || configured || (tokens.length === 0 && configs.length > 0)
}

function ttlOf(device: Device): number | undefined {
  return lasts(device) ? undefined : device.seenAt === undefined ? UNSEEN_SECONDS : UNOWNED_SECONDS
}

/** 43 characters that a URL and a firmware's search for quotation marks can bear. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url")
}

/** Minutes between two renders: as the device was last told, else as it says, else as configured. */
export function intervalOf(device: Device): number {
  return device.toldMinutes ?? device.saidMinutes ?? activeConfig(device)?.refreshInterval ?? DEFAULT_MINUTES
}

/** Whether it asks for its state every few seconds now. */
export function isPolling({ runtime, polledAt }: Device, now: number): boolean {
  return runtime.mode === "active" && polledAt !== undefined && now - polledAt <= POLLING_MS
}

export function isOnline(device: Device, now: number): boolean {
  const last = Math.max(device.seenAt ?? 0, device.polledAt ?? 0)
  if (last === 0) return false
  const live = device.runtime.mode === "active" && device.polledAt !== undefined && device.polledAt >= (device.shownAt ?? 0)
  return now - last <= (live ? LIVE_MS : intervalOf(device) * 90_000 + GRACE_MS)
}
