import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SameNodes } from "../../../../plugins/pages/modes-json/same-nodes.js"
import type { Expanded } from "../../../../plugins/pages/modes-json/expand.js"

const test = suite("same nodes")

const leaf = (text: string, at = "view.children.0"): Expanded => ({
  type: "text",
  at,
  fields: { type: "text", text },
  children: [],
})
const box = (...children: readonly Expanded[]): Expanded => ({
  type: "column",
  at: "view",
  fields: { type: "column" },
  children,
})

test("gives the first of nodes that say the same, and any other as it is", () => {
  const nodes = new SameNodes()
  const [one, other] = [leaf("a"), leaf("b")]
  assert.is(nodes.first(one), one)
  assert.is(nodes.first(other), other)
  assert.is(nodes.first(leaf("a")), one)
  assert.is(nodes.first(leaf("b")), other)
  const elsewhere = leaf("a", "view.children.1")
  assert.is(nodes.first(elsewhere), elsewhere, "faults name where a node stands")
  const slot: Expanded = { ...leaf("a"), part: "slot" }
  assert.is(nodes.first(slot), slot)
})

test("compares children by identity", () => {
  const nodes = new SameNodes()
  const [one, other] = [nodes.first(leaf("a")), nodes.first(leaf("b"))]
  const first = nodes.first(box(one, other))
  assert.is(nodes.first(box(nodes.first(leaf("a")), other)), first)
  for (const different of [box(one), box(other, one), box(one, other, other)])
    assert.is(nodes.first(different), different)
})

test("compares few nodes of one place: a component may stand there a thousand times", () => {
  const nodes = new SameNodes()
  const all = Array.from({ length: 20 }, (_, i) => leaf(`text ${i}`))
  for (const node of all) assert.is(nodes.first(node), node)
  assert.is(nodes.first(leaf("text 0")), all[0])
  const last = leaf("text 19")
  assert.is(nodes.first(last), last, "it was not compared with all")
})

test.run()
