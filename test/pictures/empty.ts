import { blockLeft, blockTop } from "../../kernel/engine/scene/layout.js"
import type { Placement } from "../../kernel/engine/scene/layout.js"

/** Pixels of a cell of the grid in which empty room is sought. */
const CELL = 4
/** Share of the shorter side that is margin. */
const MARGIN = 0.045

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What fills room: words, pictures, drawings and areas of ink. Rules, frames, tints and empty space do not. */
function filled(placement: Placement): Box | undefined {
  const { node, width, height, left, top, block } = placement
  switch (node.type) {
    case "text":
      return block && block.glyphs.length > 0
        ? { left: blockLeft(placement), top: blockTop(placement), width: block.width, height: block.height }
        : undefined
    case "column":
    case "row":
    case "stack":
    case "grid":
      return typeof node.fill === "string" && node.fill !== "white" ? { left, top, width, height } : undefined
    case "rule":
    case "spacer":
      return undefined
    default:
      return { left, top, width, height }
  }
}

/** Share of a page that its largest empty rectangle inside the margins takes, and the share of its height that its highest element has. */
export function emptiness(
  placements: readonly Placement[],
  width: number,
  height: number,
): { readonly empty: number; readonly highest: number } {
  const boxes = placements.flatMap((placement) => filled(placement) ?? [])
  const margin = Math.round(Math.min(width, height) * MARGIN)
  const [columns, rows] = [width, height].map((side) => Math.floor((side - 2 * margin) / CELL)) as [number, number]
  const taken = Array.from({ length: rows }, () => new Uint8Array(columns))
  for (const box of boxes) {
    const cell = (pixel: number): number => Math.floor((pixel - margin) / CELL)
    for (let y = Math.max(0, cell(box.top)); y <= Math.min(rows - 1, cell(box.top + box.height - 1)); y++)
      for (let x = Math.max(0, cell(box.left)); x <= Math.min(columns - 1, cell(box.left + box.width - 1)); x++)
        taken[y]![x] = 1
  }
  return {
    empty: (largest(taken, columns) * CELL * CELL) / (width * height),
    highest: Math.max(0, ...boxes.map((box) => box.height)) / height,
  }
}

/** Cells of the largest rectangle without a taken cell. Source: the largest rectangle below a histogram, row by row, by a stack of rising bars. */
function largest(taken: readonly Uint8Array[], columns: number): number {
  const heights = Array.from({ length: columns + 1 }, () => 0)
  let most = 0
  for (const row of taken) {
    for (let x = 0; x < columns; x++) heights[x] = row[x] === 1 ? 0 : heights[x]! + 1
    const rising: number[] = []
    for (let x = 0; x <= columns; x++) {
      while (rising.length > 0 && heights[rising.at(-1)!]! >= heights[x]!) {
        const height = heights[rising.pop()!]!
        most = Math.max(most, height * (x - (rising.at(-1) ?? -1) - 1))
      }
      rising.push(x)
    }
  }
  return most
}
