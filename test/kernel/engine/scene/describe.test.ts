import { column, grid, icon, progress, row, rule, spacer, stack, text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { describe } from "../../../../kernel/engine/scene/describe.js"

const test = suite("describe")

test("gives a line for each text of a column, in reading order", () => {
  assert.is(describe(column({}, text("one"), column({}, text("two"), text("three")))), "one\ntwo\nthree")
})

test("joins the words of a row", () => {
  assert.is(describe(row({}, text("Sat 21 Nov"), spacer(), text("87%"))), "Sat 21 Nov  87%")
  assert.is(describe(row({}, text(""), text("a"), text(""), text("b"))), "a  b")
})

test("gives a grid its rows", () => {
  assert.is(
    describe(grid({ columns: 3 }, ...["Mo", "Tu", "We", "1", "2"].map((each) => text(each)))),
    "Mo  Tu  We\n1  2",
  )
  assert.is(describe(grid({ columns: 2 }, column({}, text("1"), text("初一")), column({}), text("3"))), "1 初一\n3")
})

test("keeps the line ends of a text", () => {
  assert.is(describe(text("a rose\nis a rose")), "a rose\nis a rose")
})

test("leaves out decoration, rules and icons that say nothing", () => {
  const scene = column(
    {},
    text("word"),
    rule(),
    icon("sun", 24),
    text("***", { spoken: false }),
    row({ spoken: false }, text("gone")),
    stack({}, icon("sun", 24, { label: "Sunny" })),
  )
  assert.is(describe(scene), "word\nSunny")
})

test("says what a bar shows", () => {
  assert.is(describe(column({}, progress(0.255, { label: "Year" }), progress(1))), "Year: 26%\n100%")
})

test("leaves out soft hyphens", () => {
  assert.is(describe(text("Donau\u00addampf\nschiff")), "Donaudampf\nschiff")
})

test("is empty for an empty page", () => {
  assert.is(describe(column({}, text("  "), spacer())), "")
})

test("says no more of a bar than can be drawn", () => {
  assert.is(describe(column({}, progress(-0.2), progress(1.7))), "0%\n100%")
})

test.run()
