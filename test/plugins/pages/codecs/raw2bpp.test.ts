import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Canvas } from "../../../../kernel/engine/bitmap/canvas.js"
import { raw2bpp } from "../../../../plugins/pages/codecs/raw2bpp.js"
import { GREYS, noise } from "./drawn.js"
import { pixel } from "../../../setting.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("raw2bpp")

test("packs four pixels a byte from the top left, first pixel in the highest bits", () => {
  const canvas = new Canvas(8, 2, BWRY)
  canvas.fill(0, 0, 1, 1, canvas.ink("black"))
  canvas.fill(2, 0, 3, 1, canvas.ink("yellow"))
  canvas.fill(3, 0, 4, 1, canvas.ink("red"))
  canvas.fill(4, 1, 8, 2, canvas.ink("red"))
  assert.equal([...raw2bpp.encode(canvas.bitmap())], [0b00011011, 0b01010101, 0b01010101, 0b11111111])
})

test("pads each row of a width that four does not divide", () => {
  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [101, 5],
    [250, 122],
    [399, 4],
  ] as const) {
    const bitmap = noise(width, height, BWRY)
    const bytes = raw2bpp.encode(bitmap)
    const row = Math.ceil(width / 4)
    assert.is(bytes.length, row * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        assert.is((bytes[y * row + Math.floor(x / 4)]! >> (6 - (x % 4) * 2)) & 3, pixel(bitmap, x, y))
    }
  }
})

test("is a quarter of a byte a pixel on the panels", () => {
  for (const [width, height] of [
    [400, 300],
    [800, 480],
  ] as const)
    assert.is(raw2bpp.encode(noise(width, height, BWRY)).length, (width * height) / 4)
})

test("refuses another depth", () => {
  assert.throws(
    () => raw2bpp.encode(noise(8, 2, BW)),
    (error: Error) => error instanceof RangeError && error.message.endsWith("not 1"),
  )
  assert.throws(
    () => raw2bpp.encode(noise(8, 2, GREYS)),
    (error: Error) => error instanceof RangeError && error.message.endsWith("not 4"),
  )
})

test.run()
