import { NotFound, Unavailable } from "platen/sdk"
import { CONFIG, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import type { Observer } from "platen/sdk"
import type { Choice, Device, Devices } from "platen/sdk/device"
import { NEW_DEVICE } from "platen/sdk/kit"
import type { Picture } from "platen/sdk/mode"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { reservationsOf } from "../../../../plugins/devices/render/reservations.js"
import { UNDERWAY } from "../../../../plugins/devices/render/reserved.js"
import type { Reservations, Taken, Telemetry } from "../../../../plugins/devices/render/reservations.js"
import { counted, COUNTERS } from "../../../../plugins/devices/stats/slice.js"
import { refused } from "../../../refused.js"
import {
  catalog,
  changed,
  chooseRequest,
  deviceWith,
  MAC,
  NOON,
  written as allWritten,
  writtenWithout,
} from "../configs/catalogs.js"
import type { More } from "../configs/catalogs.js"
import { keepDevice, knownDevices, putDevice } from "../../known-devices.js"

const test = suite("render/reservations")

/** What is written of a device, apart from the pages that are underway. */
const written = (device: Device | undefined): unknown => writtenWithout(UNDERWAY, device)
const underway = async (): Promise<number> => (await kept()).get(UNDERWAY).pages.length

const MINUTE = 60_000
/** As if every mode were a page of the server's own. */
const modes = { get: () => undefined }
/** The counters of a device are kept by whoever is told that a page arrived. */
const observers = catalog<Observer>([{ id: "stats", delivered: counted }])
const GOOD: Picture = {
  bytes: new Uint8Array(1),
  type: "image/bmp",
  etag: '"x"',
  mode: "A",
  text: "",
  origin: "fresh",
  isFallback: false,
  cached: false,
  contentMs: 0,
  drawMs: 0,
}
const STAND_IN: Picture = { ...GOOD, origin: "fallback", isFallback: true }

let clock: FakeClock
let devices: Devices
/** Times that a device was to be changed. */
let updates: number
/** What the next render chooses. */
let choice: Choice
let renders: Reservations

test.before.each(() => {
  clock = fakeClock(NOON)
  updates = 0
  const all = knownDevices({ clock })
  devices = {
    ...all,
    get: all.get,
    update: (...parts) => {
      updates++
      return all.update(...parts)
    },
  }
  choice = { modes: ["A"] }
  renders = reservationsOf({
    devices,
    choose: () => ({ ...choice, why: WHY }),
    clock,
    modes,
    observers,
    log: fakeLog(),
  })
})

/** What a device says that shows no token. */
const said = (flagged: boolean): Telemetry => ({
  volts: 3.7,
  rssi: -40,
  reportedMinutes: 60,
  inks: 2,
  panel: { width: 400, height: 300, palette: "bw", codec: "bmp" },
  toldMinutes: 60,
  token: undefined,
  provisional: false,
  flagged,
})

const keep = (device: Device): Promise<unknown> => keepDevice(devices, "core", MAC, device)
const kept = async (): Promise<Device> => (await devices.get("core", MAC))!
const take = (mac = MAC): ReturnType<Reservations["take"]> =>
  renders.take("core", mac, true, (device) => chooseRequest(device))

const WHY = { by: "test" }

/** What was taken, with the devices before and after it, so that they can be compared. */
const readable = async ({ choice: { why: _why, ...chosen }, device, reserved }: Taken): Promise<object> => ({
  choice: chosen,
  device: written(device),
  after: written(await devices.get("core", MAC)),
  own: reserved.own,
})

/** A render that arrives: whether it asked the device to come back soon. */
async function render(picture: Picture, mac = MAC, realm = "core"): Promise<boolean> {
  const taken = await renders.take(realm, mac, true, (device) => chooseRequest(device))
  const flagged = picture.isFallback && renders.mayFlag(renders.fallbacks(realm, mac, taken.device))
  await renders.shown(realm, mac, taken.reserved, picture, said(flagged))
  return flagged
}

test("takes what is shown in one write, and clears a pending refresh", async () => {
  const before = deviceWith({}, { pendingRefresh: true, volts: 3.1 })
  await keep(before)
  choice = {
    modes: ["B", "A"],
    taken: "B",
    device: changed(before, { lastMode: "B", memories: { cycle: { next: 2 } } }),
  }
  updates = 0
  const after = changed(choice.device!, { pendingRefresh: false })
  const taken = await readable(await take())
  assert.equal(taken, { choice, device: written(before), after: written(after), own: true })
  assert.equal([updates, written(await kept())], [1, written(after)])
})

test("clears a pending refresh also when nothing else is taken", async () => {
  const before = deviceWith({}, { pendingRefresh: true, lastMode: "A" })
  await keep(before)
  const after = changed(before, { pendingRefresh: false })
  const taken = await readable(await take())
  assert.equal(taken, { choice, device: written(before), after: written(after), own: true })
  assert.equal(written(await kept()), written(after))
})

test("brings nothing back that somebody with an unconfirmed token was cut off from", async () => {
  await keep(deviceWith({}, { pendingRefresh: true }))
  const taken = await renders.take("core", MAC, false, (device) => chooseRequest(device))
  await take()
  await renders.release("core", MAC, taken.reserved)
  assert.is((await kept()).get(RUNTIME).pendingRefresh, false)
})

test("keeps nothing of a device that is not known", async () => {
  const asked: unknown[] = []
  assert.equal(
    await renders.take("core", MAC, true, (device) => {
      asked.push(device)
      return chooseRequest(device)
    }),
    {
      choice: { ...choice, why: WHY },
      device: undefined,
      reserved: {
        id: "",
        known: false,
        own: true,
        first: "A",
        pendingRefresh: false,
        why: WHY,
        lastMode: { before: undefined, after: undefined },
      },
    },
  )
  for (const picture of [STAND_IN, STAND_IN, GOOD]) await render(picture)
  await renders.release("core", MAC, (await take()).reserved)
  assert.equal([asked, await devices.get("core", MAC)], [[undefined], undefined])
})

test("takes no device for that of another edition", async () => {
  await keep(deviceWith({}, { pendingRefresh: true }))
  assert.is((await renders.take("extended", MAC, true, (device) => chooseRequest(device))).device, undefined)
  assert.is((await kept()).get(RUNTIME).pendingRefresh, true)
})

test("takes nothing when nothing can be chosen", async () => {
  const before = deviceWith({}, { pendingRefresh: true })
  await keep(before)
  renders = reservationsOf({
    devices,
    choose: () => {
      throw new NotFound("No enabled plugin chooses what to show.")
    },
    clock,
    modes,
    observers,
    log: fakeLog(),
  })
  await refused(take)
  assert.equal(written(await kept()), written(before))
})

test("takes of the device that is written when another was faster", async () => {
  const [stale, fresh] = [deviceWith({}, { lastMode: "A" }), deviceWith({}, { lastMode: "B", pendingRefresh: true })]
  const twice: Devices = {
    ...devices,
    update: async (_, __, change) => {
      change(stale)
      return change(fresh)
    },
  } as Devices
  const again = reservationsOf({
    devices: twice,
    choose: ({ device }) => {
      const lastMode = device!.get(RUNTIME).lastMode!
      return { modes: [lastMode], taken: lastMode, why: WHY }
    },
    clock,
    modes,
    observers,
    log: fakeLog(),
  })
  const { choice: taken, device, reserved } = await again.take("core", MAC, true, (known) => chooseRequest(known))
  assert.equal([taken.modes, taken.taken, written(device)], [["B"], "B", written(fresh)])
  assert.equal([reserved.taken, reserved.own], [{ mode: "B", asked: false }, true])
})

for (const [what, before, taken, after] of [
  [
    "the mode, before others that came back",
    { returned: [{ mode: "C" }] },
    "B",
    { returned: [{ mode: "B" }, { mode: "C" }] },
  ],
  ["the pending refresh", { pendingRefresh: true }, undefined, { pendingRefresh: true }],
  ["both", { pendingRefresh: true }, "B", { pendingRefresh: true, returned: [{ mode: "B" }] }],
  [
    "each mode once",
    { returned: [{ mode: "C" }, { mode: "B" }, { mode: "B", until: NOON }] },
    "B",
    { returned: [{ mode: "B" }, { mode: "C" }] },
  ],
] as const satisfies readonly (readonly [string, More, string | undefined, More])[]) {
  test(`gives back ${what} when the answer did not arrive, and what was shown last, and nothing else`, async () => {
    const device = deviceWith({}, { lastMode: "A", ...(structuredClone(before) as More) })
    await keep(device)
    const next = changed(device, { lastMode: "B", memories: { cycle: { next: 2 } } })
    choice = { modes: ["B"], device: next, ...(taken !== undefined && { taken }) }
    await renders.release("core", MAC, (await take()).reserved)
    assert.equal(
      written(await kept()),
      written(changed(next, { lastMode: "A", pendingRefresh: false, ...(structuredClone(after) as More) })),
    )
  })
}

for (const [what, meanwhile, left] of [
  ["what was pushed", {}, { push: { picture: "x", mode: "", at: 1 }, pendingMode: "C" }],
  [
    "no more than what is not there by now",
    { push: { picture: "y", mode: "", at: 2 }, pendingMode: "D" },
    { push: { picture: "y", mode: "", at: 2 }, pendingMode: "D" },
  ],
] as const) {
  test(`gives back ${what} with the mode that it took the place of`, async () => {
    const device = deviceWith({}, { push: { picture: "x", mode: "", at: 1 }, pendingMode: "C", lastMode: "A" })
    await keep(device)
    const rest = changed(device, { push: undefined, pendingMode: undefined })
    choice = { modes: ["PUSHED"], device: rest, push: true }
    const taken = await take()
    assert.equal(written(await kept()), written(changed(rest, { pendingRefresh: false })))
    await keep(changed(await kept(), meanwhile))
    await renders.release("core", MAC, taken.reserved)
    assert.equal(written(await kept()), written(changed(rest, left)))
  })
}

/** Reservations as another server on the same store makes them, or the same one after it was killed. */
const over = (store: Devices): Reservations =>
  reservationsOf({ devices: store, choose: () => ({ ...choice, why: WHY }), clock, modes, observers, log: fakeLog() })
const another = (): Reservations => over(devices)
/** The next mode is one that was reserved and not shown, or else B. */
const chooseNext = (known: Device | undefined): ReturnType<typeof chooseRequest> => {
  const [first, ...returned] = known!.get(RUNTIME).returned
  const taken = first?.mode ?? "B"
  choice = { modes: [taken], taken, device: changed(known!, { lastMode: taken, returned }) }
  return chooseRequest(known)
}
const takenBy = async (server: Reservations): Promise<Taken> => server.take("core", MAC, true, chooseNext)

test("gives back what a server had underway that is gone, to the next one that is asked, once", async () => {
  await keep(deviceWith({}, { lastMode: "A", pendingRefresh: true }))
  const first = await takenBy(renders)
  assert.equal([first.reserved.taken?.mode, await underway()], ["B", 1])
  await keep(changed(await kept(), { push: { picture: "x", mode: "", at: 1 } }))
  const second = await takenBy(another())
  assert.equal(
    [second.reserved.taken?.mode, second.reserved.lastMode, second.reserved.pendingRefresh, await underway()],
    ["B", { before: "A", after: "B" }, true, 1],
  )
  // The first was only slow: it takes nothing back from the second.
  await renders.release("core", MAC, first.reserved)
  assert.equal([(await kept()).get(RUNTIME).returned, (await kept()).get(RUNTIME).lastMode], [[], "B"])
  await another().shown("core", MAC, second.reserved, { ...GOOD, mode: "B" }, said(false))
  assert.is(await underway(), 0)
})

test("gives back what another had underway in the order in which it was taken", async () => {
  await keep(deviceWith({}, { lastMode: "A" }))
  for (const taken of ["B", "C"]) {
    choice = { modes: [taken], taken, device: changed(await kept(), { lastMode: taken }) }
    await take()
  }
  assert.is(await underway(), 2)
  const { device } = await takenBy(another())
  assert.equal([device!.get(RUNTIME).returned, device!.get(RUNTIME).lastMode], [[{ mode: "B" }, { mode: "C" }], "A"])
})

test("leaves what is underway by itself until it can no longer arrive", async () => {
  await keep(deviceWith({}, { lastMode: "A" }))
  await takenBy(renders)
  choice = { modes: ["C"], taken: "C", device: changed(await kept(), { lastMode: "C" }) }
  const second = await take()
  assert.equal([second.reserved.taken?.mode, await underway()], ["C", 2])
  await renders.release("core", MAC, second.reserved)
  clock.advance(5 * MINUTE)
  const { device } = await takenBy(renders)
  assert.equal(device!.get(RUNTIME).returned, [{ mode: "B" }, { mode: "C" }])
})

/** Devices of a store of which the next write is done, and its answer lost. */
function withLostAnswer(all: Devices): Devices {
  let isLost = true
  return {
    ...all,
    update: async (...parts) => {
      const done = await all.update(...parts)
      if (!isLost) return done
      isLost = false
      throw new Unavailable("The connection is lost.")
    },
  }
}

test("gives back what was taken by a write whose answer was lost", async () => {
  await keep(deviceWith({}, { lastMode: "A" }))
  const server = over(withLostAnswer(devices))
  await refused(() => takenBy(server), "lost")
  assert.is(await underway(), 1)
  const { reserved } = await takenBy(server)
  assert.equal([reserved.taken?.mode, reserved.lastMode.before], ["B", "A"])
})

test("shows no page again that arrived, when only its record was lost", async () => {
  await keep(deviceWith({}, { lastMode: "A" }))
  let isAway = false
  const away = async (): Promise<never> => {
    throw new Unavailable("The store is away.")
  }
  const { update } = devices
  const server = over({ ...devices, update: (...parts) => (isAway ? away() : update(...parts)) })
  const { reserved } = await takenBy(server)
  isAway = true
  await refused(() => server.shown("core", MAC, reserved, { ...GOOD, mode: "B" }, said(false)), "away")
  isAway = false
  const { device } = await takenBy(server)
  assert.equal([device!.get(RUNTIME).returned, device!.get(RUNTIME).lastMode], [[], "B"])
})

test("writes nothing of a page that is shown again and again", async () => {
  await keep(deviceWith({}, { lastMode: "B" }))
  const before = allWritten(await kept())
  const taken = await takenBy(renders)
  assert.equal([taken.reserved.id, allWritten(await kept())], ["", before])
})

test("keeps the newest twenty pages that are underway", async () => {
  await keep(deviceWith({}, {}))
  for (let i = 0; i < 25; i++) {
    const taken = `M${i}`
    choice = { modes: [taken], taken, device: changed(await kept(), { lastMode: taken }) }
    await take()
  }
  assert.is(await underway(), 20)
})

test("gives nothing back of a device that its owner has not confirmed: nothing was taken", async () => {
  const device = deviceWith(
    {},
    { pendingRefresh: true, pendingMode: "C", tokens: [{ value: "new", createdAt: 0, provisional: true }] },
  )
  await keep(device)
  const asked: (Device | undefined)[] = []
  const { tokens } = device.get(TOKENS)
  const shown = [{ ...tokens[0]!, code: { value: "ABCD", until: 1 } }]
  renders = reservationsOf({
    devices,
    choose: ({ device: seen }) => {
      asked.push(seen)
      return { modes: ["CONFIRM"], device: changed(seen!, { tokens: shown, lastMode: "B" }), why: WHY }
    },
    clock,
    modes,
    observers,
    log: fakeLog(),
  })
  const taken = await renders.take("core", MAC, false, (seen) => chooseRequest(seen))
  assert.equal(
    [asked[0]!.get(TOKENS).tokens, asked[0]!.get(CONFIG).records, asked[0]!.get(RUNTIME).pendingMode],
    [tokens, [], undefined],
    "nothing of the owner's is seen",
  )
  assert.equal(written(asked[0]), written(NEW_DEVICE.with(TOKENS, { tokens }).with(MEMBERS, { members: [] })))
  assert.equal(written(await kept()), written(changed(device, { tokens: shown })))
  await keep(changed(device, { tokens: shown, pendingRefresh: false }))
  await renders.release("core", MAC, taken.reserved)
  assert.equal(written(await kept()), written(changed(device, { tokens: shown, pendingRefresh: false })))
})

test("lets a mode that waits go on waiting when the caller has asked for another", async () => {
  await keep(deviceWith({}, { pendingRefresh: true, pendingMode: "C" }))
  choice = { modes: ["A"], aside: true }
  await take()
  assert.equal([(await kept()).get(RUNTIME).pendingMode, (await kept()).get(RUNTIME).pendingRefresh], ["C", false])
  choice = { modes: ["A"] }
  await take()
  assert.is((await kept()).get(RUNTIME).pendingMode, undefined)
})

test("gives nothing back, and writes nothing, when nothing was taken", async () => {
  await keep(deviceWith({}))
  const taken = await take()
  updates = 0
  await renders.release("core", MAC, taken.reserved)
  assert.is(updates, 0)
})

test("leaves what changed while a page was drawn", async () => {
  await keep(deviceWith({ nickname: "before" }))
  choice = { modes: ["B"], taken: "B" }
  const [released, shown] = [await take(), await take()]
  const meanwhile = deviceWith(
    { nickname: "after" },
    { pendingRefresh: true, returned: [{ mode: "C" }], lastMode: "C" },
  )
  await keep(meanwhile)
  await renders.release("core", MAC, released.reserved)
  assert.equal(written(await kept()), written(changed(meanwhile, { returned: [{ mode: "B" }, { mode: "C" }] })))
  await renders.shown("core", MAC, shown.reserved, STAND_IN, said(false))
  const { nickname } = (await kept()).get(CONFIG).records[0]!.config
  const { pendingRefresh, returned, lastMode, fallbacks } = (await kept()).get(RUNTIME)
  assert.equal(
    { nickname, pendingRefresh, returned, lastMode, fallbacks },
    {
      nickname: "after",
      pendingRefresh: true,
      returned: [{ mode: "B" }, { mode: "C" }],
      lastMode: "C",
      fallbacks: { count: 1, flagged: [] },
    },
  )
})

test("brings back no device that has gone while a page was drawn", async () => {
  await keep(deviceWith({}, { pendingRefresh: true }))
  choice = { modes: ["B"], taken: "B" }
  const taken = await take()
  await putDevice(devices, "core", MAC)
  await renders.release("core", MAC, taken.reserved)
  await renders.shown("core", MAC, taken.reserved, STAND_IN, said(true))
  assert.is(await devices.get("core", MAC), undefined)
})

test("counts stand-ins in a row, and when they asked the device to come back", async () => {
  await keep(deviceWith({}))
  const counts: unknown[] = []
  for (const picture of [STAND_IN, STAND_IN, STAND_IN, GOOD, STAND_IN]) {
    await render(picture)
    counts.push((await kept()).get(RUNTIME).fallbacks)
    clock.advance(MINUTE)
  }
  assert.equal(counts, [
    { count: 1, flagged: [NOON] },
    { count: 2, flagged: [NOON, NOON + MINUTE] },
    { count: 3, flagged: [NOON, NOON + MINUTE] },
    { count: 0, flagged: [] },
    { count: 1, flagged: [NOON + 4 * MINUTE] },
  ])
})

test("keeps in one write what a device said, what it was told, and that it was here", async () => {
  await keep(deviceWith({}, { tokens: [{ value: "t", createdAt: 0, provisional: false }] }))
  const taken = await take()
  updates = 0
  await renders.shown(
    "core",
    MAC,
    taken.reserved,
    { ...GOOD, cached: true },
    { ...said(false), token: "t", toldMinutes: 30 },
  )
  const { seenAt, shownAt, volts, rssi, reportedMinutes, toldMinutes, inks, lastPicture } = (await kept()).get(RUNTIME)
  const { tokens } = (await kept()).get(TOKENS)
  const counters = (await kept()).get(COUNTERS)
  assert.is(updates, 1)
  assert.equal(
    { seenAt, shownAt, volts, rssi, reportedMinutes, toldMinutes, inks },
    { seenAt: NOON, shownAt: NOON, volts: 3.7, rssi: -40, reportedMinutes: 60, toldMinutes: 30, inks: 2 },
  )
  assert.equal([tokens[0]!.usedAt, tokens[0]!.renderedAt], [NOON, NOON])
  assert.is(lastPicture!.etag, GOOD.etag)
  assert.equal(
    [counters.renders, counters.cached, counters.failed, counters.days],
    [1, 1, 0, [{ date: new Date(NOON).toISOString().slice(0, 10), count: 1 }]],
  )
  assert.equal(
    (await devices.renders.list(`core/${MAC}`)).map(({ row }) => [row.mode, row.cacheHit, row.failed]),
    [[GOOD.mode ?? "NOTICE", true, false]],
  )
  assert.equal(
    (await devices.recent("core", 1_000, 10)).map(({ device, ...each }) => ({ ...each, device: written(device) })),
    [{ mac: MAC, at: NOON, device: written(await kept()) }],
  )
})

test("keeps of whoever comes with an unconfirmed token only that they came", async () => {
  const before = deviceWith(
    {},
    {
      tokens: [
        { value: "own", createdAt: 0, provisional: false },
        { value: "new", createdAt: 0, provisional: true },
      ],
    },
  )
  await keep(before)
  const taken = await renders.take("core", MAC, false, (device) => chooseRequest(device))
  await renders.shown("core", MAC, taken.reserved, GOOD, { ...said(false), token: "new", provisional: true })
  const [own, other] = before.get(TOKENS).tokens
  assert.equal(
    written(await kept()),
    written(changed(before, { tokens: [own!, { ...other!, usedAt: NOON, renderedAt: NOON, renders: 1 }] })),
  )
  assert.equal(await devices.renders.list(`core/${MAC}`), [])
})

test("shows the same mode again within two minutes of an answer that asked for it", async () => {
  await keep(deviceWith({}, { returned: [{ mode: "C" }] }))
  choice = { modes: ["B"], taken: "B" }
  await renders.shown("core", MAC, (await take()).reserved, STAND_IN, said(false))
  assert.equal((await kept()).get(RUNTIME).returned, [{ mode: "C" }], "it did not ask")
  for (const _ of [1, 2]) {
    await renders.shown("core", MAC, (await take()).reserved, STAND_IN, said(true))
    assert.equal((await kept()).get(RUNTIME).returned, [{ mode: "B", until: NOON + 2 * MINUTE }, { mode: "C" }])
  }
  choice = { modes: ["D"] }
  await renders.shown("core", MAC, (await take()).reserved, STAND_IN, said(true))
  assert.equal(
    (await kept()).get(RUNTIME).returned.map(({ mode }) => mode),
    ["B", "C"],
    "no strategy took it",
  )
})

for (const [who, known] of [
  ["a known device", true],
  ["a stranger", false],
] as const) {
  test(`asks ${who} to come back twice since its last success, however far apart`, async () => {
    if (known) await keep(deviceWith({}))
    for (const [minute, picture, asks] of [
      [0, STAND_IN, true],
      [600, STAND_IN, true],
      [601, STAND_IN, false],
      [2_000, STAND_IN, false],
      [2_001, GOOD, false],
      [2_002, STAND_IN, true],
      [2_062, STAND_IN, true],
      [9_000, STAND_IN, false],
    ] as const) {
      clock.advance(NOON + minute * MINUTE - clock.now())
      assert.is(await render(picture), asks, `after ${minute} minutes`)
    }
  })
}

test("counts each stranger by itself, in each edition", async () => {
  for (const _ of [1, 2]) await render(STAND_IN)
  assert.equal(
    [await render(STAND_IN), await render(STAND_IN, "other"), await render(STAND_IN, MAC, "extended")],
    [false, true, true],
  )
})

test("begins anew after a stranger's good picture", async () => {
  assert.equal(
    [
      await render(STAND_IN),
      await render(GOOD),
      await render(GOOD),
      await render(STAND_IN),
      await render(STAND_IN),
      await render(STAND_IN),
    ],
    [true, false, false, true, true, false],
  )
})

test("remembers a thousand strangers, those that it asked last", async () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `stranger ${i}`)
  const mayAsk = (mac: string): boolean => renders.mayFlag(renders.fallbacks("core", mac, undefined))
  // The first is asked once more when all others have been: it is then the last.
  for (const name of [...names, ...names.slice(1), names[0]!]) assert.ok(await render(STAND_IN, name))
  assert.not.ok(names.some(mayAsk))
  await render(STAND_IN, "one more")
  assert.equal(names.filter(mayAsk), [names[1]])
  await render(STAND_IN, "another")
  assert.equal(names.filter(mayAsk), [names[1], names[2]])
})

test.run()
