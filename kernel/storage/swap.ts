import { Unavailable } from "platen/sdk"
import type { Change, Write } from "platen/sdk"
import { writesOf, written } from "./changes.js"
import type { CollectionInside, Known } from "./collection.js"

/** Attempts to update values that other processes change at the same time. */
const MAX_ATTEMPTS = 200

/** The last pending update of each key. */
export type Queues = Map<string, Promise<unknown>>

/** A value that an update reads and may change. */
export interface Target {
  readonly inside: CollectionInside<unknown>
  readonly full: string
  /** Seconds until the value expires, counted from the write. */
  readonly ttl?: number | ((value: unknown) => number | undefined) | undefined
  /** True: an unchanged value with a `ttl` is written too, which counts its time anew. */
  readonly renews?: boolean
}

type Values = readonly unknown[]

/** A change of values; it may run again, so it is pure. `others`: changes that are written with the new values. */
interface Update {
  readonly change: (values: Values) => Values
  readonly others: (values: Values) => readonly Change[]
}

/**
 * Reads values, changes them and writes those that are another object than before, as one. Updates that begin with the same
 * key run in sequence within the process; between processes the revisions decide, and `change` runs again.
 */
export function swap(queues: Queues, targets: readonly Target[], update: Update): Promise<Values> {
  const key = targets[0]!.full
  const work = async (): Promise<Values> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const done = await attempted(targets, update, attempt === 0)
      if (done) return done
    }
    const message = `"${key}" is updated too often at the same time: try again.`
    throw new Unavailable(message, { code: "store-busy", retryAfter: 1 })
  }
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  queues.set(key, mine)
  const done = (): void => {
    if (queues.get(key) === mine) queues.delete(key)
  }
  mine.then(done, done)
  return mine
}

/** Resolves to the new values; undefined when another writer was faster. `trusting`: begins with the values remembered in this process. */
async function attempted(
  targets: readonly Target[],
  { change, others }: Update,
  trusting: boolean,
): Promise<Values | undefined> {
  const remembered = trusting ? targets.map(({ inside, full }) => inside.recent(full)) : []
  const isGuess = remembered.some((each) => each !== undefined)
  const before = await Promise.all(
    targets.map(({ inside, full }, i): Known<unknown> | Promise<Known<unknown>> => remembered[i] ?? inside.read(full)),
  )
  let after: Values
  try {
    after = change(before.map(({ value }) => value))
  } catch (error) {
    // A remembered value may be stale: the change runs again on the stored one.
    if (isGuess) return undefined
    throw error
  }
  const along = others(after)
  const changed = targets.map(({ inside, full, ttl: life, renews }, i) => {
    const value = after[i]
    const ttl = typeof life === "function" ? (value === undefined ? undefined : life(value)) : life
    if (value === before[i]!.value && (ttl === undefined || !renews)) return undefined
    return { ttl, checked: value === undefined ? undefined : inside.encode(full, value) }
  })
  if (changed.every((each) => each === undefined) && along.length === 0) return isGuess ? undefined : after
  const writes = targets.flatMap(({ inside, full }, i): Write[] => {
    const own = changed[i]
    return own ? [{ key: full, value: own.checked?.text, expires: inside.expires(own.ttl) }] : []
  })
  const expected = targets.map(({ full }, i) => ({ key: full, revision: before[i]!.revision }))
  const revision = await targets[0]!.inside.engine.write([...writes, ...writesOf(along)], expected)
  if (revision === undefined) return undefined
  await written(along)
  return targets.map(({ inside, full }, i) => {
    const own = changed[i]
    if (own) inside.written(full, revision, own.checked)
    return own ? own.checked?.value : after[i]
  })
}
