import type { Chance } from "../chance.js"
import { arc, box } from "../geometry.js"
import type { Point } from "../geometry.js"
import type { Motif } from "../motif.js"
import { ACCENT, INK, LIGHT, PAPER } from "../sheet.js"
import type { Sheet } from "../sheet.js"

/** A city in hatching: by day, by night, or over a river. */
export const skyline: Motif = (sheet, chance, { variant }) => {
  const { width, height, short } = sheet
  const kind = variant % 3
  const foot = kind === 2 ? height * 0.76 : height
  sheet.disc(width * chance.between(0.2, 0.8), foot * 0.28, short * 0.1, kind === 1 ? INK : ACCENT)
  for (const [high, wide, layer] of [
    [0.78, 0.16, 0],
    [0.6, 0.2, 1],
    [0.38, 0.26, 2],
  ] as const) {
    for (let x = -short * 0.1 * chance.next(); x < width;) {
      const span = short * wide * chance.between(0.55, 1.15)
      const top =
        foot -
        foot * high * (0.62 + 0.5 * Math.abs(chance.noise((x / sheet.side) * 4, layer * 9))) * chance.between(0.75, 1)
      building(sheet, chance, { left: x, right: x + span, top, foot, layer })
      x += span * chance.between(0.8, 1.25)
    }
  }
  if (kind === 2) river(sheet, chance, foot)
  if (kind === 1) sheet.invert()
}

interface Building {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly foot: number
  readonly layer: number
}

function building(sheet: Sheet, chance: Chance, { left, right, top, foot, layer }: Building): void {
  const wide = right - left
  const side = left + wide * chance.between(0.55, 0.75)
  roof(sheet, chance, { left, right, top, foot, layer })
  sheet.shape(box(left, top, right, foot + 2))
  sheet.line([
    [side, top],
    [side, foot],
  ])
  sheet.hatch([box(side, top, right, foot)], {
    angle: chance.pick([45, 90, 60]),
    gap: Math.max(2.2, sheet.pitch * (0.75 - layer * 0.16)),
  })
  const face = box(left, top, side, foot)
  const kind = chance.whole(0, 3)
  if (layer === 0 && kind < 3)
    sheet.hatch([face], { angle: kind === 0 ? 90 : 0, gap: sheet.pitch * (1.1 + kind * 0.4) })
  else if (layer > 0 || kind === 3)
    windows(sheet, chance, face, Math.max(sheet.hair * 3, sheet.short * 0.016 * (1 + layer * 0.35)))
}

function roof(sheet: Sheet, chance: Chance, { left, right, top }: Building): void {
  const [middle, wide] = [(left + right) / 2, right - left]
  const kind = chance.whole(0, 5)
  if (kind === 0)
    sheet.line(
      [
        [middle, top],
        [middle, top - wide * 0.7],
      ],
      sheet.hair,
    )
  if (kind === 1)
    sheet.shape([
      [left, top],
      [middle, top - wide * 0.5],
      [right, top],
    ])
  if (kind === 2) sheet.shape(box(left + wide * 0.2, top - wide * 0.22, right - wide * 0.2, top))
  if (kind === 3) {
    const [tank, size] = [left + wide * 0.3, wide * 0.16]
    for (const leg of [-0.8, 0.8])
      sheet.line([
        [tank + leg * size, top],
        [tank + leg * size, top - size * 1.2],
      ])
    sheet.shape(box(tank - size, top - size * 2.8, tank + size, top - size * 1))
    sheet.area([
      [
        [tank - size * 1.15, top - size * 2.8],
        [tank, top - size * 3.7],
        [tank + size * 1.15, top - size * 2.8],
      ],
    ])
  }
}

function windows(sheet: Sheet, chance: Chance, face: readonly Point[], size: number): void {
  const [[left, top], , [right, foot]] = face as unknown as readonly [Point, Point, Point]
  const columns = Math.floor((right - left - size) / (size * 2))
  if (columns < 1) return
  const inset = (right - left - columns * size * 2 + size) / 2
  for (let y = top + size; y + size * 1.4 < foot; y += size * 2.4)
    for (let column = 0; column < columns; column++) {
      if (chance.falls(0.16)) continue
      const x = left + inset + column * size * 2
      sheet.area(
        [box(Math.round(x), Math.round(y), Math.round(x + size), Math.round(y + size * 1.4))],
        chance.falls(0.06) ? LIGHT : INK,
      )
    }
}

function river(sheet: Sheet, chance: Chance, from: number): void {
  const { width, height, hair, pixels } = sheet
  const shore = Math.floor(from)
  sheet.area([box(0, shore, width, height)], PAPER)
  for (let row = shore + hair * 2; row < height; row++) {
    const deep = row - shore
    if (deep % (hair * 3) >= hair) continue
    const above = Math.max(0, shore - Math.round(deep * 2))
    const shift = Math.round(chance.noise(deep * 0.3, 1) * (1 + deep * 0.06) * hair)
    for (let x = 0; x < width; x++) {
      const near = Math.max(1, Math.min(width - 2, x + shift))
      const dark =
        (pixels[above * width + near - 1]! & 1) +
        (pixels[above * width + near]! & 1) +
        (pixels[above * width + near + 1]! & 1)
      if (dark > 0 && chance.noise(x * 0.07, row) < 0.5) pixels[row * width + x] = INK
    }
  }
  for (let i = 0; i < hair * 2; i++) sheet.span(shore + i, 0, width)
}

/** A composition of circles, bars and quarters: free, on a grid, or of arcs. */
export const composition: Motif = (sheet, chance, { variant }) => {
  const kind = variant % 3
  if (kind === 0) return free(sheet, chance)
  const { width, height, short } = sheet
  const every = short / (sheet.side < 250 ? 2 : chance.whole(3, 4))
  const [columns, rows] = [Math.max(1, Math.round(width / every)), Math.max(1, Math.round(height / every))]
  const size = Math.floor(Math.max(width / columns, height / rows))
  const red = chance.whole(0, columns * rows - 1)
  for (let i = 0; i < columns * rows; i++) {
    const [left, top] = [
      Math.round((width - columns * size) / 2) + (i % columns) * size,
      Math.round((height - rows * size) / 2) + Math.floor(i / columns) * size,
    ]
    cell(sheet, chance, { left, top, size, isRed: i === red, isRound: kind === 2 })
  }
}

interface Cell {
  readonly left: number
  readonly top: number
  readonly size: number
  readonly isRed: boolean
  readonly isRound: boolean
}

/** One square of a composition on a grid. */
function cell(sheet: Sheet, chance: Chance, { left, top, size, isRed, isRound }: Cell): void {
  const tone = isRed ? ACCENT : INK
  const turn = chance.whole(0, 3)
  const corner: Point = [left + (turn === 1 || turn === 2 ? size : 0), top + (turn > 1 ? size : 0)]
  const quarter = (far: number): Point[] => [corner, ...arc(corner[0], corner[1], far, turn / 4, turn / 4 + 0.25)]
  const [x, y] = [left + size / 2, top + size / 2]
  const gap = Math.max(3, sheet.pitch * 0.9)
  const kind = chance.whole(0, isRound ? 3 : 7)
  const square = box(left, top, left + size, top + size)
  if (kind === 0) sheet.area([quarter(size)], tone)
  else if (kind === 1)
    for (let far = size; far > gap; far -= gap * 1.6) sheet.line(quarter(far).slice(1), sheet.hair * 2, tone)
  else if (kind === 2) {
    sheet.area([square])
    sheet.area([quarter(size)], isRed ? ACCENT : PAPER)
    sheet.area([quarter(size * 0.5)])
  } else if (kind === 3) {
    sheet.disc(x, y, size / 2, tone)
    sheet.disc(x, y, size / 4, PAPER)
  } else if (kind === 4) sheet.hatch([square], { angle: chance.pick([0, 45, 90, 135]), gap, weight: sheet.hair })
  else if (kind === 5) sheet.area([[square[turn]!, square[(turn + 1) % 4]!, square[(turn + 2) % 4]!]], tone)
  else if (kind === 6) {
    for (let dot = 0; dot < 16; dot++)
      sheet.disc(
        left + (((dot % 4) + 0.5) * size) / 4,
        top + ((Math.floor(dot / 4) + 0.5) * size) / 4,
        size * 0.062,
        tone,
      )
  } else {
    sheet.area(
      [
        [square[turn % 2]!, square[(turn % 2) + 1]!, [x, y]],
        [square[(turn % 2) + 2]!, square[((turn % 2) + 3) % 4]!, [x, y]],
      ],
      tone,
    )
  }
}

/** A great circle with a smaller one, a diagonal with a comb, rings, a triangle and a square of squares. */
function free(sheet: Sheet, chance: Chance): void {
  const { width, height, short } = sheet
  const x = width * chance.between(0.32, 0.68)
  const y = height * chance.between(0.42, 0.58)
  const radius = short * chance.between(0.26, 0.34)
  sheet.hatch([arc(x + radius * 0.62, y + radius * 0.3, radius * 0.82)], {
    angle: 45,
    gap: Math.max(3, sheet.pitch * 0.8),
  })
  sheet.disc(x, y, radius)
  sheet.disc(x - radius * 0.2, y - radius * 0.2, radius * 0.42, PAPER)
  sheet.disc(x - radius * 0.2, y - radius * 0.2, radius * 0.2, ACCENT)
  diagonal(sheet, chance)
  const far: Point = [width - x, height - y + short * chance.between(-0.2, 0.2)]
  for (let i = 0; i < 5; i++)
    sheet.ring(far[0], far[1], short * (0.05 + i * 0.035), i === 4 ? sheet.hair * 2 : sheet.hair)
  const [left, foot] = [width * chance.between(0.08, 0.25), height * chance.between(0.75, 0.9)]
  sheet.shape(
    [
      [left, foot],
      [left + short * 0.22, foot],
      [left + short * 0.11, foot - short * 0.19],
    ],
    sheet.hair * 2,
    LIGHT,
  )
  const [right, top] = [width * chance.between(0.7, 0.86), height * chance.between(0.1, 0.2)]
  for (let i = 0; i < 16; i++) {
    const [column, row] = [right + ((i % 4) * short) / 22, top + (Math.floor(i / 4) * short) / 22]
    sheet.area([box(column, row, column + short / 40, row + short / 40)])
  }
}

/** A bar across the sheet with thin lines beside it, and a comb of shorter bars. */
function diagonal(sheet: Sheet, chance: Chance): void {
  const { width, height, short, side } = sheet
  const tilt = chance.pick([0.5, 0.7, 0.9, 2.2, 2.5])
  const [cosine, sine] = [Math.cos(tilt), Math.sin(tilt)]
  const at = (along: number, across: number): Point => [
    width / 2 + cosine * along - sine * across,
    height / 2 - sine * along - cosine * across,
  ]
  const bar = (from: number, to: number, across: number, wide: number): Point[] => [
    at(from, across),
    at(to, across),
    at(to, across + wide),
    at(from, across + wide),
  ]
  const across = chance.between(-0.3, 0.3) * short
  sheet.area([bar(-side, side, across, short * 0.018)])
  for (let i = 1; i < 4; i++)
    sheet.line([at(-side, across + i * sheet.pitch * 1.4), at(side, across + i * sheet.pitch * 1.4)])
  for (let i = 0; i < 5; i++)
    sheet.area([
      bar(side * (-0.42 + i * 0.05), side * (-0.4 + i * 0.05), across - short * 0.22, short * (0.22 - i * 0.03)),
    ])
}

/** The curve of two pendulums and a turning table: open, a rosette, or white on black. Source: the harmonograph, about 1840. */
export const pendulum: Motif = (sheet, chance, { variant }) => {
  const { width, height, hair } = sheet
  const kind = variant % 3
  const [a, b] = chance.pick([
    [2, 3],
    [3, 4],
    [1, 2],
    [3, 5],
  ] as const)
  const petals = chance.whole(2, 4)
  const drift = chance.between(0.003, 0.008) * chance.side()
  const [first, second] = [chance.next() * 6.28, chance.next() * 6.28]
  const turns = Math.round(Math.min(70, sheet.short / (hair * 9)))
  const [across, down] = kind === 1 ? [sheet.short, sheet.short] : [width, height]
  const steps = Math.min(22_000, turns * 160)
  const points = Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = (i / steps) * turns * 6.28
    const swing = Math.exp((-1.3 * i) / steps)
    const [x, y] =
      kind === 1
        ? [
            0.62 * Math.cos(t * (1 + drift)) + 0.38 * Math.cos(petals * t + first),
            0.62 * Math.sin(t * (1 + drift)) - 0.38 * Math.sin(petals * t + first),
          ]
        : [Math.sin(a * t + first), Math.sin((b + drift) * t + second)]
    return [width / 2 + x * swing * across * 0.475, height / 2 + y * swing * down * 0.465]
  })
  sheet.line(points)
  if (kind === 2) sheet.invert()
}
