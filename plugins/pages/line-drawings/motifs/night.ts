import type { Chance } from "../chance.js"
import { arc } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

interface Star {
  readonly at: Point
  readonly size: number
}

/** The stars of one night, with an invented constellation: in the open sky, on a round chart, or over the Milky Way. */
export const stars: Motif = (sheet, chance, { variant }) => {
  const { width, height, short, side } = sheet
  const kind = variant % 3
  const centre: Point = [width / 2, height / 2]
  const reach = kind === 1 ? short * 0.455 : Infinity
  if (kind === 2) galaxy(sheet, chance)
  const isIn = ([x, y]: Point): boolean => distance([x, y], centre) < reach * 0.96
  const count = Math.min(1400, Math.round((side / sheet.hair) * 0.55))
  for (let i = 0; i < count; i++) {
    const at: Point = [chance.next() * width, chance.next() * height]
    if (isIn(at)) sheet.disc(at[0], at[1], sheet.hair * (0.6 + chance.next() * chance.next() * 0.9))
  }
  const bright = figure(sheet, chance, kind === 1 ? reach * 1.25 : side * 0.8)
  for (const [a, b] of links(bright)) join(sheet, a, b)
  bright.forEach((star, i) => sparkle(sheet, star, i === 0))
  if (kind === 1) chart(sheet, centre, reach)
  sheet.invert()
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))
}

/** Seven to ten stars around the middle that keep their distance. */
function figure(sheet: Sheet, chance: Chance, reach: number): readonly Star[] {
  const { width, height } = sheet
  const found: Star[] = []
  const wanted = chance.whole(7, 10)
  for (let i = 0; i < 400 && found.length < wanted; i++) {
    const at: Point = [
      width / 2 + chance.between(-0.5, 0.5) * Math.min(width * 0.82, reach),
      height / 2 + chance.between(-0.5, 0.5) * Math.min(height * 0.8, reach),
    ]
    if (found.some((other) => distance(other.at, at) < sheet.side * 0.12)) continue
    found.push({ at, size: sheet.side * chance.between(0.008, 0.016) + sheet.hair })
  }
  return found.sort((a, b) => b.size - a.size)
}

/** The shortest lines that join all stars. Source: Prim 1957. */
function links(all: readonly Star[]): readonly (readonly [Star, Star])[] {
  const joined = all.slice(0, 1)
  const found: (readonly [Star, Star])[] = []
  while (joined.length < all.length) {
    let best: { readonly pair: readonly [Star, Star]; readonly far: number } | undefined
    for (const from of joined)
      for (const to of all) {
        const far = distance(from.at, to.at)
        if (!joined.includes(to) && far < (best?.far ?? Infinity)) best = { pair: [from, to], far }
      }
    if (!best) break
    joined.push(best.pair[1])
    found.push(best.pair)
  }
  return found
}

function join(sheet: Sheet, a: Star, b: Star): void {
  const far = distance(a.at, b.at)
  const off = (from: Star, to: Star): Point => {
    const share = (from.size * 1.9 + sheet.hair * 2) / far
    return [from.at[0] + (to.at[0] - from.at[0]) * share, from.at[1] + (to.at[1] - from.at[1]) * share]
  }
  sheet.line([off(a, b), off(b, a)])
}

function sparkle(sheet: Sheet, { at: [x, y], size }: Star, isFirst: boolean): void {
  const tone = isFirst ? ACCENT : INK
  sheet.disc(x, y, size * 1.9 + sheet.hair, PAPER)
  const points: Point[] = []
  for (let i = 0; i < 8; i++) {
    const far = i % 2 === 0 ? size * 1.9 : size * 0.55
    points.push([x + Math.cos((i * Math.PI) / 4) * far, y + Math.sin((i * Math.PI) / 4) * far])
  }
  sheet.area([points], tone)
  sheet.disc(x, y, size * 0.75, tone)
}

/** The rim of a round star chart, with a scale of degrees and the circles of the sky. */
function chart(sheet: Sheet, [x, y]: Point, reach: number): void {
  for (const share of [0.33, 0.66]) sheet.dashed(arc(x, y, reach * share), [sheet.hair * 2, sheet.hair * 4])
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * 2 * Math.PI
    const at = (far: number): Point => [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    sheet.dashed([at(reach * 0.08), at(reach * 0.97)], [sheet.hair, sheet.hair * 5])
  }
  sheet.ring(x, y, reach, sheet.hair)
  sheet.ring(x, y, reach * 1.06, sheet.hair * 2)
  const ticks = reach > 150 ? 180 : 72
  for (let i = 0; i < ticks; i++) {
    const angle = (i / ticks) * 2 * Math.PI
    const inner = reach * (i % 5 === 0 ? 1 : 1.03)
    sheet.line([
      [x + Math.cos(angle) * inner, y + Math.sin(angle) * inner],
      [x + Math.cos(angle) * reach * 1.06, y + Math.sin(angle) * reach * 1.06],
    ])
  }
}

function galaxy(sheet: Sheet, chance: Chance): void {
  const { width, height, side } = sheet
  const [slope, row] = [chance.side() * chance.between(0.25, 0.6), chance.between(0, 30)]
  const count = Math.min(14_000, Math.round((width * height) / (sheet.hair * sheet.hair * 26)))
  for (let i = 0; i < count; i++) {
    const x = chance.next() * width
    const across = (chance.next() + chance.next() + chance.next() - 1.5) * 0.42
    const y = height / 2 + (x - width / 2) * slope + across * sheet.short
    if (chance.rough((x / side) * 4, (y / side) * 4 + row, 3) > -0.22) sheet.disc(x, y, sheet.hair * 0.55)
  }
}

interface Arm {
  readonly from: number
  readonly twigs: readonly { readonly at: number; readonly long: number }[]
  readonly wide: number
  readonly plate: number
}

function armOf(chance: Chance): Arm {
  const count = chance.whole(3, 7)
  const peak = chance.between(0.25, 0.75)
  return {
    from: chance.between(0.08, 0.22),
    wide: chance.between(0.018, 0.03),
    plate: chance.between(0, 1),
    twigs: Array.from({ length: count }, (_, i) => {
      const at = 0.24 + (i / count) * 0.68
      return { at, long: (0.34 - Math.abs(at - peak) * 0.32) * chance.between(0.55, 1.1) }
    }),
  }
}

/** A crystal of snow: one, or several, or one on black. No two are alike. */
export const crystal: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  if (kind === 1) {
    const every = short * 0.48
    const [columns, rows] = [Math.max(1, Math.round(width / every)), Math.max(1, Math.round(height / every))]
    for (let i = 0; i < columns * rows; i++)
      flake(
        sheet,
        [((i % columns) + 0.5) * (width / columns), (Math.floor(i / columns) + 0.5) * (height / rows)],
        every * chance.between(0.36, 0.46),
        armOf(chance),
      )
    return
  }
  const small = Math.round((sheet.side / sheet.pitch) * 1.6)
  for (let i = 0; i < small; i++)
    sheet.disc(chance.next() * width, chance.next() * height, sheet.hair * chance.between(0.6, 1.6))
  sheet.disc(width / 2, height / 2, short * 0.49, PAPER)
  flake(sheet, [width / 2, height / 2], short * 0.45, armOf(chance))
  if (kind === 2) sheet.invert()
}

function flake(sheet: Sheet, [x, y]: Point, size: number, { from, twigs, wide, plate }: Arm): void {
  const weight = Math.max(sheet.hair, size * wide)
  for (let i = 0; i < 6; i++) {
    const turn = (i / 6) * 2 * Math.PI - Math.PI / 2
    const at = (along: number, across: number): Point => [
      x + (Math.cos(turn) * along - Math.sin(turn) * across) * size,
      y + (Math.sin(turn) * along + Math.cos(turn) * across) * size,
    ]
    sheet.line([at(from, 0), at(1, 0)], weight)
    for (const { at: far, long } of twigs)
      for (const side of [-1, 1]) {
        const tip = at(far + long * 0.5, side * long * 0.866)
        sheet.line([at(far, 0), tip], Math.max(sheet.hair, weight * 0.75))
        if (long > 0.2 && size > sheet.hair * 30)
          for (const turnBack of [0.45, 0.7])
            sheet.line(
              [
                at(far + long * 0.5 * turnBack, side * long * 0.866 * turnBack),
                at(far + long * (0.5 * turnBack + 0.25), side * long * 0.866 * turnBack),
              ],
              Math.max(sheet.hair, weight * 0.5),
            )
      }
    const next = ((i + 1) / 6) * 2 * Math.PI - Math.PI / 2
    for (const share of plate > 0.5 ? [from, from * 1.6, from * 0.6] : [from])
      sheet.line(
        [at(share, 0), [x + Math.cos(next) * share * size, y + Math.sin(next) * share * size]],
        Math.max(sheet.hair, weight * 0.6),
      )
  }
}
