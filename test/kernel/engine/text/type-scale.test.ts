import { screenClass } from "platen/sdk/mode"
import type { Role, ScreenClass } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { familyOf, lineHeight, rolePx, scriptOf, smaller } from "../../../../kernel/engine/text/type-scale.js"

const test = suite("ladder")
const CLASSES: readonly ScreenClass["id"][] = ["xs", "s", "m", "l", "xl"]
const ROLES: readonly Role[] = ["caption", "body", "lead", "title", "display"]

test("rises from role to role and from screen to screen", () => {
  for (const script of ["alphabet", "ideograph"] as const) {
    for (const [i, id] of CLASSES.entries()) {
      const sizes = ROLES.map((role) => rolePx(role, script, id))
      assert.equal(
        sizes,
        sizes.toSorted((a, b) => a - b),
        `${script} ${id}`,
      )
      if (i > 0)
        ROLES.forEach((role) =>
          assert.ok(rolePx(role, script, id) >= rolePx(role, script, CLASSES[i - 1]!), `${script} ${id} ${role}`),
        )
    }
  }
})

test("names only sizes at which the faces are crisp", () => {
  for (const script of ["alphabet", "ideograph"] as const) {
    for (const id of CLASSES)
      for (const role of ROLES) {
        const px = rolePx(role, script, id)
        assert.is(smaller(px + 1, script, 0), px, `${script} ${id} ${role}: ${px}`)
      }
  }
})

test("walks down to the least and no further", () => {
  const walk: number[] = []
  for (let px: number | undefined = 28; px !== undefined; px = smaller(px, "alphabet", 12)) walk.push(px)
  assert.equal(walk, [28, 24, 20, 18, 17, 14, 12])
  assert.equal(
    [28, 24, 20, 16, 12].map((px) => smaller(px, "ideograph", 12)),
    [24, 20, 16, 12, undefined],
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

test("sorts the panels into their classes", () => {
  assert.equal(
    [
      [296, 128],
      [400, 300],
      [648, 480],
      [800, 480],
      [1600, 1200],
    ].map(([w, h]) => screenClass(w!, h!).id),
    ["xs", "s", "m", "m", "xl"],
  )
})

test.run()
