import { suite } from "uvu"
import * as assert from "uvu/assert"
import { findFlags, findState, findString } from "../../../../plugins/tools/simulator/json-search.js"

const test = suite("simulate/json-search")

function faultOf(work: () => unknown): string {
  try {
    return `no error, but ${JSON.stringify(work())}`
  } catch (error) {
    return (error as Error).message
  }
}

test("finds a token and a code up to the next quotation mark", () => {
  assert.is(findString("t", `{"token":"a_b-c","new":true}`, "token"), "a_b-c")
  assert.is(findString("t", `{"ok":true,"pair_code":"004217"}`, "pair_code"), "004217")
  assert.is(findString("t", `{"ok":true}`, "token"), "", "the firmware then asks again")
})

for (const [text, message] of [
  [`{"token": "abc"}`, /^t: "token" is "abc", but the firmware finds ""; write it once, as "token":"VALUE"$/],
  [`{"token":"a\\"b"}`, /"token" is "a\\"b"/],
  [`{"old":{"token":"x"},"token":"abc"}`, /but the firmware finds "x";/],
  [`{"token":5}`, /"token" is 5/],
  ["OK", /^t: the body "OK" is not a JSON object; send one$/],
  ["[]", /is not a JSON object;/],
] as const) {
  test(`rejects ${text}`, () => {
    assert.match(
      faultOf(() => findString("t", text, "token")),
      message,
    )
  })
}

const config = (more: object): string =>
  JSON.stringify({ focus_listening: 0, is_focus_listening: false, always_active: 0, is_always_active: false, ...more })

test("finds the flags of a config, with a space after the colon or without", () => {
  assert.equal(findFlags("c", config({})), { focusListening: false, alwaysActive: false })
  const on = config({ focus_listening: 1, is_focus_listening: true, always_active: 1, is_always_active: true })
  assert.equal(findFlags("c", on), { focusListening: true, alwaysActive: true })
  assert.equal(findFlags("c", on.replaceAll(":", ": ")), { focusListening: true, alwaysActive: true })
})

for (const [what, text, message] of [
  ["a flag of the wrong type", config({ always_active: true }), /"always_active" is true; send 0 or 1$/],
  [
    "a string for a flag",
    config({ is_focus_listening: "true" }),
    /"is_focus_listening" is "true"; send true or false$/,
  ],
  ["a missing flag", JSON.stringify({ focus_listening: 0 }), /"is_focus_listening" is missing; send true or false$/],
  [
    "a key in a nested object",
    config({ mode_overrides: { X: { is_always_active: true } } }),
    /"is_always_active" is false, but the firmware finds true; write the key once, with at most one space/,
  ],
  [
    "a flag after two spaces",
    config({ is_always_active: true }).replace(":true", ":  true"),
    /"is_always_active" is true, but the firmware finds false;/,
  ],
] as const) {
  test(`rejects ${what} in a config`, () => {
    assert.match(
      faultOf(() => findFlags("c", text)),
      message,
    )
  })
}

const state = (more: object): string =>
  JSON.stringify({ pending_refresh: 0, pending_mode: "", runtime_mode: "active", ...more })

test("finds whether a refresh is pending, and whether to leave live mode", () => {
  assert.equal(findState("s", state({})), { refreshPending: false, leaveLiveMode: false })
  assert.equal(findState("s", state({ pending_mode: null })), { refreshPending: false, leaveLiveMode: false })
  assert.equal(findState("s", state({ pending_refresh: 1 })), { refreshPending: true, leaveLiveMode: false })
  assert.equal(findState("s", state({ pending_mode: "ZEN", runtime_mode: "interval" })), {
    refreshPending: true,
    leaveLiveMode: true,
  })
  assert.equal(findState("s", state({ pending_refresh: 1, runtime_mode: "interval" }).replaceAll(":", ": ")), {
    refreshPending: true,
    leaveLiveMode: true,
  })
})

for (const [what, text, message] of [
  ["a number other than 0 and 1", state({ pending_refresh: 10 }), /"pending_refresh" is 10; send 0 or 1$/],
  ["a mode that is not a string", state({ pending_mode: 5 }), /"pending_mode" is 5; send a string or null$/],
  ["an unknown runtime mode", state({ runtime_mode: "" }), /"runtime_mode" is ""; send "active" or "interval"$/],
  [
    "a key in a nested object",
    state({ last: { pending_refresh: 1 } }),
    /"pending_refresh" is false, but the firmware finds true;/,
  ],
] as const) {
  test(`rejects ${what} in a state`, () => {
    assert.match(
      faultOf(() => findState("s", text)),
      message,
    )
  })
}

test.run()
