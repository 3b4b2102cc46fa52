import { createHash } from "node:crypto"
import type { Clock } from "platen/sdk"

/** New questions a day of one address, and of all together. */
const OF_ADDRESS = 20
const IN_ALL = 500
const DAY_MS = 86_400_000

/**
 * What the world was asked today in the words of anonymous callers: places and names of their choice. What was asked once may be asked again that
 * day; anything new counts against the allowance of its address.
 */
export class NewWords {
  readonly #clock: Pick<Clock, "now">
  #day = -1
  readonly #asked = new Set<string>()
  readonly #ofAddress = new Map<string, number>()

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  /** Whether the world may be asked so. `allowance`: the address whose allowance counts it; without one, nothing new is asked. */
  admit(words: unknown, allowance: string | undefined): boolean {
    this.#begin(Math.floor(this.#clock.now() / DAY_MS))
    const key = createHash("sha256").update(JSON.stringify(words)).digest("base64url")
    if (this.#asked.has(key)) return true
    if (allowance === undefined || this.#asked.size >= IN_ALL) return false
    const count = this.#ofAddress.get(allowance) ?? 0
    if (count >= OF_ADDRESS) return false
    this.#ofAddress.set(allowance, count + 1)
    this.#asked.add(key)
    return true
  }

  #begin(day: number): void {
    if (day === this.#day) return
    this.#day = day
    this.#asked.clear()
    this.#ofAddress.clear()
  }
}
