import { createServer } from "node:net"
import type { Server, Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { connectionFault, sendRequest } from "../../../../plugins/tools/simulator/http-client.js"
import type { HttpRequest, HttpResponse } from "../../../../plugins/tools/simulator/http-client.js"

const test = suite("simulate/http-client")

/** Short timeouts, so that the tests are fast. */
const TIMEOUTS = { connectMs: 200, headMs: 200, bodyMs: 200 }
const JSON_BODY = `{"ok":true}`
const LENGTH = `Content-Length: ${JSON_BODY.length}`

let server: Server
let port: number
let received: string
let respond: (socket: Socket) => void | Promise<void>

test.before(async () => {
  server = createServer((socket) => {
    received = ""
    socket
      .on("error", () => {})
      .on("data", (part) => {
        received += part.toString()
        const [head, body = ""] = received.split("\r\n\r\n")
        if (received.includes("\r\n\r\n") && body.length === Number(/Content-Length: (\d+)/.exec(head!)?.[1] ?? 0))
          void respond(socket)
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
const send = (more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
  sendRequest({ host: "127.0.0.1", port, prefix: "/under" }, { method: "GET", path: "/x?y=1", ...more }, TIMEOUTS)

function respondWith(...parts: readonly string[]): void {
  respond = async (socket) => {
    for (const part of parts) {
      // Each part in a packet of its own, which the client has read before the next is sent.
      await new Promise((resolve) => socket.write(part, resolve))
      for (let turns = 0; turns < 5; turns++) await setImmediate()
    }
  }
}

async function faultOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error("the client accepts the response"),
    (error: unknown) => error as Error,
  )
}

test("sends the firmware's head and body", async () => {
  respondWith(text(["HTTP/1.1 200 OK", LENGTH]))
  await send({ token: "secret", picture: true })
  assert.equal(received.split("\r\n"), [
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
  await send({ method: "POST", body: "{}" })
  assert.equal(received.split("\r\n").slice(4), [
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    "Content-Type: application/json",
    "Content-Length: 2",
    "",
    "{}",
  ])
})

test("reads the status, the body, and headers in any case, of which the last one counts", async () => {
  respondWith(text(["HTTP/1.1 201 Created", "X-A: 1", "x-a:  2 ", `content-length:${JSON_BODY.length}`]))
  const { status, headers, body, failure } = await send()
  assert.equal([status, headers.get("x-a"), body.toString(), failure], [201, "2", JSON_BODY, undefined])
})

test("accepts 204 without a body, and reads 500 bytes of an error's body", async () => {
  respondWith("HTTP/1.1 204 No Content\r\n\r\n")
  assert.is((await send()).status, 204)
  respondWith(text(["HTTP/1.1 503 Service Unavailable", "Content-Length: 900"], "x".repeat(900)))
  const { status, body } = await send()
  assert.equal([status, body.length], [503, 500])
})

for (const [what, parts, message] of [
  [
    "an interim response",
    [text(["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", LENGTH])],
    /100 is an interim response/,
  ],
  ["a redirect", [text(["HTTP/1.1 307 Temporary Redirect", "Location: /", LENGTH])], /307 is a redirect/],
  ["304", [text(["HTTP/1.1 304 Not Modified"], "")], /304 is a redirect/],
  ["another protocol than HTTP", ["SSH-2.0-OpenSSH\r\n"], /is not a status line; respond with HTTP\/1\.1$/],
  [
    "a header without a colon",
    [text(["HTTP/1.1 200 OK", "Nonsense", LENGTH])],
    /is not a header; write "Name: value"$/,
  ],
  [
    "a chunked body",
    [text(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"])],
    /transfer-encoding is chunked, which the firmware does not decode/,
  ],
  [
    "a chunked body with a length",
    [text(["HTTP/1.1 200 OK", LENGTH, "Transfer-Encoding: chunked"])],
    /transfer-encoding/,
  ],
  ["a compressed body", [text(["HTTP/1.1 200 OK", LENGTH, "Content-Encoding: gzip"])], /content-encoding is gzip/],
  ["a missing length", [text(["HTTP/1.1 200 OK"])], /Content-Length is missing; send the length/],
  [
    "a length that is not a number",
    [text(["HTTP/1.1 200 OK", "Content-Length: many"])],
    /Content-Length is "many"; send the length/,
  ],
  ["200 with an empty body", [text(["HTTP/1.1 200 OK", "Content-Length: 0"], "")], /200 has an empty body/],
  [
    "204 with a body",
    [text(["HTTP/1.1 204 No Content", LENGTH])],
    /204 has a Content-Length of 11; send 204 without a body$/,
  ],
  [
    "bytes beyond the length",
    [text(["HTTP/1.1 200 OK", LENGTH], `${JSON_BODY}{}`)],
    /2 bytes follow the body; send as many bytes as Content-Length announces$/,
  ],
  [
    "head and body in two writes",
    [`HTTP/1.1 200 OK\r\n${LENGTH}\r\n\r\n`, JSON_BODY],
    /head and body arrived separately, 39 of 50 bytes first; send them in one write$/,
  ],
] as const) {
  test(`rejects ${what}, and names the request`, async () => {
    respondWith(...parts)
    const error = await faultOf(send())
    assert.is(error.name, "ProtocolViolation", error.message)
    assert.match(error.message, /^GET \/x\?y=1: /)
    assert.match(error.message, message)
  })
}

for (const [what, how, failure] of [
  ["no response arrives", () => {}, /^no data arrived for 0\.2 s$/],
  [
    "the head stops",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
    },
    /^no data arrived for 0\.2 s$/,
  ],
  [
    "the connection closes within the body",
    (socket: Socket) => {
      socket.end(text(["HTTP/1.1 200 OK", "Content-Length: 40000"], "x".repeat(100)))
    },
    /^the connection closed before the response was complete$/,
  ],
  [
    "the body stops",
    (socket: Socket) => {
      socket.write(text(["HTTP/1.1 200 OK", "Content-Length: 40000"], "x".repeat(100)))
    },
    /^no data arrived for 0\.2 s$/,
  ],
  [
    "the connection is reset",
    (socket: Socket) => {
      socket.resetAndDestroy()
    },
    /ECONNRESET|closed/,
  ],
] as const) {
  test(`reports a failed request when ${what}`, async () => {
    respond = how
    const response = await send()
    assert.is(response.status, 0)
    assert.match(response.failure!, failure)
  })
}

test("reports a failed request, and a fault of the connection, when no server listens", async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => {
    closed.listen(0, "127.0.0.1", resolve)
  })
  const { port: free } = closed.address() as { port: number }
  await new Promise((resolve) => {
    closed.close(resolve)
  })
  const { status, failure } = await sendRequest(
    { host: "127.0.0.1", port: free, prefix: "" },
    { method: "GET", path: "/" },
    TIMEOUTS,
  )
  assert.is(status, 0)
  assert.match(failure!, /ECONNREFUSED/)
  for (const host of ["127.0.0.1", "localhost"])
    assert.match((await connectionFault({ host, port: free, prefix: "" }, TIMEOUTS))!, /ECONNREFUSED/)
})

test.run()
