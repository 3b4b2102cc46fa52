import type { Type } from "platen/sdk/drawing"
import { decimalsOf } from "./axis.js"
import type { Axis } from "./axis.js"
import type { Area } from "../inked.js"
import { distinctNumerals, withUnit } from "./numbers.js"
import type { Measures, Plan } from "./plan.js"
import { countOf } from "./series.js"
import { gapBetween, thinned } from "../thin.js"
import { tailOf, wordOf } from "../word.js"
import type { Word } from "../word.js"

/** The number of a height, and with its unit. */
export interface Tick {
  readonly value: number
  readonly number: Word
  readonly word: Word
}

/** The numbers of the heights, which differ from each other: a sign such as ° stands at each, a unit at the highest. */
export function ticksOf({ node: { unit, decimals }, type, px }: Measures, { ticks, step }: Axis): readonly Tick[] {
  const isSign = unit !== undefined && unit.length === 1
  const all = distinctNumerals(ticks, decimals ?? decimalsOf(step), type.language)
  return ticks.map((value, i) => {
    const words = all[i]!
    const number = wordOf(type, isSign ? withUnit(words, unit) : words, px)
    const hasUnit = !isSign && unit !== undefined && i === ticks.length - 1
    return { value, number, word: hasUnit ? wordOf(type, withUnit(words, unit), px) : number }
  })
}

/** The numbers with their right edges at a column, as many as stand below one another. The unit reaches out to the right. */
export function placedTicks(ticks: readonly Tick[], right: number, y: Plan["y"], high: number): Plan["ticks"] {
  const pitch = ticks.length > 1 ? Math.abs(y(ticks[0]!.value) - y(ticks[1]!.value)) : Infinity
  const every = Math.max(1, Math.ceil((high + 3) / Math.max(1, pitch)))
  const base = Math.max(
    0,
    ticks.findIndex(({ value }) => value === 0),
  )
  return ticks
    .filter((_, i) => (i - base) % every === 0)
    .map(({ value, number, word }) => {
      const row = y(value)
      return { ...word, left: right - number.width, top: row - (word.height >> 1), row }
    })
}

/** The labels that have room below the values. */
export function labelsOf({ node, series, box, type, px, high }: Measures, x: Plan["x"], area: Area): Plan["labels"] {
  const top = box.height - tailOf(px) - high
  const set = wordsAlong((node.labels ?? []).slice(0, countOf(series)), x, box.width, type, px)
  const row = { left: Math.max(0, area.left - px), right: box.width, gap: gapBetween(set, px) }
  return thinned(set, row).map(({ index, left }) => ({ ...set[index]!, left, top }))
}

/** Words over their places, without those that have no room in any case. */
export function wordsAlong(
  labels: readonly string[],
  x: (place: number) => number,
  width: number,
  type: Type,
  px: number,
): readonly (Word & { readonly place: number; readonly centre: number })[] {
  const named = labels.map((label, place) => ({ label, place })).filter(({ label }) => label !== "")
  const every = Math.max(1, Math.ceil(named.length / Math.max(1, Math.floor(width / (px * 0.6)))))
  return named
    .filter((_, i) => i % every === 0)
    .map(({ label, place }) => ({ place, centre: x(place), ...wordOf(type, label, px) }))
}
