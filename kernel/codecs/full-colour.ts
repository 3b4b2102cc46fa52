import UPNG from "upng-js"

/**
 * PNG of 24 or 32 bits a pixel, lossless: for what no palette holds. `rgba`: width * height * 4 bytes, row-major from the
 * top: red, green, blue, opacity.
 */
export function fullColourPng(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = rgba.buffer.slice(rgba.byteOffset, rgba.byteOffset + width * height * 4) as ArrayBuffer
  return new Uint8Array(UPNG.encode([pixels], width, height, 0))
}
