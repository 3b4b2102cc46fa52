import { suite } from "uvu"
import * as assert from "uvu/assert"
import { coded, LINEAR, linear, LUMA, quickCoded } from "../../../../../plugins/pages/pictures/dither/linear-image.js"

const test = suite("light")

test("knows what light a byte stands for", () => {
  // Source: IEC 61966-2-1, worked out by hand.
  for (const [byte, light] of [
    [0, 0],
    [10, 0.003035],
    [11, 0.003347],
    [64, 0.051269],
    [128, 0.215861],
    [188, 0.502886],
    [255, 1],
  ] as const) {
    assert.ok(Math.abs(LINEAR[byte]! - light) < 1e-6, `${byte}: ${LINEAR[byte]}`)
    assert.ok(Math.abs(linear(byte / 255) - light) < 1e-6, `${byte}: ${linear(byte / 255)}`)
  }
})

test("finds the way back", () => {
  for (let byte = 0; byte < 256; byte++) assert.is(Math.round(coded(LINEAR[byte]!) * 255), byte)
  for (let i = 0; i <= 1_000; i++) assert.ok(Math.abs(coded(linear(i / 1_000)) - i / 1_000) < 1e-9)
})

test("stays between none and all", () => {
  for (const to of [coded, quickCoded]) assert.equal([to(-1), to(0), to(1), to(7)], [0, 0, 1, 1])
})

test("is as good from the table as anybody can see", () => {
  for (let i = 0; i <= 10_000; i++)
    assert.ok(Math.abs(quickCoded(i / 10_000) - coded(i / 10_000)) < 1 / 1_000, `${i / 10_000}`)
  for (let byte = 0; byte < 256; byte++) assert.is(Math.round(quickCoded(LINEAR[byte]!) * 255), byte)
})

test("sees white as all three channels together", () => {
  assert.ok(Math.abs(LUMA.reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
})

test.run()
