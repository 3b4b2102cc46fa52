import type { Palette } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Canvas } from "../../../../kernel/engine/bitmap/canvas.js"
import type { Mask, Rect } from "../../../../kernel/engine/bitmap/canvas.js"
import { pixel } from "../../../setting.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../depth.js"

const test = suite("canvas")
const GREYS: Palette = {
  id: "grey16",
  bits: 4,
  entries: [
    ...BW.entries,
    ...Array.from({ length: 14 }, (_, i) => ({ ink: `grey-${i}` as const, rgb: [i * 18, i * 18, i * 18] as const })),
  ],
}
const PALETTES = [BW, BWRY, GREYS]

/** A page of one number a pixel, painted pixel by pixel. */
class Naive {
  readonly pixels: number[][]
  clip: Rect

  constructor(width: number, height: number) {
    this.pixels = Array.from({ length: height }, () => Array.from({ length: width }, () => 1))
    this.clip = { left: 0, top: 0, right: width, bottom: height }
  }

  dot(x: number, y: number, ink: number): void {
    const { left, top, right, bottom } = this.clip
    if (x >= left && x < right && y >= top && y < bottom) this.pixels[y]![x] = ink
  }

  fill(left: number, top: number, right: number, bottom: number, ink: number): void {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) this.dot(x, y, ink)
  }

  glyph({ width, height, pitch, bits }: Mask, left: number, top: number, ink: number): void {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        if ((bits[y * pitch + Math.floor(x / 8)]! & (128 >> (x % 8))) !== 0) this.dot(left + x, top + y, ink)
    }
  }
}

const coordinate = fc.integer({ min: -30, max: 90 })
const mask = fc
  .record({
    width: fc.integer({ min: 0, max: 37 }),
    height: fc.integer({ min: 0, max: 9 }),
    spare: fc.integer({ min: 0, max: 2 }),
    seed: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ width, height, spare, seed }): Mask => {
    const pitch = ((width + 7) >> 3) + spare
    const bits = Uint8Array.from(
      { length: pitch * height },
      (_, i) => (seed[i % 7]! * (i + 3)) & clean(width, i % pitch),
    )
    return { width, height, pitch, bits }
  })

/** The bits of a row's byte that lie within the width. */
function clean(width: number, byte: number): number {
  return (0xff00 >> Math.min(8, Math.max(0, width - byte * 8))) & 255
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant("fill" as const),
    a: coordinate,
    b: coordinate,
    c: coordinate,
    d: coordinate,
    ink: fc.nat(15),
  }),
  fc.record({ kind: fc.constant("glyph" as const), a: coordinate, b: coordinate, mask, ink: fc.nat(15) }),
  fc.record({ kind: fc.constant("clip" as const), a: fc.nat(70), b: fc.nat(40), c: fc.nat(70), d: fc.nat(40) }),
)

test("paints as a pixel by pixel painter does, at every offset, clip and depth", () => {
  fc.assert(
    fc.property(
      fc.nat(2),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(step, { maxLength: 12 }),
      (depth, width, height, steps) => {
        const palette = PALETTES[depth]!
        const [canvas, naive] = [new Canvas(width, height, palette), new Naive(width, height)]
        for (const each of steps) {
          for (const page of [canvas, naive]) {
            if (each.kind === "clip")
              page.clip = {
                left: Math.min(each.a, width),
                top: Math.min(each.b, height),
                right: Math.min(each.c, width),
                bottom: Math.min(each.d, height),
              }
            else if (each.kind === "fill") page.fill(each.a, each.b, each.c, each.d, each.ink % palette.entries.length)
            else page.glyph(each.mask, each.a, each.b, each.ink % palette.entries.length)
          }
        }
        const bitmap = canvas.bitmap()
        assert.is(bitmap.stride, Math.ceil((width * palette.bits) / 8))
        assert.is(bitmap.data.length, bitmap.stride * height)
        assert.equal(
          naive.pixels.map((row, y) => row.map((_, x) => pixel(bitmap, x, y))),
          naive.pixels,
        )
      },
    ),
    { numRuns: depth(1_500) },
  )
})

test("blits a glyph at each of the eight bit offsets", () => {
  const bits = Uint8Array.from([0b10110011, 0b10000000, 0b01111111, 0b10000000])
  const glyph: Mask = { width: 9, height: 2, pitch: 2, bits }
  for (let x = 0; x < 16; x++) {
    const [canvas, naive] = [new Canvas(26, 4, BW), new Naive(26, 4)]
    for (const page of [canvas, naive]) page.glyph(glyph, x, 1, 0)
    const bitmap = canvas.bitmap()
    assert.equal(
      naive.pixels.map((row, y) => row.map((_, at) => pixel(bitmap, at, y))),
      naive.pixels,
      `${x}`,
    )
  }
})

test("begins as paper", () => {
  for (const palette of PALETTES) {
    const bitmap = new Canvas(13, 3, palette).bitmap()
    for (let y = 0; y < 3; y++) for (let x = 0; x < 13; x++) assert.is(pixel(bitmap, x, y), 1, palette.id)
  }
})

test("gives black for an ink that the palette lacks", () => {
  const inks = ["black", "white", "yellow", "red", "blue"] as const
  assert.equal(
    inks.map((ink) => new Canvas(1, 1, BW).ink(ink)),
    [0, 1, 0, 0, 0],
  )
  assert.equal(
    inks.map((ink) => new Canvas(1, 1, BWRY).ink(ink)),
    [0, 1, 2, 3, 0],
  )
})

test.run()
