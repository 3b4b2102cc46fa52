import { screenClass } from "platen/sdk/mode"
import type { Role } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { familyOf, lineHeight, rolePx, scriptOf, smaller } from "../../../../kernel/engine/text/type-scale.js"

const test = suite("ladder")
/** Screens of rising area. */
const SCREENS = [
  [212, 104, 0.23],
  [296, 128, 0.226],
  [400, 300, 0.212],
  [800, 480, 0.204],
  [1200, 825, 0.169],
  [1872, 1404, 0.112],
] as const
const ROLES: readonly Role[] = ["caption", "body", "lead", "title", "display"]
const SCRIPTS = ["alphabet", "ideograph"] as const
/** Height of the letter x in millimetres that each role has at least where the screen has room for it. */
const READING = { caption: 1.6, body: 2, lead: 2.8, title: 4.2 } as const

test("rises from role to role", () => {
  for (const script of SCRIPTS)
    for (const [width, height, mmPerPixel] of SCREENS.slice(2)) {
      const sizes = ROLES.map((role) => rolePx(role, script, screenClass(width, height, { mmPerPixel })))
      assert.equal(
        sizes,
        sizes.toSorted((a, b) => a - b),
        `${script} ${width}`,
      )
    }
})

test("names only sizes at which the faces are crisp", () => {
  for (const script of SCRIPTS)
    for (const [width, height, mmPerPixel] of SCREENS)
      for (const distance of ["desk", "room", "hall"] as const)
        for (const role of ROLES) {
          const px = rolePx(role, script, screenClass(width, height, { mmPerPixel, distance }))
          assert.is(smaller(px + 1, script, 0), px, `${script} ${width} ${distance} ${role}: ${px}`)
          assert.ok(px >= 10, `${script} ${width} ${distance} ${role}: ${px}`)
        }
})

test("is as large in millimetres as reading asks, within one step of the scale", () => {
  for (const [width, height, mmPerPixel] of SCREENS.slice(2))
    for (const role of ["caption", "body", "lead", "title"] as const) {
      const px = rolePx(role, "alphabet", screenClass(width, height, { mmPerPixel }))
      const share = role === "caption" || role === "body" ? 0.52 : 0.47
      const next = LARGER.find((size) => size > px)!
      assert.ok(next * share * mmPerPixel > READING[role] * 0.98, `${width} ${role}: ${px}`)
      assert.ok(px * share * mmPerPixel < READING[role] * 1.061, `${width} ${role}: ${px}`)
    }
})
const LARGER = [10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40, 44, 48, 56, 64, 72, 80, 88, 96, 104]

test("a caption of the book face is as readable as any: its letters are lower than those of the labels", () => {
  for (const [width, height, mmPerPixel] of SCREENS.slice(2)) {
    const screen = screenClass(width, height, { mmPerPixel })
    const px = rolePx("caption", "alphabet", screen, "serif")
    assert.ok(px >= rolePx("caption", "alphabet", screen), `${width}: ${px}`)
    assert.ok(px * 0.47 * mmPerPixel > READING.caption * 0.86, `${width}: ${px}`)
    for (const role of ["body", "lead", "title"] as const)
      assert.is(rolePx(role, "alphabet", screen, "serif"), rolePx(role, "alphabet", screen), `${width} ${role}`)
  }
})

test("grows with the distance that a screen is read from, and never beyond its share of the screen", () => {
  for (const [width, height, mmPerPixel] of SCREENS)
    for (const role of ["caption", "body", "lead", "title"] as const) {
      const sizes = (["desk", "room", "hall"] as const).map((distance) =>
        rolePx(role, "alphabet", screenClass(width, height, { mmPerPixel, distance })),
      )
      assert.equal(
        sizes,
        sizes.toSorted((a, b) => a - b),
        `${width} ${role}`,
      )
      assert.ok(sizes[2]! <= Math.max(14, 0.17 * Math.sqrt(width * height)), `${width} ${role}: ${sizes[2]}`)
    }
  const at = (distance: "desk" | "hall"): number =>
    rolePx("body", "alphabet", screenClass(800, 480, { mmPerPixel: 0.204, distance }))
  assert.ok(at("hall") > at("desk") * 1.5)
})

test("walks down to the least and no further", () => {
  const walk: number[] = []
  for (let px: number | undefined = 28; px !== undefined; px = smaller(px, "alphabet", 12)) walk.push(px)
  assert.equal(walk, [28, 24, 20, 18, 17, 14, 12])
  assert.equal(
    [30, 24, 22, 18, 16, 12].map((px) => smaller(px, "ideograph", 12)),
    [24, 22, 18, 16, 12, undefined],
  )
  assert.is(smaller(12, "alphabet", 12), undefined)
})

test("takes one ideograph, kana or syllable for a text of ideographs", () => {
  for (const text of ["中", "a 中", "かな", "カナ", "한", "\u{20000}"]) assert.is(scriptOf(text), "ideograph", text)
  for (const text of ["", "abc", "Ελλη", "русский", "שלום", "…“”", "😀"]) assert.is(scriptOf(text), "alphabet", text)
})

test("gives ideographs more air than letters, large sizes less, and what is asked when asked", () => {
  assert.ok(lineHeight(16, "ideograph", undefined) > lineHeight(16, "alphabet", undefined))
  assert.ok(lineHeight(80, "alphabet", undefined) / 80 < lineHeight(13, "alphabet", undefined) / 13)
  assert.is(lineHeight(20, "alphabet", 2), 40)
  assert.is(lineHeight(10, "alphabet", 0.01), 1)
})

test("sets what is large in serif", () => {
  assert.equal(ROLES.map(familyOf), ["sans", "sans", "serif", "serif", "serif"])
})

test.run()
