import type { Bitmap, Palette } from "platen/sdk/drawing"
import type { SceneNode, Tint } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Canvas } from "../../../../kernel/engine/bitmap/canvas.js"
import type { Mask } from "../../../../kernel/engine/bitmap/canvas.js"
import { paintTint } from "../../../../kernel/engine/bitmap/tint.js"
import { palettes } from "../../../../plugins/pages/panels/palettes.js"
import { painted, pixel } from "../../../setting.js"

const test = suite("engine/greys")
const [BW, GREY4, GREY16, BWRY] = (["bw", "grey4", "grey16", "bwry"] as const).map((id) =>
  palettes.find((each) => each.id === id)!,
) as [Palette, Palette, Palette, Palette]

/** The brightness of a pixel, 0 to 255. */
const tone = (bitmap: Bitmap, x: number, y: number): number => bitmap.palette.entries[pixel(bitmap, x, y)]!.rgb[1]

/** A mark of one row: inked in black and white, and in shares of 0, a quarter, a half and the whole. */
const MARK: Mask = {
  width: 4,
  height: 1,
  pitch: 1,
  bits: Uint8Array.of(0b11110000),
  smooth: () => ({ width: 4, height: 1, left: -1, top: 1, shares: Uint8Array.of(0, 64, 128, 255) }),
}

test("a glyph is mixed with what it stands on", () => {
  const tones = (ground: "white" | "black", ink: "white" | "black"): number[] => {
    const canvas = new Canvas(12, 4, GREY16)
    canvas.fill(0, 0, 12, 4, canvas.ink(ground))
    canvas.glyph(MARK, 3, 1, canvas.ink(ink))
    const bitmap = canvas.bitmap()
    assert.is(tone(bitmap, 3, 1), tone(bitmap, 0, 0), "nothing stands where the mark of one bit is")
    return [2, 3, 4, 5].map((x) => tone(bitmap, x, 2))
  }
  assert.equal(tones("white", "black"), [255, 187, 119, 0])
  assert.equal(tones("black", "white"), [0, 68, 136, 255])
})

test("a palette without greys gets the mark of one bit", () => {
  for (const palette of [BW, BWRY]) {
    const canvas = new Canvas(12, 4, palette)
    canvas.glyph(MARK, 3, 1, 0)
    const bitmap = canvas.bitmap()
    assert.equal(
      [2, 3, 4, 5, 6, 7].map((x) => pixel(bitmap, x, 1)),
      [1, 0, 0, 0, 0, 1],
    )
  }
})

test("nothing is painted outside the clip", () => {
  const canvas = new Canvas(12, 4, GREY16)
  canvas.clip = { left: 4, top: 0, right: 5, bottom: 4 }
  canvas.glyph(MARK, 3, 1, 0)
  canvas.clip = { left: 0, top: 0, right: 12, bottom: 2 }
  canvas.glyph(MARK, 3, 1, 0)
  const bitmap = canvas.bitmap()
  const inked = Array.from({ length: 48 }, (_, i) => i).filter((i) => pixel(bitmap, i % 12, Math.floor(i / 12)) !== 1)
  assert.equal(inked, [2 * 12 + 4])
})

const tinted = (palette: Palette, tint: Tint): Bitmap => {
  const canvas = new Canvas(16, 16, palette)
  canvas.fill(0, 0, 4, 16, canvas.ink("black"))
  paintTint(canvas, 0, 0, 16, 16, tint)
  return canvas.bitmap()
}
const tonesOf = (bitmap: Bitmap): number[] =>
  [...new Set(Array.from({ length: 12 * 16 }, (_, i) => tone(bitmap, 4 + (i % 12), Math.floor(i / 12))))].sort(
    (a, b) => a - b,
  )

test("a tint is an even grey where the panel has one, and covers nothing but paper", () => {
  for (const [palette, share, value] of [
    [GREY16, 0.25, 187],
    [GREY16, 0.0625, 238],
    [GREY4, 0.25, 170],
    [GREY4, 0.7, 85],
  ] as const) {
    const bitmap = tinted(palette, { tone: share })
    assert.equal(tonesOf(bitmap), [value], `${palette.id} ${share}`)
    assert.is(tone(bitmap, 2, 2), 0, "what is black stays black")
  }
})

test("a tint is dots where no grey is near, on panels without greys, and where its pattern says something", () => {
  for (const [palette, tint] of [
    [GREY4, { tone: 0.0625 }],
    [BW, { tone: 0.25 }],
    [GREY16, { tone: 0.25, pattern: "hatch" }],
  ] as const)
    assert.equal(tonesOf(tinted(palette, tint)), [0, 255], palette.id)
})

const words = (px: number): SceneNode => ({
  type: "column",
  padding: [20, 20],
  children: [{ type: "text", text: "Hamburgefonts 39", family: "serif", px }],
})

test("large type has smooth edges, in the places of the type of one bit", async () => {
  const [plain, smooth] = [
    await painted(words(96), { width: 900, height: 140, palette: BW }),
    await painted(words(96), { width: 900, height: 140, palette: GREY16 }),
  ]
  let [edges, other, count] = [0, 0, 0]
  for (let y = 0; y < plain.height; y++)
    for (let x = 0; x < plain.width; x++) {
      const value = tone(smooth, x, y)
      const isInked = pixel(plain, x, y) === 0
      if (isInked) count++
      if (value > 0 && value < 255) edges++
      if (isInked !== value < 128) other++
    }
  assert.ok(edges > count * 0.03 && edges < count * 0.4, `${edges} greys beside ${count} inked pixels`)
  assert.ok(other < count * 0.02, `${other} of ${count} pixels are on the other side`)
})

test("faces that are drawn pixel by pixel stay as sharp as they are", async () => {
  for (const px of [14, 24]) {
    const [plain, smooth] = [
      await painted(words(px), { width: 400, height: 80, palette: BW }),
      await painted(words(px), { width: 400, height: 80, palette: GREY16 }),
    ]
    for (let y = 0; y < plain.height; y++)
      for (let x = 0; x < plain.width; x++)
        assert.is(tone(smooth, x, y), pixel(plain, x, y) === 0 ? 0 : 255, `${px} px, ${x} ${y}`)
  }
})

test.run()
