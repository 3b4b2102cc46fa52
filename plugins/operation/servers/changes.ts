import { put, z } from "platen/sdk"
import { every } from "platen/sdk/kit"
import type { Clock, Log, Store } from "platen/sdk"
import type { Changes } from "platen/sdk/servers"
import type { Self } from "./members.js"

/** Milliseconds between two looks at what others have changed. */
const LOOK_MS = 500
/** Seconds for which a change is told. A server that reaches the store less often than that has been started anew. */
const TOLD_SECONDS = 86_400
/** Rows in one look: topics times servers of a day. */
const PAGE = 1_000

interface Needs {
  readonly self: Self
  /** How many servers there are. */
  count(): number
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/**
 * Changes as rows: of each topic one for each server, with the number of its last change, written together with the change. Numbers of one server are
 * compared, never an order between servers: a change that is committed late is not missed, and one whose rows are deleted is told as well.
 */
export function changesIn({
  self,
  count,
  store,
  clock,
  log,
}: Needs): Changes & { begin(): Promise<void>; end(): void } {
  const all = store.collection("changes", z.number())
  const followed = new Set<Followed>()
  let known: ReadonlyMap<string, number> = new Map()
  let last = 0
  let stop = (): void => {}
  let isLooking = false
  let isBlind = false
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await all.list({ limit: PAGE })
    return new Map(rows.map(({ key, value }) => [key, value]))
  }
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const before = known
      known = await read()
      const changed = new Set<string>()
      for (const [key, number] of known) {
        const [topic, from] = key.split("/")
        if (from !== self.id && before.get(key) !== number) changed.add(topic!)
      }
      for (const each of followed) each.looked(changed.has(each.topic))
      isBlind = false
    } catch (error) {
      if (!isBlind) log.warn({ err: error }, "changes.missed")
      isBlind = true
    } finally {
      isLooking = false
    }
  }
  return {
    of: (topic) => (self.isAlone ? [] : [{ ...put(all, `${topic}/${self.id}`, ++last), ttl: TOLD_SECONDS }]),
    follow: (topic, work) => {
      const each = following(topic, work, (error) => log.error({ topic, err: error }, "change.failed"))
      followed.add(each)
      return () => void followed.delete(each)
    },
    // They look once in that time, and then read what has changed.
    seen: async () => (self.isAlone || count() === 1 ? undefined : clock.pause(LOOK_MS * 1.5)),
    begin: async () => {
      // What has changed until now is read by those who begin after this.
      known = await read()
      stop = every(clock, LOOK_MS, () => void look())
    },
    end: () => stop(),
  }
}

interface Followed {
  readonly topic: string
  /** After each look at the store. */
  looked(hasChanged: boolean): void
}

/** Runs work for changes: once at a time, and once more for those that came meanwhile. What has failed runs again after the next look. */
function following(topic: string, work: () => Promise<void>, failed: (error: unknown) => void): Followed {
  let isRunning = false
  let isDue = false
  const run = async (): Promise<void> => {
    isRunning = true
    isDue = false
    try {
      await work()
    } catch (error) {
      isDue = true
      failed(error)
    } finally {
      isRunning = false
    }
  }
  return {
    topic,
    looked: (hasChanged) => {
      isDue ||= hasChanged
      if (isDue && !isRunning) void run()
    },
  }
}
