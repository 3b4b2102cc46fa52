import { DITHERS } from "platen/sdk/drawing"
import type { Dither, Palette } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dither } from "../../../../../plugins/pages/pictures/dither/dither.js"
import { inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { palettes } from "../../../../../plugins/pages/panels/palettes.js"
import { brightness, DIFFUSERS, flat, lightOf, palette } from "./lights.js"
import type { Colour } from "./lights.js"
import { BW } from "../../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../../depth.js"

const test = suite("dither")

/** All that keep a picture as bright as it was. */
const FAITHFUL = [...DIFFUSERS, "bayer"] as const
const TONES = [0, 0.004, 0.03, 0.1, 0.18, 1 / 3, 0.5, 0.6, 0.75, 0.9, 0.97, 0.996, 1]

function near(seen: number, wanted: number, within: number, what: string): void {
  assert.ok(Math.abs(seen - wanted) <= within, `${what}: ${wanted} became ${seen}`)
}

for (const method of FAITHFUL) {
  test(`leaves a flat grey as bright as it was: ${method}`, () => {
    for (const tone of TONES) {
      for (const shown of [BW, palette("grey4"), palette("grey16")])
        near(brightness(dither(flat(240, 160, tone), shown, method), shown), tone, 0.01, `${shown.id} ${method}`)
    }
  })

  test(`leaves each quarter of a gradient as bright as it was: ${method}`, () => {
    for (const shown of [BW, palette("grey4"), palette("grey16")]) {
      const across = dither(
        lightOf(400, 300, (x) => (x + 0.5) / 400),
        shown,
        method,
      )
      const down = dither(
        lightOf(300, 400, (_, y) => (y + 0.5) / 400),
        shown,
        method,
      )
      for (const quarter of [0, 1, 2, 3]) {
        near(
          brightness(across, shown, 400, quarter * 100, quarter * 100 + 100),
          quarter / 4 + 0.125,
          0.01,
          `${shown.id}, quarter ${quarter} across`,
        )
        near(
          brightness(down.subarray(quarter * 30_000, quarter * 30_000 + 30_000), shown),
          quarter / 4 + 0.125,
          0.01,
          `${shown.id}, quarter ${quarter} down`,
        )
      }
    }
  })

  test(`loses no light at the sides, however narrow the picture: ${method}`, () => {
    for (const width of [1, 2, 3, 4, 5]) {
      // An ordered pattern has all its thresholds on eight pixels each way, and only some on fewer.
      if (method === "bayer") continue
      for (const tone of [0.1, 0.3, 0.5, 0.7, 0.9])
        near(brightness(dither(flat(width, 2_000, tone), BW, method), BW), tone, 0.01, `${width} wide`)
    }
  })

  test(`is as bright at the sides as inside: ${method}`, () => {
    for (const tone of [0.1, 0.25, 0.5, 0.8]) {
      const indices = dither(flat(64, 1_600, tone), BW, method)
      for (const left of [0, 56]) near(brightness(indices, BW, 64, left, left + 8), tone, 0.01, `from ${left}`)
    }
  })
}

test("keeps back a quarter of the error with Atkinson: shadows and lights are open, the rest is near", () => {
  const seen = (tone: number): number => brightness(dither(flat(400, 300, tone), BW, "atkinson"), BW)
  // All-black is kept as long as the error that it piles up, four times the tone at last, is less than the lowest threshold.
  for (const tone of [0.02, 0.04, 0.06]) assert.equal([seen(tone), seen(1 - tone)], [0, 1], `${tone}`)
  assert.ok(seen(0.14) > 0 && seen(0.86) < 1)
  for (const tone of [0.15, 0.2, 0.3])
    assert.ok(seen(tone) < tone && seen(1 - tone) > 1 - tone, `${tone}: ${seen(tone)}`)
  for (const tone of TONES) near(seen(tone), tone, 0.125, "a quarter of half the way at most")
  near(seen(0.5), 0.5, 0.01, "the middle")
})

test("takes the nearest ink alone, without a pattern", () => {
  for (const shown of [BW, palette("grey4"), palette("grey16")]) {
    const { tones, neutral, index } = inksOf(shown)
    for (const tone of TONES) {
      const nearest = neutral
        .map((at, i) => ({ code: index[at]!, away: Math.abs(tones[i]! - tone) }))
        .sort((a, b) => a.away - b.away)[0]!
      const [code, ...others] = new Set(dither(flat(9, 7, tone), shown, "none"))
      assert.is(others.length, 0)
      if (tone !== 0.5) assert.is(code, nearest.code, `${shown.id} ${tone}`)
    }
  }
})

test("keeps black black and white white, by every method, on every palette", () => {
  for (const shown of palettes) {
    for (const method of DITHERS) {
      for (const [tone, code] of [
        [0, 0],
        [1, 1],
      ] as const)
        assert.equal([...new Set(dither(flat(37, 29, tone), shown, method))], [code], `${shown.id} ${method} ${tone}`)
    }
  }
})

test("carries nothing from one side to the other", () => {
  for (const shown of palettes) {
    for (const method of DITHERS) {
      for (const column of [0, 47]) {
        for (const tone of [1, 0.5, 0.3]) {
          const indices = dither(
            lightOf(48, 120, (x) => (x === column ? tone : 0)),
            shown,
            method,
          )
          const [from, to] = column === 0 ? [24, 48] : [0, 24]
          assert.is(
            brightness(indices, shown, 48, from, to),
            0,
            `${shown.id} ${method}: a column of ${tone} at ${column}`,
          )
        }
      }
    }
  }
})

test("leaves black all round a white column at the edge", () => {
  for (const method of DITHERS) {
    const indices = dither(
      lightOf(20, 30, (x) => (x === 0 ? 1 : 0)),
      BW,
      method,
    )
    assert.equal(
      [...indices],
      Array.from({ length: 600 }, (_, i) => (i % 20 === 0 ? 1 : 0)),
      method,
    )
  }
})

/** The how manieth of a picture's pixels each is decided: patterns go from the left, error to and fro; the first row primes all. */
function turns(width: number, height: number, method: Dither): number[] {
  return Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (method === "bayer" || method === "none") return i
    return y === 0 ? 0 : y * width + (y % 2 === 1 ? width - 1 - x : x)
  })
}

const coloured: fc.Arbitrary<Colour> = fc.tuple(
  ...([0, 1, 2].map(() => fc.constantFrom(0, 0.05, 0.2, 0.35, 0.5, 0.8, 1)) as [
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
  ]),
)
const pixelOf = fc.oneof(
  coloured,
  fc.double({ min: 0, max: 1, noNaN: true }).map((tone): Colour => [tone, tone, tone]),
)

test("lets no pixel depend on one that comes after it, below or beside", () => {
  const pictures = fc
    .record({
      width: fc.integer({ min: 1, max: 14 }),
      height: fc.integer({ min: 1, max: 10 }),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .chain(({ width, height, cut }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        cut: fc.constant(Math.floor(cut * width * height)),
        before: fc.array(pixelOf, { minLength: width * height, maxLength: width * height }),
        after: fc.array(pixelOf, { minLength: width * height, maxLength: width * height }),
      }),
    )
  fc.assert(
    fc.property(
      pictures,
      fc.constantFrom(...DITHERS),
      fc.constantFrom(...palettes),
      ({ width, height, cut, before, after }, method, shown: Palette) => {
        const turn = turns(width, height, method)
        const one = dither(
          lightOf(width, height, (x, y) => before[y * width + x]!),
          shown,
          method,
        )
        const other = dither(
          lightOf(width, height, (x, y) => (turn[y * width + x]! < cut ? before : after)[y * width + x]!),
          shown,
          method,
        )
        assert.equal(
          [...one].filter((_, i) => turn[i]! < cut),
          [...other].filter((_, i) => turn[i]! < cut),
          `${shown.id} ${method}`,
        )
      },
    ),
    { numRuns: depth(600) },
  )
})

/** Greys of many tones, and one flat grey at which the last bit of a sum decides a pixel. */
const TOPS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => ((x * 31 + y * 17) % 101) / 100,
  () => 0.8698815107345581,
]

test("draws the first rows of greys the same, whatever colours follow", () => {
  for (const shown of palettes) {
    for (const method of DITHERS) {
      for (const top of TOPS) {
        const alone = dither(lightOf(60, 60, top), shown, method)
        const followed = dither(
          lightOf(60, 60, (x, y) => (y < 40 ? top(x, y) : [1, 0, 0])),
          shown,
          method,
        )
        assert.equal([...followed.subarray(0, 2_400)], [...alone.subarray(0, 2_400)], `${shown.id} ${method}`)
      }
    }
  }
})

test("uses of 4 and 16 greys the two about each pixel's own tone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("grey4", "grey16"),
      fc.constantFrom(...DITHERS),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      (id, method, tones, even) => {
        const shown = palette(id)
        const { tones: levels, neutral, index } = inksOf(shown)
        const [width, height] = even ? [48, 24] : [tones.length, 24]
        const toneAt = (x: number, y: number): number => (even ? tones[0]! : tones[(x + y * 7) % tones.length]!)
        dither(lightOf(width, height, toneAt), shown, method).forEach((code, i) => {
          const rank = neutral.findIndex((at) => index[at] === code)
          const tone = Math.fround(toneAt(i % width, Math.floor(i / width)))
          const [below, above] = [levels[rank - 1] ?? -1, levels[rank + 1] ?? 2]
          assert.ok(tone > below - 1e-6 && tone < above + 1e-6, `${id} ${method}: ${tone} as level ${rank}`)
        })
      },
    ),
    { numRuns: depth(400) },
  )
})

test("has a pattern of its own for each method", () => {
  const drawn = DITHERS.map((method) =>
    Buffer.from(
      dither(
        lightOf(64, 48, (x, y) => (x + y) / 112),
        BW,
        method,
      ),
    ).toString("latin1"),
  )
  assert.is(new Set(drawn).size, DITHERS.length)
})

test("gives the same each time, and does not change the picture", () => {
  for (const shown of palettes) {
    const light = lightOf(30, 20, (x, y) => [x / 30, y / 20, 0.4])
    const before = [...light.data]
    for (const method of DITHERS)
      assert.equal([...dither(light, shown, method)], [...dither(light, shown, method)], `${shown.id} ${method}`)
    assert.equal([...light.data], before)
  }
})

test("begins a flat tone as it goes on, without empty rows", () => {
  for (const method of DIFFUSERS) {
    for (const tone of [0.03, 0.05, 0.1, 0.9, 0.97]) {
      const indices = dither(flat(400, 64, tone), BW, method)
      near(brightness(indices.subarray(0, 400 * 8), BW), tone, 0.012, `${method}, first rows`)
    }
  }
})

test("breaks up the checkerboard of the middle grey, and shows no repetition of its noise", () => {
  const side = 240
  const indices = dither(flat(side, side, 0.5), BW, "floyd-steinberg")
  let checks = 0
  for (let y = 0; y < side - 1; y++)
    for (let x = 0; x < side - 1; x++) {
      const i = y * side + x
      if (indices[i + 1] !== indices[i] && indices[i + side] !== indices[i] && indices[i + side + 1] === indices[i])
        checks++
    }
  assert.ok(checks / (side - 1) ** 2 < 0.5, `${checks / (side - 1) ** 2}`)
  const wide = dither(flat(1600, 300, 0.5), BW, "floyd-steinberg")
  for (const [dx, dy] of [
    [64, 0],
    [128, 0],
    [256, 0],
    [512, 0],
    [0, 64],
    [0, 128],
    [64, 64],
  ] as const) {
    let same = 0
    let count = 0
    for (let y = 0; y < 300 - dy; y++)
      for (let x = 0; x < 1600 - dx; x++, count++) if (wide[y * 1600 + x] === wide[(y + dy) * 1600 + x + dx]) same++
    near(same / count, 0.5, 0.03, `moved by ${dx}, ${dy}`)
  }
})

test("keeps fixed pixels, and lets no error pass them", () => {
  for (const shown of palettes) {
    for (const method of DITHERS) {
      const fixed = Uint8Array.from({ length: 60 * 40 }, (_, i) => (i % 60 >= 20 && i % 60 < 40 ? 1 + (i % 2) : 0))
      const indices = dither(flat(60, 40, 0.4), shown, method, undefined, fixed)
      indices.forEach((code, i) => fixed[i] !== 0 && assert.is(code, fixed[i]! - 1))
      const right = dither(
        lightOf(60, 40, (x) => (x < 20 ? 0.4 : 0)),
        shown,
        method,
        undefined,
        fixed,
      )
      assert.is(brightness(right, shown, 60, 40, 60), 0, `${shown.id} ${method}`)
    }
  }
})

test.run()
