import { createServer } from "node:net"
import type { Server, Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { callServer } from "../../../kernel/simulate/wire.js"
import type { Answered, Call } from "../../../kernel/simulate/wire.js"

const test = suite("simulate/wire")

/** Milliseconds after which a call is given up here. */
const PATIENCE = { connectMs: 200, headMs: 200, bodyMs: 200 }
const JSON_BODY = `{"ok":true}`
const LENGTH = `Content-Length: ${JSON_BODY.length}`

let server: Server
let port: number
let asked: string
let speak: (socket: Socket) => void | Promise<void>

test.before(async () => {
  server = createServer((socket) => {
    asked = ""
    socket
      .on("error", () => {})
      .on("data", (part) => {
        asked += part.toString()
        const [head, body = ""] = asked.split("\r\n\r\n")
        if (asked.includes("\r\n\r\n") && body.length === Number(/Content-Length: (\d+)/.exec(head!)?.[1] ?? 0))
          void speak(socket)
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  port = (server.address() as { port: number }).port
})
test.after(() => {
  server.close()
})

const text = (head: readonly string[], body = JSON_BODY): string => [...head, "", body].join("\r\n")
const calling = (more: Partial<Call> = {}): Promise<Answered> =>
  callServer({ host: "127.0.0.1", port, prefix: "/under" }, { method: "GET", path: "/x?y=1", ...more }, PATIENCE)

function answering(...parts: readonly string[]): void {
  speak = async (socket) => {
    for (const part of parts) {
      socket.write(part)
      await setTimeout(20)
    }
  }
}

async function faultOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error("it was taken"),
    (error: unknown) => error as Error,
  )
}

test("asks as the firmware asks", async () => {
  answering(text(["HTTP/1.1 200 OK", LENGTH]))
  await calling({ token: "secret", picture: true })
  assert.equal(asked.split("\r\n"), [
    "GET /under/x?y=1 HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "User-Agent: ESP32HTTPClient",
    "Connection: keep-alive",
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    "Accept-Encoding: identity",
    "X-Device-Token: secret",
    "",
    "",
  ])
  await calling({ method: "POST", body: "{}" })
  assert.equal(asked.split("\r\n").slice(4), [
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    "Content-Type: application/json",
    "Content-Length: 2",
    "",
    "{}",
  ])
})

test("reads status, headers in any case with the last of several, and body", async () => {
  answering(text(["HTTP/1.1 201 Created", "X-A: 1", "x-a:  2 ", `content-length:${JSON_BODY.length}`]))
  const { status, headers, body, failure } = await calling()
  assert.equal([status, headers.get("x-a"), body.toString(), failure], [201, "2", JSON_BODY, undefined])
})

test("takes 204 without a body, and of what is thrown away 500 bytes", async () => {
  answering("HTTP/1.1 204 No Content\r\n\r\n")
  assert.is((await calling()).status, 204)
  answering(text(["HTTP/1.1 503 Service Unavailable", "Content-Length: 900"], "x".repeat(900)))
  const { status, body } = await calling()
  assert.equal([status, body.length], [503, 500])
})

for (const [what, parts, message] of [
  ["an interim answer", [text(["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", LENGTH])], /an interim answer, 100/],
  ["a redirect", [text(["HTTP/1.1 307 Temporary Redirect", "Location: /", LENGTH])], /a redirect, 307/],
  ["an unchanged answer", [text(["HTTP/1.1 304 Not Modified"], "")], /a redirect, 304/],
  ["what is no HTTP", ["SSH-2.0-OpenSSH\r\n"], /is no status line$/],
  ["a header without a colon", [text(["HTTP/1.1 200 OK", "Nonsense", LENGTH])], /is no header$/],
  ["chunks", [text(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"])], /transfer-encoding: chunked/],
  ["chunks beside a length", [text(["HTTP/1.1 200 OK", LENGTH, "Transfer-Encoding: chunked"])], /transfer-encoding/],
  ["compression", [text(["HTTP/1.1 200 OK", LENGTH, "Content-Encoding: gzip"])], /content-encoding: gzip/],
  ["no length", [text(["HTTP/1.1 200 OK"])], /Content-Length is undefined$/],
  ["a length that is none", [text(["HTTP/1.1 200 OK", "Content-Length: many"])], /Content-Length is many$/],
  ["200 with an empty body", [text(["HTTP/1.1 200 OK", "Content-Length: 0"], "")], /200 with an empty body/],
  ["204 with a body", [text(["HTTP/1.1 204 No Content", LENGTH])], /204 with a Content-Length/],
  [
    "bytes beyond the length",
    [text(["HTTP/1.1 200 OK", LENGTH], `${JSON_BODY}{}`)],
    /2 bytes came after the announced length$/,
  ],
  [
    "head and body in two writes",
    [`HTTP/1.1 200 OK\r\n${LENGTH}\r\n\r\n`, JSON_BODY],
    /head and body came in pieces: 39 of 50 bytes first$/,
  ],
] as const) {
  test(`chokes on ${what}, and says where`, async () => {
    answering(...parts)
    const error = await faultOf(calling())
    assert.is(error.name, "Choked", error.message)
    assert.match(error.message, /^GET \/x\?y=1: /)
    assert.match(error.message, message)
  })
}

for (const [what, how, failure] of [
  ["nothing comes", () => {}, /^nothing came for 0.2 s$/],
  [
    "the head stops",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
    },
    /^nothing came for 0.2 s$/,
  ],
  [
    "the connection ends in the middle",
    (socket: Socket) => {
      socket.end(text(["HTTP/1.1 200 OK", "Content-Length: 40000"], "x".repeat(100)))
    },
    /^the connection ended in the middle$/,
  ],
  [
    "the body stops",
    (socket: Socket) => {
      socket.write(text(["HTTP/1.1 200 OK", "Content-Length: 40000"], "x".repeat(100)))
    },
    /^nothing came for 0.2 s$/,
  ],
  [
    "the connection is reset",
    (socket: Socket) => {
      socket.resetAndDestroy()
    },
    /ECONNRESET|ended/,
  ],
] as const) {
  test(`takes it for a failed call when ${what}`, async () => {
    speak = how
    const answered = await calling()
    assert.is(answered.status, 0)
    assert.match(answered.failure!, failure)
  })
}

test("takes it for a failed call when nobody listens", async () => {
  const nobody = createServer()
  await new Promise<void>((resolve) => {
    nobody.listen(0, "127.0.0.1", resolve)
  })
  const { port: free } = nobody.address() as { port: number }
  await new Promise((resolve) => {
    nobody.close(resolve)
  })
  const { status, failure } = await callServer(
    { host: "127.0.0.1", port: free, prefix: "" },
    { method: "GET", path: "/" },
    PATIENCE,
  )
  assert.is(status, 0)
  assert.match(failure!, /ECONNREFUSED/)
})

test.run()
