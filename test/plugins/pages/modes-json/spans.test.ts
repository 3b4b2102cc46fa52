import type { Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { faultsOf, sceneOf, SPEC } from "./specs.js"

const test = suite("modes-json/spans")
const textOf = (text: unknown, data: object = { quote: "petrichor", lines: [] }): Text =>
  sceneOf({ ...SPEC, view: { type: "text", text, tracking: 0.1, slant: "roman", features: ["smcp"] } }, data)
    .body as Text

test("makes one text of parts with looks of their own", () => {
  const node = textOf(["Greek ", { text: "{{ quote }}", slant: "italic", ink: "red", scale: 1.5 }, " rock"])
  assert.is(node.text, "Greek petrichor rock")
  assert.equal(node.spans, [
    { text: "Greek " },
    { text: "petrichor", slant: "italic", ink: "red", scale: 1.5 },
    { text: " rock" },
  ])
  assert.equal([node.tracking, node.slant, node.features], [0.1, "roman", ["smcp"]])
})

test("leaves out parts without text, and a text of nothing else", () => {
  assert.equal(textOf(["a", { text: "{% if loud %}!{% endif %}", weight: "bold" }]).spans, [{ text: "a" }])
  assert.is(
    textOf([{ text: "{% if loud %}!{% endif %}", weight: "bold" }]).type as string,
    "spacer",
    "nothing is shown",
  )
})

test("names the faults of parts", () => {
  const faults = (text: unknown): string[] =>
    faultsOf({ ...SPEC, view: { type: "text", text } }).map(({ path }) => path)
  assert.equal(faults(["a", { text: "{{ nobody }}" }]), ["view.text.1.text"])
  assert.equal(faults(["{{ nobody }}"]), ["view.text.0"])
  assert.ok(faults(["a", { text: "b", slant: "oblique" }]).every((path) => path.startsWith("view.text")))
  assert.ok(faults([{ slant: "italic" }]).length > 0)
})

test.run()
