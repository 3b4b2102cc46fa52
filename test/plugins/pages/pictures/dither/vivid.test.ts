import { suite } from "uvu"
import * as assert from "uvu/assert"
import { linear, LUMA, quickCoded } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import type { LinearImage } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { enliven } from "../../../../../plugins/pages/pictures/dither/vivid.js"
import { lightOf } from "./lights.js"
import type { Colour } from "./lights.js"

const test = suite("vivid")

/** The tones of a picture in sRGB, 0 to 1, after it was prepared. `at`: tones in sRGB. */
function prepared(width: number, height: number, at: (x: number, y: number) => number): number[] {
  const picture = lightOf(width, height, (x, y) => linear(at(x, y)))
  enliven(picture)
  return tonesOf(picture)
}

function tonesOf({ data }: LinearImage): number[] {
  return Array.from({ length: data.length / 3 }, (_, i) =>
    quickCoded(LUMA.reduce((sum, share, c) => sum + share * data[i * 3 + c]!, 0)),
  )
}

test("lifts shadows, and leaves black, lights and white", () => {
  const tone = (value: number): number => prepared(40, 40, () => value)[820]!
  for (const shadow of [0.1, 0.2, 0.3]) {
    const lifted = tone(shadow)
    assert.ok(lifted > shadow + 0.04 && lifted < shadow + 0.12, `${shadow} became ${lifted}`)
  }
  for (const rest of [0, 0.8, 0.9, 1]) assert.ok(Math.abs(tone(rest) - rest) < 0.01, `${rest} became ${tone(rest)}`)
})

test("keeps the order of tones", () => {
  let before = -1
  for (let value = 0; value <= 1; value += 0.02) {
    const [now] = prepared(12, 12, () => value)
    assert.ok(now! >= before, `${value}: ${before} to ${now}`)
    before = now!
  }
})

test("strengthens fine detail and the difference from the surroundings, within bounds", () => {
  const stripes = prepared(60, 60, (x) => (x % 6 < 3 ? 0.55 : 0.65))
  const row = stripes.slice(30 * 60, 31 * 60)
  const apart = Math.max(...row) - Math.min(...row)
  assert.ok(apart > 0.13 && apart < 0.6, `0.1 became ${apart}`)
  const disc = prepared(240, 240, (x, y) => (Math.hypot(x - 120, y - 120) < 14 ? 0.7 : 0.5))
  assert.ok(disc[120 * 240 + 120]! > 0.73 && disc[120 * 240 + 120]! < 0.81, `${disc[120 * 240 + 120]}`)
})

test("keeps hues, in the range of light", () => {
  const colour: Colour = [0.5, 0.2, 0.1]
  const picture = lightOf(30, 30, (x) => (x < 15 ? colour : [1, 0.9, 0]))
  enliven(picture)
  assert.ok(picture.data.every((value) => value >= 0 && value <= 1))
  const at = (15 * 30 + 4) * 3
  const [r, g, b] = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!]
  assert.ok(Math.abs(r / g - 2.5) < 1e-3 && Math.abs(g / b - 2) < 1e-3, `${r} ${g} ${b}`)
})

test("takes a picture of one pixel, and of one row", () => {
  for (const [width, height] of [
    [1, 1],
    [50, 1],
    [1, 50],
  ] as const)
    assert.ok(prepared(width, height, () => 0.5).every((tone) => Math.abs(tone - 0.528) < 0.01))
})

test.run()
