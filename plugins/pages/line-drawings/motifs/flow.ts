import type { Chance } from "../chance.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

const NONE: readonly number[] = []

type Direction = (x: number, y: number) => number

/** Lines that follow a field and keep their distance. Source: Jobard and Lefer 1997, with seeds on a grid. */
function streamlines(sheet: Sheet, chance: Chance, direction: Direction, gap: number): Point[][] {
  const { width, height } = sheet
  const columns = Math.ceil(width / gap) + 1
  const rows = Math.ceil(height / gap) + 1
  const cells: (number[] | undefined)[] = Array.from({ length: columns * rows })
  const step = Math.max(2.4, sheet.hair * 2.2)
  const isFree = (x: number, y: number, own: number, near: number): boolean => {
    const [column, row] = [Math.floor(x / gap), Math.floor(y / gap)]
    for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++)
      for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++) {
        const found = cells[j * columns + i] ?? NONE
        for (let k = 0; k < found.length; k += 3) {
          const right = found[k]! - x
          const down = found[k + 1]! - y
          if (found[k + 2] !== own && right * right + down * down < near * near) return false
        }
      }
    return true
  }
  const walk = (from: Point, sign: 1 | -1, own: number): Point[] => {
    const points: Point[] = []
    let [x, y] = from
    for (let i = 0; i < 900; i++) {
      const angle = direction(x, y)
      x += Math.cos(angle) * step * sign
      y += Math.sin(angle) * step * sign
      if (x < 0 || y < 0 || x >= width || y >= height || !isFree(x, y, own, gap * 0.72)) break
      points.push([x, y])
    }
    return points
  }
  const lines: Point[][] = []
  for (let y = gap / 2; y < height; y += gap)
    for (let x = gap / 2; x < width; x += gap) {
      const seed: Point = [x + chance.between(-0.3, 0.3) * gap, y + chance.between(-0.3, 0.3) * gap]
      if (!isFree(seed[0], seed[1], -1, gap)) continue
      const line = [...walk(seed, -1, lines.length).reverse(), seed, ...walk(seed, 1, lines.length)]
      if (line.length * step < gap * 3) continue
      for (const [px, py] of line)
        (cells[Math.floor(py / gap) * columns + Math.floor(px / gap)] ??= []).push(px, py, lines.length)
      lines.push(line)
    }
  return lines
}

/** Streams: of wind, round stones in raked sand, or in eddies. */
export const streams: Motif = (sheet, chance, { variant }) => {
  const kind = variant % 3
  const gap = sheet.pitch * (kind === 1 ? 1.1 : 1.25)
  if (kind === 1) return garden(sheet, chance)
  const direction = kind === 0 ? wind(sheet, chance) : eddies(sheet, chance)
  for (const line of streamlines(sheet, chance, direction, gap)) {
    const isHeavy = line.length > 40 && chance.falls(0.22)
    sheet.line(line, isHeavy ? sheet.hair * 2 : sheet.hair)
  }
}

function wind({ side }: Sheet, chance: Chance): Direction {
  const [turn, wild, scale] = [chance.between(-0.5, 0.5), chance.between(1.2, 2.6), chance.between(1.6, 2.6)]
  return (x, y) => turn + wild * chance.rough((x / side) * scale, (y / side) * scale, 2)
}

function eddies({ width, height, side }: Sheet, chance: Chance): Direction {
  const count = chance.whole(3, 5)
  const centres = Array.from({ length: count }, (_, i) => ({
    x: ((i + 0.5 + chance.between(-0.3, 0.3)) / count) * width,
    y: chance.between(0.2, 0.8) * height,
    force: chance.side() * chance.between(0.09, 0.16) * side,
  }))
  return (x, y) => {
    let [right, down] = [0.75, 0]
    for (const centre of centres) {
      const [dx, dy] = [x - centre.x, y - centre.y]
      const square = dx * dx + dy * dy + side * side * 0.0008
      right += (-dy / square) * centre.force
      down += (dx / square) * centre.force
    }
    return Math.atan2(down, right)
  }
}

interface Stone {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Raked sand: lines across, rings round the stones. */
function garden(sheet: Sheet, chance: Chance): void {
  const { width, height, short, hair } = sheet
  const gap = Math.max(4, Math.round(sheet.pitch * 1.15))
  const stones: Stone[] = []
  const wanted = Math.max(2, Math.min(5, Math.round((width / height) * 1.6 + 1)))
  for (let i = 0; i < 200 && stones.length < wanted; i++) {
    const stone = {
      x: chance.between(0.14, 0.86) * width,
      y: chance.between(0.24, 0.76) * height,
      radius: short * (stones.length === 0 ? chance.between(0.13, 0.17) : chance.between(0.05, 0.11)),
    }
    if (
      stones.every(
        ({ x, y, radius }) =>
          Math.sqrt((x - stone.x) * (x - stone.x) + (y - stone.y) * (y - stone.y)) >
          (radius + stone.radius) * 1.2 + gap * 6,
      )
    )
      stones.push(stone)
  }
  for (let y = gap / 2; y < height; y += gap) for (let i = 0; i < hair; i++) sheet.span(Math.round(y) + i, 0, width)
  for (const { x, y, radius } of stones) {
    const rings = Math.max(3, Math.min(6, Math.round((radius * 0.9) / gap) + 2))
    sheet.disc(x, y, radius + rings * gap + gap * 0.3, PAPER)
    for (let ring = 1; ring <= rings; ring++) sheet.ring(x, y, radius + ring * gap)
  }
  for (const stone of stones) rock(sheet, chance, stone)
}

function rock(sheet: Sheet, chance: Chance, { x, y, radius }: Stone): void {
  const row = chance.between(0, 60)
  const outline = (shift: number, size: number): Point[] =>
    Array.from({ length: 40 }, (_, i): Point => {
      const angle = (i / 40) * 2 * Math.PI
      const far = radius * size * (0.86 + 0.2 * chance.noise(Math.cos(angle) * 1.3 + row, Math.sin(angle) * 1.3))
      return [x + shift * radius + Math.cos(angle) * far, y + shift * radius + Math.sin(angle) * far * 0.9]
    })
  sheet.shape(outline(0, 1.06), sheet.hair, INK)
  sheet.within([outline(0, 1)], () => sheet.area([outline(-0.22, 0.86)], PAPER))
  sheet.within([outline(0, 1)], () =>
    sheet.within([outline(-0.22, 0.86)], () =>
      sheet.hatch([outline(0.12, 0.9)], { angle: 45, gap: Math.max(2, sheet.hair * 3) }),
    ),
  )
}

/** Shells that grow by a constant share of a turn: a nautilus cut open, an ammonite, or a snail. */
export const shell: Motif = (sheet, chance, { variant }) => {
  const { short } = sheet
  const kind = variant % 3
  const grown = [2.9, 2.0, 2.45][kind]! * chance.between(0.95, 1.06)
  const turns = [2.6, 4.6, 3.4][kind]!
  const flip = chance.side()
  const size = short * [0.6, 0.54, 0.57][kind]!
  const lean = chance.between(-0.1, 0.1)
  const far = (turn: number): number => size * Math.exp(Math.log(grown) * (turn - turns))
  let centre: Point = [0, 0]
  const at = (turn: number, radius: number): Point => {
    const angle = (turn - turns + lean) * 2 * Math.PI
    return [centre[0] + flip * Math.cos(angle) * radius, centre[1] - Math.sin(angle) * radius]
  }
  centre = centred(
    sheet,
    Array.from({ length: 80 }, (_, i) => at(turns - i / 79, far(turns - i / 79))),
  )
  const outer = Array.from({ length: 401 }, (_, i): Point => at((i / 400) * turns, far((i / 400) * turns)))
  const inner = (turn: number): number => (turn < 1 ? 0 : far(turn - 1))
  const rim = { turns, far, inner, at }
  if (kind === 0) chambers(sheet, rim)
  else ribs(sheet, rim, kind === 1)
  sheet.line(outer, sheet.hair * (short > 120 ? 2 : 1))
  sheet.line(wall(rim, turns, kind === 0 ? 0.06 : 0.03), sheet.hair * (short > 120 ? 2 : 1))
}

/** Where the middle must lie so that all points are about the middle of the sheet. */
function centred({ width, height }: Sheet, points: readonly Point[]): Point {
  const middle = (axis: 0 | 1): number => {
    const values = points.map((point) => point[axis])
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2
  }
  return [width / 2 - middle(0), height / 2 - middle(1)]
}

interface Spiral {
  readonly turns: number
  /** Distance from the centre: of the outer wall, and of the whorl inside it. */
  readonly far: (turn: number) => number
  readonly inner: (turn: number) => number
  readonly at: (turn: number, radius: number) => Point
}

/** A wall from the inner whorl to the outer one, bent forwards. */
function wall({ far, inner, at }: Spiral, turn: number, bend: number): Point[] {
  return Array.from({ length: 17 }, (_, i): Point => {
    const share = i / 16
    const shifted = turn - bend * Math.sin(Math.PI * share * 0.85) + bend * share * 0.6
    return at(shifted, inner(shifted) + (far(shifted) - inner(shifted)) * share)
  })
}

function chambers(sheet: Sheet, spiral: Spiral): void {
  const last = spiral.turns - 0.24
  const walls: Point[][] = []
  for (let turn = 0.5; turn <= last; turn += 0.047 + turn * 0.0035) {
    if (spiral.far(turn) * 0.2 < sheet.hair * 3) continue
    walls.push(wall(spiral, turn, 0.055))
  }
  walls.forEach((points, i) => {
    const next = walls[i + 1]
    if (next && i % 2 === 0)
      sheet.hatch([[...points, ...next.toReversed()]], { angle: 45, gap: Math.max(2, sheet.hair * 2.6) })
    sheet.line(points, sheet.hair * (i > walls.length / 2 && sheet.short > 200 ? 2 : 1))
  })
  const end = walls.at(-1)
  if (end) sheet.line(end, sheet.hair * 2)
  // Lines of growth on the open chamber.
  for (let turn = last + 0.03; turn < spiral.turns - 0.01; turn += 0.03)
    sheet.dashed(wall(spiral, turn, 0.055), [sheet.hair * 2, sheet.hair * 4])
  const eye = spiral.at(0.5, 0)
  sheet.disc(eye[0], eye[1], Math.max(2, spiral.far(0.3)), ACCENT)
}

function ribs(sheet: Sheet, spiral: Spiral, isAmmonite: boolean): void {
  let turn = 0.4
  for (let i = 0; turn < spiral.turns - 0.005 && i < 1200; i++) {
    const gap = Math.max(sheet.hair * 3.4, spiral.far(turn) * (isAmmonite ? 0.075 : 0.05))
    turn += gap / (2 * Math.PI * spiral.far(turn))
    const bend = isAmmonite ? 0.03 : 0.06
    const points = wall(spiral, Math.min(turn, spiral.turns), bend)
    const isHeavy = isAmmonite && spiral.far(turn) > sheet.hair * 40
    if (isAmmonite || i % 6 !== 0)
      sheet.line(isAmmonite && i % 2 === 1 ? points.slice(8) : points, isHeavy ? sheet.hair * 2 : sheet.hair)
    else if (spiral.far(turn) > sheet.hair * 30) sheet.line(points, sheet.hair * 3, INK)
  }
}
