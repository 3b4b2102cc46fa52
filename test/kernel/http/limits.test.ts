import { definePlugin, SetupError, TooMany } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import type { RouteLimit } from "platen/sdk/http"
import { countersInMemory } from "platen/sdk/servers"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { checkLimits, limitsOf } from "../../../kernel/http/limits.js"
import type { Limits } from "../../../kernel/http/limits.js"
import { ask } from "./ask.js"
import { routeTo } from "./listening.js"

const test = suite("http/limits")

const DRAW: RouteLimit = { name: "draw", perMinute: 3 }
const LOOK: RouteLimit = { name: "look", perMinute: 3 }
/** As many callers as are counted at once. */
const MOST = 50_000

let clock: FakeClock
let limits: Limits
test.before.each(() => {
  clock = fakeClock()
  limits = limitsOf(countersInMemory(clock), {})
})

/** How long a caller is to wait, in seconds; undefined when the call counts. */
function wait(subject: string, limit = DRAW): number | undefined {
  try {
    limits.counter(limit)(subject)
    return undefined
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    return error.retryAfter
  }
}
const calls = (count: number, subject = "a", limit = DRAW): (number | undefined)[] =>
  Array.from({ length: count }, () => wait(subject, limit))

test("lets so many calls through, and tells the next how long to wait", () => {
  assert.equal(calls(5), [undefined, undefined, undefined, 60, 60])
})

test("begins a caller's minute with its first call, and another when that is over", () => {
  clock.advance(17_000)
  calls(3)
  clock.advance(59_000)
  assert.is(wait("a"), 1)
  clock.advance(999)
  assert.is(wait("a"), 1, "to the millisecond")
  clock.advance(1)
  assert.equal(calls(4), [undefined, undefined, undefined, 60])
})

test("rounds the wait up to whole seconds, at least one", () => {
  calls(3)
  for (const [advance, seconds] of [
    [1, 60],
    [999, 59],
    [1_500, 58],
    [57_499, 1],
  ] as const) {
    clock.advance(advance)
    assert.is(wait("a"), seconds)
  }
})

test("keeps refused calls from making the wait longer", () => {
  calls(100)
  clock.advance(60_000)
  assert.is(wait("a"), undefined)
})

test("counts callers apart, and limits apart", () => {
  calls(3, "a")
  assert.equal([wait("a"), wait("b"), wait("a", LOOK)], [60, undefined, undefined])
  assert.equal(calls(3, "draw a", LOOK).length, 3)
  assert.is(wait("a draw"), undefined)
})

test("adds up the calls of routes that share a name", () => {
  assert.equal(
    [wait("a"), wait("a", { ...DRAW }), wait("a"), wait("a", { ...DRAW })],
    [undefined, undefined, undefined, 60],
  )
})

test("takes the operator's number by name, more or less than the route's", () => {
  limits = limitsOf(countersInMemory(clock), { draw: 1, look: 5 })
  assert.equal(
    [calls(2), calls(6, "a", LOOK)],
    [
      [undefined, 60],
      [undefined, undefined, undefined, undefined, undefined, 60],
    ],
  )
})

test("forgets, of more callers than it counts, those whose minute began first", () => {
  calls(3, "first")
  calls(3, "second")
  for (let i = 0; i < MOST - 2; i++) limits.counter(DRAW)(`caller ${i}`)
  assert.equal([wait("first"), wait("second")], [60, 60], "as many are known")
  limits.counter(DRAW)("one more")
  assert.is(wait("second"), 60)
  assert.is(wait("first"), undefined, "counted anew")
  assert.is(wait("second"), undefined, "which took the place of the next")
})

test("takes a caller that begins another minute for a young one", () => {
  calls(3, "first")
  for (let i = 0; i < MOST - 1; i++) limits.counter(DRAW)(`caller ${i}`)
  clock.advance(60_000)
  calls(3, "first")
  limits.counter(DRAW)("one more")
  assert.is(wait("first"), 60)
})

test("keeps nobody out because the clock was set back", () => {
  calls(4)
  clock.advance(-86_400_000)
  assert.equal(calls(4), [undefined, undefined, undefined, 60])
})

test("stops the start for a limit that no route has, and says which there are", () => {
  const routes = [
    routeTo("/a", () => ({}), { limit: DRAW }),
    routeTo("/b", () => ({}), { limit: LOOK }),
    routeTo("/c", () => ({})),
  ]
  checkLimits({}, routes)
  checkLimits({ draw: 1, look: 2 }, routes)
  assert.throws(
    () => checkLimits({ draw: 1, drow: 2 }, routes),
    (error: Error) =>
      error instanceof SetupError &&
      error.message ===
        'Unknown field "drow" in server.limits of platen.yaml: remove it, or use one of address, anonymous, draw, look, refused.',
  )
  assert.throws(
    () => checkLimits({ constructor: 1 }, [routeTo("/c", () => ({}))]),
    /"constructor" in server\.limits of platen\.yaml: remove it, or use one of address, anonymous, refused\./,
  )
})

test("is asked for routes over HTTP, with the operator's numbers, by address", async () => {
  const plugin = definePlugin({
    id: "counted",
    setup: () => [
      ROUTES.of(
        routeTo("/counted", () => ({ body: "x" }), { limit: DRAW }),
        routeTo("/free", () => ({ body: "x" })),
      ),
    ],
  })
  const stage = await openStage({
    plugins: [plugin],
    clock,
    server: { limits: { draw: 2 }, trustProxy: ["127.0.0.1"] },
  })
  const port = await stage.app.listen()
  const from = (address: string, path = "/counted"): ReturnType<typeof ask> =>
    ask(port, path, { headers: { "x-forwarded-for": address } })
  const [first, second, third] = [await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.1")]
  const other = await from("192.0.2.2")
  const neighbours = [
    await from("2001:db8::1"),
    await from("2001:db8::2"),
    await from("2001:db8::3"),
    await from("2001:db8:0:1::1"),
  ]
  const free = [await from("192.0.2.1", "/free"), await from("192.0.2.1", "/free"), await from("192.0.2.1", "/free")]
  clock.advance(60_000)
  const later = await from("192.0.2.1")
  await stage.close()
  assert.equal([first.status, second.status, third.status, other.status, later.status], [200, 200, 429, 200, 200])
  assert.equal([third.headers["retry-after"], (third.json() as { code: string }).code], ["60", "rate-limited"])
  assert.equal(
    neighbours.map(({ status }) => status),
    [200, 200, 429, 200],
    "one network of IPv6 is one caller",
  )
  assert.equal(
    free.map(({ status }) => status),
    [200, 200, 200],
  )
})

test("stops a whole server's start for a name that limits nothing", async () => {
  let failure: unknown
  await openStage({ server: { limits: { rendre: 5 } } }).catch((error: unknown) => {
    failure = error
  })
  assert.ok(
    failure instanceof SetupError && /"rendre" in .*\bpreview\b.*\brender\b/.test(failure.message),
    String(failure),
  )
})

test.run()
