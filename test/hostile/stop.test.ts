import { readdirSync } from "node:fs"
import { once } from "node:events"
import { Agent, get } from "node:http"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { head, opened } from "../kernel/http/exchange.js"
import { served } from "../served.js"
import type { Served } from "../served.js"

/** Attack A11: a stop under load resets requests that were sent before it. */
const test = suite("hostile/stop")

interface Asked {
  readonly sent: number
  /** "whole", or the code of the error that ended it. */
  readonly end: string
}

function ask(port: number, agent: Agent): Promise<Asked> {
  const sent = performance.now()
  return new Promise((resolve) => {
    const ended = (end: string): void => resolve({ sent, end })
    get({ port, host: "127.0.0.1", path: "/api/health", agent }, (response) => {
      response.resume().once("end", () => ended(response.complete ? "whole" : "cut"))
      response.once("error", (error: NodeJS.ErrnoException) => ended(error.code ?? "cut"))
    }).once("error", (error: NodeJS.ErrnoException) => ended(error.code ?? error.message))
  })
}

/** One client, until the server takes no connections any more. */
async function client(port: number, keepAlive: boolean, all: Asked[]): Promise<void> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  for (let end = ""; end !== "ECONNREFUSED";) {
    const asked = await ask(port, agent)
    end = asked.end
    all.push(asked)
  }
  agent.destroy()
}

async function under(
  load: number,
  keepAlive: boolean,
): Promise<{ readonly before: Asked[]; readonly after: Asked[]; readonly code: unknown; readonly ms: number }> {
  const server = await served(folderWith())
  const all: Asked[] = []
  const clients = Promise.all(Array.from({ length: load }, () => client(server.port, keepAlive, all)))
  while (all.length < load * 10) await ask(server.port, new Agent())
  const exited = once(server.process, "exit")
  const signalled = performance.now()
  server.process.kill("SIGTERM")
  const [code] = await exited
  const ms = performance.now() - signalled
  await clients
  return {
    before: all.filter(({ sent }) => sent <= signalled),
    after: all.filter(({ sent }) => sent > signalled),
    code,
    ms,
  }
}

for (const [load, keepAlive, how] of [
  [32, false, "a connection for each request"],
  [16, true, "kept connections"],
] as const) {
  test(`under load resets nothing that was sent before it: ${load} clients with ${how}`, async () => {
    const { before, after, code, ms } = await under(load, keepAlive)
    assert.equal(
      before.filter(({ end }) => end !== "whole"),
      [],
      `of ${before.length}`,
    )
    const served = after.filter(({ end }) => end === "whole").length
    assert.ok(served > load, `${served} of ${after.length} were served after the signal`)
    assert.is(code, 0)
    assert.ok(ms < 5_000, `it took ${Math.round(ms)} ms`)
  })
}

test("tells callers that the connection ends", async () => {
  const server = await served(folderWith())
  const kept = await opened(server.port, head("/api/health"))
  await once(kept, "data")
  const exited = once(server.process, "exit")
  server.process.kill("SIGTERM")
  await stopping(server)
  kept.write(head("/api/health"))
  const [answer] = (await once(kept, "data")) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i)
  assert.is((await exited)[0], 0)
})

/** Resolves once the server has logged that it stops. */
async function stopping(server: Served): Promise<void> {
  while (!server.log.some(({ msg }) => msg === "server.stopping")) {
    assert.is(server.process.exitCode ?? server.process.signalCode, null, "the server ended before it said so")
    await ask(server.port, new Agent())
  }
}

/** Never answers. */
const STUCK = `
import { definePlugin, defineRoute } from "platen/sdk"
export default definePlugin({ id: "stuck", setup: () => ({ routes: [defineRoute({
  method: "GET", path: "/stuck", editions: ["*"], auth: "open", summary: "", handle: () => new Promise(() => {}),
})] }) })
`

test("ends at once at a second signal, with the store closed", async () => {
  const cwd = folderWith({ "stuck.mjs": STUCK, "platen.yaml": "plugins:\n  ./stuck.mjs: true\n" })
  const server: Served = await served(cwd)
  const stuck = await opened(server.port, head("/stuck"))
  assert.ok(readdirSync(path.join(cwd, "data")).includes("platen.db-wal"))
  const exited = once(server.process, "exit")
  const start = performance.now()
  server.process.kill("SIGTERM")
  await stopping(server)
  server.process.kill("SIGTERM")
  assert.equal(await exited, [1, null])
  assert.ok(performance.now() - start < 3_000)
  assert.equal(
    readdirSync(path.join(cwd, "data")).filter((name) => name.startsWith("platen.db")),
    ["platen.db"],
    "a store that is closed leaves no log behind",
  )
  stuck.destroy()
})

test.run()
