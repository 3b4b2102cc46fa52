import type { Clock } from "./services.js"

type Timers = Pick<Clock, "after">

/** Resolves as `work` does. Rejects with `tooLate()` after so many milliseconds of the clock; the work itself goes on. */
export function withTimeout<T>(clock: Timers, work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(tooLate()))
    work.then(resolve, reject).finally(cancel)
  })
}

/** What waits for each signal to abort. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `work` once the signal aborts, until the function is called that it returns. However many wait for a signal, it has one listener. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  const all = waiting.get(signal) ?? new Set<() => void>()
  if (!waiting.has(signal)) {
    waiting.set(signal, all)
    signal.addEventListener("abort", () => all.forEach((each) => each()))
  }
  all.add(work)
  return () => void all.delete(work)
}

/** Resolves as `work` does. Rejects with `reason()` once the signal aborts; the work itself goes on. Afterwards the signal holds nothing of it. */
export function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => Error = () => signal.reason as Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reason())
    if (signal.aborted) abort()
    const end = onAbort(signal, abort)
    work.then(resolve, reject).finally(end)
  })
}

/** Resolves as `work` does, or to undefined when `other` settles before. Afterwards neither holds anything of it. */
export async function unless<T>(work: Promise<T>, other: Promise<unknown>): Promise<T | undefined> {
  const gone = new AbortController()
  other.finally(() => gone.abort()).catch(() => {})
  return orAborted(work, gone.signal).catch((error: unknown) => {
    if (gone.signal.aborted) return undefined
    throw error
  })
}

/** A signal that aborts when time is up. */
export interface Deadline {
  /** Its reason is an Error with the name TimeoutError, or the reason of the other signal. */
  readonly signal: AbortSignal
  /** Ends the wait: call it when the work is done, so that neither the timer nor the other signal stays. */
  clear(): void
}

/** A deadline so many milliseconds from now, or as soon as another signal aborts. */
export function deadlineIn(clock: Timers, ms: number, other?: AbortSignal): Deadline {
  const controller = new AbortController()
  const cancel = clock.after(ms, () =>
    controller.abort(Object.assign(new Error(`It took more than ${ms / 1000} seconds.`), { name: "TimeoutError" })),
  )
  const abort = (): void => controller.abort(other?.reason)
  if (other?.aborted) abort()
  const end = other && onAbort(other, abort)
  return {
    signal: controller.signal,
    clear: () => {
      cancel()
      end?.()
    },
  }
}

/** Runs `work` again and again, so many milliseconds apart, until the function is called that it returns. It does not keep the process alive. */
export function every(clock: Timers, milliseconds: number, work: () => void): () => void {
  let cancel = (): void => {}
  const again = (): void => {
    next()
    work()
  }
  const next = (): void => void (cancel = clock.after(milliseconds, again, { idle: true }))
  next()
  return () => cancel()
}
