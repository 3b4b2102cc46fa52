import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Invalid } from "platen/sdk"
import { changesOf } from "../../../../plugins/operation/screens-file/diff.js"
import { yamlText } from "../../../../plugins/operation/screens-file/document.js"
import { nearest } from "../../../../plugins/operation/screens-file/nearest.js"

const test = suite("screens-file: units")

test("a diff names what changes, and nothing else", () => {
  const cases: readonly (readonly [before: unknown, after: unknown, ...lines: readonly string[]])[] = [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, { a: 2 }, "~ a: 1 -> 2"],
    [{ a: 1 }, { b: 1 }, "+ b: 1", "- a: 1"],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: "x" } } }, '~ a.b.c: 1 -> "x"'],
    [{ a: [1, 2] }, { a: [1, 3] }, "~ a[2]: 2 -> 3"],
    [{ a: [1, 2] }, { a: [3, 1, 2] }, "+ a[1]: 3"],
    [{ a: [1, 2, 3] }, { a: [1, 3] }, "- a[2]: 2"],
    [{ a: [1, 1] }, { a: [1] }, "- a[2]: 1"],
    [{ a: [{ m: "X" }] }, { a: [{ m: "X", n: 1 }] }, "+ a[1].n: 1"],
    [{ a: [1] }, { a: 1 }, "~ a: [1] -> 1"],
    [{}, { a: null }, "+ a: null"],
  ]
  for (const [before, after, ...lines] of cases) assert.equal(changesOf(before, after), lines)
})

test("a diff has short lines without characters that control a terminal", () => {
  const [line] = changesOf({}, { a: `\u001b[31m\u009b\u202e${"x".repeat(1000)}` })
  assert.ok(line!.length < 200)
  assert.not.match(line!, /\p{C}/u)
})

test("the nearest name is one that is a few letters away", () => {
  const names = ["playlist", "language", "quiet", "mac"]
  assert.equal(
    ["playlst", "Language", "quite", "mca", "zzz", "x".repeat(100)].map((word) => nearest(word, names)),
    ["playlist", "language", "quiet", "mac", undefined, undefined],
  )
})

test("places are those of values and keys, also behind an alias and where nothing stands", () => {
  const { placeOf, value } = yamlText("a: &x\n  b: 1\nc: *x\nd:\ne: [5, 6]\n", "f.yaml")
  assert.equal(value, { a: { b: 1 }, c: { b: 1 }, d: null, e: [5, 6] })
  assert.equal(
    ["", "a.b", "c.b", "c.missing", "d", "e.1", "e.7"].map((path) => placeOf(path)),
    ["1:1", "2:6", "2:6", "3:4", "4:3", "5:8", "5:4"],
  )
  assert.is(placeOf("a", "b"), "2:3")
  assert.is(placeOf("", "d"), "4:1")
})

test("a text that is no YAML is refused with its line", () => {
  for (const [text, fault] of [
    ["a: 1\n b: 2\n", "1:4: "],
    ["a: [\n", "2:1: "],
    ["a: *nothing\n", '1:4: there is no anchor "nothing" before this'],
    ["a: !!binary aaaa\n", "1:13: the tag tag:yaml.org,2002:binary has no place here"],
    ["a: !mine 1\n", "1:4: Unresolved tag: !mine"],
    ["%YAML 1.1\n---\na: on\n", "1:1: a directive has no place here"],
    ["a: 1\n---\nb: 1\n", "2:1: the file has a second document"],
  ] as const)
    assert.throws(
      () => yamlText(text, "f.yaml"),
      (error: Error) => error instanceof Invalid && error.message.startsWith(`f.yaml:${fault}`),
      text,
    )
})

test.run()
