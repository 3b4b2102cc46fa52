import { suite } from "uvu"
import * as assert from "uvu/assert"
import { flagsIn, quoted, stateIn } from "../../../kernel/simulate/words.js"

const test = suite("simulate/words")

function fault(work: () => unknown): string {
  try {
    return `it read ${JSON.stringify(work())}`
  } catch (error) {
    return (error as Error).message
  }
}

test("reads a token and a code up to the next quotation mark", () => {
  assert.is(quoted("t", `{"token":"a_b-c","new":true}`, "token"), "a_b-c")
  assert.is(quoted("t", `{"ok":true,"pair_code":"004217"}`, "pair_code"), "004217")
  assert.is(quoted("t", `{"ok":true}`, "token"), "", "the firmware asks again")
})

for (const [text, message] of [
  [`{"token": "abc"}`, /^t: "token" is "abc", and the firmware reads ""$/],
  [`{"token":"a\\"b"}`, /"token" is "a\\"b"/],
  [`{"old":{"token":"x"},"token":"abc"}`, /the firmware reads "x"$/],
  [`{"token":5}`, /"token" is 5/],
  ["OK", /^t: "OK" is no JSON object$/],
  ["[]", /is no JSON object$/],
] as const) {
  test(`chokes on ${text}`, () => {
    assert.match(
      fault(() => quoted("t", text, "token")),
      message,
    )
  })
}

const config = (more: object): string =>
  JSON.stringify({ focus_listening: 0, is_focus_listening: false, always_active: 0, is_always_active: false, ...more })

test("reads the flags of a config, with a space or without", () => {
  assert.equal(flagsIn("c", config({})), { focus: false, always: false })
  const on = config({ focus_listening: 1, is_focus_listening: true, always_active: 1, is_always_active: true })
  assert.equal(flagsIn("c", on), { focus: true, always: true })
  assert.equal(flagsIn("c", on.replaceAll(":", ": ")), { focus: true, always: true })
})

for (const [what, text, message] of [
  ["a flag of the wrong type", config({ always_active: true }), /"always_active" is true$/],
  ["a text for a flag", config({ is_focus_listening: "true" }), /"is_focus_listening" is "true"$/],
  ["a flag that is missing", JSON.stringify({ focus_listening: 0 }), /"is_focus_listening" is undefined$/],
  [
    "a key within",
    config({ mode_overrides: { X: { is_always_active: true } } }),
    /"is_always_active" is false, and the firmware reads true$/,
  ],
  [
    "a flag that it does not find",
    config({ is_always_active: true }).replace(":true", ":  true"),
    /"is_always_active" is true, and the firmware reads false$/,
  ],
] as const) {
  test(`chokes on ${what} in a config`, () => {
    assert.match(
      fault(() => flagsIn("c", text)),
      message,
    )
  })
}

const state = (more: object): string =>
  JSON.stringify({ pending_refresh: 0, pending_mode: "", runtime_mode: "active", ...more })

test("reads what waits, and whether to leave live mode", () => {
  assert.equal(stateIn("s", state({})), { pending: false, leave: false })
  assert.equal(stateIn("s", state({ pending_mode: null })), { pending: false, leave: false })
  assert.equal(stateIn("s", state({ pending_refresh: 1 })), { pending: true, leave: false })
  assert.equal(stateIn("s", state({ pending_mode: "ZEN", runtime_mode: "interval" })), { pending: true, leave: true })
  assert.equal(stateIn("s", state({ pending_refresh: 1, runtime_mode: "interval" }).replaceAll(":", ": ")), {
    pending: true,
    leave: true,
  })
})

for (const [what, text, message] of [
  ["a number that is no flag", state({ pending_refresh: 10 }), /"pending_refresh" is 10$/],
  ["a mode that is no text", state({ pending_mode: 5 }), /"pending_mode" is 5$/],
  ["another runtime mode", state({ runtime_mode: "" }), /"runtime_mode" is ""$/],
  ["a key within", state({ last: { pending_refresh: 1 } }), /"pending_refresh" is false, and the firmware reads true$/],
] as const) {
  test(`chokes on ${what} in a state`, () => {
    assert.match(
      fault(() => stateIn("s", text)),
      message,
    )
  })
}

test.run()
