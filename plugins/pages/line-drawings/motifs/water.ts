import type { Chance } from "../chance.js"
import { arc, box } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, LIGHT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** Waves as scales, in the Japanese manner: even, ever calmer, or under a red sun. */
export const scales: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair, short } = sheet
  const kind = variant % 3
  const gap = Math.max(3, Math.round(sheet.grain * 0.85))
  const rings = kind === 1 ? 6 : chance.whole(4, 5)
  const radius = gap * rings
  const top = kind === 2 ? height * 0.42 : -radius
  if (kind === 2) sheet.disc(width * chance.between(0.3, 0.7), height * 0.4, short * 0.28, ACCENT)
  const [left, shift] = [(width % (radius * 2)) / 2 - radius * 2, chance.between(0, 9)]
  for (let y = top + radius, row = 0; y - radius < height; y += radius / 2, row++)
    for (let x = left + (row & 1 ? radius : 0); x < width + radius; x += radius * 2) {
      sheet.disc(x, y, radius, PAPER)
      const wild = chance.noise((x / sheet.side) * 3 + shift, (y / sheet.side) * 3)
      const isBlack = kind !== 1 && wild > 0.42
      if (isBlack) sheet.disc(x, y, radius)
      const least = kind === 1 ? Math.max(0, Math.min(rings - 1, Math.round((wild * 0.9 + 0.5) * (rings - 1)))) : 0
      for (let ring = rings; ring > least; ring--)
        if (!isBlack || ring < rings)
          sheet.line(
            arc(x, y, ring * gap - hair / 2, 0.48, 1.02),
            ring === rings ? hair * 2 : hair,
            isBlack ? PAPER : INK,
          )
      if (isBlack) sheet.line(arc(x, y, radius - hair / 2, 0.48, 1.02), hair, PAPER)
    }
}

/** The sea in lines from the horizon, with the sun and a sail, or gulls, or high waves. */
export const swell: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair, short } = sheet
  const kind = variant % 3
  const horizon = height * (kind === 2 ? 0.3 : chance.between(0.36, 0.44))
  const sun = width * chance.between(0.22, 0.78)
  if (kind === 1) sheet.sun(sun, horizon - short * 0.02, short * 0.2)
  else sheet.disc(sun, horizon - short * 0.19, short * 0.1, ACCENT)
  if (kind === 1) gulls(sheet, chance, horizon)
  const boatAt = kind === 0 ? 5 : -1
  const boat = width * (sun > width / 2 ? chance.between(0.18, 0.4) : chance.between(0.6, 0.82))
  const tall = kind === 2 ? 0.11 : 0.035
  for (let y = horizon, row = 0; y < height + short * tall * 2; row++) {
    const share = (y - horizon) / (height - horizon)
    const line: Point[] = []
    const [long, phase] = [sheet.side * (0.09 + 0.3 * share), row * 1.9 + chance.noise(row * 0.4, 5) * 3]
    for (let x = -2; x <= width + 2; x += Math.max(1.5, hair)) {
      const wave = Math.sin((x / long) * 2 * Math.PI + phase + 1.2 * chance.noise((x / sheet.side) * 2, row * 0.3))
      const crestOf = wave > 0 ? wave * wave : wave * 0.35
      const swellOf = 0.6 + 0.6 * chance.noise((x / sheet.side) * 1.7 + row * 0.15, row * 0.21)
      line.push([x, y - short * tall * (0.08 + share) * crestOf * swellOf])
    }
    if (row === boatAt) sail(sheet, [boat, y], short * 0.2)
    sheet.area(
      [[...line, [width + 2, y + short * tall * 2 + sheet.pitch * 3], [-2, y + short * tall * 2 + sheet.pitch * 3]]],
      PAPER,
    )
    foaming(sheet, chance, line, share)
    y += sheet.pitch * (0.55 + share * (kind === 2 ? 1.6 : 1.15))
  }
}

/** A line of the sea, broken where the light lies on it. */
function foaming(sheet: Sheet, chance: Chance, line: readonly Point[], share: number): void {
  const row = share * 40
  let run: Point[] = []
  for (const point of line) {
    if (chance.noise((point[0] / sheet.side) * 9, row) < 0.42 || share === 0) run.push(point)
    else {
      if (run.length > 1) sheet.line(run)
      run = []
    }
  }
  if (run.length > 1) sheet.line(run)
}

function sail(sheet: Sheet, [x, y]: Point, size: number): void {
  const [mast, deck] = [y - size, y - size * 0.16]
  sheet.area([
    [
      [x - size * 0.42, deck],
      [x + size * 0.42, deck],
      [x + size * 0.26, y + size * 0.06],
      [x - size * 0.3, y + size * 0.06],
    ],
  ])
  sheet.line(
    [
      [x, mast - size * 0.06],
      [x, deck],
    ],
    sheet.hair,
  )
  const big: Point[] = [
    [x + size * 0.05, mast],
    [x + size * 0.42, deck - size * 0.07],
    [x + size * 0.05, deck - size * 0.07],
  ]
  const small: Point[] = [
    [x - size * 0.05, mast + size * 0.14],
    [x - size * 0.34, deck - size * 0.07],
    [x - size * 0.05, deck - size * 0.07],
  ]
  sheet.shape(big)
  sheet.shape(small)
  sheet.hatch([small], { angle: 60, gap: Math.max(2, sheet.pitch * 0.5) })
}

function gulls(sheet: Sheet, chance: Chance, horizon: number): void {
  const count = chance.whole(4, 9)
  for (let i = 0; i < count; i++) {
    const size = sheet.short * chance.between(0.025, 0.055)
    const [x, y] = [chance.between(0.1, 0.9) * sheet.width, chance.between(0.15, 0.75) * horizon]
    const wing = (side: 1 | -1): Point[] => [
      [x, y],
      [x + side * size * 0.45, y - size * 0.42],
      [x + side * size, y - size * 0.1],
    ]
    sheet.line([...wing(-1).reverse(), ...wing(1)], sheet.hair * (sheet.side > 300 ? 2 : 1))
  }
}

/** The moon of the day over water: over the open sea, hills on the far shore, or reeds. */
export const nocturne: Motif = (sheet, chance, { variant, moon, south }) => {
  const { width, height, hair, short } = sheet
  const kind = variant % 3
  const horizon = Math.round(height * chance.between(0.56, 0.64))
  const radius = Math.max(9, short * 0.15)
  const [x, y] = [width * chance.between(0.3, 0.7), Math.max(radius * 1.5, horizon * chance.between(0.36, 0.5))]
  // Darker above.
  for (let row = 0; row < horizon;) {
    const share = row / horizon
    for (let i = 0; i < hair; i++) sheet.span(row + i, 0, width)
    row += hair + Math.max(1, Math.round(hair * (0.6 + 5.5 * share * share)))
  }
  disc(sheet, [x, y], radius, { moon, south })
  if (kind === 1) farShore(sheet, chance, horizon)
  sheet.area([box(0, horizon, width, height)], PAPER)
  for (let row = horizon, line = 0; row < height; line++) {
    const share = (row - horizon) / (height - horizon)
    ripple(sheet, chance, row, { moon: x, wide: radius * (0.35 + share * 1.5), line })
    row += Math.max(hair * 2, Math.round(sheet.pitch * (0.42 + share * 0.7)))
  }
  if (kind === 2) reeds(sheet, chance)
}

/** A line of the water: whole at the sides, in glints below the moon. */
function ripple(
  sheet: Sheet,
  chance: Chance,
  row: number,
  { moon, wide, line }: { readonly moon: number; readonly wide: number; readonly line: number },
): void {
  const { width, hair, side } = sheet
  const isDark = (x: number): boolean => {
    const far = (Math.abs(x - moon) / wide) * (1 + 0.45 * chance.noise(line * 0.55, 9))
    const noise = chance.noise((x / side) * 13, line * 0.9)
    return far < 1 ? noise > 0.28 + 0.3 * (1 - far) : noise < 0.62 - 0.5 / (far + 0.6)
  }
  let from = -1
  for (let x = 0; x <= width; x += 2) {
    const dark = x < width && isDark(x)
    if (dark && from < 0) from = x
    if (!dark && from >= 0) {
      for (let i = 0; i < hair; i++) sheet.span(row + i, from, x)
      from = -1
    }
  }
}

/** The moon in its phase. */
function disc(
  sheet: Sheet,
  [x, y]: Point,
  radius: number,
  { moon, south }: { readonly moon: number; readonly south: boolean },
): void {
  const halo = sheet.hair * 2
  sheet.disc(x, y, radius + halo, PAPER)
  sheet.disc(x, y, radius)
  const bulge = -Math.cos(2 * Math.PI * moon)
  const isRight = moon < 0.5 !== south
  const side = isRight ? 1 : -1
  const lit: Point[] = []
  for (let i = 0; i <= 48; i++) {
    const angle = (i / 48 - 0.5) * Math.PI
    lit.push([x + side * Math.cos(angle) * radius, y + Math.sin(angle) * radius])
  }
  for (let i = 48; i >= 0; i--) {
    const angle = (i / 48 - 0.5) * Math.PI
    lit.push([x - side * bulge * Math.cos(angle) * radius, y + Math.sin(angle) * radius])
  }
  sheet.area([lit], LIGHT)
  sheet.ring(x, y, radius - sheet.hair / 2)
}

function farShore(sheet: Sheet, chance: Chance, horizon: number): void {
  for (const [high, row] of [
    [0.2, 1],
    [0.1, 8],
  ] as const) {
    const line: Point[] = []
    for (let x = 0; x <= sheet.width + 3; x += 3)
      line.push([x, horizon - sheet.short * high * (0.5 + 0.7 * chance.rough((x / sheet.side) * 2.2, row, 3))])
    const hill: Point[] = [...line, [sheet.width + 3, horizon], [0, horizon]]
    sheet.area([hill], row === 8 ? INK : PAPER)
    if (row === 1) sheet.hatch([hill], { angle: 60, gap: sheet.pitch * 0.7 })
    sheet.line(line)
  }
}

function reeds(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  const isLeft = chance.falls(0.5)
  const count = chance.whole(9, 14)
  for (let i = 0; i < count; i++) {
    const base = chance.between(0, 0.26) * width
    const lean = chance.between(-0.02, 0.1) * short
    const high = short * chance.between(0.3, 0.75)
    const at = (x: number): number => (isLeft ? x : width - x)
    const points = Array.from({ length: 13 }, (_, step): Point => [
      at(base + (lean * step * step) / 144),
      height - (high * step) / 12,
    ])
    const stalk = Math.max(sheet.hair, Math.round(short * 0.006))
    sheet.line(points, stalk + sheet.hair * 2, PAPER)
    sheet.line(points, stalk)
    const tip = points.at(-1)!
    if (i % 3 === 0) {
      sheet.line(
        [
          [tip[0], tip[1]],
          [tip[0], tip[1] + short * 0.1],
        ],
        Math.max(3, short * 0.022) + sheet.hair * 2,
        PAPER,
      )
      sheet.line(
        [
          [tip[0], tip[1]],
          [tip[0], tip[1] + short * 0.1],
        ],
        Math.max(3, short * 0.022),
      )
    }
  }
}

/** Rain on a pond: rings, rings and lily pads, or a downpour. */
export const rain: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair, short } = sheet
  const kind = variant % 3
  const gap = Math.max(7.5 * hair, short * 0.034)
  const count = Math.max(5, Math.min(16, Math.round((width * height) / (gap * gap * 130)))) + (kind === 2 ? 3 : 0)
  const drops = Array.from({ length: count }, (_, i) => ({
    x: ((i + 0.5 + chance.between(-0.5, 0.5)) / count) * width,
    y: ((((i * 7) % count) + 0.5 + chance.between(-0.4, 0.4)) / count) * height,
    rings: i % 3 === 0 ? chance.whole(5, 8) : chance.whole(1, 4),
  }))
  for (const { x, y, rings } of drops.sort((a, b) => b.rings - a.rings)) {
    sheet.area([arc(x, y, rings * gap + gap * 0.4, 0, 1, FLAT)], PAPER)
    for (let ring = 1; ring <= rings; ring++) {
      const points = arc(x, y, ring * gap, 0, 1, FLAT)
      if (ring > rings - 2 && rings > 3) sheet.dashed(points, [gap * 2.2, gap * 0.6])
      else sheet.line(points, ring === 1 && rings > 2 ? hair * 2 : hair)
    }
    if (rings < 3) splash(sheet, [x, y], gap * 0.6)
  }
  for (let i = 0; i < (kind === 1 ? 5 : 0); i++) {
    const at: Point = [((i + chance.between(0.2, 0.8)) / 5) * width, chance.between(0.25, 0.95) * height]
    pad(sheet, at, { size: short * chance.between(0.1, 0.17), turn: chance.next(), hasFlower: i === 2 })
  }
  const strokes = Math.round((width / sheet.pitch) * (kind === 2 ? 1.4 : 0.3))
  for (let i = 0; i < strokes; i++) {
    const [x, y, length] = [
      chance.between(-0.05, 1.1) * width,
      chance.between(-0.1, 0.9) * height,
      short * chance.between(0.1, 0.3),
    ]
    const drop: Point[] = [
      [x, y],
      [x - length * 0.14, y + length],
    ]
    sheet.line(drop, hair * 3, PAPER)
    sheet.line(drop)
  }
}

/** Height of a ring on the water as a share of its width. */
const FLAT = 0.42

function splash(sheet: Sheet, [x, y]: Point, size: number): void {
  for (const [right, up] of [
    [-0.5, 0.9],
    [0, 1.5],
    [0.5, 0.9],
  ] as const)
    sheet.disc(x + right * size, y - up * size, Math.max(0.8, sheet.hair * 0.8))
}

/** A lily pad: a disc with a notch, and a flower on the first. */
function pad(
  sheet: Sheet,
  [x, y]: Point,
  { size, turn, hasFlower }: { readonly size: number; readonly turn: number; readonly hasFlower: boolean },
): void {
  const rim = [...arc(x, y, size, turn, turn + 0.9, 0.42), [x, y] as const]
  sheet.line([...rim, rim[0]!], sheet.hair * 4, PAPER)
  sheet.area([rim])
  for (let i = 1; i < 9; i++) {
    const angle = (turn + (i * 0.9) / 9) * 2 * Math.PI
    sheet.line(
      [
        [x, y],
        [x + Math.cos(angle) * size * 0.85, y + Math.sin(angle) * size * 0.36],
      ],
      sheet.hair,
      PAPER,
    )
  }
  if (!hasFlower) return
  for (const lean of [-0.75, 0.75, -0.4, 0.4, 0]) {
    const tip: Point = [x + lean * size * 0.7, y - size * (0.85 - Math.abs(lean) * 0.45)]
    const petal: Point[] = [
      [x, y],
      [(x + tip[0]) / 2 - size * 0.13, (y + tip[1]) / 2],
      tip,
      [(x + tip[0]) / 2 + size * 0.13, (y + tip[1]) / 2],
    ]
    sheet.shape(petal, sheet.hair, lean === 0 ? ACCENT : PAPER)
  }
}
