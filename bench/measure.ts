/** The duration of one iteration, in milliseconds. */
export interface Timing {
  readonly median: number
  readonly p95: number
}

/** Runs `work` a number of times, after a warm-up of a third of that number. */
export async function measure(count: number, work: (i: number) => unknown): Promise<Timing> {
  for (let i = 0; i < count / 3; i++) await work(-1 - i)
  const samples: number[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    const pending = work(i)
    if (pending instanceof Promise) await pending
    samples.push(performance.now() - start)
  }
  samples.sort((a, b) => a - b)
  return { median: samples[count >> 1]!, p95: samples[Math.floor(count * 0.95)]! }
}
