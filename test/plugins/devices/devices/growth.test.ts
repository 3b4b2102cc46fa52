import { Conflict, z } from "platen/sdk"
import { CONFIG, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { activeConfig, NEW_DEVICE } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import type { Devices, Member } from "platen/sdk/device"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ALERTS } from "../../../../plugins/devices/alerts/slice.js"
import { MEMORIES } from "../../../../plugins/devices/configs/choosers.js"
import { wireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { migrations } from "../../../../plugins/devices/devices/migrations.js"
import { HABITS } from "../../../../plugins/devices/habits/slice.js"
import { COUNTERS } from "../../../../plugins/devices/stats/slice.js"
import { WIDGET } from "../../../../plugins/devices/widget/slice.js"
import { refused } from "../../../refused.js"
import { CONFIG as DEVICE_CONFIG } from "../configs/catalogs.js"
import { deviceOf, knownDevices, partsOf, putDevice } from "../../known-devices.js"
import type { Parts } from "../../known-devices.js"

/** What is kept, how long, and what goes with it. */
const test = suite("devices: what is kept of them")

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MAC = "0A:BB:CC:DD:EE:FF"

let clock: FakeClock
let devices: Devices
let forgotten: string[]
test.before.each(() => {
  clock = fakeClock()
  forgotten = []
  devices = knownDevices({
    clock,
    onForget: async ({ realm, mac }) => {
      forgotten.push(`${realm}/${mac}`)
    },
  })
})

const token = { value: "t", createdAt: 0, provisional: false }
const owner = (user: string, boundAt = 0): Member => ({ user, role: "owner", nickname: "", boundAt })
const asks = (id: number): (typeof MEMBERS)["initial"]["requests"][number] => ({
  id,
  user: "otto",
  nickname: "",
  at: 0,
})
const put = (more: Parts, mac = MAC): Promise<unknown> =>
  putDevice(devices, "extended", mac, { tokens: [token], ...more })
const known = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const { mac } of devices.all()) found.push(mac)
  return found
}

test("forgets a device that has only asked for a token after an hour, however many there are", async () => {
  for (let i = 0; i < 300; i++)
    await put({}, `0A:00:00:00:${String(Math.floor(i / 100)).padStart(2, "0")}:${String(i % 100).padStart(2, "0")}`)
  clock.advance(HOUR - 1)
  assert.is((await known()).length, 300)
  clock.advance(1)
  assert.equal(await known(), [])
  assert.is(await devices.count("extended"), 0)
})

test("forgets a device that nobody owns 30 days after its last call, with all its rows", async () => {
  const row = { voltage: 3.3, rssi: null }
  const call = (): Promise<unknown> =>
    devices.update(
      "extended",
      MAC,
      (device) => (device ?? deviceOf({ tokens: [token] })).with(RUNTIME, { seenAt: clock.now() }),
      {
        with: (device) => [
          { journal: devices.heartbeats as never, stream: `extended/${MAC}`, row, ttl: devices.ttl(device!) },
        ],
      },
    )
  await call()
  clock.advance(29 * DAY)
  await call()
  clock.advance(DAY)
  assert.equal([(await known()).length, (await devices.heartbeats.list(`extended/${MAC}`)).length], [1, 1])
  clock.advance(29 * DAY)
  assert.equal([await known(), await devices.heartbeats.list(`extended/${MAC}`)], [[], []])
})

test("keeps an owned or configured device, and its rows, for good", async () => {
  await put({ members: [owner("anna")] })
  await put({ configured: true }, "0A:00:00:00:00:01")
  clock.advance(900 * DAY)
  assert.is((await known()).length, 2)
  for (const mac of await known()) assert.is(devices.ttl((await devices.get("extended", mac))!), undefined)
})

test("finds devices by their people, whoever changes them", async () => {
  await put({ members: [owner("anna", 1)] })
  await put({ members: [owner("anna", 2), { ...owner("otto", 3), role: "member" }] }, "0A:00:00:00:00:01")
  const macs = async (user: string): Promise<string[]> => (await devices.of("extended", user)).map(({ mac }) => mac)
  assert.equal(
    [await macs("anna"), await macs("otto"), await macs("ann")],
    [["0A:00:00:00:00:01", MAC], ["0A:00:00:00:00:01"], []],
  )
  assert.equal(await devices.of("core", "anna"), [])
  await devices.update("extended", "0A:00:00:00:00:01", (device) => device!.with(MEMBERS, { members: [] }))
  assert.equal([await macs("anna"), await macs("otto")], [[MAC], []])
  await devices.update("extended", MAC, () => undefined)
  assert.equal(await macs("anna"), [])
})

test("finds a device by a request for it, as long as there are both", async () => {
  await put({ requests: [asks(7), asks(8)] })
  assert.equal(
    [
      await devices.requested("extended", 7),
      await devices.requested("core", 7),
      (await devices.asked("extended")).map(({ mac }) => mac),
    ],
    [MAC, undefined, [MAC]],
  )
  clock.advance(HOUR / 2)
  await devices.update("extended", MAC, (device) => device!.with(RUNTIME, { seenAt: clock.now() }))
  clock.advance(20 * DAY)
  assert.is(await devices.requested("extended", 7), MAC, "it lives as long as the device does")
  await devices.update("extended", MAC, (device) => device!.with(MEMBERS, { requests: [asks(8)] }))
  assert.equal([await devices.requested("extended", 7), await devices.requested("extended", 8)], [undefined, MAC])
  await devices.update("extended", MAC, (device) => device!.with(MEMBERS, { members: [owner("anna")] }))
  assert.equal([await devices.asked("extended"), await devices.requested("extended", 8)], [[], MAC])
  clock.advance(100 * DAY)
  assert.is(await devices.requested("extended", 8), MAC, "of an owned device it waits for good")
  await devices.update("extended", MAC, (device) => deviceOf({ members: [], seenAt: clock.now() }, device))
  assert.equal(
    (await devices.asked("extended")).map(({ mac }) => mac),
    [MAC],
  )
  clock.advance(30 * DAY)
  assert.equal([await devices.asked("extended"), await devices.requested("extended", 8)], [[], undefined])
})

test("forgets a device with all that is kept of it, or leaves what it is told to", async () => {
  await put({ members: [owner("anna")] })
  await devices.heartbeats.append(`extended/${MAC}`, { voltage: 3, rssi: null })
  assert.is(await devices.forget("extended", MAC, () => NEW_DEVICE.with(RUNTIME, { pendingRefresh: true })), true)
  assert.equal(
    [
      (await devices.get("extended", MAC))!.get(RUNTIME).pendingRefresh,
      (await devices.get("extended", MAC))!.get(TOKENS).tokens,
      await devices.heartbeats.list(`extended/${MAC}`),
      await devices.of("extended", "anna"),
      forgotten,
    ],
    [true, [], [], [], [`extended/${MAC}`, `extended/${MAC}`]],
    "asked before, and for what came meanwhile",
  )
  assert.equal(
    [await devices.forget("extended", MAC), await devices.get("extended", MAC), await devices.forget("extended", MAC)],
    [true, undefined, false],
  )
})

test("forgets nothing of a device when it is told not to", async () => {
  await put({ members: [owner("anna")] })
  await devices.heartbeats.append(`extended/${MAC}`, { voltage: 3, rssi: null })
  await refused(
    () =>
      devices.forget("extended", MAC, () => {
        throw new Conflict("Not now: others see it.")
      }),
    "Not now",
  )
  assert.equal(
    [
      forgotten,
      (await devices.heartbeats.list(`extended/${MAC}`)).length,
      (await devices.get("extended", MAC))!.get(MEMBERS).members.length,
    ],
    [[], 1, 1],
  )
})

const open: Parts = { records: [{ id: 1, createdAt: 0, active: true, config: DEVICE_CONFIG }] }
const bounds = { heartbeats: 1000, renders: 1000, days: 90 }

test("forgets a device without credentials 90 days after its last call", async () => {
  await put({ ...open, tokens: [] })
  clock.advance(89 * DAY)
  await devices.update("extended", MAC, (device) => device!.with(RUNTIME, { seenAt: clock.now() }))
  clock.advance(90 * DAY - 1)
  assert.equal(await known(), [MAC])
  clock.advance(1)
  assert.equal(await known(), [])
})

test("keeps so many devices without credentials and no more, until one is forgotten", async () => {
  const few = knownDevices({ clock, bounds: { ...bounds, open: 3 } })
  const config = (mac: string, realm = "core"): Promise<unknown> =>
    few.update(realm, mac, (device) => device ?? deviceOf(open))
  for (const i of [1, 2, 3, 1, 2]) await config(`0A:00:00:00:00:0${i}`)
  await refused(() => config("0A:00:00:00:00:04"), "3 devices without credentials")
  await config("0A:00:00:00:00:01")
  await config("0A:00:00:00:00:04", "other")
  await few.update("core", "0A:00:00:00:00:05", () => deviceOf({ tokens: [token] }))
  clock.advance(91 * DAY)
  await config("0A:00:00:00:00:04")
  assert.is((await few.get("core", "0A:00:00:00:00:04"))!.get(CONFIG).records.length, 1)
})

/** A config as documents of versions before 2 have it. */
const earlierConfig = {
  nickname: "Kitchen",
  modes: ["MEMO", "COUNTDOWN"],
  strategy: "random",
  refreshInterval: 60,
  language: "en",
  tone: "neutral",
  characterTones: ["Lu Xun"],
  city: "Bern",
  latitude: 46.9,
  longitude: 7.4,
  timeZone: "",
  zone: "Europe/Zurich",
  admin1: "BE",
  country: "CH",
  llmProvider: "deepseek",
  llmModel: "",
  imageProvider: "",
  imageModel: "flux",
  countdownEvents: [{ name: "Trip", date: "2026-12-24" }],
  timeSlotRules: [{ startHour: 0, endHour: 24, modes: ["MEMO"] }],
  memoText: "Milk",
  modeOverrides: { MEMO: { city: "Thun" }, STOIC: { quotes: 2 } },
  focusListening: true,
  alwaysActive: true,
}

/** A document of a version before 2: all of a device in one. */
const earlier = (parts: object): object => ({
  tokens: [],
  members: [],
  requests: [],
  contested: false,
  configs: [],
  nextConfig: 1,
  configured: false,
  pendingRefresh: false,
  strategies: {},
  returned: [],
  standIns: { count: 0, flagged: [] },
  runtime: { mode: "interval", at: 0 },
  actedAt: 0,
  alerts: [],
  habits: [],
  counters: { renders: 0, cached: 0, failed: 0, milliseconds: 0, modes: {}, days: [] },
  ...parts,
})
const earlierOpen = { configs: [{ id: 1, createdAt: 5, active: true, config: earlierConfig }], nextConfig: 2 }

async function migrated(documents: Readonly<Record<string, object>>): Promise<{
  readonly store: Store
  readonly log: FakeLog
  readonly done: readonly number[]
  readonly after: Devices
}> {
  const [store, log, done] = [fakeStore(clock), fakeLog(), [] as number[]]
  const all = store.collection("devices", z.unknown())
  for (const [key, document] of Object.entries(documents)) await all.set(key, document)
  await store.collection("totals", z.object({ devices: z.number() })).set("extended", { devices: 300 })
  for (const { up } of migrations) await up(store, log, (count) => done.push(count))
  assert.equal(await all.list({ limit: 1000 }), [], "no document is left")
  return { store, log, done, after: knownDevices({ store, clock }) }
}
const keysOf = async (all: Devices): Promise<string[]> => {
  const found: string[] = []
  for await (const { realm, mac } of all.all()) found.push(`${realm}/${mac}`)
  return found
}

test("gives devices that were kept for good by mistake the usual expiry, and says how many", async () => {
  const invented = Array.from({ length: 250 }, (_, i) => [`extended/invented ${i}`, earlier(earlierOpen)] as const)
  const { log, done, after, store } = await migrated({
    ...Object.fromEntries(invented),
    "extended/owned": earlier({ ...earlierOpen, members: [owner("anna")] }),
    "extended/configured": earlier({ ...earlierOpen, configured: true }),
    "core/one": earlier(earlierOpen),
  })
  assert.equal(
    log.lines.map(({ level, event, fields }) => [level, event, fields]),
    [
      ["warn", "devices.expired", { realm: "core", devices: 1 }],
      ["warn", "devices.expired", { realm: "extended", devices: 250 }],
      ["info", "devices.migrated", { devices: 253 }],
    ],
  )
  assert.equal(done, [250, 253])
  assert.equal([await after.count("extended"), await after.count("core")], [2, 0], "counted anew")
  assert.is((await keysOf(after)).length, 253)
  clock.advance(90 * DAY - 1)
  assert.is((await keysOf(after)).length, 253)
  clock.advance(1)
  assert.equal(await keysOf(after), ["extended/configured", "extended/owned"])
  for (const name of ["settings", "runtime"])
    assert.equal(
      (await store.collection(name, z.unknown()).list({ limit: 1000 })).map(({ key }) => key),
      ["extended/configured", "extended/owned"],
    )
})

test("gives an earlier device with credentials the expiry of its kind, and says nothing of it", async () => {
  const { log, after } = await migrated({
    "extended/unseen": earlier({ tokens: [token] }),
    "extended/seen": earlier({ tokens: [token], seenAt: 7 }),
    "extended/contested": earlier({ contested: true }),
    "extended/owned": earlier({ tokens: [token], members: [owner("anna")] }),
  })
  assert.equal(
    log.lines.map(({ event, fields }) => [event, fields]),
    [["devices.migrated", { devices: 4 }]],
  )
  assert.is(await after.count("extended"), 1)
  clock.advance(HOUR)
  assert.equal(await keysOf(after), ["extended/contested", "extended/owned", "extended/seen"])
  clock.advance(30 * DAY - HOUR)
  assert.equal(await keysOf(after), ["extended/owned"])
})

test("keeps all that an earlier document says, each part under its plugin", async () => {
  const alert = { sender: "anna", message: "Dinner", level: "info", at: 1, until: 2 }
  const counters = {
    renders: 9,
    cached: 2,
    failed: 1,
    milliseconds: 800,
    modes: { MEMO: 9 },
    days: [{ date: "2026-11-20", count: 9 }],
  }
  const second = { id: 2, createdAt: 6, active: false, config: { ...earlierConfig, memoText: "", nickname: "Hall" } }
  const said = {
    tokens: [
      { ...token, usedAt: 3, renderedAt: 4, renders: 9, from: "home", place: "here" },
      { value: "P", createdAt: 1, provisional: true, heldUntil: 8, code: { value: "AB12", until: 9 } },
    ],
    members: [owner("anna", 4)],
    requests: [{ ...asks(7), token: "P" }],
    contested: true,
    undone: { user: "otto", at: 3 },
    configured: true,
  }
  const runtime = {
    pendingRefresh: true,
    pendingMode: "STOIC",
    push: { picture: "p", mode: "PHOTO", at: 4 },
    returned: [{ mode: "ZEN", until: 9, asked: true }],
    lastMode: "MEMO",
    lastPicture: { sum: 5, etag: "e" },
    actedAt: 5,
    polledAt: 6,
    seenAt: 7,
    shownAt: 8,
    bootedAt: 9,
    volts: 3.9,
    rssi: -60,
    toldMinutes: 30,
  }
  const { after } = await migrated({
    [`extended/${MAC}`]: earlier({
      ...said,
      ...runtime,
      configs: [...earlierOpen.configs, second],
      nextConfig: 3,
      standIns: { count: 2, flagged: [4] },
      runtime: { mode: "active", at: 6 },
      alertedAt: 10,
      colors: 3,
      saidMinutes: 20,
      alerts: [alert],
      alertToken: "a",
      widgetToken: "w",
      habits: [{ name: "Read", weeks: { 2900: 5 } }],
      strategies: { cycle: { at: 2 } },
      counters,
    }),
  })
  const device = (await after.get("extended", MAC))!
  assert.equal(partsOf(device), {
    ...said,
    ...runtime,
    records: device.get(CONFIG).records,
    next: 3,
    fallbacks: { count: 2, flagged: [4] },
    live: { mode: "active", at: 6 },
    overlaidAt: 10,
    inks: 3,
    reportedMinutes: 20,
  })
  assert.equal(
    device.get(CONFIG).records.map(({ config, ...rest }) => ({ ...rest, config: wireConfig(config) })),
    [...earlierOpen.configs, second],
    "a client reads what it saved",
  )
  assert.equal(activeConfig(device)!.settings, {
    MEMO: { city: "Thun", memo_text: "Milk" },
    STOIC: { quotes: 2 },
    COUNTDOWN: { countdownEvents: earlierConfig.countdownEvents },
  })
  assert.equal(device.get(ALERTS), { waiting: [alert], token: "a" })
  assert.equal(device.get(WIDGET), { token: "w" })
  assert.equal(device.get(HABITS), { habits: [{ name: "Read", weeks: { 2900: 5 } }] })
  assert.equal(device.get(MEMORIES), { memories: { cycle: { at: 2 } } })
  assert.equal(device.get(COUNTERS), counters)
})

test.run()
