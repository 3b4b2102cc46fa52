import type { Chart } from "platen/sdk/mode"
import { decimalsOfValues, numeral, withUnit } from "./numbers.js"
import { extentOf, seriesOf } from "./series.js"
import type { Series } from "./series.js"

/** A chart in words: for each series its range, its first, last, highest and lowest value. In English. */
export function summaryOf(node: Chart): string {
  if (node.summary !== undefined) return [node.label, node.summary].filter(Boolean).join(": ")
  const series = seriesOf(node)
  const decimals = decimalsOfValues(node, series)
  const words = (value: number): string => withUnit(numeral(value, decimals, "en"), node.unit)
  if (!extentOf(series)) return [node.label, "no values"].filter(Boolean).join(": ")
  if (node.kind === "heat" || series.length > MAX_TOLD) {
    const { low, high } = extentOf(series)!
    return [node.label, `${series.length} rows, ${words(low)} to ${words(high)}`].filter(Boolean).join(": ")
  }
  return series
    .map((each) =>
      [[node.label, each.name].filter(Boolean).join(", "), told(each, node, words)].filter(Boolean).join(": "),
    )
    .join("\n")
}

/** Series of which each has words of its own, at most. */
const MAX_TOLD = 8

function told(series: Series, { labels = [] }: Chart, words: (value: number) => string): string {
  const extent = extentOf([series])
  const known = series.values.flatMap((value, place) => (value === null ? [] : [{ value, place }]))
  if (!extent || known.length === 0) return "no values"
  const at = (place: number): string => (labels[place] ? ` at ${labels[place]}` : "")
  const highest = known.reduce((best, each) => (each.value > best.value ? each : best))
  const lowest = known.reduce((best, each) => (each.value < best.value ? each : best))
  const missing = series.values.length - known.length
  return [
    `${words(extent.low)} to ${words(extent.high)}`,
    `first ${words(known[0]!.value)}`,
    `last ${words(known.at(-1)!.value)}`,
    `highest ${words(highest.value)}${at(highest.place)}`,
    `lowest ${words(lowest.value)}${at(lowest.place)}`,
    ...(missing > 0 ? [`${missing} missing`] : []),
  ].join(", ")
}
