import { blurred } from "./blur.js"
import { linear, luminanceAt, quickCoded } from "./linear-image.js"
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
const LIFTED = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const tone = i / STEPS
  return tone + LIFT * tone * (1 - tone) ** 4
})

/**
 * Prepares a photograph for dithering, in place: lifts its shadows, strengthens local contrast, sharpens. E-ink shows few
 * tones and its dots blur fine detail: `isCoarse`, few of them.
 */
export function enliven(picture: LinearImage, isCoarse = false): void {
  const { width, height, data } = picture
  const { surroundings, contrast, maxContrast, sharpness, maxSharpness } = isCoarse ? COARSE : FINE
  const lifted = new Float32Array(width * height)
  for (let i = 0, at = 0; i < lifted.length; i++, at += 3) {
    const light = Math.fround(luminanceAt(data, at))
    lifted[i] = LIFTED[(quickCoded(light) * STEPS + 0.5) | 0]!
  }
  const around = blurred(lifted, width, height, Math.max(4, Math.round(Math.min(width, height) * surroundings)))
  const near = blurred(lifted, width, height, 1)
  for (let i = 0, at = 0; i < lifted.length; i++, at += 3) {
    const tone = lifted[i]!
    const more = bound(contrast * (tone - around[i]!), maxContrast) + bound(sharpness * (tone - near[i]!), maxSharpness)
    const wanted = (tone + more) * STEPS + 0.5
    const target = LINEAR_STEPS[wanted <= 0 ? 0 : wanted >= STEPS ? STEPS : wanted | 0]!
    const own = Math.fround(luminanceAt(data, at))
    // Black has no colour to scale.
    const scale = own > 0 ? target / own : 0
    const least = own > 0 ? 0 : target
    for (let k = at; k < at + 3; k++) {
      const value = data[k]! * scale + least
      data[k] = value > 1 ? 1 : value
    }
  }
}

function bound(value: number, most: number): number {
  return value > most ? most : value < -most ? -most : value
}
