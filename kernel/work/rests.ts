import { Unavailable } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Turn } from "platen/sdk/mode"

/** Orders of one source for one caller that may be ended within the window; then they rest for as long. */
const MAX_ENDED = 3
const WINDOW_MS = 600_000
/** Pairs of a caller and a source that are remembered. */
const MAX_PAIRS = 1_000

/** Rests: whose orders of a source were ended too often, has none run for a while. Others, and other sources of theirs, go on. */
export class Rests {
  readonly #clock: Pick<Clock, "now">
  /** Times in milliseconds since 1970 at which orders were ended, and until when they rest. */
  readonly #pairs = new Map<string, { readonly ended: readonly number[]; readonly until: number }>()

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  /** Throws Unavailable while the orders of a turn rest. */
  check(turn: Turn): void {
    const left = (this.#pairs.get(keyOf(turn))?.until ?? 0) - this.#clock.now()
    if (left <= 0) return
    throw new Unavailable(
      `What the source "${turn.source}" reads for you took too long ${MAX_ENDED} times: it is left alone for ${WINDOW_MS / 60_000} minutes. Choose smaller calendars, feeds or answers.`,
      { code: "source-resting", retryAfter: Math.ceil(left / 1000) },
    )
  }

  /** An order of a turn was ended. */
  ended(turn: Turn): void {
    if (turn.source === undefined) return
    const now = this.#clock.now()
    const recent = (this.#pairs.get(keyOf(turn))?.ended ?? []).filter((time) => time > now - WINDOW_MS)
    const rests = recent.length + 1 >= MAX_ENDED
    const pair = rests ? { ended: [], until: now + WINDOW_MS } : { ended: [...recent, now], until: 0 }
    lruSet(this.#pairs, keyOf(turn), pair, MAX_PAIRS)
  }
}

const keyOf = ({ caller, source }: Turn): string => JSON.stringify([caller, source])
