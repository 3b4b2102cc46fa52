import type { Chance } from "../chance.js"
import { arc, curve, edges } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** Tiles that are turned by chance: bundles of arcs, a labyrinth, or blots of black and white. Source: Truchet 1704, Smith 1987. */
export const tiles: Motif = (sheet, chance, { variant }) => {
  const { width, height } = sheet
  const kind = variant % 3
  const size = Math.max(12, sheet.grain * (kind === 1 ? 2.6 : kind === 2 ? 4.2 : 5.6) * chance.between(0.9, 1.25))
  const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)]
  const [left, top] = [(width - columns * size) / 2, (height - rows * size) / 2]
  const isWild = chance.falls(0.5)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const noise = chance.noise(column * 0.19, row * 0.19)
      const turned = isWild ? chance.falls(0.5) : chance.next() < 0.5 + noise * 0.75
      const [x, y] = [left + column * size, top + row * size]
      if (kind === 1)
        sheet.line(
          turned
            ? [
                [x, y],
                [x + size, y + size],
              ]
            : [
                [x + size, y],
                [x, y + size],
              ],
          Math.max(sheet.hair, Math.round(size * 0.17)),
        )
      else if (kind === 2) blot(sheet, [x, y], size, { turned, isOdd: ((row + column) & 1) === 1 })
      else bundle(sheet, [x, y], size, turned)
    }
}

function bundle(sheet: Sheet, [x, y]: Point, size: number, turned: boolean): void {
  const corners: readonly (readonly [Point, number])[] = turned
    ? [
        [[x, y], 0],
        [[x + size, y + size], 0.5],
      ]
    : [
        [[x + size, y], 0.25],
        [[x, y + size], 0.75],
      ]
  for (const [[cx, cy], from] of corners) {
    const sector: Point[] = [[cx, cy], ...arc(cx, cy, size * 0.9, from, from + 0.25)]
    sheet.area([sector], PAPER)
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9])
      sheet.line(arc(cx, cy, size * share, from, from + 0.25), share === 0.5 ? sheet.hair * 2 : sheet.hair)
  }
}

function blot(
  sheet: Sheet,
  [x, y]: Point,
  size: number,
  { turned, isOdd }: { readonly turned: boolean; readonly isOdd: boolean },
): void {
  const corners: readonly (readonly [Point, number])[] = turned
    ? [
        [[x, y], 0],
        [[x + size, y + size], 0.5],
      ]
    : [
        [[x + size, y], 0.25],
        [[x, y + size], 0.75],
      ]
  const isInk = turned === isOdd
  if (isInk)
    sheet.area([
      [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
      ],
    ])
  for (const [[cx, cy], from] of corners)
    sheet.area([[[cx, cy], ...arc(cx, cy, size / 2, from, from + 0.25)]], isInk ? PAPER : INK)
}

/** Circles over circles: thin rings of two stones, black rings against each other, or rings against stripes. */
export const rings: Motif = (sheet, chance, { variant }) => {
  const { width, height, side } = sheet
  const kind = variant % 3
  const gap = kind === 0 ? Math.max(5, sheet.grain * 1.25) : Math.max(7, sheet.grain * chance.between(1.6, 2.4))
  const [turn, apart] = [chance.between(-0.4, 0.4), side * chance.between(0.12, 0.3)]
  const [right, down] = [Math.cos(turn) * apart, Math.sin(turn) * apart]
  const [x, y] = [width / 2, height / 2]
  if (kind === 0) {
    const reach = Math.sqrt(width * width + height * height) / 2 + apart
    for (const side of [-1, 1])
      for (let radius = gap; radius < reach; radius += gap) sheet.ring(x + right * side, y + down * side, radius)
    for (const side of [-1, 1]) sheet.disc(x + right * side, y + down * side, gap * 0.6, side === 1 ? ACCENT : INK)
    return
  }
  const stripes = chance.between(0.2, 1.2)
  const [sine, cosine] = [Math.sin(stripes), Math.cos(stripes)]
  for (let row = 0; row < height; row++) {
    const ay = row + 0.5 - y + down
    const by = row + 0.5 - y - down
    for (let column = 0; column < width; column++) {
      const ax = column + 0.5 - x + right
      const bx = column + 0.5 - x - right
      const far = kind === 1 ? Math.sqrt(bx * bx + by * by) : bx * cosine + by * sine + 4096 * gap
      if (((Math.floor(Math.sqrt(ax * ax + ay * ay) / gap) ^ Math.floor(far / gap)) & 1) === 1)
        sheet.pixels[row * width + column] = INK
    }
  }
}

/** Bands that swell and turn: a current, a checkerboard over a hill, or bent stripes. */
export const current: Motif = (sheet, chance, { variant }) => {
  const { width, height, side } = sheet
  const kind = variant % 3
  if (kind === 1) return bulge(sheet, chance)
  const band = Math.max(5, sheet.grain * chance.between(1.5, 2.3))
  const [wave, phase, deep] = [chance.between(0.5, 0.85), chance.next() * 6, chance.between(0.07, 0.13)]
  // The waves draw together towards a height of their own.
  const bendAt = (x: number, y: number): number =>
    kind === 0
      ? Math.sin((y / wave) * 6.28 + phase + 1.4 * Math.sin(x * 2.1 + phase)) *
        deep *
        (0.9 + 0.5 * Math.sin(y * 2.2 + phase))
      : Math.sin(x * 5 + 2.2 * Math.sin(y * 3.3 + phase)) * deep * 0.55 * Math.sin(y * 3.14 + 0.4)
  for (let row = 0; row < height; row++) {
    let next = bendAt(0, row / side)
    for (let from = 0; from < width; from += STRIDE) {
      const bend = next
      next = bendAt((from + STRIDE) / side, row / side)
      for (let column = from; column < Math.min(width, from + STRIDE); column++) {
        const at = (kind === 0 ? column : row) + (bend + ((next - bend) * (column - from)) / STRIDE) * side
        if ((Math.floor(at / band + 1000) & 1) === 1) sheet.pixels[row * width + column] = INK
      }
    }
  }
}

/** Pixels of a bent band that are drawn straight. */
const STRIDE = 8

/** A checkerboard over one hill or two: its squares grow towards the top. */
function bulge(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  const size = Math.max(7, sheet.grain * chance.between(1.5, 2.1))
  const isTwo = width > height * 1.5 || height > width * 1.5
  const hills = (isTwo ? [0.27, 0.73] : [chance.between(0.42, 0.58)]).map((at) => ({
    x: (width >= height ? at : 0.5) * width,
    y: (width >= height ? 0.5 : at) * height,
    reach: short * (isTwo ? 0.44 : 0.43),
  }))
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let x = column + 0.5 - width / 2
      let y = row + 0.5 - height / 2
      for (const hill of hills) {
        const right = column + 0.5 - hill.x
        const down = row + 0.5 - hill.y
        const far = (right * right + down * down) / (hill.reach * hill.reach)
        if (far >= 1) continue
        const pull = 0.66 * (1 - far) * (1 - far)
        x -= right * pull
        y -= down * pull
      }
      if (((Math.floor(x / size) + Math.floor(y / size)) & 1) !== 0) sheet.pixels[row * width + column] = INK
    }
}

/** Weaves of warp and weft: twill, herringbone, or a basket. */
const WEAVES: readonly ((column: number, row: number) => boolean)[] = [
  (column, row) => (((column + row) % 4) + 4) % 4 < 2,
  (column, row) => ((((Math.floor(column / 8) % 2 === 0 ? column % 8 : 7 - (column % 8)) + row) % 4) + 4) % 4 < 2,
  (column, row) => (Math.floor(column / 3) + Math.floor(row / 3)) % 2 === 0,
]

/** Cloth seen near: ribbons over and under one another. */
export const cloth: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair } = sheet
  const isOver = WEAVES[variant % WEAVES.length]!
  const size = Math.max(9, Math.round(sheet.grain * 2.6))
  const lines = size >= hair * 14 ? 3 : size >= hair * 9 ? 2 : 1
  const gap = Math.max(hair, Math.round(size * 0.12))
  const [shiftX, shiftY] = [chance.whole(0, 7), chance.whole(0, 7)]
  const [reds, stripe] = [chance.whole(9, 15), chance.whole(0, 8)]
  for (let row = 0; row * size < height; row++)
    for (let column = 0; column * size < width; column++) {
      const [x, y] = [column * size, row * size]
      const over = isOver(column + shiftX, row + shiftY)
      const isRed = (over ? column : row) % reds === stripe
      for (const isFirst of [false, true]) {
        const isWarp = over === isFirst
        ribbon(sheet, [x, y], { size, gap, lines, isWarp, isFirst, isRed: isFirst && isRed })
      }
    }
}

interface Ribbon {
  readonly size: number
  readonly gap: number
  readonly lines: number
  readonly isWarp: boolean
  readonly isFirst: boolean
  readonly isRed: boolean
}

/** A ribbon across one crossing: whole where it lies above, else only what is seen beside the other. */
function ribbon(sheet: Sheet, [x, y]: Point, { size, gap, lines, isWarp, isFirst, isRed }: Ribbon): void {
  const fill = (
    along: number,
    end: number,
    across: number,
    until: number,
    tone: typeof PAPER | typeof INK | typeof ACCENT,
  ): void => {
    for (let row = isWarp ? along : across; row < (isWarp ? end : until); row++)
      sheet.span(y + row, x + (isWarp ? across : along), x + (isWarp ? until : end), tone)
  }
  if (isFirst) fill(0, size, gap, size - gap + sheet.hair, PAPER)
  const room = size - gap * 2
  for (const [from, to] of isFirst
    ? [[0, size]]
    : [
        [0, gap],
        [size - gap + sheet.hair, size],
      ]) {
    if (isRed) fill(from!, to!, gap, size - gap + sheet.hair, ACCENT)
    for (let i = 0; i <= lines; i++) {
      const at = gap + Math.round((room * i) / lines)
      fill(from!, to!, at, at + sheet.hair, INK)
    }
  }
}

/** A knot without an end, in the Irish manner: bands over and under one another, with walls where chance sets them. */
export const knot: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const cells = [4, 5, 3][variant % 3]! + (short > 600 ? 2 : 0)
  const size = (short * 0.94) / (cells * 2)
  const [columns, rows] = [
    Math.max(2, Math.floor((width * 0.97) / (size * 2))) * 2,
    Math.max(2, Math.floor((height * 0.97) / (size * 2))) * 2,
  ]
  const [left, top] = [(width - columns * size) / 2, (height - rows * size) / 2]
  const walls = wallsOf(chance, columns, rows, [0.2, 0.32, 0.12][variant % 3]!)
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      if (((row + column) & 1) === 0) continue
      crossing(sheet, [left + column * size, top + row * size], size, {
        wall: walls(column, row),
        isOdd: (column & 1) === 1,
        edge: column === 0 || row === 0 ? 1 : column === columns || row === rows ? -1 : undefined,
      })
    }
}

interface Crossing {
  readonly wall: Wall
  readonly isOdd: boolean
  /** At the edge of the knot: the side that is drawn. */
  readonly edge: 1 | -1 | undefined
}

type Wall = "none" | "upright" | "level"

/** Where bands turn back: at the edge, and in the same places in all four quarters. */
function wallsOf(chance: Chance, columns: number, rows: number, share: number): (column: number, row: number) => Wall {
  const inner = new Map<string, Wall>()
  return (column, row) => {
    if (column === 0 || column === columns) return "upright"
    if (row === 0 || row === rows) return "level"
    const key = `${Math.min(column, columns - column)} ${Math.min(row, rows - row)}`
    const known = inner.get(key)
    if (known) return known
    const made: Wall = chance.falls(share) ? (chance.falls(0.5) ? "upright" : "level") : "none"
    inner.set(key, made)
    return made
  }
}

function crossing(sheet: Sheet, [x, y]: Point, size: number, { wall, isOdd, edge }: Crossing): void {
  const half = size / 2
  const at = (right: number, down: number): Point => [x + right * half, y + down * half]
  const width = size * 0.4
  if (wall === "none") {
    const first = [at(-1, -1), at(1, 1)] as const
    const second = [at(1, -1), at(-1, 1)] as const
    const over = isOdd ? second : first
    band(sheet, isOdd ? first : second, width)
    const [outer, opposite] = edges(middle(over), () => width + sheet.hair * 6)
    sheet.area([[...outer, ...opposite.reverse()]], PAPER)
    return band(sheet, over, width)
  }
  for (const side of edge === undefined ? ([-1, 1] as const) : [edge]) {
    const turn: readonly [Point, Point, Point, Point] =
      wall === "upright"
        ? [at(side, -1), at(side * 0.1, -0.1), at(side * 0.1, 0.1), at(side, 1)]
        : [at(-1, side), at(-0.1, side * 0.1), at(0.1, side * 0.1), at(1, side)]
    band(sheet, curve(turn, 40), width)
  }
}

/** The part of a line that crosses another. */
function middle([[x0, y0], [x1, y1]]: readonly [Point, Point]): Point[] {
  const at = (share: number): Point => [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share]
  return [at(0.17), at(0.83)]
}

/** A ribbon with two edges and a line along its middle. */
function band(sheet: Sheet, points: readonly Point[], width: number): void {
  const [left, right] = edges(points, () => width)
  const weight = width > sheet.hair * 18 ? sheet.hair * 2 : sheet.hair
  sheet.line(left, weight)
  sheet.line(right, weight)
  if (width > sheet.hair * 8) sheet.line(points, Math.max(weight, Math.round(width * 0.26)))
}
