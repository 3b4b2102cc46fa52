import { createRequire } from "node:module"
import UPNG from "upng-js"

interface Png {
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha a pixel. */
  readonly data: Buffer
}
const { PNG } = createRequire(import.meta.url)("pngjs") as {
  readonly PNG: { readonly sync: { read(bytes: Buffer): Png; write(picture: Png): Buffer } }
}

export interface Pixels {
  readonly width: number
  readonly height: number
  /** One number a pixel, row-major, top-down: 0xRRGGBB. */
  readonly colours: Uint32Array
}

/** The inks of a panel by their codes, as a preview shows them. Source: wire-contract 4.7. */
const INKS = [0x000000, 0xffffff, 0xe8b000, 0xc80000] as const

/** A PNG as another library reads it. Throws for what is no PNG or is not opaque. */
export function pngPixels(bytes: Buffer): Pixels {
  const { width, height, data } = bytes.readUInt32BE(16) % 8 === 0 ? ofWholeBytes(bytes) : PNG.sync.read(bytes)
  const colours = new Uint32Array(width * height)
  for (let i = 0, at = 0; i < colours.length; i++, at += 4) {
    if (data[at + 3] !== 255) throw new Error(`pixel ${i} is not opaque`)
    colours[i] = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
  }
  return { width, height, colours }
}

/** A PNG whose width is a multiple of 8, by the library that takes a fifth of the time, and that shears other pictures of less than a byte a pixel. */
function ofWholeBytes(bytes: Buffer): Png {
  const image = UPNG.decode(Uint8Array.from(bytes).buffer)
  return { width: image.width, height: image.height, data: Buffer.from(UPNG.toRGBA8(image)[0]!) }
}

/** A one-bit BMP, read by its own header. Throws Error for any other kind. */
export function bmpPixels(bytes: Buffer): Pixels {
  const [magic, offset, width, height] = [
    bytes.toString("latin1", 0, 2),
    bytes.readUInt32LE(10),
    bytes.readInt32LE(18),
    bytes.readInt32LE(22),
  ]
  const stride = (((width + 7) >> 3) + 3) & ~3
  const [length, bits, compression] = [bytes.readUInt32LE(2), bytes.readUInt16LE(28), bytes.readUInt32LE(30)]
  if (
    magic !== "BM" ||
    bits !== 1 ||
    compression !== 0 ||
    bytes.length !== offset + stride * height ||
    length !== bytes.length
  ) {
    throw new Error(`${bytes.length} bytes that begin with ${bytes.toString("hex", 0, 62)} are no one-bit BMP`)
  }
  const palette = [bytes.readUInt32LE(54), bytes.readUInt32LE(58)] as const
  const colours = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = offset + (height - 1 - y) * stride
    for (let x = 0; x < width; x++) colours[y * width + x] = palette[(bytes[row + (x >> 3)]! >> (7 - (x & 7))) & 1]!
  }
  return { width, height, colours }
}

/** The colours of codes: what the device holds, as a preview should look. */
export function inked(codes: Uint8Array): Uint32Array {
  return Uint32Array.from(codes, (code) => INKS[code]!)
}

/** Throws Error that names the first pixel that differs. */
export function samePixels(got: Uint32Array, expected: Uint32Array, of = "the page"): void {
  if (got.length !== expected.length) throw new Error(`${of} has ${got.length} pixels, not ${expected.length}`)
  const at = got.findIndex((colour, i) => colour !== expected[i])
  if (at >= 0) throw new Error(`pixel ${at} of ${of} is ${got[at]!.toString(16)}, not ${expected[at]!.toString(16)}`)
}

/** A PNG of so many pixels, `colour` of each as 0xRRGGBB. */
export function pngOf(width: number, height: number, colour: (x: number, y: number) => number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255)
  for (let i = 0; i < width * height; i++) data.writeUIntBE(colour(i % width, Math.floor(i / width)), i * 4, 3)
  return PNG.sync.write({ width, height, data })
}
