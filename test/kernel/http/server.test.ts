import { connect } from "node:net"
import type { Socket } from "node:net"
import { SetupError, z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { soon, until } from "../../until.js"
import { ask } from "./ask.js"
import { exchange, head, opened } from "./exchange.js"
import { gate } from "./gate.js"
import type { Gate } from "./gate.js"
import { listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

const test = suite("http/server")

/** Longer than any test: nothing ends because a server with these waits has lost timeouts. */
const HOUR = 3_600_000
const PATIENT = { head: HOUR, request: HOUR, stalled: HOUR, check: HOUR }

let entered: Gate
let late: Gate
const routes = [
  routeTo("/text", () => ({ body: "page" })),
  routeTo("/waits/:n", async ({ params }) => {
    entered.open()
    await late.opened
    return { body: `late ${params.n}` }
  }),
  routeTo("/body", ({ body }) => ({ body }), { method: "POST", body: z.object({ n: z.number() }) }),
]

let here: Listening
/** The server is well: it answers a new caller. */
const isWell = async (): Promise<void> => {
  assert.is((await ask(here.port, "/text")).text(), "page")
}
const HALF_BODY = `${head("/body", "POST", "Content-Length: 7")}{"n"`
const closing = (path: string): string => head(path, "GET", "Connection: close")

test.before(async () => {
  here = await listening(routes)
})
test.after(() => here.server.close())
test.before.each(() => {
  entered = gate()
  late = gate()
})
test.after.each(isWell)

const GET = closing("/text")
for (const [what, sent, answer] of [
  ["binary garbage", Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), /^HTTP\/1\.1 400 /],
  ["a TLS hello", Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), /^HTTP\/1\.1 400 /],
  ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["an unknown method", "BREW /text HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["HTTP/0.9", "GET /text\r\n\r\n", /^HTTP\/1\.1 (200|400) /],
  ["HTTP/1.0", "GET /text HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*page$/],
  ["HTTP/3.7", "GET /text HTTP/3.7\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["no Host", "GET /text HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 200 /],
  ["a space in the path", closing("/te xt"), /^HTTP\/1\.1 400 /],
  ["raw bytes above ASCII in the path", Buffer.from(closing("/größe")), /^HTTP\/1\.1 (400|404) /],
  ["a header without a colon", head("/text", "GET", "Nonsense", "Connection: close"), /^HTTP\/1\.1 400 /],
  ["a zero byte in a header", head("/text", "GET", "X-A: \0", "Connection: close"), /^HTTP\/1\.1 400 /],
  ["two lengths", head("/body", "POST", "Content-Length: 1", "Content-Length: 2"), /^HTTP\/1\.1 400 /],
  ["a length and chunks", head("/body", "POST", "Content-Length: 4", "Transfer-Encoding: chunked"), /^HTTP\/1\.1 400 /],
  ["a negative length", head("/body", "POST", "Content-Length: -1"), /^HTTP\/1\.1 400 /],
  [
    "a chunk size that is no number",
    `${head("/body", "POST", "Transfer-Encoding: chunked")}ZZ\r\nabc\r\n`,
    /^HTTP\/1\.1 400 /,
  ],
  [
    "a chunk longer than it says",
    `${head("/body", "POST", "Transfer-Encoding: chunked")}1\r\nabc\r\n0\r\n\r\n`,
    /^HTTP\/1\.1 400 /,
  ],
  [
    "an unknown transfer encoding",
    head("/body", "POST", "Transfer-Encoding: gzip", "Connection: close"),
    /^HTTP\/1\.1 400 /,
  ],
  ["a header of 100 KB", head("/text", "GET", `X-A: ${"a".repeat(100_000)}`), /^HTTP\/1\.1 431 /],
  ["a path of 100 KB", closing(`/${"a".repeat(100_000)}`), /^HTTP\/1\.1 (414|431) /],
  [
    "10,000 headers",
    head("/text", "GET", ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`)),
    /^HTTP\/1\.1 431 /,
  ],
  ["CONNECT", "CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n", /^$|^HTTP\/1\.1 40[045] /],
  ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 404 /],
  [
    "a wish for a websocket",
    head("/text", "GET", "Connection: Upgrade, close", "Upgrade: websocket"),
    /^HTTP\/1\.1 200 /,
  ],
  ["nothing but a good request", GET, /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\npage$/],
] as const) {
  test(`answers or closes on ${what}`, async () => assert.match(await exchange(here.port, sent), answer))
}

test("refuses what it cannot read with a whole JSON answer, and closes", async () => {
  const [, headers, body] = /^HTTP\/1\.1 400 Bad Request\r\n([^]*)\r\n\r\n([^]*)$/.exec(
    await exchange(here.port, "\0\r\n\r\n"),
  )!
  assert.match(headers!, new RegExp(`Content-Length: ${body!.length}\r\n`))
  assert.match(headers!, /Connection: close/)
  const { error, code, message, detail } = JSON.parse(body!) as Record<string, string>
  assert.equal([code, error === message && message === detail, message!.endsWith(".")], ["bad-input", true, true])
})

test("lets go of clients that sent garbage and stay", async () => {
  const patient = await listening([], { waits: PATIENT })
  const before = sockets()
  const clients = await Promise.all(Array.from({ length: 30 }, () => halfOpen(patient.port, "\0\r\n\r\n")))
  await until(() => sockets() < before + 45, "the server keeps its ends of the connections")
  for (const client of clients) client.destroy()
  await patient.server.close()
})

for (const expect of ["100-continue", "tea"]) {
  test(`sends no interim answer to Expect: ${expect}`, async () => {
    const got = await exchange(
      here.port,
      `${head("/body", "POST", "Content-Length: 7", `Expect: ${expect}`, "Connection: close")}{"n":1}`,
    )
    assert.match(got, /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"n":1\}$/)
    assert.is(got.match(/HTTP\/1\.1/g)?.length, 1)
  })
}

test("answers pipelined requests in their order, each whole", async () => {
  const paths = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? `/waits/${i}` : i % 3 === 1 ? "/text" : "/nowhere"))
  const answers = exchange(here.port, `${paths.map((path) => head(path)).join("")}${closing("/text")}`)
  await entered.opened
  late.open()
  const got = (await answers).split(/(?=HTTP\/1\.1 )/)
  assert.is(got.length, paths.length + 1)
  for (const [i, path] of [...paths, "/text"].entries()) {
    const [status, end] = path === "/text" ? [200, "page"] : path === "/nowhere" ? [404, "}"] : [200, `late ${i}`]
    assert.ok(got[i]!.startsWith(`HTTP/1.1 ${status} `) && got[i]!.endsWith(end), `answer ${i}: ${got[i]}`)
  }
})

test("reads a request that comes byte by byte", async () => {
  const socket = await opened(here.port)
  const got = new Promise<string>((resolve) => {
    let text = ""
    socket
      .on("data", (part) => {
        text += part.toString()
      })
      .on("end", () => resolve(text))
  })
  const sent = `${head("/body", "POST", "Content-Length: 7", "Connection: close")}{"n":1}`
  socket.setNoDelay(true)
  for (const byte of sent)
    await new Promise((resolve) => {
      socket.write(byte, resolve)
    })
  assert.match(await got, /^HTTP\/1\.1 200 [^]*\{"n":1\}$/)
})

test("serves others while some send half a head, half a body or nothing", async () => {
  const halves = [
    "",
    "GET /te",
    "GET /text HTTP/1.1\r\nHost: x\r\n",
    HALF_BODY,
    `${head("/body", "POST", "Transfer-Encoding: chunked")}3\r\n{"n`,
  ]
  const half = await Promise.all(halves.flatMap((sent) => Array.from({ length: 10 }, () => opened(here.port, sent))))
  await Promise.all(Array.from({ length: 20 }, isWell))
  for (const socket of half) socket.destroy()
})

test("answers 400 when the caller stops half-way through its body and still listens", async () => {
  const socket = connect({ port: here.port, host: "127.0.0.1", allowHalfOpen: true })
  socket.end(HALF_BODY)
  let got = ""
  for await (const part of socket) got += String(part)
  assert.match(got, /^$|^HTTP\/1\.1 400 /)
})

test("outlives callers that reset in the middle", async () => {
  const sent = [head("/text"), head("/waits/1"), "GET /te", HALF_BODY, `${HALF_BODY}:1}`]
  for (const each of sent) (await opened(here.port, each)).resetAndDestroy()
  await entered.opened
  late.open()
  await isWell()
  assert.equal(
    here.log.lines.filter(({ level }) => level === "error"),
    [],
  )
})

test("keeps a connection for the next request", async () => {
  const socket = await opened(here.port, head("/text"))
  const answer = (): Promise<string> =>
    new Promise((resolve) => {
      socket.once("data", (part) => resolve(part.toString()))
    })
  assert.match(await answer(), /Connection: keep-alive[^]*page$/)
  const second = answer()
  socket.write(head("/nowhere"))
  assert.match(await second, /^HTTP\/1\.1 404 /)
  socket.destroy()
})

test("finishes what is in flight when it stops, takes no more, and does not wait for the idle", async () => {
  const stopping = await listening(routes, { waits: PATIENT })
  const silent = await opened(stopping.port)
  const halfHead = await opened(stopping.port, "GET /te")
  const garbage = await halfOpen(stopping.port, "\0\r\n\r\n")
  const idle = await opened(stopping.port, head("/text"))
  await new Promise((resolve) => {
    idle.once("data", resolve)
  })
  const inFlight = exchange(stopping.port, head("/waits/1"))
  await entered.opened
  const stopped = stopping.server.close()
  assert.is(await refusal(stopping.port), "ECONNREFUSED")
  late.open()
  assert.match(await inFlight, /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nlate 1$/)
  await soon(stopped, "it waits for the idle")
  for (const socket of [silent, halfHead, garbage, idle]) socket.destroy()
})

test("says why it cannot listen", async () => {
  const error = await listening([], { port: here.port }).then(
    () => undefined,
    (cause: unknown) => cause as Error,
  )
  assert.instance(error, SetupError)
  assert.is(
    error?.message,
    `The server cannot listen on 127.0.0.1:${here.port}: another program uses it; choose another one with PORT.`,
  )
})

/** A client that sends, hears the server out and does not close its own end. */
async function halfOpen(port: number, sent: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  socket.on("error", () => {}).write(sent)
  await new Promise((resolve) => {
    socket.resume().once("end", resolve)
  })
  return socket
}

/** Connections of this process, both ends counted. */
const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length

function refusal(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1" })
    socket.once("connect", () => {
      socket.destroy()
      resolve("connected")
    })
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

test.run()
