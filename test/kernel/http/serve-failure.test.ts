import { BadInput, Invalid, NotFound, TooMany, Unavailable, Upstream, z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import type { Answer, Asked } from "./ask.js"
import { exchange, head } from "./exchange.js"
import { echo, failingPicture, listening, routeTo, SHAPE } from "./listening.js"
import type { Listening } from "./listening.js"
import { refusal } from "../../refusal.js"

const test = suite("http/serve: failures")

const body = z.object({ n: z.number() })
const failing = (path: string, error: () => Error) =>
  routeTo(path, () => {
    throw error()
  })
const routes = [
  routeTo("/small", echo, { method: "POST", body, bodyLimit: 100 }),
  routeTo("/default", echo, { method: "POST", body }),
  routeTo("/silent", echo, { method: "POST" }),
  routeTo("/bytes", () => ({ body: Buffer.from([0, 255]) })),
  failing("/fails/known", () => new NotFound("There is no such book: look at the list.", { code: "book-unknown" })),
  failing("/fails/unknown", () => new TypeError("secret path /etc/x")),
  failing("/fails/later", () => new TooMany("Wait a little.", { retryAfter: 30 })),
  failing(
    "/fails/fields",
    () =>
      new NotFound("Not here.", {
        issues: [],
        fields: { url: "x", error: "y", code: "y", message: "y", detail: "y", issues: "y" },
      }),
  ),
  failing("/fails/upstream", () => new Upstream("The weather did not come.")),
  routeTo("/fails/header", () => ({ headers: { "x-words": "secret\n" }, body: "x" })),
  failingPicture("/picture/internal", 200, () => new TypeError("x")),
  failingPicture("/picture/internal500", 500, () => new TypeError("x")),
  failingPicture("/picture/upstream", 200, () => new Upstream("Late.")),
  failingPicture("/picture/store", 200, () => new Unavailable("The store cannot be read.", { code: "store-failed" })),
  failingPicture(
    "/picture/input",
    200,
    () => new BadInput('"w" is wrong.', { issues: [{ path: "w", message: "wrong" }] }),
  ),
  failingPicture("/picture/invalid", 500, () => new Invalid("The settings are wrong.")),
]

let here: Listening
const at = (path: string, asked?: Asked): Promise<Answer> => ask(here.port, path, asked)

test.before(async () => {
  here = await listening(routes)
})
test.after(() => here.server.close())

test("reads a JSON body and refuses a broken or wrong one", async () => {
  const read = await at("/default", { method: "POST", body: '{"n":1}' })
  assert.equal((read.json() as { body: object }).body, { n: 1 })
  for (const [body, status, error] of [
    ["{", 400, "bad-input"],
    ["", 422, "invalid"],
    ["null", 422, "invalid"],
    ['{"n":"1"}', 422, "invalid"],
    [Buffer.from([0xff, 0xfe]), 400, "bad-input"],
  ] as const) {
    const answer = await at("/default", { method: "POST", body })
    assert.equal(refusal(answer), [status, error])
  }
})

test("adds an error's own fields to its body, under those that every error has", async () => {
  assert.equal((await at("/fails/fields")).json(), {
    url: "x",
    error: "Not here.",
    code: "not-found",
    message: "Not here.",
    detail: "Not here.",
    issues: [],
  })
})

test("refuses a body beyond the limit, announced or streamed, with an answer that arrives", async () => {
  const fits = `{"n":1${" ".repeat(93)}}`
  assert.is((await at("/small", { method: "POST", body: fits })).status, 200)
  assert.is((await at("/small", { method: "POST", body: `${fits} ` })).status, 413)
  assert.is((await at("/default", { method: "POST", body: " ".repeat(65_537) })).status, 413, "64 KiB by default")
  const announced = await exchange(here.port, head("/small", "POST", "Content-Length: 9999999999"), (got) =>
    got.endsWith("}"),
  )
  assert.match(announced, /^HTTP\/1\.1 413 [^]*"code":"too-large"/, "before a byte of it was sent")
  const chunk = `${(1024).toString(16)}\r\n${"x".repeat(1024)}\r\n`
  const streamed = `${head("/small", "POST", "Transfer-Encoding: chunked")}${chunk.repeat(200)}0\r\n\r\n`
  assert.match(
    await exchange(here.port, streamed),
    /^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n[^]*"code":"too-large"/i,
  )
})

test("does not read the body of a call that takes none", async () => {
  const answer = await at("/silent", { method: "POST", body: "{broken" })
  assert.is(answer.status, 200)
  assert.equal(answer.json(), { params: {}, query: {}, path: "/silent", address: "127.0.0.1", method: "POST" })
})

test("answers an error with its status, code and sentence, and hides what nobody foresaw", async () => {
  const known = await at("/fails/known")
  const sentence = "There is no such book: look at the list."
  assert.equal(
    [known.status, known.json()],
    [404, { error: sentence, code: "book-unknown", message: sentence, detail: sentence }],
  )
  assert.is((await at("/fails/later")).headers["retry-after"], "30")
  for (const path of ["/fails/unknown", "/fails/header"]) {
    const answer = await at(path)
    assert.equal(refusal(answer), [500, "internal"])
    assert.not.match(answer.text(), /secret/)
  }
})

test("logs every failure of its own, and none of the caller's", async () => {
  const logged = async (path: string): Promise<string[]> => {
    const before = here.log.lines.length
    await at(path)
    return here.log.lines
      .slice(before)
      .map(({ level, event, fields }) => `${level} ${event} ${(fields as { route: string }).route}`)
  }
  assert.equal(await logged("/fails/unknown"), ["error request.failed /fails/unknown"])
  assert.equal(await logged("/fails/upstream"), ["warn request.failed /fails/upstream"])
  assert.equal(await logged("/picture/store"), ["warn request.failed /picture/store"])
  assert.equal(await logged("/fails/known"), [])
  assert.equal(await logged("/nowhere"), [])
})

test("draws the errors of a picture route with a status that the caller shows", async () => {
  for (const [path, status, code, fallback] of [
    ["/picture/internal", 200, "internal", "1"],
    ["/picture/internal500", 500, "internal", "1"],
    ["/picture/upstream", 200, "upstream", "1"],
    ["/picture/store", 503, "store-failed", undefined],
    ["/picture/input", 400, "bad-input", undefined],
    ["/picture/invalid", 400, "invalid", undefined],
  ] as const) {
    const { status: got, headers, body } = await at(`${path}?w=296`)
    assert.equal([got, headers["x-render-error"], headers["x-content-fallback"]], [status, code, fallback], path)
    assert.equal([headers["content-type"], headers["cache-control"]], ["image/words", "no-store"])
    const { shape, title } = JSON.parse(body.toString()) as { shape: object; title: string }
    assert.equal([shape, title], [{ ...SHAPE, width: 296 }, `en error.${code}.title {}`])
  }
  assert.match((await at("/picture/input")).text(), /"detail\\":\\"\\\\\\"w\\\\\\" is wrong\.\\",\\"names\\":\\"w\\"/)
})

test.run()
