import type { Bitmap, Ink, Palette, PaletteEntry } from "platen/sdk/drawing"

/** A one-bit mask: `height` rows of `pitch` bytes, leftmost pixel in the highest bit. */
export interface Mask {
  readonly width: number
  readonly height: number
  readonly pitch: number
  readonly bits: Uint8Array
  /** The same in greys, for panels that have some. */
  readonly smooth?: (() => Coverage) | undefined
}

/** How much of each pixel is ink, 0 to 255: rows from the top. `left`, `top`: from the corner of the mask of one bit. */
export interface Coverage {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly shares: Uint8Array
}

/** A rectangle of inks: one plane per bit of the ink's index, each `height` rows of `stride` bytes, leftmost pixel in the highest bit. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly planes: readonly Uint8Array[]
}

/** Rectangle in pixels; `right` and `bottom` are exclusive. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Palette of one bit. */
export const BLACK_AND_WHITE: Palette = {
  id: "black-and-white",
  bits: 1,
  entries: [
    { ink: "black", rgb: [0, 0, 0] },
    { ink: "white", rgb: [255, 255, 255] },
  ],
}

/**
 * Canvas of one-bit planes, one per bit of the ink's index: under a mask each plane receives its bit of the ink, so the
 * last paint wins and white on black works. It starts blank. Nothing is painted outside `clip`.
 */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly palette: Palette
  /** Bytes per row of a plane. */
  readonly stride: number
  readonly planes: readonly Uint8Array[]
  clip: Rect
  readonly #inks = new Map<Ink, number>()
  readonly #greys: Greys | undefined

  constructor(width: number, height: number, palette: Palette) {
    this.width = width
    this.height = height
    this.palette = palette
    this.stride = (width + 7) >> 3
    this.planes = Array.from({ length: palette.bits }, (_, plane) =>
      new Uint8Array(this.stride * height).fill(plane === 0 ? 255 : 0),
    )
    this.clip = { left: 0, top: 0, right: width, bottom: height }
    palette.entries.forEach(({ ink }, i) => this.#inks.set(ink as Ink, i))
    this.#greys = greysOf(palette)
  }

  /** Palette index of an ink; black for an ink that the palette lacks. */
  ink(name: Ink): number {
    return this.#inks.get(name) ?? 0
  }

  fill(left: number, top: number, right: number, bottom: number, ink: number): void {
    const { clip } = this
    const [x0, y0] = [Math.max(left, clip.left), Math.max(top, clip.top)]
    const [x1, y1] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)]
    if (!(x0 < x1 && y0 < y1)) return
    const [first, last] = [x0 >> 3, (x1 - 1) >> 3]
    const head = 255 >> (x0 & 7)
    const tail = (255 << (7 - ((x1 - 1) & 7))) & 255
    this.planes.forEach((plane, bit) => {
      const set = ((ink >> bit) & 1) === 1
      for (let y = y0; y < y1; y++) {
        const at = y * this.stride
        if (first === last) {
          put(plane, at + first, head & tail, set)
          continue
        }
        put(plane, at + first, head, set)
        plane.fill(set ? 255 : 0, at + first + 1, at + last)
        put(plane, at + last, tail, set)
      }
    })
  }

  /** Fills a rectangle with 8 rows of a pattern that is aligned to the page, leftmost pixel in the highest bit. `onPaper`: beside what is painted. */
  pattern({ left, top, right, bottom }: Rect, rows: Uint8Array, ink: number, onPaper = false): void {
    const { clip } = this
    const [x0, y0] = [Math.max(left, clip.left), Math.max(top, clip.top)]
    const [x1, y1] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)]
    if (!(x0 < x1 && y0 < y1)) return
    const [first, last] = [x0 >> 3, (x1 - 1) >> 3]
    const head = 255 >> (x0 & 7)
    const tail = (255 << (7 - ((x1 - 1) & 7))) & 255
    for (let y = y0; y < y1; y++) {
      const row = rows[y & 7]!
      if (row === 0) continue
      const at = y * this.stride
      for (let byte = first; byte <= last; byte++) {
        const mask = row & (byte === first ? head : 255) & (byte === last ? tail : 255)
        this.#put(at + byte, onPaper ? mask & this.#paper(at + byte) : mask, ink)
      }
    }
  }

  /** Index of the grey that an ink gives paper at a tone from 0 to 1; undefined where the palette has none between the two. */
  grey(ink: number, tone: number): number | undefined {
    if (!this.#greys) return undefined
    const { values, nearest } = this.#greys
    const index = nearest[Math.round(255 + (values[ink]! - 255) * tone)]!
    return index === PAPER || index === ink ? undefined : index
  }

  /** A copy of a rectangle's pixels, from the byte that its left edge is in. */
  copy({ left, top, right, bottom }: Rect): Pixels {
    const [first, end] = [left >> 3, (right + 7) >> 3]
    const [stride, height] = [end - first, bottom - top]
    const planes = this.planes.map((plane) => {
      const rows = new Uint8Array(stride * height)
      for (let y = 0; y < height; y++) {
        const from = (top + y) * this.stride + first
        rows.set(plane.subarray(from, from + stride), y * stride)
      }
      return rows
    })
    return { width: stride * 8, height, stride, planes }
  }

  /** Paints a mask's set bits, its top left corner at `x`, `y`. */
  glyph(mask: Mask, x: number, y: number, ink: number): void {
    const { clip } = this
    if (this.#greys && mask.smooth) this.#smooth(mask.smooth(), x, y, ink, this.#greys)
    else if (x >= clip.left && y >= clip.top && x + mask.width <= clip.right && y + mask.height <= clip.bottom)
      this.#inside(mask, x, y, ink)
    else this.#clipped(mask, x, y, ink)
  }

  /** Copies a dithered picture with all its pixels, its top left corner at `x`, `y`. */
  picture({ width, height, stride, planes }: Pixels, x: number, y: number): void {
    const { clip } = this
    const [x0, x1] = [Math.max(x, clip.left), Math.min(x + width, clip.right)]
    const [y0, y1] = [Math.max(y, clip.top), Math.min(y + height, clip.bottom)]
    if (!(x0 < x1 && y0 < y1)) return
    const [first, last] = [x0 >> 3, (x1 - 1) >> 3]
    const head = 255 >> (x0 & 7)
    const tail = (255 << (7 - ((x1 - 1) & 7))) & 255
    this.planes.forEach((plane, bit) => {
      const source = planes[bit]!
      for (let row = y0; row < y1; row++) {
        const from = (row - y) * stride
        for (let byte = first; byte <= last; byte++) {
          const mask = (byte === first ? head : 255) & (byte === last ? tail : 255)
          const at = row * this.stride + byte
          plane[at] = (plane[at]! & ~mask) | (eightBits(source, from, stride, byte * 8 - x) & mask)
        }
      }
    })
  }

  bitmap(): Bitmap {
    const { width, height, palette } = this
    const bits = palette.bits
    if (bits === 1) return { width, height, bits, stride: this.stride, palette, data: this.planes[0]! }
    const stride = (width * bits + 7) >> 3
    return { width, height, bits, stride, palette, data: interleave(this.planes, this.stride, stride, height) }
  }

  #inside({ bits, pitch, width, height }: Mask, x: number, y: number, ink: number): void {
    const shift = x & 7
    const bytes = (width + 7) >> 3
    const last = (x + width - 1) >> 3
    for (let p = 0; p < this.planes.length; p++) {
      const plane = this.planes[p]!
      const set = ((ink >> p) & 1) === 1
      let to = y * this.stride + (x >> 3)
      const spill = last - (x >> 3)
      for (let row = 0; row < height; row++, to += this.stride) {
        const from = row * pitch
        for (let i = 0; i < bytes; i++) {
          const value = bits[from + i]!
          if (value === 0) continue
          if (set) {
            plane[to + i]! |= value >> shift
            if (shift && i < spill) plane[to + i + 1]! |= (value << (8 - shift)) & 255
          } else {
            plane[to + i]! &= ~(value >> shift)
            if (shift && i < spill) plane[to + i + 1]! &= ~((value << (8 - shift)) & 255)
          }
        }
      }
    }
  }

  #clipped({ bits, pitch, width, height }: Mask, x: number, y: number, ink: number): void {
    const { left, top, right, bottom } = this.clip
    const [firstRow, lastRow] = [Math.max(0, top - y), Math.min(height, bottom - y)]
    const [firstCol, lastCol] = [Math.max(0, left - x), Math.min(width, right - x)]
    for (let row = firstRow; row < lastRow; row++) {
      for (let col = firstCol; col < lastCol; col++) {
        if (((bits[row * pitch + (col >> 3)]! >> (7 - (col & 7))) & 1) === 1) this.#dot(x + col, y + row, ink)
      }
    }
  }

  #smooth({ width, height, left, top, shares }: Coverage, x: number, y: number, ink: number, greys: Greys): void {
    const { clip } = this
    const [x0, y0] = [x + left, y + top]
    const to = greys.values[ink]!
    for (let row = Math.max(0, clip.top - y0); row < Math.min(height, clip.bottom - y0); row++) {
      for (let col = Math.max(0, clip.left - x0); col < Math.min(width, clip.right - x0); col++) {
        const share = shares[row * width + col]!
        if (share === 0) continue
        const from = greys.values[this.#at(x0 + col, y0 + row)]!
        this.#dot(
          x0 + col,
          y0 + row,
          share === 255 ? ink : greys.nearest[Math.round(from + ((to - from) * share) / 255)]!,
        )
      }
    }
  }

  #at(x: number, y: number): number {
    const at = y * this.stride + (x >> 3)
    let index = 0
    for (let p = 0; p < this.planes.length; p++) index |= ((this.planes[p]![at]! >> (7 - (x & 7))) & 1) << p
    return index
  }

  #dot(x: number, y: number, ink: number): void {
    this.#put(y * this.stride + (x >> 3), 128 >> (x & 7), ink)
  }

  /** Gives the pixels of a mask in a byte of each plane an ink. */
  #put(at: number, mask: number, ink: number): void {
    for (let p = 0; p < this.planes.length; p++) put(this.planes[p]!, at, mask, ((ink >> p) & 1) === 1)
  }

  /** The pixels of a byte that are paper. */
  #paper(at: number): number {
    return this.planes.reduce((left, plane, p) => left & (((PAPER >> p) & 1) === 1 ? plane[at]! : ~plane[at]!), 255)
  }
}

/** The greys of a palette. `values`: brightness by index, 0 to 255. `nearest`: index by brightness. */
interface Greys {
  readonly values: readonly number[]
  readonly nearest: Uint8Array
}

const PAPER = 1
const known = new WeakMap<Palette, Greys | undefined>()

/** Undefined for a palette without greys. */
function greysOf(palette: Palette): Greys | undefined {
  if (known.has(palette)) return known.get(palette)
  const values = palette.entries.map(({ rgb }) => rgb[1])
  const isNeutral = ({ ink }: PaletteEntry): boolean => ink === "black" || ink === "white" || ink.startsWith("grey-")
  const neutral = [...palette.entries.keys()].filter((i) => isNeutral(palette.entries[i]!))
  const nearestOf = (value: number): number =>
    neutral.reduce((best, i) => (Math.abs(values[i]! - value) < Math.abs(values[best]! - value) ? i : best))
  const greys =
    neutral.length > 2
      ? { values, nearest: Uint8Array.from({ length: 256 }, (_, value) => nearestOf(value)) }
      : undefined
  known.set(palette, greys)
  return greys
}

/** Eight pixels of a row of a plane, the first of them `bit`: which may lie before the row or beyond it. */
function eightBits(plane: Uint8Array, row: number, stride: number, bit: number): number {
  const [byte, shift] = [bit >> 3, bit & 7]
  const high = byte >= 0 && byte < stride ? plane[row + byte]! : 0
  const low = shift > 0 && byte + 1 >= 0 && byte + 1 < stride ? plane[row + byte + 1]! : 0
  return (((high << 8) | low) >> (8 - shift)) & 255
}

function put(plane: Uint8Array, at: number, mask: number, set: boolean): void {
  if (set) plane[at]! |= mask
  else plane[at]! &= ~mask
}

/** By `bits`: the bits of each byte, one in every so many. */
const spread = (bits: number): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let all = 0
    for (let bit = 0; bit < 8; bit++) all |= ((byte >> bit) & 1) << (bit * bits)
    return all
  })
const [BY_TWO, BY_FOUR] = [spread(2), spread(4)]

/** Packs planes into pixels of two or four bits, leftmost in the highest bits. */
function interleave(planes: readonly Uint8Array[], planeStride: number, stride: number, height: number): Uint8Array {
  const bits = planes.length
  const spreads = bits === 2 ? BY_TWO : BY_FOUR
  const data = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < planeStride; i++) {
      let eight = 0
      for (let p = 0; p < bits; p++) eight |= spreads[planes[p]![y * planeStride + i]!]! << p
      // Bytes beyond the end of a row are overwritten by the next one, those beyond the last are dropped.
      for (let byte = 0; byte < bits; byte++) data[y * stride + i * bits + byte] = eight >> ((bits - 1 - byte) * 8)
    }
  }
  return data
}
