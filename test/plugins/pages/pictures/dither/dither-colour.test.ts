import { DITHERS } from "platen/sdk/drawing"
import type { Dither } from "platen/sdk/drawing"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dither } from "../../../../../plugins/pages/pictures/dither/dither.js"
import { inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { linear } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { palettes } from "../../../../../plugins/pages/panels/palettes.js"
import { brightness, COLOURED, colourShare, DIFFUSERS, flat, lightOf, palette, shares, srgb } from "./lights.js"
import type { Colour } from "./lights.js"
import { depth } from "../../../../depth.js"

const test = suite("dither-colour")

const method = fc.constantFrom(...DITHERS)
const shown = fc.constantFrom(...COLOURED)

/** Greys of any size and place, each channel off by a few levels, as a JPEG gives them. Rows of sRGB bytes. */
const greyBytes = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    block: fc.integer({ min: 1, max: 9 }),
    greys: fc.array(fc.nat(255), { minLength: 1, maxLength: 12 }),
    noise: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 7, maxLength: 31 }),
  })
  .map(({ width, block, greys, noise }) => (x: number, y: number): Colour => {
    const grey = greys[(Math.floor(x / block) + Math.floor(y / block) * 5) % greys.length]!
    return [0, 1, 2].map((c) =>
      Math.min(255, Math.max(0, grey + noise[(x * 3 + y * width * 3 + c) % noise.length]!)),
    ) as unknown as Colour
  })

const VIVID: readonly Colour[] = [
  [255, 0, 0],
  [255, 230, 0],
  [0, 0, 255],
  [0, 160, 40],
  [230, 60, 10],
  [255, 0, 255],
]

test("draws greys in black and white alone, with the noise of a JPEG on them", () => {
  fc.assert(
    fc.property(greyBytes, method, shown, (at, how, on) => {
      const indices = dither(
        lightOf(40, 30, (x, y) => srgb(...at(x, y))),
        on,
        how,
      )
      assert.ok(
        indices.every((code) => code < 2),
        `${on.id} ${how}: ${JSON.stringify(shares(indices, on))}`,
      )
    }),
    { numRuns: depth(400) },
  )
})

test("makes browns and dark oranges of red and yellow on Spectra 6, and of no paper", () => {
  const browns: readonly Colour[] = [
    [101, 67, 33],
    [139, 69, 19],
    [141, 85, 36],
    [120, 60, 0],
  ]
  for (const brown of browns) {
    const {
      yellow = 0,
      red = 0,
      white = 0,
    } = shares(dither(flat(96, 96, srgb(...brown)), palette("spectra6"), "floyd-steinberg"), palette("spectra6"))
    assert.ok(yellow > 0.02 && red > 0.03 && white < yellow / 2, `${brown.join()}: ${yellow} ${red} ${white}`)
  }
})

test("draws greys in black and white alone beside strong colours too", () => {
  fc.assert(
    fc.property(
      greyBytes,
      method,
      shown,
      fc.constantFrom(...VIVID),
      fc.constantFrom("left", "right", "above", "islands"),
      (at, how, on, vivid, where) => {
        const isVivid = (x: number, y: number): boolean =>
          ({ left: x < 20, right: x >= 20, above: y < 15, islands: (x >> 2) % 3 === 1 && (y >> 2) % 2 === 1 })[where]!
        const indices = dither(
          lightOf(40, 30, (x, y) => srgb(...(isVivid(x, y) ? vivid : at(x, y)))),
          on,
          how,
        )
        indices.forEach((code, i) =>
          assert.ok(
            code < 2 || isVivid(i % 40, Math.floor(i / 40)),
            `${on.id} ${how}: ink ${code} at ${i % 40}, ${Math.floor(i / 40)}`,
          ),
        )
      },
    ),
    { numRuns: depth(400) },
  )
})

test("never uses a code that stands for no ink", () => {
  const bytes = fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(bytes, method, fc.constantFrom(...palettes), (colours, how, on) => {
      for (const code of dither(
        lightOf(30, 20, (x, y) => srgb(...colours[(x + y * 7) % colours.length]!)),
        on,
        how,
      ))
        assert.is.not(on.entries[code]?.ink ?? "none", "none", `${on.id} ${how}: ${code}`)
    }),
    { numRuns: depth(300) },
  )
})

/** Which ink most of a surface is in; "grey": black and white alone. */
const SURFACES: readonly (readonly [string, Colour, Readonly<Record<string, string>>])[] = [
  ["red", [220, 20, 20], { bwr: "red", bwry: "red", spectra6: "red" }],
  ["pure red", [255, 0, 0], { bwr: "red", bwry: "red", spectra6: "red" }],
  ["pure yellow", [255, 255, 0], { bwr: "grey", bwry: "yellow", spectra6: "yellow" }],
  ["olive", [200, 200, 0], { bwr: "grey" }],
  ["a lemon's yellow", [252, 228, 40], { bwry: "yellow", spectra6: "yellow" }],
  ["blue", [20, 40, 220], { bwr: "grey", bwry: "grey", spectra6: "blue" }],
  ["sky blue", [135, 180, 235], { bwr: "grey", bwry: "grey", spectra6: "blue" }],
  ["green", [20, 160, 40], { bwr: "grey", bwry: "grey", spectra6: "green" }],
  ["cyan", [0, 200, 200], { bwr: "grey", bwry: "grey" }],
]
for (const [name, colour, wanted] of SURFACES) {
  for (const [id, ink] of Object.entries(wanted)) {
    test(`draws ${name} ${ink === "grey" ? "as grey" : `mostly in ${ink}`} on ${id}`, () => {
      for (const how of DITHERS) {
        const seen = shares(dither(flat(96, 96, srgb(...colour)), palette(id), how), palette(id))
        const share = ink === "grey" ? (seen.black ?? 0) + (seen.white ?? 0) : (seen[ink] ?? 0)
        assert.ok(share > (ink === "grey" ? 0.97 : 0.5), `${how}: ${JSON.stringify(seen)}`)
      }
    })
  }
}

test("keeps the shade of a grey that stands beside colours", () => {
  for (const on of COLOURED) {
    for (const how of [...DIFFUSERS, "bayer"] as const) {
      for (const tone of [0.01, 0.04, 0.2, 0.5, 0.8, 0.97]) {
        const indices = dither(
          lightOf(160, 160, (x) => (x < 120 ? tone : srgb(230, 20, 20))),
          on,
          how,
        )
        const seen = brightness(indices, on, 160, 0, 112)
        assert.ok(Math.abs(seen - tone) < 0.012, `${on.id} ${how}: ${tone} became ${seen}`)
      }
    }
  }
})

test("keeps greys and colours as bright together as they were, where they lie close to one another", () => {
  for (const on of COLOURED) {
    for (const how of DIFFUSERS) {
      for (const colour of [srgb(150, 20, 20), srgb(190, 40, 30), srgb(200, 150, 20)]) {
        for (const tone of [0.2, 0.5]) {
          const seen = brightness(
            dither(
              lightOf(120, 120, (x, y) => (((x >> 1) + (y >> 1)) % 2 === 0 ? colour : tone)),
              on,
              how,
            ),
            on,
          )
          const wanted = (luminance(colour) + tone) / 2
          assert.ok(Math.abs(seen - wanted) < 0.005, `${on.id} ${how}: ${wanted} became ${seen}`)
        }
      }
    }
  }
})

test("keeps in the mean what its inks can mix", () => {
  for (const on of COLOURED) {
    const { light, index } = inksOf(on)
    for (const first of index.keys()) {
      for (const second of index.keys()) {
        const mixed = [0, 1, 2].map(
          (c) => light[first * 3 + c]! * 0.6 + light[second * 3 + c]! * 0.4,
        ) as unknown as Colour
        const indices = dither(flat(96, 96, mixed), on, "floyd-steinberg")
        const seen = [0, 1, 2].map(
          (c) => [...indices].reduce((sum, code) => sum + light[index.indexOf(code) * 3 + c]!, 0) / indices.length,
        )
        // What is nearly grey is meant to lose its colour: there only the brightness counts.
        const dull = Math.max(...mixed) - Math.min(...mixed) < 0.2
        if (dull)
          assert.ok(
            Math.abs(brightness(indices, on) - luminance(mixed)) < 0.04,
            `${on.id} ${first} ${second}: ${brightness(indices, on)}`,
          )
        else
          seen.forEach((value, c) =>
            assert.ok(
              Math.abs(value - mixed[c]!) < 0.12,
              `${on.id}, inks ${first} and ${second}: ${mixed} became ${seen}`,
            ),
          )
      }
    }
  }
})

const luminance = ([r, g, b]: Colour): number => r * 0.2126 + g * 0.7152 + b * 0.0722

/** The mean colour of a flat surface, in linear light. */
function seen(on: (typeof COLOURED)[number], how: Dither, colour: Colour): readonly number[] {
  const { light, index } = inksOf(on)
  const indices = dither(flat(40, 40, srgbOf(colour)), on, how)
  return [0, 1, 2].map(
    (c) => indices.reduce((sum, code) => sum + light[index.indexOf(code) * 3 + c]!, 0) / indices.length,
  )
}

/** Linear light of sRGB values, which need not be whole. */
const srgbOf = (colour: Colour): Colour => colour.map((byte) => linear(byte / 255)) as unknown as Colour

/** How much of a flat surface is in inks that have a colour. */
function coloured(on: (typeof COLOURED)[number], how: Dither, colour: Colour): number {
  return colourShare(dither(flat(40, 40, srgbOf(colour)), on, how), on)
}

test("lets colour come into a grey little by little, on panels of two and of four colours", () => {
  for (const on of COLOURED) {
    for (const how of ["floyd-steinberg", "stucki", "atkinson"] as const) {
      for (const [r, g, b] of [
        [1, 0, 0],
        [1, 0.8, 0],
      ] as const) {
        let before = 0
        for (let more = 0; more <= 60; more += 1.5) {
          const share = coloured(on, how, [128 + more * r, 128 + more * g, 128 + more * b])
          assert.ok(Math.abs(share - before) < 0.38, `${on.id} ${how}, ${more} levels off grey: ${before} to ${share}`)
          before = share
        }
      }
    }
  }
})

test("goes round the hues without a seam", () => {
  for (const on of COLOURED) {
    for (const how of DIFFUSERS) {
      let before = seen(on, how, pure(0))
      for (let hue = 2; hue <= 360; hue += 2) {
        const now = seen(on, how, pure(hue))
        const step = Math.max(...now.map((value, c) => Math.abs(value - before[c]!)))
        assert.ok(step < 0.15, `${on.id} ${how} at ${hue} degrees: ${before} to ${now}`)
        before = now
      }
    }
  }
})

/** A hue in degrees as a strong colour of middling brightness. */
function pure(hue: number): Colour {
  const channel = (n: number): number => {
    const at = (n + hue / 60) % 6
    return 200 * (1 - 0.9 * Math.max(0, Math.min(at, 4 - at, 1)))
  }
  return [channel(5), channel(3), channel(1)]
}

test("takes one ink alone for a flat colour, without a pattern", () => {
  for (const on of COLOURED)
    for (const vivid of VIVID)
      assert.is(new Set(dither(flat(5, 5, srgb(...vivid)), on, "none")).size, 1, `${on.id} ${vivid}`)
})

const PINKS: readonly Colour[] = [
  [255, 182, 193],
  [255, 160, 170],
  [250, 120, 130],
  [240, 200, 205],
  [230, 150, 150],
]

test("mixes pink of red and white, without yellow, where there is yellow", () => {
  for (const colour of PINKS) {
    const mixed = shares(dither(flat(120, 120, srgb(...colour)), palette("bwry"), "floyd-steinberg"), palette("bwry"))
    assert.ok((mixed.yellow ?? 0) < 0.005 && mixed.red! > 0.15, JSON.stringify(mixed))
  }
})

test("keeps orange of red and yellow, and purple of red and blue", () => {
  const of = (id: string, colour: Colour) =>
    shares(dither(flat(120, 120, srgb(...colour)), palette(id), "floyd-steinberg"), palette(id))
  const [orange, purple] = [of("bwry", [235, 120, 20]), of("spectra6", [110, 40, 110])]
  assert.ok(orange.red! > 0.2 && orange.yellow! > 0.2, JSON.stringify(orange))
  assert.ok(purple.red! > 0.1 && purple.blue! > 0.1, JSON.stringify(purple))
})

test("draws no plaid in skies and leaves on six inks", () => {
  const on = palette("spectra6")
  const { light, index } = inksOf(on)
  const colours: readonly Colour[] = [
    [135, 180, 235],
    [120, 160, 90],
    [200, 170, 140],
    [90, 60, 120],
  ]
  for (const colour of colours) {
    const indices = dither(flat(120, 120, srgb(...colour)), on, "floyd-steinberg")
    const lights = Array.from(index, (_, i) => luminance([light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!]))
    const tones = Array.from(indices, (code) => lights[index.indexOf(code)]!)
    assert.ok(repetition(tones, 120) < 0.35, `${colour.join()}: ${repetition(tones, 120)}`)
  }
})

/** The largest correlation of a square picture with itself moved by 1 to 6 pixels: 1 for a perfect pattern. */
function repetition(tones: readonly number[], side: number): number {
  const mean = tones.reduce((sum, tone) => sum + tone, 0) / tones.length
  const variance = tones.reduce((sum, tone) => sum + (tone - mean) ** 2, 0) / tones.length
  let most = 0
  for (let dy = 0; dy <= 6; dy++) {
    for (let dx = dy === 0 ? 1 : -6; dx <= 6; dx++) {
      let [sum, count] = [0, 0]
      for (let y = 0; y < side - 6; y++) {
        for (let x = 6; x < side - 6; x++) {
          sum += (tones[y * side + x]! - mean) * (tones[(y + dy) * side + x + dx]! - mean)
          count++
        }
      }
      most = Math.max(most, sum / count / variance)
    }
  }
  return most
}

test.run()
