import { suite } from "uvu"
import * as assert from "uvu/assert"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import type { Gate } from "../kernel/http/gate.js"
import { soon } from "../until.js"
import { bar, numberMode } from "./bars.js"
import { MOUNTS, openCore, underBoth } from "./core-stage.js"
import type { Core, CoreDevice } from "./core-stage.js"
import { returnedTo } from "./stored.js"
import { load } from "./test-modes.js"

/** Decision 22: what a render takes is taken once the answer was written whole, and comes back when it was not. */
const test = suite("editions/core: answers that do not arrive")

/** Round trips after which the server has seen that a connection ended. */
const ROUND_TRIPS = 5
const NOT_ASKED = "the mode is not asked for its content"

/** Content that waits, by mode: opened gates let it through. */
const waits = new Map<string, { readonly asked: Gate; readonly go: Gate }>()
const waiting = (id: string, number: number) =>
  numberMode(
    id,
    async () => {
      const wait = waits.get(id)
      if (wait) {
        wait.asked.open()
        await wait.go.opened
      }
      return number
    },
    { cacheFor: 0 },
  )

const NAMES = ["ONE", "TWO", "THREE", "FOUR"]
const both = underBoth(test, ({ stage }) => load(stage, ...NAMES.map((name, i) => waiting(name, i + 1))))
test.before.each(() => waits.clear())

async function configured(
  { device }: Pick<Core, "device">,
  strategy = "cycle",
  modes = NAMES.slice(0, 3),
): Promise<CoreDevice> {
  const screen = device()
  await screen.save({ strategy, modes })
  return screen
}

/** A render whose caller is gone before the content comes; resolves once the server is done with it. */
async function cut(
  core: Core,
  { mac }: CoreDevice,
  { mode, query = "", reset = false }: { readonly mode: string; readonly query?: string; readonly reset?: boolean },
): Promise<void> {
  const wait = { asked: gate(), go: gate() }
  waits.set(mode, wait)
  const socket = await opened(core.port, head(`${core.base}/api/render?v=3.7&w=296&h=128&mac=${mac}&${query}`))
  await soon(wait.asked.opened, NOT_ASKED)
  if (reset) socket.resetAndDestroy()
  else socket.destroy()
  for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
  waits.delete(mode)
  wait.go.open()
  for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
}

async function shown({ render }: Pick<CoreDevice, "render">, count: number, query = ""): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(bar(await render(query)))
  return found
}

for (const reset of [false, true]) {
  both(
    `gives the place of the cycle and the pending refresh back when the caller ${reset ? "resets" : "closes"} the connection`,
    async (core) => {
      const screen = await configured(core)
      await cut(core, screen, { mode: "ONE", reset })
      const answer = await screen.render()
      assert.equal([bar(answer), answer.headers["x-pending-refresh"]], [1, "1"])
      assert.equal(await shown(screen, 4), [2, 3, 1, 2])
    },
  )
}

both("gives it back as often as it is not taken", async (core) => {
  const screen = await configured(core)
  for (let i = 0; i < 3; i++) await cut(core, screen, { mode: "ONE" })
  assert.equal(await shown(screen, 4), [1, 2, 3, 1])
  for (let i = 0; i < 3; i++) await cut(core, screen, { mode: "TWO" })
  assert.equal(await shown(screen, 4), [2, 3, 1, 2])
})

both("keeps what was taken while another render was cut, each once", async (core) => {
  const screen = await configured(core)
  const wait = { asked: gate(), go: gate() }
  waits.set("ONE", wait)
  const socket = await opened(core.port, head(`${core.base}/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`))
  await soon(wait.asked.opened, NOT_ASKED)
  const [during] = await shown(screen, 1)
  socket.destroy()
  for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
  waits.clear()
  wait.go.open()
  for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
  assert.equal([during, await shown(screen, 4)], [2, [1, 3, 1, 2]])
})

both("gives each of many cut renders' places back once", async (core) => {
  const screen = await configured(core, "cycle", NAMES)
  for (const mode of NAMES) waits.set(mode, { asked: gate(), go: gate() })
  const sockets = await Promise.all(
    NAMES.map(() => opened(core.port, head(`${core.base}/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`))),
  )
  await soon(Promise.all([...waits.values()].map(({ asked }) => asked.opened)), NOT_ASKED)
  for (const socket of sockets) socket.destroy()
  for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
  const gates = [...waits.values()]
  waits.clear()
  for (const { go } of gates) go.open()
  for (let i = 0; i < ROUND_TRIPS * 2; i++) await core.at("/api/health")
  assert.equal((await shown(screen, 4)).sort(), [1, 2, 3, 4])
  assert.equal(await shown(screen, 4), [1, 2, 3, 4], "and the cycle goes on")
})

both("shows each mode once before any comes again, though answers are cut: random", async (core) => {
  const screen = await configured(core, "random", NAMES)
  for (let round = 0; round < 3; round++) {
    for (const mode of NAMES) waits.set(mode, { asked: gate(), go: gate() })
    const socket = await opened(core.port, head(`${core.base}/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`))
    await soon(Promise.race([...waits.values()].map(({ asked }) => asked.opened)), NOT_ASKED)
    socket.destroy()
    for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
    const gates = [...waits.values()]
    waits.clear()
    for (const { go } of gates) go.open()
    for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
    assert.equal((await shown(screen, 4)).sort(), [1, 2, 3, 4])
  }
})

both("goes to the same mode again when the answer to next=1 was cut", async (core) => {
  for (const strategy of ["cycle", "random"]) {
    const screen = await configured(core, strategy)
    const [first] = await shown(screen, 1)
    const then = (first! % 3) + 1
    await cut(core, screen, { mode: NAMES[then - 1]!, query: "next=1" })
    assert.equal(await shown(screen, 1, "next=1"), [then], strategy)
    const after = await shown(screen, 1)
    assert.not.equal(after, [then], `${strategy}: and once is enough`)
  }
})

both("gives the pending refresh back when a persona's page was cut, and no place of the cycle", async (core) => {
  const screen = await configured(core)
  await cut(core, screen, { mode: "FOUR", query: "persona=FOUR" })
  const answer = await screen.render()
  assert.equal([bar(answer), answer.headers["x-pending-refresh"]], [1, "1"])
  assert.equal(await shown(screen, 2), [2, 3])
})

both("does not give back a mode that a new config has no more", async (core) => {
  const screen = await configured(core)
  await cut(core, screen, { mode: "ONE" })
  await screen.save({ modes: ["TWO", "FOUR"] })
  const after = await shown(screen, 4)
  assert.equal(after.sort(), [2, 2, 4, 4])
})

both("keeps what was saved while a page was being drawn", async (core) => {
  const screen = await configured(core)
  const wait = { asked: gate(), go: gate() }
  waits.set("ONE", wait)
  const drawing = screen.render()
  await soon(wait.asked.opened, NOT_ASKED)
  await screen.save({ modes: ["FOUR"] })
  waits.clear()
  wait.go.open()
  assert.equal([bar(await drawing), (await drawing).headers["x-pending-refresh"]], [1, "1"])
  const [next, then] = [await screen.render(), await screen.render()]
  assert.equal([bar(next), next.headers["x-pending-refresh"], then.headers["x-pending-refresh"]], [4, "1", undefined])
})

both("gives nothing back when an answer was read whole before the connection ended", async (core) => {
  const screen = await configured(core)
  const found: unknown[] = []
  for (let page = 0; page < 4; page++) {
    const got = await exchange(
      core.port,
      head(`${core.base}/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`),
      (got) => got.length === got.indexOf("\r\n\r\n") + 4 + 5_182,
    )
    for (let i = 0; i < ROUND_TRIPS; i++) await core.at("/api/health")
    const end = got.indexOf("\r\n\r\n") + 4
    found.push([/x-pending-refresh: 1/i.test(got.slice(0, end)), bar({ body: Buffer.from(got.slice(end), "latin1") })])
    assert.equal(await returnedTo(core, screen, "core"), [])
  }
  assert.equal(found, [
    [true, 1],
    [false, 2],
    [false, 3],
    [false, 1],
  ])
  const next = await screen.render()
  assert.equal([bar(next), next.headers["x-pending-refresh"]], [2, undefined])
})

test("gives back what the socket did not take in before it was gone", async () => {
  const renders = 24
  const drawn: number[] = []
  const core = await openCore(MOUNTS[0])
  await load(
    core.stage,
    ...NAMES.map((name, i) =>
      numberMode(
        name,
        async () => {
          drawn.push(i)
          return i + 1
        },
        { cacheFor: 0 },
      ),
    ),
  )
  const screen = await configured(core, "cycle", NAMES)
  // Half a megabyte each, to who reads nothing: more than all buffers on the way hold.
  const large = head(`${core.base}/api/render?v=3.7&w=1600&h=1200&colors=4&mac=${screen.mac}`)
  const socket = (await opened(core.port, large.repeat(renders))).pause()
  while (drawn.length < renders) await core.at("/api/health")
  socket.resetAndDestroy()
  for (let i = 0; i < ROUND_TRIPS * 2; i++) await core.at("/api/health")
  const returned = await returnedTo(core, screen, "core")
  assert.ok(returned.length > 0 && returned.length < renders, `${returned.length} came back`)
  const after = await shown(screen, returned.length)
  const [next] = await shown(screen, 1)
  await core.close()
  assert.equal(
    [after.sort(), next],
    [returned.map((mode) => NAMES.indexOf(mode) + 1).sort(), 1],
    "each once, then the cycle goes on",
  )
})

test.run()
