import type { Chance } from "../chance.js"
import { arc, box } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** A range of mountains: its line, and its shaded faces in hatching. */
function mountains(
  sheet: Sheet,
  chance: Chance,
  { base, high, wide }: { readonly base: number; readonly high: number; readonly wide: number },
): void {
  const { width, height, hair } = sheet
  const line: Point[] = [[-wide, base]]
  const faces: Point[][] = []
  for (let x = -wide * chance.next(); x < width + wide;) {
    const peak: Point = [x + wide * chance.between(0.35, 0.6), base - high * chance.between(0.55, 1)]
    const valley: Point = [x + wide * chance.between(0.9, 1.15), base - high * chance.between(0.12, 0.4)]
    const down = craggy(chance, peak, valley, wide)
    line.push(...craggy(chance, line.at(-1)!, peak, wide), ...down)
    faces.push([
      ...down,
      ...spine(chance, peak, [peak[0] + wide * chance.between(-0.08, 0.2), base + high * 0.1], wide).reverse(),
    ])
    x = valley[0]
  }
  sheet.area([[...line, [width + wide, height], [-wide, height]]], PAPER)
  for (const face of faces) {
    sheet.hatch([face], { angle: 62, gap: Math.max(3 * hair, sheet.pitch * 0.8) })
    sheet.line(face.slice(face.length >> 1))
  }
  sheet.line(line, hair * (sheet.short > 200 ? 2 : 1))
}

/** A slope with a few crags. */
function craggy(chance: Chance, [x0, y0]: Point, [x1, y1]: Point, wide: number): Point[] {
  return Array.from({ length: 6 }, (_, i): Point => {
    const share = (i + 1) / 6
    const wild = i === 5 ? 0 : wide * 0.035
    return [x0 + (x1 - x0) * share + chance.between(-wild, wild), y0 + (y1 - y0) * share + chance.between(-wild, wild)]
  })
}

/** The edge between light and shade, from a peak down: it swings from side to side. */
function spine(chance: Chance, [x0, y0]: Point, [x1, y1]: Point, wide: number): Point[] {
  const turns = 7
  return Array.from({ length: turns + 1 }, (_, i): Point => {
    const share = i / turns
    const swing = i === 0 ? 0 : (i % 2 === 0 ? -1 : 1) * wide * (0.02 + 0.08 * share) * chance.between(0.6, 1.2)
    return [x0 + (x1 - x0) * share + swing, y0 + (y1 - y0) * share]
  })
}

function pine(sheet: Sheet, chance: Chance, [x, base]: Point, high: number, isBlack: boolean): void {
  const tiers = Math.max(4, Math.min(11, Math.round(high / Math.max(4, sheet.hair * 4))))
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let i = 0; i < tiers; i++) {
    const [upper, lower] = [base - high * (1 - i / tiers), base - high * (1 - (i + 1.25) / tiers)]
    const wide = high * 0.24 * ((i + 1) / tiers) * chance.between(0.8, 1.15)
    left.push([x - wide * 0.28, upper], [x - wide, lower])
    right.push([x + wide * 0.28, upper], [x + wide * chance.between(0.85, 1.1), lower])
  }
  const outline: Point[] = [[x, base - high], ...left, ...right.reverse()]
  sheet.area([
    box(x - Math.max(0.6, high * 0.025), base - high * 0.2, x + Math.max(0.6, high * 0.025), base + high * 0.08),
  ])
  if (isBlack) return sheet.area([outline])
  sheet.shape(outline)
  sheet.hatch([outline], { angle: 90, gap: Math.max(3, sheet.pitch * 0.6) })
}

/** Mountains with pines: by day with a sun, in the snow, or with the moon over a lake. */
export const pines: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  const isLake = kind === 2
  const foot = isLake ? height * 0.7 : height
  sheet.disc(width * chance.between(0.2, 0.8), height * 0.2, short * 0.085, ACCENT)
  mountains(sheet, chance, {
    base: foot * 0.84,
    high: foot * chance.between(0.5, 0.62),
    wide: sheet.side * chance.between(0.3, 0.42),
  })
  const rows = [
    { base: 0.9, high: 0.15, isBlack: false },
    { base: 1.01, high: 0.27, isBlack: true },
  ]
  for (const { base, high, isBlack } of rows) {
    const hillAt = (x: number): number => foot * (base + (isBlack ? 0 : 0.035 * chance.noise((x / sheet.side) * 2, 7)))
    const hill = Array.from({ length: 41 }, (_, i): Point => [(width * i) / 40, hillAt((width * i) / 40)])
    sheet.area([[...hill, [width, height], [0, height]]], PAPER)
    if (!isBlack) sheet.line(hill)
    const every = foot * high * 0.34
    for (let x = -every * chance.next(); x < width + every; x += every * chance.between(0.6, 1.3)) {
      if (chance.noise((x / sheet.side) * 3, base * 90) < (isBlack ? -0.3 : -0.1)) continue
      const tall = 0.75 + 0.35 * chance.noise((x / sheet.side) * 2.5, base * 50)
      pine(sheet, chance, [x, hillAt(x)], foot * high * tall * chance.between(0.7, 1.15), isBlack)
    }
  }
  if (isLake) mirrored(sheet, foot, chance)
  if (kind === 1) snow(sheet, chance)
}

/** The water below a height: what stands above it, upside down, in lines that tremble. */
function mirrored(sheet: Sheet, from: number, chance: Chance): void {
  const { width, height, pixels } = sheet
  const [shore, gap] = [Math.floor(from), Math.max(2, sheet.hair * 2)]
  sheet.area([box(0, shore, width, height)], PAPER)
  for (let row = shore + 2; row < height; row++) {
    const deep = row - shore
    if (Math.floor(deep / sheet.hair) % gap !== 0) continue
    const above = shore - Math.round(deep * 1.35)
    const shift = Math.round(chance.noise(deep * 0.23, 3) * (2 + deep * 0.05) * sheet.hair)
    for (let x = 0; x < width; x++) {
      const at = Math.max(0, above) * width + Math.max(0, Math.min(width - 1, x + shift))
      if (pixels[at] !== PAPER) pixels[row * width + x] = INK
    }
  }
  sheet.line(
    [
      [0, shore],
      [width, shore],
    ],
    sheet.hair,
  )
}

function snow(sheet: Sheet, chance: Chance): void {
  const flakes = Math.min(900, Math.round((sheet.side / sheet.pitch) * 4.5))
  for (let i = 0; i < flakes; i++) {
    const [x, y, radius] = [
      chance.next() * sheet.width,
      chance.next() * sheet.height,
      sheet.hair * chance.between(0.9, 2),
    ]
    sheet.disc(x, y, radius + sheet.hair, PAPER)
    sheet.disc(x, y, radius)
    if (radius > 1.4) sheet.disc(x, y, radius - sheet.hair, PAPER)
  }
}

/** Fields over hills, each ploughed or sown in its own direction, with a house, a tree, or a wood. */
export const fields: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const horizon = height * 0.3
  sheet.disc(width * chance.between(0.15, 0.85), horizon - short * 0.06, short * 0.13, ACCENT)
  const layers = Math.max(4, Math.min(7, Math.round(height / (sheet.pitch * 8))))
  for (let i = 0; i < layers; i++) {
    const share = i / layers
    const base = horizon + (height - horizon) * share * (0.6 + 0.4 * share)
    const bump = short * (0.05 + 0.09 * share)
    const line: Point[] = []
    for (let x = -4; x <= width + 4; x += 4)
      line.push([x, base - bump * chance.noise((x / sheet.side) * 1.6, i * 7 + 0.5)])
    sheet.area([[...line, [width + 4, height], [-4, height]]], PAPER)
    // What lies deeper is hidden by the next hill.
    const foot = Math.min(height, base + ((height - horizon) / layers) * 1.5 + bump * 2.5)
    plough(sheet, chance, line, { share, foot })
    sheet.line(line, sheet.hair * (share > 0.4 ? 2 : 1))
    if (i > 0 && i < layers - 1)
      stand(sheet, chance, line, { kind: variant % 3, size: short * (0.05 + 0.13 * share), isLast: i === layers - 2 })
  }
}

/** Fills a hill down to a height: it is parted into fields by lines to a point far off. */
function plough(
  sheet: Sheet,
  chance: Chance,
  line: readonly Point[],
  { share, foot }: { readonly share: number; readonly foot: number },
): void {
  const { width, height } = sheet
  const vanishing: Point = [width * chance.between(0.2, 0.8), line[line.length >> 1]![1] - height * 0.5]
  const hill: Point[] = [...line, [width + 4, foot], [-4, foot]]
  const parts = chance.whole(1, 3)
  const low = (at: number): Point => [vanishing[0] + (at - 0.5) * (width * 2.2 + height), foot + 2]
  sheet.within([hill], () => {
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part / parts, (part + 1) / parts]
      const kind = share < 0.15 ? 2 : chance.whole(0, 3)
      const gap = sheet.pitch * (0.8 + share * 0.9)
      sheet.within([[vanishing, low(from), low(to)]], () => {
        if (kind === 0)
          for (let at = from; at < to; at += (gap * 1.5) / (width * 2.2 + height)) sheet.line([vanishing, low(at)])
        else if (kind === 1)
          for (let down = gap; down < foot - line[0]![1] + height * 0.2; down += gap)
            sheet.line(line.map(([x, y]): Point => [x, y + down]))
        else if (kind === 2) sheet.hatch([hill], { angle: chance.pick([45, 60, 120, 135]), gap })
        else crops(sheet, line, { gap: gap * 1.5, foot })
      })
      sheet.line([vanishing, low(to)], sheet.hair)
    }
  })
}

function crops(
  sheet: Sheet,
  line: readonly Point[],
  { gap, foot }: { readonly gap: number; readonly foot: number },
): void {
  for (let down = gap * 0.8, row = 0; down < foot; down += gap, row++)
    for (let i = row & 1; i < line.length; i += 2) {
      const [x, y] = line[i]!
      if (y + down > foot) continue
      sheet.line([
        [x, y + down],
        [x + gap * 0.15, y + down - gap * 0.45],
      ])
    }
}

function stand(
  sheet: Sheet,
  chance: Chance,
  line: readonly Point[],
  { kind, size, isLast }: { readonly kind: number; readonly size: number; readonly isLast: boolean },
): void {
  const at = (share: number): Point => line[Math.floor(share * (line.length - 1))]!
  if (kind === 0 && isLast) return house(sheet, at(chance.between(0.2, 0.8)), size * 1.1)
  const count = kind === 1 ? chance.whole(0, 2) : chance.whole(3, 7)
  const start = chance.between(0.1, 0.8)
  for (let i = 0; i < count; i++) {
    const [x, y] = at(Math.min(0.98, start + (kind === 1 ? i * 0.2 : i * (size / sheet.width) * 0.8)))
    if (kind === 2) pine(sheet, chance, [x, y + size * 0.1], size * chance.between(0.9, 1.5), true)
    else round(sheet, [x, y], size * chance.between(0.8, 1.2))
  }
}

function round(sheet: Sheet, [x, y]: Point, size: number): void {
  const [radius, top] = [size * 0.42, y - size * 0.75]
  sheet.area([box(x - Math.max(0.6, size * 0.04), top, x + Math.max(0.6, size * 0.04), y + size * 0.08)])
  const crown = arc(x, top, radius)
  sheet.shape(crown)
  sheet.within([crown], () =>
    sheet.hatch([arc(x + radius * 0.35, top + radius * 0.3, radius)], {
      angle: 45,
      gap: Math.max(2, sheet.pitch * 0.5),
    }),
  )
}

function house(sheet: Sheet, [x, y]: Point, size: number): void {
  const [left, right, eaves] = [x - size * 0.5, x + size * 0.7, y - size * 0.45]
  const gable: Point = [x - size * 0.15, y - size]
  sheet.shape(box(left, eaves, x + size * 0.2, y + size * 0.1))
  sheet.shape(box(x + size * 0.2, eaves, right, y + size * 0.1))
  sheet.hatch([box(x + size * 0.2, eaves, right, y + size * 0.1)], { angle: 90, gap: Math.max(3, sheet.pitch * 0.6) })
  sheet.shape([[left, eaves], gable, [x + size * 0.2, eaves]])
  sheet.area([[gable, [x + size * 0.55, y - size], [right + size * 0.06, eaves], [x + size * 0.2, eaves]]], ACCENT)
  sheet.area([box(x - size * 0.22, y - size * 0.28, x - size * 0.06, y + size * 0.1)], INK)
}
