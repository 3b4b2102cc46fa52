import { connect } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { exchange, head } from "../kernel/http/exchange.js"
import { echo, listening, routeTo } from "../kernel/http/listening.js"
import type { Listening } from "../kernel/http/listening.js"
import { soon } from "../until.js"

/** Attacks A12.9, 10, 12 and 16: heads, addresses and bodies that HTTP allows and few clients send. */
const test = suite("hostile/protocol")

let here: Listening
test.before(async () => {
  here = await listening([
    routeTo("/echo", (request) => ({ body: { path: request.path, query: request.query, host: request.headers.host } })),
    routeTo("/body", echo, { method: "POST", bytes: true, bodyLimit: 1_000 }),
  ])
})
test.after(() => here.server.close())

const bodyOf = (answer: string): string => answer.slice(answer.indexOf("\r\n\r\n") + 4)

test("answers HEAD of a too long address without a body, and GET with one", async () => {
  const path = `/${"x".repeat(40_000)}`
  const answers = await Promise.all(
    ["HEAD", "GET"].map((method) => exchange(here.port, head(path, method, "Connection: close"))),
  )
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.equal(
    answers.map((answer) => bodyOf(answer).length > 0),
    [false, true],
  )
})

test("answers an address with scheme and host as its path, and tells of the path alone", async () => {
  for (const [target, path] of [
    ["http://screens.example:3000/echo", "/echo"],
    ["HTTP://screens.example:3000/echo?a=1", "/echo"],
  ] as const) {
    const answer = await exchange(here.port, head(target, "GET", "Connection: close"))
    assert.match(answer, /^HTTP\/1\.1 200 /, target)
    const said = JSON.parse(bodyOf(answer)) as { path: string; host: string }
    assert.equal([said.path, said.host], [path, "screens.example:3000"])
  }
  assert.equal(
    here.told.slice(-2).map(({ path, route }) => `${path} ${route}`),
    ["/echo /echo", "/echo /echo"],
  )
  for (const target of ["http:///echo", "ftp://screens.example/echo", "http://"])
    assert.match(await exchange(here.port, head(target, "GET", "Connection: close")), /^HTTP\/1\.1 40[04] /, target)
})

test("lets no browser guess another type", async () => {
  for (const [path, status] of [
    ["/echo", 200],
    ["/nowhere", 404],
    ["/body", 405],
  ] as const) {
    assert.match(
      await exchange(here.port, head(path, "GET", "Connection: close")),
      new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nx-content-type-options: nosniff\\r\\n`, "i"),
    )
  }
})

/** Sends chunks for as long as the server takes them. Resolves to what came back and how many bytes went out. */
function flood(sent: string, most: number): Promise<{ readonly got: string; readonly taken: number }> {
  const chunk = Buffer.from(`10000\r\n${"x".repeat(0x10000)}\r\n`)
  return new Promise((resolve) => {
    const socket = connect({ port: here.port, host: "127.0.0.1" })
    let got = ""
    const more = (): void => {
      while (socket.writable && socket.bytesWritten < most) if (!socket.write(chunk)) return
      if (socket.bytesWritten >= most) socket.destroy()
    }
    socket
      .on("data", (part) => {
        got += part.toString()
      })
      .on("error", () => {})
      .on("drain", more)
    socket.on("close", () => resolve({ got, taken: socket.bytesWritten - socket.writableLength }))
    socket.write(sent)
    more()
  })
}

for (const [path, status] of [
  ["/body", 413],
  ["/nowhere", 404],
  ["/echo", 405],
] as const) {
  test(`takes little of an endless body that nobody wants: ${status}`, async () => {
    const { got, taken } = await soon(
      flood(head(path, "POST", "Transfer-Encoding: chunked"), 200 << 20),
      "the server neither takes more nor ends",
    )
    assert.match(
      got,
      new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nconnection: close\\r\\n`, "i"),
      "the next request is for another connection",
    )
    // Beside what the server takes, both sockets hold some megabytes.
    assert.ok(taken < 30 << 20, `${taken >> 20} MB went out`)
  })
}

test("keeps the connection after a short body that nobody wants", async () => {
  const got = await exchange(
    here.port,
    `${head("/body", "POST", "Content-Length: 2000")}${"x".repeat(2_000)}${head("/echo", "GET", "Connection: close")}`,
  )
  assert.equal(
    got.split(/(?=HTTP\/1\.1 \d)/).map((answer) => answer.slice(9, 12)),
    ["413", "200"],
  )
})

test.run()
