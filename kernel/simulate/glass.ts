import { Choked } from "./choked.js"

/** A panel, and the build of the firmware that drives it. */
export interface Build {
  readonly width: number
  readonly height: number
  /** "bw": one bit a pixel; "bwry": two. */
  readonly inks: "bw" | "bwry"
}

/** Every panel of the firmware, in both builds. */
export const BUILDS: readonly Build[] = [
  [400, 300],
  [296, 128],
  [648, 480],
  [800, 480],
].flatMap(([width, height]) => (["bw", "bwry"] as const).map((inks) => ({ width: width!, height: height!, inks })))

/** A picture in the firmware's memory. */
export interface Frame {
  /** One byte a pixel, row-major, top-down: 0 black, 1 white, 2 yellow, 3 red. */
  readonly pixels: Uint8Array
  /** Of the bytes that it was made of: all by which the firmware tells pictures apart. */
  readonly sum: number
  /** True: two bits a pixel. Such a picture leaves the firmware's one-bit buffer as it was. */
  readonly raw?: true
}

const HEADER = 14
const OFFSET_AT = 10

/**
 * The body of a picture answer as the firmware reads it: raw two bits a pixel only in a colour build and by its length
 * alone, anything else as a BMP of which it looks at nothing but the pixel offset. Throws Choked where it would show
 * rubbish.
 */
export function readFrame(where: string, build: Build, body: Uint8Array): Frame {
  return build.inks === "bwry" && body.length === (build.width * build.height) / 4
    ? readRaw(build, body)
    : readBmp(where, build, body)
}

function readRaw({ width, height }: Build, body: Uint8Array): Frame {
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (body[i >> 2]! >> (6 - 2 * (i & 3))) & 3
  return { pixels, sum: sumOf(body), raw: true }
}

/** Bottom-up rows of whole four bytes; a set bit is white. */
export function readBmp(where: string, { width, height }: Build, body: Uint8Array): Frame {
  const row = width >> 3
  const stride = (row + 3) & ~3
  const offset =
    body.length < HEADER ? 0 : Buffer.from(body.buffer, body.byteOffset, body.length).readUInt32LE(OFFSET_AT)
  if (offset < HEADER || offset + stride * height !== body.length)
    throw new Choked(where, `${body.length} bytes with the pixels at ${offset} are not ${height} rows of ${stride}`)
  const pixels = new Uint8Array(width * height)
  let sum = 0
  for (let y = height - 1, at = offset; y >= 0; y--, at += stride) {
    for (let x = 0; x < row * 8; x++) pixels[y * width + x] = (body[at + (x >> 3)]! >> (7 - (x & 7))) & 1
    sum += sumOf(body.subarray(at, at + row))
  }
  return { pixels, sum }
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum
}
