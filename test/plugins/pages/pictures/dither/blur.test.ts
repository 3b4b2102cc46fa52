import { seededRandom } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { meansOf } from "../../../../../plugins/pages/pictures/dither/blur.js"

const test = suite("pictures/blur")

const [WIDTH, HEIGHT] = [101, 67]

/** Mean of the square about a pixel, the outermost pixels repeated. */
function meanAt(tones: Float32Array, x: number, y: number, radius: number): number {
  let sum = 0
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) {
      const [column, row] = [Math.min(WIDTH - 1, Math.max(0, x + dx)), Math.min(HEIGHT - 1, Math.max(0, y + dy))]
      sum += tones[row * WIDTH + column]!
    }
  return sum / (2 * radius + 1) ** 2
}

/** The largest difference of the means of a radius from exact ones. */
function worstOf(tones: Float32Array, radius: number): number {
  const means = meansOf(tones, WIDTH, HEIGHT, radius)
  let worst = 0
  for (let y = 0; y < HEIGHT; y++)
    means.row(y).forEach((mean, x) => {
      if (x < WIDTH) worst = Math.max(worst, Math.abs(mean - meanAt(tones, x, y, radius)))
    })
  return worst
}

const random = seededRandom("blur")
const noise = Float32Array.from({ length: WIDTH * HEIGHT }, () => random())
const waves = Float32Array.from(
  { length: WIDTH * HEIGHT },
  (_, i) => 0.5 + 0.4 * Math.sin((i % WIDTH) / 9) * Math.cos(Math.floor(i / WIDTH) / 7),
)
const edge = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => Number(i % WIDTH > 50))

test("means of few pixels are exact, also at the sides", () => {
  for (const radius of [1, 2, 5, 11])
    for (const tones of [noise, edge]) assert.ok(worstOf(tones, radius) < 1e-4, `radius ${radius}`)
})

test("wide means are near the exact ones", () => {
  for (const radius of [12, 24, 30]) {
    assert.ok(worstOf(waves, radius) < 0.07, `waves, radius ${radius}: ${worstOf(waves, radius)}`)
    assert.ok(worstOf(edge, radius) < 0.12, `an edge, radius ${radius}: ${worstOf(edge, radius)}`)
  }
})

test("a flat picture stays so, whatever its size", () => {
  for (const [width, height] of [
    [1, 1],
    [3, 2],
    [4, 400],
    [401, 5],
  ] as const)
    for (const radius of [1, 4, 12, 60]) {
      const means = meansOf(new Float32Array(width * height).fill(0.4), width, height, radius)
      for (let y = 0; y < height; y++)
        assert.ok(
          means
            .row(y)
            .subarray(0, width)
            .every((mean) => Math.abs(mean - 0.4) < 1e-3),
          `${width} x ${height}, ${radius}`,
        )
    }
})

test.run()
