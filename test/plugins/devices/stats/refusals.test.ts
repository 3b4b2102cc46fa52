import { z } from "platen/sdk"
import type { Store } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Call } from "../../../../plugins/devices/stats/calls.js"
import { refusalsIn } from "../../../../plugins/devices/stats/refusals.js"
import type { Refusals } from "../../../../plugins/devices/stats/refusals.js"
import { knownDevices, putDevice } from "../../known-devices.js"

const test = suite("plugins/devices/stats/refusals")

const OWNED = "0A:BB:CC:DD:EE:FF"
const FREE = "0A:BB:CC:DD:EE:00"
let clock: FakeClock
let log: FakeLog
let store: Store
let own: Store
let devices: Devices
let refusals: Refusals

test.before.each(async () => {
  clock = fakeClock()
  log = fakeLog()
  store = fakeStore(clock)
  devices = knownDevices({ store, clock, log })
  await putDevice(devices, "extended", OWNED, { members: [{ user: "u", role: "owner", nickname: "", boundAt: 0 }] })
  await putDevice(devices, "extended", FREE, {})
  own = fakeStore(clock)
  refusals = refusalsIn(own, { devices, clock, log })
})

const call = (parts: Partial<Call> = {}): Call => ({
  kind: "token-wrong",
  mac: OWNED,
  address: "192.0.2.1",
  call: "GET /api/render",
  detail: "",
  ...parts,
})
const note = (parts: Partial<Call> = {}): void => refusals.note("extended", call(parts))
const list = (mac?: string): ReturnType<Refusals["list"]> => refusals.list("extended", mac)
/** A device of which nothing is known. */
const stranger = (i: number): string =>
  `0C:00:00:00:${(i >> 8).toString(16).padStart(2, "0")}:${(i & 255).toString(16).padStart(2, "0")}`.toUpperCase()

test("counts what comes again in one row, with the first and the last time", async () => {
  const first = clock.now()
  note()
  clock.advance(5_000)
  note({ call: "GET /api/device/x/state" })
  note()
  assert.equal(await list(), [{ ...call(), count: 3, first, last: first + 5_000 }])
  assert.equal(await list(OWNED), await list())
})

test("lists newest first, and apart what another did, or to another device, or otherwise", async () => {
  for (const parts of [{}, { address: "192.0.2.2" }, { mac: FREE }, { kind: "rate-limited" as const }]) {
    note(parts)
    clock.advance(10)
  }
  note()
  assert.equal(
    (await list()).map(({ kind, mac, address, count }) => [kind, mac, address, count]),
    [
      ["token-wrong", OWNED, "192.0.2.1", 2],
      ["rate-limited", OWNED, "192.0.2.1", 1],
      ["token-wrong", FREE, "192.0.2.1", 1],
      ["token-wrong", OWNED, "192.0.2.2", 1],
    ],
  )
  assert.equal(
    (await list(FREE)).map(({ mac }) => mac),
    [FREE],
  )
  assert.equal((await list(OWNED)).length, 3)
})

test("takes those who share half an IPv6 address for one", async () => {
  note({ address: "2001:db8::1" })
  note({ address: "2001:db8::ffff:1" })
  note({ address: "2001:db8:0:1::1" })
  assert.equal((await list()).map(({ count }) => count).sort(), [1, 2])
})

test("forgets after one day", async () => {
  note()
  clock.advance(86_399_999)
  note({ address: "192.0.2.2" })
  assert.is((await list()).length, 2)
  clock.advance(1)
  assert.equal(
    [(await list()).map(({ address }) => address), (await list(OWNED)).map(({ address }) => address)],
    [["192.0.2.2"], ["192.0.2.2"]],
  )
  clock.advance(86_400_000)
  assert.equal([await list(), await list(OWNED)], [[], []])
})

test("is not filled by one sender, whatever devices and paths it invents", async () => {
  note({ address: "198.51.100.7" })
  for (let i = 0; i < 500; i++) {
    note({ mac: stranger(i) })
    note({ kind: "address-wrong", mac: "", call: `GET /api/device/${i}` })
  }
  const rows = await list()
  assert.is(rows.length, 62)
  const rest = rows.find(({ kind }) => kind === "others")!
  assert.equal([rest.mac, rest.address, rows.reduce((sum, { count }) => sum + count, 0)], ["", "192.0.2.1", 1_001])
  assert.ok(rows.some(({ address }) => address === "198.51.100.7"))
})

test("grows no further under many senders, and keeps an owned device's own rows", async () => {
  note({ address: "198.51.100.7" })
  for (let round = 0; round < 5; round++) {
    clock.advance(1_000)
    for (let i = 0; i < 200; i++) note({ mac: stranger(i), address: `203.0.${round}.${i}` })
    await refusals.settled()
  }
  assert.is((await list()).length, 300)
  assert.equal(
    (await list(OWNED)).map(({ address }) => address),
    ["198.51.100.7"],
  )
  for (let i = 0; i < 200; i++) note({ address: `203.0.113.${i}` })
  assert.is((await list(OWNED)).length, 50)
  assert.is(log.lines.length, 0)
})

test("keeps a list apart only of devices that somebody owns", async () => {
  for (const mac of [OWNED, FREE, stranger(1), ""]) note({ mac })
  await refusals.settled()
  assert.equal(
    (await own.collection("refusals", z.unknown()).list()).map(({ key }) => key),
    ["all/extended", `device/extended/${OWNED}`],
  )
})

test("lists nothing of a device that it has forgotten, and what others did", async () => {
  note()
  note({ mac: FREE })
  await refusals.forget("extended", OWNED)
  assert.equal([(await list()).map(({ mac }) => mac), await list(OWNED)], [[FREE], []])
})

test("loses none of what comes at once", async () => {
  const twin = refusalsIn(fakeStore(clock), { devices, clock, log })
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      twin.note("extended", call({ address: `192.0.2.${i % 4}` }))
      if (i % 10 === 0) await twin.list("extended")
    }),
  )
  const rows = await twin.list("extended", OWNED)
  assert.equal([rows.length, rows.reduce((sum, { count }) => sum + count, 0)], [4, 200])
})

test("says in the log that a list cannot be written", async () => {
  const broken: Store = {
    ...store,
    collection: (name, schema) => ({
      ...store.collection(name, schema),
      update: () => Promise.reject(new Error("the disk is full")),
    }),
  }
  const unwritten = refusalsIn(broken, { devices, clock, log })
  unwritten.note("extended", call())
  assert.equal(await unwritten.list("extended"), [])
  assert.is(log.lines[0]?.event, "refusals-write.failed")
})

test.run()
