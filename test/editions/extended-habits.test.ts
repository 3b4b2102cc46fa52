import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { folderWith } from "../folder.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { check, habitScreen, removed } from "./habit-screen.js"
import type { HabitScreen } from "./habit-screen.js"
import { refusal } from "../refusal.js"

const test = suite("editions/extended: habits")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

interface Habit {
  readonly name: string
  readonly week_count: number
  readonly today: boolean
  readonly status: string
}

/** Saturday, nine in the morning in UTC; back there with each test, and some more minutes. */
const DAY = "2026-11-21"
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const screen = (config: object = {}): Promise<HabitScreen> => habitScreen(extended, config)
const remove = (device: HabitScreen, habit: string): Promise<Answer> => removed(extended, device, habit)
const habitsOf = async (device: ExtendedDevice): Promise<readonly Habit[]> =>
  ((await device.get("habit/status")).json() as { habits: readonly Habit[] }).habits
const counts = async (device: ExtendedDevice): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await habitsOf(device)).map(({ name, week_count: count }) => [name, count]))

test("records a check-in for today, and tells it in the week's status", async () => {
  const device = await screen()
  const answer = await check(device, "Run")
  assert.equal(
    [answer.status, answer.json()],
    [200, { ok: true, message: "Habit 'Run' checked", habit: "Run", date: DAY, done: true }],
  )
  await check(device, "Bath", { date: "2026-11-16" })
  const status = await device.get("habit/status")
  assert.equal(
    [status.status, status.json()],
    [
      200,
      {
        mac: device.mac,
        habits: [
          { name: "Bath", week_count: 1, today: false, status: "○" },
          { name: "Run", week_count: 1, today: true, status: "●" },
        ],
      },
    ],
  )
  assert.not.match(status.text(), /[:,] /)
})

test("counts a day once, however often it is checked", async () => {
  const device = await screen()
  for (let i = 0; i < 3; i++)
    assert.is((await check(device, i === 1 ? "  Run\n" : "Run", i === 2 ? { date: DAY } : {})).status, 200)
  assert.equal(await counts(device), { Run: 1 })
})

test("counts from Monday to today, and begins anew on Monday", async () => {
  const device = await screen()
  for (const date of ["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-19", "2026-11-21"])
    assert.is((await check(device, "Run", { date })).status, 200)
  assert.equal(await counts(device), { Run: 3 })
  extended.clock.advance(DAY_MS)
  assert.equal(await habitsOf(device), [{ name: "Run", week_count: 3, today: false, status: "○" }])
  extended.clock.advance(DAY_MS)
  assert.equal(await counts(device), { Run: 0 })
  extended.clock.advance(-2 * DAY_MS)
})

test("goes by the day where the device is", async () => {
  const [east, west] = [
    await screen({ timezone: "Pacific/Kiritimati" }),
    await screen({ timezone: "Pacific/Pago_Pago" }),
  ]
  extended.clock.advance(HOUR_MS)
  assert.equal(
    [
      ((await check(east, "Run")).json() as { date: string }).date,
      ((await check(west, "Run")).json() as { date: string }).date,
    ],
    ["2026-11-22", "2026-11-20"],
  )
  assert.is((await check(east, "Run", { date: "2026-11-22" })).status, 200)
  assert.is((await check(west, "Run", { date: "2026-11-21" })).status, 422)
  extended.clock.advance(-HOUR_MS)
})

test("takes a mark off again, and knows the habit still", async () => {
  const device = await screen()
  await check(device, "Run")
  await check(device, "Run", { date: "2026-11-20" })
  const answer = await check(device, "Run", { done: false })
  assert.equal([answer.status, (answer.json() as { message: string }).message], [200, "Habit 'Run' unchecked"])
  assert.equal(await habitsOf(device), [{ name: "Run", week_count: 1, today: false, status: "○" }])
  await check(device, "Run", { done: false, date: "2026-11-20" })
  assert.equal(await counts(device), { Run: 0 })
  assert.equal(
    [(await check(device, "Swim", { done: false })).status, Object.keys(await counts(device))],
    [404, ["Run"]],
  )
})

for (const [path, body] of [
  ["habit", {}],
  ["habit", { habit: "" }],
  ["habit", { habit: " \u0007 " }],
  ["habit", { habit: ".." }],
  ["habit", { habit: 5 }],
  ["habit", { habit: null }],
  ["habit", { habit: "x".repeat(61) }],
  ["habit_name", { habit_name: "" }],
  ["date", { habit: "Run", date: "2026-11-31" }],
  ["date", { habit: "Run", date: "2026-02-29" }],
  ["date", { habit: "Run", date: "21.11.2026" }],
  ["date", { habit: "Run", date: "2026-11-21T10:00:00Z" }],
  ["date", { habit: "Run", date: 20 }],
  ["date", { habit: "Run", date: "2026-11-22" }],
  ["date", { habit: "Run", date: "9999-12-31" }],
  ["date", { habit: "Run", date: "2025-11-20" }],
  ["date", { habit: "Run", date: "0001-01-01" }],
  ["date", { habit: "Run", date: "" }],
  ["done", { habit: "Run", done: "no" }],
  ["done", { habit: "Run", done: 0 }],
] as const) {
  test(`answers 422 that names ${path} to ${JSON.stringify(body).slice(0, 60)}`, async () => {
    const device = await screen()
    const answer = await device.post("habit/check", body)
    const { code, message, issues } = answer.json() as {
      code: string
      message: string
      issues: readonly { path: string }[]
    }
    assert.equal([answer.status, code, issues.map((issue) => issue.path)], [422, "invalid", [path]], answer.text())
    assert.ok(message.includes(`"${path}"`), message)
    assert.equal(await habitsOf(device), [])
  })
}

test("refuses a field that it does not know, and a body that is none", async () => {
  const device = await screen()
  assert.is((await device.post("habit/check", { habit: "Run", mac: device.mac })).status, 422)
  for (const [body, status] of [
    ["{", 400],
    ["[]", 422],
    ["", 422],
    ['"Run"', 422],
  ] as const) {
    assert.is(
      (
        await extended.at(`/api/device/${device.mac}/habit/check`, {
          method: "POST",
          headers: { ...device.headers, "content-type": "application/json" },
          body,
        })
      ).status,
      status,
      body,
    )
  }
  assert.equal(await habitsOf(device), [])
})

test("takes the name as the other call's path calls it, too", async () => {
  const device = await screen()
  assert.is((await device.post("habit/check", { habit_name: "Run" })).status, 200)
  assert.equal(await counts(device), { Run: 1 })
})

test("takes days of the last year, and none before", async () => {
  const device = await screen()
  assert.equal(
    [
      (await check(device, "Run", { date: "2025-11-21" })).status,
      (await check(device, "Run", { date: "2025-11-20" })).status,
    ],
    [200, 422],
  )
})

const NAMES = [
  "Run",
  "跑步",
  "اركض",
  "💧 8 cups",
  "50% / half",
  "a/b",
  "why?",
  "#1 +1 &c",
  "%2F",
  "status",
  "check",
  'O\'Neil "quoted"',
  "a..b",
  "x".repeat(60),
]

test("deletes a habit of any name by a path with percent signs, and all its marks", async () => {
  const device = await screen()
  for (const name of NAMES) {
    assert.is((await check(device, name)).status, 200, name)
    assert.is((await check(device, name, { date: "2026-11-18" })).status, 200, name)
  }
  assert.equal(
    (await habitsOf(device)).map(({ name }) => name),
    [...NAMES].sort(),
  )
  for (const name of NAMES) {
    const answer = await remove(device, encodeURIComponent(name))
    assert.equal([answer.status, answer.json()], [200, { ok: true, message: `Habit '${name}' deleted` }])
    const again = await remove(device, encodeURIComponent(name))
    assert.equal(refusal(again), [404, "habit-not-found"])
    assert.is((await check(device, name, { date: "2026-11-17" })).status, 200)
    assert.is((await counts(device))[name], 1, "what was deleted does not come back")
    assert.is((await remove(device, encodeURIComponent(name))).status, 200)
  }
  assert.equal(await habitsOf(device), [])
})

test("answers 404 or 400 to a path that names no habit", async () => {
  const device = await screen()
  for (const [name, status] of [
    ["Nobody", 404],
    ["%20", 400],
    ["%ZZ", 404],
    ["%00", 400],
    ["%2e%2e", 400],
    ["x".repeat(70), 400],
  ] as const)
    assert.is((await remove(device, name)).status, status, name)
})

test("counts each of many that come at once", async () => {
  const device = await screen()
  const dates = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
  const answers = await Promise.all([
    ...dates.map((date) => check(device, "Run", { date })),
    ...NAMES.slice(1).map((name) => check(device, name)),
    check(device, "Run"),
    device.post("heartbeat", { battery_voltage: 3.5 }),
    device.render(),
  ])
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(
    await counts(device),
    Object.fromEntries([...NAMES].sort().map((name) => [name, name === "Run" ? 6 : 1])),
  )
})

test("takes 24 habits of a device and no more, also at once", async () => {
  const device = await screen()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => check(device, `Habit ${i}`)))
  assert.equal(
    [answers.filter(({ status }) => status === 200).length, answers.filter(({ status }) => status === 409).length],
    [24, 6],
  )
  assert.equal(
    [(await habitsOf(device)).length, (answers.find(({ status }) => status === 409)!.json() as { code: string }).code],
    [24, "habit-limit-reached"],
  )
  const [first] = await habitsOf(device)
  assert.is(
    (await check(device, first!.name, { date: "2026-11-20" })).status,
    200,
    "those that are there can be marked",
  )
  await remove(device, encodeURIComponent(first!.name))
  assert.is((await check(device, "Another")).status, 200)
})

test("lets in the device, its people and admins, and nobody else", async () => {
  const device = await screen()
  await check(device, "Run")
  const other = await extended.person()
  const provisional = ((await extended.post(`/api/device/${device.mac}/token`)).json() as { token: string }).token
  const calls = (headers: Readonly<Record<string, string>>): Promise<readonly number[]> =>
    Promise.all([
      device.post("habit/check", { habit: "Run" }, headers),
      device.get("habit/status", headers),
      extended.at(`/api/device/${device.mac}/habit/Nobody`, { method: "DELETE", headers }),
    ]).then((answers) => answers.map(({ status }) => status))
  for (const [who, headers, statuses] of [
    ["the device", device.headers, [200, 200, 404]],
    ["its owner", device.owner.headers, [200, 200, 404]],
    ["an admin", extended.admin, [200, 200, 404]],
    ["nobody", {}, [401, 401, 401]],
    ["another", other.headers, [403, 403, 403]],
    ["a wrong token", { "x-device-token": "wrong" }, [401, 401, 401]],
    ["a wrong token of the owner's", { ...device.owner.headers, "x-device-token": "wrong" }, [401, 401, 401]],
    ["a device that waits", { "x-device-token": provisional }, [403, 403, 403]],
  ] as const)
    assert.equal(await calls(headers), statuses, who)
  const unheard = await extended.at("/api/device/0E:FF:FF:FF:FF:FF/habit/status", { headers: extended.admin })
  assert.equal(refusal(unheard), [404, "device-not-found"])
})

test("knows a device by its address in any spelling, and each for itself", async () => {
  const [device, other] = [await screen(), await screen()]
  await check(device, "Run")
  for (const mac of [device.mac.toLowerCase(), device.mac.replaceAll(":", "-"), encodeURIComponent(device.mac)])
    assert.match((await extended.at(`/api/device/${mac}/habit/status`, { headers: device.headers })).text(), /"Run"/)
  assert.match(
    (await extended.at(`/api/v1/device/${device.mac}/habit/status`, { headers: device.headers })).text(),
    /"Run"/,
  )
  assert.equal(await habitsOf(other), [])
})

test("forgets them with the device", async () => {
  const device = await screen()
  await check(device, "Run")
  assert.is((await device.render()).status, 200)
  assert.is(
    (await extended.at(`/api/user/devices/${device.mac}`, { method: "DELETE", headers: device.owner.headers })).status,
    200,
  )
  const again = await extended.device(device.mac)
  assert.equal(await habitsOf(again), [])
})

test("knows them after a restart", async () => {
  const dataFolder = folderWith()
  const first = await openExtended({ dataFolder })
  const device = await first.owned()
  await device.post("habit/check", { habit: "Run" })
  await first.close()
  const second = await openExtended({ dataFolder })
  const status = await second.at(`/api/device/${device.mac}/habit/status`, { headers: device.headers })
  assert.equal(
    (status.json() as { habits: readonly Habit[] }).habits.map(({ name, today }) => [name, today]),
    [["Run", true]],
  )
  await second.close()
})

test.run()
