import type { Raster } from "platen/sdk/drawing"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ditherImage } from "../../../../../plugins/pages/pictures/dither/dithered-image.js"
import { inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { resize } from "../../../../../plugins/pages/pictures/dither/resize.js"
import { structureIn } from "../../../../../plugins/pages/pictures/dither/structure.js"
import { lightOf, palette, srgb } from "./lights.js"

const test = suite("structure")

/** A poster as a JPEG file would give it: a red band, a yellow, a black and a grey square, edges smoothed. */
async function poster(): Promise<Raster> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180">
    <rect width="240" height="180" fill="#fdfcf8"/><rect width="240" height="45" fill="#d8202a"/>
    <path d="M20 60.5h90" stroke="#222" stroke-width="2.6"/>
    <rect x="12" y="85" width="60" height="60" fill="#f2c522"/><rect x="85" y="85" width="60" height="60" fill="#151515"/>
    <rect x="158" y="85" width="60" height="60" fill="#9a9a9a"/></svg>`
  const jpeg = await sharp(Buffer.from(drawing)).jpeg({ quality: 92 }).toBuffer()
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** Palette indices of a picture in its own size. */
function drawn(raster: Raster, id: string): Uint8Array {
  const { width, height } = raster
  const made = ditherImage(raster, {
    width,
    height,
    fit: "cover",
    focus: [0.5, 0.5],
    dither: "floyd-steinberg",
    levels: "auto",
    palette: palette(id),
  })
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return made.planes.reduce(
      (code, plane, bit) => code | (((plane[y * made.stride + (x >> 3)]! >> (7 - (x & 7))) & 1) << bit),
      0,
    )
  })
}

const AREAS = { paper: [4, 155, 230, 175], band: [2, 2, 238, 42], yellow: [15, 88, 69, 142], black: [88, 88, 142, 142] }

for (const [id, inks] of [
  ["bw", { paper: "white", black: "black" }],
  ["bwr", { paper: "white", band: "red", black: "black" }],
  ["bwry", { paper: "white", band: "red", yellow: "yellow", black: "black" }],
  ["spectra6", { paper: "white", band: "red", yellow: "yellow", black: "black" }],
] as const) {
  test(`draws flat fills of a poster in one ink each, without a speck: ${id}`, async () => {
    const indices = drawn(await poster(), id)
    for (const [name, ink] of Object.entries(inks)) {
      const [left, top, right, bottom] = AREAS[name as keyof typeof AREAS] as [number, number, number, number]
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          assert.is(palette(id).entries[indices[y * 240 + x]!]!.ink, ink, `${name} at ${x}, ${y}`)
    }
  })
}

/** A screenshot: labels and lines in light grey, grey and black, and fills in pure red, yellow and black. */
async function screenshot(type: string): Promise<Raster> {
  const file = new URL(`../../../../../../test/world/field/29-screenshot.${type}`, import.meta.url)
  const { data, info } = await sharp(file.pathname).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

for (const type of ["png", "jpg"])
  for (const id of ["bw", "bwry"])
    test(`draws labels and lines of any grey in a screenshot, and its pure colours flat: ${type}, ${id}`, async () => {
      const raster = await screenshot(type)
      const indices = drawn(raster, id)
      const inkAt = (x: number, y: number): string => palette(id).entries[indices[y * raster.width + x]!]!.ink
      const inksIn = ([left, top, right, bottom]: readonly number[]): Map<string, number> => {
        const counts = new Map<string, number>()
        for (let y = top!; y < bottom!; y++)
          for (let x = left!; x < right!; x++) counts.set(inkAt(x, y), (counts.get(inkAt(x, y)) ?? 0) + 1)
        return counts
      }
      // The black label has the same height of letters, and 11 letters of 16: a light one is drawn as thick.
      const [light, dark, black] = [
        [38, 48, 230, 78],
        [38, 128, 250, 158],
        [38, 208, 172, 238],
      ].map((label) => inksIn(label).get("black") ?? 0) as [number, number, number]
      assert.ok(light > black && dark > black, `${light} ${dark} ${black}`)
      for (const y of [90, 170, 250])
        for (let x = 42; x < 758; x++)
          assert.ok(
            [y - 1, y, y + 1].some((row) => inkAt(x, row) === "black"),
            `the line at ${x}, ${y}`,
          )
      for (const paper of [
        [300, 20, 780, 80],
        [4, 420, 796, 476],
        [560, 300, 790, 400],
      ])
        assert.equal([...inksIn(paper).keys()], ["white"])
      if (id === "bwry") {
        assert.equal([...inksIn([46, 296, 184, 404]).keys()], ["red"])
        assert.equal([...inksIn([226, 296, 364, 404]).keys()], ["yellow"])
      }
      assert.equal([...inksIn([406, 296, 544, 404]).keys()], ["black"])
    })

test("draws no line along a soft shadow, and leaves a broad grey fill in its tone", () => {
  // White paper, then a shadow that ends in 40 % grey, then a broad fill of it.
  const grey = (x: number): number => (x < 100 ? 1 : x < 112 ? 1 - ((x - 100) / 12) * 0.4 : 0.6)
  const light = lightOf(200, 60, (x) => {
    const value = Math.round(grey(x) * 255)
    return srgb(value, value, value)[0]!
  })
  const fixed = structureIn(light, inksOf(palette("bw")))
  const black = palette("bw").entries.findIndex(({ ink }) => ink === "black")
  for (let x = 100; x < 200; x++) assert.is.not(fixed?.[30 * 200 + x], black + 1, `at ${x}`)
})

test("dithers a grey fill to its brightness, up to its edge, and draws a line through", async () => {
  const indices = drawn(await poster(), "bw")
  let paper = 0
  for (let y = 88; y < 142; y++) for (let x = 161; x < 215; x++) paper += indices[y * 240 + x]!
  assert.ok(Math.abs(paper / 54 ** 2 - 0.32) < 0.06, `${paper / 54 ** 2}`)
  const edge = new Set(Array.from({ length: 54 }, (_, i) => indices[(88 + i) * 240 + 158]!))
  assert.ok(edge.size === 2, "no frame about it")
  for (let x = 22; x < 108; x++) assert.is(indices[60 * 240 + x], 0, `the line at ${x}`)
})

test("finds nothing in photographs and gradients", async () => {
  const { data, info } = await sharp(
    new URL("../../../../../../modes/my-adaptive/still-life.jpg", import.meta.url).pathname,
  )
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = { width: info.width, height: info.height, data: new Uint8Array(data) }
  for (const [width, height] of [
    [400, 300],
    [800, 480],
  ] as const) {
    const light = resize(raster, { left: 0, top: 0, width: raster.width, height: raster.height }, width, height)
    assert.is(structureIn(light, inksOf(palette("bwry"))), undefined)
  }
  assert.is(
    structureIn(
      lightOf(400, 300, (x, y) => (x + y) / 700),
      inksOf(palette("bw")),
    ),
    undefined,
  )
})

test("takes a fill of any size, however small the picture", () => {
  for (const side of [1, 2, 3, 5])
    assert.not.throws(() =>
      structureIn(
        lightOf(side, side, () => srgb(255, 0, 0)),
        inksOf(palette("bwry")),
      ),
    )
})

test.run()
