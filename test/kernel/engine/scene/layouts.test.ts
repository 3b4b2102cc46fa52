import { column, grid, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout, Layouts } from "../../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../../kernel/engine/scene/layout.js"
import { sceneEnv } from "../../../setting.js"
import { depth } from "../../../depth.js"

const test = suite("layouts")

const boxes = (placements: readonly Placement[]): unknown =>
  placements.map(({ left, top, width, height, block }) => [
    left,
    top,
    width,
    height,
    block?.lineCount,
    block?.width,
    block && [...block.glyphs],
  ])

const words = fc.string({ unit: fc.constantFrom("a", "word ", "longer ", "一", "句话，", "\n", ". "), maxLength: 30 })

/** Pages of one shape, whose texts and settings vary. */
const page = fc
  .record({
    title: words,
    left: words,
    right: words,
    note: words,
    fit: fc.constantFrom("shrink" as const, "ellipsis" as const),
    balance: fc.boolean(),
  })
  .map(({ title, left, right, note, fit, balance }): SceneNode =>
    column(
      { padding: 8, gap: 6 },
      text(title, { role: "title", fit, balance, align: "center" }),
      rule(),
      row(
        { grow: 1, gap: 10, align: "baseline" },
        text(left, { role: "lead", grow: 1 }),
        text(right, { role: "caption", fit, width: "40%" }),
      ),
      grid(
        { columns: 3, gap: 4 },
        text(note),
        text(left, { lines: 1 }),
        text(right, { px: 12 }),
        text(title, { fit: "shrink", lines: 1 }),
      ),
      column({ height: 60, more: text("{n} more", { px: 12 }) as Text }, text(note), text(left), text(right)),
      column({ grow: 1, justify: "center" }, text(note, { role: "display", fit: "shrink", trim: "ink", lines: 1 })),
    ),
  )

test("lays a page out the same in a tree that others have used", async () => {
  const env = await sceneEnv()
  const kept = { ...env, layouts: new Layouts() }
  fc.assert(
    fc.property(fc.array(page, { minLength: 2, maxLength: 5 }), (pages) => {
      for (const each of pages) assert.equal(boxes(layout(each, 400, 300, kept)), boxes(layout(each, 400, 300, env)))
    }),
    { numRuns: depth(60) },
  )
})

const sometimes = fc.constantFrom("a", "some words of a note", "many more words, 句话， of a longer note that wraps. ")

/** A part of a page that may stay the same from page to page, with texts that adapt, fill and share a size. */
const part = fc
  .record({ note: sometimes, head: sometimes, group: fc.constantFrom("one", "two") })
  .map(({ note, head, group }): SceneNode =>
    column(
      { grow: 1, gap: 3 },
      text(head, { role: "title", fit: "shrink", lines: 1, group }),
      row(
        { height: 5, gap: 1 },
        column({ grow: 0.37 + head.length / 50, basis: 0 }),
        row({ grow: 1.61, basis: 0 }, column({ grow: 0.31, basis: 0, fill: "black" }), column({ grow: note.length })),
      ),
      row({ align: "baseline", gap: 4 }, text(note, { fit: "shrink", lines: 2 }), text(head, { role: "caption" })),
      text(note, { fit: "fill", family: "display", trim: "ink" }),
    ),
  )

const partly = fc
  .record({ head: sometimes, one: part, two: part, three: part, group: fc.boolean() })
  .map(({ head, one, two, three, group }): SceneNode =>
    column(
      { padding: 8, gap: 6 },
      text(head, { role: "title", fit: "shrink", ...(group && { group: "one" }) }),
      row({ grow: 1, gap: 6 }, one, column({ grow: 2 }, two, text(head))),
      three,
    ),
  )

test("lays out the same what stays as it was on the page before", async () => {
  const env = await sceneEnv()
  let unchanged = 0
  const counting = new (class extends Layouts {
    override take(...given: Parameters<Layouts["take"]>): ReturnType<Layouts["take"]> {
      const kept = super.take(...given)
      if (kept?.isPartlyUnchanged) unchanged++
      return kept
    }
  })()
  fc.assert(
    fc.property(fc.array(partly, { minLength: 2, maxLength: 5 }), (pages) => {
      for (const each of pages) {
        const fresh = boxes(layout(each, 397, 301, env))
        assert.equal(boxes(layout(each, 397, 301, { ...env, layouts: counting })), fresh)
        assert.equal(boxes(layout(structuredClone(each), 397, 301, { ...env, layouts: counting })), fresh)
      }
    }),
    { numRuns: depth(100) },
  )
  assert.ok(unchanged > depth(100), `${unchanged} pages kept a part`)
})

test("does not take a tree of another shape, size or language for a page", async () => {
  const layouts = new Layouts()
  const env = { ...(await sceneEnv()), layouts }
  const scene = column({ gap: 4 }, text("one"), text("two"))
  layout(scene, 400, 300, env)
  const other = column({ gap: 5 }, text("one"), text("two"))
  assert.is(layouts.take(other, 400, 300, env), undefined, "another gap")
  assert.is(layouts.take(column({ gap: 4 }, text("one")), 400, 300, env), undefined, "a child less")
  assert.is(layouts.take(scene, 401, 300, env), undefined, "another width")
  assert.is(layouts.take(scene, 400, 300, { ...env, language: "zh" }), undefined, "another language")
  assert.ok(layouts.take(column({ gap: 4 }, text("uno"), text("dos")), 400, 300, env), "other words")
})

test("keeps a bounded number of trees", async () => {
  const layouts = new Layouts()
  const env = { ...(await sceneEnv()), layouts }
  for (let i = 0; i < 200; i++) layout(column({ gap: i }, text("x")), 400, 300, env)
  const kept = Array.from({ length: 200 }, (_, i) => layouts.take(column({ gap: i }, text("x")), 400, 300, env)).filter(
    Boolean,
  )
  assert.is(kept.length, 24)
})

test.run()
