import { createServer } from "node:http"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as zlib from "node:zlib"
import type { OutboundFetch } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { refused } from "../../refused.js"

const test = suite("outbound: content codings")

const CALENDAR = Buffer.from("BEGIN:VCALENDAR\r\nX-WR-CALNAME:Feiertage für München\r\nEND:VCALENDAR\r\n".repeat(200))
const LIMIT = 64 << 10
const ZEROS = Buffer.alloc(8 << 20)

/** What the server answers. */
let body: Uint8Array = CALENDAR
let headers: Record<string, string | string[]> = {}
let asked: string | undefined
let server: Server
let fetch: OutboundFetch
test.before(async () => {
  server = createServer((request, response) => {
    asked = request.headers["accept-encoding"]
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const clock = fakeClock()
  fetch = guardedFetch({ lanHosts: ["127.0.0.1"], clock, ticks: clock.now, onCall: () => {} })
})
test.after(() => {
  server.close()
  server.closeAllConnections()
})

const answered = (coding: string | string[], bytes: Uint8Array): ReturnType<OutboundFetch> => {
  body = bytes
  headers = { "content-encoding": coding, "content-length": String(bytes.length) }
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { maxBytes: LIMIT })
}

for (const [coding, bytes] of [
  ["gzip", zlib.gzipSync(CALENDAR)],
  ["x-gzip", zlib.gzipSync(CALENDAR)],
  ["GZIP", zlib.gzipSync(CALENDAR)],
  [
    "gzip of two members",
    Buffer.concat([zlib.gzipSync(CALENDAR.subarray(0, 99)), zlib.gzipSync(CALENDAR.subarray(99))]),
  ],
  ["br", zlib.brotliCompressSync(CALENDAR)],
  ["deflate", zlib.deflateSync(CALENDAR)],
  ["deflate without its header", zlib.deflateRawSync(CALENDAR)],
  ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(CALENDAR))],
  ["identity", CALENDAR],
  ["identity, gzip", zlib.gzipSync(CALENDAR)],
  ["none", CALENDAR],
  ["utf-8", CALENDAR],
] as const)
  test(`reads ${coding}`, async () => {
    const answer = await answered(
      coding.split(" ")[0]! + (coding.includes(",") ? coding.slice(coding.indexOf(",")) : ""),
      bytes,
    )
    assert.is(Buffer.compare(answer.bytes, CALENDAR), 0)
    assert.match(answer.text(), "Feiertage für München")
    if (bytes !== CALENDAR)
      assert.equal([answer.headers["content-encoding"], answer.headers["content-length"]], [undefined, undefined])
  })

test("undoes zstd where Node has it", async () => {
  const { zstdCompressSync: pack } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer }
  if (!pack) return
  assert.is(Buffer.compare((await answered("zstd", pack(CALENDAR))).bytes, CALENDAR), 0)
})

test("asks for packed answers, and of headers alone for the length of the file itself", async () => {
  await answered("gzip", zlib.gzipSync(CALENDAR))
  assert.is(asked, "gzip, deflate, br")
  headers = { "content-length": "6800" }
  body = new Uint8Array(6800)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const answer = await fetch(url, { headersOnly: true })
  assert.equal([asked, answer.headers["content-length"]], ["identity", "6800"])
})

test("refuses what is larger once it is unpacked, at each step", async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(LIMIT + 1))
  assert.ok(bomb.length < 200)
  for (const [coding, bytes] of [
    ["gzip", bomb],
    ["br", zlib.brotliCompressSync(ZEROS, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["gzip, gzip", zlib.gzipSync(zlib.gzipSync(ZEROS))],
  ] as const)
    await refused(() => answered(coding, bytes), `larger than ${LIMIT} bytes`)
  assert.is((await answered("gzip", zlib.gzipSync(Buffer.alloc(LIMIT)))).bytes.length, LIMIT)
})

test("says what it cannot unpack", async () => {
  const packed = zlib.gzipSync(CALENDAR)
  for (const [coding, bytes] of [
    ["gzip", CALENDAR],
    ["gzip", packed.subarray(0, packed.length - 20)],
    ["br", packed],
    ["deflate", Buffer.from("no")],
  ] as const)
    await refused(() => answered(coding, bytes), "cannot be unpacked")
  await refused(() => answered("gzip, gzip, gzip", packed), "packed more than 2 times")
  assert.is((await answered("gzip", new Uint8Array(0))).bytes.length, 0)
})

test.run()
