import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { compensate, level } from "../../../../../plugins/pages/pictures/dither/levels.js"
import { coded, linear } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import type { LinearImage } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { flat, lightOf } from "./lights.js"

const test = suite("levels")

/** A ramp of so many pixels between two tones (sRGB, 0 to 1). */
const ramp = (from: number, to: number, pixels = 400): LinearImage =>
  lightOf(pixels, 1, (x) => linear(from + ((to - from) * x) / (pixels - 1)))

/** The tones (sRGB, 0 to 1) of a picture's pixels once it is levelled. */
function levelled(light: LinearImage): number[] {
  level(light)
  return Array.from({ length: light.data.length / 3 }, (_, i) => coded(light.data[i * 3]!))
}

for (const [from, to] of [
  [0.1, 0.9],
  [0.25, 0.7],
  [0, 0.65],
  [0.28, 1],
] as const) {
  test(`stretches tones of ${from} to ${to} from ink to paper`, () => {
    const tones = levelled(ramp(from, to))
    assert.equal([tones[0], tones.at(-1)], [0, 1])
    assert.equal(
      tones,
      [...tones].sort((a, b) => a - b),
      "in their order",
    )
  })
}

test("leaves a picture that has every tone as it is, but for the lift of its midtones", () => {
  const tones = levelled(ramp(0, 1))
  assert.equal([tones[0], tones.at(-1)], [0, 1])
  tones.forEach((tone, i) => {
    const before = i / 399
    assert.ok(Math.abs(tone - before ** (1 / 1.12)) < 0.02, `${before}: ${tone}`)
  })
})

test("never darkens a midtone of a picture that has every tone", () => {
  levelled(ramp(0, 1))
    .slice(20, 380)
    .forEach((tone, i) => assert.ok(tone > (i + 20) / 399, `${(i + 20) / 399}: ${tone}`))
})

test("lets a few specks be darker or lighter than ink and paper", () => {
  const light = ramp(0.2, 0.8, 1_000)
  for (const [i, value] of [
    [500, 0],
    [501, 0],
    [600, 1],
    [601, 1],
  ] as const)
    light.data.fill(value, i * 3, i * 3 + 3)
  const tones = levelled(light)
  assert.ok(tones[20]! < 0.05 && tones[980]! > 0.95, `${tones[20]} ${tones[980]}`)
})

for (const tone of [0, 0.02, 0.2, 0.45, 0.5, 0.62, 0.8, 0.99, 1]) {
  test(`does not tear a picture that is all of tone ${tone}`, () => {
    assert.is(new Set(levelled(flat(20, 20, linear(tone)))).size, 1)
    const noisy = levelled(
      lightOf(20, 20, (x, y) => linear(Math.min(1, Math.max(0, tone + (((x * 7 + y * 3) % 5) - 2) / 255)))),
    )
    const torn = Math.max(...noisy) - Math.min(...noisy)
    assert.ok(torn < 0.09, `five levels of 255 became ${torn}`)
  })
}

test("keeps black black, white white and grey grey", () => {
  assert.equal([...new Set(levelled(flat(3, 3, 0)))], [0])
  assert.equal([...new Set(levelled(flat(3, 3, 1)))], [1])
  const light = ramp(0.3, 0.5)
  level(light)
  for (let i = 0; i < light.data.length; i += 3)
    assert.ok(light.data[i] === light.data[i + 1] && light.data[i] === light.data[i + 2])
})

test("gives every picture light between none and all, in the order it had", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          ...([0, 1, 2].map(() => fc.double({ min: 0, max: 1, noNaN: true })) as [
            fc.Arbitrary<number>,
            fc.Arbitrary<number>,
            fc.Arbitrary<number>,
          ]),
        ),
        { minLength: 1, maxLength: 60 },
      ),
      (pixels) => {
        const light = lightOf(pixels.length, 1, (x) => pixels[x]!)
        const before = [...light.data]
        level(light)
        assert.ok(light.data.every((value) => value >= 0 && value <= 1))
        const order = before.map((_, i) => i).sort((a, b) => before[a]! - before[b]!)
        order.slice(1).forEach((at, i) => assert.ok(light.data[at]! >= light.data[order[i]!]!))
      },
    ),
  )
})

test("corrects the tones for a screen that shows them darker: what it shows of the corrected ones is what was asked", () => {
  const shown = [0, 0.15, 0.32, 0.6, 1]
  const of = (tone: number): number => {
    const k = Math.min(3, Math.floor(tone * 4))
    return shown[k]! + (shown[k + 1]! - shown[k]!) * (tone * 4 - k)
  }
  const picture = lightOf(101, 1, (x) => x / 100)
  compensate(picture, shown)
  for (let x = 0; x <= 100; x++)
    assert.ok(Math.abs(of(picture.data[x * 3]!) - x / 100) < 0.002, `${x / 100} shows as ${of(picture.data[x * 3]!)}`)
})

test.run()
