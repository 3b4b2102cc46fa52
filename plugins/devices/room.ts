import { Conflict } from "platen/sdk"
import type { Clock, Collection } from "platen/sdk"
import type { Device } from "platen/sdk/device"

/** Devices expire by themselves: a count that reached the bound is taken anew after so long. */
const STALE_MS = 10 * 60_000

/** Room for devices that are known by their config alone: anybody may invent them. */
export interface OpenRoom {
  /** Throws Conflict when an edition has no room for another. Only inside `counted`. */
  check(edition: string): void
  /** One more is there. */
  take(edition: string): void
  /** Runs `work`, whose `check` asks for a count; counts, where nobody has yet, and runs it again. */
  counted<T>(edition: string, work: () => Promise<T>): Promise<T>
}

/** `max`: of each edition. Counts lazily: an edition whose devices have tokens is never counted. */
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
          `This server keeps ${max} devices without credentials already: raise server.devices in platen.yaml, or wait until one is forgotten.`,
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

/** Nobody has counted yet. */
class Uncounted extends Error {}
