import type { Socket } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { maxConnections } from "../../kernel/http/descriptors.js"
import { ask } from "../kernel/http/ask.js"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import { listening, routeTo } from "../kernel/http/listening.js"
import type { Listening } from "../kernel/http/listening.js"

/** Attack A12.11: idle connections use up all descriptors, and devices are reset. */
const test = suite("hostile/descriptors")

const BOUNDS = { all: 40, ofPlace: 10, exempt: () => false }

/** So many connections that send nothing, and how many of them the server still holds. */
async function idle({ port }: Listening, count: number): Promise<{ readonly held: () => number; close(): void }> {
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) sockets.push(await opened(port))
  for (const socket of sockets) socket.resume()
  return {
    held: () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

for (const [whom, bounds, most] of [
  ["one place", BOUNDS, 10],
  ["all together", { ...BOUNDS, exempt: () => true }, 40],
] as const) {
  test(`are not used up by idle connections of ${whom}: the oldest give way`, async () => {
    const server = await listening([routeTo("/text", () => ({ body: "page" }))], { bounds })
    const crowd = await idle(server, 60)
    for (let i = 0; i < 5; i++) assert.is((await ask(server.port, "/text")).text(), "page")
    assert.ok(crowd.held() <= most, `${crowd.held()} are held`)
    crowd.close()
    await server.server.close()
  })
}

test("are not taken from those whose request is under way: then the newest is turned away", async () => {
  const late = gate()
  const entered = gate()
  let inside = 0
  const server = await listening(
    [
      routeTo("/text", () => ({ body: "page" })),
      routeTo("/waits", async () => {
        if (++inside === BOUNDS.ofPlace) entered.open()
        await late.opened
        return { body: "late" }
      }),
    ],
    { bounds: BOUNDS },
  )
  const busy = Array.from({ length: BOUNDS.ofPlace }, () =>
    exchange(server.port, head("/waits", "GET", "Connection: close")),
  )
  await entered.opened
  assert.is(
    await exchange(server.port, head("/text", "GET", "Connection: close")),
    "",
    "there is no place for one more",
  )
  late.open()
  for (const answer of await Promise.all(busy)) assert.match(answer, /^HTTP\/1\.1 200 OK\r\n[^]*late$/)
  assert.is((await ask(server.port, "/text")).text(), "page")
  await server.server.close()
})

test("are counted as the system allows, with some kept for files", () => {
  const limits = (files: string): string =>
    `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${files}                 1048576              files     \n`
  assert.equal(
    ["1024", "1048576", "100", "unlimited"].map((files) => maxConnections(limits(files))),
    [824, 10_000, 64, 824],
  )
  assert.is(maxConnections(""), 824)
})

test.run()
