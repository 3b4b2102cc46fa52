import type { Raster } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { LINEAR } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { resize } from "../../../../../plugins/pages/pictures/dither/resize.js"
import { depth } from "../../../../depth.js"

const test = suite("resize")

/** A picture of greys, row by row. */
function greys(...rows: readonly (readonly number[])[]): Raster {
  return {
    width: rows[0]!.length,
    height: rows.length,
    data: Uint8Array.from(rows.flat().flatMap((grey) => [grey, grey, grey])),
  }
}

const whole = ({ width, height }: Raster) => ({ left: 0, top: 0, width, height })

/** The red channel of a picture made so large, to four places. */
function made(raster: Raster, width: number, height: number, crop = whole(raster)): number[] {
  const { data } = resize(raster, crop, width, height)
  assert.is(data.length, width * height * 3)
  return Array.from({ length: width * height }, (_, i) => Math.round(data[i * 3]! * 1e4) / 1e4)
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

test("makes of each square of four pixels their average, twice as small", () => {
  const picture = greys([0, 0, 255, 0], [0, 255, 255, 255], [255, 255, 0, 0], [255, 255, 0, 255])
  assert.equal(made(picture, 2, 2), [0.25, 0.75, 1, 0.25])
})

test("makes of each nine pixels their average, three times as small", () => {
  const picture = greys([255, 0, 0, 255, 255, 255], [0, 255, 0, 255, 0, 255], [0, 0, 255, 255, 255, 255])
  assert.equal(made(picture, 2, 1), [0.3333, 0.8889])
})

test("shares the pixel between two out among both, one and a half times as small", () => {
  assert.equal(made(greys([255, 0, 0]), 2, 1), [0.6667, 0])
  assert.equal(made(greys([0, 255, 0]), 2, 1), [0.3333, 0.3333])
  assert.equal(made(greys([0], [255], [255]), 1, 2), [0.3333, 1])
  assert.equal(made(greys([255, 255, 0], [255, 0, 0], [0, 0, 0]), 2, 2), [0.8889, 0.2222, 0.2222, 0])
})

test("averages light, not the numbers that stand for it", () => {
  assert.equal(made(greys([0, 255]), 1, 1), [0.5])
  assert.equal(made(greys([100, 200]), 1, 1), [Math.round(((LINEAR[100]! + LINEAR[200]!) / 2) * 1e4) / 1e4])
})

test("leaves a picture of the same size as it is, channel by channel", () => {
  const data = Uint8Array.from({ length: 5 * 4 * 3 }, (_, i) => (i * 37) & 255)
  assert.equal(
    [...resize({ width: 5, height: 4, data }, { left: 0, top: 0, width: 5, height: 4 }, 5, 4).data],
    [...data].map((byte) => LINEAR[byte]!),
  )
})

const picture = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((data): Raster => ({ width, height, data })),
  )

test("keeps the light of each channel in all, whatever it is made smaller to", () => {
  fc.assert(
    fc.property(
      picture,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (raster, across, down) => {
        const [width, height] = [
          1 + Math.floor(across * (raster.width - 1)),
          1 + Math.floor(down * (raster.height - 1)),
        ]
        const { data } = resize(raster, whole(raster), width, height)
        for (const channel of [0, 1, 2]) {
          const before = mean([...raster.data].filter((_, i) => i % 3 === channel).map((byte) => LINEAR[byte]!))
          assert.ok(
            Math.abs(mean([...data].filter((_, i) => i % 3 === channel)) - before) < 1e-5,
            `${raster.width} x ${raster.height} to ${width} x ${height}`,
          )
        }
      },
    ),
    { numRuns: depth(300) },
  )
})

test("cuts out a part, to a fraction of a pixel", () => {
  const picture = greys([0, 255, 0, 255], [0, 255, 0, 255])
  assert.equal(made(picture, 2, 1, { left: 1, top: 0, width: 2, height: 1 }), [1, 0])
  assert.equal(made(picture, 1, 1, { left: 0.5, top: 0, width: 1, height: 2 }), [0.5])
  assert.equal(made(picture, 1, 1, { left: 0.75, top: 0.5, width: 2, height: 1 }), [0.5])
})

test("takes nothing from outside the part that it cuts out", () => {
  const inside = { left: 3, top: 2, width: 5, height: 4 }
  const [one, other] = [0, 255].map((round) =>
    greys(
      ...Array.from({ length: 9 }, (_, y) =>
        Array.from({ length: 11 }, (__, x) => (x >= 3 && x < 8 && y >= 2 && y < 6 ? (x * 40 + y * 11) & 255 : round)),
      ),
    ),
  )
  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [5, 4],
  ] as const)
    assert.equal(made(one!, width, height, inside), made(other!, width, height, inside), `${width} x ${height}`)
})

test("blends between the pixels of a picture that is made larger", () => {
  assert.equal(made(greys([0, 255]), 8, 1), [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1])
  assert.equal(made(greys([0], [255]), 1, 4), [0, 0.25, 0.75, 1])
})

test("rises and falls nowhere on the way between two pixels", () => {
  for (const width of [3, 5, 7, 10, 33, 100]) {
    const line = made(greys([0, 60, 61, 200, 255]), width, 2).slice(0, width)
    assert.equal(
      line,
      [...line].sort((a, b) => a - b),
      `${width}`,
    )
    const widest = Math.max(...line.slice(1).map((value, i) => value - line[i]!))
    assert.ok(width < 33 || widest < 0.2, `${width}: a step of ${widest}`)
  }
})

test("keeps a picture of one colour that colour, larger and smaller and askew", () => {
  fc.assert(
    fc.property(
      fc.nat(255),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 90 }),
      (grey, w, h, width, height) => {
        const values = made(
          greys(...Array.from({ length: h }, () => Array.from({ length: w }, () => grey))),
          width,
          height,
        )
        assert.ok(values.every((value) => Math.abs(value - LINEAR[grey]!) < 1e-4))
      },
    ),
    { numRuns: depth(200) },
  )
})

test("makes anything of a picture of one pixel", () => {
  for (const [width, height] of [
    [1, 1],
    [400, 1],
    [1, 300],
    [7, 5],
  ] as const) {
    assert.equal([...new Set(made(greys([255]), width, height))], [1], `${width} x ${height}`)
  }
})

test("brings lines of pixels to any box", () => {
  const line = Array.from({ length: 5_000 }, (_, i) => (i < 2_500 ? 0 : 255))
  for (const raster of [greys(line), greys(...line.map((grey) => [grey]))]) {
    const across = raster.width > 1
    const values = made(raster, 4, 4)
    assert.equal(
      values,
      Array.from({ length: 16 }, (_, i) => ((across ? i % 4 : i >> 2) < 2 ? 0 : 1)),
      across ? "lying" : "standing",
    )
  }
  assert.equal(made(greys(line), 5, 1), [0, 0, 0.5, 1, 1])
  assert.is(made(greys(line), 12_000, 1).length, 12_000)
})

test("does not change the picture", () => {
  const raster = greys([1, 2, 3], [4, 5, 6])
  made(raster, 2, 1)
  assert.equal([...raster.data], [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6])
})

test.run()
