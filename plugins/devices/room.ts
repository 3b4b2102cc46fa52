import { Conflict } from "platen/sdk"
import type { Clock, Collection } from "platen/sdk"
import type { Device } from "platen/sdk/device"

/** Milliseconds after which a count at the bound is repeated: devices expire in the meantime. */
const STALE_MS = 10 * 60_000

/** Bound on devices without credentials, which an unauthenticated caller can create by posting a config. */
export interface OpenRoom {
  /** Throws Conflict when the edition is at the bound. Call it only inside `counted`. */
  check(edition: string): void
  /** Counts a device that was created. */
  take(edition: string): void
  /** Runs `work`. If its `check` needs a count that is missing, counts and runs it again. */
  counted<T>(edition: string, work: () => Promise<T>): Promise<T>
}

/** `max`: devices per edition. Counts lazily: an edition whose devices have tokens is never counted. */
export function openRoom(all: Collection<Device>, clock: Clock, max: number): OpenRoom {
  const counts = new Map<string, { count: number; readonly at: number }>()
  const isKnown = (edition: string): boolean => {
    const known = counts.get(edition)
    return known !== undefined && (known.count < max || clock.now() - known.at < STALE_MS)
  }
  return {
    check: (edition) => {
      if (!isKnown(edition)) throw new Uncounted()
      if (counts.get(edition)!.count >= max)
        throw new Conflict(
          `This server already stores ${max} devices without credentials: raise server.devices in platen.yaml, or wait until one expires.`,
          { code: "device-limit-reached" },
        )
    },
    take: (edition) => {
      const known = counts.get(edition)
      if (known) known.count++
    },
    counted: async (edition, work) => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Uncounted)) throw error
        counts.set(edition, { count: await all.count(`${edition}/`), at: clock.now() })
        return work()
      }
    },
  }
}

/** Thrown by `check` when the count is missing or stale. */
class Uncounted extends Error {}
