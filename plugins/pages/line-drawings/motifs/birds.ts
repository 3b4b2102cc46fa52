import type { Chance } from "../chance.js"
import { box, curve } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, LIGHT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** Birds on wires: many small ones, a few that fly up, or some before the sun. */
export const wires: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  if (kind === 2) sheet.sun(width * chance.between(0.3, 0.7), height * 0.46, short * 0.26)
  const lines = chance.whole(4, 5)
  const pole = width * (chance.falls(0.5) ? chance.between(0.1, 0.2) : chance.between(0.8, 0.9))
  const [top, gap, size] = [height * 0.24, height * (0.44 / lines), short * (sheet.side < 250 ? 0.085 : 0.06)]
  const sag = height * chance.between(0.05, 0.12)
  for (let i = 0; i < lines; i++) {
    const yAt = (x: number): number => {
      const share = x <= pole ? x / Math.max(1, pole) : (x - pole) / (width - pole)
      const whole = x <= pole ? pole / width : 1 - pole / width
      return top + i * gap + sag * 4 * share * (1 - share) * whole * (1 + i * 0.12)
    }
    sheet.line(Array.from({ length: Math.ceil(width / 3) + 2 }, (_, step): Point => [step * 3, yAt(step * 3)]))
    const count = Math.round((width / size) * chance.between(0.08, kind === 0 ? 0.5 : 0.22))
    let x = chance.between(0.02, 0.3) * width
    for (let n = 0; n < count && x < width * 0.98; n++) {
      if (Math.abs(x - pole) > size) bird(sheet, [x, yAt(x)], size * chance.between(0.85, 1.15), chance)
      x += size * (chance.falls(0.75) ? chance.between(1.15, 1.7) : chance.between(2.5, 6))
    }
  }
  post(sheet, [pole, height], { top: top - height * 0.08, gap, lines })
  if (kind === 1) rising(sheet, chance)
}

function post(
  sheet: Sheet,
  [x, foot]: Point,
  { top, gap, lines }: { readonly top: number; readonly gap: number; readonly lines: number },
): void {
  const wide = Math.max(3, sheet.short * 0.018)
  sheet.area([box(x - wide / 2, top, x + wide / 2, foot)])
  for (let i = 0; i < lines; i++) {
    const y = top + sheet.height * 0.08 + i * gap
    const reach = sheet.short * 0.07
    sheet.area([box(x - reach, y + sheet.hair * 2, x + reach, y + sheet.hair * 2 + Math.max(2, wide * 0.55))])
    for (const side of [-0.8, 0.8])
      sheet.area([
        box(x + side * reach - wide * 0.25, y - wide * 0.4, x + side * reach + wide * 0.25, y + sheet.hair * 2),
      ])
  }
}

/** A bird that sits, seen from the side. */
function bird(sheet: Sheet, [x, y]: Point, size: number, chance: Chance): void {
  const face = chance.side()
  const lean = chance.between(0.9, 1.2)
  const at = (right: number, up: number): Point => [x + right * size * face, y - up * size]
  const body = [
    ...curve([at(-0.1, -0.25 * lean), at(-0.36, 0.1), at(-0.3, 0.55), at(0, 0.88)], 8),
    ...curve([at(0, 0.88), at(0.1, 1.1), at(0.36, 1.06), at(0.36, 0.86)], 8),
    at(0.52, 0.8),
    ...curve([at(0.35, 0.74), at(0.42, 0.4), at(0.3, 0.02), at(0.02, 0)], 8),
    at(-0.2, -0.5 * lean),
  ]
  sheet.line([...body, body[0]!], sheet.hair * 2, PAPER)
  sheet.area([body])
}

function rising(sheet: Sheet, chance: Chance): void {
  const count = chance.whole(7, 14)
  const [x, y] = [chance.between(0.45, 0.6) * sheet.width, sheet.height * 0.16]
  for (let i = 0; i < count; i++) {
    const size = sheet.short * chance.between(0.028, 0.05)
    flying(
      sheet,
      [x + chance.between(-0.36, 0.36) * sheet.width, y + chance.between(-0.1, 0.2) * sheet.height],
      size,
      chance.between(-0.6, 0.6),
    )
  }
}

function flying(sheet: Sheet, [x, y]: Point, size: number, turn: number): void {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const at = (right: number, up: number): Point => [
    x + (right * cosine - up * sine) * size,
    y - (right * sine + up * cosine) * size,
  ]
  const shape = [
    ...curve([at(-1, 0.5), at(-0.5, 0.55), at(-0.2, 0.3), at(0, 0)], 6),
    ...curve([at(0, 0), at(0.2, 0.3), at(0.5, 0.55), at(1, 0.5)], 6),
    ...curve([at(1, 0.5), at(0.5, 0.3), at(0.3, -0.1), at(0, -0.35)], 6),
    ...curve([at(0, -0.35), at(-0.3, -0.1), at(-0.5, 0.3), at(-1, 0.5)], 6),
  ]
  sheet.area([shape])
}

/** A flock of starlings at dusk, over reeds, over roofs, or high up. */
export const flock: Motif = (sheet, chance, { variant }) => {
  const { width, height, short, side } = sheet
  const kind = variant % 3
  const spine = curve(
    [
      [width * chance.between(0.05, 0.2), height * chance.between(0.2, 0.45)],
      [width * chance.between(0.25, 0.55), height * chance.between(0, 0.3)],
      [width * chance.between(0.4, 0.7), height * chance.between(0.45, 0.8)],
      [width * chance.between(0.8, 0.95), height * chance.between(0.2, 0.45)],
    ],
    200,
  )
  const count = Math.min(1500, Math.round((side / sheet.hair) * 1.15))
  const row = chance.between(0, 50)
  for (let i = 0; i < count; i++) {
    const share = chance.next()
    const [x, y] = spine[Math.floor(share * 200)]!
    const wide = short * (0.04 + 0.16 * Math.abs(chance.noise(share * 5, row)) + 0.07 * Math.sin(Math.PI * share))
    const [right, down] = [
      (chance.next() + chance.next() - 1) * wide * 1.4,
      (chance.next() + chance.next() + chance.next() - 1.5) * wide * 1.15,
    ]
    const size = (sheet.hair + side * 0.0058) * chance.between(0.75, 1.6)
    starling(sheet, [x + right, y + down], size, chance.between(-0.8, 0.8))
  }
  if (kind === 2) return sheet.disc(width * chance.between(0.15, 0.85), height * 0.78, short * 0.1, ACCENT)
  if (kind === 0) return marsh(sheet, chance)
  roofs(sheet, chance)
}

function starling(sheet: Sheet, [x, y]: Point, size: number, turn: number): void {
  const at = (right: number, up: number): Point => [
    x + right * Math.cos(turn) - up * Math.sin(turn),
    y - right * Math.sin(turn) - up * Math.cos(turn),
  ]
  const wing = size * 0.6
  sheet.line([at(-size, wing), at(0, 0), at(size, wing)], size > sheet.hair * 3.5 ? sheet.hair * 2 : sheet.hair)
}

function marsh(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  sheet.area([box(0, height * 0.93, width, height)])
  const count = Math.round(width / (sheet.hair * 2.4))
  for (let i = 0; i < count; i++) {
    const x = chance.next() * width
    const high = short * (0.05 + 0.1 * Math.abs(chance.noise((x / sheet.side) * 5, 2))) * chance.between(0.6, 1.2)
    const lean = high * chance.between(-0.1, 0.35)
    sheet.line([
      [x, height * 0.935],
      [x + lean * 0.3, height * 0.935 - high * 0.6],
      [x + lean, height * 0.935 - high],
    ])
  }
}

function roofs(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  for (let x = -short * 0.05; x < width;) {
    const [wide, high] = [short * chance.between(0.12, 0.24), short * chance.between(0.06, 0.16)]
    const eaves = height - high
    sheet.area([
      [
        [x, height],
        [x, eaves],
        [x + wide / 2, eaves - wide * chance.between(0.3, 0.5)],
        [x + wide, eaves],
        [x + wide, height],
      ],
    ])
    if (chance.falls(0.6)) sheet.area([box(x + wide * 0.68, eaves - wide * 0.42, x + wide * 0.82, eaves)])
    const pane = Math.max(2, wide * 0.12)
    if (chance.falls(0.6))
      sheet.area([box(x + wide * 0.42, eaves - pane * 0.4, x + wide * 0.42 + pane, eaves + pane)], LIGHT)
    x += wide * chance.between(0.85, 1.05)
  }
}
