import { column, row, text } from "platen/sdk/mode"
import type { Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lint } from "../../../../kernel/lint/lint.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { fit, fitting } from "../../../../kernel/engine/scene/fit.js"
import { rolePx } from "../../../../kernel/engine/text/type-scale.js"
import { sceneEnv } from "../../../setting.js"
import { box, placed } from "./place.js"

const test = suite("fit")
const QUOTE = "The best way of avenging yourself is not to become like the wrong-doer."
const LADDER = [80, 72, 64, 56, 48, 44, 40, 34, 28, 24, 20, 18, 17, 14]
const env = await sceneEnv()
const CAPTION = rolePx("caption", "alphabet", env.screen)
const set = (node: Text, width: number, height: number) => fit(fitting(node, env), width, height, env)

test("takes the largest size of the ladder at which all of it fits", () => {
  let walked = 0
  for (let width = 60; width < 400; width += 20) {
    for (let height = 20; height < 260; height += 20) {
      const { px, block } = set(text(QUOTE, { role: "display", fit: "shrink" }), width, height)
      assert.ok(LADDER.includes(px), `${px}`)
      // Too small for any size: text is left out, or a word is broken.
      if (block.clipped || block.tight) {
        assert.is(px, CAPTION, "the caption's size at last")
        continue
      }
      assert.ok(block.height <= height && block.width <= width && !block.tight, `${width} x ${height} at ${px}`)
      const larger = LADDER[LADDER.indexOf(px) - 1]
      if (larger === undefined) continue
      const above = set(text(QUOTE, { px: larger }), width, Infinity).block
      const serif = set(text(QUOTE, { px: larger, family: "serif" }), width, Infinity).block
      assert.ok(
        [above, serif].some((each) => each.tight || each.height > height),
        `${width} x ${height}: ${larger} would fit too`,
      )
      walked += 1
    }
  }
  assert.ok(walked > 50)
})

test("a text of which the screen shows the beginning alone costs what its beginning does", () => {
  const article = "옳지不对ไทย il.".repeat(5_000)
  for (const how of ["ellipsis", "clip", "shrink", "fill"] as const) {
    const whole = fitting(text(article, { px: 16, minPx: 12, fit: how }), env)
    assert.ok(whole.node.text.length < 4_000, `${how}: ${whole.node.text.length}`)
    const { block } = fit(whole, 400, 300, env)
    assert.ok(block.clipped, how)
    assert.ok(
      block.glyphs.some(({ y }) => y > 270),
      `${how}: the box is full`,
    )
  }
  const thin = "i".repeat(60_000)
  const filled = fit(fitting(text(thin, { px: 16 }), env), 400, 300, env).block
  assert.ok(
    filled.glyphs.some(({ y }) => y > 270),
    "also of the thinnest letters",
  )
  const short = "i".repeat(1_000)
  assert.is(fitting(text(short, { px: 72 }), env).node.text, short, "a short text is whole at every size")
})

test("chooses the same size for a long text as trying each size does", () => {
  const long = "Everything is only for a day, both that which remembers and that which is remembered. ".repeat(5)
  for (const [width, height] of [
    [200, 120],
    [300, 200],
    [380, 260],
    [390, 90],
    [60, 290],
    [800, 480],
    [1_500, 1_100],
  ] as const) {
    const { px, block } = set(text(long, { role: "display", fit: "shrink" }), width, height)
    const fits = LADDER.find((size) => {
      const tried = set(text(long, { px: size, family: "serif" }), width, Infinity).block
      return !tried.tight && tried.height <= height
    })
    assert.is(px, fits ?? CAPTION, `${width} x ${height}`)
    assert.is(block.clipped, fits === undefined)
  }
})

test("ends on an ellipsis when even the least size is too large", () => {
  const { px, block } = set(text(QUOTE, { role: "title", fit: "shrink" }), 100, 40)
  assert.is(px, CAPTION)
  assert.ok(block.clipped && block.lineCount === 2 && block.height <= 40)
  assert.is(set(text(QUOTE, { role: "title", fit: "shrink", minPx: 16 }), 100, 40).px, 16)
})

test("keeps its size and cuts when it does not shrink, without a mark when it is clipped", () => {
  const ellipsis = set(text(QUOTE, { px: 20 }), 150, 60)
  const clip = set(text(QUOTE, { px: 20, fit: "clip" }), 150, 60)
  assert.is(ellipsis.px, 20)
  assert.ok(ellipsis.block.clipped && clip.block.clipped)
  assert.is(ellipsis.block.lineCount, 2)
  const clipped = set(text("one two three", { px: 20, fit: "clip", lines: 1 }), 90, 30).block
  assert.equal(clipped.glyphs, set(text("one two", { px: 20 }), 90, 30).block.glyphs)
})

test("shows whole lines only", () => {
  for (let height = 1; height < 120; height++) {
    const { block } = set(text(QUOTE, { px: 13 }), 120, height)
    assert.is(block.lineCount, Math.min(5, Math.max(1, Math.floor(height / 18))), `${height}`)
  }
})

test("takes lines that are as high as their ink for no higher", () => {
  const ink = set(text("HH\nHH", { px: 40, trim: "ink" }), 300, Infinity).block.height
  const lines = set(text("HH\nHH", { px: 40 }), 300, Infinity).block.height
  assert.ok(ink < lines)
  assert.is(set(text("HH\nHH", { px: 40, trim: "ink", fit: "shrink" }), 300, ink).px, 40)
  assert.ok(set(text("HH\nHH", { px: 40, fit: "shrink" }), 300, ink).px < 40)
})

test("keeps to the number of lines that is asked", () => {
  assert.is(set(text(QUOTE, { px: 13, lines: 2 }), 120, 200).block.lineCount, 2)
  const { block, px } = set(text(QUOTE, { px: 28, lines: 2, fit: "shrink" }), 300, 200)
  assert.ok(block.lineCount <= 2 && !block.clipped && px < 28)
})

test("tries smaller sizes before it wraps a verse", () => {
  const verse = "Shall I compare thee to a summer’s day?\nThou art more lovely and more temperate"
  const kept = set(text(verse, { px: 28, fit: "shrink", wrap: false }), 300, 200)
  const wrapped = set(text(verse, { px: 28, fit: "shrink" }), 300, 200)
  assert.is(kept.block.lineCount, 2)
  assert.not.ok(kept.block.wrapped)
  assert.ok(wrapped.block.lineCount > 2 && wrapped.px > kept.px)
})

test("never shrinks a word out of shape: none is broken inside as long as a size is left", () => {
  for (let width = 90; width < 400; width += 10) {
    const { block, px } = set(text("incomprehensibilities", { role: "display", fit: "shrink" }), width, 100)
    assert.ok(!block.tight || px === CAPTION, `${width}`)
  }
})

test("loses no size by balancing, and balances at the size it takes", () => {
  for (let width = 90; width < 400; width += 15) {
    for (let height = 40; height < 260; height += 15) {
      const plain = set(text(QUOTE, { role: "display", fit: "shrink" }), width, height)
      const balanced = set(text(QUOTE, { role: "display", fit: "shrink", balance: true }), width, height)
      assert.ok(balanced.px >= plain.px, `${width} x ${height}: ${balanced.px} for ${plain.px}`)
      assert.ok(balanced.block.width <= width && balanced.block.clipped === plain.block.clipped)
    }
  }
})

test("asks for a size by role, script and screen", async () => {
  assert.is(fitting(text("word", { role: "title" }), env).wanted, rolePx("title", "alphabet", env.screen))
  assert.is(fitting(text("词", { role: "title" }), env).wanted, rolePx("title", "ideograph", env.screen))
  const wide = await sceneEnv(1600, 1200)
  assert.is(fitting(text("word", { role: "display" }), wide).wanted, rolePx("display", "alphabet", wide.screen))
  assert.ok(rolePx("display", "alphabet", wide.screen) > rolePx("display", "alphabet", env.screen))
  assert.is(fitting(text("word"), env).wanted, rolePx("body", "alphabet", env.screen), "body when nothing is said")
  assert.is(fitting(text("word", { px: 11 }), env).least, 11, "never more than is asked")
})

test("keeps its lines in the box that the layout rounds", async () => {
  for (let width = 300; width < 420; width++) {
    const words = text("Nature loves to hide, and the way up and the way down are one and the same", { px: 13 })
    const placements = await placed(
      row(
        { padding: 3, justify: "center", gap: 5 },
        column({ width: "31%" }),
        column({ width: "33%" }, words),
        column({ width: "17%" }),
      ),
      width,
      200,
    )
    const [, , given] = box(placements, words)
    const { block } = placements.find(({ node }) => node === words)!
    assert.not.ok(block!.clipped, `${width}`)
    assert.ok(block!.width <= given! + 1, `${width}: ${block!.width} in ${given}`)
  }
})

test("keeps a line whole in a box that is as wide as it", async () => {
  for (const words of ["Good morning", "Sat 21 Nov", "周六 11月21日", "87%", "Day 325 of 365"]) {
    for (let share = 20; share < 80; share += 3) {
      const node = text(words)
      const placements = await placed(row({ padding: [0, 7] }, column({ width: `${share}%` }), node), 397, 100)
      const { block } = placements.find((each) => each.node === node)!
      const whole = set(text(words), Infinity, Infinity).block.width
      if (whole < 382 * (1 - share / 100)) assert.is(block!.lineCount, 1, `${words} beside ${share}%`)
    }
  }
})

/** The heights at which the quotation over a name is not whole, although it is at a lower one. */
function cutAgain(width: number, balance: boolean, beside: number): readonly number[] {
  const page = column(
    {},
    row(
      { grow: 1 },
      column({ width: `${beside}%`, shrink: 0 }),
      column(
        { grow: 1, gap: 4, justify: "center", padding: [3, 9] },
        text(QUOTE, { role: "title", fit: "shrink", minPx: 11, balance }),
        text("Marcus Aurelius", { role: "caption", lines: 1, shrink: 0 }),
      ),
    ),
  )
  const heights = Array.from({ length: 90 }, (_, i) => 40 + i)
  const whole = heights.map((height) => lint(page, width, height, BW, env).every(({ rule }) => rule !== "clipped"))
  return heights.filter((_, i) => !whole[i] && whole.slice(0, i).includes(true))
}

test("cuts no text in a box that is higher than one in which it is whole", () => {
  for (const balance of [true, false])
    for (const beside of [0, 23.6])
      for (let width = 180; width < 300; width += 7)
        assert.equal(cutAgain(width, balance, beside), [], `${width} wide, ${beside} % beside it`)
})

test("hyphenates a word that is wider than a line rather than set all of it small, or break it anywhere", async () => {
  const german = await sceneEnv(400, 300, "de")
  const words = text("Donaudampfschifffahrtsgesellschaftskapitänsprüfung verschoben", { px: 20, lines: 4 })
  const { block, px } = fit(fitting({ ...words, fit: "shrink", minPx: 10 }, german), 180, 130, german)
  assert.is(px, 20)
  assert.is(block.clipped || block.tight, false)
  assert.ok(block.lineCount > 2)
  // In a language without patterns it has to become smaller.
  const other = await sceneEnv(400, 300, "zh")
  assert.ok(fit(fitting({ ...words, fit: "shrink", minPx: 10 }, other), 180, 130, other).px < 20)
})

test("sets a short word whole at a slightly smaller size rather than hyphenate it", () => {
  const { block, px } = set(text("Documentation", { px: 20, fit: "shrink", minPx: 10 }), 112, 60)
  assert.equal([px < 20, px >= 15, block.lineCount], [true, true, 1])
})

test.run()
