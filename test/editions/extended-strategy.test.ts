import { seededRandom } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bar, numberMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { load } from "./test-modes.js"

/** Strategies that look at the clock, through a config that was saved. */
const test = suite("editions/extended: strategies by the clock")

let extended: Extended
test.before(async () => {
  extended = await openExtended({ random: seededRandom("strategies") })
  await load(
    extended.stage,
    numberMode("ONE", 1, { suits: { parts: ["morning"] } }),
    numberMode("TWO", 2, { suits: { parts: ["morning", "evening"], weekend: false } }),
    numberMode("THREE", 3, { suits: { parts: ["evening"] } }),
    numberMode("FOUR", 4, { suits: { weekend: true } }),
    numberMode("FIVE", 5, { suits: { parts: ["noon"] } }),
  )
})
test.after(() => extended.close())

const MODES = ["ONE", "TWO", "THREE", "FOUR", "FIVE"]

type Owned = ExtendedDevice & { readonly owner: { readonly headers: Readonly<Record<string, string>> } }

async function configured(fields: object): Promise<{ readonly device: Owned; readonly warnings: readonly string[] }> {
  const device = await extended.owned()
  const answer = await extended.post("/api/config", { mac: device.mac, modes: MODES, ...fields }, device.owner.headers)
  assert.is(answer.status, 200, answer.text())
  return { device, warnings: (answer.json() as { warnings?: readonly string[] }).warnings ?? [] }
}

/** What so many renders at a moment show. */
async function shown(device: ExtendedDevice, iso: string, count = 6): Promise<readonly number[]> {
  extended.clock.advance(Date.parse(iso) - extended.clock.now())
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(bar(await device.render()))
  return found
}

const which = (found: readonly number[]): string => [...new Set(found)].sort().join("")
const noneTwice = (found: readonly number[]): boolean => found.every((mode, i) => mode !== found[i - 1])

test("follows a config's rules in the device's time zone, past midnight and by day", async () => {
  const { device, warnings } = await configured({
    strategy: "time_slot",
    timezone: "Europe/Berlin",
    time_slot_rules: [
      { startHour: 7, startMinute: 30, endHour: 9, modes: ["one", "TWO"] },
      { start: "22:15", end: "06:00", weekdays: ["Fri"], modes: ["THREE"] },
      { startHour: 9, endHour: 12, modes: ["NOBODY", "FOUR"] },
      { startHour: 13, endHour: 14, modes: ["STOIC"] },
    ],
  })
  assert.equal(warnings, ['time_slot_rules.2: there is no mode "NOBODY": it was removed.'])
  for (const [iso, modes] of [
    ["2026-11-20T06:29Z", "12345"],
    ["2026-11-20T06:30Z", "12"],
    ["2026-11-20T07:59Z", "12"],
    ["2026-11-20T08:00Z", "4"],
    ["2026-11-20T11:00Z", "12345"],
    ["2026-11-20T12:30Z", "12345"],
    ["2026-11-20T21:14Z", "12345"],
    ["2026-11-20T21:15Z", "3"],
    ["2026-11-21T04:59Z", "3"],
    ["2026-11-21T05:00Z", "12345"],
    ["2026-11-21T22:00Z", "12345"],
  ] as const) {
    const found = await shown(device, iso, modes.length > 2 ? 10 : 4)
    assert.is(which(found), modes, `${iso}: ${found.join(" ")}`)
    if (modes.length > 1) assert.ok(noneTwice(found), found.join(" "))
  }
})

test("goes by the clock on the wall when summer time begins and ends", async () => {
  const { device } = await configured({
    strategy: "time_slot",
    timezone: "Europe/Berlin",
    time_slot_rules: [{ start: "02:30", end: "03:30", modes: ["FIVE"] }],
  })
  for (const [iso, slot] of [
    ["2027-03-28T00:59Z", false],
    ["2027-03-28T01:00Z", true],
    ["2027-03-28T01:29Z", true],
    ["2027-03-28T01:30Z", false],
    ["2027-10-31T00:30Z", true],
    ["2027-10-31T01:00Z", false],
    ["2027-10-31T01:30Z", true],
    ["2027-10-31T02:29Z", true],
    ["2027-10-31T02:30Z", false],
  ] as const)
    assert.is(which(await shown(device, iso)) === "5", slot, iso)
  extended.clock.advance(Date.parse("2026-11-21T12:00Z") - extended.clock.now())
})

for (const [path, wrong] of [
  ["time_slot_rules.1.startHour", { startHour: 24 }],
  ["time_slot_rules.1.endHour", { endHour: 25 }],
  ["time_slot_rules.1.endMinute", { endMinute: 60 }],
  ["time_slot_rules.1.start", { startHour: undefined, start: "25:00" }],
  ["time_slot_rules.1.start", { start: "08:00" }],
  ["time_slot_rules.1.startHour", { startHour: undefined }],
  ["time_slot_rules.1.weekdays.0", { weekdays: ["Funday"] }],
  ["time_slot_rules.1.weekdays", { weekdays: [] }],
  ["time_slot_rules.1.modes", { modes: undefined }],
] as const) {
  test(`answers 422 that names ${path} to ${JSON.stringify(wrong)}, and saves nothing`, async () => {
    const { device } = await configured({ nickname: "as it was" })
    const rule = { startHour: 8, endHour: 9, modes: ["ONE"] }
    const answer = await extended.post(
      "/api/config",
      { mac: device.mac, nickname: "other", time_slot_rules: [rule, { ...rule, ...wrong }] },
      device.owner.headers,
    )
    const { message, issues } = answer.json() as { message: string; issues: readonly { path: string }[] }
    assert.equal([answer.status, issues.map((issue) => issue.path)], [422, [path]], answer.text())
    assert.ok(message.includes(`"${path}"`), message)
    assert.match(
      (await extended.at(`/api/config/${device.mac}`, { headers: device.headers })).text(),
      /"nickname":"as it was"/,
    )
  })
}

test("gives rules back as they were written, with the modes that there are", async () => {
  const rule = { start: "7:30", end: "24:00", weekdays: ["Mon", 2], note: { mine: true }, modes: ["one", "NOBODY"] }
  const { device } = await configured({ timeSlotRules: [rule] })
  const config = (await extended.at(`/api/config/${device.mac}`, { headers: device.headers })).json() as {
    time_slot_rules: unknown
  }
  assert.equal(config.time_slot_rules, [{ ...rule, modes: ["ONE"] }])
})

test("shows what suits the part of the day and of the week: smart", async () => {
  const { device } = await configured({ strategy: "smart", timezone: "Asia/Tokyo" })
  for (const [iso, modes] of [
    ["2026-11-19T22:00Z", "12"],
    ["2026-11-20T03:00Z", "5"],
    ["2026-11-20T10:00Z", "23"],
    ["2026-11-20T22:00Z", "14"],
    ["2026-11-21T03:00Z", "45"],
    ["2026-11-21T10:00Z", "34"],
    ["2026-11-20T15:30Z", "4"],
    ["2026-11-19T15:30Z", "12345"],
  ] as const) {
    const found = await shown(device, iso, modes.length > 2 ? 10 : 6)
    assert.is(which(found), modes, `${iso}: ${found.join(" ")}`)
    if (modes.length > 1) assert.ok(noneTwice(found), found.join(" "))
  }
})

for (const strategy of ["smart", "time_slot"]) {
  test(`gives each mode of a slot to one of many renders at once: ${strategy}`, async () => {
    const { device } = await configured({
      strategy,
      modes: MODES.slice(0, 3),
      time_slot_rules: [{ startHour: 0, endHour: 24, modes: MODES }],
    })
    extended.clock.advance(Date.parse("2026-11-20T02:00Z") - extended.clock.now())
    const found = (await Promise.all(Array.from({ length: 12 }, () => device.render()))).map((answer) => bar(answer))
    assert.equal([...found].sort(), [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
  })

  test(`does not show at once again what next=1 has shown: ${strategy}`, async () => {
    const { device } = await configured({
      strategy,
      modes: MODES.slice(0, 3),
      time_slot_rules: [{ startHour: 0, endHour: 24, modes: MODES }],
    })
    const found = [
      ...(await shown(device, "2026-11-20T02:00Z", 2)),
      bar(await device.render("next=1")),
      ...(await shown(device, "2026-11-20T02:00Z", 3)),
    ]
    assert.ok(noneTwice(found), found.join(" "))
  })
}

test.run()
