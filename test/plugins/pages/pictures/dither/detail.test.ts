import type { Raster } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { detailedStart } from "../../../../../plugins/pages/pictures/dither/detail.js"

const test = suite("the part of a picture with most detail")

/** A grey wall with things on it: `colour` says what stands at a place, undefined for the wall. */
function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number] | undefined,
): Raster {
  const data = new Uint8Array(width * height * 3).fill(150)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(colour(x, y) ?? [150, 150, 150], (y * width + x) * 3)
  return { width, height, data }
}

const checked = (x: number, y: number): readonly [number, number, number] =>
  ((x >> 3) + (y >> 3)) % 2 === 0 ? [40, 40, 40] : [220, 220, 220]
/** A face of a shade, with eyes and a mouth. */
const face = (x: number, y: number, [left, top]: readonly [number, number], shade: number) => {
  const [dx, dy] = [x - left - 60, y - top - 80]
  if ((dx / 60) ** 2 + (dy / 80) ** 2 > 1) return undefined
  const isFeature = ((dx >> 3) + (dy >> 3)) % 3 === 0
  return [shade, shade * 0.72, shade * 0.6].map((each) => (isFeature ? each * 0.5 : each)) as never
}

test("stays in the middle of a picture without a subject", () => {
  assert.is(
    detailedStart(
      picture(800, 400, () => undefined),
      "x",
      400,
    ),
    200,
  )
  assert.is(detailedStart(picture(800, 400, checked), "x", 400), 200)
  assert.is(detailedStart(picture(400, 800, checked), "y", 300), 250)
})

test("finds a subject at either side, and above and below", () => {
  for (const at of [40, 620]) {
    const there = picture(800, 400, (x, y) =>
      x >= at && x < at + 140 && y > 100 && y < 300 ? checked(x, y) : undefined,
    )
    const start = detailedStart(there, "x", 300)
    assert.ok(start <= at && start + 300 >= at + 140, `${at}: from ${start}`)
    const below = picture(400, 800, (x, y) =>
      y >= at && y < at + 140 && x > 100 && x < 300 ? checked(x, y) : undefined,
    )
    const top = detailedStart(below, "y", 300)
    assert.ok(top <= at && top + 300 >= at + 140, `${at}: from ${top}`)
  }
})

test("keeps one of two faces whole rather than half of each, light or dark", () => {
  for (const shade of [225, 95]) {
    const two = picture(900, 400, (x, y) => face(x, y, [120, 120], shade) ?? face(x, y, [660, 120], shade))
    const start = detailedStart(two, "x", 300)
    const isWhole = (left: number): boolean => start <= left && start + 300 >= left + 120
    assert.ok(isWhole(120) || isWhole(660), `${shade}: from ${start}`)
  }
})

test("prefers a face to a pattern of the same strength", () => {
  const both = picture(
    900,
    400,
    (x, y) =>
      face(x, y, [120, 120], 200) ??
      (x > 700 && y > 120 && y < 280 && x < 820
        ? ((x >> 3) + (y >> 3)) % 3 === 0
          ? [75, 75, 75]
          : [150, 150, 150]
        : undefined),
  )
  const start = detailedStart(both, "x", 300)
  assert.ok(start <= 120 && start + 300 >= 240, `from ${start}`)
})

test("never leaves the picture", () => {
  for (const crop of [1, 50, 399, 400]) {
    const start = detailedStart(
      picture(400, 400, (x) => (x > 380 ? checked(x, 0) : undefined)),
      "x",
      crop,
    )
    assert.ok(start >= 0 && start + crop <= 400, `${crop}: ${start}`)
  }
  assert.is(detailedStart({ width: 1, height: 1, data: new Uint8Array(3) }, "x", 1), 0)
})

test.run()
