import type { Chart, ChartLook } from "platen/sdk/mode"

/** A number, or null for one that is missing. */
export type Value = number | null

/** The numbers of one line, of one kind of bars, or of one row of cells. */
export interface Series {
  readonly values: readonly Value[]
  /** The lower edge of its band. */
  readonly low?: readonly Value[]
  readonly name: string
  readonly look: ChartLook
}

/** The series of a chart, at least one. */
export function seriesOf({ kind, values, low, names = [], looks = [] }: Chart): readonly Series[] {
  const lists = isNested(values) ? values : [values]
  return lists.map((list, i) => ({
    values: list,
    ...(low && i === 0 && (kind === "line" || kind === "area") && { low }),
    name: names[i] ?? "",
    look: looks[i] ?? {},
  }))
}

function isNested(values: Chart["values"]): values is readonly (readonly Value[])[] {
  return Array.isArray(values[0])
}

/** The lowest and the highest number; undefined where there is none. */
export interface Extent {
  readonly low: number
  readonly high: number
}

export function extentOf(series: readonly Series[]): Extent | undefined {
  let [low, high] = [Infinity, -Infinity]
  for (const value of series.flatMap((each) => [...each.values, ...(each.low ?? [])])) {
    if (value === null) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? undefined : { low, high }
}

/** The number of places along a chart. */
export function countOf(series: readonly Series[]): number {
  return series.reduce((most, { values, low = [] }) => Math.max(most, values.length, low.length), 0)
}
