import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { png } from "../../../../plugins/pages/codecs/png.js"
import { colours, noise, PALETTES, SIZES } from "./drawn.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("png")

for (const palette of PALETTES) {
  test(`decodes to the same pixels elsewhere: ${palette.id}, ${palette.bits} bits`, () => {
    for (const [width, height] of SIZES) {
      const bitmap = noise(width, height, palette)
      const back = PNG.sync.read(Buffer.from(png.encode(bitmap)))
      assert.equal([back.width, back.height], [width, height])
      const expected = Buffer.from(colours(bitmap).flatMap((rgb) => [...rgb, 255]))
      assert.is(Buffer.compare(back.data, expected), 0, `${width}x${height}`)
    }
  })
}

test("says depth and kind of colour in its header: grey for black and white, else indexed", () => {
  for (const { palette, kind } of PALETTES.map((each) => ({ palette: each, kind: each.bits === 1 ? 0 : 3 }))) {
    const file = Buffer.from(png.encode(noise(101, 5, palette)))
    assert.equal(
      [file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25], file[26], file[27], file[28]],
      [101, 5, palette.bits, kind, 0, 0, 0],
    )
    assert.is(file.includes("PLTE"), kind === 3)
  }
})

test("is small for a page that is mostly paper", () => {
  const blank = { ...noise(400, 300, BW), data: new Uint8Array(50 * 300).fill(255) }
  assert.ok(png.encode(blank).length < 200)
})

test.run()
