import type { FakeClock } from "platen/testing"
import { clearTimeout, setTimeout } from "node:timers"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/** Milliseconds that tests wait for what must come: a safety net far above what a loaded machine needs, and below the runner's own. How quick something is, bench/ says. */
export const PATIENCE_MS = 90_000
const EVERY_MS = 5

/** Resolves once it holds. Throws an error that says `otherwise` when it never does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: string | (() => string),
): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(typeof otherwise === "string" ? otherwise : otherwise())
    await pause(EVERY_MS)
  }
}

/** What a promise comes to, which must come. Rejects with an error that says `otherwise` when it never does. */
export function soon<T>(work: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), PATIENCE_MS)
  })
  return Promise.race([work, never]).finally(() => clearTimeout(timer))
}

/** What never comes: once it is asked for, so many milliseconds of the clock pass. */
export function hangs(clock: FakeClock, milliseconds: number): Promise<never> {
  setImmediate(() => clock.advance(milliseconds))
  return new Promise(() => {})
}

/** Resolves once nothing is under way that has a deadline on this clock, and what has ended is settled. */
export async function quiet(clock: FakeClock): Promise<void> {
  await until(() => clock.waits.length === 0, "something goes on for ever")
  await turn()
}

/** Lets time pass as often as something begins to wait for so many milliseconds, until the function is called that it returns. */
export function lapse(clock: FakeClock, milliseconds: number): () => void {
  return watching(() => {
    if (clock.waits.includes(milliseconds)) clock.advance(milliseconds)
  })
}

/** Calls `look` again and again, until the function is called that it returns. */
export function watching(look: () => void): () => void {
  const timer = setInterval(look, EVERY_MS)
  return () => clearInterval(timer)
}

/** Lets time pass once something waits for it: waits for a timer that is due in so many milliseconds, and moves the clock on by them. */
export async function expire(clock: FakeClock, milliseconds: number): Promise<void> {
  await until(() => clock.waits.includes(milliseconds), `nothing waits for ${milliseconds} ms of the clock`)
  clock.advance(milliseconds)
}
