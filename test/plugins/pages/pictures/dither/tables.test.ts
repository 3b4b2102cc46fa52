import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PAD } from "../../../../../plugins/pages/pictures/dither/error-rows.js"
import { BAYER, BAYER_SIDE, DIFFUSIONS } from "../../../../../plugins/pages/pictures/dither/tables.js"

const test = suite("tables")

/** As published: rows of weights, "x" the pixel itself, and what they are parts of. */
const PUBLISHED = {
  "floyd-steinberg": { of: 16, rows: ["x 7", "3 5 1"] },
  atkinson: { of: 8, rows: ["x 1 1", "1 1 1", "0 1 0"] },
  burkes: { of: 32, rows: ["x 8 4", "2 4 8 4 2"] },
  jarvis: { of: 48, rows: ["x 7 5", "3 5 7 5 3", "1 3 5 3 1"] },
  stucki: { of: 42, rows: ["x 8 4", "2 4 8 4 2", "1 2 4 2 1"] },
} as const

/** "right,down": share, of a table that is written as above. */
function written({ of, rows }: { readonly of: number; readonly rows: readonly string[] }): string[] {
  return rows
    .flatMap((row, down) => {
      const cells = row.split(" ")
      const own = down === 0 ? 0 : (cells.length - 1) / 2
      return cells.flatMap((cell, i) =>
        Number(cell) > 0 ? [`${i - own},${down}: ${(Number(cell) / of).toFixed(6)}`] : [],
      )
    })
    .sort()
}

for (const name of Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[]) {
  test(`has ${name} as it was published`, () => {
    assert.equal(
      DIFFUSIONS[name].map(({ right, down, share }) => `${right},${down}: ${share.toFixed(6)}`).sort(),
      written(PUBLISHED[name]),
    )
  })
}

test("hands on the whole error, but three quarters of it with Atkinson", () => {
  for (const [name, taps] of Object.entries(DIFFUSIONS)) {
    const sum = taps.reduce((total, { share }) => total + share, 0)
    assert.ok(Math.abs(sum - (name === "atkinson" ? 0.75 : 1)) < 1e-9, `${name}: ${sum}`)
  }
})

test("hands no error back, and none further than rows have room for", () => {
  for (const [name, taps] of Object.entries(DIFFUSIONS)) {
    for (const { right, down } of taps) {
      assert.ok(down > 0 || (down === 0 && right > 0), `${name}: ${right}, ${down}`)
      assert.ok(Math.abs(right) <= PAD && down <= 2, `${name}: ${right}, ${down}`)
    }
  }
})

test("has each Bayer threshold once, in the middle of its step", () => {
  assert.equal(
    [...BAYER].map((value) => value * 64 - 0.5).sort((a, b) => a - b),
    Array.from({ length: 64 }, (_, i) => i),
  )
})

test("spreads thresholds evenly: each 2 x 2 has one of every quarter, each 4 x 4 one of every sixteenth", () => {
  for (const side of [2, 4]) {
    for (let top = 0; top < BAYER_SIDE; top += side) {
      for (let left = 0; left < BAYER_SIDE; left += side) {
        const parts = Array.from({ length: side * side }, (_, i) =>
          Math.floor(BAYER[(top + Math.floor(i / side)) * BAYER_SIDE + left + (i % side)]! * side * side),
        )
        assert.equal(
          parts.sort((a, b) => a - b),
          Array.from({ length: side * side }, (_, i) => i),
          `${side} at ${left}, ${top}`,
        )
      }
    }
  }
})

test.run()
