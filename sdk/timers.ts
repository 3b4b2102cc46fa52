import type { Clock } from "./services.js"

type Timers = Pick<Clock, "after">

/** Resolves as `work` does. Rejects with `tooLate()` after so many milliseconds of the clock; the work itself goes on. */
export function withTimeout<T>(
  clock: Timers,
  work: Promise<T>,
  milliseconds: number,
  tooLate: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => reject(tooLate()))
    work.then(resolve, reject).finally(cancel)
  })
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
    else signal.addEventListener("abort", abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
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
export function deadlineIn(clock: Timers, milliseconds: number, other?: AbortSignal): Deadline {
  const controller = new AbortController()
  const cancel = clock.after(milliseconds, () =>
    controller.abort(
      Object.assign(new Error(`It took more than ${milliseconds / 1000} seconds.`), { name: "TimeoutError" }),
    ),
  )
  const abort = (): void => controller.abort(other?.reason)
  if (other?.aborted) abort()
  else other?.addEventListener("abort", abort)
  return {
    signal: controller.signal,
    clear: () => {
      cancel()
      other?.removeEventListener("abort", abort)
    },
  }
}

/** Runs `work` again and again, so many milliseconds apart, until the function is called that it returns. It does not keep the process alive. */
export function every(clock: Timers, milliseconds: number, work: () => void): () => void {
  let cancel = (): void => {}
  const next = (): void => {
    cancel = clock.after(
      milliseconds,
      () => {
        next()
        work()
      },
      { idle: true },
    )
  }
  next()
  return () => cancel()
}
