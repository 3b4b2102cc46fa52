import type { Chart } from "platen/sdk/mode"
import type { Area, Inked } from "../inked.js"
import { numeral, withUnit } from "./numbers.js"
import { barCentre } from "./bars.js"
import { CELLS } from "./plan.js"
import type { Plan } from "./plan.js"
import type { Series } from "./series.js"
import { gapOf, inkOf, wordOf, writeWord } from "../word.js"
import type { Word } from "../word.js"

/** A value that is marked. `isLow`: its words rather stand below it. */
interface Marked {
  readonly place: number
  readonly value: number
  readonly isLow: boolean
}

/** Pixels from which bold figures and signs are even. */
const MIN_BOLD = 12

/** Marks the points of a chart that its node names, with their values where these collide with nothing. */
export function drawPoints(node: Chart, series: readonly Series[], plan: Plan, painter: Inked): void {
  const marked = markedOf(node, series)
  const ink = node.now === undefined ? painter.ink : painter.boxInk
  const { radius } = plan
  const column = (place: number): number =>
    CELLS.has(node.kind) ? barCentre(node, series, plan, place) : Math.floor(plan.x(place))
  const shown = marked.filter(({ value }) => value >= plan.axis.from && value <= plan.axis.to)
  if (radius > 0) for (const { place, value } of shown) disc(painter, column(place), plan.y(value), radius, ink)
  if (node.kind === "sparkline") return
  for (const { place, value, isLow } of shown) {
    const word = wordOf(painter, withUnit(numeral(value, plan.decimals, painter.language), node.unit), plan.px, {
      weight: plan.px < MIN_BOLD ? "regular" : "bold",
    })
    const below = isLow !== (node.hang === true)
    const at = freePlace(word, { x: column(place), y: plan.y(value), radius, below }, painter)
    if (at) writeWord(painter, word, at.left, at.top, painter.boxInk)
  }
}

/** The marked values of the first series: the highest and the lowest first, so that these have their words if any have. */
export function markedOf({ points = [], kind }: Chart, [first]: readonly Series[]): readonly Marked[] {
  const known = first!.values.flatMap((value, place) => (value === null ? [] : [{ place, value }]))
  const isLower = new Map((first!.low ?? []).flatMap((value, place) => (value === null ? [] : [[place, value]])))
  const lows = first!.low ? [...isLower].map(([place, value]) => ({ place: place!, value: value! })) : known
  if (known.length === 0) return []
  const wanted: Marked[] = []
  const add = (point: { readonly place: number; readonly value: number } | undefined, isLow: boolean): void => {
    if (point && !wanted.some(({ place, value }) => place === point.place && value === point.value))
      wanted.push({ ...point, isLow: isLow || (CELLS.has(kind) && point.value < 0) })
  }
  if (points.includes("max"))
    add(
      known.reduce((best, each) => (each.value > best.value ? each : best)),
      false,
    )
  if (points.includes("min") && lows.length > 0)
    add(
      lows.reduce((best, each) => (each.value < best.value ? each : best)),
      !CELLS.has(kind),
    )
  if (points.includes("last")) add(known.at(-1), false)
  if (points.includes("first")) add(known[0], false)
  if (points.includes("all")) for (const each of known) add(each, false)
  return wanted
}

interface Anchor {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly below: boolean
}

/** The first place round a point where its words collide with nothing. */
function freePlace(
  word: Word,
  { x, y, radius, below }: Anchor,
  painter: Inked,
): { readonly left: number; readonly top: number } | undefined {
  const { width, height } = word
  const far = radius + gapOf(painter)
  const [above, under] = [y - far - height, y + far + 1]
  const middle = Math.max(0, Math.min(painter.width - width, x - (width >> 1)))
  const beside = y - (height >> 1)
  const [right, left] = [x + far + 1, x - far - width]
  const places = (below ? [under, above] : [above, under]).flatMap((top) => [
    { left: middle, top },
    { left: Math.max(0, x - width + radius), top },
    { left: Math.min(painter.width - width, x - radius), top },
  ])
  return [...places, { left: right, top: beside }, { left, top: beside }].find((place) =>
    isFreeRound(inkOf(word, place.left, place.top), painter, Math.max(2, word.height >> 1)),
  )
}

/** Whether an area is in the box, and nothing is painted there nor a pixel above and below it. `beside`: pixels that are free at its sides: else two numbers read as one. */
function isFreeRound({ left, top, right, bottom }: Area, box: Inked, beside: number): boolean {
  return (
    box.isFree({ left, top, right, bottom }) &&
    box.isFree({
      left: Math.max(0, left - beside),
      top: Math.max(0, top - 1),
      right: Math.min(box.width, right + beside),
      bottom: Math.min(box.height, bottom + 1),
    })
  )
}

function disc(painter: Inked, x: number, y: number, radius: number, ink: Inked["ink"]): void {
  for (let row = -radius; row <= radius; row++) {
    const half = Math.round(Math.sqrt((radius + 0.4) ** 2 - row * row))
    painter.fill(x - half, y + row, x + half + 1, y + row + 1, ink)
  }
}
