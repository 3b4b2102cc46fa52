import { TooMany, z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Clock, Collection, Store } from "platen/sdk"
import type { AttemptLimit, Attempts } from "platen/sdk/http"

const counts = z.object({ times: z.array(z.number()), until: z.number() })
type Counts = z.output<typeof counts>

export function attemptsIn(store: Store, clock: Clock): Attempts {
  const all = store.collection("tries", counts)
  return {
    take: (subject, limit) => take(all, clock, subject, limit),
    begin: beginner(all, clock),
    forget: async (subject) => {
      await all.delete(subject)
      for await (const { key } of entriesOf(all, { prefix: `${subject}/` })) await all.delete(key)
    },
  }
}

async function take(
  all: Collection<Counts>,
  clock: Clock,
  subject: string,
  limit: AttemptLimit,
): Promise<() => Promise<void>> {
  const now = clock.now()
  let until = 0
  await change(all, subject, limit, (known) => {
    const valid = validAt(now, known, limit)
    until = valid.until
    return until > now ? waiting(known, valid) : withFailure(valid, now, limit)
  })
  if (until > now) throw tooMany(until - now)
  return async () => {
    await change(all, subject, limit, (known) => {
      const at = known?.times.indexOf(now) ?? -1
      return known && at >= 0 ? { times: known.times.toSpliced(at, 1), until: 0 } : known
    })
  }
}

function beginner(all: Collection<Counts>, clock: Clock): Attempts["begin"] {
  /** Attempts under way, by subject. */
  const underWay = new Map<string, number>()
  const add = (subject: string, more: number): void => {
    const left = (underWay.get(subject) ?? 0) + more
    if (left > 0) underWay.set(subject, left)
    else underWay.delete(subject)
  }
  return async (subject, limit) => {
    const now = clock.now()
    let until = 0
    let open = false
    await change(all, subject, limit, (known) => {
      const valid = validAt(now, known, limit)
      until = valid.until
      // Once: the change runs again when another writer was faster.
      if (!open && until <= now && valid.times.length + (underWay.get(subject) ?? 0) < limit.most) {
        open = true
        add(subject, 1)
      }
      return waiting(known, valid)
    })
    const end = (): void => {
      if (open) add(subject, -1)
      open = false
    }
    if (until > now) {
      end()
      throw tooMany(until - now)
    }
    if (!open) throw new TooMany("Too many attempts at once: try again in a few seconds.", { retryAfter: 5 })
    const fail = async (): Promise<void> => {
      const failed = clock.now()
      try {
        if (open)
          await change(all, subject, limit, (known) => withFailure(validAt(failed, known, limit), failed, limit))
      } finally {
        end()
      }
    }
    return { fail, end }
  }
}

/** An update that keeps what it writes for as long as the limit looks back. */
async function change(
  all: Collection<Counts>,
  subject: string,
  { within }: AttemptLimit,
  to: (known: Counts | undefined) => Counts | undefined,
): Promise<void> {
  let changed = false
  await all.update(
    subject,
    (known) => {
      const after = to(known)
      changed = after !== known
      return after
    },
    { ttl: () => (changed ? Math.ceil(within / 1000) : undefined) },
  )
}

/** What is written where nothing is counted: the same, unless its wait was cut. */
function waiting(known: Counts | undefined, valid: Counts): Counts | undefined {
  return known && valid.until < known.until ? valid : known
}

/** The counts that still matter. A clock that ran ahead and came back leaves times in the future: they are dropped, and a wait is cut to `within`. */
function validAt(now: number, known: Counts | undefined, { within }: AttemptLimit): Counts {
  if (!known) return { times: [], until: 0 }
  return {
    times: known.times.filter((time) => time > now - within && time <= now),
    until: Math.min(known.until, now + within),
  }
}

function withFailure({ times }: Counts, now: number, { most, within }: AttemptLimit): Counts {
  const counted = [...times, now]
  return { times: counted, until: counted.length >= most ? now + within : 0 }
}

function tooMany(wait: number): TooMany {
  const seconds = Math.ceil(wait / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new TooMany(`Too many attempts: try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`, {
    retryAfter: seconds,
  })
}
