import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dodge } from "../../../../../plugins/pages/pictures/dither/dodge.js"
import { settleBlack } from "../../../../../plugins/pages/pictures/dither/levels.js"
import { linear, LUMA, luminanceAt } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import type { LinearImage } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { lightOf } from "./lights.js"
import type { Colour } from "./lights.js"

const test = suite("dodge")
const SIDE = 240
const light = (r: number, g: number, b: number): Colour => [linear(r / 255), linear(g / 255), linear(b / 255)]
const [DARK, BROWN, PALE] = [light(84, 56, 44), light(120, 80, 62), light(224, 182, 156)]
const [WALL, HAIR] = [light(120, 130, 140), light(14, 12, 12)]

/** A face of a colour with hair above and two pupils, in front of a wall. */
const portrait = (skin: Colour, wall: Colour = WALL): LinearImage =>
  lightOf(SIDE, SIDE, (x, y) => {
    if (Math.hypot((x - 120) / 60, (y - 130) / 80) > 1) return wall
    if (y < 75) return HAIR
    return Math.hypot(x - 95, y - 120) < 6 || Math.hypot(x - 145, y - 120) < 6 ? HAIR : skin
  })
const tone = ({ data }: LinearImage, x: number, y: number): number =>
  LUMA.reduce((sum, share, c) => sum + share * data[(y * SIDE + x) * 3 + c]!, 0)
const CHEEK = [120, 160] as const
const dodged = (picture: LinearImage): LinearImage => {
  dodge(picture)
  return picture
}

test("dark skin has at least a quarter of paper, in its order of tones", () => {
  const [dark, brown] = [dodged(portrait(DARK)), dodged(portrait(BROWN))]
  assert.ok(tone(portrait(DARK), ...CHEEK) < 0.06)
  for (const [name, picture] of [
    ["dark", dark],
    ["brown", brown],
  ] as const) {
    const share = tone(picture, ...CHEEK)
    assert.ok(share > 0.2 && share < 0.36, `${name}: ${share}`)
  }
  assert.ok(tone(dark, ...CHEEK) <= tone(brown, ...CHEEK) + 0.01)
})

test("a grey whose red is above its blue by less than a step of the tables changes nothing elsewhere", () => {
  const [plain, marked] = [portrait(DARK), portrait(DARK)]
  marked.data.set([0.3, 0.29999, 0.29999], (2 * SIDE + 100) * 3)
  assert.is(tone(dodged(marked), ...CHEEK), tone(dodged(plain), ...CHEEK))
})

test("hair, pupils and what is behind stay", () => {
  const [before, after] = [portrait(DARK), dodged(portrait(DARK))]
  for (const [what, x, y] of [
    ["hair", 120, 60],
    ["a pupil", 95, 120],
    ["the wall", 20, 20],
  ] as const) {
    const [was, is] = [tone(before, x, y), tone(after, x, y)]
    assert.ok(Math.abs(is - was) < 0.02, `${what}: ${was} became ${is}`)
  }
})

test("pale skin stays, and so do dark pictures without skin", () => {
  for (const make of [
    () => portrait(PALE),
    () => lightOf(SIDE, SIDE, (x) => light(20 + (x >> 3), 30 + (x >> 3), 60 + (x >> 3))),
    () => lightOf(SIDE, SIDE, () => light(40, 40, 40)),
  ]) {
    const [before, after] = [make(), dodged(make())]
    const most = after.data.reduce((sum, value, i) => Math.max(sum, Math.abs(value - before.data[i]!)), 0)
    assert.ok(most < 0.02, `${most}`)
  }
})

test("takes a picture of one pixel, and one of skin alone", () => {
  for (const side of [1, 7]) {
    const picture = lightOf(side, side, () => DARK)
    dodge(picture)
    assert.ok(picture.data.every((value) => value >= 0 && value <= 1))
  }
})

function settle(picture: LinearImage, step: number): void {
  const lights = Float32Array.from({ length: picture.data.length / 3 }, (_, i) => luminanceAt(picture.data, i * 3))
  settleBlack(picture, lights, step)
}

/** A picture in three parts of one tone each, with a light in the first. */
const night = (tones: readonly [number, number, number]): LinearImage =>
  lightOf(900, 300, (x, y) => {
    const tone = x === 150 && y === 150 ? 0.7 : tones[Math.floor(x / 300)]!
    return [tone, tone, tone]
  })

test("the darkest parts become black, but for the lights in them, and those that are a tone stay", () => {
  const picture = night([0.004, 0.04, 0.3])
  settle(picture, 1)
  const at = (x: number, y: number): number => picture.data[(y * 900 + x) * 3]!
  assert.ok(at(50, 50) < 1e-4 && at(152, 150) < 1e-4, `${at(50, 50)} ${at(152, 150)}`)
  assert.ok(Math.abs(at(150, 150) - 0.7) < 1e-6, "the light")
  assert.ok(Math.abs(at(450, 50) - 0.04) < 1e-6 && Math.abs(at(750, 50) - 0.3) < 1e-6)
})

test("a shadow keeps its grain: pixels that are darker than their part stay as they are", () => {
  const picture = lightOf(300, 300, (x, y) => ((x + y) % 3 === 0 ? [0.002, 0.002, 0.002] : [0.05, 0.05, 0.05]))
  const before = picture.data.slice()
  settle(picture, 1)
  assert.equal(picture.data.subarray(0, 900), before.subarray(0, 900))
})

test("black ends earlier where the next ink is a dark grey", () => {
  const picture = night([0.004, 0.04, 0.3])
  settle(picture, 0.1)
  assert.ok(Math.abs(picture.data[(50 * 900 + 50) * 3]! - 0.004) < 1e-6)
})

test.run()
