import { put, z } from "platen/sdk"
import { RUNTIME, TOKENS } from "platen/sdk/device"
import type { Change, Clock, Store } from "platen/sdk"
import type { Device, DeviceId } from "platen/sdk/device"

/** Seconds after which a call is no longer recent. */
const SECONDS = 3_600
const MINUTE_MS = 60_000
/** More minutes than any time has: keys of later minutes sort first. */
const LAST_MINUTE = 9_999_999_999
/** Index rows in one read. */
const PAGE = 100

/** Index of devices by the minute of their last call, written with the device. The device is authoritative. */
export interface RecentCalls {
  changes(id: DeviceId, before: Device | undefined, after: Device | undefined): readonly Change[]
  /** At most `limit` devices that called within so many milliseconds, the newest first. It reads no more rows than it needs. */
  recent(
    realm: string,
    within: number,
    limit: number,
    read: (mac: string) => Promise<Device | undefined>,
  ): Promise<readonly { readonly mac: string; readonly device: Device; readonly at: number }[]>
}

export function recentCallsIn(store: Store, clock: Clock): RecentCalls {
  const all = store.collection("calls", z.object({}))
  const keyOf = ({ realm, mac }: DeviceId, at: number): string =>
    `${realm}/${LAST_MINUTE - Math.floor(at / MINUTE_MS)}/${mac}`
  return {
    changes: (id, before, after) => {
      const [was, is] = [before && lastCall(before), after && lastCall(after)].map((at) =>
        at === undefined ? undefined : keyOf(id, at),
      )
      if (was === is) return []
      return [
        ...(was === undefined ? [] : [put(all, was, undefined)]),
        ...(is === undefined ? [] : [put(all, is, {}, { ttl: SECONDS })]),
      ]
    },
    recent: async (realm, within, limit, read) => {
      const since = clock.now() - within
      const found: { mac: string; device: Device; at: number }[] = []
      for (let after: string | undefined; found.length < limit;) {
        const rows = await all.list({ prefix: `${realm}/`, limit: PAGE, ...(after !== undefined && { after }) })
        for (const { key } of rows) {
          const [, minute, mac] = key.split("/") as [string, string, string]
          if ((LAST_MINUTE - Number(minute) + 1) * MINUTE_MS <= since) return newestFirst(found)
          // One device at a time: an unauthenticated caller can create many large ones.
          const device = await read(mac)
          const at = device && lastCall(device)
          if (device && at !== undefined && at >= since) found.push({ mac, device, at })
          if (found.length === limit) break
        }
        after = rows.at(-1)?.key
        if (rows.length < PAGE) break
      }
      return newestFirst(found)
    },
  }
}

function newestFirst<T extends { readonly at: number }>(found: readonly T[]): readonly T[] {
  return found.toSorted((a, b) => b.at - a.at)
}

/** The time of a device's last call for a page, with a report, or with a token that nobody has confirmed. */
function lastCall(device: Device): number | undefined {
  const times = [device.get(RUNTIME).seenAt, ...device.get(TOKENS).tokens.map(({ usedAt }) => usedAt)]
  const last = Math.max(...times.map((time) => time ?? -Infinity))
  return last === -Infinity ? undefined : last
}
