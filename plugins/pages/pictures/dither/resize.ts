import type { Raster } from "platen/sdk/drawing"
import { LINEAR } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** A part of a picture, in its pixels; fractions are allowed. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Resamples a part of a picture to `width` x `height` pixels of linear light: area averaging when it shrinks, linear
 * interpolation when it grows.
 */
export function resize(raster: Raster, crop: Crop, width: number, height: number): LinearImage {
  const across = weights(crop.left, crop.width, width, raster.width)
  const down = weights(crop.top, crop.height, height, raster.height)
  const data = new Float32Array(width * height * 3)
  const stride = width * 3
  // One source row at a time, added to the rows that it contributes to: an intermediate picture would take many megabytes.
  const row = new Float32Array(stride)
  const last = down.start[height - 1]! + down.count
  for (let y = down.start[0]!, from = 0; y < last; y++) {
    narrow(raster, y, across, row)
    while (down.start[from]! + down.count <= y) from++
    for (let to = from; to < height && down.start[to]! <= y; to++) {
      const weight = down.weight[to * down.count + y - down.start[to]!]!
      if (weight === 0) continue
      const target = data.subarray(to * stride, (to + 1) * stride)
      for (let i = 0; i < target.length; i++) target[i]! += row[i]! * weight
    }
  }
  return { width, height, data }
}

/** Narrows a row of the source to that of the target. */
function narrow({ width, data }: Raster, y: number, { start, count, weight }: Weights, row: Float32Array): void {
  const first = y * width * 3
  for (let x = 0, to = 0, w = 0; to < row.length; x++, to += 3) {
    let from = first + start[x]! * 3
    let share = weight[w++]!
    let r = LINEAR[data[from]!]! * share
    let g = LINEAR[data[from + 1]!]! * share
    let b = LINEAR[data[from + 2]!]! * share
    for (let k = 1; k < count; k++) {
      from += 3
      share = weight[w++]!
      r += LINEAR[data[from]!]! * share
      g += LINEAR[data[from + 1]!]! * share
      b += LINEAR[data[from + 2]!]! * share
    }
    row[to] = r
    row[to + 1] = g
    row[to + 2] = b
  }
}

/** For each target pixel the first source pixel, and the weights of `count` source pixels from there, which sum to 1. */
interface Weights {
  readonly start: Int32Array
  readonly count: number
  readonly weight: Float32Array
}

function weights(from: number, length: number, pixels: number, most: number): Weights {
  const scale = length / pixels
  // Whole pixels of the source need no weight for a part of one more.
  const isWhole = Number.isInteger(scale) && Number.isInteger(from)
  const count = Math.min(most, Math.max(2, Math.ceil(scale) + (isWhole ? 0 : 1)))
  const start = new Int32Array(pixels)
  const weight = new Float32Array(pixels * count)
  for (let i = 0; i < pixels; i++) {
    // When the picture grows, each target pixel covers one source pixel.
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
