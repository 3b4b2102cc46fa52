import { clearTimeout, setTimeout } from "node:timers"
import { setTimeout as pause } from "node:timers/promises"

/** Milliseconds that tests wait for what must come: a safety net far above what a loaded machine needs, and below the runner's own. How quick something is, bench/ says. */
export const PATIENCE_MS = 30_000
const EVERY_MS = 5

/** Resolves once it holds. Throws an error that says `otherwise` when it never does. */
export async function until(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(otherwise)
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
