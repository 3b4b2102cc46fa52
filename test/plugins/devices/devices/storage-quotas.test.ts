import { Conflict } from "platen/sdk"
import type { Store } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import { fakeClock, fakeStore } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MAX_DEVICE_BYTES, MAX_USER_BYTES, quotasIn } from "../../../../plugins/devices/devices/storage-quotas.js"
import type { DeviceQuotas } from "../../../../plugins/devices/devices/storage-quotas.js"
import { knownDevices, putDevice } from "../../known-devices.js"

const test = suite("devices/quotas")

const MIB = 1 << 20
const DAY = 86_400_000
const macOf = (i: number): string => `0A:00:00:00:00:${String(i).padStart(2, "0")}`

let clock: FakeClock
let devices: Devices
let quotas: DeviceQuotas
let store: Store
test.before.each(() => {
  clock = fakeClock()
  store = fakeStore(clock)
  devices = knownDevices({ store, clock })
  quotas = quotasIn(store, devices, 600 * MIB)
})

const own = (i: number, user = "anna"): Promise<unknown> =>
  putDevice(devices, "extended", macOf(i), { members: [{ user, role: "owner", nickname: "", boundAt: i }] })
const set = async (i: number, mib: number, name = "picture"): Promise<string> => {
  try {
    await quotas.set({ realm: "extended", mac: macOf(i) }, name, mib * MIB)
    return "in"
  } catch (error) {
    assert.ok(error instanceof Conflict && error.code === "storage-limit-reached", String(error))
    return /one (screen|person) may use \d+ MiB|storage is full/.exec(error.message)![0]
  }
}

test("bounds what is kept for one device, whatever it is called", async () => {
  await own(1)
  assert.equal(
    [await set(1, 40), await set(1, 24, "modes"), await set(1, 41), await set(1, 30), await set(1, 34, "modes")],
    ["in", "in", "one screen may use 64 MiB", "in", "in"],
  )
  assert.is(MAX_DEVICE_BYTES, 64 * MIB)
})

test("bounds what is kept for all devices of one owner, also when all come at once", async () => {
  for (let i = 0; i < 8; i++) await own(i)
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, i) => set(i, 60)))
  assert.equal(outcomes.sort(), [
    "in",
    "in",
    "in",
    "in",
    "one person may use 256 MiB",
    "one person may use 256 MiB",
    "one person may use 256 MiB",
    "one person may use 256 MiB",
  ])
  assert.is(MAX_USER_BYTES, 256 * MIB)
  await own(20, "otto")
  assert.is(await set(20, 60), "in")
})

test("bounds what is kept for everybody, and counts anew before anybody is refused", async () => {
  for (let i = 0; i < 10; i++) await own(i, `user${i}`)
  for (let i = 0; i < 10; i++) assert.is(await set(i, 60), "in")
  await own(10, "late")
  assert.is(await set(10, 1), "storage is full")
  await quotas.forget({ realm: "extended", mac: macOf(3) })
  assert.is(await set(10, 60), "in")
  assert.is(await set(3, 1), "storage is full")
})

test("takes less than before, always", async () => {
  await own(1)
  await set(1, 64)
  assert.equal([await set(1, 60), await set(1, 0), await set(1, 64)], ["in", "in", "in"])
})

test("counts what two servers of one store keep for a device at once", async () => {
  await own(1)
  const other = quotasIn(store, devices, 600 * MIB)
  const id = { realm: "extended", mac: macOf(1) }
  await Promise.all([quotas.set(id, "picture", 40 * MIB), other.set(id, "modes", 20 * MIB)])
  assert.equal([await quotas.used(), await set(1, 5, "content")], [60 * MIB, "one screen may use 64 MiB"])
})

test("forgets with the device what an unowned one has kept", async () => {
  await putDevice(devices, "extended", macOf(1), {
    tokens: [{ value: "t", createdAt: 0, provisional: false }],
    seenAt: clock.now(),
  })
  for (let i = 2; i < 12; i++) await own(i, `user${i}`)
  assert.is(await set(1, 60), "in")
  for (let i = 2; i < 11; i++) assert.is(await set(i, 60), "in")
  assert.is(await set(11, 60), "storage is full")
  clock.advance(31 * DAY)
  assert.is(await set(11, 60), "in")
})

test("bounds what a person keeps apart from devices, and counts it with all the rest", async () => {
  const keep = async (user: string, mib: number): Promise<string> => {
    try {
      await quotas.set({ user }, "uploads", mib * MIB)
      return "in"
    } catch (error) {
      return /one person may use \d+ MiB|storage is full/.exec((error as Error).message)![0]
    }
  }
  await own(1)
  assert.equal(
    [await keep("anna", 256), await keep("anna", 257), await set(1, 60)],
    ["in", "one person may use 256 MiB", "in"],
  )
  assert.equal([await keep("ben", 256), await keep("carl", 29)], ["in", "storage is full"])
  assert.is(await quotas.used(), 572 * MIB)
  assert.equal([await keep("ben", 0), await keep("carl", 29)], ["in", "in"])
})

test.run()
