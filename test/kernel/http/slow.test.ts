import type { Socket } from "node:net"
import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import { head, opened } from "./exchange.js"
import { listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

/** Callers that dawdle, by a server whose patience is a hundredth of the usual one. */
const test = suite("http/slow callers")

const WAITS = { head: 150, request: 400, stalled: 600, check: 50 }
/** Far above all of these, and below the usual ones: what ends sooner was cut off by them. */
const PROMPT_MS = 3_000
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

interface Ended {
  readonly got: string
  readonly ms: number
}

/** Sends a byte every 20 ms until the server ends the connection. */
async function drip(begin: string, byte: string): Promise<Ended> {
  const socket = await opened(here.port, begin)
  const timer = setInterval(() => {
    if (socket.writable) socket.write(byte)
  }, 20)
  try {
    return await ended(socket)
  } finally {
    clearInterval(timer)
  }
}

function ended(socket: Socket): Promise<Ended> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    let got = ""
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still open after ${PROMPT_MS} ms; it said ${JSON.stringify(got)}`))
    }, PROMPT_MS)
    socket.on("data", (part) => {
      got += part.toString("latin1")
    })
    socket.on("close", () => {
      clearTimeout(late)
      resolve({ got, ms: performance.now() - start })
    })
  })
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
    const { got, ms } = await drip(begin, byte)
    assert.match(got, /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"timeout"/)
    assert.ok(ms < PROMPT_MS, `${ms} ms`)
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
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve("the server keeps its end of the connection"), PROMPT_MS).unref()
  })
  assert.is(await Promise.race([outcome, late]), false)
  socket.destroy()
})

test.run()
