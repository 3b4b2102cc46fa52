/** The inks a scene may ask for. A panel that lacks one uses black in its place. */
export type Ink = "black" | "white" | "red" | "yellow" | "blue" | "green" | "orange"

/** One entry of a palette. `rgb`: the ink's nominal colour; `measured`: its colour as it looks on the panel. */
export interface PaletteEntry {
  /** "grey-85": a grey of that brightness. "none": a code of the device that stands for no ink: it is never painted. */
  readonly ink: Ink | `grey-${number}` | "none"
  /** Red, green, blue, 0 to 255. */
  readonly rgb: readonly [number, number, number]
  readonly measured?: readonly [number, number, number]
}

/** The inks of a panel. Index 0 is black and index 1 is white on every palette. At most 2 ** bits entries. */
export interface Palette {
  readonly id: string
  readonly bits: 1 | 2 | 4
  readonly entries: readonly PaletteEntry[]
  /**
   * How bright the panel shows dithered tones: luminance from 0, its black, to 1, its white, measured at evenly spaced
   * tones from 0 to 1. Numbers that rise, 0 first and 1 last. Pictures are corrected by it. Default: as bright as asked.
   */
  readonly toneCurve?: readonly number[]
}

/**
 * A picture in the inks of a palette. Rows top-down, leftmost pixel in the highest bits, each row padded to a whole byte. A set bit is paper at one
 * bit a pixel; at two and four bits a pixel is an index of the palette. `data`: stride * height bytes, stride = ceil(width * bits / 8).
 */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly bits: 1 | 2 | 4
  readonly stride: number
  readonly palette: Palette
  readonly data: Uint8Array
}

/** A decoded picture. `data`: width * height * 3 bytes, row-major from the top: red, green, blue, sRGB; transparent parts are white. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Every way to bring a picture to a palette: error diffusion by five tables, an ordered pattern ("bayer"), or the nearest ink alone ("none"). */
export const DITHERS = ["floyd-steinberg", "atkinson", "burkes", "jarvis", "stucki", "bayer", "none"] as const

/** A way to bring a picture to a palette. */
export type Dither = (typeof DITHERS)[number]

/** Every way to prepare the tones of a picture. "auto": the darkest become ink and the lightest paper; "vivid": also lifts shadows, and strengthens local contrast and detail, for photographs; "none": they stay. */
export const LEVELS = ["auto", "vivid", "none"] as const

/** A way to prepare the tones of a picture. */
export type Levels = (typeof LEVELS)[number]

/** A reader of picture files of some formats. */
export interface Decoder {
  readonly id: string
  /** A module with the exports of `PictureReader`. It runs in a process of its own, which ends when there is nothing to read: a broken file breaks nothing else, and its memory is freed. The module must not import platen/sdk. */
  readonly module: URL
}

/** The exports of a decoder's module. A file: the bytes as they came. */
export interface PictureReader {
  /** The size in pixels that the head of the file says, turned as the file asks; undefined for a format that it does not read. Rejects for a file that is broken. */
  probe(file: Uint8Array): Promise<{ readonly width: number; readonly height: number } | undefined>
  /** The whole picture, made smaller when it has more than `maxPixels`. Rejects for a file that is broken. */
  decode(file: Uint8Array, maxPixels: number): Promise<Raster>
  /** The picture in a file that is as small as pages need: upright, without metadata, its sides at most `maxSide` pixels long. Absent: files stay as they came. */
  shrink?(file: Uint8Array, maxSide: number): Promise<Uint8Array>
}

/** A picture that a plugin ships. */
export interface BundledPicture {
  /** The name in an image node: lower case, with dashes and slashes: "my-plugin/harbour". */
  readonly id: string
  readonly file: URL
}

/** Degrees clockwise by which a page is turned before it is encoded. */
export type Rotation = 0 | 90 | 180 | 270

/** A kind of e-ink panel. `width`, `height`: pixels, as the panel hangs. */
export interface Panel {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly codec: string
  /** Degrees clockwise by which pictures are turned before they are encoded: by 90 and 270 the panel gets `height` x `width` pixels. */
  readonly rotation?: Rotation
  /** Millimetres from one pixel to the next. Default 0.2. */
  readonly mmPerPixel?: number
}

/** An encoder of bitmaps to the bytes of a file or of a device. */
export interface Codec {
  readonly id: string
  /** The Content-Type of the bytes. */
  readonly type: string
  /** Throws RangeError for a bitmap of a depth it cannot carry. */
  encode(bitmap: Bitmap): Uint8Array
}

/** The step from which a pixel of the ordered pattern of 8 x 8 is inked, 0 to 63. Source: B. E. Bayer 1973. */
export function bayerRank(x: number, y: number): number {
  let rank = 0
  for (let bit = 0; bit < 3; bit++) rank = rank * 4 + (((x ^ y) >> bit) & 1) * 2 + ((y >> bit) & 1)
  return rank
}
