import { withTimeout } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"
import type { EarlierText } from "./earlier-texts.js"

type Text = EarlierText["value"]

/** Milliseconds that one read waits for a text. */
const WAIT_MS = 15_000
/** Milliseconds after a failure in which a text is not tried again. */
const REST_MS = 600_000
const DAY_MS = 86_400_000
/** Texts that are written at once, and those that failed a short while ago. */
const MAX_JOBS = 200
/** Texts that one person has written a day: whoever may change their settings must not spend their key without an end. */
const MAX_A_DAY = 100

/** The texts that are being written, each once, within what a person may have written a day. They go on when nobody waits any more. */
export class Jobs {
  readonly #clock: Clock
  readonly #log: Log
  readonly #running = new Map<string, Promise<Text | null>>()
  readonly #failedAt = new Map<string, number>()
  /** Texts of each person on a day (UTC). */
  #counts = { day: 0, of: new Map<string, number>() }

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** Whether a text failed a short while ago. */
  rests(key: string): boolean {
    return this.#clock.now() - (this.#failedAt.get(key) ?? -Infinity) < REST_MS
  }

  /** The text, which `work` writes if nobody has begun it. Resolves to null where it fails or may not be written today, and to undefined where it takes long. */
  async text(key: string, user: string | undefined, work: () => Promise<Text>): Promise<Text | null | undefined> {
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

  #begin(key: string, work: () => Promise<Text>): Promise<Text | null> {
    const job = work()
      .catch((error: unknown) => {
        if (this.#failedAt.size >= MAX_JOBS) this.#failedAt.clear()
        this.#failedAt.set(key, this.#clock.now())
        this.#log.warn({ page: key, reason: (error as Error).message }, "text.failed")
        return null
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, job)
    return job
  }
}
