import { MEMBERS } from "platen/sdk/device"
import { NEW_DEVICE } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { unclaimedRegistryIn } from "../../../../plugins/devices/devices/unclaimed-registry.js"
import type { UnclaimedRegistry } from "../../../../plugins/devices/devices/unclaimed-registry.js"
import { knownDevices } from "../../known-devices.js"

/** Which of the devices that nobody owns make room for others. */
const test = suite("devices: unclaimed devices")

let devices: Devices
let unclaimedRegistry: UnclaimedRegistry
test.before.each(() => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  devices = knownDevices({ store, clock })
  unclaimedRegistry = unclaimedRegistryIn(store, devices, { lists: 1, perList: 4 })
})

const macOf = (n: number): string => `0A:00:00:00:00:${String(n).padStart(2, "0")}`
async function come(n: number, from: string): Promise<void> {
  await devices.update("extended", macOf(n), (known) => known ?? NEW_DEVICE)
  await unclaimedRegistry.note("extended", macOf(n), from)
}
async function left(): Promise<readonly number[]> {
  const found: number[] = []
  for await (const { mac } of devices.all()) found.push(Number(mac.slice(-2)))
  return found
}

test("forgets the first of whoever has most, and nobody else's", async () => {
  await come(1, "home")
  for (const n of [2, 3, 4, 5, 6, 7]) await come(n, "crowd")
  assert.equal(await left(), [1, 5, 6, 7])
  for (const n of [8, 9]) await come(n, "home")
  assert.equal(await left(), [6, 7, 8, 9])
})

test("takes a device that comes again for a young one", async () => {
  for (const n of [1, 2, 3, 4, 1, 5]) await come(n, "crowd")
  assert.equal(await left(), [1, 3, 4, 5])
})

test("leaves what is somebody's by now", async () => {
  for (const n of [1, 2, 3, 4]) await come(n, "crowd")
  await devices.update("extended", macOf(1), (device) =>
    device!.with(MEMBERS, { members: [{ user: "anna", role: "owner", nickname: "", boundAt: 0 }] }),
  )
  await come(5, "crowd")
  assert.equal(await left(), [1, 2, 3, 4, 5])
  await come(6, "crowd")
  assert.equal(await left(), [1, 3, 4, 5, 6])
})

test("loses none of those that come at once", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => come(n, "crowd")))
  assert.is((await left()).length, 4)
})

test.run()
