import { meansOf } from "./blur.js"
import { coded, linear, luminanceAt } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** How far shadows are lifted: the most is at a quarter of the way to white, by about a tenth of it. */
const LIFT = 0.9
/**
 * Shares of the differences from the surroundings and from the neighbouring pixels that are added, and their bounds in sRGB, with many tones and
 * with few. Surroundings: a part of the shorter side.
 */
const FINE = { surroundings: 1 / 12, contrast: 0.35, maxContrast: 0.1, sharpness: 0.7, maxSharpness: 0.15 }
const COARSE = { surroundings: 1 / 16, contrast: 0.6, maxContrast: 0.17, sharpness: 1.5, maxSharpness: 0.24 }
const STEPS = 1024
const LINEAR_STEPS = Float32Array.from({ length: STEPS + 1 }, (_, i) => linear(i / STEPS))
/** Steps over linear light: fine enough for the dark end, where sRGB is steep. */
const LIGHT_STEPS = 8192
/** The tone of linear light, its shadows lifted. */
const LIFTED = Float32Array.from({ length: LIGHT_STEPS + 1 }, (_, i) => {
  const tone = coded(i / LIGHT_STEPS)
  return tone + LIFT * tone * (1 - tone) ** 4
})

/**
 * Prepares a photograph for dithering, in place: lifts its shadows, strengthens local contrast, sharpens. E-ink shows few
 * tones and its dots blur fine detail: `isCoarse`, few of them. Returns about the luminance of each pixel that comes of it.
 */
export function enliven(picture: LinearImage, isCoarse = false): Float32Array {
  const { width, height, data } = picture
  const { surroundings, contrast, maxContrast, sharpness, maxSharpness } = isCoarse ? COARSE : FINE
  const lights = new Float32Array(width * height)
  const lifted = new Float32Array(width * height)
  for (let i = 0, at = 0; i < lifted.length; i++, at += 3) {
    const light = luminanceAt(data, at)
    lights[i] = light
    lifted[i] = LIFTED[light >= 1 ? LIGHT_STEPS : (light * LIGHT_STEPS + 0.5) | 0]!
  }
  const around = meansOf(lifted, width, height, Math.max(4, Math.round(Math.min(width, height) * surroundings)))
  const near = meansOf(lifted, width, height, 1)
  for (let y = 0, i = 0; y < height; y++) {
    const [aroundRow, nearRow] = [around.row(y), near.row(y)]
    for (let x = 0; x < width; x++, i++) {
      const tone = lifted[i]!
      const more =
        bound(contrast * (tone - aroundRow[x]!), maxContrast) + bound(sharpness * (tone - nearRow[x]!), maxSharpness)
      const wanted = (tone + more) * STEPS + 0.5
      const target = LINEAR_STEPS[wanted <= 0 ? 0 : wanted >= STEPS ? STEPS : wanted | 0]!
      scale(data, i * 3, lights[i]!, target)
      lights[i] = target
    }
  }
  return lights
}

/** Brings a pixel from one luminance to another. Black has no colour to scale: it becomes grey. */
function scale(data: Float32Array, at: number, from: number, to: number): void {
  const factor = from > 0 ? to / from : 0
  const least = from > 0 ? 0 : to
  const r = data[at]! * factor + least
  const g = data[at + 1]! * factor + least
  const b = data[at + 2]! * factor + least
  data[at] = r > 1 ? 1 : r
  data[at + 1] = g > 1 ? 1 : g
  data[at + 2] = b > 1 ? 1 : b
}

function bound(value: number, most: number): number {
  return value > most ? most : value < -most ? -most : value
}
