import type { Chance } from "../chance.js"
import { curve, resampled, stroke } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, LIGHT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** A meadow: ears of grass, dandelions, or both before the sun. */
export const meadow: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  const wind = chance.side() * chance.between(0.1, 0.35)
  if (kind !== 1) sheet.sun(width * chance.between(0.25, 0.75), height * 0.36, short * chance.between(0.13, 0.2))
  const count = Math.max(12, Math.round(width / (sheet.pitch * 1.7)))
  for (let i = 0; i < count; i++) {
    const high = height * chance.between(0.25, 0.9)
    const x = chance.between(-0.03, 1.03) * width
    const lean = (wind + chance.between(-0.12, 0.12)) * high
    const points = curve(
      [
        [x, height + 2],
        [x, height - high * 0.5],
        [x + lean * 0.35, height - high * 0.85],
        [x + lean, height - high],
      ],
      30,
    )
    const isHigh = high > height * 0.42
    const head = kind === 1 ? (high > height * 0.5 && chance.falls(0.4) ? 2 : 3) : isHigh ? headOf(kind, chance) : 3
    if (head === 3) sheet.area([stroke(points, (share) => Math.max(sheet.hair, short * 0.014 * (1 - share)))])
    else sheet.line(points)
    if (head === 2) clock(sheet, chance, points.at(-1)!, short * chance.between(0.07, 0.12))
    else if (head < 2) ear(sheet, points, { isOat: head === 1, size: Math.max(2.6, short * 0.017) })
  }
}

/** Ears for the most part, or oats. */
function headOf(kind: number, chance: Chance): 0 | 1 {
  return chance.falls(0.85) === (kind === 0) ? 0 : 1
}

/** The grains at the end of a stalk: close to it, or hanging from thin twigs. */
function ear(
  sheet: Sheet,
  points: readonly Point[],
  { isOat, size }: { readonly isOat: boolean; readonly size: number },
): void {
  const every = size * (isOat ? 2.1 : 1.15)
  const along = resampled(points.toReversed(), every)
  const count = Math.min(isOat ? 7 : 9, along.length - 2)
  const grain = (from: Point, to: Point): void =>
    sheet.area([
      stroke(
        [0, 0.25, 0.5, 0.75, 1].map((share): Point => [
          from[0] + (to[0] - from[0]) * share,
          from[1] + (to[1] - from[1]) * share,
        ]),
        (share) => size * 0.85 * Math.sin(Math.PI * (0.12 + 0.76 * share)),
      ),
    ])
  for (let i = 0; i < count; i++) {
    const [[x, y], [x1, y1]] = [along[i]!, along[i + 1]!]
    const length = Math.sqrt((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)) || 1
    const [right, down] = [(x - x1) / length, (y - y1) / length]
    for (const side of [1, -1]) {
      if (isOat) {
        const hook: Point = [x + side * size * (1 + i * 0.32), y + size * (0.2 + i * 0.12)]
        sheet.line([[x, y], hook])
        grain(hook, [hook[0] + side * size * 0.15, hook[1] + size * 1.7])
      } else
        grain(
          [x - down * side * size * 0.28, y + right * side * size * 0.28],
          [x + (right * 0.85 - down * side * 0.75) * size * 1.5, y + (down * 0.85 + right * side * 0.75) * size * 1.5],
        )
    }
  }
  if (!isOat)
    grain(
      [points.at(-1)![0], points.at(-1)![1]],
      along[0]!.map((value, axis) => value + (value - along[1]![axis as 0 | 1]) * 1.4) as unknown as Point,
    )
}

/** The head of a dandelion in seed. */
function clock(sheet: Sheet, chance: Chance, [x, y]: Point, size: number): void {
  const rays = Math.max(10, Math.min(36, Math.round((size * 6.3) / (sheet.hair * 6))))
  sheet.disc(x, y, size, PAPER)
  for (let i = 0; i < rays; i++) {
    const angle = (i / rays) * 2 * Math.PI
    const far = size * (i % 2 === 0 ? 1 : 0.72)
    const tip: Point = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    sheet.line([
      [x + Math.cos(angle) * size * (i % 2 === 0 ? 0.1 : 0.3), y + Math.sin(angle) * size * (i % 2 === 0 ? 0.1 : 0.3)],
      tip,
    ])
    for (const side of [-0.5, 0, 0.5])
      sheet.line([tip, [tip[0] + Math.cos(angle + side) * size * 0.16, tip[1] + Math.sin(angle + side) * size * 0.16]])
  }
  sheet.disc(x, y, Math.max(1.5, size * 0.1))
  const gone = chance.whole(2, 5)
  for (let i = 0; i < gone; i++) {
    const [right, up] = [chance.between(1.5, 5) * size, chance.between(0.2, 1.8) * size]
    sheet.line([
      [x + right, y - up],
      [x + right + size * 0.18, y - up - size * 0.3],
    ])
    sheet.disc(x + right, y - up, sheet.hair)
  }
}

/** The head of a sunflower: seeds, petals of a dahlia, or a bare spiral. Source: Vogel 1979. */
export const seeds: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  const golden = Math.PI * (3 - Math.sqrt(5))
  const [x, y] = [width / 2, height / 2]
  const reach = kind === 2 ? Math.sqrt(width * width + height * height) / 2 : short * 0.47
  const start = chance.next() * 6
  if (kind === 1) return dahlia(sheet, [x, y], reach, { golden, start })
  const gap = Math.max(5.4, sheet.pitch * (kind === 2 ? 1.7 : 1.15)) * chance.between(0.95, 1.2)
  const inner = kind === 0 ? reach * chance.between(0.5, 0.72) : reach
  const count = Math.min(7000, Math.round((inner * inner) / (gap * gap * 0.32)))
  const wave = chance.between(1.5, 4)
  for (let i = 0; i < count; i++) {
    const share = Math.sqrt((i + 0.5) / count)
    const [angle, far] = [i * golden + start, inner * share]
    const size =
      gap * (kind === 0 ? 0.16 + 0.2 * share : 0.14 + 0.26 * (0.5 + 0.5 * Math.sin(share * wave * 6.3 + start)))
    sheet.disc(x + Math.cos(angle) * far, y + Math.sin(angle) * far, Math.max(0.9, size))
  }
  if (kind === 0) petals(sheet, [x, y], { inner, reach, count: chance.pick([13, 21, 34]) })
}

function petals(
  sheet: Sheet,
  [x, y]: Point,
  { inner, reach, count }: { readonly inner: number; readonly reach: number; readonly count: number },
): void {
  const wide = 3.4 / count
  for (const [shift, far] of [
    [0.5, 1],
    [0, 0.94],
  ] as const)
    for (let i = 0; i < count; i++) {
      const angle = ((i + shift) / count) * 2 * Math.PI
      const at = (off: number, radius: number): Point => [
        x + Math.cos(angle + off) * radius,
        y + Math.sin(angle + off) * radius,
      ]
      const from = inner * 1.05
      const petal = [
        at(-wide * 0.56, from),
        at(-wide, from + (reach - from) * 0.45),
        at(0, reach * far),
        at(wide, from + (reach - from) * 0.45),
        at(wide * 0.56, from),
      ]
      const side = (a: Point, b: Point, c: Point): Point[] => curve([a, b, b, c], 10)
      sheet.shape(
        [...side(petal[0]!, petal[1]!, petal[2]!), ...side(petal[2]!, petal[3]!, petal[4]!)],
        sheet.hair,
        LIGHT,
      )
      sheet.line([at(0, from), at(0, from + (reach * far - from) * 0.6)])
    }
}

function dahlia(
  sheet: Sheet,
  [x, y]: Point,
  reach: number,
  { golden, start }: { readonly golden: number; readonly start: number },
): void {
  const count = Math.max(60, Math.min(340, Math.round((reach / (sheet.pitch * 1.25)) * 6.5)))
  for (let i = count; i > 0; i--) {
    const share = Math.sqrt(i / count)
    const [angle, far, size] = [i * golden + start, reach * 0.86 * share, reach * (0.05 + 0.125 * share)]
    const at = (along: number, across: number): Point => [
      x + Math.cos(angle) * (far + along * size) - Math.sin(angle) * across * size,
      y + Math.sin(angle) * (far + along * size) + Math.cos(angle) * across * size,
    ]
    const petal = [
      ...curve([at(-1.2, 0), at(-0.6, -0.75), at(0.5, -0.75), at(1.05, 0)], 10),
      ...curve([at(1.05, 0), at(0.5, 0.75), at(-0.6, 0.75), at(-1.2, 0)], 10),
    ]
    sheet.shape(petal, sheet.hair, share < 0.3 ? ACCENT : PAPER)
    if (size > sheet.hair * 9) {
      sheet.line([at(-0.5, 0), at(0.55, 0)])
      if (size > sheet.hair * 16)
        for (const across of [-0.22, 0.22]) sheet.line([at(-0.5, across * 0.7), at(0.35, across)])
    }
  }
}
