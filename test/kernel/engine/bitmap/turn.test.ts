import type { Bitmap } from "platen/sdk/drawing"
import * as fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turned } from "../../../../kernel/engine/bitmap/turn.js"
import { palettes } from "../../../../plugins/pages/panels/palettes.js"
import { inkAt } from "../../../../plugins/tools/workbench/bitmap.js"

const test = suite("turn")

const bitmaps = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    palette: fc.constantFrom(...palettes),
    seed: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  })
  .map(({ width, height, palette, seed }): Bitmap => {
    const stride = (width * palette.bits + 7) >> 3
    const data = Uint8Array.from({ length: stride * height }, (_, i) => seed[i % seed.length]!)
    return { width, height, bits: palette.bits, stride, palette, data }
  })

const inks = (bitmap: Bitmap): number[][] =>
  Array.from({ length: bitmap.height }, (_, y) => Array.from({ length: bitmap.width }, (_, x) => inkAt(bitmap, x, y)))

test("turns every pixel clockwise", () => {
  fc.assert(
    fc.property(bitmaps, (bitmap) => {
      const { width, height } = bitmap
      const before = inks(bitmap)
      const after = inks(turned(bitmap, 90))
      assert.equal([after.length, after[0]!.length], [width, height])
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (after[x]![height - 1 - y] !== before[y]![x]) assert.unreachable(`${x}, ${y}`)
      assert.equal(inks(turned(bitmap, 180)), inks(turned(turned(bitmap, 90), 90)))
      assert.equal(inks(turned(bitmap, 270)), inks(turned(turned(bitmap, 180), 90)))
      assert.equal(inks(turned(turned(bitmap, 270), 90)), before)
    }),
  )
})

test("leaves a page alone that is not turned", () => {
  const bitmap: Bitmap = { width: 1, height: 1, bits: 1, stride: 1, palette: palettes[0]!, data: new Uint8Array(1) }
  assert.is(turned(bitmap, 0), bitmap)
  assert.is(turned(bitmap, undefined), bitmap)
})

test.run()
