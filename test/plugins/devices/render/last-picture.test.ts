import type { Picture } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lastPictureOf, looksUnchanged } from "../../../../plugins/devices/render/last-picture.js"

const test = suite("render/last-picture")

const picture = (bytes: readonly number[], etag: string): Picture => ({
  bytes: Uint8Array.from(bytes),
  type: "image/bmp",
  etag,
  mode: "ZEN",
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

test.run()
