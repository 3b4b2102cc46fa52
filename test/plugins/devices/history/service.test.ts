import { Invalid, NotFound } from "platen/sdk"
import { CONFIG } from "platen/sdk/device"
import type { RenderEvent } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import { fakeClock, fakeStore } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { libraryOf } from "../../../../plugins/devices/history/service.js"
import type { Library } from "../../../../plugins/devices/history/service.js"
import { refused } from "../../../refused.js"
import { knownDevices, putDevice } from "../../known-devices.js"

const test = suite("plugins/devices/history")

const MAC = "0A:00:00:00:00:01"
const DAY = 86_400_000
const PAGE = { limit: 100, offset: 0 }

let clock: FakeClock
let devices: Devices
let library: Library

const MODES: ReadonlySet<string> = new Set(["A", "B", "MINE"])
const modes = {
  get: (id: string, scopes: readonly string[] = []) =>
    MODES.has(id) && (id !== "MINE" || scopes.includes(`device/extended/${MAC}`)) ? ({ id } as Mode) : undefined,
}

function libraryWith({ keep = 500, days = 365 } = {}): Library {
  const store = fakeStore(clock)
  return libraryOf({ store, clock, devices, modes, keep, days })
}

test.before.each(async () => {
  clock = fakeClock()
  devices = knownDevices({ clock })
  await putDevice(devices, "extended", MAC, { configured: true })
  library = libraryWith()
})

const event = (mode: string | undefined, data: unknown, mac: string | undefined = MAC): RenderEvent => ({
  realm: "extended",
  mac,
  picture: {
    type: "",
    etag: "",
    mode,
    text: "",
    data,
    origin: "fresh",
    isFallback: false,
    cached: false,
    contentMs: 0,
    drawMs: 0,
  },
})
const show = (mode: string, data: unknown): Promise<void> => library.remember(event(mode, data))
const history = async (options: Partial<Parameters<Library["history"]>[2]> = {}): Promise<string[]> =>
  (await library.history("extended", MAC, { ...PAGE, ...options })).map(({ row }) => `${row.mode}${String(row.data)}`)

test("keeps what was shown, newest first, and the same once where it follows itself", async () => {
  for (const [mode, data] of [
    ["A", 1],
    ["A", 1],
    ["B", 1],
    ["A", 1],
    ["A", 2],
    ["A", 2],
  ] as const)
    await show(mode, data)
  assert.equal(await history(), ["A2", "A1", "B1", "A1"])
})

test("keeps no page of the server's own, none without content, and none of nobody", async () => {
  await library.remember(event("PAIRING", {}))
  await library.remember(event(undefined, {}))
  await library.remember(event("A", undefined))
  await library.remember({ ...event("A", 1), mac: undefined })
  assert.equal(await history(), [])
  await show("MINE", 1)
  assert.equal(await history(), ["MINE1"], "but a device's own mode's")
})

test("keeps nothing of a device that is not known", async () => {
  await library.remember(event("A", 1, "0A:00:00:00:00:02"))
  assert.equal(await library.history("extended", "0A:00:00:00:00:02", PAGE), [])
})

test("keeps nothing of a page that was drawn for whoever had the device before", async () => {
  let looked = 0
  for (const isStill of [() => false, () => looked++ === 0]) {
    await library.remember({ ...event("A", "the key lies under the flowerpot"), isStill })
    assert.equal(await history(), [])
  }
  await library.remember({ ...event("A", 1), isStill: (device) => device.get(CONFIG).configured })
  assert.equal(await history(), ["A1"])
})

test("keeps of very many renders at once each", async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => show("A", i)))
  assert.equal((await history()).sort(), Array.from({ length: 60 }, (_, i) => `A${i}`).sort())
  await Promise.all(Array.from({ length: 20 }, () => show("B", 0)))
  assert.is((await history({ mode: "B" })).length, 1, "and the same once")
})

for (const [when, looks] of [
  ["before", 0],
  ["while", 1],
] as const) {
  test(`leaves nothing behind of a device that is forgotten ${when} it is written`, async () => {
    for (const write of [() => show("A", 1), () => library.like("extended", MAC, "A")]) {
      let looked = 0
      library = libraryOf({
        store: fakeStore(clock),
        clock,
        modes,
        keep: 500,
        days: 365,
        devices: { get: async (realm, mac) => (looked++ < looks ? devices.get(realm, mac) : undefined) },
      })
      await write()
      assert.is(looked, looks + 1)
      assert.equal([await history(), await library.favorites("extended", MAC, PAGE)], [[], []])
    }
  })
}

test("forgets rows beyond the bound and beyond their days, and no favorite", async () => {
  library = libraryWith({ keep: 20, days: 10 })
  await show("B", 0)
  await library.like("extended", MAC, undefined)
  for (let i = 0; i < 50; i++) await show("A", i)
  assert.equal(
    await history(),
    Array.from({ length: 20 }, (_, i) => `A${49 - i}`),
  )
  clock.advance(11 * DAY)
  assert.equal(await history(), [])
  assert.equal(
    (await library.favorites("extended", MAC, PAGE)).map(({ row }) => row),
    [{ mode: "B", data: 0 }],
  )
  await show("A", 49)
  assert.equal(await history(), ["A49"], "shown again after all rows had gone")
})

test("finds the rows of a mode however far back they are, and pages through them", async () => {
  library = libraryWith({ keep: 5_000 })
  for (let i = 0; i < 4; i++) {
    clock.advance(1)
    await show("B", i)
    for (let j = 0; j < 700; j++) await show("A", `${i}/${j}`)
  }
  assert.equal(await history({ mode: "B" }), ["B3", "B2", "B1", "B0"])
  assert.equal(await history({ mode: "B", offset: 1, limit: 2 }), ["B2", "B1"])
  assert.equal(await history({ mode: "B", offset: 4 }), [])
  assert.equal(await history({ mode: "C" }), [])
  assert.equal(await history({ mode: "A", offset: 1_500, limit: 1 }), ["A1/599"])
})

test("likes what was shown last, once, however often", async () => {
  await show("A", 1)
  const first = await library.like("extended", MAC, undefined)
  clock.advance(1_000)
  await show("B", 1)
  await library.like("extended", MAC, undefined)
  clock.advance(1_000)
  assert.equal(await library.like("extended", MAC, " a "), first)
  assert.equal(
    (await library.favorites("extended", MAC, PAGE)).map(({ row, time }) => [row.mode, clock.now() - time]),
    [
      ["A", 0],
      ["B", 1_000],
    ],
  )
  assert.equal(
    (await library.history("extended", MAC, PAGE)).map(({ row, favorite }) => [row.mode, favorite === first.id]),
    [
      ["B", false],
      ["A", true],
    ],
  )
})

test("likes at once the same once, and different ones each", async () => {
  for (const mode of ["A", "B"]) await show(mode, 1)
  await Promise.all(Array.from({ length: 20 }, (_, i) => library.like("extended", MAC, i % 2 === 0 ? "A" : "B")))
  assert.equal((await library.favorites("extended", MAC, PAGE)).map(({ row }) => row.mode).sort(), ["A", "B"])
})

test("likes a mode that was never shown, without content", async () => {
  const { mode } = await library.like("extended", MAC, "b")
  assert.equal(
    [mode, (await library.favorites("extended", MAC, PAGE)).map(({ row }) => row)],
    ["B", [{ mode: "B", data: {} }]],
  )
})

test("refuses to like what there is not", async () => {
  assert.instance(await refused(() => library.like("extended", MAC, undefined), "shown nothing yet"), NotFound)
  assert.instance(await refused(() => library.like("extended", MAC, "NOBODY"), "not a mode that is installed"), Invalid)
  assert.instance(await refused(() => library.last("extended", MAC), "shown nothing yet"), NotFound)
})

test("likes no more what is taken off, and says so of what it does not like", async () => {
  await show("A", 1)
  const { id } = await library.like("extended", MAC, undefined)
  await refused(() => library.unlike("extended", "0A:00:00:00:00:02", id), "favorite does not exist")
  await library.unlike("extended", MAC, id)
  assert.equal(await library.favorites("extended", MAC, PAGE), [])
  assert.equal(await history(), ["A1"], "the history stays")
  for (const unknown of [id, "", "x/y", "../x", "x".repeat(65)])
    await refused(() => library.unlike("extended", MAC, unknown), "favorite does not exist")
})

test("likes 200 things of a device, the newest", async () => {
  for (let i = 0; i < 203; i++) {
    clock.advance(1)
    await show("A", i)
    await library.like("extended", MAC, undefined)
  }
  const all = [
    ...(await library.favorites("extended", MAC, { limit: 400, offset: 0 })),
    ...(await library.favorites("extended", MAC, { limit: 400, offset: 400 })),
  ]
  assert.equal([all.length, all[0]!.row.data, all.at(-1)!.row.data], [200, 202, 3])
})

test("keeps what is liked of a device that nobody owns for thirty days, and of others for good", async () => {
  await library.like("extended", MAC, "A")
  clock.advance(400 * DAY)
  assert.is((await library.favorites("extended", MAC, PAGE)).length, 1)
  await putDevice(devices, "extended", MAC, { tokens: [{ value: "t", createdAt: 0, provisional: false }] })
  await library.like("extended", MAC, "B")
  clock.advance(30 * DAY)
  assert.equal(
    (await library.favorites("extended", MAC, PAGE)).map(({ row }) => row.mode),
    ["A"],
  )
})

test("knows devices of two editions apart", async () => {
  await putDevice(devices, "core", MAC, { configured: true })
  await show("A", 1)
  await library.remember({ ...event("B", 1), realm: "core" })
  assert.equal(
    [await history(), (await library.history("core", MAC, PAGE)).map(({ row }) => row.mode)],
    [["A1"], ["B"]],
  )
})

test("forgets all of a device, twice as well as once", async () => {
  await show("A", 1)
  await library.like("extended", MAC, undefined)
  for (let i = 0; i < 2; i++) {
    await library.forget("extended", MAC)
    assert.equal([await history(), await library.favorites("extended", MAC, PAGE)], [[], []])
  }
  await show("A", 1)
  assert.equal(await history(), ["A1"])
})

test.run()
