import type { Extent } from "./series.js"

/** The numbers along an axis: its ends, and the round ones between them. */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly ticks: readonly number[]
}

/** How an axis is chosen. `from`, `to`: ends that are given. `most`: ticks at most, at least 3. */
export interface AxisOptions {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly most: number
}

/** The axis that shows an extent: its ticks are 1, 2 or 5 times a power of ten apart, and ends that are not given are ticks where these are near. */
export function axisOf({ low, high }: Extent, { from, to, most }: AxisOptions): Axis {
  const [least, greatest] = spread(from ?? Math.min(low, to ?? low), to ?? Math.max(high, from ?? high), from, to)
  const [first, last] = [from === undefined ? undefined : least, to === undefined ? undefined : greatest]
  let step = roundStep((greatest - least) / most)
  for (;;) {
    const ends = { from: first ?? -endAbove(-least, step), to: last ?? endAbove(greatest, step) }
    const [lowest, highest] = [Math.ceil(ends.from / step - NEARLY), Math.floor(ends.to / step + NEARLY)]
    if (highest - lowest < Math.max(3, most)) return { ...ends, step, ticks: multiples(lowest, highest, step) }
    step = roundStep(step * 1.5)
  }
}

/** Share of a step by which a number may miss a tick, and by which an end may be beyond the numbers. */
const NEARLY = 1e-6
const NEAR = 0.6

/** The tick above a number, or a number a little above it where that tick is far. */
function endAbove(value: number, step: number): number {
  const tick = Math.ceil(value / step - NEARLY) * step
  return tick - value <= NEAR * step ? tick : value + (1 - NEAR) * 0.5 * step
}

function multiples(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tidy((first + i) * step, step))
}

/** Numbers that differ by less, or by less than this share of themselves, are the same to a chart. */
const SAME = 1e-9
const SAME_SHARE = 1e-6

/** Ends that can be told apart. Given ends that cannot are not kept. */
function spread(least: number, greatest: number, from?: number, to?: number): readonly [number, number] {
  const room = Math.max(SAME, Math.max(Math.abs(least), Math.abs(greatest)) * SAME_SHARE)
  if (greatest - least > room) return [least, greatest]
  const pad = Math.max(1, room * 2)
  if (from !== undefined && to === undefined) return [from, from + pad]
  return to !== undefined && from === undefined ? [to - pad, to] : [least - pad, greatest + pad]
}

/** The least of 1, 2 and 5 times a power of ten that is not less. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - NEARLY)) ?? 10
  return factor * power
}

/** Digits after the decimal mark of multiples of a step, at most 9. */
export function decimalsOf(step: number): number {
  return Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + NEARLY)))
}

/** A multiple of a step without the errors of binary fractions. */
function tidy(value: number, step: number): number {
  return Number(value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(step)))))
}
