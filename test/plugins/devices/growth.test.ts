import { Conflict, z } from "platen/sdk"
import { device as deviceSchema, deviceConfig } from "platen/sdk/device"
import type { Device, Devices } from "platen/sdk/device"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { migrations } from "../../../plugins/devices/migrations.js"
import { devicesIn } from "../../../plugins/devices/service.js"
import { refused } from "../../refused.js"
import { CONFIG as DEVICE_CONFIG } from "../configs/catalogs.js"

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
  devices = devicesIn(fakeStore(clock), clock, undefined, async ({ edition, mac }) => {
    forgotten.push(`${edition}/${mac}`)
  })
})

const token = { value: "t", createdAt: 0, provisional: false }
const owner = (user: string, boundAt = 0): Device["members"][number] => ({ user, role: "owner", nickname: "", boundAt })
const asks = (id: number): Device["requests"][number] => ({ id, user: "otto", nickname: "", at: 0 })
const put = (more: Partial<Device>, mac = MAC): Promise<unknown> =>
  devices.update("extended", mac, () => ({ ...deviceSchema.parse({ tokens: [token] }), ...more }))
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
      (device) => ({ ...(device ?? deviceSchema.parse({ tokens: [token] })), seenAt: clock.now() }),
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
  await devices.update("extended", "0A:00:00:00:00:01", (device) => ({ ...device!, members: [] }))
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
  await devices.update("extended", MAC, (device) => ({ ...device!, seenAt: clock.now() }))
  clock.advance(20 * DAY)
  assert.is(await devices.requested("extended", 7), MAC, "it lives as long as the device does")
  await devices.update("extended", MAC, (device) => ({ ...device!, requests: [asks(8)] }))
  assert.equal([await devices.requested("extended", 7), await devices.requested("extended", 8)], [undefined, MAC])
  await devices.update("extended", MAC, (device) => ({ ...device!, members: [owner("anna")] }))
  assert.equal([await devices.asked("extended"), await devices.requested("extended", 8)], [[], MAC])
  clock.advance(100 * DAY)
  assert.is(await devices.requested("extended", 8), MAC, "of an owned device it waits for good")
  await devices.update("extended", MAC, (device) => ({ ...device!, members: [], seenAt: clock.now() }))
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
  assert.is(await devices.forget("extended", MAC, () => deviceSchema.parse({ pendingRefresh: true })), true)
  assert.equal(
    [
      (await devices.get("extended", MAC))!.pendingRefresh,
      (await devices.get("extended", MAC))!.tokens,
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
      (await devices.get("extended", MAC))!.members.length,
    ],
    [[], 1, 1],
  )
})

const open = { configs: [{ id: 1, createdAt: 0, active: true, config: deviceConfig.parse(DEVICE_CONFIG) }] }
const bounds = { heartbeats: 1000, renders: 1000, days: 90 }

test("forgets a device without credentials 90 days after its last call", async () => {
  await put({ ...open, tokens: [] })
  clock.advance(89 * DAY)
  await devices.update("extended", MAC, (device) => ({ ...device!, seenAt: clock.now() }))
  clock.advance(90 * DAY - 1)
  assert.equal(await known(), [MAC])
  clock.advance(1)
  assert.equal(await known(), [])
})

test("keeps so many devices without credentials and no more, until one is forgotten", async () => {
  const few = devicesIn(fakeStore(clock), clock, { ...bounds, open: 3 })
  const config = (mac: string, edition = "core"): Promise<unknown> =>
    few.update(edition, mac, (device) => device ?? deviceSchema.parse(open))
  for (const i of [1, 2, 3, 1, 2]) await config(`0A:00:00:00:00:0${i}`)
  await refused(() => config("0A:00:00:00:00:04"), "3 devices without credentials")
  await config("0A:00:00:00:00:01")
  await config("0A:00:00:00:00:04", "other")
  await few.update("core", "0A:00:00:00:00:05", () => deviceSchema.parse({ tokens: [token] }))
  clock.advance(91 * DAY)
  await config("0A:00:00:00:00:04")
  assert.is((await few.get("core", "0A:00:00:00:00:04"))!.configs.length, 1)
})

test("gives devices that were kept for good by mistake the usual expiry, and says how many", async () => {
  const [store, log] = [fakeStore(clock), fakeLog()]
  const all = store.collection("devices", deviceSchema)
  await store.collection("totals", z.object({ devices: z.number() })).set("extended", { devices: 300 })
  for (let i = 0; i < 250; i++) await all.set(`extended/invented ${i}`, deviceSchema.parse(open))
  await all.set("extended/owned", deviceSchema.parse({ ...open, members: [owner("anna")] }))
  await all.set("extended/configured", deviceSchema.parse({ ...open, configured: true }))
  await all.set("core/one", deviceSchema.parse(open))
  await migrations[0]!.up(store, log)
  assert.equal(
    log.lines.map(({ event, fields }) => [event, fields]),
    [
      ["devices.expired", { edition: "core", devices: 1 }],
      ["devices.expired", { edition: "extended", devices: 250 }],
    ],
  )
  assert.equal(await store.collection("totals", z.object({ devices: z.number() })).get("extended"), { devices: 50 })
  clock.advance(90 * DAY)
  assert.equal(
    (await all.list({ limit: 1000 })).map(({ key }) => key),
    ["extended/configured", "extended/owned"],
  )
})

test.run()
