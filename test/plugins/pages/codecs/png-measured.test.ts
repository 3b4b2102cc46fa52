import type { Bitmap } from "platen/sdk/drawing"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { measuredPng, png } from "../../../../plugins/pages/codecs/png.js"
import { palettes } from "../../../../plugins/pages/panels/palettes.js"
import { pixel } from "../../../setting.js"
import { noise, SIZES } from "./drawn.js"
import { BWR } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("png-measured")

/** The colour of every pixel as another implementation reads it. */
function colours(file: Uint8Array): string[] {
  const { width, height, data } = PNG.sync.read(Buffer.from(file))
  return Array.from({ length: width * height }, (_, i) => data.subarray(i * 4, i * 4 + 4).join())
}

const codes = (bitmap: Bitmap): number[] =>
  Array.from({ length: bitmap.width * bitmap.height }, (_, i) =>
    pixel(bitmap, i % bitmap.width, Math.floor(i / bitmap.width)),
  )

for (const palette of palettes) {
  test(`shows each pixel as it looks on the panel: ${palette.id}`, () => {
    for (const [width, height] of SIZES) {
      const bitmap = noise(width, height, palette)
      const wanted = codes(bitmap).map((code) =>
        [...(palette.entries[code]!.measured ?? palette.entries[code]!.rgb), 255].join(),
      )
      assert.equal(colours(measuredPng.encode(bitmap)), wanted, `${width} x ${height}`)
    }
  })

  test(`has its inks where the plain PNG has them: ${palette.id}`, () => {
    const bitmap = noise(101, 37, palette)
    const [plain, seen] = [colours(png.encode(bitmap)), colours(measuredPng.encode(bitmap))]
    const known = new Map<string, string>()
    seen.forEach((colour, i) => {
      assert.is(known.get(colour) ?? plain[i], plain[i], `${colour} is two inks`)
      known.set(colour, plain[i]!)
    })
    assert.is(new Set(known.values()).size, new Set(plain).size)
  })
}

test("is the measured colour wherever somebody measured, and another than the nominal one", () => {
  const bitmap = noise(40, 40, BWR)
  assert.ok(!colours(measuredPng.encode(bitmap)).includes("255,255,255,255"), "paper is no screen's white")
  assert.ok(colours(png.encode(bitmap)).includes("255,255,255,255"))
  const plain = noise(
    40,
    40,
    palettes.find(({ id }) => id === "grey4")!,
  )
  assert.equal(colours(measuredPng.encode(plain)), colours(png.encode(plain)), "nobody measured the greys")
})

test("has the depth of its palette, always indexed", () => {
  for (const palette of palettes) {
    const file = Buffer.from(measuredPng.encode(noise(9, 4, palette)))
    assert.equal([file[24], file[25], file.includes("PLTE")], [palette.bits, 3, true], palette.id)
  }
  assert.equal([measuredPng.id, measuredPng.type], ["png-measured", "image/png"])
})

test.run()
