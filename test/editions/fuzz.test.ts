import { Agent } from "node:http"
import fc from "fast-check"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { depth } from "../depth.js"
import { encoded, garbage, headers, isPicture, lastOf, parameter, searchOf } from "./garbage.js"
import type { Parameter } from "./garbage.js"
import { UNLIMITED } from "./extended-stage.js"

const test = suite("editions/fuzz")

/** In which an answer must be whole, in milliseconds. */

interface Call {
  readonly path: string
  readonly method: string
  readonly query: readonly Parameter[]
  readonly headers: Readonly<Record<string, string>>
}

const part = fc.constantFrom(
  "api",
  "v1",
  "render",
  "preview",
  "health",
  "metrics",
  "device",
  "..",
  ".",
  "",
  "%2e%2e",
  "%2F",
  "%00",
  "%zz",
  "%",
  "AA:BB:CC:DD:EE:FF",
)
const segment = fc.oneof(part, garbage.map(encoded))
const nonsense = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`)
const pictures = fc.constantFrom(
  "/api/render",
  "/api/render",
  "/api/preview",
  "/api/v1/render",
  "/api/v1/preview",
  "/api/render/",
  "/API/Render",
)
const known = fc.oneof(
  { arbitrary: pictures, weight: 4 },
  { arbitrary: fc.constantFrom("/api/health", "/api/v1/health", "/metrics"), weight: 1 },
)

const calls = (path: fc.Arbitrary<string>, method: fc.Arbitrary<string>): fc.Arbitrary<Call> =>
  fc.record({ path, method, query: fc.array(parameter, { maxLength: 8 }), headers })

let stage: Stage
let port: number
let agent: Agent
test.before(async () => {
  stage = await openStage({ server: { limits: UNLIMITED } })
  port = await stage.app.listen()
  agent = new Agent({ keepAlive: true, maxSockets: 4 })
})
test.after(async () => {
  agent.destroy()
  await stage.close()
})

for (const [what, call, all] of [
  [
    "a known path",
    calls(known, fc.oneof({ arbitrary: fc.constant("GET"), weight: 6 }, { arbitrary: fc.constant("HEAD"), weight: 1 })),
    1_500,
  ],
  [
    "any path and method",
    calls(
      fc.oneof(nonsense, known),
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
    ),
    500,
  ],
] as const) {
  const numRuns = depth(all)
  test(`answers ${numRuns} calls of ${what}, as it should, and never with a failure of its own`, async () => {
    await fc.assert(
      fc.asyncProperty(call, async (each) => check(each, await answered(each))),
      { numRuns, includeErrorInReport: true, endOnFailure: true },
    )
    assert.equal(
      stage.log.lines
        .filter(({ level }) => level === "error")
        .map(({ event, fields }) => [event, String((fields as { err?: Error }).err?.stack)]),
      [],
    )
  })
}

function answered({ path, method, query, headers }: Call): Promise<Answer> {
  return ask(port, path + searchOf(query), { method, headers, agent })
}

function check({ path, method, query, headers }: Call, { status, headers: got, body }: Answer): void {
  if (status >= 500 || status < 200 || (status >= 300 && status < 400 && status !== 304))
    throw new Error(`status ${status}`)
  if (status === 304 && headers["if-none-match"] === undefined) throw new Error("304 unasked")
  if (method === "HEAD" || status === 304) return assert.is(body.length, 0)
  assert.is(got["content-length"], String(body.length))
  // The console.
  if (path === "/" && method === "GET" && status === 200) return assert.match(body.toString(), /^<!doctype html>/)
  const route = /^(?:\/api(?:\/v1)?\/(render|preview|health)|\/(metrics))\/?$/i
    .exec(path)
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase()
  if (route === undefined || method !== "GET") {
    if (method !== "TRACE")
      assert.equal(Object.keys(JSON.parse(body.toString()) as object), ["error", "code", "message", "detail"])
    return assert.ok(
      status === 404 || status === 405 || (status === 400 && route === undefined),
      `${status} for no route`,
    )
  }
  if (route === "health") return assert.is(status, 200)
  // Whoever says to come through a proxy is not on this machine.
  if (route === "metrics")
    return assert.ok(
      status === 200 || status === 401 || (status === 400 && lastOf(query).mac !== undefined),
      `status ${status}`,
    )
  assert.ok([200, 400, 401].includes(status), `status ${status}`)
  isPicture(route, lastOf(query), body)
}

test.run()
