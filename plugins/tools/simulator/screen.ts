import { ProtocolViolation } from "./protocol-violation.js"

/** An e-ink panel, and the firmware build that drives it. Sizes in pixels. */
export interface Panel {
  readonly width: number
  readonly height: number
  /** "bw": black and white, one bit a pixel; "bwry": black, white, red and yellow, two bits a pixel. */
  readonly palette: "bw" | "bwry"
}

/** Every panel that the firmware supports, each with both builds. */
export const PANELS: readonly Panel[] = [
  [400, 300],
  [296, 128],
  [648, 480],
  [800, 480],
].flatMap(([width, height]) =>
  (["bw", "bwry"] as const).map((palette) => ({ width: width!, height: height!, palette })),
)

/** A decoded picture in the firmware's memory. */
export interface Picture {
  /** One byte a pixel, row-major, top-down: 0 black, 1 white, 2 yellow, 3 red. */
  readonly pixels: Uint8Array
  /** Sum of the encoded pixel bytes. The firmware compares pictures by this number alone. */
  readonly checksum: number
  /** True for a picture of two bits a pixel. The firmware does not copy it to its one-bit buffer. */
  readonly raw?: true
}

/** The visible state of a device. */
export interface Screen {
  readonly shows: "nothing" | "generating" | "diagnostic" | "offline" | "picture" | "alert"
  readonly picture?: Picture
}

const HEADER_BYTES = 14
/** Position of the pixel offset in the BMP file header. */
const PIXEL_OFFSET_AT = 10

/**
 * Decoder for the body of a picture response, with the firmware's rules. The "bwry" build reads a body of exactly
 * width * height / 4 bytes as raw pixels of two bits. Every other body is a BMP. The firmware reads only the pixel
 * offset from the BMP header. Throws ProtocolViolation where the firmware would show garbage.
 */
export function readPicture(request: string, panel: Panel, body: Uint8Array): Picture {
  return panel.palette === "bwry" && body.length === (panel.width * panel.height) / 4
    ? readRaw(panel, body)
    : readBmp(request, panel, body)
}

function readRaw({ width, height }: Panel, body: Uint8Array): Picture {
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (body[i >> 2]! >> (6 - 2 * (i & 3))) & 3
  return { pixels, checksum: byteSum(body), raw: true }
}

/** Decoder for a one-bit BMP: rows are bottom-up and padded to four bytes; a set bit is white. Throws ProtocolViolation for another length. */
export function readBmp(request: string, { width, height }: Panel, body: Uint8Array): Picture {
  const row = width >> 3
  const stride = (row + 3) & ~3
  const offset =
    body.length < HEADER_BYTES
      ? 0
      : Buffer.from(body.buffer, body.byteOffset, body.length).readUInt32LE(PIXEL_OFFSET_AT)
  if (offset < HEADER_BYTES || offset + stride * height !== body.length)
    throw new ProtocolViolation(
      request,
      `${body.length} bytes with pixel offset ${offset} do not hold ${height} rows of ${stride} bytes; send a 1-bit BMP of ${width} x ${height} pixels`,
    )
  const pixels = new Uint8Array(width * height)
  let checksum = 0
  for (let y = height - 1, at = offset; y >= 0; y--, at += stride) {
    for (let x = 0; x < row * 8; x++) pixels[y * width + x] = (body[at + (x >> 3)]! >> (7 - (x & 7))) & 1
    checksum += byteSum(body.subarray(at, at + row))
  }
  return { pixels, checksum }
}

function byteSum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum
}
