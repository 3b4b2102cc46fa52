import { DRAW } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { bmpPixels, inked, pngPixels, samePixels } from "./pixels.js"
import { readBmp, readRaw } from "./reader.js"
import { UNLIMITED } from "../editions/extended-stage.js"

const test = suite("devices/wire")

/** Every panel that the firmware is built for. Source: wire-contract 4.6. */
const PANELS = [
  { width: 400, height: 300, bytes: 15_662 },
  { width: 296, height: 128, bytes: 5_182 },
  { width: 648, height: 480, bytes: 40_382 },
  { width: 800, height: 480, bytes: 48_062 },
]
const HEADER_296_128 =
  "424d3e140000000000003e000000280000002801000080000000010001000000000000140000c40e0000c40e0000020000000200000000000000ffffff00"
const MAC = "AA:BB:CC:DD:EE:FF"

let stage: Stage
let port: number
test.before(async () => {
  stage = await openStage({ server: { limits: UNLIMITED } })
  port = await stage.app.listen()
})
test.after(() => stage.close())

for (const { width, height, bytes } of PANELS) {
  const path = `/api/render?v=3.30&rssi=-42&refresh_min=60&w=${width}&h=${height}&bpp=1&colors=2`

  test(`sends ${width} x ${height} as a BMP that the firmware reads, of ${bytes} bytes`, async () => {
    const { headers, pixels } = await readBmp({ port, path, width, height })
    assert.is(headers.get("content-length"), String(bytes))
    assert.is(headers.get("content-type"), "image/bmp")
    assert.is(headers.get("cache-control"), "no-store")
    const preview = pngPixels((await ask(port, path.replace("render", "preview"))).body)
    assert.equal([preview.width, preview.height], [width, height])
    samePixels(inked(pixels), preview.colours)
    const black = pixels.filter((pixel) => pixel === 0).length
    assert.ok(black > pixels.length / 200 && black < pixels.length / 2, `${black} black pixels are a page`)
  })

  test(`sends head and body of ${width} x ${height} in one write, and nothing beside them`, async () => {
    const chunks = await chunksOf(path)
    const whole = Buffer.concat(chunks)
    const body = whole.indexOf("\r\n\r\n") + 4
    assert.is(whole.length, body + bytes)
    assert.is(whole.toString("latin1", body, body + 2), "BM")
    if (bytes < 16_000) assert.is(chunks.length, 1)
    else assert.ok(chunks[0]!.length > body, "the head does not come alone")
  })
}

test("writes the header that the firmware knows, byte by byte", async () => {
  const { body } = await ask(port, "/api/render?w=296&h=128")
  assert.is(body.toString("hex", 0, 62), HEADER_296_128)
  assert.is(body.readUInt32LE(10), 62)
  assert.equal([...body.subarray(54, 62)], [0, 0, 0, 0, 255, 255, 255, 0], "black, then white")
})

test("sends four inks as 30,000 bytes of raw codes, the picture of the preview", async () => {
  const path = "/api/render?persona=MEMO&v=1.40&w=400&h=300&bpp=2&colors=4"
  const { headers, pixels } = await readRaw({ port, path, width: 400, height: 300 })
  assert.equal(
    [headers.get("content-length"), headers.get("content-type"), headers.get("cache-control")],
    ["30000", "application/octet-stream", "no-store"],
  )
  const preview = pngPixels((await ask(port, path.replace("render", "preview"))).body)
  samePixels(inked(pixels), preview.colours)
  assert.equal([...new Set(pixels)].sort(), [0, 1, 2], "black, white, and yellow for a battery at 42 %")
  const found = pixels.indexOf(2)
  assert.ok(found < 400 * 40 && found % 400 > 300, "top-down: the battery stands at the top right")
})

test("sends three inks as raw codes with red as 3 and never a 2", async () => {
  const path = "/api/render?persona=MEMO&v=0.33&w=400&h=300&colors=3"
  const { pixels } = await readRaw({ port, path, width: 400, height: 300 })
  assert.equal([...new Set(pixels)].sort(), [0, 1, 3], "a battery at 10 % is red")
  const preview = pngPixels((await ask(port, path.replace("render", "preview"))).body)
  samePixels(inked(pixels), preview.colours)
  assert.not.ok(
    (await readRaw({ port, path: path.replace("0.33", "1.40"), width: 400, height: 300 })).pixels.includes(3),
    "a battery at 42 % stays black",
  )
})

test("pads raw rows to whole bytes where the width does not divide by four", async () => {
  for (const [width, height, bytes] of [
    [101, 100, 2_600],
    [102, 100, 2_600],
    [103, 101, 2_626],
    [104, 100, 2_600],
  ] as const) {
    const answer = await ask(port, `/api/render?w=${width}&h=${height}&colors=4`)
    assert.equal([answer.status, answer.body.length, answer.headers["content-length"]], [200, bytes, String(bytes)])
  }
})

test("answers in identity encoding, whatever a client would accept, and with no interim answer", async () => {
  const sent = head(
    "/api/render?w=296&h=128",
    "GET",
    "Accept-Encoding: gzip, br, deflate",
    "TE: chunked, trailers",
    "Expect: 100-continue",
    "Connection: close",
  )
  const got = await exchange(port, sent)
  assert.match(got, /^HTTP\/1\.1 200 OK\r\n/)
  assert.not.match(got.slice(0, got.indexOf("\r\n\r\n")), /transfer-encoding|content-encoding|location|trailer/i)
  assert.is(got.length, got.indexOf("\r\n\r\n") + 4 + 5_182)
  assert.is(got.match(/HTTP\/1\.1 /g)?.length, 1)
})

test("never redirects a device, nor answers 304 unasked", async () => {
  for (const path of ["/api/render", "/api/render/", "/api/v1/render", "/api/v1/render/"]) {
    for (const headers of [
      {},
      { "if-modified-since": "Sat, 21 Nov 2026 09:00:00 GMT" },
      { "if-none-match": '"another"' },
    ]) {
      const answer = await ask(port, `${path}?w=296&h=128`, { headers })
      assert.equal([answer.status, answer.body.length], [200, 5_182])
    }
  }
  const { headers } = await ask(port, "/api/render?w=296&h=128")
  const unchanged = await ask(port, "/api/render?w=296&h=128", { headers: { "if-none-match": headers.etag! } })
  assert.equal([unchanged.status, unchanged.body.length], [304, 0])
})

test("keeps every answer of a device route out of caches and never sends an empty 200", async () => {
  for (const query of [
    "",
    "?w=1",
    "?w=296&h=128&persona=NOBODY",
    "?colors=4",
    "?colors=5",
    `?mac=${MAC}`,
    "?mac=x",
    "?lang=zh",
    "?v=x",
  ]) {
    for (const route of ["/api/render", "/api/preview"]) {
      const { headers, body } = await ask(port, route + query)
      assert.is(headers["cache-control"], "no-store")
      assert.is(Number(headers["content-length"]), body.length)
      assert.ok(body.length > 300, "a picture, whatever the status")
    }
  }
})

test("draws the same whatever a device says beside what is asked", async () => {
  const { body } = await ask(port, "/api/render?w=296&h=128")
  for (const query of [
    "bpp=1",
    "bpp=2",
    "bpp=x",
    "bpp=",
    "rssi=-42",
    "rssi=",
    "rssi=abc",
    "rssi=99999999999",
    "rssi=3.5",
    "rssi=%00",
    "nobody=knows",
    "__proto__=1",
    "next=x",
    "next=0",
    "refresh_min=1440",
    "mac=",
    "persona=",
    "v=3.30",
    "w=1&w=296",
  ]) {
    const answer = await ask(port, `/api/render?w=296&h=128&${query}`)
    assert.is(answer.status, 200, query)
    assert.ok(answer.body.equals(body), query)
  }
})

test("serves /api/v1 as /api", async () => {
  for (const path of ["/render?w=296&h=128", "/preview?w=296&h=128", "/health"]) {
    const [plain, alias] = [await ask(port, `/api${path}`), await ask(port, `/api/v1${path}`)]
    assert.equal([alias.status, alias.headers["content-type"]], [200, plain.headers["content-type"]])
    assert.ok(alias.body.equals(plain.body), path)
  }
})

for (const mac of [MAC, "aa:bb:cc:dd:ee:ff", "AA%3ABB%3ACC%3ADD%3AEE%3AFF", "AA-BB-CC-DD-EE-FF", "aabbccddeeff"]) {
  test(`answers 401 with a picture to the unknown device ${mac}`, async () => {
    for (const headers of [{}, { "x-device-token": "wrong" }, { "x-device-token": "" }]) {
      const render = await ask(port, `/api/render?mac=${mac}&w=296&h=128`, { headers })
      assert.equal(
        [render.status, render.headers["content-type"], render.headers["x-render-error"]],
        [401, "image/bmp", "device-token-invalid"],
      )
      assert.is(render.headers["x-content-fallback"], undefined)
      const { width, height, colours } = bmpPixels(render.body)
      assert.equal([width, height], [296, 128])
      const preview = await ask(port, `/api/preview?mac=${mac}&w=296&h=128`, { headers })
      assert.equal([preview.status, preview.headers["content-type"]], [401, "image/png"])
      samePixels(pngPixels(preview.body).colours, colours)
    }
    const raw = await ask(port, `/api/render?mac=${mac}&colors=4`)
    assert.equal([raw.status, raw.body.length], [401, 30_000], "in the format of the panel")
  })
}

for (const mac of [
  "x",
  "%20",
  "%zz",
  "../../etc/passwd",
  "AA:BB:CC:DD:EE",
  "AA:BB:CC:DD:EE:FF:00",
  "GG:BB:CC:DD:EE:FF",
  "AA.BB.CC.DD.EE.FF",
  "AA:BB:CC:DD:EE:FF%0A",
  "A".repeat(4_000),
]) {
  test(`answers 400 with a picture naming mac to mac=${mac.slice(0, 30)}`, async () => {
    const answer = await ask(port, `/api/render?mac=${mac}&w=296&h=128`, { headers: { "x-device-token": "x" } })
    assert.equal([answer.status, answer.headers["x-render-error"]], [400, "bad-input"])
    const sentence = '"mac" is not a hardware address: write six pairs of hex digits, such as AA:BB:CC:DD:EE:FF.'
    assert.ok(answer.body.equals(notice("The address is not right", sentence)), "the notice names the parameter")
  })
}

test("answers HEAD as GET without the body", async () => {
  for (const path of [
    "/api/render?w=296&h=128",
    "/api/render?colors=4",
    "/api/preview",
    `/api/render?mac=${MAC}`,
    "/api/render?w=1",
  ]) {
    await ask(port, path)
    const [get, asked] = [await ask(port, path), await ask(port, path, { method: "HEAD" })]
    assert.equal(
      [asked.status, asked.body.length, asked.headers["content-length"]],
      [get.status, 0, String(get.body.length)],
    )
    assert.equal([asked.headers.etag, asked.headers["content-type"]], [get.headers.etag, get.headers["content-type"]])
  }
})

test("has a reader that fails loudly", async () => {
  const [width, height] = [296, 128]
  await rejects(
    readBmp({ port, path: "/api/render?w=1", width, height }),
    "the status is 400, not 200: the device ignores the body",
  )
  await rejects(
    readBmp({ port, path: "/api/health", width, height }),
    /do not hold 128 rows of 40 bytes; send a 1-bit BMP of 296 x 128 pixels$/,
  )
  await rejects(
    readBmp({ port, path: "/api/render?w=400&h=300", width, height }),
    /15662 bytes with pixel offset 62 do not hold 128 rows of 40 bytes; /,
  )
  await rejects(
    readRaw({ port, path: "/api/render?w=296&h=128", width, height }),
    "5182 bytes are not 296 x 128 / 4: the device reads them as a BMP",
  )
})

function notice(title: string, message: string): Buffer {
  const shape = { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }
  return Buffer.from(stage.app.get(DRAW).notice(shape, { title, message }).bytes)
}

async function rejects(work: Promise<unknown>, message: string | RegExp): Promise<void> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause as Error,
  )
  if (typeof message === "string") assert.is(error?.message, message)
  else assert.match(error?.message ?? "", message)
}

/** An answer as the connection hands it over, piece by piece. */
async function chunksOf(path: string): Promise<Buffer[]> {
  const socket = await opened(port)
  const chunks: Buffer[] = []
  socket.write(head(path, "GET", "Connection: close"))
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return chunks
}

test.run()
