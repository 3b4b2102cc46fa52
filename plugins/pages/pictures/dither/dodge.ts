import { blurred, enlarged, STEP, STEP_BITS } from "./blur.js"
import type { Means } from "./blur.js"
import { linear, luminanceAt, quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Tone in sRGB to which a zone of dark skin is lifted on average: 30 % of its dots are paper. */
const WANTED = 0.58
/** Bound on the lift: the power that tones from 0 to 1 are taken to. */
const LEAST_POWER = 0.5
/** Zones: squares of so many of the shorter side. */
const ZONE = 1 / 20
/** Share of a picture in the colours of skin from which it is looked at closely. */
const LEAST_SKIN = 0.003
/** Hue of skin in degrees, with the slopes beside; saturation: the difference of red and blue as a share of red, likewise. */
const HUE = [0, 8, 36, 48] as const
const SATURATION = [0.14, 0.24, 0.64, 0.78] as const
/** Tones in sRGB up to which nothing counts as skin, and from which all of its colours do: so dark wood stays. */
const [BLACK, SEEN] = [0.14, 0.24]
const STEPS = 1024
const LINEAR_STEPS = Float32Array.from({ length: STEPS + 1 }, (_, i) => linear(i / STEPS))

/** Share of the surroundings in the colours of skin below which a pixel is part of no face. */
const LEAST_SHARE = 0.02

/**
 * Lifts dark skin in place, each face by its own tone: in few tones it is black with two eyes otherwise. Other dark parts stay, black
 * hair and pupils too.
 */
export function dodge(picture: LinearImage): void {
  const { width, height, data } = picture
  const [columns, rows] = [Math.ceil(width / STEP), Math.ceil(height / STEP)]
  // Faces are found by one pixel of each square.
  const skin = new Float32Array(columns * rows)
  /** The tones of skin, each times how much it is like it. */
  const shares = new Float32Array(columns * rows)
  let sum = 0
  for (let y = 0, i = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP, i++) {
      const at = (y * width + x) * 3
      skin[i] = skinAt(data, at)
      shares[i] = quickCoded(luminanceAt(data, at)) * skin[i]!
      sum += skin[i]!
    }
  }
  if (sum < skin.length * LEAST_SKIN) return
  const radius = Math.max(1, Math.round((Math.min(width, height) * ZONE) / STEP))
  const zones = blurred(skin, columns, rows, radius)
  const sums = blurred(shares, columns, rows, radius)
  const near = blurred(skin, columns, rows, 1)
  const isDark = new Uint8Array(zones.length)
  for (let i = 0; i < zones.length; i++)
    if (near[i]! > 0 && zones[i]! > LEAST_SHARE && sums[i]! < WANTED * zones[i]!) isDark[i] = 1
  lift(picture, { isDark, zones: enlarged(zones, width, height), sums: enlarged(sums, width, height) })
}

/** The dark faces of a picture. */
interface Faces {
  /** 1 for squares that are part of one, or beside it. */
  readonly isDark: Uint8Array
  /** How much of the surroundings of a pixel is like skin, and their tones, each times that. */
  readonly zones: Means
  readonly sums: Means
}

/** Lifts what is like skin in dark faces. */
function lift({ width, height, data }: LinearImage, { isDark, zones, sums }: Faces): void {
  const columns = Math.ceil(width / STEP)
  const skin = skinRows({ width, height, data }, isDark)
  for (let y = 0; y < height; y++) {
    const square = (y >> STEP_BITS) * columns
    if (!isDark.subarray(square, square + columns).includes(1)) continue
    const [above, here, below] = [skin(y - 1), skin(y), skin(y + 1)]
    const [zoneRow, sumRow] = [zones.row(y), sums.row(y)]
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
      if (isDark[square + (x >> STEP_BITS)] === 0) continue
      const near =
        above[x]! +
        above[x + 1]! +
        above[x + 2]! +
        here[x]! +
        here[x + 1]! +
        here[x + 2]! +
        below[x]! +
        below[x + 1]! +
        below[x + 2]!
      const tone = quickCoded(luminanceAt(data, at))
      const zone = zoneRow[x]!
      const mean = sumRow[x]! / zone
      if (near === 0 || mean >= WANTED || tone < 1 / STEPS) continue
      const power = Math.max(LEAST_POWER, Math.log(WANTED) / Math.log(mean))
      const share = (Math.min(1, 2 * zone) * near) / 9
      const lifted = LINEAR_STEPS[(tone ** (1 + (power - 1) * share) * STEPS + 0.5) | 0]!
      const scale = lifted / LINEAR_STEPS[(tone * STEPS + 0.5) | 0]!
      for (let k = at; k < at + 3; k++) data[k] = Math.min(1, data[k]! * scale)
    }
  }
}

/**
 * How much each pixel of a row is like skin, in squares of dark faces; else 0. One more on each side. The last three rows are kept as they were when
 * they were first asked for; above and below the picture its outermost are repeated.
 */
function skinRows({ width, height, data }: LinearImage, isDark: Uint8Array): (y: number) => Float32Array {
  const columns = Math.ceil(width / STEP)
  const kept = [0, 1, 2].map(() => ({ y: -1, row: new Float32Array(width + 2) }))
  return (wanted) => {
    const y = Math.min(height - 1, Math.max(0, wanted))
    const slot = kept[y % 3]!
    if (slot.y === y) return slot.row
    slot.y = y
    const square = (y >> STEP_BITS) * columns
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3)
      slot.row[x + 1] = isDark[square + (x >> STEP_BITS)] === 0 ? 0 : skinAt(data, at)
    slot.row[0] = slot.row[1]!
    slot.row[width + 1] = slot.row[width]!
    return slot.row
  }
}

/** How much a pixel is like skin: 0 to 1. */
function skinAt(data: Float32Array, at: number): number {
  const r = data[at]!
  const g = data[at + 1]!
  const b = data[at + 2]!
  if (r <= g || g < b) return 0
  const tone = quickCoded(luminanceAt(data, at))
  return tone <= BLACK ? 0 : likeness(quickCoded(r), quickCoded(g), quickCoded(b)) * slope(tone, BLACK, SEEN)
}

/** How much a colour in sRGB, red at least green and green at least blue, is like skin: 0 to 1. */
function likeness(r: number, g: number, b: number): number {
  // Of a grey the steps of the tables leave no hue.
  if (r === b) return 0
  const hue = (60 * (g - b)) / (r - b)
  return between(hue, HUE) * between((r - b) / r, SATURATION)
}

/** 1 between the two inner bounds, 0 beyond the outer ones. */
function between(value: number, bounds: readonly [number, number, number, number]): number {
  return slope(value, bounds[0], bounds[1]) * (1 - slope(value, bounds[2], bounds[3]))
}

function slope(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
