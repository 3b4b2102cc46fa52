import type { Picture } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lastPictureOf, looksUnchanged, unlike } from "../../../../plugins/devices/render/last-picture.js"

const test = suite("render/last-picture")

const picture = (bytes: readonly number[], etag: string): Picture => ({
  bytes: Uint8Array.from(bytes),
  type: "image/bmp",
  etag,
  mode: "ZEN",
  text: "",
  origin: "fresh",
  isFallback: false,
  cached: false,
  contentMs: 0,
  drawMs: 0,
})

test("sums the bytes, and keeps the ETag", () => {
  const shown = picture([1, 2, 255, 255], '"a"')
  assert.equal(lastPictureOf(shown), { sum: 513, etag: '"a"' })
  assert.equal(lastPictureOf({ ...shown, etag: '"b"' }), { sum: 513, etag: '"b"' }, "also of bytes that it knows")
  assert.equal(lastPictureOf(picture([], '"c"')), { sum: 0, etag: '"c"' })
})

test("takes another picture of the same sum for one that the device would mistake, and no other", () => {
  const last = lastPictureOf(picture([1, 2], '"a"'))
  for (const [bytes, etag, mistaken] of [
    [[2, 1], '"b"', true],
    [[1, 2], '"a"', false],
    [[2, 2], '"b"', false],
  ] as const)
    assert.is(looksUnchanged(last, picture(bytes, etag)), mistaken, `${bytes.join("+")} ${etag}`)
  assert.is(looksUnchanged(undefined, picture([2, 1], '"b"')), false, "it has shown none yet")
})

type Screen = Parameters<typeof unlike>[2]
const screen = (width: number, codec: string): Screen => ({ width, height: 2, palette: "bw", codec })
const header: readonly number[] = Array.from({ length: 62 }, () => 7)
const CHANGES: readonly (readonly [string, readonly number[], Screen, readonly [number, number]])[] = [
  ["the last whole byte of a BMP's lowest row", [...header, 1, 2, 3, 0, 4, 5, 6, 0], screen(20, "bmp"), [63, 3]],
  ["the last pixel of raw rows", [0, 0, 0, 0b01_01_00_00], screen(6, "raw2bpp"), [3, 0b01_00_00_00]],
  ["the last pixel of raw rows of whole bytes", [1, 2, 3, 4], screen(8, "raw2bpp"), [3, 5]],
  [
    "the last pixel of a page that was turned",
    [1, 2, 3, 0],
    { ...screen(5, "raw2bpp"), height: 3, rotation: 90 },
    [3, 4],
  ],
]
for (const [what, bytes, panel, changed] of CHANGES) {
  test(`inverts ${what}, so that a picture of the last sum has another`, () => {
    const shown = picture(bytes, '"a"')
    const after = unlike(lastPictureOf(shown), shown, panel, true)
    const [at, value] = changed
    assert.equal([...after.bytes], bytes.with(at, value))
    assert.equal([after.etag, [...shown.bytes]], ['"a-1"', bytes], "the first stays as it was")
    assert.is.not(lastPictureOf(after).sum, lastPictureOf(shown).sum)
  })
}

test("leaves a picture of another sum as it is, and one in a format that it does not know", () => {
  const shown = picture([1, 2, 3, 4], '"a"')
  for (const [last, codec] of [
    [{ sum: 11, etag: '"a"' }, "raw2bpp"],
    [lastPictureOf(shown), "raw4"],
    [lastPictureOf(shown), "bmp"],
  ] as const)
    assert.is(unlike(last, shown, screen(8, codec), true), shown)
})

test("inverts the pixel of another picture of the same sum, and keeps it inverted while that is drawn again", () => {
  const [first, second] = [picture([1, 2, 3, 4], '"a"'), picture([4, 3, 2, 1], '"b"')]
  const [raw, etags] = [screen(8, "raw2bpp"), [] as string[]]
  let last = lastPictureOf(first)
  for (const [next, overlaid] of [
    [first, false],
    [second, false],
    [second, false],
    [second, true],
    [second, true],
    [first, false],
  ] as const) {
    const after = unlike(last, next, raw, overlaid)
    etags.push(after.etag)
    last = lastPictureOf(after)
  }
  assert.equal(etags, ['"a"', '"b-1"', '"b-1"', '"b"', '"b-1"', '"a"'])
})

test.run()
