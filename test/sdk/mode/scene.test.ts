import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column, grid, icon, progress, row, rule, spacer, stack, text } from "platen/sdk/mode"

const test = suite("scene")

test("builds boxes with their children", () => {
  const child = text("a")
  assert.equal(column({ gap: 4 }, child, child), { type: "column", gap: 4, children: [child, child] })
  assert.equal(row({ align: "baseline" }), { type: "row", align: "baseline", children: [] })
  assert.equal(stack({}, child), { type: "stack", children: [child] })
  assert.equal(grid({ columns: 7, even: true }, child), { type: "grid", columns: 7, even: true, children: [child] })
})

test("builds leaves with and without properties", () => {
  assert.equal(text("a"), { type: "text", text: "a" })
  assert.equal(text("a", { role: "title", lines: 2 }), { type: "text", text: "a", role: "title", lines: 2 })
  assert.equal(icon("sun", 24, { label: "sunny" }), { type: "icon", name: "sun", px: 24, label: "sunny" })
  assert.equal(rule(), { type: "rule" })
  assert.equal(rule({ style: "dashed", thickness: 2 }), { type: "rule", style: "dashed", thickness: 2 })
  assert.equal(progress(0.5, { label: "year" }), { type: "progress", value: 0.5, label: "year" })
  assert.equal(spacer(), { type: "spacer" })
  assert.equal(spacer({ width: 8 }), { type: "spacer", width: 8 })
})

test("survives JSON, as the cache of pictures needs", () => {
  const page = column({ padding: [1, 2, 3, 4] }, row({}, text("a", { px: 12 }), spacer()), rule(), progress(1))
  assert.equal(JSON.parse(JSON.stringify(page)), page)
})

test.run()
