import { z } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { memberOf } from "./listener.js"
import { rendersOf, statsOf, until } from "./seen.js"
import { load, modeOf } from "./test-modes.js"

/** How much is drawn, and how devices do. */
const test = suite("editions/extended: statistics")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
  await load(
    extended.stage,
    modeOf("BAD_VIEW", {
      view: () => {
        throw new TypeError("x is undefined")
      },
    }),
    ...[8, 14].map((ms) =>
      modeOf(`TAKES_${ms}`, {
        view: (_, { language }) => {
          extended.clock.advance(ms)
          return { body: { type: "spacer" }, language }
        },
      }),
    ),
  )
})
test.after(() => extended.close())

interface Overview {
  readonly total_devices: number
  readonly total_renders: number
  readonly cache_hit_rate: number
  readonly mode_frequency: Readonly<Record<string, number>>
  readonly devices: readonly { readonly mac: string; readonly last_seen: string; readonly total_renders: number }[]
}

const get = (path: string, headers: Headers = extended.admin): Promise<Answer> =>
  extended.at(`/api/stats/${path}`, { headers })
const overview = async (): Promise<Overview> => (await get("overview")).json() as Overview
const of = async ({ mac }: ExtendedDevice): Promise<Readonly<Record<string, unknown>>> =>
  (await get(mac)).json() as never

/** Renders, and resolves once they are counted. */
async function render(device: ExtendedDevice, ...queries: readonly string[]): Promise<void> {
  const { total_renders: before } = await statsOf(extended, device)
  await Promise.all(queries.map((query) => device.render(query)))
  await until(
    extended,
    () => statsOf(extended, device),
    ({ total_renders: renders }) => renders === before + queries.length,
  )
}

/** What a route says that it answers. */
function answerOf(path: string): z.ZodType {
  return extended.stage.app
    .get(ROUTES)
    .list()
    .find((route) => route.path === path)!.response!
}

test("counts the renders of a device, its modes, its days and its failures", async () => {
  const device = await extended.owned()
  extended.clock.advance(1_000)
  await render(device, "persona=ZEN", "persona=ZEN&v=3.71", "persona=STOIC")
  await render(device, "persona=BAD_VIEW")
  const { cache_hit_rate: rate, avg_render_time_ms: average, ...rest } = await of(device)
  const now = new Date(extended.clock.now()).toISOString()
  assert.ok(Number(rate) >= 0 && Number(rate) <= 100 && Number.isInteger(average), `${String(rate)} ${String(average)}`)
  const modes = rest.mode_frequency as Readonly<Record<string, number>>
  assert.equal([modes.ZEN, modes.STOIC], [2, 1])
  assert.equal(
    { ...rest, mode_frequency: undefined },
    {
      mac: device.mac,
      total_renders: 4,
      mode_frequency: undefined,
      last_render: { persona: Object.keys(modes).find((id) => id !== "ZEN" && id !== "STOIC")!, time: now },
      heartbeats: [{ voltage: 3.7, rssi: -50, time: new Date(extended.clock.now() - 1_000).toISOString() }],
      daily_renders: [{ date: now.slice(0, 10), count: 4 }],
      error_count: 1,
      last_battery_voltage: 3.7,
      last_rssi: -50,
      last_refresh: now,
    },
  )
})

test("leaves failed renders out of the average", async () => {
  const device = await extended.owned()
  await render(device, "persona=BAD_VIEW", "persona=BAD_VIEW&v=3.6")
  assert.equal([(await of(device)).avg_render_time_ms, (await of(device)).error_count], [0, 2])
  for (const ms of [8, 14]) await render(device, `persona=TAKES_${ms}`)
  const rows = await rendersOf(extended, device)
  const drawn = rows.filter(({ status }) => status === "success").map(({ render_time_ms: ms }) => ms)
  assert.equal([rows.length, drawn], [4, [14, 8]], "newest first")
  assert.is((await of(device)).avg_render_time_ms, 11)
})

test("lists heartbeats oldest first, the newest thirty, and days with renders alone", async () => {
  const device = await extended.owned()
  for (let i = 1; i <= 31; i++) {
    extended.clock.advance(1_000)
    await device.post("heartbeat", { battery_voltage: 3 + i / 100, wifi_rssi: i === 31 ? undefined : -i })
  }
  await render(device, "")
  extended.clock.advance(2 * 86_400_000)
  await render(device, "", "")
  const {
    heartbeats,
    daily_renders: days,
    last_rssi: rssi,
  } = (await of(device)) as {
    heartbeats: { voltage: number; rssi: number | null }[]
    daily_renders: { count: number }[]
    last_rssi: number
  }
  assert.equal(
    [heartbeats.length, heartbeats[0]!.voltage, heartbeats.at(-1), rssi],
    [30, 3.02, { ...heartbeats.at(-1), voltage: 3.31, rssi: null }, -30],
  )
  assert.equal(
    days.map(({ count }) => count),
    [1, 2],
  )
})

test("has zeros for a device that it never heard of", async () => {
  const answer = await get("0F:00:00:00:00:01")
  assert.equal(
    [answer.status, answer.json()],
    [
      200,
      {
        mac: "0F:00:00:00:00:01",
        total_renders: 0,
        cache_hit_rate: 0,
        mode_frequency: {},
        last_render: null,
        heartbeats: [],
        daily_renders: [],
        avg_render_time_ms: 0,
        error_count: 0,
        last_battery_voltage: null,
        last_rssi: null,
        last_refresh: null,
      },
    ],
  )
  assert.equal((await get("0f-00-00-00-00-01/renders")).json(), { mac: "0F:00:00:00:00:01", renders: [] })
  assert.is((await get("nonsense")).status, 400)
})

test("counts all of many renders at once, of all devices together and of each", async () => {
  const before = await overview()
  const [one, two] = [await extended.owned(), await extended.owned()]
  const queries = Array.from({ length: 6 }, (_, i) => `persona=POETRY&v=3.${i}`)
  await Promise.all([render(one, ...queries), render(two, ...queries)])
  const after = await overview()
  assert.equal(
    [
      after.total_renders - before.total_renders,
      after.mode_frequency.POETRY! - (before.mode_frequency.POETRY ?? 0),
      after.total_devices - before.total_devices,
    ],
    [12, 12, 2],
  )
  assert.equal([(await of(one)).total_renders, (await of(two)).total_renders], [6, 6])
  assert.equal(
    after.devices
      .slice(0, 2)
      .map(({ mac, total_renders: renders }) => [mac, renders])
      .sort(),
    [
      [one.mac, 6],
      [two.mac, 6],
    ].sort(),
  )
})

test("says of all renders how many had been drawn before", async () => {
  const own = await openExtended()
  const device = await own.owned()
  const rate = async (): Promise<number> =>
    ((await own.at("/api/stats/overview", { headers: own.admin })).json() as Overview).cache_hit_rate
  assert.is(await rate(), 0)
  for (let i = 0; i < 3; i++) await device.render("persona=ZEN&v=3.3")
  assert.is(await rate(), 66.7)
  await own.close()
})

test("lists the twenty devices that rendered last, newest first, however long ago", async () => {
  const screens: ExtendedDevice[] = []
  for (let i = 0; i < 21; i++) screens.push(await extended.device())
  for (const screen of screens) await render(screen, "")
  await render(screens[3]!, "")
  extended.clock.advance(5 * 86_400_000)
  const { devices } = await overview()
  assert.equal([devices.length, new Set(devices.map(({ mac }) => mac)).size], [20, 20])
  assert.equal(
    devices.slice(0, 3).map(({ mac }) => mac),
    [screens[3]!, screens[20]!, screens[19]!].map(({ mac }) => mac),
  )
  assert.equal(
    [devices[0]!.total_renders, devices[0]!.last_seen],
    [2, new Date(extended.clock.now() - 5 * 86_400_000).toISOString()],
  )
})

test("counts no look: no preview, no widget, no HEAD, no admin, and nobody who waits for confirmation", async () => {
  const device = await extended.owned()
  const before = await overview()
  const { token } = (await extended.post(`/api/device/${device.mac}/token`)).json() as { token: string }
  await device.render("", { headers: { "x-device-token": token } })
  await device.render("", { method: "HEAD" })
  await extended.at(`/api/render?mac=${device.mac}`, { headers: extended.admin })
  await extended.at(`/api/preview?mac=${device.mac}`, { headers: device.headers })
  await render(device, "")
  assert.equal([(await overview()).total_renders - before.total_renders, (await of(device)).total_renders], [1, 1])
})

test("lists renders newest first, by limit and offset", async () => {
  const device = await extended.owned()
  for (const persona of ["ZEN", "STOIC", "BAD_VIEW", "POETRY"]) {
    extended.clock.advance(1_000)
    await render(device, `persona=${persona}`)
  }
  const rows = async (
    query = "",
  ): Promise<
    readonly { persona: string; cache_hit: boolean; render_time_ms: number; status: string; time: string }[]
  > => ((await get(`${device.mac}/renders${query}`, device.headers)).json() as { renders: [] }).renders
  const all = await rows()
  assert.equal([all[0]!.persona, all[1]!.status, all[2]!.persona, all[3]!.persona], ["POETRY", "error", "STOIC", "ZEN"])
  assert.equal(
    all.map(({ status }) => status),
    ["success", "error", "success", "success"],
  )
  assert.equal(all[0]!.time, new Date(extended.clock.now()).toISOString())
  assert.equal(
    [await rows("?limit=2"), await rows("?limit=200&offset=3"), await rows("?offset=4")],
    [all.slice(0, 2), all.slice(3), []],
  )
  for (const query of ["limit=0", "limit=201", "limit=x", "limit=", "offset=-1", "offset=1.5"]) {
    const answer = await get(`${device.mac}/renders?${query}`, device.headers)
    assert.equal([answer.status, codeOf(answer)], [422, "invalid"], query)
  }
})

test("answers the device, those it is bound to, and an admin; the overview an admin alone", async () => {
  const device = await extended.owned()
  const [guest, stranger] = [await memberOf(extended, device), await extended.person()]
  const { token } = (await extended.post(`/api/device/${device.mac}/token`)).json() as { token: string }
  for (const call of [device.mac, `${device.mac}/renders`]) {
    for (const headers of [device.headers, device.owner.headers, guest.headers, extended.admin])
      assert.is((await get(call, headers)).status, 200)
    for (const [headers, status] of [
      [{}, 401],
      [{ "x-device-token": "wrong" }, 401],
      [stranger.headers, 403],
      [{ "x-device-token": token }, 403],
    ] as const)
      assert.is((await get(call, headers)).status, status)
  }
  for (const [headers, status] of [
    [{}, 401],
    [device.headers, 401],
    [device.owner.headers, 403],
  ] as const)
    assert.is((await get("overview", headers)).status, status)
})

test("answers exactly what its routes say", async () => {
  const device = await extended.owned()
  await render(device, "", "persona=BAD_VIEW")
  for (const [path, call] of [
    ["/api/stats/overview", "overview"],
    ["/api/stats/:mac", device.mac],
    ["/api/stats/:mac/renders", `${device.mac}/renders`],
  ] as const) {
    const body = (await get(call)).json()
    assert.equal(answerOf(path).parse(body), body, path)
  }
})

test("forgets a device's figures with it, and keeps the sums of all", async () => {
  const device = await extended.owned()
  await render(device, "")
  const before = await overview()
  assert.ok(before.devices.some(({ mac }) => mac === device.mac))
  await extended.at(`/api/user/devices/${device.mac}`, { method: "DELETE", headers: device.owner.headers })
  const after = await overview()
  assert.equal(
    [after.total_renders, after.total_devices, after.devices.some(({ mac }) => mac === device.mac)],
    [before.total_renders, before.total_devices - 1, false],
  )
  assert.equal([(await of(device)).total_renders, (await of(device)).heartbeats], [0, []])
  await extended.device(device.mac)
  assert.not.ok(
    (await overview()).devices.some(({ mac }) => mac === device.mac),
    "it is another device to this server now",
  )
})

test("keeps what was counted over a restart", async () => {
  const dataFolder = folderWith()
  const before = await openExtended({ dataFolder })
  const device = await before.owned()
  for (let i = 0; i < 3; i++) await device.render()
  await before.close()
  const after = await openExtended({ dataFolder })
  assert.is(((await after.at("/api/stats/overview", { headers: after.admin })).json() as Overview).total_renders, 3)
  await after.close()
})

test.run()
