import { DITHERS } from "platen/sdk/drawing"
import type { Raster } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ditherImage, planesOf } from "../../../../../plugins/pages/pictures/dither/dithered-image.js"
import type { DitheredImage, DitherOptions } from "platen/sdk/drawing"
import { palettes } from "../../../../../plugins/pages/panels/palettes.js"
import { COLOURED, palette } from "./lights.js"
import { BW } from "../../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../../depth.js"

const test = suite("inked")

const PLAIN: Omit<DitherOptions, "width" | "height"> = {
  fit: "cover",
  focus: [0.5, 0.5],
  dither: "none",
  levels: "none",
  palette: BW,
}

/** A picture of black ("#") and white (".") pixels. */
function drawn(...rows: readonly string[]): Raster {
  return {
    width: rows[0]!.length,
    height: rows.length,
    data: Uint8Array.from(
      rows
        .join("")
        .split("")
        .flatMap((char) => (char === "#" ? [0, 0, 0] : [255, 255, 255])),
    ),
  }
}

function codeAt({ planes, stride }: DitheredImage, x: number, y: number): number {
  return planes.reduce((code, plane, bit) => code | (((plane[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) << bit), 0)
}

/** An inked picture as rows of "#" and ".". */
function rows(inked: DitheredImage): string[] {
  return Array.from({ length: inked.height }, (_, y) =>
    Array.from({ length: inked.width }, (__, x) => "#."[codeAt(inked, x, y)]).join(""),
  )
}

const codes = (inked: DitheredImage): number[] =>
  Array.from({ length: inked.width * inked.height }, (_, i) =>
    codeAt(inked, i % inked.width, Math.floor(i / inked.width)),
  )

const WIDE = drawn("#.#..##.", "##..#..#", ".##.#.#.", "#..##..#")
const TALL = drawn("#..#", ".##.", "##..", "..##", "#.#.", ".#.#", "###.", "...#")

test("shows a picture of its box's size as it is, pixel by pixel", () => {
  for (const fit of ["cover", "contain"] as const) {
    const inked = ditherImage(WIDE, { ...PLAIN, fit, width: 8, height: 4 })
    assert.equal([inked.left, inked.top, inked.width, inked.height], [0, 0, 8, 4])
    assert.equal(rows(inked), ["#.#..##.", "##..#..#", ".##.#.#.", "#..##..#"], fit)
  }
})

const CUTS: readonly (readonly [string, readonly [number, number], number])[] = [
  ["the middle", [0.5, 0.5], 2],
  ["the left", [0, 0.5], 0],
  ["the right", [1, 0.5], 4],
  ["a point near the left", [0.1, 0], 0],
  ["a point left of the middle", [0.375, 1], 1],
  ["a point near the right", [0.95, 0.5], 4],
]
for (const [what, focus, from] of CUTS) {
  test(`cuts a picture that is too wide round ${what}`, () => {
    const inked = ditherImage(WIDE, { ...PLAIN, focus, width: 4, height: 4 })
    assert.equal([inked.left, inked.top, inked.width, inked.height], [0, 0, 4, 4])
    assert.equal(
      rows(inked),
      ["#.#..##.", "##..#..#", ".##.#.#.", "#..##..#"].map((row) => row.slice(from, from + 4)),
    )
  })

  test(`cuts a picture that is too high round ${what}`, () => {
    const inked = ditherImage(TALL, { ...PLAIN, focus: [focus[1], focus[0]], width: 4, height: 4 })
    assert.equal(rows(inked), ["#..#", ".##.", "##..", "..##", "#.#.", ".#.#", "###.", "...#"].slice(from, from + 4))
  })
}

test("fills its box, whatever the sizes", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (w, h, width, height, x, y) => {
        const inked = ditherImage(
          { width: w, height: h, data: new Uint8Array(w * h * 3) },
          { ...PLAIN, focus: [x, y], width, height },
        )
        assert.equal([inked.left, inked.top, inked.width, inked.height], [0, 0, width, height])
        assert.ok(
          codes(inked).every((code) => code === 0),
          "every pixel is the picture's",
        )
      },
    ),
    { numRuns: depth(300) },
  )
})

/** Box, and what of it the picture takes: left, top, width, height. */
const WHOLE: readonly (readonly [readonly [number, number], readonly [number, number], readonly number[]])[] = [
  [
    [8, 4],
    [10, 10],
    [0, 2, 10, 5],
  ],
  [
    [8, 4],
    [4, 4],
    [0, 1, 4, 2],
  ],
  [
    [8, 4],
    [16, 4],
    [4, 0, 8, 4],
  ],
  [
    [8, 4],
    [5, 5],
    [0, 1, 5, 3],
  ],
  [
    [8, 4],
    [17, 8],
    [0, 0, 16, 8],
  ],
  [
    [4, 8],
    [10, 10],
    [2, 0, 5, 10],
  ],
  [
    [4, 8],
    [400, 300],
    [125, 0, 150, 300],
  ],
  [
    [300, 300],
    [400, 300],
    [50, 0, 300, 300],
  ],
  [
    [1, 1],
    [400, 300],
    [50, 0, 300, 300],
  ],
  [
    [1000, 1],
    [400, 300],
    [0, 149, 400, 1],
  ],
  [
    [1, 1000],
    [400, 300],
    [199, 0, 1, 300],
  ],
]
for (const [[w, h], [width, height], place] of WHOLE) {
  test(`shows a picture of ${w} x ${h} whole in a box of ${width} x ${height}, in the middle`, () => {
    const inked = ditherImage(
      { width: w, height: h, data: new Uint8Array(w * h * 3) },
      { ...PLAIN, fit: "contain", width, height },
    )
    assert.equal([inked.left, inked.top, inked.width, inked.height], place)
  })
}

test("never shows a whole picture beyond its box", () => {
  const side = fc.integer({ min: 1, max: 90 })
  fc.assert(
    fc.property(side, side, side, side, (w, h, width, height) => {
      const inked = ditherImage(
        { width: w, height: h, data: new Uint8Array(w * h * 3) },
        { ...PLAIN, fit: "contain", width, height },
      )
      assert.ok(inked.left >= 0 && inked.top >= 0 && inked.width >= 1 && inked.height >= 1)
      assert.ok(inked.left + inked.width <= width && inked.top + inked.height <= height)
      assert.ok(inked.width === width || inked.height === height, "it touches two sides")
      assert.ok(
        Math.abs(width - inked.width - 2 * inked.left) <= 1 && Math.abs(height - inked.height - 2 * inked.top) <= 1,
        "it stands in the middle",
      )
    }),
    { numRuns: depth(400) },
  )
})

test("levels a picture unless told not to", () => {
  const dull: Raster = {
    width: 30,
    height: 2,
    data: Uint8Array.from({ length: 180 }, (_, i) => 90 + Math.floor((i % 90) / 3) * 2),
  }
  const shown = (levels: "auto" | "none"): Set<number> =>
    new Set(codes(ditherImage(dull, { ...PLAIN, levels, width: 30, height: 2 })))
  assert.equal([[...shown("auto")].sort(), [...shown("none")]], [[0, 1], [0]])
})

test("dithers by the method that is named", () => {
  const ramp: Raster = {
    width: 64,
    height: 48,
    data: Uint8Array.from({ length: 64 * 48 * 3 }, (_, i) => Math.floor((i % 192) / 3) * 4),
  }
  assert.is(
    new Set(DITHERS.map((dither) => codes(ditherImage(ramp, { ...PLAIN, dither, width: 64, height: 48 })).join("")))
      .size,
    DITHERS.length,
  )
})

test("never gives a grey a colour, however little contrast levels have to stretch", () => {
  const noisy = fc.record({
    from: fc.integer({ min: 10, max: 240 }),
    range: fc.integer({ min: 0, max: 60 }),
    noise: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 11, maxLength: 37 }),
  })
  fc.assert(
    fc.property(
      noisy,
      fc.constantFrom(...COLOURED),
      fc.constantFrom(...DITHERS),
      fc.constantFrom("auto" as const, "none" as const),
      ({ from, range, noise }, on, dither, levels) => {
        const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) =>
          Math.min(255, Math.max(0, from + Math.floor(((((i / 3) | 0) % 40) * range) / 40) + noise[i % noise.length]!)),
        )
        const inked = ditherImage(
          { width: 40, height: 30, data },
          { ...PLAIN, dither, levels, palette: on, width: 40, height: 30 },
        )
        assert.ok(
          codes(inked).every((code) => code < 2),
          `${on.id} ${dither} ${levels}: ${from} to ${from + range}`,
        )
      },
    ),
    { numRuns: depth(400) },
  )
})

test("keeps colours that are one when it levels", () => {
  const data = Uint8Array.from({ length: 40 * 40 * 3 }, (_, i) =>
    ((i / 3) | 0) % 40 < 20 ? [190, 60, 50][i % 3]! : 120,
  )
  const inked = ditherImage(
    { width: 40, height: 40, data },
    { ...PLAIN, dither: "floyd-steinberg", levels: "auto", palette: palette("bwr"), width: 40, height: 40 },
  )
  assert.ok(codes(inked).filter((code) => code === 3).length > 400)
})

test("packs codes into a plane a bit, leftmost pixel in the highest bit, rows to whole bytes", () => {
  const { planes, stride } = planesOf(Uint8Array.from([1, 0, 2, 3, 0, 0, 0, 1, 3, 2, 1, 1, 0, 2, 2, 0, 0, 1]), 9, 2, 2)
  assert.is(stride, 2)
  assert.equal(
    planes.map((plane) => [...plane].map((byte) => byte.toString(2).padStart(8, "0"))),
    [
      ["10010001", "10000000", "01100000", "10000000"],
      ["00110000", "10000000", "10001100", "00000000"],
    ],
  )
})

test("has a plane for each bit of its palette, and nothing beyond the picture's width", () => {
  for (const on of palettes) {
    const inked = ditherImage(
      { width: 11, height: 3, data: new Uint8Array(99).fill(255) },
      { ...PLAIN, palette: on, width: 11, height: 3 },
    )
    assert.is(inked.planes.length, on.bits)
    assert.equal(
      inked.planes.map((plane) => [...plane].join()),
      Array.from({ length: on.bits }, (_, bit) => (bit === 0 ? "255,224,255,224,255,224" : "0,0,0,0,0,0")),
      on.id,
    )
  }
})

test.run()
