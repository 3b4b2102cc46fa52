import type { Palette } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bounds, inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { LINEAR } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { palettes } from "../../../../../plugins/pages/panels/palettes.js"
import { palette } from "./lights.js"
import { BW, BWR, BWRY } from "../../../../../plugins/pages/panels/palettes.js"

const test = suite("inks")

/** Red, green, blue of an ink by its name. */
function lightOf(shown: Palette, ink: string): number[] {
  const { index, light } = inksOf(shown)
  const at = [...index].findIndex((code) => shown.entries[code]!.ink === ink)
  return [...light.subarray(at * 3, at * 3 + 3)]
}

test("counts light from a panel's own black to its own paper", () => {
  for (const each of palettes) {
    assert.equal(lightOf(each, "black"), [0, 0, 0], each.id)
    assert.equal(lightOf(each, "white"), [1, 1, 1], each.id)
  }
})

test("goes by what an ink looks like, not by what it is called", () => {
  const [black, white] = [LINEAR[50]!, LINEAR[178]!]
  const [red, green] = lightOf(BWR, "red")
  assert.ok(Math.abs(red! - (LINEAR[160]! - black) / (white - black)) < 1e-6, String(red))
  assert.is(green, 0, "darker than black is black")
  assert.equal(
    lightOf(
      {
        ...BW,
        id: "named",
        entries: [...BW.entries, { ink: "red", rgb: [255, 0, 0] }].map(({ ink, rgb }) => ({
          ink,
          rgb,
        })) as Palette["entries"],
      },
      "red",
    ),
    [1, 0, 0],
  )
})

test("goes by the name of an ink that nobody has measured", () => {
  const { tones } = inksOf(palette("grey4"))
  ;[0, 85, 170, 255].forEach((byte, i) => assert.ok(Math.abs(tones[i]! - LINEAR[byte]!) < 1e-6, String(byte)))
})

test("leaves out codes that stand for no ink", () => {
  assert.equal([...inksOf(BWR).index], [0, 1, 3])
  assert.equal([...inksOf(palette("spectra6")).index], [0, 1, 2, 3, 5, 6])
  assert.equal([...inksOf(BWRY).index], [0, 1, 2, 3])
})

test("has black, greys and white in order of their brightness, whatever their codes", () => {
  const codes = (shown: Palette): number[] => inksOf(shown).neutral.map((at) => inksOf(shown).index[at]!)
  assert.equal(codes(palette("grey4")), [0, 2, 3, 1])
  assert.equal(codes(palette("grey16")), [0, ...Array.from({ length: 14 }, (_, i) => i + 2), 1])
  for (const shown of [BW, BWR, BWRY, palette("spectra6")]) assert.equal(codes(shown), [0, 1], shown.id)
})

test("says which inks have a colour", () => {
  for (const shown of palettes) {
    const { index, coloured } = inksOf(shown)
    assert.equal(
      [...coloured],
      [...index].map((code) => (/^(black|white|grey-\d+)$/.test(shown.entries[code]!.ink) ? 0 : 1)),
      shown.id,
    )
  }
})

test("parts two tones half-way between them", () => {
  const inks = inksOf(palette("grey16"))
  const between = [...bounds(inks)]
  assert.is(between.length, 15)
  between.forEach((bound, i) => {
    assert.ok(Math.abs(bound - (inks.tones[i]! + inks.tones[i + 1]!) / 2) < 1e-6)
    assert.ok(inks.tones[i]! < bound && bound < inks.tones[i + 1]!)
  })
})

test("is worked out once a palette", () => {
  assert.is(inksOf(BWRY), inksOf(BWRY))
  assert.is.not(inksOf(BWRY), inksOf({ ...BWRY }))
})

test.run()
