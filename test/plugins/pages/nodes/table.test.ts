import type { Table } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import table from "../../../../plugins/pages/nodes/table.js"
import { typeOf } from "../../../../kernel/engine/scene/words.js"
import { sceneEnv } from "../../../setting.js"
import { recorder } from "./recorded.js"
import type { Area, Recorded } from "./recorded.js"

const test = suite("nodes/table")
const WIDTH = 200
const env = await sceneEnv()
const english = await recorder()
const hebrew = await recorder("he")

const node = (columns: Table["columns"], rows: Table["rows"], more: Partial<Table> = {}): Table => ({
  type: "table",
  rows,
  ...(columns && { columns }),
  ...more,
})
const drawn = (one: Table, record = english): Recorded => record(table, one, { width: WIDTH, height: 100 })
/** The words of each row, by their place from the left. */
const rowsOf = ({ words }: Recorded, of: number): Area[][] =>
  Array.from({ length: words.length / of }, (_, i) => words.slice(i * of, (i + 1) * of))

test("aligns the words of a column", () => {
  const rows = [
    ["a", "b", "c"],
    ["wide words", "wide words", "wide words"],
  ]
  const [short, long] = rowsOf(
    drawn(node([{ width: 0.33 }, { width: 0.33, align: "center" }, { width: 0.33, align: "end" }], rows)),
    3,
  )
  assert.ok(Math.abs(short![0]!.left - long![0]!.left) <= 2, "at the left")
  assert.ok(Math.abs(short![1]!.left + short![1]!.right - long![1]!.left - long![1]!.right) <= 3, "in the middle")
  assert.ok(Math.abs(short![2]!.right - long![2]!.right) <= 2, "at the right")
})

test("puts decimal marks under one another", () => {
  const columns = [{ width: 0.5 }, { width: 0.5, align: "decimal" as const }]
  const ones = drawn(
    node(
      columns,
      [
        ["a", "7"],
        ["b", "7.25"],
        ["c", "107"],
      ],
      { px: 20 } as Partial<Table>,
    ),
  )
  const [one, fraction, hundred] = rowsOf(ones, 2).map(([, number]) => number!)
  assert.ok(Math.abs(one!.right - hundred!.right) <= 2, "whole numbers end at one place")
  assert.ok(fraction!.right > one!.right + 5, "and decimals stand beyond it")
})

test("shrinks its words where one would be cut, and not otherwise", () => {
  const rows = [["A label of some length", "waxing gibbous"]]
  const columns = [{ role: "body" as const }, { width: "auto" as const, align: "end" as const }]
  const cut = (one: Table, width: number): readonly string[] =>
    table.lint!(one as never, { width, height: 100 }, typeOf(env))
  for (const width of [260, 230, 200]) {
    assert.is(cut(node(columns, rows, { role: "lead" }), width).length, 1, `${width} without`)
    assert.equal(cut(node(columns, rows, { role: "lead", fit: "shrink" }), width), [], String(width))
  }
  assert.is(cut(node(columns, rows, { role: "lead", fit: "shrink" }), 60).length, 1, "10 pixels are the least")
  // A size of its own shrinks by as little as it must.
  const large = node([{}, { width: "auto" }], [["Roof", "412.5 W"]], { px: 40 })
  const heightIn = (width: number): number =>
    english(table, { ...large, fit: "shrink" }, { width, height: 100 }).words[0]!.bottom
  assert.ok(heightIn(220) > heightIn(110), "smaller in less room")
  assert.equal(cut({ ...large, fit: "shrink" }, 220), [])
  const roomy = { width: 1000, height: 100 }
  assert.equal(
    english(table, node(columns, rows, { role: "lead", fit: "shrink" }), roomy),
    english(table, node(columns, rows, { role: "lead" }), roomy),
  )
})

test("leads from a word to the next by dots that stand under one another", () => {
  const { fills } = drawn(
    node(
      [{ width: "auto", leader: true }, {}],
      [
        ["a", "1"],
        ["a longer word", "1"],
      ],
    ),
  )
  const lines = [...new Set(fills.map(({ top }) => top))].map((top) =>
    fills.filter((each) => each.top === top).map(({ left }) => left),
  )
  assert.is(lines.length, 2)
  assert.ok(lines[0]!.length > lines[1]!.length && lines[1]!.length > 5)
  for (const left of lines[1]!) assert.ok(lines[0]!.includes(left), `a dot at ${left} in both`)
})

test("keeps short cells whole where long ones have no room", () => {
  const long = "many words that never fit"
  for (const columns of [
    [{ leader: true }, { width: "auto" as const }],
    [{ width: "auto" as const }, {}],
  ]) {
    const cells = rowsOf(
      drawn(
        node(columns, [
          [long, "15:04"],
          [long + long, "6:40"],
        ]),
      ),
      2,
    )
    for (const [words, time] of cells) {
      assert.ok(time!.right - time!.left > 15 && time!.right <= WIDTH, "the time is there")
      assert.ok(words!.right < time!.left, "and the words end before it")
    }
  }
})

test("breaks long words of several lines rather than cut what stands beside them", () => {
  const rows = [["since the first run", "100,194 days ago"] as const]
  const columns = [{ width: "auto" as const, lines: 4 }, { align: "end" as const }]
  const one = node(columns, rows)
  const [, number] = drawn(one).words
  assert.equal(table.lint!(one as never, { width: WIDTH, height: 100 }, typeOf(env)), [])
  assert.ok(number!.right > WIDTH - 3)
})

test("finds the columns of a row with cells of several columns", () => {
  const rows = [[{ text: "a heading over both", span: 2 }, "12"] as const, ["a", "b", "7"] as const]
  const { words } = drawn(node([{}, {}, { align: "end" }], rows))
  const [, twelve, a, b, seven] = words
  assert.ok(Math.abs(twelve!.right - seven!.right) <= 2, "numbers end at one place")
  assert.ok(a!.right < b!.left)
})

test("begins at the right in a language that reads from the right", () => {
  const one = node(
    [{ width: "auto", leader: true }, { align: "end" }],
    [
      ["a", "12"],
      ["a longer word", "7"],
    ],
  )
  const there = drawn(one)
  const here = drawn(one, hebrew)
  rowsOf(here, 2).forEach(([first, second], i) => {
    const [before, after] = rowsOf(there, 2)[i]!
    assert.ok(first!.left > second!.right, `row ${i}: the first column is at the right`)
    assert.ok(Math.abs(WIDTH - first!.right - before!.left) <= 2, `row ${i}: as far from the edge`)
    assert.ok(Math.abs(second!.left - (WIDTH - after!.right)) <= 2, `row ${i}: "end" is the left edge`)
  })
  assert.is(here.fills.length, there.fills.length)
})

test("keeps dots off the words, from either side", () => {
  const one = node([{ width: "auto", leader: true }, { align: "end" }], [["some word", "1234"]])
  for (const record of [english, hebrew]) {
    const { fills, words } = drawn(one, record)
    const [first, second] = words.toSorted((a, b) => a.left - b.left)
    assert.ok(fills.length > 5)
    for (const { left, right } of fills)
      assert.ok(left > first!.right && right < second!.left, `${left} is between ${first!.right} and ${second!.left}`)
  }
})

test.run()
