import UPNG from "upng-js"

/**
 * Lossless PNG of 24 or 32 bits per pixel, without a palette. `rgba`: width * height * 4 bytes, row-major from the top:
 * red, green, blue, opacity.
 */
export function fullColourPng(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const size = width * height * 4
  // upng-js truncates output that is more than 100 bytes larger than its input, such as a palette or incompressible pixels.
  const pixels = new Uint8Array(size + 2048 + 4 * height + 4 * (size >> 8)).fill(255)
  pixels.set(rgba.subarray(0, size))
  return new Uint8Array(UPNG.encode([pixels.buffer], width, height, 0))
}
