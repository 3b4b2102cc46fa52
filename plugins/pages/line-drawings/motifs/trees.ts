import type { Chance } from "../chance.js"
import { curve, stroke } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif, Season } from "../motif.js"
import { ACCENT, INK, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** Share of the width by which the foot of a tree moves for a wind of 1. */
const LEAN = -0.12

interface Limb {
  readonly from: Point
  readonly angle: number
  readonly length: number
  readonly width: number
  readonly depth: number
}

/** Draws a limb with those that grow out of it; `tips` gets where the twigs end. */
function grow(sheet: Sheet, chance: Chance, limb: Limb, wind: number, tips: Point[]): void {
  const { from, angle, length, width, depth } = limb
  const bend = chance.between(-0.25, 0.25) + wind * 0.12
  const end: Point = [from[0] + Math.cos(angle + bend) * length, from[1] - Math.sin(angle + bend) * length]
  const points = curve(
    [
      from,
      [from[0] + Math.cos(angle) * length * 0.4, from[1] - Math.sin(angle) * length * 0.4],
      [end[0] - Math.cos(angle + bend * 2) * length * 0.3, end[1] + Math.sin(angle + bend * 2) * length * 0.3],
      end,
    ],
    10,
  )
  if (width > sheet.hair * 1.6) sheet.area([stroke(points, (share) => width * (1 - share * 0.32))])
  else sheet.line(points)
  if (depth <= 0 || length < sheet.hair * 3) {
    tips.push(end)
    return
  }
  const forks = chance.falls(0.28) ? 3 : 2
  const spread = chance.between(0.75, 1.15)
  for (let i = 0; i < forks; i++) {
    const turn = (i / (forks - 1) - 0.5) * spread + chance.between(-0.16, 0.16)
    const up = Math.PI / 2 - (angle + bend)
    const next = angle + bend + turn + up * 0.06 - wind * 0.1
    grow(
      sheet,
      chance,
      {
        from: end,
        angle: next,
        length: length * chance.between(0.68, 0.86),
        width: width * (forks === 3 ? 0.58 : 0.68),
        depth: depth - 1,
      },
      wind,
      tips,
    )
  }
}

/** A tree in its season: alone, bent by the wind, or before the sun. */
export const tree: Motif = (sheet, chance, { variant, season }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  const ground = height * 0.87
  const place = width > height * 1.6 ? chance.between(0.3, 0.7) : chance.between(0.42, 0.58)
  const wind = kind === 1 ? chance.side() * chance.between(0.7, 1.1) : 0
  // The crown hangs to the side to which the wind blows: its foot stands on the other.
  const x = width * (width > height * 1.6 ? place : place + wind * LEAN)
  if (kind === 2) sheet.sun(x + short * chance.between(0.05, 0.2) * chance.side(), ground - short * 0.5, short * 0.27)
  const depth = short < 150 ? 6 : 8
  const tips: Point[] = []
  grow(
    sheet,
    chance,
    {
      from: [x, ground + 2],
      angle: Math.PI / 2 - wind * 0.2,
      length: Math.min(ground * (kind === 1 ? 0.2 : 0.22), width * 0.155),
      width: short * 0.06,
      depth,
    },
    wind,
    tips,
  )
  foliage(sheet, chance, { tips, season, ground, x })
  turf(sheet, chance, ground, x)
}

interface Crown {
  readonly tips: readonly Point[]
  readonly season: Season
  readonly ground: number
  readonly x: number
}

function foliage(sheet: Sheet, chance: Chance, { tips, season, ground, x }: Crown): void {
  if (season === "winter") return
  const size = Math.max(1.3, sheet.short * 0.0075)
  const share = { spring: 0.55, summer: 0.95, autumn: 0.3 }[season]
  for (const tip of tips) {
    const leaves = season === "summer" ? 3 : 1
    for (let i = 0; i < leaves; i++) {
      if (!chance.falls(share)) continue
      const at: Point = [tip[0] + chance.between(-3, 3) * size, tip[1] + chance.between(-2.5, 2.5) * size]
      if (season === "spring") blossom(sheet, at, size * 1.5, chance.falls(0.25))
      else leaf(sheet, at, size * 2.1, chance.next(), season === "autumn" && chance.falls(0.5) ? ACCENT : INK)
    }
  }
  if (season !== "autumn") return
  for (let i = 0; i < 60; i++) {
    const far = chance.between(-0.4, 0.4) * sheet.short
    const isDown = chance.falls(0.6)
    leaf(
      sheet,
      [x + far, isDown ? ground + chance.between(0, 0.06) * sheet.height : chance.between(0.45, 0.97) * ground],
      size * 1.8,
      chance.next(),
      chance.falls(0.3) ? ACCENT : INK,
    )
  }
}

function blossom(sheet: Sheet, [x, y]: Point, size: number, isRed: boolean): void {
  sheet.disc(x, y, size + sheet.hair, PAPER)
  sheet.disc(x, y, size, isRed ? ACCENT : INK)
  if (size > 2 && !isRed) sheet.disc(x, y, size - sheet.hair, PAPER)
}

function leaf(sheet: Sheet, [x, y]: Point, size: number, turn: number, tone: typeof INK | typeof ACCENT): void {
  const [right, down] = [Math.cos(turn * 2 * Math.PI) * size, Math.sin(turn * 2 * Math.PI) * size]
  sheet.area(
    [
      [
        [x - right, y - down],
        [x - down * 0.5, y + right * 0.5],
        [x + right, y + down],
        [x + down * 0.5, y - right * 0.5],
      ],
    ],
    tone,
  )
}

/** The ground below a tree: lines that are dense near it. */
function turf(sheet: Sheet, chance: Chance, ground: number, x: number): void {
  const { width, height, hair, short } = sheet
  sheet.line(
    [
      [0, ground],
      [width, ground],
    ],
    hair,
  )
  for (let y = ground + sheet.pitch * 0.7, row = 1; y < height; y += sheet.pitch * (0.6 + row * 0.12), row++) {
    const wide = short * (0.62 - row * 0.06) * chance.between(0.7, 1.1)
    if (wide <= 0) break
    sheet.line([
      [x - wide, y],
      [x + wide * chance.between(0.6, 1.1), y],
    ])
  }
}

/** Bamboo: in ink, in the moonlight, or in mist. */
export const bamboo: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  if (kind === 1) sheet.sun(width * chance.between(0.2, 0.8), height * 0.32, short * 0.2)
  const count = Math.max(3, Math.min(9, Math.round(width / (short * 0.24))))
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => ((a * 5) % count) - ((b * 5) % count))
  order.forEach((place, i) => {
    const isNear = i >= count / 2
    const wide = short * (isNear ? chance.between(0.05, 0.075) : chance.between(0.028, 0.04))
    const x = ((place + 0.5 + chance.between(-0.25, 0.25)) / count) * width
    culm(sheet, chance, { x, wide, lean: chance.between(-0.05, 0.05) * height, isBlack: isNear !== (kind === 2) })
  })
}

function culm(
  sheet: Sheet,
  chance: Chance,
  {
    x,
    wide,
    lean,
    isBlack,
  }: { readonly x: number; readonly wide: number; readonly lean: number; readonly isBlack: boolean },
): void {
  const { height } = sheet
  const at = (y: number): number => x + lean * (1 - y / height)
  const joint = Math.max(2, wide * 0.1)
  for (let y = height + wide * chance.between(0, 3); y > -wide * 5;) {
    const long = wide * chance.between(4.2, 5.6)
    const [foot, top] = [y, y - long + joint]
    const part: Point[] = [
      [at(foot) - wide * 0.54, foot],
      [at(foot - wide) - wide * 0.47, foot - wide * 0.5],
      [at(top) - wide * 0.47, top + wide * 0.4],
      [at(top) - wide * 0.54, top],
      [at(top) + wide * 0.54, top],
      [at(top) + wide * 0.47, top + wide * 0.4],
      [at(foot) + wide * 0.47, foot - wide * 0.5],
      [at(foot) + wide * 0.54, foot],
    ]
    sheet.line([...part, part[0]!], sheet.hair * 3, PAPER)
    if (isBlack) {
      sheet.area([part])
      sheet.line(
        [
          [at(foot) + wide * 0.2, foot - wide * 0.3],
          [at(top) + wide * 0.2, top + wide * 0.3],
        ],
        Math.max(sheet.hair, wide * 0.06),
        PAPER,
      )
    } else {
      sheet.shape(part)
      const middle = (down: number): Point => [at(down) + wide * 0.05, down]
      sheet.hatch([[middle(top), ...part.slice(4), middle(foot)]], { angle: 90, gap: Math.max(2, sheet.hair * 2.5) })
    }
    y -= long
    if (chance.falls(0.42)) spray(sheet, chance, [at(y) + wide * 0.4, y], wide * chance.between(2.6, 3.6))
  }
}

function spray(sheet: Sheet, chance: Chance, [x, y]: Point, size: number): void {
  const side = chance.side()
  const tip: Point = [x + side * size * 0.7, y - size * 0.4]
  sheet.line([[x, y], tip])
  const leaves = chance.whole(3, 5)
  for (let i = 0; i < leaves; i++) {
    const angle = 0.15 + i * 0.38 + chance.between(-0.1, 0.1)
    const long = size * chance.between(0.8, 1.25)
    const end: Point = [tip[0] + side * Math.cos(angle) * long, tip[1] + Math.sin(angle) * long]
    const blade = stroke(
      curve(
        [
          tip,
          [tip[0] + side * long * 0.3, tip[1] + long * 0.1],
          [end[0] - side * long * 0.2, end[1] - long * 0.25],
          end,
        ],
        12,
      ),
      (share) => Math.max(1, long * 0.17 * Math.sin(Math.PI * Math.sqrt(share))),
    )
    sheet.line([...blade, blade[0]!], sheet.hair * 2, PAPER)
    sheet.area([blade])
  }
}
