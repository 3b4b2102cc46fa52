import { createServer } from "node:net"
import type { Server } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { readBmp, readRaw } from "./reader.js"
import type { Screen, Shown } from "./reader.js"

const test = suite("devices/reader")

const [width, height] = [16, 2]
/** Two rows of 16 pixels, bottom-up, after a header of which only the pixel offset is written. */
const BMP = Buffer.concat([Buffer.alloc(10), Buffer.from([62, 0, 0, 0]), Buffer.alloc(48, 0xee), Buffer.from([0x0f, 0xff, 0xaa, 0xaa]), Buffer.from([0x80, 0x01, 0x55, 0x55])])
const RAW = Buffer.from([0b00_01_10_11, 0, 0, 0b01_01_01_01, 0, 0, 0, 0b11_10_01_00])

let server: Server
let port: number
let answer: Buffer
let asked: string

test.before(async () => {
  server = createServer((socket) => {
    socket.on("error", () => {}).on("data", (part) => {
      asked += part.toString()
      if (asked.endsWith("\r\n\r\n")) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, "127.0.0.1", resolve) })
  port = (server.address() as { port: number }).port
})
test.after(() => { server.close() })

function reading(read: (screen: Screen) => Promise<Shown>, head: readonly string[], body: Uint8Array): Promise<Shown> {
  asked = ""
  answer = Buffer.concat([Buffer.from([...head, "", ""].join("\r\n")), body])
  return read({ port, path: "/x?y=1", width, height, token: "secret" })
}

test("asks as the firmware asks", async () => {
  await reading(readBmp, ["HTTP/1.1 200 OK", `Content-Length: ${BMP.length}`], BMP)
  assert.equal(asked.split("\r\n"), [
    "GET /x?y=1 HTTP/1.1", `Host: 127.0.0.1:${port}`, "User-Agent: ESP32HTTPClient", "Connection: keep-alive",
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0", "Accept-Encoding: identity", "X-Device-Token: secret", "", "",
  ])
})

test("reads a BMP bottom-up from its offset, a set bit as white", async () => {
  const { pixels, headers } = await reading(readBmp, ["HTTP/1.1 200 OK", "X-A: 1", "x-a:  2 ", `content-length:${BMP.length}`], BMP)
  assert.equal([...pixels].join(""), "10000000000000010000111111111111")
  assert.is(headers.get("x-a"), "2", "the last of a repeated header, trimmed")
})

test("reads raw codes top-down, the first pixel in the high bits", async () => {
  const { pixels } = await reading(readRaw, ["HTTP/1.1 200 OK", "Content-Length: 8"], RAW)
  assert.is([...pixels].join(""), "01230000000011110000000000003210")
})

const LENGTH = `Content-Length: ${BMP.length}`
for (const [what, head, body, message] of [
  ["an interim answer", ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", LENGTH], BMP, /^the status is 100/],
  ["a redirect", ["HTTP/1.1 302 Found", "Location: /", LENGTH], BMP, /^the status is 302/],
  ["another 2xx", ["HTTP/1.1 204 No Content"], Buffer.alloc(0), /^the status is 204/],
  ["what is no HTTP", ["SSH-2.0-OpenSSH"], Buffer.alloc(0), /is no status line$/],
  ["a header without a colon", ["HTTP/1.1 200 OK", "Nonsense", LENGTH], BMP, /is no header$/],
  ["chunks", ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], BMP, /^transfer-encoding: chunked would end up among the pixels$/],
  ["chunks beside a length", ["HTTP/1.1 200 OK", LENGTH, "Transfer-Encoding: chunked"], BMP, /^transfer-encoding/],
  ["compression", ["HTTP/1.1 200 OK", LENGTH, "Content-Encoding: gzip"], BMP, /^content-encoding: gzip/],
  ["no length", ["HTTP/1.1 200 OK"], BMP, /^Content-Length is undefined/],
  ["an empty body", ["HTTP/1.1 200 OK", "Content-Length: 0"], Buffer.alloc(0), /^Content-Length is 0/],
  ["a body cut short", ["HTTP/1.1 200 OK", LENGTH], BMP.subarray(0, 64), /^the connection ended in the middle$/],
  ["bytes beyond the length", ["HTTP/1.1 200 OK", LENGTH], Buffer.concat([BMP, BMP]), /^70 bytes came after the announced length$/],
  ["another size", ["HTTP/1.1 200 OK", "Content-Length: 66"], BMP.subarray(0, 66), /^66 bytes with the pixels at 62 are not 2 rows of 4$/],
  ["another offset", ["HTTP/1.1 200 OK", LENGTH], Buffer.concat([Buffer.alloc(10), Buffer.from([54]), BMP.subarray(11)]), /^70 bytes with the pixels at 54/],
] as const) {
  test(`fails loudly on ${what}`, async () => {
    const error = await reading(readBmp, head, body).then(() => undefined, (cause: unknown) => cause as Error)
    assert.match(error?.message ?? "it was read", message)
  })
}

test("does not know raw bytes of another length", async () => {
  const error = await reading(readRaw, ["HTTP/1.1 200 OK", LENGTH], BMP).then(() => undefined, (cause: unknown) => cause as Error)
  assert.is(error?.message, "70 bytes are not 16 x 2 / 4: the device takes them for a BMP")
})

test.run()
