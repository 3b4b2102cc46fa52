import { suite } from "uvu"
import * as assert from "uvu/assert"
import { answerTo } from "../../../../plugins/inksight/page-pairing/browser/api.js"
import type { Answer, Call, Question } from "../../../../plugins/inksight/page-pairing/browser/api.js"
import { calling } from "../../../../plugins/inksight/page-pairing/browser/calling.js"
import type { Fetch } from "../../../../plugins/inksight/page-pairing/browser/calling.js"

const test = suite("plugins/inksight/page-pairing/api")

const always =
  (answer: Answer): Call =>
  async () =>
    answer
const asked = (question: Question, answer: Answer): ReturnType<typeof answerTo> =>
  answerTo(always(answer), question, () => 7)
const QUESTIONS: readonly Question[] = [
  { ask: "me" },
  { ask: "screens" },
  { ask: "signOut" },
  { ask: "signIn", username: "a", password: "b" },
  { ask: "register", username: "a", password: "b", setup: "" },
  { ask: "claim", code: "ABCD", mac: undefined, nickname: "", turn: 3 },
  { ask: "decide", id: "1", approve: false },
]

test("takes an answer without what it should have for an empty one, whatever it is", async () => {
  for (const question of QUESTIONS) {
    for (const json of [
      undefined,
      null,
      1,
      "x",
      [],
      {},
      { devices: 1, requests: {}, status: 3, username: [] },
      { devices: [null, 1], requests: ["x"] },
    ]) {
      assert.not.equal((await asked(question, { status: 200, json })).type, "failed", question.ask)
      const failed = await asked(question, { status: 500, json })
      assert.equal(
        [failed.type, failed.type === "failed" && [failed.of, failed.now, failed.turn, failed.fault.code]],
        ["failed", [question.ask, 7, question.ask === "claim" ? 3 : undefined, ""]],
      )
    }
  }
})

test("takes what is not 200 for a failure, a redirect too", async () => {
  for (const status of [0, 204, 302, 304, 404])
    assert.is((await asked({ ask: "signOut" }, { status, json: {} })).type, "failed")
})

test("reads what went wrong: code, issues, how long to wait", async () => {
  const failed = await asked(
    { ask: "me" },
    {
      status: 409,
      retryAfter: 9,
      json: {
        error: "Several screens show this code.",
        code: "code-ambiguous",
        issues: [{ path: "mac", message: "0E" }, { path: 3 }],
      },
    },
  )
  assert.equal(failed.type === "failed" && failed.fault, {
    status: 409,
    code: "code-ambiguous",
    retryAfter: 9,
    issues: [
      { path: "mac", message: "0E" },
      { path: "3", message: "" },
    ],
  })
})

test("puts no more into a path than there should be", async () => {
  const paths: string[] = []
  await answerTo(
    async (_, path) => {
      paths.push(path)
      return { status: 200, json: {} }
    },
    { ask: "decide", id: "../../x?", approve: true },
    () => 0,
  )
  assert.equal(paths, ["api/user/devices/requests/..%2F..%2Fx%3F/approve"])
})

/** One answer of a browser's fetch. */
function fetching(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly fetch: Fetch; readonly seen: Parameters<Fetch>[] } {
  const seen: Parameters<Fetch>[] = []
  return {
    seen,
    fetch: async (...given) => {
      seen.push(given)
      return {
        status,
        headers: { get: (name) => headers[name] ?? null },
        json: async () => JSON.parse(body) as unknown,
      }
    },
  }
}

test("calls below the server's address, with the session and nothing else of the browser's", async () => {
  const { fetch, seen } = fetching(200, '{"a":1}')
  const call = calling(fetch, "https://example.org/screens/")
  assert.equal(await call("GET", "api/auth/me"), { status: 200, json: { a: 1 } })
  await call("POST", "api/claim/consume", { pair_code: "ABCD" })
  assert.equal(
    seen.map(([url]) => url),
    ["https://example.org/screens/api/auth/me", "https://example.org/screens/api/claim/consume"],
  )
  const { signal, ...options } = seen[1]![1]
  assert.ok(signal)
  // No "mode": in any other than the usual one the Origin would be null.
  assert.equal(options, {
    method: "POST",
    credentials: "same-origin",
    cache: "no-store",
    headers: { "content-type": "application/json" },
    body: '{"pair_code":"ABCD"}',
  })
  assert.not.ok("body" in seen[0]![1])
})

test("never rejects: no answer has status 0, and what is no JSON has none", async () => {
  assert.equal(await calling(() => Promise.reject(new TypeError("Failed to fetch")), "http://a/")("GET", "x"), {
    status: 0,
    json: undefined,
  })
  assert.equal(await calling(fetching(502, "<html>").fetch, "http://a/")("GET", "x"), { status: 502, json: undefined })
  assert.equal(await calling(fetching(429, "{}", { "retry-after": "12" }).fetch, "http://a/")("GET", "x"), {
    status: 429,
    json: {},
    retryAfter: 12,
  })
  assert.equal(await calling(fetching(503, "{}", { "retry-after": "Wed, 21 Oct" }).fetch, "http://a/")("GET", "x"), {
    status: 503,
    json: {},
  })
})

test.run()
