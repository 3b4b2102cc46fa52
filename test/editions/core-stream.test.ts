import { Socket } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, inked, pngPixels, samePixels } from "../devices/pixels.js"
import { readBmp, readRaw } from "../devices/reader.js"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { soon } from "../until.js"
import { underBoth } from "./core-stage.js"
import type { Core } from "./core-stage.js"

/**
 * The core document's client with little memory: it reads 128 bytes at a time until the announced length is consumed or, when it
 * knows none, until the connection ends.
 */
const test = suite("editions/core: streaming clients")
const both = underBoth(test)

/** The reference size of the client's buffer, in bytes. */
const CHUNK = 128

const PICTURES = [
  { query: "v=3.7", bytes: 15_662 },
  { query: "v=3.1&w=296&h=128", bytes: 5_182 },
  { query: "v=3.25&w=648&h=480&persona=ZEN&lang=zh", bytes: 40_382 },
  { query: "v=3.7&w=800&h=480", bytes: 48_062 },
  { query: "v=3.7&w=1600&h=1200", bytes: 240_062 },
  { query: "v=3.1&colors=4", bytes: 30_000 },
  { query: "v=3.1&colors=3&w=101&h=103", bytes: 2_678 },
  { query: "v=3.7&mac=0A:00:00:00:00:01", bytes: 15_662 },
] as const

interface Read {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** The sizes of the reads of the body, as they came. */
  readonly reads: readonly number[]
}

/** One call, its body read chunk by chunk. `enough`: bytes of the body after which the client hangs up; undefined: it reads until the end. */
async function read(
  { port, base }: Core,
  path: string,
  enough: (headers: ReadonlyMap<string, string>) => number | undefined,
  connection = "keep-alive",
): Promise<Read> {
  const socket = await opened(port, head(`${base}${path}`, "GET", `Connection: ${connection}`))
  try {
    let start = ""
    while (!start.endsWith("\r\n\r\n")) start += (await take(socket, 1))!.toString("latin1")
    const [status = "", ...lines] = start.trimEnd().split("\r\n")
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    )
    const parts: Buffer[] = []
    const most = enough(headers) ?? Infinity
    for (let size = 0; size < most;) {
      const part = await take(socket, Math.min(CHUNK, most - size))
      if (!part) break
      parts.push(part)
      size += part.length
    }
    return {
      status: Number(status.slice(9, 12)),
      headers,
      body: Buffer.concat(parts),
      reads: parts.map(({ length }) => length),
    }
  } finally {
    socket.destroy()
  }
}

/** What has come, at most `most` bytes; undefined once the connection has ended. */
async function take(socket: Socket, most: number): Promise<Buffer | undefined> {
  for (;;) {
    const part = socket.read(Math.min(most, Math.max(1, socket.readableLength))) as Buffer | null
    if (part) return part
    if (socket.readableEnded) return undefined
    await soon(
      new Promise<void>((resolve) => {
        const wake = (): void => {
          socket.off("readable", wake).off("end", wake)
          resolve()
        }
        socket.once("readable", wake).once("end", wake)
      }),
      "nothing more comes",
    )
  }
}

const announced = (headers: ReadonlyMap<string, string>): number => Number(headers.get("content-length"))

for (const { query, bytes } of PICTURES) {
  both(
    `sends ${query} so that who reads ${CHUNK} bytes at a time has all ${bytes} once the announced length is consumed`,
    async (core) => {
      const { status, headers, body, reads } = await read(core, `/api/render?${query}`, announced)
      assert.equal([status, headers.get("content-length"), body.length], [200, String(bytes), bytes])
      assert.ok(reads.every((size) => size <= CHUNK))
      assert.equal(
        [headers.get("transfer-encoding"), headers.get("content-encoding"), headers.get("cache-control")],
        [undefined, undefined, "no-store"],
      )
      assert.ok(body.equals((await core.at(`/api/render?${query}`)).body), "the very bytes")
    },
  )

  both(`sends ${query} so that who knows no length has the same bytes when the connection ends`, async (core) => {
    const { status, headers, body } = await read(core, `/api/render?${query}`, () => undefined, "close")
    assert.equal([status, headers.get("connection"), body.length], [200, "close", bytes])
    assert.ok(body.equals((await read(core, `/api/render?${query}`, announced)).body))
  })
}

both("ends the connection soon for a client that asked for it, on errors and JSON too", async (core) => {
  for (const [path, status] of [
    ["/api/render", 400],
    ["/api/render?v=3.7&w=1", 400],
    ["/api/preview?v=3.7", 200],
    ["/api/health", 200],
    ["/api/config/x", 400],
    ["/nowhere", 404],
  ] as const) {
    const [closed, counted] = [await read(core, path, () => undefined, "close"), await read(core, path, announced)]
    assert.equal([closed.status, closed.body.equals(counted.body), closed.body.length > 0], [status, true, true], path)
  }
})

both("sends a notice so that a streaming client can show it, were it to", async (core) => {
  const { status, body } = await read(core, "/api/render?v=x&w=296&h=128", announced)
  const { width, height } = bmpPixels(body)
  assert.equal([status, width, height], [400, 296, 128])
})

both("gives the firmware's own reader the picture of the preview", async ({ port, base, at }) => {
  for (const [width, height] of [
    [400, 300],
    [296, 128],
    [648, 480],
    [800, 480],
  ] as const) {
    const query = `v=3.25&w=${width}&h=${height}&mac=0A:00:00:00:00:01&rssi=-60&refresh_min=60`
    const { pixels } = await readBmp({ port, path: `${base}/api/render?${query}&bpp=1&colors=2`, width, height })
    samePixels(inked(pixels), pngPixels((await at(`/api/preview?${query}`)).body).colours)
    const raw = await readRaw({ port, path: `${base}/api/render?${query}&bpp=2&colors=4`, width, height })
    samePixels(inked(raw.pixels), pngPixels((await at(`/api/preview?${query}&colors=4`)).body).colours)
  }
})

both("sends head and body in one write, and nothing beside them", async ({ port, base }) => {
  for (const [path, bytes] of [
    ...PICTURES.map(({ query, bytes }) => [`/api/render?${query}`, bytes] as const),
    ["/api/render?w=296&h=128", 5_182],
    ["/api/render?v=3.7&mac=x", 15_662],
  ] as const) {
    let got = ""
    const writes = await writesTo(port, async () => {
      got = await exchange(
        port,
        head(
          `${base}${path}`,
          "GET",
          "Expect: 100-continue",
          "TE: chunked",
          "Accept-Encoding: gzip, br",
          "Connection: close",
        ),
      )
    })
    assert.equal(
      [writes, got.length, got.match(/HTTP\/1\.1 /g)?.length],
      [1, got.indexOf("\r\n\r\n") + 4 + bytes, 1],
      path,
    )
  }
})

both("answers one request after another on one connection, each whole", async (core) => {
  const socket = await opened(core.port)
  const bodies: Buffer[] = []
  for (const { query, bytes } of PICTURES) {
    socket.write(head(`${core.base}/api/render?${query}`))
    let start = ""
    while (!start.endsWith("\r\n\r\n")) start += (await take(socket, 1))!.toString("latin1")
    const parts: Buffer[] = []
    for (let left = bytes; left > 0; left -= parts.at(-1)!.length)
      parts.push((await take(socket, Math.min(CHUNK, left)))!)
    bodies.push(Buffer.concat(parts))
  }
  assert.is(socket.readableLength, 0)
  socket.destroy()
  for (const [i, { query }] of PICTURES.entries())
    assert.ok(bodies[i]!.equals((await core.at(`/api/render?${query}`)).body), query)
})

both("serves slow readers while it serves others", async (core) => {
  const [{ query, bytes }] = [PICTURES[4]]
  const slow = await Promise.all(
    Array.from({ length: 8 }, () =>
      opened(core.port, head(`${core.base}/api/render?${query}`, "GET", "Connection: close")),
    ),
  )
  for (let i = 0; i < 5; i++) assert.is((await core.render()).status, 200)
  const sizes = await Promise.all(
    slow.map(async (socket) => {
      let size = 0
      for (let part = await take(socket, CHUNK); part; part = await take(socket, CHUNK)) size += part.length
      return size
    }),
  )
  for (const size of sizes) assert.ok(size > bytes && size < bytes + 1_000, String(size))
})

/** How often the server on a port hands bytes to a socket meanwhile: below what cork() and writev() put together. */
async function writesTo(port: number, work: () => Promise<void>): Promise<number> {
  const sockets = Socket.prototype as unknown as { _writeGeneric(this: Socket, ...given: unknown[]): void }
  const write = sockets._writeGeneric
  let count = 0
  sockets._writeGeneric = function (...given) {
    if (this.localPort === port) count++
    write.apply(this, given)
  }
  try {
    await work()
  } finally {
    sockets._writeGeneric = write
  }
  return count
}

test.run()
