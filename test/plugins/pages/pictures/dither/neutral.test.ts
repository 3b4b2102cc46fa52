import { suite } from "uvu"
import * as assert from "uvu/assert"
import { inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { linear } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { neutrality } from "../../../../../plugins/pages/pictures/dither/neutral.js"
import { COLOURED, lightOf, palette, srgb } from "./lights.js"
import type { Colour } from "./lights.js"

const test = suite("neutral")

/** How neutral each of some colours (sRGB bytes, need not be whole) is on a palette. */
function neutral(id: string, ...colours: readonly Colour[]): number[] {
  return [
    ...neutrality(
      lightOf(colours.length, 1, (x) => colours[x]!.map((byte) => linear(byte / 255)) as unknown as Colour),
      inksOf(palette(id)),
    ),
  ]
}

/** A pure hue in degrees, in sRGB bytes. */
function pure(hue: number, brightest = 255): Colour {
  const channel = (n: number): number => {
    const at = (n + hue / 60) % 6
    return brightest * (1 - Math.max(0, Math.min(at, 4 - at, 1)))
  }
  return [channel(5), channel(3), channel(1)]
}

test("holds every grey for neutral, with the noise that a JPEG puts on it", () => {
  for (const { id } of COLOURED) {
    for (let grey = 8; grey < 248; grey += 5) {
      for (const [r, g, b] of [
        [0, 0, 0],
        [4, -4, 4],
        [8, 0, -8],
        [-8, 8, 0],
        [0, 0, 16],
      ]) {
        assert.equal(neutral(id, [grey + r!, grey + g!, Math.min(255, grey + b!)]), [1], `${id} ${grey} ${r} ${g} ${b}`)
      }
    }
  }
})

/** 0: keeps its colour; 1: is grey there. */
const PURE = {
  red: { colour: [255, 0, 0], bwr: 0, bwry: 0, spectra6: 0 },
  "dark red": { colour: [150, 20, 20], bwr: 0, bwry: 0, spectra6: 0 },
  orange: { colour: [240, 110, 10], bwr: 0, bwry: 0, spectra6: 0 },
  yellow: { colour: [255, 255, 0], bwr: 1, bwry: 0, spectra6: 0 },
  green: { colour: [0, 200, 0], bwr: 1, bwry: 1, spectra6: 0 },
  cyan: { colour: [0, 200, 200], bwr: 1, bwry: 1, spectra6: 0 },
  blue: { colour: [0, 0, 255], bwr: 1, bwry: 1, spectra6: 0 },
  sky: { colour: [135, 180, 235], bwr: 1, bwry: 1, spectra6: 0 },
} as const
for (const [name, { colour, ...wanted }] of Object.entries(PURE)) {
  for (const [id, share] of Object.entries(wanted)) {
    test(`${share === 1 ? "lets" : "keeps"} ${name} ${share === 1 ? "go grey" : "its colour"} on ${id}`, () => {
      assert.ok(Math.abs(neutral(id, colour)[0]! - share) < 0.05, String(neutral(id, colour)))
    })
  }
}

test("fades from grey to colour without a step", () => {
  for (const { id } of COLOURED) {
    for (const grey of [40, 128, 200]) {
      const row = neutral(id, ...Array.from({ length: 221 }, (_, i): Colour => [grey + i / 4, grey, grey]))
      row
        .slice(1)
        .forEach((share, i) =>
          assert.ok(row[i]! - share < 0.03 && share <= row[i]!, `${id} ${grey} + ${i / 4}: ${row[i]} to ${share}`),
        )
      assert.equal([row[0], row.at(-1)], [1, 0], `${id} ${grey}`)
    }
  }
})

test("fades from hue to hue without a seam", () => {
  for (const { id } of COLOURED) {
    for (const brightest of [90, 180, 255]) {
      const round = neutral(id, ...Array.from({ length: 721 }, (_, i) => pure(i / 2, brightest)))
      round
        .slice(1)
        .forEach((share, i) =>
          assert.ok(Math.abs(share - round[i]!) < 0.08, `${id} at ${i / 2} degrees: ${round[i]} to ${share}`),
        )
      assert.is(
        round.some((share) => share === 1),
        id !== "spectra6",
        id,
      )
    }
  }
})

test("goes by hue and strength alone: no pixel changes another", () => {
  const colours: readonly Colour[] = [
    [255, 0, 0],
    [128, 128, 128],
    [0, 0, 255],
    [128, 110, 110],
  ]
  const apart = colours.map((colour) => neutral("bwr", colour)[0])
  assert.equal(neutral("bwr", ...colours), apart)
  assert.equal(neutral("bwr", ...colours.toReversed()), apart.toReversed())
})

test("is the same for linear light as for the bytes that it came from", () => {
  assert.equal(
    [
      ...neutrality(
        lightOf(1, 1, () => srgb(200, 30, 30)),
        inksOf(palette("bwr")),
      ),
    ],
    neutral("bwr", [200, 30, 30]),
  )
})

test.run()
