import type { Socket } from "node:net"
import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { soon } from "../../until.js"
import { ask } from "./ask.js"
import { head, opened } from "./exchange.js"
import { listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

/** Callers that dawdle, by a server whose timeouts is a hundredth of the usual one. */
const test = suite("http/slow callers")

const WAITS = { head: 150, request: 400, stalled: 600, check: 50 }
/** Milliseconds between two bytes of a caller that dawdles, and how many it may send before it is cut off: those of these waits and as many again, and not half of the usual ones. */
const DRIP_MS = 20
const MAX_BYTES = 100
/** More than a socket takes in on both sides together while nobody reads. */
const LARGE = Buffer.alloc(64 << 20)

let here: Listening
let told: (whole: boolean) => void = () => {}
test.before(async () => {
  here = await listening(
    [
      routeTo("/text", () => ({ body: "page" })),
      routeTo("/large", () => ({ body: LARGE, type: "application/octet-stream", sent: (whole) => told(whole) })),
      routeTo("/body", ({ body }) => ({ body }), { method: "POST", body: z.looseObject({}) }),
      routeTo("/bytes", ({ body }) => ({ body: { length: (body as Uint8Array).length } }), {
        method: "POST",
        bytes: true,
      }),
    ],
    { waits: WAITS },
  )
})
test.after(() => here.server.close())
test.after.each(async () => {
  assert.is((await ask(here.port, "/text")).text(), "page")
  assert.equal(
    here.log.lines.filter(({ level }) => level === "error"),
    [],
  )
})

/** Sends a byte now and then until the server ends the connection. */
async function drip(begin: string, byte: string): Promise<{ readonly got: string; readonly sent: number }> {
  const socket = await opened(here.port, begin)
  let sent = 0
  const timer = setInterval(() => {
    if (!socket.writable) return
    socket.write(byte)
    sent++
  }, DRIP_MS)
  try {
    return { got: await ended(socket), sent }
  } finally {
    clearInterval(timer)
    socket.destroy()
  }
}

/** What came until the server ended the connection. */
function ended(socket: Socket): Promise<string> {
  const whole = new Promise<string>((resolve) => {
    let got = ""
    socket.on("data", (part) => {
      got += part.toString("latin1")
    })
    socket.on("close", () => resolve(got))
  })
  return soon(whole, "the server keeps its end of the connection")
}

for (const [what, begin, byte] of [
  ["a head that comes byte by byte", "GET /text HTTP/1.1\r\nHost: x\r\nX-A: ", "a"],
  ["a request line that never ends", "GET /", "a"],
  ["a head of ever more headers", "GET /text HTTP/1.1\r\n", "a: b\r\n"],
  ["JSON that comes byte by byte", head("/body", "POST", "Content-Length: 4000"), " "],
  ["bytes that come byte by byte", head("/bytes", "POST", "Content-Length: 4000"), "x"],
  ["chunks of one byte without an end", head("/body", "POST", "Transfer-Encoding: chunked"), "1\r\n \r\n"],
] as const) {
  test(`cuts off ${what}, with 408, once all of it had its time`, async () => {
    const { got, sent } = await drip(begin, byte)
    assert.match(got, /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"timeout"/)
    assert.ok(sent <= MAX_BYTES, `it sent ${sent}`)
  })
}

test("lets go of those that connect and say nothing", async () => {
  const silent = await Promise.all(Array.from({ length: 50 }, () => opened(here.port)))
  await Promise.all(silent.map(ended))
})

test("lets go of a caller that takes nothing of its answer, and calls it not sent", async () => {
  const outcome = new Promise<boolean>((resolve) => {
    told = resolve
  })
  const socket = await opened(here.port, head("/large"))
  socket.pause()
  assert.is(await soon(outcome, "the server keeps its end of the connection"), false)
  socket.destroy()
})

test.run()
