import type { Told } from "./link.js"

const PERCENTILES = [50, 95, 99] as const

/** Sums over what simulated devices tell. */
export interface Tally {
  told(event: Told): void
  /** A device has choked: where and why. */
  choked(message: string): void
  /** True: no device has choked, and pages were shown. */
  readonly isWell: boolean
  /** True: no device was shown a page. */
  readonly isEmpty: boolean
  /** As a table, ending in a line feed. */
  table(): string
}

export function tally(): Tally {
  const counts = { wake: 0, shown: 0, unchanged: 0, retry: 0, provisioned: 0, error: 0 }
  const reasons = new Map<string, number>()
  const chokes = new Map<string, number>()
  const latencies: number[] = []
  let bytes = 0
  const add = (to: Map<string, number>, key: string): void => {
    to.set(key, (to.get(key) ?? 0) + 1)
  }
  return {
    told: (event) => {
      if (event.what === "call") {
        latencies.push(event.ms)
        bytes += event.bytes
        return
      }
      counts[event.what]++
      if (event.what === "error") add(reasons, event.why)
    },
    choked: (message) => add(chokes, message),
    get isWell() {
      return chokes.size === 0 && counts.shown + counts.unchanged > 0
    },
    get isEmpty() {
      return counts.shown + counts.unchanged === 0
    },
    table: () => {
      const sorted = Float64Array.from(latencies).sort()
      const lines: readonly (readonly [string, string])[] = [
        ["wakes", String(counts.wake)],
        ["pictures shown", String(counts.shown)],
        ["unchanged", String(counts.unchanged)],
        ["retries at boot", String(counts.retry)],
        ["tokens renewed", String(counts.provisioned)],
        ["calls", String(latencies.length)],
        ["errors", String(counts.error)],
        ...[...reasons].map(([why, count]) => [`  ${why}`, String(count)] as const),
        ...PERCENTILES.map((part) => [`latency p${part}`, `${percentile(sorted, part).toFixed(1)} ms`] as const),
        ["bytes", String(bytes)],
        ["choked", String([...chokes.values()].reduce((sum, count) => sum + count, 0))],
        ...[...chokes].map(([why, count]) => [`  ${why}`, String(count)] as const),
      ]
      const widest = Math.max(...lines.map(([name]) => name.length))
      return lines.map(([name, value]) => `${name.padEnd(widest)}  ${value}\n`).join("")
    },
  }
}

/** The least value that so many percent of all do not exceed; 0 of none. */
function percentile(sorted: Float64Array, part: number): number {
  return sorted[Math.max(0, Math.ceil((part / 100) * sorted.length) - 1)] ?? 0
}
