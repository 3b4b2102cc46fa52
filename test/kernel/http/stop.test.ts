import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BUILT } from "../../child.js"
import { folderWith } from "../../folder.js"
import { soon } from "../../until.js"
import { exchange, head, opened } from "./exchange.js"

const test = suite("http/stop")

const MAIN = fileURLToPath(new URL("kernel/main.js", BUILT))
const PAGE = "x".repeat(200_000)

/**
 * Answers once the server is told to stop, so that one request is in flight then for certain. In its process no timer of more than five seconds
 * ever fires: a stop that waits for whoever is idle is not saved by the one that cuts everything off.
 */
const WAITING = `
import { definePlugin, LOG, onDispose } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
const { setTimeout } = globalThis
globalThis.setTimeout = (work, ms, ...rest) => setTimeout(work, ms > 5_000 ? 2 ** 31 - 1 : ms, ...rest)
const handle = (log, signal) => async () => {
  const told = new Promise((resolve) => { process.once(signal, resolve) })
  log.info({}, "waiting.entered")
  await told
  return { body: "x".repeat(${PAGE.length}) }
}
export default definePlugin({
  id: "waiting",
  needs: { log: LOG },
  setup: ({ log }) => [
    ROUTES.of(...["SIGTERM", "SIGINT"].map((signal) => defineRoute({
      method: "GET", path: "/waiting/" + signal, areas: ["*"], auth: "open", summary: "", handle: handle(log, signal),
    }))),
    onDispose(() => log.info({}, "waiting.disposed")),
  ],
})
`

interface Running {
  readonly child: ChildProcess
  /** Resolves to the next log line of this name. */
  logged(event: string): Promise<Record<string, unknown>>
  /** Every event logged so far. */
  readonly events: readonly string[]
  readonly exited: Promise<number | string | null>
}

function running(folder: string): Running {
  const env = {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    PLATEN_DATA: path.join(folder, "data"),
    PLATEN_CONFIG: path.join(folder, "platen.yaml"),
  }
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  const exited = new Promise<number | string | null>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal))
  })
  const events: string[] = []
  const waiting = new Map<string, (line: Record<string, unknown>) => void>()
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Record<string, unknown>
    events.push(String(line.msg))
    waiting.get(String(line.msg))?.(line)
  })
  const logged = (event: string): Promise<Record<string, unknown>> =>
    Promise.race([
      new Promise<Record<string, unknown>>((resolve) => {
        waiting.set(event, resolve)
      }),
      exited.then((code) => {
        throw new Error(`the server ended with ${code} before it logged ${event}`)
      }),
    ])
  return { child, logged, events, exited }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`ends with 0 on ${signal} after the answer in flight is delivered whole`, async () => {
    const server = running(folderWith({ "waiting.mjs": WAITING, "platen.yaml": "plugins:\n  ./waiting.mjs: true\n" }))
    const { port } = (await server.logged("server.started")) as { port: number }
    const entered = server.logged("waiting.entered")
    const answer = exchange(port, head(`/waiting/${signal}`))
    await entered
    const silent = await opened(port)
    let heard = ""
    silent.on("data", (part) => {
      heard += part.toString("latin1")
    })
    server.child.kill(signal)
    const got = await answer
    assert.match(got, /^HTTP\/1\.1 200 OK\r\n/)
    assert.is(got.slice(got.indexOf("\r\n\r\n") + 4), PAGE)
    assert.is(await soon(server.exited, "the server does not end"), 0)
    assert.is(heard, "", "who says nothing was let go by the stop, not by the server's timeouts with such")
    assert.equal(server.events.slice(-2), ["stop.requested", "waiting.disposed"])
    silent.destroy()
    assert.is(
      await exchange(port, head("/api/health")).then(
        () => "answered",
        (error: NodeJS.ErrnoException) => error.code,
      ),
      "ECONNREFUSED",
    )
  })
}

test.run()
