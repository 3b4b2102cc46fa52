import { column, row, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout, Layouts } from "../../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../../kernel/engine/scene/layout.js"
import { sceneEnv } from "../../../setting.js"
import { box, placed } from "./place.js"

const test = suite("columns that leave out what they have no room for")

const block = (height: number): SceneNode => column({ height })
const more = text("{n} more", { px: 14, lines: 1, leading: 1 }) as Text
const wordsOf = (all: readonly Placement[]): readonly string[] =>
  all.flatMap(({ node, block: set }) => (node.type === "text" && set && set.glyphs.length > 0 ? [node.text] : []))

test("leaves out the last children, and says how many", async () => {
  const rows = [40, 40, 40, 40].map(block)
  const there = await placed(column({ more }, ...rows), 100, 120)
  assert.equal(
    rows.map((each) => there.some(({ node }) => node === each)),
    [true, true, false, false],
  )
  assert.equal(wordsOf(there), ["2 more"])
  const said = there.find(({ node }) => node.type === "text")!
  assert.equal([said.top, said.height], [80, 14])
})

test("keeps all of them where they have room, without a word", async () => {
  const rows = [40, 40, 40].map(block)
  const there = await placed(column({ more }, ...rows), 100, 120)
  assert.is(rows.filter((each) => there.some(({ node }) => node === each)).length, 3)
  assert.equal(wordsOf(there), [])
})

test("never shrinks a child, and keeps the first though nothing has room", async () => {
  const rows = [200, 40].map(block)
  const there = await placed(column({ more }, ...rows), 100, 120)
  assert.equal(box(there, rows[0]!), [0, 0, 100, 200])
  assert.is(
    there.some(({ node }) => node === rows[1]),
    false,
  )
  assert.equal(wordsOf(there), [], "the words would stand below the page")
})

test("leaves out more where the column shrinks with what it holds", async () => {
  const rows = [40, 40, 40, 40].map(block)
  const beside = column({ height: 80 })
  const there = await placed(column({}, beside, column({ more: true }, ...rows)), 100, 200)
  const kept = rows.filter((each) => there.some(({ node }) => node === each))
  const foot = Math.max(...kept.map((each) => box(there, each)[1]! + box(there, each)[3]!))
  assert.ok(kept.length > 0 && kept.length < 4, String(kept.length))
  assert.ok(foot <= 200, `the last row ends at ${foot}`)
})

test("leaves out the last children of a column that hangs from its foot", async () => {
  const rows = [50, 50, 50].map(block)
  const there = await placed(column({ height: 120, justify: "end", more: true }, ...rows), 100, 120)
  assert.equal(
    rows.map((each) => there.some(({ node }) => node === each)),
    [true, true, false],
  )
  assert.equal(box(there, rows[0]!), [0, 20, 100, 50])
})

test("says nothing where that is asked for", async () => {
  const rows = [50, 50, 50].map(block)
  const there = await placed(column({ more: true, padding: 5, border: 1, gap: 2 }, ...rows), 100, 120)
  // 120 pixels without padding and border are 108; two rows and a gap are 102.
  assert.equal(
    rows.map((each) => there.some(({ node }) => node === each)),
    [true, true, false],
  )
})

test("wraps the words of its rows before it leaves any out, in the room that other parts leave", async () => {
  const long = "One two three four five six seven eight nine"
  const rows = [0, 1, 2].map((n) => text(`${n} ${long}`, { px: 14, lines: 2, leading: 1 }))
  const list = column({ grow: 1, basis: 0, more }, ...rows)
  const there = await placed(column({}, column({ height: 40, shrink: 0 }), row({ grow: 1, basis: 0 }, list)), 150, 90)
  // Of 50 pixels two rows of two lines would take 56: the second and the third are left out.
  assert.equal(wordsOf(there), [rows[0]!.type === "text" ? rows[0]!.text : "", "2 more"])
})

test("draws the same from a tree that another page has used", async () => {
  const env = { ...(await sceneEnv()), layouts: new Layouts() }
  const page = (count: number, height: number): SceneNode =>
    column(
      {},
      text(`Page ${count}`, { px: 14 }),
      column({ grow: 1, basis: 0, more }, ...Array.from({ length: 4 }, () => block(height))),
    )
  const drawn = (scene: SceneNode, on: typeof env | Awaited<ReturnType<typeof sceneEnv>>) =>
    layout(scene, 100, 120, on).map(({ left, top, width, height, node }) => [
      left,
      top,
      width,
      height,
      node.type === "text" ? node.text : node.type,
    ])
  const plain = await sceneEnv()
  for (const [count, height] of [
    [1, 20],
    [2, 60],
    [3, 20],
    [3, 40],
    [4, 40],
    [4, 21],
  ] as const)
    assert.equal(drawn(page(count, height), env), drawn(page(count, height), plain), `${count}, ${height}`)
})

test("takes no tree whose text for the rest has another box", async () => {
  const env = { ...(await sceneEnv()), layouts: new Layouts() }
  const page = (width: number): SceneNode =>
    column({ more: { ...more, width, self: "end" } }, ...[60, 40, 40].map(block))
  for (const width of [50, 90]) {
    const said = layout(page(width), 100, 120, env).find(({ node }) => node.type === "text")!
    assert.equal([said.left, said.width], [100 - width, width])
  }
})

test.run()
