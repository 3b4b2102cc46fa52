import fc from "fast-check"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fullColourPng } from "../../../../plugins/tools/workbench/full-colour.js"
import { depth } from "../../../depth.js"

const test = suite("full-colour")

/** What another implementation reads: width, height, and the pixels as red, green, blue, opacity. */
function read(file: Uint8Array): { readonly size: readonly [number, number]; readonly data: Buffer } {
  const { width, height, data } = PNG.sync.read(Buffer.from(file))
  return { size: [width, height], data }
}

function opaque(width: number, height: number, channel: (i: number) => number): Uint8Array {
  return Uint8Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : channel(i)))
}

test("decodes to the same pixels elsewhere, with more colours than a palette holds", () => {
  for (const [width, height] of [
    [1, 1],
    [3, 2],
    [17, 33],
    [256, 3],
    [400, 300],
  ] as const) {
    const rgba = opaque(width, height, (i) => (i * 7919 + (i >> 5)) & 255)
    const back = read(fullColourPng(rgba, width, height))
    assert.equal(back.size, [width, height])
    assert.is(Buffer.compare(back.data, Buffer.from(rgba)), 0, `${width} x ${height}`)
  }
})

test("decodes to the same pixels elsewhere, whatever they are", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      fc.array(fc.nat(255), { minLength: 1, maxLength: 200 }),
      (width, height, bytes) => {
        const rgba = opaque(width, height, (i) => bytes[i % bytes.length]!)
        assert.is(Buffer.compare(read(fullColourPng(rgba, width, height)).data, Buffer.from(rgba)), 0)
      },
    ),
    { numRuns: depth(200) },
  )
})

test("keeps how opaque a pixel is", () => {
  const rgba = Uint8Array.from({ length: 40 * 30 * 4 }, (_, i) => (i % 4 === 3 ? 1 + ((i >> 2) % 255) : (i * 31) & 255))
  assert.is(Buffer.compare(read(fullColourPng(rgba, 40, 30)).data, Buffer.from(rgba)), 0)
})

test("is whole when nothing makes the pixels smaller", () => {
  for (const [width, height] of [
    [40, 30],
    [3, 700],
    [700, 3],
    [200, 200],
  ] as const) {
    let state = 1
    const rgba = Uint8Array.from(
      { length: width * height * 4 },
      () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >> 16,
    )
    assert.is(
      Buffer.compare(read(fullColourPng(rgba, width, height)).data, Buffer.from(rgba)),
      0,
      `${width} x ${height}`,
    )
  }
})

test("takes its pixels from where they begin in a larger buffer, and leaves them as they are", () => {
  const whole = Uint8Array.from({ length: 1_000 }, (_, i) => (i % 4 === 3 ? 255 : i & 255))
  const part = whole.subarray(100, 100 + 12 * 10 * 4)
  const before = [...whole]
  assert.is(Buffer.compare(read(fullColourPng(part, 12, 10)).data, Buffer.from(part)), 0)
  assert.equal([...whole], before)
})

test.run()
