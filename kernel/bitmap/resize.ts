import type { Raster } from "platen/sdk"
import { LINEAR } from "./light.js"
import type { Light } from "./light.js"

/** A part of a picture, in its own pixels; need not be whole. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * A part of a picture as `width` x `height` pixels of linear light: each the average of the area that it covers; between
 * the pixels of a picture that is made larger, their blend.
 */
export function resize(raster: Raster, crop: Crop, width: number, height: number): Light {
  const across = weights(crop.left, crop.width, width, raster.width)
  const down = weights(crop.top, crop.height, height, raster.height)
  const first = down.start[0]!
  const last = down.start[height - 1]! + down.count - 1
  const rows = new Float32Array((last - first + 1) * width * 3)
  for (let y = first; y <= last; y++) narrow(raster, y, across, rows.subarray((y - first) * width * 3, (y - first + 1) * width * 3))
  const data = new Float32Array(width * height * 3)
  const stride = width * 3
  for (let y = 0; y < height; y++) {
    const to = y * stride
    for (let k = 0; k < down.count; k++) {
      const weight = down.weight[y * down.count + k]!
      if (weight === 0) continue
      const from = (down.start[y]! - first + k) * stride
      for (let i = 0; i < stride; i++) data[to + i]! += rows[from + i]! * weight
    }
  }
  return { width, height, data }
}

function narrow({ width, data }: Raster, y: number, { start, count, weight }: Weights, row: Float32Array): void {
  for (let x = 0, to = 0; to < row.length; x++, to += 3) {
    let [r, g, b] = [0, 0, 0]
    for (let k = 0, from = (y * width + start[x]!) * 3; k < count; k++, from += 3) {
      const share = weight[x * count + k]!
      r += LINEAR[data[from]!]! * share
      g += LINEAR[data[from + 1]!]! * share
      b += LINEAR[data[from + 2]!]! * share
    }
    row[to] = r
    row[to + 1] = g
    row[to + 2] = b
  }
}

/** For each pixel of the result the first one of the source, and the shares of it and those after it: `count` each, 1 in sum. */
interface Weights {
  readonly start: Int32Array
  readonly count: number
  readonly weight: Float32Array
}

function weights(from: number, length: number, pixels: number, most: number): Weights {
  const scale = length / pixels
  const count = Math.min(most, Math.max(2, Math.ceil(scale) + 1))
  const start = new Int32Array(pixels)
  const weight = new Float32Array(pixels * count)
  for (let i = 0; i < pixels; i++) {
    // A picture made larger is blended over one pixel, as if each covered that much.
    const centre = from + (i + 0.5) * scale
    const reach = Math.max(1, scale) / 2
    const [left, right] = [centre - reach, centre + reach]
    start[i] = Math.min(most - count, Math.max(0, Math.floor(left)))
    let sum = 0
    for (let k = 0; k < count; k++) {
      const pixel = start[i]! + k
      const covered = Math.max(0, Math.min(right, pixel + 1) - Math.max(left, pixel))
      weight[i * count + k] = covered
      sum += covered
    }
    for (let k = 0; k < count; k++) weight[i * count + k]! /= sum || 1
    if (sum === 0) weight[i * count] = 1
  }
  return { start, count, weight }
}
