import { suite } from "uvu"
import * as assert from "uvu/assert"
import { jsonFault } from "../../../../plugins/tools/workbench/json-fault.js"

const test = suite("json-fault")

/** A text that is no JSON, with ^ before the place, and the words. */
const FAULTS: readonly (readonly [string, RegExp])[] = [
  ["^", /^the file is empty: write a mode into it$/],
  ["\n ^", /empty/],
  ['{"a": 1^,}', /^remove this comma: nothing follows it before }$/],
  ["[1^, ]", /^remove this comma: nothing follows it before \]$/],
  ["[^,]", /^a value or \] must stand here$/],
  ["[1,^,2]", /^a value must stand here/],
  ["{^,}", /^a key in double quotes or } must stand here$/],
  ["{^a: 1}", /^a key in double quotes or }/],
  ['{"a": 1, ^5: 2}', /^a key in double quotes must/],
  ["{^'a': 1}", /^texts and keys stand in double quotes$/],
  ['{"a" ^1}', /^a colon is missing before this$/],
  ['{"a": 1 ^"b": 2}', /^a comma is missing before this$/],
  ["[1 ^2]", /^a comma is missing/],
  ['{"a": ^}', /^a value must stand here/],
  ['{"a": ^True}', /^a value must stand here/],
  ['{"a": ^truer}', /^a value must stand here/],
  ["[^01]", /^a value or \]/],
  ["[^1.]", /^a value or \]/],
  ["[^-]", /^a value or \]/],
  ['{"a": [1^}', /^\] must stand here, not }$/],
  ['{"a": 1^]', /^} must stand here, not \]$/],
  ['{"a": [1^', /^the file ends too early: close what is open with \]}$/],
  ['{"a":^', /^the file ends too early: close what is open with }$/],
  ['{"a": ^"b}', /^this text is not closed on its line/],
  ['{"a": ^"b\nc"}', /^this text is not closed on its line/],
  ['{"a": ^"\\q"}', /backslash/],
  ["{ ^// no\n}", /^JSON has no comments: remove this one$/],
  ["^\ufeff{}", /^the file begins with a byte order mark/],
  ["{} ^{}", /^the mode has ended before this: remove the rest$/],
  ["{}^]", /^the mode has ended/],
]
for (const [marked, says] of FAULTS)
  test(`finds where ${JSON.stringify(marked)} stops being JSON`, () => {
    const text = marked.replace("^", "")
    assert.throws(() => JSON.parse(text))
    const fault = jsonFault(text)
    assert.is(fault?.offset, marked.indexOf("^"), JSON.stringify(fault))
    assert.match(fault!.message, says)
  })

for (const text of [
  "{}",
  " [ ] \n",
  "null",
  '"a"',
  "-0.5e+10",
  '{"a": [1, true, {"b": "\\u00e9\\n\\""}], "c": {}}',
  '\t{"é": "\u2028"}\r\n',
  `${"[".repeat(9000)}${"]".repeat(9000)}`,
])
  test(`finds nothing in ${JSON.stringify(text.slice(0, 20))}`, () => {
    JSON.parse(text)
    assert.is(jsonFault(text), undefined)
  })

test.run()
