/** The clock, the timers and the network of the browser: the one place that knows them. Times are milliseconds, since 1970 in UTC. */

export const now = (): number => Date.now()

/** Runs some work later. Returns what takes it back. */
export function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

/** Runs some work again and again. Returns what ends it. */
export function every(work: () => void, milliseconds: number): () => void {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

export const send = (url: string, options: RequestInit): Promise<Response> => window.fetch(url, options)

/** A signal that ends a call after so many milliseconds. */
export const within = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds)
