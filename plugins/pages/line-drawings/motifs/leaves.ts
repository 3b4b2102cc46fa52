import type { Chance } from "../chance.js"
import { curve, stroke } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { LIGHT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** Fronds of fern: one, a pair, or a fan of young ones. */
export const fern: Motif = (sheet, chance, { variant }) => {
  const { width, height } = sheet
  const kind = variant % 3
  const isFlat = width > height * 1.25
  const size = Math.min(isFlat ? width : height * 1.06, sheet.short * 1.9)
  if (kind === 0) {
    const [from, angle]: [Point, number] = isFlat
      ? [[width / 2 - size * 0.43, height * 0.62], 0.16]
      : [[width * 0.4, height * 0.97], 1.42]
    return frond(sheet, { from, angle, length: size * 0.86, bend: -chance.between(0.5, 0.8) })
  }
  const count = kind === 1 ? 2 : 5
  const base: Point = [width / 2, height]
  // The outermost first: each covers those behind it.
  for (const i of count === 2 ? [0, 1] : [0, 4, 1, 3, 2]) {
    const lean = count === 2 ? (i - 0.5) * 1.1 : (i - 2) * 0.46
    const side = lean >= 0 ? 1 : -1
    const room = Math.min(height * 0.98, sheet.short * (1.06 - Math.abs(lean) * 0.2))
    frond(sheet, {
      from: [base[0] + lean * sheet.short * 0.05, base[1]],
      angle: Math.PI / 2 - lean * 0.8,
      length: room * chance.between(0.88, 1),
      bend: -side * chance.between(0.45, 0.75),
    })
  }
}

interface Frond {
  readonly from: Point
  readonly angle: number
  readonly length: number
  readonly bend: number
}

/** The points of a stem that bends evenly. */
function stem({ from, angle, length, bend }: Frond, steps: number): Point[] {
  const points: Point[] = [from]
  for (let i = 0; i < steps; i++) {
    const [x, y] = points[i]!
    const at = angle + bend * ((i / steps) * (i / steps))
    points.push([x + (Math.cos(at) * length) / steps, y - (Math.sin(at) * length) / steps])
  }
  return points
}

/** A frond, which covers what is behind it. */
function frond(sheet: Sheet, given: Frond): void {
  const gap = Math.max(sheet.hair * 6, given.length * 0.034)
  const steps = Math.max(12, Math.round(given.length / gap))
  const points = stem(given, steps)
  const pinnae: { readonly line: Point[]; readonly wide: number; readonly side: 1 | -1 }[] = []
  for (let i = steps - 1; i >= Math.round(steps * 0.16); i--) {
    const share = i / steps
    const long = given.length * 0.25 * Math.sin(Math.PI * (0.12 + 0.88 * share)) * (1.15 - share * 0.45)
    const along = given.angle + given.bend * share * share
    for (const side of [1, -1] as const) {
      const line = stem(
        { from: points[i]!, angle: along + side * (1.15 - share * 0.35), length: long, bend: -side * 0.45 },
        14,
      )
      pinnae.push({ line, wide: gap * (0.86 - share * 0.25), side })
    }
  }
  const tips = (side: 1 | -1): Point[] => pinnae.filter((each) => each.side === side).map(({ line }) => line.at(-1)!)
  sheet.area([[points.at(-1)!, ...tips(1), ...tips(-1).reverse()]], PAPER)
  for (const { line, wide } of pinnae) pinna(sheet, line, wide)
  sheet.line(points, Math.max(sheet.hair * 3, given.length * 0.006 + sheet.hair * 2), PAPER)
  sheet.line(points, Math.max(sheet.hair, given.length * 0.006))
}

/** A leaflet with a toothed edge. */
function pinna(sheet: Sheet, points: readonly Point[], wide: number): void {
  const shape = stroke(points, (share) => wide * (1 - share) * (Math.round(share * 14) % 2 === 0 ? 1 : 0.72))
  sheet.line([...shape, shape[0]!], sheet.hair * 3, PAPER)
  sheet.area([shape])
  sheet.line(points)
  if (wide > sheet.hair * 9) sheet.line(points.slice(0, 10), sheet.hair, PAPER)
}

/** Leaves of the ginkgo: one, a few that fall, or a twig of them. */
export const ginkgo: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  if (kind === 0)
    return fan(sheet, chance, {
      at: [width * 0.5, height * 0.66],
      size: Math.min(short * 0.56, width * 0.42),
      turn: chance.between(-0.18, 0.18),
      isLight: true,
    })
  if (kind === 2) return twig(sheet, chance)
  const every = short * (sheet.side < 250 ? 0.62 : 0.46)
  const [columns, rows] = [Math.max(1, Math.round(width / every)), Math.max(1, Math.round(height / every))]
  const chosen = chance.whole(0, columns * rows - 1)
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const at: Point = [
      (column + 0.5 + chance.between(-0.16, 0.16)) * (width / columns),
      (row + 0.55 + chance.between(-0.14, 0.14)) * (height / rows),
    ]
    fan(sheet, chance, {
      at,
      size: every * chance.between(0.32, 0.5),
      turn: chance.between(-3.1, 3.1),
      isLight: i === chosen,
    })
  }
}

interface Fan {
  /** Where the stalk meets the leaf. */
  readonly at: Point
  readonly size: number
  readonly turn: number
  readonly isLight: boolean
}

/** A leaf of the ginkgo, with the veins that fork. */
function fan(sheet: Sheet, chance: Chance, { at: [x, y], size, turn, isLight }: Fan): void {
  const [open, notch, wild] = [chance.between(1.12, 1.3), chance.between(0.25, 0.5), chance.between(0, 40)]
  const at = (angle: number, far: number): Point => [x + Math.sin(angle + turn) * far, y - Math.cos(angle + turn) * far]
  const rim = (angle: number): number => {
    const cut = Math.abs(angle) * 9
    return (
      size *
      (1 - notch * Math.exp(-cut * cut) + 0.05 * chance.rough(angle * 4, wild, 2)) *
      (1 - 0.12 * Math.abs(angle / open))
    )
  }
  const outline: Point[] = [[x, y]]
  const steps = 160
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps - 0.5) * 2 * open
    outline.push(at(angle, rim(angle)))
  }
  sheet.shape(outline, sheet.hair, isLight ? LIGHT : PAPER)
  const gap = Math.max(3.2, sheet.pitch * 0.66)
  sheet.within([outline], () => {
    for (let level = 0, count = 6, from = 0; level < 7 && from < size; level++) {
      const isFirst = level === 0
      for (let i = 0; i <= count; i++) {
        if (!isFirst && i % 2 === 0) continue
        const angle = (i / count - 0.5) * 2 * open * 0.97
        sheet.line([at(angle, from), at(angle, rim(angle) - sheet.hair * 2)])
      }
      count *= 2
      from = (gap * count) / (2 * open)
    }
  })
  sheet.line(outline.concat([[x, y]]), sheet.hair * (size > 60 * sheet.hair ? 2 : 1))
  const bend = chance.side() * 0.3
  const stalk = curve([
    [x, y],
    at(Math.PI, size * 0.3),
    at(Math.PI + bend * 0.6, size * 0.5),
    at(Math.PI + bend, size * 0.72),
  ])
  sheet.area([stroke(stalk, (share) => Math.max(sheet.hair * 1.4, size * 0.03 * (0.5 + share)))])
}

function twig(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  const rise = chance.side()
  const line = curve(
    [
      [-4, height * (0.5 + rise * 0.26)],
      [width * 0.3, height * (0.5 + rise * 0.12)],
      [width * 0.6, height * (0.5 - rise * 0.02)],
      [width * 0.97, height * (0.5 - rise * 0.2)],
    ],
    60,
  )
  sheet.area([stroke(line, (share) => short * 0.03 * (1.1 - share))])
  const count = Math.max(4, Math.round(width / (short * 0.3)))
  for (let i = 0; i < count; i++) {
    const [x, y] = line[Math.floor(((i + 0.6) / count) * 60)]!
    const side = i % 2 === 0 ? 1 : -1
    const size = short * chance.between(0.19, 0.26)
    const turn = side === 1 ? chance.between(-0.35, 0.35) : Math.PI + chance.between(-0.35, 0.35)
    const [right, up] = [Math.sin(turn) * size * 0.72, Math.cos(turn) * size * 0.72]
    fan(sheet, chance, { at: [x + right, y - up], size, turn, isLight: i === 1 })
  }
}
