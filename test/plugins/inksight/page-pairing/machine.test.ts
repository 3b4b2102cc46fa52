import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isTemporary, sentenceOf } from "../../../../plugins/inksight/page-pairing/browser/faults.js"
import type { Fault } from "../../../../plugins/inksight/page-pairing/browser/faults.js"
import { step } from "../../../../plugins/inksight/page-pairing/browser/machine.js"
import type { Asked, PageEvent } from "../../../../plugins/inksight/page-pairing/browser/machine.js"
import { startOf } from "../../../../plugins/inksight/page-pairing/browser/state.js"
import type { State, View } from "../../../../plugins/inksight/page-pairing/browser/state.js"

const test = suite("plugins/inksight/page-pairing/machine")

const ANNA = { username: "anna" }
const MAC = "0E:00:00:00:00:01"
const VIEWS: readonly View[] = ["loading", "away", "entry", "pair", "choose", "wait", "late", "home"]
const ASKED: readonly Asked[] = ["me", "signIn", "register", "claim", "screens", "decide", "signOut"]
const FAULTS: readonly Fault[] = [
  { status: 0, code: "" },
  { status: 400, code: "bad-input" },
  { status: 401, code: "unauthenticated" },
  { status: 403, code: "forbidden" },
  { status: 403, code: "origin-forbidden" },
  { status: 404, code: "code-not-shown" },
  { status: 404, code: "code-not-found" },
  { status: 404, code: "not-found" },
  { status: 409, code: "code-ambiguous", issues: [{ path: "mac", message: MAC }] },
  { status: 422, code: "invalid" },
  { status: 429, code: "rate-limited", retryAfter: 900 },
  { status: 500, code: "internal" },
  { status: 502, code: "" },
  { status: 503, code: "store-failed" },
]
const happenings: readonly PageEvent[] = [
  ...(["toggle", "stop", "other", "again", "refresh", "signOut", "signedOut", "decided"] as const).map((type) => ({
    type,
  })),
  { type: "known", user: ANNA },
  { type: "signedIn", user: ANNA },
  { type: "entry", username: "a", password: "b", setup: "" },
  { type: "entry", username: " ", password: "", setup: "" },
  { type: "code", code: "ABCD", nickname: "" },
  { type: "code", code: "x", nickname: "" },
  { type: "pair", nickname: "" },
  { type: "choose", mac: MAC },
  { type: "confirm", mac: MAC },
  { type: "claimed", claimed: { status: "claimed", mac: MAC, again: undefined } },
  { type: "tick", turn: 0 },
  { type: "tick", turn: 9 },
  { type: "screens", screens: [], requests: [], lost: [] },
  { type: "screens", screens: [], requests: [], lost: [{ mac: MAC }] },
  { type: "decide", id: "1", approve: true },
  ...ASKED.flatMap((of) => FAULTS.map((fault): PageEvent => ({ type: "failed", of, fault, now: 0, turn: 0 }))),
]
const stateOf = (more: Partial<State> = {}): State => ({
  ...startOf({ mac: MAC, code: "ABCD" }),
  busy: false,
  user: ANNA,
  ...more,
})

test("comes through anything that happens anywhere, changes nothing in place, and never gets stuck", () => {
  for (const view of VIEWS) {
    for (const busy of [false, true]) {
      for (const target of [{}, { mac: MAC }, { code: "ABCD" }, { mac: MAC, code: "ABCD" }]) {
        for (const event of happenings) {
          const before = Object.freeze(stateOf({ view, busy, target: Object.freeze(target) }))
          const { state, effects } = step(before, event)
          const where = `${view} ${busy} ${JSON.stringify(event)}`
          assert.ok(VIEWS.includes(state.view), where)
          // Whoever is not busy can press something; whoever is waits for an answer.
          if (state.busy && !busy)
            assert.ok(
              effects.some(({ ask }) => ASKED.includes(ask as Asked)),
              where,
            )
          if (state.view === "wait" && view !== "wait")
            assert.ok(
              effects.some(({ ask }) => ask === "pause"),
              where,
            )
          if (state.view === "entry" && event.type === "failed" && event.fault.status === 401)
            assert.not.ok(state.busy, where)
        }
      }
    }
  }
})

test("says every fault of every question in a sentence, but for those it knows what to do about", () => {
  for (const of of ASKED) {
    for (const fault of FAULTS) {
      const { state } = step(stateOf({ view: "pair", busy: true }), { type: "failed", of, fault, now: 0, turn: 0 })
      const known =
        (of === "me" && fault.status === 401) || (of === "claim" && /^code-(not-shown|ambiguous)$/.test(fault.code))
      assert.is(state.said === undefined, known, `${of} ${fault.status} ${fault.code}`)
      if (of !== "screens") assert.not.ok(state.busy, of)
    }
  }
})

test("heeds no answer to a claim that was given up", () => {
  const claim = step(stateOf({ view: "pair" }), { type: "pair", nickname: "" }).state
  const fault = { status: 404, code: "code-not-shown" }
  const waiting = step(claim, { type: "failed", of: "claim", fault, now: 0, turn: claim.turn }).state
  const stopped = step(waiting, { type: "stop" }).state
  assert.is(stopped.view, "pair")
  assert.is(step(stopped, { type: "failed", of: "claim", fault, now: 9, turn: claim.turn }).state.view, "pair")
  assert.equal(step(stopped, { type: "tick", turn: claim.turn }).effects, [])
  assert.match(
    step(stopped, { type: "claimed", claimed: { status: "claimed", mac: MAC, again: undefined } }).state.said!.key,
    "done.claimed",
    "it is claimed all the same",
  )
})

test("tells nobody who has signed out what was claimed", () => {
  const out = step(stateOf({ view: "pair" }), { type: "signedOut" }).state
  assert.is(step(out, { type: "claimed", claimed: { status: "claimed", mac: MAC, again: undefined } }).state, out)
})

test("does not put trouble with the list in place of what came of a claim", () => {
  const said = { key: "done.claimed", values: { mac: MAC } } as const
  const failed = { type: "failed", of: "screens", fault: { status: 503, code: "store-failed" }, now: 0 } as const
  assert.equal(step(stateOf({ view: "home", said }), failed).state.said, said)
  assert.equal(step(stateOf({ view: "home" }), failed).state.said, { key: "fault.devices" })
})

test("leaves somebody who typed a wrong code where they can type another", () => {
  const { state, effects } = step(stateOf({ view: "home", busy: true, target: { code: "ABCD" } }), {
    type: "failed",
    of: "claim",
    fault: { status: 404, code: "code-not-found" },
    now: 0,
    turn: 0,
  })
  assert.equal([state.view, state.target, state.said], ["home", {}, { key: "fault.code-not-found" }])
  assert.ok(effects.some((effect) => effect.ask === "address"))
})

const SENTENCES: readonly (readonly [Fault, string])[] = [
  [{ status: 0, code: "" }, "fault.network"],
  [{ status: 502, code: "" }, "fault.server"],
  [{ status: 403, code: "something-new" }, "fault.forbidden"],
  [{ status: 418, code: "teapot" }, "fault.any"],
  [{ status: 403, code: "setup-code-invalid" }, "fault.setup-code-invalid"],
  [{ status: 403, code: "registration-closed" }, "fault.registration-closed"],
  [{ status: 409, code: "username-already-exists" }, "fault.username-already-exists"],
  [{ status: 409, code: "username-reserved" }, "fault.username-reserved"],
  [
    {
      status: 422,
      code: "invalid",
      issues: [
        { path: "username", message: "" },
        { path: "password", message: "" },
      ],
    },
    "fault.username",
  ],
  [{ status: 422, code: "invalid", issues: [{ path: "password", message: "" }] }, "fault.password"],
  [{ status: 422, code: "invalid", issues: [{ path: "pair_code", message: "" }] }, "fault.code-form"],
  [{ status: 400, code: "__proto__" }, "fault.any"],
  [{ status: 400, code: "constructor" }, "fault.any"],
]
for (const [fault, key] of SENTENCES)
  test(`says ${key} for ${JSON.stringify(fault)}`, () => {
    assert.is(sentenceOf(fault).key, key)
  })

test("rounds waiting up to whole minutes", () => {
  assert.equal(
    [1, 60, 61, 900, undefined].map(
      (retryAfter) =>
        sentenceOf({ status: 429, code: "", ...(retryAfter !== undefined && { retryAfter }) }).values!.minutes,
    ),
    ["1", "1", "2", "15", "1"],
  )
})

test("asks again by itself after what passes, and after nothing else", () => {
  assert.equal(
    FAULTS.filter(isTemporary).map(({ status }) => status),
    [0, 500, 502, 503],
  )
})

test.run()
