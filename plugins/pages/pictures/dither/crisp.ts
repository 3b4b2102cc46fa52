import { blurred } from "./blur.js"
import { linear, LUMA, quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** How much what differs from its neighbours is set off: edges by the pixel, and forms by a part of the picture. */
const EDGES = 0.7
const FORMS = 0.28
/** A part: so many of the shorter side around a pixel. */
const PART = 1 / 24
/** Differences of tone in sRGB up to which they are grain, which stays; and the most by which a tone changes. */
const GRAIN = 0.008
const MOST = 0.14
const STEPS = 1024
const LINEAR_STEPS = Float32Array.from({ length: STEPS + 1 }, (_, i) => linear(i / STEPS))

/** Sets edges and forms off in place: dots of few inks blur a picture as a coarse screen does in print. */
export function crisp({ data, width, height }: LinearImage): void {
  const tones = new Float32Array(width * height)
  for (let i = 0, at = 0; i < tones.length; i++, at += 3)
    tones[i] = quickCoded(data[at]! * LUMA[0] + data[at + 1]! * LUMA[1] + data[at + 2]! * LUMA[2])
  const around = aroundIn(tones, width, height)
  for (let y = 0, i = 0; y < height; y++) {
    const [above, below] = [y === 0 ? 0 : width, y === height - 1 ? 0 : width]
    const line = (y >> 1) * ((width + 1) >> 1)
    for (let x = 0; x < width; x++, i++) {
      const tone = tones[i]!
      // What is black or paper has nothing to set off.
      if (tone < 1 / STEPS || tone > 1 - 1 / STEPS) continue
      const beside = tones[x === 0 ? i : i - 1]! + tones[x === width - 1 ? i : i + 1]!
      const near = (tone + beside + tones[i - above]! + tones[i + below]!) / 5
      const off = EDGES * beyond(tone - near) + FORMS * beyond(near - around[line + (x >> 1)]!)
      const wanted = Math.min(1, Math.max(0, tone + Math.min(MOST, Math.max(-MOST, off))))
      const scale = LINEAR_STEPS[(wanted * STEPS + 0.5) | 0]! / LINEAR_STEPS[(tone * STEPS + 0.5) | 0]!
      for (let k = i * 3; k < i * 3 + 3; k++) data[k] = Math.min(1, data[k]! * scale)
    }
  }
}

const beyond = (difference: number): number =>
  difference > GRAIN ? difference - GRAIN : difference < -GRAIN ? difference + GRAIN : 0

/** The tone of the part about each pixel, for every second one of every second row: it hardly differs from one to the next. */
function aroundIn(tones: Float32Array, width: number, height: number): Float32Array {
  const [half, high] = [(width + 1) >> 1, (height + 1) >> 1]
  const few = new Float32Array(half * high)
  for (let y = 0, to = 0; y < high; y++) for (let x = 0, i = 2 * y * width; x < half; x++, i += 2) few[to++] = tones[i]!
  return blurred(few, half, high, Math.max(2, Math.round(Math.min(half, high) * PART)))
}
