import { Conflict } from "platen/sdk"
import type { Clock, Collection } from "platen/sdk"
import type { DeviceRows } from "./rows.js"

/** Milliseconds after which a count at the bound is repeated: devices expire in the meantime. */
const STALE_MS = 10 * 60_000

/** Bound on devices without credentials, which an unauthenticated caller can create by posting a config. */
export interface DeviceLimit {
  /** Throws Conflict when the realm is at the bound. Call it only inside `counted`. */
  check(realm: string): void
  /** Counts a device that was created. */
  take(realm: string): Promise<void>
  /** Runs `work`. If its `check` needs a count that is missing, counts and runs it again. */
  counted<T>(realm: string, work: () => Promise<T>): Promise<T>
}

/** Key of the stored count of a realm. */
export function openKey(realm: string): string {
  return `open/${realm}`
}

/**
 * `max`: devices per realm. The count is stored. Devices expire without reducing it, so it is repeated over the devices where it reaches the bound.
 */
export function deviceLimit(
  all: Pick<DeviceRows, "count">,
  totals: Collection<{ devices: number }>,
  clock: Clock,
  max: number,
): DeviceLimit {
  const counts = new Map<string, { count: number; readonly at: number }>()
  const isKnown = (realm: string): boolean => {
    const known = counts.get(realm)
    return known !== undefined && (known.count < max || clock.now() - known.at < STALE_MS)
  }
  return {
    check: (realm) => {
      if (!isKnown(realm)) throw new Uncounted()
      if (counts.get(realm)!.count >= max)
        throw new Conflict(
          `This server already stores ${max} devices without credentials: raise server.devices in platen.yaml, or wait until one expires.`,
          { code: "device-limit-reached" },
        )
    },
    take: async (realm) => {
      const known = counts.get(realm)
      const before = known?.count ?? 0
      if (known) known.count++
      // Another server may have counted more.
      const total = await totals.update(openKey(realm), (kept) => ({ devices: (kept?.devices ?? before) + 1 }))
      if (known) known.count = Math.max(known.count, total?.devices ?? 0)
    },
    counted: async (realm, work) => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Uncounted)) throw error
        const stored = counts.has(realm) ? undefined : await totals.get(openKey(realm))
        const count = stored && stored.devices < max ? stored.devices : await all.count(realm)
        if (count !== stored?.devices) await totals.update(openKey(realm), () => ({ devices: count }))
        counts.set(realm, { count, at: clock.now() })
        return work()
      }
    },
  }
}

/** Thrown by `check` when the count is missing or stale. */
class Uncounted extends Error {}
