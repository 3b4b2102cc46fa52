import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import type { DrawRequest } from "platen/sdk/mode"
import { fakeClock } from "../../../testing/index.js"
import { refused } from "../../../refused.js"
import { contentMaker, gate, numbered, REQUEST, shown } from "./content-stage.js"

const test = suite("content")
const DAY_MS = 86_400_000

test("makes content once for two draws at the same time", async () => {
  const { maker } = contentMaker()
  const { open, waiting } = gate<{ data: { n: number } }>()
  const mode = numbered({ content: () => waiting })
  const both = Promise.all([maker.content(mode, REQUEST), maker.content(mode, REQUEST)])
  open({ data: { n: 7 } })
  assert.equal((await both).map(shown), [7, 7])
  assert.is(mode.calls.length, 1)
})

test("refuses content that an older version of the mode has made, in one sentence", async () => {
  const { maker } = contentMaker()
  const mode = numbered()
  await refused(
    () => maker.content(mode, { ...REQUEST, data: { n: "seven" } }),
    "can no longer draw this content",
    "n:",
  )
})

test("shows it again without making it", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered()
  assert.is(((await maker.content(mode, REQUEST)) as { origin: string }).origin, "fresh")
  clock.advance(60_000)
  const again = await maker.content(mode, REQUEST)
  assert.equal(again, { data: { n: 1 }, origin: "cached", madeAt: clock.now() - 60_000 })
  assert.is(mode.calls.length, 1)
})

const OWN: readonly (readonly [string, Partial<DrawRequest>])[] = [
  ["a language", { language: "zh" }],
  ["settings", { settings: { TEST: { name: "b" } } }],
  ["a tone", { tone: "deep" }],
  ["a place", { place: { latitude: 1, longitude: 2 } }],
  ["a time zone", { timeZone: "Europe/London" }],
  ["a class of screens", { width: 800, height: 600 }],
  ["a palette", { palette: "bwr" }],
]
for (const [what, change] of OWN) {
  test(`makes content of its own for ${what}`, async () => {
    const { maker } = contentMaker()
    const mode = numbered({ settings: z.object({ name: z.string().default("a") }) })
    assert.equal(
      [shown(await maker.content(mode, REQUEST)), shown(await maker.content(mode, { ...REQUEST, ...change }))],
      [1, 2],
    )
    assert.is(shown(await maker.content(mode, REQUEST)), 1, "the first is still there")
  })
}

const SAME: readonly (readonly [string, Partial<DrawRequest>])[] = [
  ["a size of the same class", { width: 420 }],
  ["a codec", { codec: "bmp" }],
  ["a battery", { battery: { percent: 3 } }],
  ["a signal", { rssi: -80 }],
  ["a device", { mac: "AA:BB:CC:DD:EE:FF" }],
  ["settings of another mode", { settings: { OTHER: { name: "b" } } }],
  ["settings that spell out the defaults", { settings: { TEST: { name: "a" } } }],
]
for (const [what, change] of SAME) {
  test(`makes no content of its own for ${what}`, async () => {
    const { maker } = contentMaker()
    const mode = numbered({ settings: z.object({ name: z.string().default("a") }) })
    await maker.content(mode, REQUEST)
    assert.is(shown(await maker.content(mode, { ...REQUEST, ...change })), 1)
  })
}

test("makes content anew when the device's own day begins, not at midnight elsewhere", async () => {
  const { maker, clock } = contentMaker({ clock: fakeClock("2026-11-21T14:00:00Z") })
  const mode = numbered()
  const shanghai = { ...REQUEST, timeZone: "Asia/Shanghai" }
  assert.is(shown(await maker.content(mode, shanghai)), 1)
  clock.advance(2 * 3_600_000)
  assert.is(shown(await maker.content(mode, shanghai)), 2, "00:00 in Shanghai")
  clock.advance(8 * 3_600_000)
  assert.is(shown(await maker.content(mode, shanghai)), 2, "00:00 in UTC")
})

test("tells a mode the device and the hour only when it asks for them", async () => {
  const { maker, clock } = contentMaker()
  const [plain, own, hourly] = [numbered(), numbered({ perDevice: true }), numbered({ hourly: true })]
  const devices = ["AA:BB:CC:DD:EE:01", "AA:BB:CC:DD:EE:02"].map((mac) => ({ ...REQUEST, mac }))
  for (const request of devices) for (const mode of [plain, own, hourly]) await maker.content(mode, request)
  clock.advance(3_600_000)
  await maker.content(hourly, REQUEST)
  await maker.content(plain, REQUEST)
  assert.equal(
    plain.calls.map(({ mac, hour }) => [mac, hour]),
    [[undefined, undefined]],
  )
  assert.equal(
    own.calls.map(({ mac }) => mac),
    devices.map(({ mac }) => mac),
  )
  assert.equal(
    hourly.calls.map(({ hour }) => hour),
    [9, 10],
  )
  assert.not.ok("mac" in plain.calls[0]! || "hour" in plain.calls[0]!)
})

test("makes content of its own for each version of a mode, and for each mode of one id", async () => {
  const { maker } = contentMaker()
  const [first, second] = [numbered(), numbered()]
  await maker.content(first, REQUEST)
  await maker.content(second, REQUEST)
  assert.equal([first.calls.length, second.calls.length], [1, 1])
})

test("keeps content as long as the mode says", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({ cacheFor: 600 })
  await maker.content(mode, REQUEST)
  clock.advance(599_999)
  assert.is(shown(await maker.content(mode, REQUEST)), 1)
  clock.advance(1)
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("keeps content as long as it is valid", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({
    cacheFor: 600,
    content: (_, n) => Promise.resolve({ data: { n }, validUntil: clock.now() + 60_000 }),
  })
  await maker.content(mode, REQUEST)
  clock.advance(59_999)
  assert.is(shown(await maker.content(mode, REQUEST)), 1)
  clock.advance(1)
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("does not let content outlive cacheFor by being valid for longer", async () => {
  const { maker, clock } = contentMaker()
  const mode = numbered({
    cacheFor: 60,
    content: (_, n) => Promise.resolve({ data: { n }, validUntil: clock.now() + DAY_MS }),
  })
  await maker.content(mode, REQUEST)
  clock.advance(60_000)
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("makes content anew when asked to", async () => {
  const { maker } = contentMaker()
  const mode = numbered()
  await maker.content(mode, REQUEST)
  assert.is(shown(await maker.content(mode, { ...REQUEST, fresh: true })), 2)
})

test("passes on why a mode skips, and asks it again the next time", async () => {
  const { maker } = contentMaker()
  const mode = numbered({ content: (_, n) => Promise.resolve(n === 1 ? { skip: "nothing today" } : { data: { n } }) })
  assert.equal(await maker.content(mode, REQUEST), { skip: "nothing today" })
  assert.is(shown(await maker.content(mode, REQUEST)), 2)
})

test("gives the same random numbers for the same key, whatever was loaded before", async () => {
  const drawn = async (at: string, language = "en"): Promise<number> => {
    const { maker } = contentMaker({ clock: fakeClock(at) })
    const mode = numbered({ content: ({ random }) => Promise.resolve({ data: { n: random() } }) })
    return shown(await maker.content(mode, { ...REQUEST, language }))
  }
  const first = await drawn("2026-11-21T09:00:00Z")
  assert.is(await drawn("2026-11-21T17:00:00Z"), first)
  assert.is.not(await drawn("2026-11-22T09:00:00Z"), first)
  assert.is.not(await drawn("2026-11-21T09:00:00Z", "zh"), first)
})

test("reads settings through the mode's schema", async () => {
  const { maker } = contentMaker()
  const mode = numbered({ settings: z.strictObject({ cups: z.number().max(5).default(3) }) })
  await maker.content(mode, { ...REQUEST, settings: { TEST: {} } })
  assert.equal(mode.calls[0]!.settings, { cups: 3 })
  const wrong = await refused(
    () => maker.content(mode, { ...REQUEST, settings: { TEST: { cups: 9 } } }),
    "TEST",
    "cups",
  )
  assert.is(wrong.status, 422)
  assert.is(wrong.issues?.[0]?.path, "cups")
  await refused(() => maker.content(mode, { ...REQUEST, settings: { TEST: { mugs: 1 } } }), "TEST", "mugs")
  await refused(() => maker.content(mode, { ...REQUEST, settings: { TEST: 5 } }), "TEST")
})

test("gives a mode without settings none, whatever was saved", async () => {
  const { maker } = contentMaker()
  const mode = numbered()
  await maker.content(mode, { ...REQUEST, settings: { TEST: { left: "over" } } })
  assert.equal(mode.calls[0]!.settings, {})
})

test("changes nothing for others when a preview asks for new content", async () => {
  const { maker } = contentMaker()
  const mode = numbered()
  const device = shown(await maker.content(mode, REQUEST))
  const preview = shown(await maker.content(mode, { ...REQUEST, purpose: "trial", fresh: true }))
  assert.is.not(preview, device)
  assert.is(shown(await maker.content(mode, REQUEST)), device)
})

test("forgets what it made for a device, in memory and in the store, and nothing of another", async () => {
  const mode = numbered({
    perDevice: true,
    content: (_, n) => (n > 3 ? Promise.reject(new Error("down")) : Promise.resolve({ data: { n } })),
  })
  const { maker, clock, kept } = contentMaker()
  const asked = [
    { ...REQUEST, mac: "0A:00:00:00:00:01", realm: "a" },
    { ...REQUEST, mac: "0A:00:00:00:00:01", realm: "b" },
    { ...REQUEST, mac: "0A:00:00:00:00:02", realm: "a" },
  ]
  for (const request of asked) await maker.content(mode, request)
  assert.is((await kept()).length, 3)
  await maker.forget({ realm: "a", mac: "0A:00:00:00:00:01" })
  assert.equal(
    (await kept()).map((key) => key.split("/").slice(0, 3).join("/")),
    ["device/a/0A:00:00:00:00:02", "device/b/0A:00:00:00:00:01"],
  )
  clock.advance(DAY_MS)
  assert.equal(
    [
      shown(await maker.content(mode, asked[0]!)),
      shown(await maker.content(mode, asked[1]!)),
      shown(await maker.content(mode, asked[2]!)),
    ],
    [-1, 2, 3],
  )
})

test.run()
