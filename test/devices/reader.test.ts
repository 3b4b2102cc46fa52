import { createServer } from "node:http"
import type { Server } from "node:http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { readBmp, readRaw } from "./reader.js"
import type { Screen, Shown } from "./reader.js"

const test = suite("devices/reader")

const [width, height] = [16, 2]
/** Two rows of 16 pixels, bottom-up, after a header of which only the pixel offset is written. */
const BMP = Buffer.concat([
  Buffer.alloc(10),
  Buffer.from([62, 0, 0, 0]),
  Buffer.alloc(48, 0xee),
  Buffer.from([0x0f, 0xff, 0xaa, 0xaa]),
  Buffer.from([0x80, 0x01, 0x55, 0x55]),
])
const RAW = Buffer.from([0b00_01_10_11, 0, 0, 0b01_01_01_01, 0, 0, 0, 0b11_10_01_00])

let server: Server
let port: number
let status: number
let body: Buffer
let token: unknown

test.before(async () => {
  server = createServer((request, response) => {
    token = request.headers["x-device-token"]
    response.writeHead(status, { "content-length": body.length, "x-a": "1" }).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  port = (server.address() as { port: number }).port
})
test.after(() => {
  server.close()
})

function reading(read: (screen: Screen) => Promise<Shown>, bytes: Buffer, code = 200): Promise<Shown> {
  ;[status, body] = [code, bytes]
  return read({ port, path: "/x?y=1", width, height, token: "secret" })
}

test("reads a BMP bottom-up, with its token, and the headers", async () => {
  const { pixels, headers } = await reading(readBmp, BMP)
  assert.equal([[...pixels].join(""), headers.get("x-a"), token], ["10000000000000010000111111111111", "1", "secret"])
})

test("reads raw codes top-down", async () => {
  const { pixels } = await reading(readRaw, RAW)
  assert.is([...pixels].join(""), "01230000000011110000000000003210")
})

for (const [what, work, message] of [
  [
    "a BMP for raw codes",
    () => reading(readRaw, BMP),
    /^70 bytes are not 16 x 2 \/ 4: the device reads them as a BMP$/,
  ],
  ["raw codes for a BMP", () => reading(readBmp, RAW), /8 bytes with pixel offset 0 do not hold 2 rows of 4 bytes/],
  ["another status", () => reading(readBmp, BMP, 503), /^the status is 503/],
] as const) {
  test(`fails loudly on ${what}`, async () => {
    await work().then(
      () => assert.unreachable("it was read"),
      (error: Error) => assert.match(error.message, message),
    )
  })
}

test.run()
