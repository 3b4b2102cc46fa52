import { suite } from "uvu"
import * as assert from "uvu/assert"
import { crispPx, lineWeight, pageMargin, pixels, screenClass } from "platen/sdk/mode"

const test = suite("screen")

test("names the panels that people have, by area and aspect", () => {
  const panels = [
    [200, 200, "xs", "square"],
    [212, 104, "xs", "strip"],
    [250, 122, "xs", "strip"],
    [264, 176, "xs", "wide"],
    [296, 128, "xs", "strip"],
    [128, 296, "xs", "column"],
    [400, 300, "s", "wide"],
    [640, 384, "m", "wide"],
    [648, 480, "m", "wide"],
    [800, 480, "m", "wide"],
    [480, 800, "m", "upright"],
    [1200, 825, "l", "wide"],
    [1600, 1200, "xl", "wide"],
    [1872, 1404, "xl", "wide"],
    [1200, 1600, "xl", "upright"],
  ] as const
  for (const [width, height, id, shape] of panels) {
    const screen = screenClass(width, height)
    assert.is(screen.id, id, `${width} x ${height}`)
    assert.is(screen.shape, shape, `${width} x ${height}`)
  }
})

test("is the same class upright and lying", () => {
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [800, 480],
    [1600, 1200],
  ] as const) {
    const [lying, upright] = [screenClass(width, height), screenClass(height, width)]
    assert.is(lying.id, upright.id)
    assert.is(lying.unit, upright.unit)
  }
})

test("gives more pixels to a unit as screens grow", () => {
  const units = [
    [296, 128],
    [400, 300],
    [648, 480],
    [1000, 700],
    [1600, 1200],
  ].map(([width, height]) => screenClass(width!, height!).unit)
  assert.equal(units, [0.5, 1, 1.625, 2.375, 4])
})

test("knows how many pixels a millimetre has for a reader", () => {
  assert.is(screenClass(400, 300).perMm, 5)
  assert.is(screenClass(400, 300, { mmPerPixel: 0.1 }).perMm, 10)
  assert.is(screenClass(400, 300, { mmPerPixel: 0.1, distance: "hall" }).perMm, 22)
})

test("rounds units to whole pixels, never to none", () => {
  const [xs, m] = [screenClass(296, 128), screenClass(648, 480)]
  assert.is(pixels(0, xs), 0)
  assert.is(pixels(0.1, xs), 1)
  assert.is(pixels(1, xs), 1)
  assert.is(pixels(10, xs), 5)
  assert.is(pixels(5, m), 8)
})

test("draws thicker lines on large screens, and finds crisp sizes", () => {
  assert.equal(
    [screenClass(400, 300), screenClass(1600, 1200)].map((screen) => [lineWeight(1, screen), lineWeight(4, screen)]),
    [
      [1, 4],
      [2, 6],
    ],
  )
  assert.equal([pageMargin(screenClass(400, 300)), pageMargin(screenClass(800, 480))], [16, 32])
  assert.equal([5, 13, 14, 500].map(crispPx), [10, 12, 14, 320])
})

test.run()
