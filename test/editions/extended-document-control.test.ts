import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { kind, openDocument, PUSHED, shown, statuses } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"

/** The extended document, "Device control and content". */
const test = suite("extended document: device control and content")

interface Row {
  readonly mode_id: string
}
interface Habit {
  readonly name: string
  readonly week_count: number
  readonly today: boolean
}

const MINUTE = 60_000
let server: Documented
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const listed = async (screen: Owned, call: string): Promise<readonly string[]> => {
  const answer = (await screen.get(call)).json() as { history?: Row[]; favorites?: Row[] }
  return (answer.history ?? answer.favorites!).map(({ mode_id: id }) => id)
}
const habits = async (screen: Owned): Promise<readonly Habit[]> =>
  ((await screen.get("habit/status")).json() as { habits: Habit[] }).habits

/** A screen that has shown these, one after the other; what it has shown is written behind the answer. */
async function showing(...modes: readonly string[]): Promise<Owned> {
  const screen = await server.configured()
  for (const [i, mode] of modes.entries()) {
    await screen.render(`persona=${mode}`)
    for (let tries = 0; (await listed(screen, "history")).length <= i; tries++)
      assert.ok(tries < 200, "it is never written")
    server.clock.advance(1_000)
  }
  return screen
}

test('POST /api/device/{mac}/refresh: "mark the device to refresh immediately at next wake"', async () => {
  const screen = await server.shownOnce()
  assert.equal(
    [kind(await screen.post("refresh")), (await screen.state()).pending_refresh],
    [[200, "application/json"], 1],
  )
})

test('GET /api/device/{mac}/state: "runtime state, online status, refresh interval"', async () => {
  const screen = await server.configured({ refresh_interval: 25 })
  await screen.render()
  await server.written(screen)
  const { runtime_mode: mode, is_online: online, refresh_minutes: minutes } = await screen.state()
  assert.equal(
    [kind(await screen.get("state")), mode, online, minutes],
    [[200, "application/json"], "interval", true, 25],
  )
  server.clock.advance(1_000 * MINUTE)
  assert.is((await screen.state(screen.owner.headers)).is_online, false)
})

test('POST /api/device/{mac}/runtime: "set runtime mode, active or interval", and nothing else', async () => {
  const screen = await server.configured()
  for (const mode of ["active", "interval"])
    assert.equal(
      [kind(await screen.post("runtime", { mode })), (await screen.state()).runtime_mode],
      [[200, "application/json"], mode],
    )
  const found: number[] = []
  for (const body of [{ mode: "asleep" }, { mode: "" }, { mode: 1 }, {}])
    found.push((await screen.post("runtime", body)).status)
  assert.equal([found, (await screen.state()).runtime_mode], [[422, 422, 422, 422], "interval"])
})

test('POST /api/device/{mac}/apply-preview: "push a one-off preview image, returned by the next /api/render"', async () => {
  const screen = await server.configured()
  assert.equal(kind(await server.push(screen)), [200, "application/json"])
  assert.equal(
    [shown(await screen.render()), shown(await screen.render())],
    [
      [200, PUSHED],
      [200, 1],
    ],
  )
})

test('POST /api/device/{mac}/switch: "set the mode to switch to at the next refresh"', async () => {
  const screen = await server.configured({ modes: ["ONE"] })
  assert.equal(kind(await screen.post("switch", { mode: "TWO" })), [200, "application/json"])
  assert.equal(
    [shown(await screen.render()), shown(await screen.render())],
    [
      [200, 2],
      [200, 1],
    ],
  )
})

test('POST /api/device/{mac}/favorite: "favorite the latest content"', async () => {
  const screen = await showing("ONE", "TWO")
  assert.equal(
    [kind(await screen.post("favorite", {})), await listed(screen, "favorites")],
    [[200, "application/json"], ["TWO"]],
  )
})

test('POST /api/device/{mac}/favorite: "or a specified mode"', async () => {
  const screen = await showing("ONE", "TWO")
  assert.equal(
    [kind(await screen.post("favorite", { mode: "ONE" })), await listed(screen, "favorites")],
    [[200, "application/json"], ["ONE"]],
  )
})

test("POST /api/device/{mac}/favorite: takes no body for none at all", async () => {
  const screen = await showing("ONE")
  const answer = await server.at(`/api/device/${screen.mac}/favorite`, { method: "POST", headers: screen.headers })
  assert.equal([answer.status, await listed(screen, "favorites")], [200, ["ONE"]])
})

test('GET /api/device/{mac}/favorites: "list favorites"', async () => {
  const screen = await showing("ONE", "TWO")
  assert.equal(
    [kind(await screen.get("favorites")), await listed(screen, "favorites")],
    [[200, "application/json"], []],
  )
  for (const mode of ["ONE", "THREE"]) {
    await screen.post("favorite", { mode })
    server.clock.advance(1_000)
  }
  assert.equal(await listed(screen, "favorites"), ["THREE", "ONE"])
})

test('GET /api/device/{mac}/history: "content history; query parameters limit, offset, mode"', async () => {
  const screen = await showing("ONE", "TWO", "ONE", "THREE")
  assert.equal(
    [kind(await screen.get("history")), await listed(screen, "history")],
    [
      [200, "application/json"],
      ["THREE", "ONE", "TWO", "ONE"],
    ],
  )
  assert.equal(
    [
      await listed(screen, "history?limit=2"),
      await listed(screen, "history?offset=3"),
      await listed(screen, "history?limit=1&offset=1"),
    ],
    [["THREE", "ONE"], ["ONE"], ["ONE"]],
  )
  assert.equal(
    [await listed(screen, "history?mode=ONE"), await listed(screen, "history?mode=one&limit=1")],
    [["ONE", "ONE"], ["ONE"]],
  )
})

test('POST /api/device/{mac}/habit/check: "record a habit check-in"', async () => {
  const screen = await server.configured()
  assert.equal(kind(await screen.post("habit/check", { habit: "Run" })), [200, "application/json"])
  assert.equal(
    (await habits(screen)).map(({ name, today }) => [name, today]),
    [["Run", true]],
  )
})

test('GET /api/device/{mac}/habit/status: "habit status of the current week", none of last week\'s', async () => {
  const screen = await server.configured()
  const day = (back: number): string =>
    new Date(server.clock.now() - back * 24 * 60 * MINUTE).toISOString().slice(0, 10)
  const sinceMonday = (new Date(server.clock.now()).getUTCDay() + 6) % 7
  for (const date of [day(0), day(sinceMonday), day(sinceMonday + 1)])
    assert.is((await screen.post("habit/check", { habit: "Run", date })).status, 200)
  assert.equal(
    [kind(await screen.get("habit/status")), (await habits(screen)).map(({ week_count: count }) => count)],
    [[200, "application/json"], [sinceMonday === 0 ? 1 : 2]],
  )
})

test('DELETE /api/device/{mac}/habit/{habit_name}: "delete the habit and its records"; habit_name is text of any kind', async () => {
  const screen = await server.configured()
  for (const habit of ["Run", "读书 30/分"]) {
    await screen.post("habit/check", { habit })
    assert.equal(
      kind(await server.remove(`/api/device/${screen.mac}/habit/${encodeURIComponent(habit)}`, screen.headers)),
      [200, "application/json"],
    )
    assert.equal(await habits(screen), [])
    assert.is(
      (await server.remove(`/api/device/${screen.mac}/habit/${encodeURIComponent(habit)}`, screen.headers)).status,
      404,
    )
  }
  await screen.post("habit/check", {
    habit: "Run",
    date: new Date(server.clock.now() - 24 * 60 * MINUTE).toISOString().slice(0, 10),
  })
  assert.equal(
    (await habits(screen)).map(({ today }) => today),
    [false],
    "no record is left of before",
  )
})

test('POST /api/device/{mac}/token: "generate the device token, or return the existing one"', async () => {
  const mac = "0D:00:00:00:00:01"
  const call = (body?: string): Promise<Answer> =>
    server.at(`/api/device/${mac}/token`, {
      method: "POST",
      ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
    })
  const [first, second, third] = [await call("{}"), await call(), await call("{}")]
  const tokens = [first, second, third].map((answer) => (answer.json() as { token: string }).token)
  assert.equal(
    [kind(first), kind(second), kind(third)],
    [
      [200, "application/json"],
      [200, "application/json"],
      [200, "application/json"],
    ],
  )
  assert.ok(tokens[0]!.length >= 20)
  assert.equal(tokens, [tokens[0], tokens[0], tokens[0]])
})

test('GET /api/device/{mac}/qr: "binding QR code, returns image/bmp"', async () => {
  const screen = await server.configured()
  const answer = await screen.get("qr")
  assert.equal(
    [kind(answer), bmpPixels(answer.body).width, bmpPixels(answer.body).height],
    [[200, "image/bmp"], 400, 300],
  )
  assert.is(new Set(bmpPixels(answer.body).colours).size, 2)
})

test('GET /api/device/{mac}/share: "share image, returns image/png"', async () => {
  const screen = await showing("ONE")
  const answer = await screen.get("share")
  assert.equal([kind(answer), pngPixels(answer.body).width], [[200, "image/png"], 800])
})

for (const [method, call, body, admitted = 200] of [
  ["POST", "refresh", {}],
  ["GET", "state"],
  ["POST", "runtime", { mode: "interval" }],
  ["POST", "switch", { mode: "ONE" }],
  ["POST", "favorite", { mode: "ONE" }],
  ["GET", "favorites"],
  ["GET", "history"],
  ["POST", "habit/check", { habit: "Run" }],
  ["GET", "habit/status"],
  ["DELETE", "habit/Run"],
  ["POST", "apply-preview", {}, 400],
  ["GET", "qr"],
  ["GET", "share", undefined, 404],
] as const) {
  test(`${method} /api/device/{mac}/${call} is of the "single-device endpoints, which usually require the token"`, async () => {
    const screen = await server.configured()
    if (call === "habit/Run") {
      await screen.post("habit/check", { habit: "Run" })
      assert.equal(
        (
          await statuses(server, screen, (headers) => server.remove(`/api/device/${screen.mac}/${call}`, headers))
        ).slice(0, 3),
        [401, 403, 200],
      )
      return
    }
    const ask = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
      body ? screen.post(call, body, headers) : server.at(`/api/device/${screen.mac}/${call}`, { method, headers })
    assert.equal(await statuses(server, screen, ask), [401, 403, admitted, admitted])
    assert.is((await ask({ "x-device-token": "wrong" })).status, 401)
  })
}

test.run()
