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
import { soon } from "../until.js"

/** Attack A11: a stop under load resets requests that were sent before it. */
const test = suite("hostile/stop")

type Stage = "before" | "stopping" | "closed"

interface Asked {
  /** The server as it was known when this was sent: it has not said that it stops, it has, and it takes no connections. */
  readonly sent: Stage
  /** "whole", or the code of the error that ended it. */
  readonly end: string
}

function ask(port: number, agent: Agent, sent: Stage = "before"): Promise<Asked> {
  return new Promise((resolve) => {
    const ended = (end: string): void => resolve({ sent, end })
    get({ port, host: "127.0.0.1", path: "/api/health", agent }, (response) => {
      response.resume().once("end", () => ended(response.complete ? "whole" : "cut"))
      response.once("error", (error: NodeJS.ErrnoException) => ended(error.code ?? "cut"))
    }).once("error", (error: NodeJS.ErrnoException) => ended(error.code ?? error.message))
  })
}

/** One client, until the server takes no connections any more. */
async function client(port: number, keepAlive: boolean, all: Asked[], stage: () => Stage): Promise<void> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  for (let end = ""; end !== "ECONNREFUSED";) {
    const asked = await ask(port, agent, stage())
    end = asked.end
    all.push(asked)
  }
  agent.destroy()
}

async function under(
  load: number,
  keepAlive: boolean,
): Promise<{ readonly of: (sent: Stage) => readonly Asked[]; readonly code: unknown }> {
  const server = await served(folderWith())
  const all: Asked[] = []
  const stops = (): boolean => server.log.some(({ msg }) => msg === "stop.requested")
  const stage = (): Stage =>
    !stops() ? "before" : all.some(({ end }) => end === "ECONNREFUSED") ? "closed" : "stopping"
  // One has a connection for each request in any case: it sees when no more are taken.
  const clients = Promise.all(
    Array.from({ length: load }, (_, i) => client(server.port, keepAlive && i > 0, all, stage)),
  )
  while (all.length < load * 10) await ask(server.port, new Agent())
  const exited = once(server.process, "exit")
  server.process.kill("SIGTERM")
  const [code] = await soon(exited, "the server does not end")
  await clients
  return { of: (stage) => all.filter(({ sent }) => sent === stage), code }
}

for (const [load, keepAlive, how] of [
  [32, false, "a connection for each request"],
  [16, true, "kept connections"],
] as const) {
  test(`under load resets nothing that was sent before it: ${load} clients with ${how}`, async () => {
    const { of, code } = await under(load, keepAlive)
    assert.equal(
      of("before").filter(({ end }) => end !== "whole"),
      [],
      `of ${of("before").length}`,
    )
    const served = of("stopping").filter(({ end }) => end === "whole").length
    // How many depends on the processor; those that were sent before could not have told.
    assert.ok(served > 0, `${served} of ${of("stopping").length} were served after the server said that it stops`)
    assert.equal(
      of("closed").filter(({ end }) => end === "whole"),
      [],
      "a connection that stands keeps the server from ending",
    )
    assert.is(code, 0)
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
  while (!server.log.some(({ msg }) => msg === "stop.requested")) {
    assert.is(server.process.exitCode ?? server.process.signalCode, null, "the server ended before it said so")
    await ask(server.port, new Agent())
  }
}

/** Never answers. */
const STUCK = `
import { definePlugin } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
export default definePlugin({ id: "stuck", setup: () => [ROUTES.of(defineRoute({
  method: "GET", path: "/stuck", areas: ["*"], auth: "open", summary: "", handle: () => new Promise(() => {}),
}))] })
`

test("ends at once at a second signal, with the store closed", async () => {
  const cwd = folderWith({ "stuck.mjs": STUCK, "platen.yaml": "plugins:\n  ./stuck.mjs: true\n" })
  const server: Served = await served(cwd)
  const stuck = await opened(server.port, head("/stuck"))
  assert.ok(readdirSync(path.join(cwd, "data")).includes("platen.db-wal"))
  const exited = once(server.process, "exit")
  server.process.kill("SIGTERM")
  await stopping(server)
  server.process.kill("SIGTERM")
  // The first signal alone would end it with 0, once its patience with the call is over.
  assert.equal(await soon(exited, "the server does not end"), [1, null])
  assert.equal(
    readdirSync(path.join(cwd, "data")).filter((name) => name.startsWith("platen.db")),
    ["platen.db"],
    "a store that is closed leaves no log behind",
  )
  stuck.destroy()
})

test.run()
