import { suite } from "uvu"
import * as assert from "uvu/assert"
import { crisp } from "../../../../../plugins/pages/pictures/dither/crisp.js"
import { coded, linear } from "../../../../../plugins/pages/pictures/dither/linear-image.js"

const test = suite("pictures/dither/crisp")
const [WIDTH, HEIGHT] = [96, 64]

/** The tones in sRGB of a middle row of a picture whose tone is that of its column. */
function rowOf(toneAt: (x: number) => number): number[] {
  const data = new Float32Array(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.fill(linear(toneAt(i % WIDTH)), i * 3, i * 3 + 3)
  crisp({ data, width: WIDTH, height: HEIGHT })
  const start = (HEIGHT >> 1) * WIDTH
  return Array.from({ length: WIDTH }, (_, x) => coded(data[(start + x) * 3 + 1]!))
}

test("sets off both sides of an edge, and leaves what is far from it", () => {
  const row = rowOf((x) => (x < 48 ? 0.35 : 0.55))
  assert.ok(row[47]! < 0.33, `the darker side is ${row[47]}`)
  assert.ok(row[48]! > 0.57, `the lighter side is ${row[48]}`)
  for (const [x, tone] of [
    [4, 0.35],
    [90, 0.55],
  ] as const)
    assert.ok(Math.abs(row[x]! - tone) < 0.01, `${x}: ${row[x]}`)
})

test("leaves flat tones, grain, black and paper as they are", () => {
  for (const tone of [0, 0.02, 0.5, 1])
    for (const each of rowOf(() => tone)) assert.ok(Math.abs(each - tone) < 0.003, `${tone}: ${each}`)
  for (const [x, each] of rowOf((at) => 0.5 + (at % 2 === 0 ? 0.003 : -0.003)).entries())
    assert.ok(Math.abs(each - 0.5) < 0.006, `${x}: ${each}`)
  const row = rowOf((x) => (x < 48 ? 0 : 1))
  assert.ok(row.slice(0, 48).every((each) => each === 0))
  assert.ok(row.slice(48).every((each) => Math.abs(each - 1) < 1e-6))
})

test("changes no tone by more than a seventh", () => {
  const row = rowOf((x) => (x % 12 < 6 ? 0.2 : 0.8))
  for (const [x, each] of row.entries()) {
    const by = Math.abs(each - (x % 12 < 6 ? 0.2 : 0.8))
    assert.ok(by < 0.145, `${x}: ${by}`)
  }
})

test.run()
