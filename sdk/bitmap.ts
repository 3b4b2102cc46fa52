/** The inks a scene may ask for. A panel that lacks one uses black in its place. */
export type Ink = "black" | "white" | "red" | "yellow" | "blue" | "green" | "orange"

/** One entry of a palette. `rgb`: what the ink is called (nominal); `measured`: what it looks like on the glass. */
export interface PaletteEntry {
  readonly ink: Ink | `grey-${number}`
  /** Red, green, blue, 0 to 255. */
  readonly rgb: readonly [number, number, number]
  readonly measured?: readonly [number, number, number]
}

/** Index 0 is black and index 1 is white on every palette. At most 2 ** bits entries. */
export interface Palette {
  readonly id: string
  readonly bits: 1 | 2 | 4
  readonly entries: readonly PaletteEntry[]
}

/**
 * Rows top-down, leftmost pixel in the highest bits, each row padded to a whole byte. A set bit is paper at one bit a
 * pixel; at two and four bits a pixel is an index of the palette.
 * `data`: stride * height bytes, stride = ceil(width * bits / 8).
 */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly bits: 1 | 2 | 4
  readonly stride: number
  readonly palette: Palette
  readonly data: Uint8Array
}

/** A kind of glass. `rotation`: degrees clockwise that the picture is turned before it is encoded. */
export interface Panel {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly codec: string
  readonly rotation?: 0 | 90 | 180 | 270
}

/** Turns a bitmap into the bytes of a file or of a device. */
export interface Codec {
  readonly id: string
  /** The Content-Type of the bytes. */
  readonly type: string
  /** Throws RangeError for a bitmap of a depth it cannot carry. */
  encode(bitmap: Bitmap): Uint8Array
}

const entry = (ink: PaletteEntry["ink"], ...rgb: [number, number, number]): PaletteEntry => ({ ink, rgb })

/** Black and white, one bit. */
export const BW: Palette = { id: "bw", bits: 1, entries: [entry("black", 0, 0, 0), entry("white", 255, 255, 255)] }

/** Black, white and red in two bits. Red is code 3, as on the four-ink panels; code 2 is never used. */
export const BWR: Palette = {
  id: "bwr",
  bits: 2,
  entries: [...BW.entries, entry("grey-2", 232, 176, 0), entry("red", 200, 0, 0)],
}

/** Black, white, yellow and red in two bits: the codes of the four-ink panels. */
export const BWRY: Palette = {
  id: "bwry",
  bits: 2,
  entries: [...BW.entries, entry("yellow", 232, 176, 0), entry("red", 200, 0, 0)],
}
