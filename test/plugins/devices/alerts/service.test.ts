import { RUNTIME } from "platen/sdk/device"
import type { Device, Devices } from "platen/sdk/device"
import { fakeClock } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { alertsOf } from "../../../../plugins/devices/alerts/service.js"
import type { Alerts } from "../../../../plugins/devices/alerts/service.js"
import { ALERTS } from "../../../../plugins/devices/alerts/slice.js"
import { deviceOf, knownDevices, putDevice } from "../../known-devices.js"

const test = suite("plugins/devices/alerts/service")

const MAC = "0A:BB:CC:DD:EE:FF"
let clock: FakeClock
let devices: Devices
let alerts: Alerts
let writes: number

test.before.each(async () => {
  clock = fakeClock()
  const all = knownDevices({ clock })
  writes = 0
  devices = {
    ...all,
    update: (...parts) => {
      writes++
      return all.update(...parts)
    },
  }
  alerts = alertsOf({ devices, clock, seconds: 60 })
  await putDevice(all, "extended", MAC, {})
})

const post = (message: string): Promise<void> =>
  alerts.post("extended", MAC, { sender: "Anna", message, level: "info" })
const kept = async (): Promise<Device> => (await devices.get("extended", MAC))!
const messages = async (): Promise<readonly string[]> =>
  (await kept()).get(ALERTS).waiting.map(({ message }) => message)

test("writes nothing while a device asks and nothing waits", async () => {
  await post("a")
  clock.advance(60_000)
  writes = 0
  assert.is(await alerts.reserve("extended", MAC), undefined)
  assert.is(await alerts.pending("extended", MAC), undefined)
  assert.is(writes, 0)
})

test("forgets what has run out with the next that is sent", async () => {
  await post("a")
  clock.advance(60_000)
  await post("b")
  assert.equal(await messages(), ["b"])
})

test("gives each alert to one of those that ask at once", async () => {
  for (const message of ["a", "b", "c"]) await post(message)
  const taken = await Promise.all(Array.from({ length: 9 }, () => alerts.reserve("extended", MAC)))
  assert.equal(taken.flatMap((each) => each?.alert.message ?? []).sort(), ["a", "b", "c"])
})

test("drops the one that comes back when five newer ones wait", async () => {
  await post("a")
  const taken = (await alerts.reserve("extended", MAC))!
  for (const message of ["b", "c", "d", "e", "f"]) await post(message)
  await alerts.release("extended", MAC, taken)
  assert.equal(await messages(), ["b", "c", "d", "e", "f"])
})

test("keeps the moment of an alert that was shown since when another comes back", async () => {
  await post("a")
  const taken = (await alerts.reserve("extended", MAC))!
  clock.advance(1_000)
  await post("b")
  await alerts.reserve("extended", MAC)
  await alerts.release("extended", MAC, taken)
  assert.equal([(await kept()).get(RUNTIME).overlaidAt, await messages()], [clock.now(), ["a"]])
})

test("keeps nothing of a device that nobody knows", async () => {
  const stranger = "0A:BB:CC:DD:EE:00"
  for (const work of [
    () => alerts.post("extended", stranger, { sender: "a", message: "b", level: "info" }),
    () => alerts.token("extended", stranger, false),
    () => alerts.listen("extended", stranger, true, true),
  ]) {
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown as { status: number },
    )
    assert.is(error?.status, 404)
  }
  assert.is(await alerts.reserve("extended", stranger), undefined)
  await alerts.release("extended", stranger, {
    alert: { sender: "a", message: "b", level: "info", at: 0, until: clock.now() + 1 },
    device: deviceOf(),
    at: 0,
  })
  assert.is(await devices.get("extended", stranger), undefined)
})

test.run()
