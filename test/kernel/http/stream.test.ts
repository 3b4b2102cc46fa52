import { suite } from "uvu"
import * as assert from "uvu/assert"
import { soon } from "../../until.js"
import { ask } from "./ask.js"
import { exchange, head, opened } from "./exchange.js"
import { gate } from "./gate.js"
import type { Gate } from "./gate.js"
import { listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

/** Answers whose body comes piece by piece. */
const test = suite("http/answer: streams")

const ROUND_TRIPS = 5
const PIECE = "x".repeat(64 << 10)

let here: Listening
/** Opened by the test: the stream goes on. */
let go: Gate
/** Opened when the stream's source is asked for its first piece, and when it has ended, however it did. */
let begun: Gate
let ended: Gate
/** What the replies were told. */
let sent: boolean[]
/** Pieces that the source has given. */
let given: number

async function* pieces(): AsyncGenerator<string | Uint8Array> {
  begun.open()
  try {
    yield "one "
    await go.opened
    yield Buffer.from("two ")
    yield "größer"
  } finally {
    ended.open()
  }
}

async function* breaking(error: Error): AsyncGenerator<string> {
  yield "half "
  await go.opened
  throw error
}

async function* endless(): AsyncGenerator<string> {
  begun.open()
  try {
    for (;;) {
      given++
      yield PIECE
    }
  } finally {
    ended.open()
  }
}

test.before(async () => {
  const sentTo = (whole: boolean): void => {
    sent.push(whole)
  }
  here = await listening([
    routeTo("/pieces", () => ({ body: pieces(), sent: sentTo })),
    routeTo("/typed", () => ({
      status: 206,
      type: "text/plain",
      headers: { "x-words": "a", "cache-control": "no-cache" },
      body: pieces(),
    })),
    routeTo("/breaks", () => ({ body: breaking(new Error("the source is broken")), sent: sentTo })),
    routeTo("/breaks/at-once", () => ({ body: breaking(new Error("the source is broken")) })),
    routeTo("/endless", () => ({ body: endless(), sent: sentTo })),
    routeTo("/nothing", () => ({
      body: (async function* () {
        /* nothing to say */
      })(),
    })),
    routeTo("/health", () => ({})),
  ])
})
test.after(() => here.server.close())
test.before.each(() => {
  ;[go, begun, ended] = [gate(), gate(), gate()]
  sent = []
  given = 0
})

async function settled(): Promise<void> {
  for (let i = 0; i < ROUND_TRIPS; i++) await ask(here.port, "/health")
}

const broken = (): number => here.log.lines.filter(({ event }) => event === "response.broken").length

test("sends each piece as it comes, chunked, and says that the last has left", async () => {
  const first = await exchange(here.port, head("/pieces"), (got) => got.includes("one "))
  assert.match(first, /^HTTP\/1.1 200 OK\r\n/)
  assert.match(first, /Transfer-Encoding: chunked/)
  assert.not.match(first, /two|content-length/i)
  go.open()
  await soon(ended.opened, "the end of the stream that nobody reads any more never comes")
  go = gate()
  const whole = ask(here.port, "/pieces")
  go.open()
  assert.is((await whole).text(), "one two größer")
  await settled()
  assert.equal(sent, [false, true])
})

test("takes status, type and headers from the reply, else an event stream that nobody keeps", async () => {
  go.open()
  const [typed, plain] = [await ask(here.port, "/typed"), await ask(here.port, "/pieces")]
  assert.equal(
    [typed.status, typed.headers["content-type"], typed.headers["x-words"], typed.headers["cache-control"]],
    [206, "text/plain", "a", "no-cache"],
  )
  assert.equal(
    [plain.headers["content-type"], plain.headers["cache-control"]],
    ["text/event-stream; charset=utf-8", "no-store"],
  )
})

test("answers HEAD with the head alone, and never starts the source", async () => {
  let started = false
  void begun.opened.then(() => {
    started = true
  })
  const answer = await ask(here.port, "/pieces", { method: "HEAD" })
  await settled()
  assert.equal(
    [answer.status, answer.body.length, answer.headers["content-type"], started, sent],
    [200, 0, "text/event-stream; charset=utf-8", false, [true]],
  )
})

test("ends the source when the caller goes, while it waits and while it gives", async () => {
  for (const [path, reset] of [
    ["/pieces", false],
    ["/pieces", true],
    ["/endless", false],
    ["/endless", true],
  ] as const) {
    ;[go, begun, ended] = [gate(), gate(), gate()]
    sent = []
    const before = broken()
    const socket = await opened(here.port, head(path))
    await soon(begun.opened, "the first piece never comes")
    if (reset) socket.resetAndDestroy()
    else socket.destroy()
    await settled()
    go.open()
    await soon(ended.opened, `the end of ${path} never comes`)
    await settled()
    assert.equal([sent, broken() - before], [[false], 0], `${path} ${reset ? "reset" : "closed"}`)
  }
})

test("gives no faster than the caller takes", async () => {
  const socket = (await opened(here.port, head("/endless"))).pause()
  await soon(begun.opened, "the first piece never comes")
  let before: number
  do {
    before = given
    await settled()
  } while (given > before)
  assert.ok(given * PIECE.length < 64 << 20, `${given} pieces`)
  socket.destroy()
  await soon(ended.opened, "the end never comes")
})

test("breaks the connection off when the source throws, so that half is not taken for the whole", async () => {
  const before = broken()
  const got = exchange(here.port, head("/breaks"))
  go.open()
  const raw = await got
  assert.match(raw, /half /)
  assert.not.match(raw, /0\r\n\r\n$/, "no last chunk")
  await settled()
  assert.equal([sent, broken() - before], [[false], 1])
  let failed = false
  await ask(here.port, "/breaks/at-once").catch(() => {
    failed = true
  })
  assert.ok(failed, "a client sees it")
  assert.is((await ask(here.port, "/health")).status, 200, "and the server goes on")
})

test("ends an answer of no piece", async () => {
  const answer = await ask(here.port, "/nothing")
  assert.equal([answer.status, answer.body.length], [200, 0])
})

test("lets a connection serve on after a stream", async () => {
  go.open()
  const got = await exchange(here.port, head("/pieces") + head("/health", "GET", "Connection: close"))
  assert.match(got, /one [^]*0\r\n\r\nHTTP\/1.1 200 OK[^]*\{\}$/)
})

test.run()
