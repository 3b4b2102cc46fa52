import type { DeviceEvent } from "./device-event.js"

const PERCENTILES = [50, 95, 99] as const

/** Statistics over the events of simulated devices. */
export interface Tally {
  onEvent(event: DeviceEvent): void
  onProtocolViolation(message: string): void
  /** True when a device has shown a picture and no response violated the protocol. */
  readonly isSuccess: boolean
  /** True when a device has shown a picture. */
  readonly hasPictures: boolean
  /** The statistics as lines of text; each ends in a line feed. */
  table(): string
}

export function tally(): Tally {
  const counts = { wake: 0, shown: 0, unchanged: 0, retry: 0, "token-rejected": 0, error: 0 }
  const errors = new Map<string, number>()
  const violations = new Map<string, number>()
  const latencies: number[] = []
  let bytes = 0
  const increment = (counter: Map<string, number>, key: string): void => {
    counter.set(key, (counter.get(key) ?? 0) + 1)
  }
  const hasPictures = (): boolean => counts.shown + counts.unchanged > 0
  return {
    onEvent: (event) => {
      if (event.type === "request") {
        latencies.push(event.ms)
        bytes += event.bytes
        return
      }
      counts[event.type]++
      if (event.type === "error") increment(errors, event.reason)
    },
    onProtocolViolation: (message) => increment(violations, message),
    get isSuccess() {
      return violations.size === 0 && hasPictures()
    },
    get hasPictures() {
      return hasPictures()
    },
    table: () => {
      const sorted = Float64Array.from(latencies).sort()
      const lines: readonly (readonly [string, string])[] = [
        ["wakes", String(counts.wake)],
        ["pictures shown", String(counts.shown)],
        ["unchanged", String(counts.unchanged)],
        ["retries at boot", String(counts.retry)],
        ["tokens rejected", String(counts["token-rejected"])],
        ["requests", String(latencies.length)],
        ["errors", String(counts.error)],
        ...rowsOf(errors),
        ...PERCENTILES.map(
          (percent) => [`latency p${percent}`, `${percentile(sorted, percent).toFixed(1)} ms`] as const,
        ),
        ["bytes", String(bytes)],
        ["protocol violations", String([...violations.values()].reduce((sum, count) => sum + count, 0))],
        ...rowsOf(violations),
      ]
      const widest = Math.max(...lines.map(([name]) => name.length))
      return lines.map(([name, value]) => `${name.padEnd(widest)}  ${value}\n`).join("")
    },
  }
}

function rowsOf(counts: ReadonlyMap<string, number>): (readonly [string, string])[] {
  return [...counts].map(([name, count]) => [`  ${name}`, String(count)] as const)
}

/** The smallest value that at least `percent` percent of all values do not exceed; 0 for no values. */
function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
