import type { Palette } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Canvas } from "../../../../kernel/engine/bitmap/canvas.js"
import type { Pixels, Rect } from "../../../../kernel/engine/bitmap/canvas.js"
import { pixel } from "../../../setting.js"
import { palette } from "../../../plugins/pages/pictures/dither/lights.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../depth.js"

const test = suite("canvas-picture")

/** Of one, two and four bits a pixel. */
const PALETTES: readonly Palette[] = [BW, BWRY, palette("grey16")]

/** A rectangle of inks whose bytes are what they may be, beyond its width too. */
function pixelsOf(width: number, height: number, bits: number, spare: number, byteAt: (i: number) => number): Pixels {
  const stride = ((width + 7) >> 3) + spare
  return {
    width,
    height,
    stride,
    planes: Array.from({ length: bits }, (_, bit) =>
      Uint8Array.from({ length: stride * height }, (__, i) => byteAt(i * 3 + bit * 101) & 255),
    ),
  }
}

const codeOf = ({ planes, stride }: Pixels, x: number, y: number): number =>
  planes.reduce(
    (code, plane, bit) => code | (((plane[y * stride + Math.floor(x / 8)]! >> (7 - (x % 8))) & 1) << bit),
    0,
  )

/** What a page of paper must hold after a picture was laid on it within a clip, pixel by pixel. */
function expected(
  width: number,
  height: number,
  picture: Pixels,
  left: number,
  top: number,
  clip: Rect,
  paper: (x: number, y: number) => number = () => 1,
): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const inClip = x >= clip.left && x < clip.right && y >= clip.top && y < clip.bottom
      const inPicture = x >= left && x < left + picture.width && y >= top && y < top + picture.height
      return inClip && inPicture ? codeOf(picture, x - left, y - top) : paper(x, y)
    }),
  )
}

function seen(canvas: Canvas): number[][] {
  const bitmap = canvas.bitmap()
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (__, x) => pixel(bitmap, x, y)),
  )
}

test("lays a picture on a page at every offset, of any depth, within any clip, as a pixel by pixel painter does", () => {
  const place = fc.integer({ min: -40, max: 70 })
  fc.assert(
    fc.property(
      fc.record({
        depth: fc.nat(2),
        width: fc.integer({ min: 1, max: 60 }),
        height: fc.integer({ min: 1, max: 12 }),
        w: fc.integer({ min: 0, max: 40 }),
        h: fc.integer({ min: 0, max: 9 }),
        spare: fc.nat(2),
        left: place,
        top: fc.integer({ min: -10, max: 13 }),
        seed: fc.nat(255),
        a: fc.nat(60),
        b: fc.nat(12),
        c: fc.nat(60),
        d: fc.nat(12),
        whole: fc.boolean(),
      }),
      ({ depth, width, height, w, h, spare, left, top, seed, a, b, c, d, whole }) => {
        const shown = PALETTES[depth]!
        const picture = pixelsOf(w, h, shown.bits, spare, (i) => (i + 1) * (seed + 7) * 37)
        const canvas = new Canvas(width, height, shown)
        if (!whole)
          canvas.clip = {
            left: Math.min(a, width),
            top: Math.min(b, height),
            right: Math.min(c, width),
            bottom: Math.min(d, height),
          }
        canvas.picture(picture, left, top)
        assert.equal(seen(canvas), expected(width, height, picture, left, top, canvas.clip))
      },
    ),
    { numRuns: depth(2_000) },
  )
})

for (let offset = 0; offset < 8; offset++) {
  test(`lays a picture at bit offset ${offset} in each plane`, () => {
    for (const shown of PALETTES) {
      for (const width of [1, 3, 7, 8, 9, 15, 16, 17, 24]) {
        const picture = pixelsOf(width, 3, shown.bits, 0, (i) => (i + 5) * 91)
        const canvas = new Canvas(48, 5, shown)
        canvas.picture(picture, 8 + offset, 1)
        assert.equal(seen(canvas), expected(48, 5, picture, 8 + offset, 1, canvas.clip), `${shown.id}, ${width} wide`)
      }
    }
  })
}

const SIDES: Readonly<Record<string, Partial<Rect>>> = {
  left: { left: 13 },
  right: { right: 22 },
  top: { top: 4 },
  bottom: { bottom: 6 },
  "all sides": { left: 11, top: 3, right: 29, bottom: 7 },
}
for (const [side, part] of Object.entries(SIDES)) {
  test(`cuts a picture off at a clip: ${side}`, () => {
    for (const shown of PALETTES) {
      for (let x = 5; x < 13; x++) {
        const picture = pixelsOf(25, 8, shown.bits, 0, (i) => (i + 3) * 57)
        const canvas = new Canvas(40, 11, shown)
        canvas.clip = { ...canvas.clip, ...part }
        canvas.picture(picture, x, 2)
        assert.equal(seen(canvas), expected(40, 11, picture, x, 2, canvas.clip), `${shown.id} at ${x}`)
      }
    }
  })
}

test("covers what was painted before, with its paper too, and nothing beside it", () => {
  for (const shown of PALETTES) {
    const canvas = new Canvas(30, 6, shown)
    canvas.fill(0, 0, 30, 6, 0)
    const paper = {
      ...pixelsOf(13, 3, shown.bits, 0, () => 0),
      planes: Array.from({ length: shown.bits }, (_, bit) => new Uint8Array(6).fill(bit === 0 ? 255 : 0)),
    }
    canvas.picture(paper, 5, 2)
    assert.equal(
      seen(canvas),
      expected(30, 6, paper, 5, 2, canvas.clip, () => 0),
      shown.id,
    )
  }
})

test("paints nothing of a picture that lies wholly outside, or has no size", () => {
  for (const shown of PALETTES) {
    const canvas = new Canvas(20, 5, shown)
    const blank = seen(canvas)
    const picture = pixelsOf(9, 4, shown.bits, 0, () => 0b10101010)
    for (const [x, y] of [
      [20, 0],
      [-9, 0],
      [0, 5],
      [0, -4],
      [1_000, 1_000],
      [-1_000, -1_000],
    ] as const)
      canvas.picture(picture, x, y)
    for (const [w, h] of [
      [0, 4],
      [9, 0],
    ] as const)
      canvas.picture({ ...picture, width: w, height: h }, 2, 2)
    canvas.clip = { left: 7, top: 2, right: 7, bottom: 4 }
    canvas.picture(picture, 4, 1)
    assert.equal(seen(canvas), blank, shown.id)
  }
})

test.run()
