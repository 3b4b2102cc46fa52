import type { Metric, Registry } from "prom-client"

/** Counts of one metric by the values of its labels. A slot is found by one map a label: no text is joined and no key is hashed per call. */
class Slots<T> {
  readonly #root = new Map<string, unknown>()
  readonly #labels: readonly string[]
  readonly #make: () => T

  constructor(labels: readonly string[], make: () => T) {
    this.#labels = labels
    this.#make = make
  }

  /** The slot of label values, in the order of the labels. */
  at(...values: readonly string[]): T {
    let map = this.#root
    for (let i = 0; i < values.length - 1; i++) {
      let next = map.get(values[i]!) as Map<string, unknown> | undefined
      if (!next) map.set(values[i]!, (next = new Map()))
      map = next
    }
    const last = values[values.length - 1]!
    let slot = map.get(last) as T | undefined
    if (slot === undefined) map.set(last, (slot = this.#make()))
    return slot
  }

  /** All slots with their labels. */
  list(): readonly { readonly labels: Readonly<Record<string, string>>; readonly slot: T }[] {
    const found: { labels: Record<string, string>; slot: T }[] = []
    const walk = (map: ReadonlyMap<string, unknown>, depth: number, labels: Record<string, string>): void => {
      for (const [value, below] of map) {
        const all = { ...labels, [this.#labels[depth]!]: value }
        if (depth === this.#labels.length - 1) found.push({ labels: all, slot: below as T })
        else walk(below as Map<string, unknown>, depth + 1, all)
      }
    }
    walk(this.#root, 0, {})
    return found
  }
}

interface Spec {
  readonly name: string
  readonly help: string
  /** Names of the labels. */
  readonly labels: readonly string[]
}

interface Value {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** Adds a metric of our own to a registry, which asks it for its values when it is scraped. */
function register(
  registry: Registry,
  { name, help }: Spec,
  type: "counter" | "histogram",
  values: () => Value[],
): void {
  const aggregator = "sum"
  const metric = {
    name,
    get: () => Promise.resolve({ name, help, type, aggregator, values: values() }),
    reset: () => {},
  }
  registry.registerMetric(metric as unknown as Metric)
}

/** Counts. */
export interface CountMetric {
  /** Adds one to the count of these label values. */
  add(...labels: readonly string[]): void
  /** Adds so many. */
  addMany(count: number, ...labels: readonly string[]): void
}

export function countMetric(registry: Registry, spec: Spec): CountMetric {
  const slots = new Slots(spec.labels, () => ({ count: 0 }))
  register(registry, spec, "counter", () => slots.list().map(({ labels, slot }) => ({ labels, value: slot.count })))
  return {
    add: (...labels) => {
      slots.at(...labels).count++
    },
    addMany: (count, ...labels) => {
      slots.at(...labels).count += count
    },
  }
}

/** Counts durations by their length. */
export interface DurationMetric {
  /** Adds one duration, in seconds. */
  observe(seconds: number, ...labels: readonly string[]): void
}

interface Durations {
  /** Per bucket, the last one for all longer durations. */
  readonly counts: number[]
  sum: number
}

/** `buckets`: their upper bounds in seconds, rising. */
export function durationMetric(registry: Registry, spec: Spec, buckets: readonly number[]): DurationMetric {
  const slots = new Slots<Durations>(spec.labels, () => ({
    counts: Array.from({ length: buckets.length + 1 }, () => 0),
    sum: 0,
  }))
  register(registry, spec, "histogram", () =>
    slots.list().flatMap(({ labels, slot }) => rowsOf(spec.name, buckets, labels, slot)),
  )
  return {
    observe: (seconds, ...labels) => {
      const slot = slots.at(...labels)
      let i = 0
      while (i < buckets.length && seconds > buckets[i]!) i++
      slot.counts[i]!++
      slot.sum += seconds
    },
  }
}

/** The rows of a histogram: the counts add up from bucket to bucket. Source: Prometheus exposition formats, histograms. */
function rowsOf(
  name: string,
  buckets: readonly number[],
  labels: Readonly<Record<string, string>>,
  { counts, sum }: Durations,
): Value[] {
  let all = 0
  const rows = counts.map((count, i): Value => {
    all += count
    return { metricName: `${name}_bucket`, labels: { le: buckets[i] ?? "+Inf", ...labels }, value: all }
  })
  return [
    ...rows,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: all },
  ]
}
