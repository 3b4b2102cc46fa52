import { Agent } from "node:http"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { NotFound } from "platen/sdk"
import type { Reply, RouteRequest } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import type { Asked } from "./ask.js"
import { exchange, head, opened } from "./exchange.js"
import { gate } from "./gate.js"
import type { Gate } from "./gate.js"
import { failingPicture, listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

const test = suite("http/serve: sent")

/** More than the buffers of both ends take in while nobody reads. */
const BIG = Buffer.alloc(48 << 20, "x")
const circular: Record<string, unknown> = {}
circular.itself = circular

let here: Listening
/** What each answer was told, in order: "/page true". */
let told: string[]
/** Opened by the first answer that is told. */
let first: Gate<string>
let late: Gate
let seen: Gate<RouteRequest>

/** A reply that notes what it is told. */
function noting(path: string, reply: Reply): Reply {
  return {
    ...reply,
    sent: (whole) => {
      told.push(`${path} ${whole}`)
      first.open(`${path} ${whole}`)
    },
  }
}

const replying = (path: string, reply: Reply) => routeTo(path, () => noting(path, reply))
const routes = [
  replying("/page", { body: "page", headers: { etag: '"v1"' } }),
  replying("/json", { body: { a: 1 } }),
  replying("/empty", {}),
  replying("/nothing", { status: 204 }),
  replying("/gone", { status: 410, body: "gone" }),
  replying("/big", { body: BIG }),
  replying("/bad-header", { body: "x", headers: { "x-words": "a\nb" } }),
  replying("/bad-body", { body: circular }),
  routeTo("/posted", () => noting("/posted", { body: "x" }), { method: "POST" }),
  routeTo("/waits/:n", async (request) => {
    seen.open(request)
    await late.opened
    return noting(request.path, { body: "late" })
  }),
  routeTo("/waits-big", async (request) => {
    seen.open(request)
    await late.opened
    return noting(request.path, { body: BIG })
  }),
  routeTo("/throws", () => ({
    body: "x",
    sent: () => {
      throw new Error("secret")
    },
  })),
  routeTo("/plain", () => ({ body: "plain" })),
  routeTo("/fails", () => {
    throw new NotFound("There is no such book.")
  }),
  failingPicture("/picture", 200, () => new NotFound("There is no such book.")),
]

test.before.each(async () => {
  told = []
  first = gate()
  late = gate()
  seen = gate()
  here = await listening(routes)
})
test.after.each(() => here.server.close())

/** All that was told once the last connection is closed: its own events come a turn later. */
async function inTheEnd(): Promise<readonly string[]> {
  await here.server.close()
  for (let turn = 0; turn < 3; turn++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  return told
}

for (const [what, path, asked, status] of [
  ["a text", "/page", {}, 200],
  ["JSON", "/json", {}, 200],
  ["an empty answer", "/empty", {}, 200],
  ["a HEAD", "/page", { method: "HEAD" }, 200],
  ["a 304", "/page", { headers: { "if-none-match": '"v1"' } }, 304],
  ["a HEAD's 304", "/page", { method: "HEAD", headers: { "if-none-match": '"v1"' } }, 304],
  ["a 204", "/nothing", {}, 204],
  ["an answer that is an error's", "/gone", {}, 410],
  ["an answer to a body", "/posted", { method: "POST", body: "{}" }, 200],
  ["an answer to a body that nobody reads", "/posted", { method: "POST", body: "x".repeat(200_000) }, 200],
  ["a body of many MB that is read", "/big", {}, 200],
] as const satisfies readonly (readonly [string, string, Asked, number])[]) {
  test(`is told true, once, after ${what}`, async () => {
    assert.is((await ask(here.port, path, asked)).status, status)
    assert.is(await first.opened, `${path} true`)
    assert.equal(await inTheEnd(), [`${path} true`])
  })
}

test("is told true for each answer on a connection that is kept", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const path of ["/page", "/nothing", "/page"]) await ask(here.port, path, { agent })
  agent.destroy()
  assert.equal(await inTheEnd(), ["/page true", "/nothing true", "/page true"])
})

test("is told true for each of many pipelined answers, in their order, without a warning of too many listeners", async () => {
  const warnings: string[] = []
  const note = ({ name }: Error): void => {
    warnings.push(name)
  }
  process.on("warning", note)
  const numbers = Array.from({ length: 20 }, (_, i) => i)
  const got = exchange(
    here.port,
    `${numbers.map((n) => head(`/waits/${n}`)).join("")}${head("/page", "GET", "Connection: close")}`,
  )
  await seen.opened
  late.open()
  assert.is((await got).match(/HTTP\/1\.1 200 OK/g)?.length, 21)
  assert.equal(await inTheEnd(), [...numbers.map((n) => `/waits/${n} true`), "/page true"])
  process.off("warning", note)
  assert.not.ok(warnings.includes("MaxListenersExceededWarning"))
})

for (const [what, sent] of [
  ["closes after it", head("/page", "GET", "Connection: close")],
  ["speaks HTTP/1.0", "GET /page HTTP/1.0\r\n\r\n"],
] as const) {
  test(`is told true when the connection ${what}`, async () => {
    assert.match(await exchange(here.port, sent), /page$/)
    assert.equal(await inTheEnd(), ["/page true"])
  })
}

for (const sent of [head("/page"), head("/page", "GET", "Connection: close"), "GET /page HTTP/1.0\r\n\r\n"]) {
  test(`is told true when the caller says at once that it is done and gets ${JSON.stringify(sent.slice(0, 40))}`, async () => {
    const caller = connect({ port: here.port, host: "127.0.0.1", allowHalfOpen: true })
    caller.end(sent)
    let got = ""
    for await (const part of caller) got += String(part)
    assert.match(got, /page$/)
    assert.equal(await inTheEnd(), ["/page true"])
  })
}

test("is told true when the caller goes after the last byte", async () => {
  const caller = await opened(here.port, head("/page"))
  await new Promise((resolve) => {
    caller.once("data", resolve)
  })
  await first.opened
  caller.resetAndDestroy()
  assert.equal(await inTheEnd(), ["/page true"])
})

type Going = readonly (readonly [string, (caller: Socket) => void])[]
const CUTTING: Going = [
  ["closes", (caller) => caller.destroy()],
  ["resets", (caller) => caller.resetAndDestroy()],
]

for (const [how, go] of [...CUTTING, ["says that it is done", (caller) => caller.end()]] satisfies Going) {
  test(`is told false when the caller ${how} before there is an answer`, async () => {
    const caller = await opened(here.port, head("/waits/1"))
    const { signal } = await seen.opened
    const left = new Promise((resolve) => {
      signal.addEventListener("abort", resolve)
    })
    go(caller)
    await left
    late.open()
    assert.is(await first.opened, "/waits/1 false")
    assert.equal(await inTheEnd(), ["/waits/1 false"])
  })

  test(`is told false for every pipelined answer that waits when the caller ${how}`, async () => {
    const caller = await opened(
      here.port,
      ["/waits/1", "/page", "/nothing", "/waits/2"].map((path) => head(path)).join(""),
    )
    const { signal } = await seen.opened
    const left = new Promise((resolve) => {
      signal.addEventListener("abort", resolve)
    })
    go(caller)
    await left
    late.open()
    await first.opened
    assert.equal([...(await inTheEnd())].sort(), ["/nothing false", "/page false", "/waits/1 false", "/waits/2 false"])
  })
}

for (const [how, go] of CUTTING) {
  test(`is told false when the caller ${how} just as a large answer is written`, async () => {
    const caller = await opened(here.port, head("/waits-big"))
    await seen.opened
    go(caller)
    late.open()
    assert.is(await first.opened, "/waits-big false")
    assert.equal(await inTheEnd(), ["/waits-big false"])
  })

  test(`is told false when the caller ${how} in the middle of a body that it does not read`, async () => {
    const caller = await opened(here.port, head("/big"))
    await new Promise((resolve) => {
      caller.once("readable", resolve)
    })
    assert.equal(told, [])
    go(caller)
    assert.is(await first.opened, "/big false")
    assert.equal(await inTheEnd(), ["/big false"])
  })
}

test("is told true for the pipelined answers that left, and false for the rest", async () => {
  const caller = await opened(here.port, ["/page", "/nothing", "/big", "/page"].map((path) => head(path)).join(""))
  await new Promise((resolve) => {
    caller.once("readable", resolve)
  })
  caller.destroy()
  const all = await inTheEnd()
  assert.equal(all.slice(0, 2), ["/page true", "/nothing true"])
  assert.equal(all.slice(2).sort(), ["/big false", "/page false"])
})

for (const path of ["/bad-header", "/bad-body"]) {
  test(`is told false when ${path} cannot be written and an error is sent in its place`, async () => {
    assert.match(
      await exchange(here.port, head(path, "GET", "Connection: close")),
      /^HTTP\/1\.1 500 Internal Server Error\r\n/,
    )
    assert.equal(await inTheEnd(), [`${path} false`])
  })
}

test("is not asked for when a handler fails", async () => {
  for (const path of ["/fails", "/picture", "/nowhere"]) assert.is((await ask(here.port, path)).status, 404)
  assert.equal(await inTheEnd(), [])
})

test("breaks nothing by what it throws, on the same connection either, which is logged", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const texts: string[] = []
  for (const path of ["/throws", "/plain", "/throws", "/page"])
    texts.push((await ask(here.port, path, { agent })).text())
  agent.destroy()
  assert.equal([texts, await inTheEnd()], [["x", "plain", "x", "page"], ["/page true"]])
  const logged = here.log.lines.map(({ level, event, fields }) => [
    level,
    event,
    (fields as { err: Error }).err.message,
  ])
  assert.equal(
    logged,
    Array.from({ length: 2 }, () => ["error", "reply-callback.failed", "secret"]),
  )
})

test("breaks nothing by what it throws when the caller has gone", async () => {
  const caller = await opened(here.port, `${head("/waits/1")}${head("/throws")}`)
  const { signal } = await seen.opened
  const left = new Promise((resolve) => {
    signal.addEventListener("abort", resolve)
  })
  caller.destroy()
  await left
  late.open()
  await first.opened
  assert.is((await ask(here.port, "/plain")).text(), "plain")
  assert.equal(
    here.log.lines.map(({ event }) => event),
    ["reply-callback.failed"],
  )
  assert.equal(await inTheEnd(), ["/waits/1 false"])
})

test.run()
