import { column, grid, icon, progress, row, rule, spacer, stack, text } from "platen/sdk/mode"
import type { Justify, SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PageBudget } from "../../../../kernel/engine/scene/budget.js"
import { blockLeft, layout } from "../../../../kernel/engine/scene/layout.js"
import { sceneEnv } from "../../../setting.js"
import { baseline, box, placed } from "./place.js"

const test = suite("layout")
const block = (width: number, height: number): SceneNode => column({ width, height, shrink: 0 })

test("gives the root the whole page", async () => {
  const scene = column({})
  assert.equal(box(await placed(scene, 296, 128), scene), [0, 0, 296, 128])
})

test("puts gaps between children, not round them", async () => {
  const [a, b, c] = [block(10, 20), block(10, 30), block(10, 40)]
  const down = await placed(column({ gap: 7, align: "start" }, a, b, c))
  assert.equal(
    [a, b, c].map((each) => box(down, each)),
    [
      [0, 0, 10, 20],
      [0, 27, 10, 30],
      [0, 64, 10, 40],
    ],
  )
  const across = await placed(row({ gap: 7, align: "start" }, a, b, c))
  assert.equal(
    [a, b, c].map((each) => box(across, each)),
    [
      [0, 0, 10, 20],
      [17, 0, 10, 30],
      [34, 0, 10, 40],
    ],
  )
})

test("mirrors rows and the edges of columns in a language that reads from the right", async () => {
  const [a, b, low] = [block(10, 20), block(30, 20), block(50, 20)]
  const words = text("12", { px: 20, shrink: 0 })
  const scene = column({}, row({ gap: 7 }, a, b), column({ align: "start" }, low), words)
  for (const language of ["ar", "he"]) {
    const there = await placed(scene, 400, 300, language)
    assert.equal(
      [a, b, low].map((each) => box(there, each)[0]),
      [390, 353, 350],
      language,
    )
    const numbers = there.find(({ node }) => node === words)!
    assert.is(blockLeft(numbers) + numbers.block!.width, 400, "numbers stand at the right")
  }
  const here = await placed(scene)
  assert.equal(
    [a, b, low].map((each) => box(here, each)[0]),
    [0, 17, 0],
  )
})

test("does not mirror absolute places, paddings and borders", async () => {
  const placedAt = column({ at: { left: 5, top: 6 }, width: 10, height: 10 })
  const inner = column({ grow: 1 })
  const scene = stack({}, column({ padding: [0, 3, 0, 40] }, inner), placedAt)
  const there = await placed(scene, 400, 300, "ar")
  assert.equal(box(there, placedAt), [5, 6, 10, 10])
  assert.equal(box(there, inner).slice(0, 1), [40])
})

test("keeps padding and border free on every side", async () => {
  const inside = column({ grow: 1 })
  assert.equal(box(await placed(column({ padding: 10 }, inside), 100, 60), inside), [10, 10, 80, 40])
  assert.equal(box(await placed(column({ padding: [5, 20] }, inside), 100, 60), inside), [20, 5, 60, 50])
  assert.equal(box(await placed(column({ padding: [1, 2, 3, 4] }, inside), 100, 60), inside), [4, 1, 94, 56])
  assert.equal(box(await placed(column({ padding: 4, border: 2 }, inside), 100, 60), inside), [6, 6, 88, 48])
})

test("lays out as ever after many scenes whose budget ran out while they were measured", async () => {
  const env = await sceneEnv()
  const deep = (depth: number): SceneNode => (depth === 0 ? text("some words", {}) : column({}, deep(depth - 1)))
  const spent = (): PageBudget => Object.assign(new PageBudget(), { paragraphs: 0 })
  // Fifteen of these, thrown through yoga's own frames, had filled its stack.
  for (let i = 0; i < 100; i++)
    assert.throws(() => layout(deep(28), 100, 100, { ...env, budget: spent() }), /paragraphs/)
  for (let i = 0; i < 100; i++)
    assert.throws(
      () => layout(row({ align: "baseline" }, deep(28), deep(3)), 100, 100, { ...env, budget: spent() }),
      /paragraphs/,
    )
  const inside = column({ grow: 1 })
  assert.equal(box(await placed(column({ padding: 10 }, inside), 100, 60), inside), [10, 10, 80, 40])
})

test("shares free room by grow", async () => {
  const [a, b, fixed] = [column({ grow: 1 }), column({ grow: 3 }), block(20, 10)]
  const placements = await placed(row({}, a, fixed, b), 100, 50)
  assert.equal(
    [a, fixed, b].map((each) => box(placements, each).slice(0, 3)),
    [
      [0, 0, 20],
      [20, 0, 20],
      [40, 0, 60],
    ],
  )
})

test("takes lengths as pixels or as shares", async () => {
  const [a, b, c] = [column({ width: "25%" }), column({ width: 30 }), column({ grow: 1, maxWidth: 50 })]
  const placements = await placed(row({}, a, b, c), 200, 50)
  assert.equal(
    [a, b, c].map((each) => box(placements, each)[2]),
    [50, 30, 50],
  )
})

test("justifies along the direction", async () => {
  const expected: Record<Justify, number[]> = {
    start: [0, 10],
    center: [40, 50],
    end: [80, 90],
    between: [0, 90],
    around: [20, 70],
    evenly: [27, 63],
  }
  for (const [justify, lefts] of Object.entries(expected) as [Justify, number[]][]) {
    const [a, b] = [block(10, 10), block(10, 10)]
    const placements = await placed(row({ justify }, a, b), 100, 50)
    assert.equal(
      [a, b].map((each) => box(placements, each)[0]),
      lefts,
      justify,
    )
  }
})

test("aligns across the direction, each child by itself when it says so", async () => {
  const kids = (): SceneNode[] => [block(10, 10), column({ height: 10, width: 10, shrink: 0, self: "end" })]
  for (const [align, top] of [
    ["start", 0],
    ["center", 20],
    ["end", 40],
  ] as const) {
    const [a, b] = kids() as [SceneNode, SceneNode]
    const placements = await placed(row({ align }, a, b), 100, 50)
    assert.is(box(placements, a)[1], top, align)
    assert.is(box(placements, b)[1], 40)
  }
  const wide = column({ height: 10 })
  assert.is(box(await placed(column({ align: "stretch" }, wide), 100, 50), wide)[2], 100)
})

test("sets the first baselines of a row on one line, whatever the sizes", async () => {
  for (const sizes of [
    [12, 28],
    [13, 80],
    [16, 20, 40, 11],
  ]) {
    const texts = sizes.map((px) => text("Hxg", { px, shrink: 0 }))
    const placements = await placed(row({ align: "baseline", gap: 4 }, ...texts), 800, 200)
    assert.is(
      new Set(texts.map((each) => baseline(placements, each))).size,
      1,
      `${sizes}: ${texts.map((each) => baseline(placements, each))}`,
    )
  }
})

test("sets baselines on one line over scripts, leadings, trims, boxes and shrunk texts", async () => {
  const texts = [
    text("Ễg", { px: 28, shrink: 0 }),
    text("中文", { px: 20, shrink: 0 }),
    text("21", { px: 64, family: "serif", trim: "ink", lines: 1, shrink: 0 }),
    text("tight", { px: 16, leading: 1, shrink: 0 }),
    text("far too wide for it", { px: 40, fit: "shrink", lines: 1, width: 90 }),
  ] as const
  const [first, ...rest] = texts
  const placements = await placed(
    row({ align: "baseline", gap: 4 }, column({ padding: 6, border: 1 }, first), ...rest),
    800,
    200,
  )
  assert.equal(
    texts.map((each) => baseline(placements, each)),
    texts.map(() => baseline(placements, first)),
  )
})

test("lays a grid's columns equally wide, and its rows as high as their highest cell or equally", async () => {
  const cells = Array.from({ length: 7 }, (_, i) => column({ minHeight: i === 1 ? 30 : 10 }))
  const loose = await placed(grid({ columns: 3, gap: 6, rowGap: 2 }, ...cells), 300, 200)
  const widths = cells.map((cell) => box(loose, cell)[2]!)
  assert.ok(Math.max(...widths) - Math.min(...widths) <= 1, `${widths}`)
  assert.equal(
    cells.map((cell) => box(loose, cell)[1]),
    [0, 0, 0, 32, 32, 32, 44],
  )
  assert.equal(
    cells.slice(0, 3).map((cell) => box(loose, cell)[0]),
    [0, 102, 204],
  )
  assert.is(box(loose, cells[0]!)[3], 30, "a cell fills its row")
  const even = await placed(grid({ columns: 3, even: true }, ...cells), 300, 210)
  assert.equal(
    cells.map((cell) => box(even, cell)[3]),
    [70, 70, 70, 70, 70, 70, 70],
  )
})

test("keeps a grid's columns equal whatever the texts in them", async () => {
  const cells = [text("a"), text("a long text that needs three lines or more"), text("middling words")]
  const placements = await placed(grid({ columns: 3 }, ...cells), 240, 200)
  assert.equal(
    cells.map((cell) => box(placements, cell).slice(0, 3)),
    [
      [0, 0, 80],
      [80, 0, 80],
      [160, 0, 80],
    ],
  )
})

test("stacks children over the whole box", async () => {
  const [a, b] = [column({}), column({})]
  const placements = await placed(column({ padding: 10 }, stack({ grow: 1 }, a, b)), 100, 80)
  assert.equal(box(placements, b), [10, 10, 80, 60])
  assert.equal(box(placements, a)[2], 80)
})

test("draws rules across the direction, short ones in the middle", async () => {
  const [full, short, thick] = [rule(), rule({ style: "short" }), rule({ thickness: 3, width: 40, self: "end" })]
  const down = await placed(column({ align: "start" }, full, short, thick), 300, 100)
  assert.equal(
    [full, short, thick].map((each) => box(down, each)),
    [
      [0, 0, 300, 1],
      [101, 1, 99, 1],
      [260, 2, 40, 3],
    ],
  )
  const standing = rule({ thickness: 2 })
  assert.equal(
    box(await placed(row({ align: "center" }, block(10, 10), standing), 300, 100), standing),
    [10, 0, 2, 100],
  )
})

test("keeps icons and rules at their size when room is short", async () => {
  const [sun, line, bar] = [icon("sun", 24), rule(), progress(0.5)]
  const placements = await placed(column({ align: "start" }, sun, text("word ".repeat(200)), line, bar), 200, 60)
  assert.equal([box(placements, sun)[3], box(placements, line)[3], box(placements, bar)[3]], [24, 1, 6])
})

test("pushes with spacers, which take no more than their size when they have one", async () => {
  const [a, b] = [block(10, 10), block(10, 10)]
  assert.is(box(await placed(row({}, a, spacer(), b), 100, 50), b)[0], 90)
  assert.is(box(await placed(row({}, a, spacer({ width: 25 }), b), 100, 50), b)[0], 35)
})

test("clips what stands in a box to the box", async () => {
  const inside = block(500, 500)
  const placements = await placed(column({ padding: 20 }, column({ height: 30, border: 1 }, inside)), 100, 100)
  const { clip } = placements.find(({ node }) => node === inside)!
  assert.equal(clip, { left: 21, top: 21, right: 80, bottom: 50 })
})

test("ends for a grid whose number of columns makes no sense", async () => {
  for (const columns of [0, -3, Number.NaN, 0.5, 1e9]) {
    assert.ok(
      layout(grid({ columns }, text("a"), text("b"), text("c")), 400, 300, await sceneEnv()).length === 4,
      `${columns}`,
    )
  }
})

test("says so when a view names a node that does not exist", async () => {
  const env = await sceneEnv()
  assert.throws(
    () => layout(column({}, { type: "colum" } as unknown as SceneNode), 400, 300, env),
    /There is no node of type "colum": use one of column, row/,
  )
})

test.run()
