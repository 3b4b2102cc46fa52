import type { Devices, DeviceToken, Member } from "platen/sdk/device"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { claimEvidence } from "../../../../plugins/devices/devices/claim-evidence.js"
import { knownDevices, partsOf, putDevice } from "../../known-devices.js"
import type { Parts } from "../../known-devices.js"

/** Calls on which it depends who may bind a device. */
const test = suite("devices: calls of unclaimed devices")

const MAC = "0A:00:00:00:00:01"
const MINUTE = 60_000
const owner: Member = { user: "anna", role: "owner", nickname: "", boundAt: 0 }

let clock: FakeClock
let log: FakeLog
let devices: Devices
test.before.each(() => {
  clock = fakeClock()
  log = fakeLog()
  devices = knownDevices({ clock })
})

const token = (more: Partial<DeviceToken> = {}): DeviceToken => ({
  value: "t",
  createdAt: clock.now(),
  provisional: false,
  ...more,
})
const put = (parts: Parts): Promise<unknown> => putDevice(devices, "extended", MAC, parts)
const kept = async (): Promise<ReturnType<typeof partsOf>> => partsOf((await devices.get("extended", MAC))!)

test("are written down at most once a minute from one place, and at once from another", async () => {
  const { note } = claimEvidence({ devices, clock, log })
  await put({ tokens: [token()] })
  const call = async (address: string): Promise<readonly [at: number | undefined, place: string | undefined]> => {
    await note("extended", MAC, (await kept()).tokens[0]!, address)
    const { usedAt, place } = (await kept()).tokens[0]!
    return [usedAt, place]
  }
  const start = clock.now()
  const [at, home] = await call("192.0.2.1")
  assert.is(at, start)
  clock.advance(MINUTE - 1)
  assert.equal(await call("192.0.2.1"), [start, home])
  const [later, elsewhere] = await call("192.0.2.2")
  assert.equal([later, elsewhere === home], [start + MINUTE - 1, false])
  clock.advance(MINUTE)
  assert.equal(await call("192.0.2.2"), [start + 2 * MINUTE - 1, elsewhere])
  assert.equal(
    (await devices.recent("extended", MINUTE, 10)).map(({ mac }) => mac),
    [MAC],
  )
})

test("are not written down once the device has an owner", async () => {
  await put({ tokens: [token()], members: [owner] })
  await claimEvidence({ devices, clock, log }).note("extended", MAC, token(), "192.0.2.1")
  assert.equal([(await kept()).tokens[0]!.usedAt, await devices.recent("extended", MINUTE, 10)], [undefined, []])
})

test("are answered all the same when nothing can be written", async () => {
  const full = (): Promise<never> => Promise.reject(new Error("disk full"))
  const calls = claimEvidence({ devices: { ...devices, update: full, forget: full }, clock, log })
  await calls.note("extended", MAC, token(), "192.0.2.1")
  await calls.undoBinding("extended", MAC, token())
  assert.equal(
    log.lines.map(({ level, event }) => [level, event]),
    [
      ["error", "call-write.failed"],
      ["error", "binding-undo.failed"],
    ],
  )
})

test("undo a binding only with a token that is held, and in time", async () => {
  const { undoBinding } = claimEvidence({ devices, clock, log })
  const held = token({ value: "first", provisional: true, heldUntil: clock.now() + MINUTE })
  const bound = { tokens: [token(), held], members: [owner], requests: [{ id: 1, user: "otto", nickname: "", at: 0 }] }
  await put(bound)
  await undoBinding("extended", MAC, token())
  assert.is((await kept()).members.length, 1)
  await undoBinding("extended", MAC, held)
  const { members, tokens, undone, requests, pendingRefresh } = await kept()
  assert.equal(
    [
      members,
      tokens.map(({ value, provisional, heldUntil }) => [value, provisional, heldUntil]),
      undone,
      requests,
      pendingRefresh,
    ],
    [[], [["first", false, undefined]], { user: "anna", at: clock.now() }, [], true],
  )
  await put(bound)
  clock.advance(MINUTE)
  await undoBinding("extended", MAC, held)
  assert.is((await kept()).members.length, 1)
})

test.run()
