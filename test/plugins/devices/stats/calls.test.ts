import type { RequestEvent } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { callOf, KINDS, sentenceOf } from "../../../../plugins/devices/stats/calls.js"

const test = suite("plugins/devices/stats/calls")

const MAC = "0A:BB:CC:DD:EE:FF"
type Parts = Partial<RequestEvent>
const event = (parts: Parts): RequestEvent => ({
  method: "GET",
  route: "/api/device/:mac/state",
  area: "extended",
  status: 200,
  error: undefined,
  path: `/api/device/${MAC}/state`,
  address: "192.0.2.1",
  mac: MAC,
  ms: 1,
  ...parts,
})

for (const [what, parts, kind] of [
  ["a wrong token", { status: 401, error: "device-token-invalid" }, "token-wrong"],
  [
    "a wrong token of a render",
    { route: "/api/render", path: "/api/render", status: 401, error: "device-token-invalid" },
    "token-wrong",
  ],
  ["a token that waits for its owner", { status: 403, error: "device-unconfirmed" }, "token-unconfirmed"],
  ["a provisional token", { outcome: "token-provisional" }, "token-provisional"],
  ["a token that is asked for again", { outcome: "token-again" }, "token-again"],
  ["no alert token", { status: 401, error: "agent-token-missing" }, "alert-token-wrong"],
  ["a wrong alert token", { status: 403, error: "agent-token-invalid" }, "alert-token-wrong"],
  ["another method", { method: "PUT", status: 405, error: "method-not-allowed", mac: undefined }, "address-wrong"],
  [
    "a path that nobody has",
    { route: "none", path: `/api/device/${MAC}/nothing`, status: 404, error: "not-found", mac: undefined },
    "address-wrong",
  ],
  [
    "the other name of such a path",
    { route: "none", path: `/api/v1/device/${MAC}/nothing`, status: 404, error: "not-found", mac: undefined },
    "address-wrong",
  ],
  [
    "a path behind a prefix",
    { route: "none", path: `/inksight/api/device/${MAC}/token`, status: 404, error: "not-found", mac: undefined },
    "address-wrong",
  ],
  [
    "a page behind a prefix",
    { route: "none", path: "/inksight/api/render", status: 404, error: "not-found", mac: undefined },
    "address-wrong",
  ],
  [
    "a wrong size",
    { route: "/api/v1/render", path: "/api/v1/render", status: 400, error: "bad-input", message: '"w" is wrong.' },
    "call-wrong",
  ],
  [
    "a body that is none",
    { method: "POST", route: "/api/device/:mac/runtime", status: 400, error: "bad-input" },
    "call-wrong",
  ],
  ["an address that is none", { status: 400, error: "bad-input", mac: "nonsense" }, "mac-wrong"],
  ["too many calls", { route: "/api/render", status: 429, error: "rate-limited" }, "rate-limited"],
] as readonly [string, Parts, string][]) {
  test(`has something to say of ${what}`, () => {
    const call = callOf(event(parts))!
    assert.is(call.kind, kind)
    const named = parts.mac !== "nonsense" && parts.path !== "/inksight/api/render"
    assert.equal([call.mac, call.address], [named ? MAC : "", "192.0.2.1"])
  })
}

for (const [what, parts] of [
  ["what is in order", {}],
  ["a path of people", { route: "none", path: "/favicon.ico", status: 404, error: "not-found", mac: undefined }],
  [
    "a path that only looks so",
    { route: "none", path: "/api/devices", status: 404, error: "not-found", mac: undefined },
  ],
  [
    "another method elsewhere",
    { route: "/api/modes", path: "/api/modes", status: 405, error: "method-not-allowed", mac: undefined },
  ],
  [
    "people who are not signed in",
    { route: "/api/user/devices", path: "/api/user/devices", status: 401, error: "unauthenticated", mac: undefined },
  ],
  ["people who may not", { status: 403, error: "forbidden" }],
  ["what is not known", { status: 404, error: "device-not-found" }],
  ["a field that is wrong", { status: 422, error: "invalid" }],
  ["our own failure", { status: 503, error: "store-failed" }],
  [
    "too many calls of others",
    { route: "/api/auth/login", path: "/api/auth/login", status: 429, error: "rate-limited", mac: undefined },
  ],
] as const) {
  test(`has nothing to say of ${what}`, () => assert.is(callOf(event(parts)), undefined))
}

test("folds the address of a path, and leaves out what is none", () => {
  const macOf = (path: string): string =>
    callOf(event({ route: "none", path, status: 404, error: "not-found", mac: undefined }))!.mac
  assert.equal(
    [
      macOf("/api/device/0a-bb-cc-dd-ee-ff/x"),
      macOf("/api/device/0A%3ABB%3ACC%3ADD%3AEE%3AFF/x"),
      macOf("/api/device/%E0%A4%A/x"),
      macOf("/api/device/"),
    ],
    [MAC, MAC, "", ""],
  )
})

test("keeps what the caller was told only where it says more, and bounded", () => {
  const long = { message: "x".repeat(1_000), error: "bad-input", status: 400 }
  assert.is(callOf(event(long))!.detail.length, 300)
  assert.is(
    callOf(event({ status: 401, error: "device-token-invalid", message: "The device token is wrong." }))!.detail,
    "",
  )
  assert.is(callOf(event({ ...long, address: "f".repeat(1_000) }))!.address.length, 100)
})

test("says of every kind in one sentence what happened and what to do", () => {
  for (const kind of KINDS) assert.match(sentenceOf(kind), /^[A-Z][^.]*(\.(?! )[^.]*)*: [^]*[a-z]\.$/, kind)
})

test.run()
