import { withTimeout } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"

/** Milliseconds that one read waits for a picture. */
const WAIT_MS = 15_000
/** Milliseconds after a failure in which a picture is not tried again. */
const REST_MS = 600_000
const DAY_MS = 86_400_000
/** Pictures that are painted at once, and those that failed a short while ago. */
const MAX_JOBS = 50
/** Pictures that one person has painted a day: whoever may change their settings must not spend their key without an end. */
const MAX_A_DAY = 10

/** The pictures that are being painted, each once, within what a person may have painted a day. They go on when nobody waits any more. */
export class Jobs {
  readonly #clock: Clock
  readonly #log: Log
  readonly #running = new Map<string, Promise<string | null>>()
  readonly #failedAt = new Map<string, number>()
  /** Pictures of each person on a day (UTC). */
  #counts = { day: 0, of: new Map<string, number>() }

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** Whether a picture failed a short while ago. */
  rests(key: string): boolean {
    return this.#clock.now() - (this.#failedAt.get(key) ?? -Infinity) < REST_MS
  }

  /** The id of the picture, which `work` paints if nobody has begun it. Resolves to null where it fails or may not be painted today, and to undefined where it takes long. */
  async picture(
    key: string,
    user: string | undefined,
    work: () => Promise<string>,
  ): Promise<string | null | undefined> {
    const job = this.#running.get(key) ?? (this.#mayBegin(user) ? this.#begin(key, work) : null)
    if (!job) return null
    return withTimeout(this.#clock, job, WAIT_MS, () => new Error("It takes long.")).catch(() => undefined)
  }

  #mayBegin(user = ""): boolean {
    if (this.#running.size >= MAX_JOBS) return false
    const day = Math.floor(this.#clock.now() / DAY_MS)
    if (this.#counts.day !== day) this.#counts = { day, of: new Map() }
    const count = this.#counts.of.get(user) ?? 0
    this.#counts.of.set(user, count + 1)
    return count < MAX_A_DAY
  }

  #begin(key: string, work: () => Promise<string>): Promise<string | null> {
    const job = work()
      .catch((error: unknown) => {
        if (this.#failedAt.size >= MAX_JOBS) this.#failedAt.clear()
        this.#failedAt.set(key, this.#clock.now())
        this.#log.warn({ page: key, reason: (error as Error).message }, "picture.failed")
        return null
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, job)
    return job
  }
}
