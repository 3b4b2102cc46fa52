import { BadInput, NotFound, Unauthenticated, z } from "platen/sdk"
import type { Policy, RouteRequest } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import type { Answer, Asked } from "./ask.js"
import { exchange, head, opened } from "./exchange.js"
import { gate } from "./gate.js"
import type { Gate } from "./gate.js"
import { echo, failingPicture, listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"
import { refusal } from "../../refusal.js"

const test = suite("http/serve")

const named: Policy = {
  id: "named",
  admit: ({ headers }) => (headers["x-name"] === undefined ? undefined : { kind: "person", user: headers["x-name"] }),
}
const strict: Policy = {
  id: "strict",
  admit: () => {
    throw new Unauthenticated("Show a token.", { code: "device-token-invalid" })
  },
}

/** Handlers that wait for the test. */
let late: Gate
let seen: Gate<RouteRequest>

const number = z.string().regex(/^\d+$/, "must be digits").transform(Number)
const routes = [
  routeTo("/echo/:a/:b", echo, { query: z.object({ n: number.default(1) }) }),
  routeTo("/people/:name", echo),
  routeTo("/:kind/of/:thing", echo),
  routeTo("/people/of/:city", echo, { method: "DELETE" }),
  routeTo("/both/:one", echo),
  routeTo("/both/:two", echo, { method: "PUT" }),
  routeTo("/sent", echo, { method: "POST" }),
  routeTo("/bytes", () => ({ body: Buffer.from([0, 255]) })),
  routeTo("/text", () => ({ body: "größer" })),
  routeTo("/json", () => ({ status: 201, body: { a: "größer", b: [1, 2] } })),
  routeTo("/nothing", () => ({ status: 204 })),
  routeTo("/empty", () => ({})),
  routeTo("/second", () => ({ status: 204, outcome: "second" })),
  routeTo("/kept", () => ({ body: "x", headers: { "cache-control": "public, max-age=60" } })),
  routeTo("/tagged", () => ({ body: "page", headers: { etag: '"v1"' } })),
  routeTo("/tagged/posted", () => ({ body: "done", headers: { etag: '"v1"' } }), { method: "POST" }),
  routeTo("/tagged/error", () => ({ status: 404, body: "gone", headers: { etag: '"v1"' } })),
  routeTo("/open-or-named", echo, { auth: { anyOf: ["named"], when: ({ mac }) => mac !== undefined } }),
  routeTo("/any", echo, { auth: { anyOf: ["named", "strict"] } }),
  routeTo("/named", echo, { auth: { anyOf: ["named"] } }),
  routeTo("/fails", () => {
    throw new NotFound("There is no such book: look at the list.", { code: "book-unknown" })
  }),
  failingPicture("/picture", 200, () => new BadInput('"w" is wrong.')),
  routeTo("/waits", async (request) => {
    seen.open(request)
    await late.opened
    return { body: "late" }
  }),
]

let here: Listening
const at = (path: string, asked?: Asked): Promise<Answer> => ask(here.port, path, asked)
const bodyOf = async (path: string, asked?: Asked): Promise<Record<string, unknown>> =>
  (await at(path, asked)).json() as Record<string, unknown>

test.before(async () => {
  here = await listening(routes, { policies: [named, strict], trustProxy: ["127.0.0.1", "10.0.0.2"] })
})
test.after(() => here.server.close())
test.before.each(() => {
  late = gate()
  seen = gate()
})

for (const [path, params] of [
  ["/echo/AA:BB/x", { a: "AA:BB", b: "x" }],
  ["/echo/AA%3ABB/%E5%8C%97", { a: "AA:BB", b: "北" }],
  ["/echo/a%2Fb/%25", { a: "a/b", b: "%" }],
  ["/echo/%zz/%", { a: "%zz", b: "%" }],
  ["/echo/a%00b/..%2f..%2fetc", { a: "a\0b", b: "../../etc" }],
  ["/echo/__proto__/constructor", { a: "__proto__", b: "constructor" }],
  ["/echo/a/b/", { a: "a", b: "b" }],
] as const) {
  test(`decodes the parameters of ${path}`, async () => assert.equal((await bodyOf(path)).params, params))
}

test("gives a handler the parameters of its own path and no other's", async () => {
  assert.equal((await bodyOf("/people/of/ulm", { method: "DELETE" })).params, { city: "ulm" })
  assert.equal((await bodyOf("/birds/of/ulm")).params, { kind: "birds", thing: "ulm" })
  assert.equal((await bodyOf("/both/x")).params, { one: "x" })
  assert.equal((await bodyOf("/both/x", { method: "PUT" })).params, { two: "x" })
})

test("gives a handler typed values", async () => {
  assert.equal((await bodyOf("/echo/a/b?n=007&m=1")).query, { n: 7 })
  assert.equal((await bodyOf("/echo/a/b")).query, { n: 1 })
  const refused = await at("/echo/a/b?n=x")
  assert.is(refused.status, 422)
  const sentence = 'The parameter "n" is wrong: must be digits. Correct the address.'
  assert.equal(refused.json(), {
    error: sentence,
    code: "invalid",
    message: sentence,
    detail: sentence,
    issues: [{ path: "n", message: "must be digits" }],
  })
})

for (const path of [
  "/",
  "//",
  "//text",
  "/text//",
  "/nowhere",
  "/text/more",
  "/%",
  "/%zz",
  "/%2F",
  "/te%00xt",
  "/..",
  "/../text",
  `/${encodeURIComponent("北京")}`,
  `/${"a".repeat(8_000)}`,
  `/text/x?${"q".repeat(8_000)}`,
]) {
  test(`answers 404 as JSON for ${path.length > 40 ? `${path.slice(0, 20)}... of ${path.length} bytes` : path}`, async () => {
    const answer = await at(path)
    assert.is(answer.status, 404)
    assert.is(answer.headers["content-type"], "application/json; charset=utf-8")
    const sentence = "There is nothing at this address: check its spelling."
    assert.equal(answer.json(), { error: sentence, code: "not-found", message: sentence, detail: sentence })
  })
}

test("answers one path with and without a slash at its end, in any case of letters, without a redirect", async () => {
  for (const path of ["/text", "/text/", "/TEXT", "/text?x=1", "/text/?x=1", "/text#x"])
    assert.is((await at(path)).text(), "größer", path)
})

test("answers HEAD as GET with the same head and no body", async () => {
  for (const path of ["/bytes", "/text", "/json", "/empty", "/nowhere", "/fails", "/picture", "/tagged"]) {
    const [got, asked] = [await at(path), await at(path, { method: "HEAD" })]
    assert.is(asked.body.length, 0, path)
    assert.is(asked.status, got.status, path)
    assert.equal({ ...asked.headers, date: "" }, { ...got.headers, date: "" }, path)
    assert.is(Number(asked.headers["content-length"]), got.body.length, path)
  }
})

test("answers 405 with Allow for a method that the path does not know", async () => {
  for (const [path, method, allow] of [
    ["/text", "POST", "GET, HEAD"],
    ["/text", "OPTIONS", "GET, HEAD"],
    ["/sent", "GET", "POST"],
    ["/sent", "HEAD", "POST"],
    ["/both/x", "PATCH", "GET, HEAD, PUT"],
  ] as const) {
    const answer = await at(path, { method })
    assert.is(answer.status, 405)
    assert.is(answer.headers.allow, allow)
    if (method !== "HEAD") assert.is((answer.json() as { code: string }).code, "method-not-allowed")
  }
})

test("sends bytes, text and compact JSON with their type, length in bytes and no-store", async () => {
  for (const [path, type, bytes] of [
    ["/bytes", "application/octet-stream", Buffer.from([0, 255])],
    ["/text", "text/plain; charset=utf-8", Buffer.from("größer")],
    ["/json", "application/json; charset=utf-8", Buffer.from('{"a":"größer","b":[1,2]}')],
    ["/empty", "application/json; charset=utf-8", Buffer.from("{}")],
  ] as const) {
    const { headers, body } = await at(path)
    assert.equal(
      [headers["content-type"], headers["content-length"], headers["cache-control"]],
      [type, String(bytes.length), "no-store"],
    )
    assert.ok(body.equals(bytes), path)
    assert.is(headers["transfer-encoding"], undefined)
  }
  assert.is((await at("/kept")).headers["cache-control"], "public, max-age=60")
  const nothing = await exchange(here.port, head("/nothing", "GET", "Connection: close"))
  assert.match(nothing, /^HTTP\/1\.1 204 No Content\r\n[^]*\r\n\r\n$/)
  assert.not.match(nothing, /content-length|transfer-encoding/i)
})

test("answers 304 only to a request that carries the tag", async () => {
  for (const tag of ['"v1"', 'W/"v1"', '"v0", "v1"', "*"]) {
    const answer = await at("/tagged", { headers: { "if-none-match": tag } })
    assert.equal([answer.status, answer.body.length, answer.headers.etag], [304, 0, '"v1"'], tag)
  }
  assert.is((await at("/tagged", { method: "HEAD", headers: { "if-none-match": '"v1"' } })).status, 304)
  for (const headers of [
    {},
    { "if-none-match": '"v2"' },
    { "if-none-match": "" },
    { "if-modified-since": "Sat, 21 Nov 2026 09:00:00 GMT" },
  ]) {
    assert.is((await at("/tagged", { headers })).status, 200)
  }
  assert.is(
    (await at("/tagged/posted", { method: "POST", headers: { "if-none-match": "*" } })).status,
    200,
    "what was done is not unchanged",
  )
  assert.is(
    (await at("/tagged/error", { headers: { "if-none-match": '"v1"' } })).status,
    404,
    "an error is never unchanged",
  )
})

test("admits by the first policy that says who calls", async () => {
  assert.equal((await bodyOf("/named", { headers: { "x-name": "Ada" } })).principal, { kind: "person", user: "Ada" })
  assert.is((await bodyOf("/open-or-named")).principal, undefined)
  for (const [path, error] of [
    ["/named", "unauthenticated"],
    ["/any", "device-token-invalid"],
    ["/open-or-named?mac=0A0000000001", "unauthenticated"],
  ] as const) {
    const answer = await at(path)
    assert.equal(refusal(answer), [401, error])
  }
  assert.equal((await bodyOf("/any", { headers: { "x-name": "Ada" } })).principal, { kind: "person", user: "Ada" })
})

test("takes the nearest address that is not a trusted proxy's", async () => {
  const from = async (forwarded: string): Promise<unknown> =>
    (await bodyOf("/echo/a/b", { headers: { "x-forwarded-for": forwarded } })).address
  assert.is(await from("6.6.6.6, 203.0.113.7"), "203.0.113.7")
  assert.is(await from("203.0.113.7, 10.0.0.2"), "203.0.113.7")
  assert.is(await from("10.0.0.2"), "127.0.0.1")
  assert.is(await from(""), "127.0.0.1")
})

test("believes no forwarded address unless the operator names the proxy", async () => {
  const plain = await listening(routes, { policies: [named, strict] })
  const answer = await ask(plain.port, "/echo/a/b", { headers: { "x-forwarded-for": "203.0.113.7" } })
  await plain.server.close()
  assert.is((answer.json() as { address: string }).address, "127.0.0.1")
})

test("tells observers the path with its parameters' names, the status and the code, after the answer", async () => {
  const told = async (path: string, method = "GET"): Promise<unknown[]> => {
    const before = here.told.length
    await at(path, { method })
    return here.told.slice(before).map(({ ms, ...event }) => ({ ...event, ms: Number.isFinite(ms) && ms >= 0 }))
  }
  assert.equal(await told("/echo/AA/b?n=1"), [
    {
      method: "GET",
      path: "/echo/AA/b",
      address: "127.0.0.1",
      route: "/echo/:a/:b",
      area: "test",
      status: 200,
      error: undefined,
      mac: undefined,
      ms: true,
    },
  ])
  assert.equal(await told("/fails", "HEAD"), [
    {
      method: "HEAD",
      path: "/fails",
      address: "127.0.0.1",
      route: "/fails",
      area: "test",
      status: 404,
      error: "book-unknown",
      message: "There is no such book: look at the list.",
      mac: undefined,
      ms: true,
    },
  ])
  assert.equal(await told("/picture?w=9&mac=AA"), [
    {
      method: "GET",
      path: "/picture",
      address: "127.0.0.1",
      route: "/picture",
      area: "test",
      status: 400,
      error: "bad-input",
      message: '"w" is wrong.',
      mac: "AA",
      ms: true,
    },
  ])
  assert.equal(await told("/second"), [
    {
      method: "GET",
      path: "/second",
      address: "127.0.0.1",
      route: "/second",
      area: "test",
      status: 204,
      error: undefined,
      outcome: "second",
      mac: undefined,
      ms: true,
    },
  ])
  assert.equal(await told("/second", "PUT"), [
    {
      method: "PUT",
      path: "/second",
      address: "127.0.0.1",
      route: "/second",
      area: "test",
      status: 405,
      error: "method-not-allowed",
      mac: undefined,
      ms: true,
    },
  ])
  assert.equal(await told("/nowhere"), [
    {
      method: "GET",
      path: "/nowhere",
      address: "127.0.0.1",
      route: "none",
      area: undefined,
      status: 404,
      error: "not-found",
      mac: undefined,
      ms: true,
    },
  ])
})

test("aborts the signal when the caller goes, also for a handler that asks for it only then", async () => {
  const caller = await opened(here.port, head("/waits"))
  const request = await seen.opened
  const { signal } = request
  assert.is(signal.aborted, false)
  caller.destroy()
  await new Promise((resolve) => {
    signal.addEventListener("abort", resolve)
  })
  late.open()
  seen = gate()
  late = gate()
  const other = await opened(here.port, head("/waits"))
  const slow = await seen.opened
  other.destroy()
  await at("/text")
  assert.is(slow.signal.aborted, true)
  late.open()
})

test("does not abort the signal once all was sent", async () => {
  const answer = at("/waits")
  const { signal } = await seen.opened
  late.open()
  assert.is((await answer).text(), "late")
  await at("/text")
  assert.is(signal.aborted, false)
})

test.run()
