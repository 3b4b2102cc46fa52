import type { Chance } from "../chance.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

interface Peak {
  readonly at: number
  readonly wide: number
  readonly high: number
}

/** The height of a row of peaks at a share of the width, 0 to about 1. */
function crest(peaks: readonly Peak[], share: number): number {
  return peaks.reduce((sum, { at, wide, high }) => {
    const far = (share - at) / wide
    return sum + high * Math.exp(-far * far)
  }, 0)
}

/** Lines one behind the other that rise to mountains: one summit, a range, or two summits by night. */
export const ridges: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair } = sheet
  const one = chance.between(0.4, 0.6)
  const peaks: readonly Peak[] = [
    [{ at: one, wide: 0.17, high: 1 }],
    [0.1, 0.32, 0.58, 0.86].map((at) => ({
      at: at + chance.between(-0.07, 0.07),
      wide: chance.between(0.1, 0.2),
      high: chance.between(0.5, 1),
    })),
    [
      { at: one - 0.2, wide: 0.12, high: chance.between(0.7, 1) },
      { at: one + 0.2, wide: 0.15, high: chance.between(0.6, 1) },
    ],
  ][variant % 3]!
  const inset = variant % 3 === 1 ? 0 : width * 0.07
  const [gap, step] = [sheet.pitch * 1.35, hair * 2]
  const [top, foot] = [height * 0.3, height * 0.96]
  const grain = chance.between(9, 15) * Math.sqrt(width / sheet.side)
  for (let y = top, row = 0; y <= foot; y += gap, row++) {
    const points: Point[] = []
    const share = (y - top) / (foot - top)
    const high = height * 0.3 * (1 - share * share * 0.75)
    for (let x = inset; x <= width - inset; x += step) {
      const at = x / width
      const wild = Math.max(0, 0.35 + chance.rough(at * grain, row * 0.42, 3))
      points.push([x, y - high * (crest(peaks, at) * wild + 0.012 * chance.noise(at * 60, row * 3))])
    }
    sheet.area([[...points, [width - inset, y + gap], [inset, y + gap]]], PAPER)
    sheet.line(points)
  }
  if (variant % 3 === 2) sheet.invert()
}

/** A field of heights on a grid. */
interface Relief {
  readonly cell: number
  readonly columns: number
  readonly rows: number
  readonly at: (column: number, row: number) => number
}

function relief(sheet: Sheet, heightAt: (x: number, y: number) => number): Relief {
  const cell = sheet.hair * 4
  const [columns, rows] = [Math.ceil(sheet.width / cell) + 1, Math.ceil(sheet.height / cell) + 1]
  const heights = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      heights[row * columns + column] = heightAt(column * cell, row * cell)
  return { cell, columns, rows, at: (column, row) => heights[row * columns + column]! }
}

/** Corners of a cell, clockwise from the top left. */
const CORNERS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** Draws the lines of equal height, cell by cell. Source: marching squares. */
function levels(
  sheet: Sheet,
  { cell, columns, rows, at }: Relief,
  { from, step, least }: { readonly from: number; readonly step: number; readonly least: number },
): void {
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)]
      const [a, b, c, d] = corners as unknown as readonly [number, number, number, number]
      const first = Math.ceil((Math.min(a, b, c, d) - from) / step)
      const last = Math.floor((Math.max(a, b, c, d) - from) / step)
      for (let i = Math.max(first, least); i <= Math.min(last, 200); i++) {
        const points = crossings(corners, from + i * step).map(([x, y]): Point => [
          (column + x) * cell,
          (row + y) * cell,
        ])
        const weight = i % 5 === 0 ? sheet.hair * 2 : sheet.hair
        for (let p = 0; p + 1 < points.length; p += 2) sheet.line([points[p]!, points[p + 1]!], weight)
      }
    }
}

/** Where a height crosses the sides of a cell, as shares of it. */
function crossings(corners: readonly number[], height: number): Point[] {
  const points: Point[] = []
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) & 3
    const [a, b] = [corners[side]!, corners[next]!]
    if (a >= height === b >= height) continue
    const share = (height - a) / (b - a)
    const [from, to] = [CORNERS[side]!, CORNERS[next]!]
    points.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
  }
  return points
}

interface Hill {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly high: number
}

/** Hills of a map: one, islands, or two with a pass. */
function hillsOf({ width, height, side }: Sheet, chance: Chance, kind: number): readonly Hill[] {
  const isWide = width >= height
  const count = [1, Math.max(3, Math.min(5, Math.round((isWide ? width / height : height / width) * 2.2))), 2][kind]!
  return Array.from({ length: count }, (_, i) => {
    const along = kind === 0 ? chance.between(0.38, 0.62) : (i + 0.5) / count + chance.between(-0.06, 0.06)
    const across = kind === 0 ? chance.between(0.4, 0.6) : chance.between(0.28, 0.72)
    return {
      x: width * (isWide ? along : across),
      y: height * (isWide ? across : along),
      wide:
        side *
        (kind === 0 ? chance.between(0.4, 0.5) : kind === 1 ? chance.between(0.13, 0.22) : chance.between(0.24, 0.3)),
      high: chance.between(0.75, 1),
    }
  })
}

/** The heights of a map. `bend`: pixels by which the hills are out of round. */
function heightsOf(
  { side }: Sheet,
  chance: Chance,
  hills: readonly Hill[],
  bend: number,
): (x: number, y: number) => number {
  return (x, y) => {
    const [right, below] = [
      x + bend * chance.noise((x / side) * 5, (y / side) * 5),
      y + bend * chance.noise((x / side) * 5 + 20, (y / side) * 5),
    ]
    let peaks = 0
    for (const hill of hills) {
      const [across, down] = [(right - hill.x) / hill.wide, (below - hill.y) / hill.wide]
      const near = across * across + down * down
      peaks = Math.max(peaks, hill.high * Math.exp(-near)) + 0.12 * hill.high * Math.exp(-near / 4)
    }
    return peaks + 0.2 * chance.rough((x / side) * 2.9, (y / side) * 2.9, 3)
  }
}

/** The map of a hill by lines of equal height: a hill with a path, islands in a hatched sea, or a pass. */
export const contours: Motif = (sheet, chance, { variant }) => {
  const { side } = sheet
  const kind = variant % 3
  const hills = hillsOf(sheet, chance, kind)
  const heightAt = heightsOf(sheet, chance, hills, kind === 1 ? side * 0.09 : side * 0.02)
  const land = relief(sheet, heightAt)
  // The steepest slope keeps its lines apart.
  const slope = hills.reduce((most, { high, wide }) => Math.max(most, high / wide), 0)
  const step = Math.max(0.03, slope * sheet.pitch * (kind === 1 ? 0.8 : 1.05))
  const sea = 0.3
  levels(sheet, land, { from: kind === 1 ? sea : step / 2, step, least: kind === 1 ? 0 : -200 })
  if (kind === 1) hatchBelow(sheet, land, sea)
  const tops = hills.map((hill) => topNear(sheet, heightAt, hill))
  if (kind === 0) climb(sheet, heightAt, tops[0]!)
  for (const { x, y } of tops) summit(sheet, x, y)
}

/** The highest place near a hill. */
function topNear(
  { side }: Sheet,
  heightAt: (x: number, y: number) => number,
  { x, y }: Hill,
): { readonly x: number; readonly y: number } {
  let best = { x, y, high: heightAt(x, y) }
  for (let i = 0; i < 60; i++) {
    const step = side / 150
    const around = [
      [-step, 0],
      [step, 0],
      [0, -step],
      [0, step],
    ].map(([right, down]) => ({
      x: best.x + right!,
      y: best.y + down!,
      high: heightAt(best.x + right!, best.y + down!),
    }))
    const next = around.reduce((a, b) => (b.high > a.high ? b : a))
    if (next.high <= best.high) break
    best = next
  }
  return best
}

function hatchBelow(sheet: Sheet, { cell, columns, at }: Relief, height: number): void {
  const gap = Math.max(4, Math.round(sheet.pitch))
  for (let y = gap; y < sheet.height; y += gap)
    for (let column = 0; column + 1 < columns; column++) {
      const row = Math.round(y / cell)
      if (at(column, row) < height && at(column + 1, row) < height)
        for (let i = 0; i < sheet.hair; i++) sheet.span(y + i, column * cell, (column + 1) * cell)
    }
}

function summit(sheet: Sheet, x: number, y: number): void {
  const size = Math.max(3.5, sheet.side / 70)
  sheet.area(
    [
      [
        [x, y - size * 1.6],
        [x + size * 1.5, y + size],
        [x - size * 1.5, y + size],
      ],
    ],
    PAPER,
  )
  sheet.area(
    [
      [
        [x, y - size],
        [x + size, y + size * 0.7],
        [x - size, y + size * 0.7],
      ],
    ],
    ACCENT,
  )
}

/** A dashed path that climbs to the summit from the edge, across the slope. */
function climb(
  sheet: Sheet,
  heightAt: (x: number, y: number) => number,
  top: { readonly x: number; readonly y: number },
): void {
  const points: Point[] = [[top.x, top.y]]
  let [x, y]: Point = [top.x, top.y + sheet.side * 0.03]
  const step = sheet.side / 120
  for (let i = 0; i < 240 && x > 0 && y > 0 && x < sheet.width && y < sheet.height; i++) {
    points.push([x, y])
    const [across, down] = [
      heightAt(x + step, y) - heightAt(x - step, y),
      heightAt(x, y + step) - heightAt(x, y - step),
    ]
    const steep = Math.sqrt(across * across + down * down) || 1
    const turn = Math.sin(i / 9) * 1.25
    const [right, along] = [-across / steep, -down / steep]
    x += (right * Math.cos(turn) - along * Math.sin(turn)) * step
    y += (right * Math.sin(turn) + along * Math.cos(turn)) * step
  }
  const weight = Math.max(2, Math.round(sheet.hair * 2))
  sheet.line(points, weight + sheet.hair * 2, PAPER)
  sheet.dashed(points, [weight * 2.5, weight * 2], weight, ACCENT)
}
