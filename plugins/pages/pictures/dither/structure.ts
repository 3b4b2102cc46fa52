import type { Inks } from "./inks.js"
import { quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Pixels that are looked at to tell a drawing from a photograph, spread over the picture. */
const SAMPLES = 8_000
/** Largest difference in sRGB, 0 to 1, between neighbours in a flat fill. */
const FLAT = 1.5 / 255
/** A drawing: at least this share of its pixels is in flat fills, and of those at least this share in its commonest colours. */
const FLAT_SHARE = 0.15
const COMMON_SHARE = 0.8
const COMMON = 8
/** Share of flat fills from which a picture is a page with labels, such as a screenshot, not a photograph with an even ground. */
const PAGE_SHARE = 0.6
/** Bits per channel by which colours are told apart there. */
const BITS = 6
/** Distance in sRGB from an ink up to which a flat fill is meant to be that ink: 1 is from black to white. */
const MEANT = 0.18
/** Mark of a flat fill that is near no ink, and is dithered. */
const TONE = 255
/** Pixels from a fixed fill within which the edges of drawings and type lie. */
const EDGE = 2
/** Share of another ink from which an edge pixel takes that ink: a little less than a half keeps thin strokes whole. */
const MIXED = 0.35
/** Pixels across the thickest stroke, and those about a pixel among which the strongest is looked for. */
const [THIN, ABOUT] = [6, 3]
/** Share of ink in the strongest pixel from which a stroke is as dark as can be; of a lighter one, less is asked. */
const STRONG = 0.6

/**
 * Finds what is drawn rather than photographed: flat fills near an ink, and the edges of drawings and type beside them.
 * Returns one number per pixel: 0 for continuous tone, or 1 + the palette index of the ink that the pixel is; undefined
 * for a picture without such parts, as photographs are.
 */
export function structureIn(picture: LinearImage, inks: Inks): Uint8Array | undefined {
  const flat = flatShare(picture)
  if (flat === 0) return undefined
  const { width, height, data } = picture
  const coded = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) coded[i] = quickCoded(data[i]!)
  const fixed = new Uint8Array(width * height)
  for (let y = 1, i = width + 1; y < height - 1; y++, i += 2)
    for (let x = 1; x < width - 1; x++, i++) {
      if (!isFlat(coded, i, width)) continue
      // A fill goes on: most flat pixels are as the one before them.
      if (fixed[i - 1] !== 0 && isSame(coded, i, i - 1)) fixed[i] = fixed[i - 1]!
      else {
        const ink = nearest(coded, i * 3, inks)
        fixed[i] = ink < 0 ? TONE : inks.index[ink]! + 1
      }
    }
  spread(fixed, coded, width, inks)
  if (flat >= PAGE_SHARE) {
    fixCounters(fixed, coded, width, inks)
    fixStrokes(fixed, coded, width, height, inks)
  }
  fixEdges(fixed, coded, width, height, inks)
  return fixed.map((each) => (each === TONE ? 0 : each))
}

/** The share of a picture in flat fills; 0 where they are small or in many colours, as in photographs. */
function flatShare({ width, height, data }: LinearImage): number {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLES)))
  const seen = new Map<number, number>()
  const sample = new Float32Array(3 * 3)
  let [count, flat] = [0, 0]
  for (let y = 0; y < height - 1; y += step) {
    for (let x = 0; x < width - 1; x += step) {
      const at = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        sample[c] = quickCoded(data[at + c]!)
        sample[3 + c] = quickCoded(data[at + 3 + c]!)
        sample[6 + c] = quickCoded(data[at + width * 3 + c]!)
      }
      count++
      if (!isLike(sample, 0, 1) || !isLike(sample, 0, 2)) continue
      flat++
      const colour = sample.subarray(0, 3).reduce((key, value) => (key << BITS) | (value * ((1 << BITS) - 1)), 0)
      seen.set(colour, (seen.get(colour) ?? 0) + 1)
    }
  }
  if (flat < count * FLAT_SHARE || flat === 0) return 0
  const common = [...seen.values()].sort((a, b) => b - a).slice(0, COMMON)
  return common.reduce((sum, each) => sum + each, 0) >= flat * COMMON_SHARE ? flat / count : 0
}

/** Whether a pixel is like the four about it. */
function isFlat(coded: Float32Array, i: number, width: number): boolean {
  return (
    isLike(coded, i, i - 1) && isLike(coded, i, i + 1) && isLike(coded, i, i - width) && isLike(coded, i, i + width)
  )
}

function isSame(coded: Float32Array, i: number, k: number): boolean {
  return coded[i * 3] === coded[k * 3] && coded[i * 3 + 1] === coded[k * 3 + 1] && coded[i * 3 + 2] === coded[k * 3 + 2]
}

function isLike(coded: Float32Array, i: number, k: number): boolean {
  for (let c = 0; c < 3; c++) if (Math.abs(coded[i * 3 + c]! - coded[k * 3 + c]!) > FLAT) return false
  return true
}

/** Lets fixed fills grow over pixels that are meant to be the same ink: the noise of a JPEG file at the edges of a fill. */
function spread(fixed: Uint8Array, coded: Float32Array, width: number, inks: Inks): void {
  const grow = (i: number, beside: number, beyond: number): void => {
    if (fixed[i] !== 0) return
    const [one, other] = [fixed[beside] ?? 0, fixed[beyond] ?? 0]
    if (one === 0 && other === 0) return
    const ink = nearest(coded, i * 3, inks)
    const code = ink < 0 ? 0 : inks.index[ink]! + 1
    if (code === one || code === other) fixed[i] = code
  }
  for (let i = 0; i < fixed.length; i++) grow(i, i % width === 0 ? -1 : i - 1, i - width)
  for (let i = fixed.length - 1; i >= 0; i--) grow(i, (i + 1) % width === 0 ? -1 : i + 1, i + width)
}

/** Fixes pixels that are meant to be paper, a stroke's thickness away from paper: the white within a letter of a JPEG file, which a fill cannot reach. */
function fixCounters(fixed: Uint8Array, coded: Float32Array, width: number, inks: Inks): void {
  const paper = paperOf(inks)
  const before = fixed.slice()
  for (let i = 0; i < fixed.length; i++) {
    if (before[i] !== 0) continue
    const ink = nearest(coded, i * 3, inks)
    if (ink < 0 || inks.index[ink]! + 1 !== paper) continue
    for (let k = 2; k <= THIN && fixed[i] === 0; k++)
      if ([i - k, i + k, i - k * width, i + k * width].some((each) => before[each] === paper)) fixed[i] = paper
  }
}

/** The code of the lightest ink. */
function paperOf({ index, neutral }: Inks): number {
  return index[neutral.at(-1)!]! + 1
}

/**
 * Gives each pixel of a thin stroke on paper an ink: the paper's, or the one that is mixed into it. How much of it a pixel must
 * have follows from the strongest pixel about it: a label in light grey has no pixel that is half black, and is a label all the same.
 */
function fixStrokes(fixed: Uint8Array, coded: Float32Array, width: number, height: number, inks: Inks): void {
  const grounds = groundsOfStrokes(fixed, paperOf(inks), width, height)
  const [others, shares] = [new Uint8Array(fixed.length), new Float32Array(fixed.length)]
  for (let i = 0; i < fixed.length; i++) {
    const ground = grounds[i]!
    if (ground === 0) {
      // Beside another fill a stroke is measured by that fill.
      if (fixed[i] !== 0 && fixed[i] !== TONE) shares[i] = 1
      continue
    }
    const { ink, share } = mixtureOf(inks.index.indexOf(ground - 1), coded, i * 3, inks)
    others[i] = inks.index[ink]! + 1
    shares[i] = share
  }
  const strongest = (i: number, ground: number): number => {
    let most = 0
    for (let y = -ABOUT; y <= ABOUT; y++)
      for (let x = -ABOUT; x <= ABOUT; x++) {
        const k = i + y * width + x
        if (shares[k]! > most && fixed[k] !== ground) most = shares[k]!
      }
    return most
  }
  const before = fixed.slice()
  for (let i = 0; i < fixed.length; i++) {
    const ground = grounds[i]!
    if (ground === 0) continue
    const least = MIXED * Math.min(1, strongest(i, ground) / STRONG)
    before[i] = shares[i]! >= least ? others[i]! : ground
  }
  fixed.set(before)
}

/** `paper` for each pixel of no ink in a run of at most THIN across, or down, between paper and paper; else 0. */
function groundsOfStrokes(fixed: Uint8Array, paper: number, width: number, height: number): Uint8Array {
  const grounds = new Uint8Array(fixed.length)
  const scan = (start: number, step: number, count: number): void => {
    // Pixels of the stroke that has begun, of the paper before it, and of that behind it.
    let [stroke, before, behind] = [0, 0, 0]
    for (let n = 0, i = start; n < count; n++, i += step) {
      const code = fixed[i]!
      if (code === 0 || code === TONE) {
        if (behind > 0) [stroke, before, behind] = [0, behind, 0]
        stroke++
      } else if (code !== paper) [stroke, before, behind] = [0, 0, 0]
      else if (++behind === 1 && before > 0 && stroke > 0 && stroke <= THIN)
        for (let k = 1; k <= stroke; k++) grounds[i - k * step] = paper
    }
  }
  for (let y = 0; y < height; y++) scan(y * width, 1, width)
  for (let x = 0; x < width; x++) scan(x, width, height)
  return grounds
}

/** Gives each pixel beside a fixed fill an ink: that of the fill, or the one that is mixed into it there. */
function fixEdges(fixed: Uint8Array, coded: Float32Array, width: number, height: number, inks: Inks): void {
  for (let pass = 0; pass < EDGE; pass++) {
    const before = fixed.slice()
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        if (before[i] !== 0) continue
        const beside = [
          x > 0 ? before[i - 1]! : 0,
          x < width - 1 ? before[i + 1]! : 0,
          y > 0 ? before[i - width]! : 0,
          y < height - 1 ? before[i + width]! : 0,
        ]
        const ground = beside.includes(TONE) ? 0 : Math.max(...beside)
        if (ground > 0) fixed[i] = inks.index[mixedInto(inks.index.indexOf(ground - 1), coded, i * 3, inks)]! + 1
      }
  }
}

/** The ink of an edge pixel: that of the ground, or the one that is mixed into it there. */
function mixedInto(ground: number, coded: Float32Array, at: number, inks: Inks): number {
  const { ink, share } = mixtureOf(ground, coded, at, inks)
  return share >= MIXED ? ink : ground
}

/** The other ink that a pixel mixes into a ground, by their positions, and its share. */
function mixtureOf(
  ground: number,
  coded: Float32Array,
  at: number,
  { nominal }: Inks,
): { readonly ink: number; readonly share: number } {
  let [ink, share, least] = [ground, 0, Infinity]
  for (let k = 0; k * 3 < nominal.length; k++) {
    if (k === ground) continue
    let [along, apart] = [0, 0]
    for (let c = 0; c < 3; c++) {
      const way = nominal[k * 3 + c]! - nominal[ground * 3 + c]!
      along += way * (coded[at + c]! - nominal[ground * 3 + c]!)
      apart += way * way
    }
    const part = Math.min(1, Math.max(0, along / apart))
    let away = 0
    for (let c = 0; c < 3; c++) {
      const from = nominal[ground * 3 + c]!
      away += (from + (nominal[k * 3 + c]! - from) * part - coded[at + c]!) ** 2
    }
    if (away < least) [ink, share, least] = [k, part, away]
  }
  return { ink, share }
}

/** Position of the ink that a colour in sRGB is meant to be; -1 for none. */
function nearest(coded: Float32Array, at: number, { meant, meantInk }: Inks): number {
  let [ink, least] = [-1, MEANT * MEANT * 3]
  for (let k = 0; k < meantInk.length; k++) {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += (coded[at + c]! - meant[k * 3 + c]!) ** 2
    if (sum < least) [ink, least] = [meantInk[k]!, sum]
  }
  return ink
}

/** Sets the pixels that keep their ink, in place. */
export function keep(fixed: Uint8Array | undefined, indices: Uint8Array): Uint8Array {
  if (fixed) for (let i = 0; i < indices.length; i++) if (fixed[i] !== 0) indices[i] = fixed[i]! - 1
  return indices
}
