import UPNG from "upng-js"

/**
 * PNG of 24 or 32 bits a pixel, lossless: for what no palette holds. `rgba`: width * height * 4 bytes, row-major from the
 * top: red, green, blue, opacity.
 */
export function fullColourPng(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const size = width * height * 4
  // upng-js cuts off what does not fit into 100 bytes more than it is given: a palette, pixels that no filter makes smaller.
  const pixels = new Uint8Array(size + 2048 + 4 * height + 4 * (size >> 8)).fill(255)
  pixels.set(rgba.subarray(0, size))
  return new Uint8Array(UPNG.encode([pixels.buffer], width, height, 0))
}
