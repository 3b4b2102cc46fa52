import { definePlugin } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { listenerOf } from "./listener.js"
import { stateOf, until } from "./seen.js"
import { alertsKept, inksKept } from "./stored.js"

/** What a device is told once an alert was on its glass, or was not. */
const test = suite("editions/extended: after alerts")

let extended: Extended
let held = gate()
/** A call that waits, so that what comes after it on the same connection is answered, and not sent. */
const holding = definePlugin({
  id: "holding",
  setup: () => [
    ROUTES.of(
      defineRoute({
        method: "GET",
        path: "/api/hold",
        areas: ["extended"],
        auth: "open",
        summary: "Waits.",
        handle: async () => {
          await held.opened
          return {}
        },
      }),
    ),
  ],
})

test.before(async () => {
  extended = await openExtended({ plugins: [holding] })
})
test.after(() => extended.close())
test.before.each(() => {
  held = gate()
})
test.after.each(() => held.open())

test("brings an alert back whose answer was cut off", async () => {
  const device = await listenerOf(extended)
  await device.alert({ sender: "Anna", message: "first" })
  await device.alert({ sender: "Anna", message: "second" })
  for (const call of ["alert-bmp?w=296&h=128", "check_alert"]) {
    const token = `X-Device-Token: ${device.token}`
    const socket = await opened(
      extended.port,
      head("/api/hold") + head(`/api/device/${device.mac}/${call}`, "GET", token),
    )
    const kept = (): ReturnType<typeof alertsKept> => alertsKept(extended, device)
    const during = await until(extended, kept, ({ messages }) => messages.length === 1)
    assert.is(during.takenAt, extended.clock.now())
    socket.destroy()
    const after = await until(extended, kept, ({ messages }) => messages.length === 2)
    assert.equal(after.messages, ["first", "second"])
    assert.is(after.takenAt, undefined, "nothing was on the glass")
  }
  assert.is((await device.bmp()).status, 200)
  assert.match((await device.get("check_alert")).text(), "second")
})

test("does not bring back what has run out meanwhile", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  const socket = await opened(
    extended.port,
    head("/api/hold") + head(`/api/device/${device.mac}/check_alert`, "GET", `X-Device-Token: ${device.token}`),
  )
  const kept = (): ReturnType<typeof alertsKept> => alertsKept(extended, device)
  await until(extended, kept, ({ messages }) => messages.length === 0)
  extended.clock.advance(60_000)
  socket.destroy()
  await until(extended, kept, ({ takenAt }) => takenAt === undefined)
  assert.equal((await kept()).messages, [])
})

test("reports nothing pending for 40 s after an alert, and then what waits", async () => {
  const device = await listenerOf(extended)
  await device.render()
  await device.post("switch", { mode: "ZEN" }, device.owner.headers)
  await device.alert()
  const waits = async (): Promise<unknown> => {
    const { pending_refresh: refresh, pending_mode: mode } = await device.state()
    return [refresh, mode]
  }
  assert.equal(await waits(), [1, "ZEN"])
  await device.bmp()
  assert.equal(await waits(), [0, ""])
  extended.clock.advance(39_999)
  assert.equal(await waits(), [0, ""])
  extended.clock.advance(1)
  assert.equal(await waits(), [1, "ZEN"])
})

test("has only the first render after an alert drawn whatever its bytes", async () => {
  const device = await listenerOf(extended)
  const push = async (): Promise<string | undefined> => (await device.render()).headers["x-preview-push"]
  assert.equal([await push(), await push()], [undefined, undefined])
  await device.alert()
  assert.is(await push(), undefined, "none was shown yet")
  await device.bmp()
  extended.clock.advance(30_000)
  const { token } = (await extended.post(`/api/device/${device.mac}/token`)).json() as { token: string }
  const stranger = await device.render("", { headers: { "x-device-token": token } })
  assert.equal(
    [stranger.status, stranger.headers["x-preview-push"]],
    [200, undefined],
    "who waits for confirmation is told nothing of it",
  )
  assert.is(await push(), "1")
  extended.clock.advance(1)
  assert.is(await push(), undefined)
})

for (const [what, render, query, refreshes] of [
  ["four inks", "w=400&h=300&colors=4", "w=400&h=300", 1],
  ["three inks", "w=400&h=300&colors=3", "w=400&h=300", 1],
  ["two inks", "w=400&h=300&colors=2", "w=400&h=300", 0],
  ["inks that nobody knows", undefined, "w=400&h=300", 0],
  ["four inks, as it says itself", undefined, "w=400&h=300&colors=4", 1],
  ["two inks, as it says itself now", "w=400&h=300&colors=4", "w=400&h=300&colors=2", 0],
] as const) {
  test(`asks ${refreshes === 1 ? "for" : "for no"} refresh after an alert on a panel of ${what}`, async () => {
    const device = await listenerOf(extended)
    await device.render("persona=ZEN")
    await until(
      extended,
      () => stateOf(extended, device),
      ({ pending_refresh: refresh }) => refresh === 0,
    )
    if (render !== undefined) {
      const page = await extended.at(`/api/render?mac=${device.mac}&${render}`, { headers: device.headers })
      assert.is(page.status, 200)
      await until(
        extended,
        () => inksKept(extended, device),
        (inks) => inks === Number(render.at(-1)),
      )
    }
    await device.alert()
    assert.is((await device.bmp(query)).status, 200)
    assert.is((await device.state()).pending_refresh, 0)
    extended.clock.advance(40_000)
    assert.is((await device.state()).pending_refresh, refreshes)
    const after = await device.render()
    assert.is(after.headers["x-pending-refresh"], refreshes === 1 ? "1" : undefined)
    assert.is((await device.state()).pending_refresh, 0)
  })
}

test.run()
