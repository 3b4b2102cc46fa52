import { Invalid, NotFound, TooLarge, z } from "platen/sdk"
import type { Service } from "platen/sdk"
import { CONFIG as CONFIGS, RUNTIME } from "platen/sdk/device"
import type { ConfigRecord, Device, Devices } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { configBody } from "../../../../plugins/devices/configs/fields.js"
import { configsOf } from "../../../../plugins/devices/configs/service.js"
import type { Configs } from "../../../../plugins/devices/configs/service.js"
import { shown } from "../../../../plugins/devices/configs/shown.js"
import { wireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import type { WireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { cycle } from "../../../../plugins/devices/strategies/cycle.js"
import { random } from "../../../../plugins/devices/strategies/random.js"
import { refused } from "../../../refused.js"
import { catalog, changed, CONFIG, MAC, memoriesOf, modeCatalog, modeOf, NOON, service } from "./catalogs.js"
import { changeDevice, keepDevice, knownDevices } from "../../known-devices.js"

const test = suite("configs/service")

const settings = z.strictObject({
  text: z.string().default(""),
  cups: z.number().max(9).optional(),
}) as Mode["settings"] & object
const modes = modeCatalog([modeOf("DAILY"), modeOf("STOIC", { settings }), modeOf("ZEN")])

/** A config whose owner has chosen nothing but its modes, as clients have it. */
const WIRE = wireConfig(CONFIG)

let clock: FakeClock
let devices: Devices
let configs: Configs
test.before.each(() => {
  open()
})

function open(more: Partial<Service> = {}): void {
  clock = fakeClock(NOON)
  devices = knownDevices({ clock })
  configs = configsOf({
    devices,
    modes,
    strategies: catalog([random, cycle]),
    service: { ...service, ...more },
    clock,
    log: fakeLog(),
    secrets: { seal: (text) => text },
  })
}

const save = (body: object, mac = MAC): ReturnType<Configs["save"]> =>
  configs.save("core", mac, configBody.parse({ mac, ...body }))
const current = async (): Promise<WireConfig> => wireConfig((await configs.current("core", MAC)).config)
const ids = async (): Promise<readonly (readonly [number, boolean])[]> =>
  (await configs.history("core", MAC)).map(({ id, active }) => [id, active])
const known = async (): Promise<Device> => (await devices.get("core", MAC))!
const issuesOf = async (body: object): Promise<readonly string[]> => {
  const error = await refused(() => save(body))
  assert.instance(error, Invalid)
  return error.issues!.map(({ path }) => path)
}

test("saves what the operator chose for whatever a first config leaves out", async () => {
  assert.equal(await save({}), { id: 1, warnings: [] })
  assert.equal(await configs.current("core", MAC), { id: 1, createdAt: NOON, active: true, config: CONFIG })
  open({ defaults: { language: "zh", mode: "ZEN", timeZone: "Asia/Tokyo" } })
  await save({})
  assert.equal(await current(), { ...WIRE, modes: ["ZEN"], language: "zh" })
})

test("keeps the value of every field that is left out", async () => {
  const body = {
    nickname: "Kitchen",
    modes: ["ZEN", "STOIC"],
    strategy: "cycle",
    refresh_interval: 15,
    language: "zh",
    tone: "deep",
    character_tones: ["wise"],
    city: "Bern",
    lat: 46.9,
    lon: 7.4,
    timezone: "Asia/Tokyo",
    admin1: "BE",
    country: "CH",
    llm_provider: "a",
    llm_model: "b",
    image_provider: "c",
    image_model: "d",
    countdown_events: [{ name: "Trip", date: "2026-12-24" }],
    time_slot_rules: [{ startHour: 1, endHour: 2, modes: [] }],
    memo_text: "Milk",
    mode_overrides: { STOIC: { cups: 2 } },
    is_focus_listening: true,
    is_always_active: true,
  }
  await save(body)
  const before = await current()
  await save({})
  assert.equal(await current(), before)
  await save({
    nickname: "",
    memo_text: "",
    focus_listening: 0,
    modes: ["DAILY"],
    mode_overrides: { stoic: null },
    character_tones: [],
  })
  assert.equal(await current(), {
    ...before,
    nickname: "",
    memoText: "",
    focusListening: false,
    modes: ["DAILY"],
    modeOverrides: {},
    characterTones: [],
  })
})

const BERN = { city: "Bern", lat: 46.9, lon: 7.4, timezone: "Asia/Tokyo", admin1: "BE", country: "CH" }
const NOWHERE = { latitude: null, longitude: null, timeZone: "", zone: "", admin1: "", country: "" }
for (const [what, body, after] of [
  ["drops all of the place for a new city alone", { city: "Ulm" }, { city: "Ulm", ...NOWHERE }],
  ["drops all of the place for no city", { city: "" }, { city: "", ...NOWHERE }],
  [
    "drops all of the place for a new city whose coordinates are null",
    { city: "Ulm", lat: null, lon: null },
    { city: "Ulm", ...NOWHERE },
  ],
  [
    "takes none of the old place for a new city with half its coordinates",
    { city: "Ulm", lat: 48.4 },
    { city: "Ulm", ...NOWHERE },
  ],
  ["takes none of it for a new city with the other half", { city: "Ulm", lon: 10 }, { city: "Ulm", ...NOWHERE }],
  [
    "keeps what is said beside a new city",
    { city: "Ulm", country: "DE", timezone: "Europe/Berlin" },
    { city: "Ulm", ...NOWHERE, country: "DE", timeZone: "Europe/Berlin", zone: "Europe/Berlin" },
  ],
  [
    "takes a new city with all that is known of it",
    { city: "Ulm", lat: 48.4, lon: 10, timezone: "", admin1: "BW", country: "DE" },
    { city: "Ulm", latitude: 48.4, longitude: 10, timeZone: "", zone: "Europe/Berlin", admin1: "BW", country: "DE" },
  ],
  ["keeps the place of the same city", { city: "Bern" }, {}],
  ["moves one coordinate alone", { lat: 47 }, { latitude: 47 }],
  ["takes half a place for none", { lat: null }, { latitude: null, longitude: null }],
  ["takes the other half of a place for none", { longitude: null }, { latitude: null, longitude: null }],
  ["takes the zone of the place for none of its own", { timezone: "" }, { timeZone: "", zone: "Europe/Zurich" }],
  [
    "has no zone without a place",
    { timezone: "", lat: null, lon: null },
    { timeZone: "", zone: "", latitude: null, longitude: null },
  ],
  [
    "takes the zone that is named before that of the place",
    { timezone: "Europe/Paris" },
    { timeZone: "Europe/Paris", zone: "Europe/Paris" },
  ],
] as const satisfies readonly (readonly [string, object, Partial<WireConfig>])[]) {
  test(what, async () => {
    await save(BERN)
    const before = await current()
    assert.equal([before.zone, before.latitude, before.longitude], ["Asia/Tokyo", 46.9, 7.4])
    await save(body)
    assert.equal(await current(), { ...before, ...after })
  })
}

test("takes half a place for none when nothing was there", async () => {
  await save({ lat: 46.9 })
  assert.equal(await current(), WIRE)
})

test("has no zone that this runtime does not know", async () => {
  open({ isTimeZone: () => false, timeZoneAt: () => undefined })
  await save({ lat: 46.9, lon: 7.4 })
  assert.is((await current()).zone, "")
  assert.equal(await issuesOf({ timezone: "Europe/Berlin" }), ["timezone"])
})

test("folds and keeps the modes that are installed, each once, and names the others", async () => {
  const { warnings } = await save({ modes: [" zen", "GONE", "Stoic", "ZEN", "x".repeat(99)] })
  assert.equal((await current()).modes, ["ZEN", "STOIC"])
  assert.equal(warnings, [
    'There is no mode "GONE": it was removed.',
    `There is no mode "${"X".repeat(60)}": it was removed.`,
  ])
})

test("refuses modes of which none is installed", async () => {
  assert.equal(await issuesOf({ modes: ["GONE", ""] }), ["modes"])
  await refused(() => save({ modes: ["GONE"] }), "none of these modes is installed: use some of DAILY, STOIC, ZEN")
})

test("names fields that nobody knows, twenty at most, and shortened", async () => {
  const { warnings } = await save({ nick: 1, ["x".repeat(99)]: 1, city: "Bern" })
  assert.equal(warnings, [
    '"nick" is not a field of a config: it was ignored.',
    `"${"x".repeat(60)}" is not a field of a config: it was ignored.`,
  ])
  assert.is((await current()).city, "Bern")
  const many = await save(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, i])))
  assert.equal(
    many.warnings.map((warning) => warning.split('"')[1]),
    Array.from({ length: 20 }, (_, i) => `x${i}`),
  )
  assert.is((await save({ modes: ["ZEN", ...Array.from({ length: 50 }, (_, i) => `X${i}`)] })).warnings.length, 20)
})

test("warns of overrides for which there is no mode or setting, and keeps the rest", async () => {
  const { warnings } = await save({ mode_overrides: { stoic: { cups: 2, mugs: 1, city: "Ulm" }, GONE: {} } })
  assert.is(warnings.length, 2)
  assert.equal((await current()).modeOverrides, { STOIC: { cups: 2, city: "Ulm" } })
})

test("keeps the settings of modes that a save does not name, and removes those that are null", async () => {
  await save({ mode_overrides: { STOIC: { cups: 2 }, GONE: { a: 1 } } })
  await save({ mode_overrides: { ZEN: { city: "Ulm" } } })
  assert.equal((await current()).modeOverrides, { STOIC: { cups: 2 }, GONE: { a: 1 }, ZEN: { city: "Ulm" } })
  await save({ mode_overrides: { STOIC: { cups: 3 } } })
  assert.equal((await current()).modeOverrides.STOIC, { cups: 3 }, "those of a named mode are replaced whole")
  await save({ mode_overrides: {} })
  await save({ nickname: "Porch" })
  assert.equal(Object.keys((await current()).modeOverrides).sort(), ["GONE", "STOIC", "ZEN"])
  await save({ mode_overrides: { stoic: null, gone: null, NEVER: null } })
  assert.equal((await current()).modeOverrides, { ZEN: { city: "Ulm" } })
})

test("bounds the settings of all modes together, over many saves", async () => {
  const many = (name: string): object => ({
    mode_overrides: { [name]: { list: Array.from({ length: 450 }, () => 1) } },
  })
  await save(many("AAA"))
  await save(many("BBB"))
  const error = await refused(() => save(many("CCC")))
  assert.match(JSON.stringify((error as Invalid).issues), /mode_overrides.*use at most 1000/)
})

for (const [what, body, issues] of [
  ["an unknown strategy", { strategy: "smart" }, ["strategy"]],
  ["a zone that is none", { timezone: "Mars/Olympus" }, ["timezone"]],
  ["a wrong setting", { mode_overrides: { stoic: { cups: 10 } } }, ["mode_overrides.STOIC.cups"]],
  [
    "a key that devices search for",
    { mode_overrides: { STOIC: { text: { token: 1 } } } },
    ["mode_overrides.STOIC.text.token", "mode_overrides.STOIC.text"],
  ],
  [
    "several at once",
    {
      strategy: "x",
      timezone: "y",
      modes: ["z"],
      time_slot_rules: [{ startHour: 0, endHour: 1, modes: [], token: 1 }],
    },
    ["time_slot_rules.0.token", "modes", "strategy", "timezone"],
  ],
] as const) {
  test(`refuses ${what}, by its path, and saves nothing`, async () => {
    assert.equal(await issuesOf(body), issues)
    assert.equal(await configs.history("core", MAC), [])
  })
}

test("names three faults in its sentence, and all by their paths", async () => {
  const error = await refused(
    () => save({ strategy: "x", timezone: "y", modes: ["z"], mode_overrides: { STOIC: { cups: 10 } } }),
    '"modes"',
    '"strategy"',
    "must be one of random, cycle",
    '"timezone"',
  )
  assert.not.match(error.message, /cups/)
  assert.is(error.issues!.length, 4)
})

test("says little of a body that is all faults and long names", async () => {
  const error = await refused(() =>
    save({ mode_overrides: { ["x".repeat(30_000)]: { a: Array.from({ length: 2_000 }, () => ({ token: 1 })) } } }),
  )
  assert.ok(JSON.stringify([error.message, error.issues]).length < 10_000)
})

const bytesShown = (record: ConfigRecord): number =>
  Buffer.byteLength(JSON.stringify(shown(MAC, record, wireConfig(record.config))))

/** A body of which a device reads so many bytes; `wide`: each letter of the setting has three. */
async function bodyOf(
  bytes: number,
  wide: boolean,
): Promise<{ readonly nickname: string; readonly mode_overrides: object }> {
  const letter = wide ? "\u754c" : "x"
  await save({ mode_overrides: { STOIC: { text: letter } } }, "FF:FF:FF:FF:FF:FF")
  const left = bytes - bytesShown(await configs.current("core", "FF:FF:FF:FF:FF:FF"))
  // It is there twice, under both its names; what does not fill another letter is filled by the nickname.
  const each = 2 * Buffer.byteLength(letter)
  return {
    nickname: "n".repeat(left % each),
    mode_overrides: { STOIC: { text: letter.repeat(1 + Math.floor(left / each)) } },
  }
}

for (const wide of [false, true]) {
  test(`takes 16,384 bytes of what the device reads, and not one more${wide ? ", however few letters they are" : ""}`, async () => {
    await save({ nickname: "before" })
    const most = await bodyOf(16_384, wide)
    await save(most)
    assert.is(bytesShown(await configs.current("core", MAC)), 16_384)
    const error = await refused(
      () => save({ ...most, nickname: `${most.nickname}n` }),
      "16385 bytes",
      "the maximum is 16384",
    )
    assert.instance(error, TooLarge)
    assert.equal(
      [(await current()).nickname, await ids()],
      [
        most.nickname,
        [
          [2, true],
          [1, false],
        ],
      ],
    )
  })
}

test("keeps the five newest, the newest first, one of them active, and gives no number twice", async () => {
  for (let i = 1; i <= 7; i++) {
    assert.is((await save({ nickname: `n${i}` })).id, i)
    clock.advance(1_000)
  }
  assert.equal(await ids(), [
    [7, true],
    [6, false],
    [5, false],
    [4, false],
    [3, false],
  ])
  assert.equal(
    (await configs.history("core", MAC)).map(({ createdAt, config }) => [createdAt, config.nickname]),
    [6, 5, 4, 3, 2].map((i) => [NOON + i * 1_000, `n${i + 1}`]),
  )
})

test("makes an earlier config the one that counts, and goes on from it", async () => {
  for (const nickname of ["a", "b", "c"]) await save({ nickname })
  await configs.activate("core", MAC, 2)
  assert.equal(
    [await ids(), (await current()).nickname],
    [
      [
        [3, false],
        [2, true],
        [1, false],
      ],
      "b",
    ],
  )
  await configs.activate("core", MAC, 2)
  assert.equal(await ids(), [
    [3, false],
    [2, true],
    [1, false],
  ])
  assert.is((await save({ city: "Bern" })).id, 4)
  assert.equal(
    [await ids(), (await current()).nickname],
    [
      [
        [4, true],
        [3, false],
        [2, false],
        [1, false],
      ],
      "b",
    ],
  )
})

test("asks for a refresh when a config is saved or made active, and for nothing else", async () => {
  await save({})
  await save({ nickname: "b" })
  for (const [change, pending] of [
    [() => save({}), true],
    [() => configs.activate("core", MAC, 1), true],
    [() => configs.activate("core", MAC, 9).catch(() => {}), false],
    [() => save({ strategy: "x" }).catch(() => {}), false],
  ] as const) {
    await changeDevice(devices, "core", MAC, { pendingRefresh: false })
    await change()
    assert.is((await known()).get(RUNTIME).pendingRefresh, pending)
  }
})

test("leaves the rest of what is kept of a device", async () => {
  await save({})
  const parts = { volts: 3.1, lastMode: "ZEN", memories: { cycle: { next: 1 } }, returned: [{ mode: "ZEN" }] }
  await keepDevice(devices, "core", MAC, changed(await known(), parts))
  await save({ nickname: "b" })
  await configs.activate("core", MAC, 1)
  const { volts, lastMode, returned } = (await known()).get(RUNTIME)
  const { next } = (await known()).get(CONFIGS)
  assert.equal(
    { volts, lastMode, memories: memoriesOf(await known()), returned, next },
    { volts: 3.1, lastMode: "ZEN", memories: { cycle: { next: 1 } }, returned: [{ mode: "ZEN" }], next: 3 },
  )
})

test("says what it does not know, and makes no device known by it", async () => {
  for (const work of [() => configs.current("core", MAC), () => configs.activate("core", MAC, 1)]) {
    const error = await refused(work, MAC)
    assert.instance(error, NotFound)
    assert.is(error.code, "config-not-found")
  }
  assert.equal([await configs.history("core", MAC), await devices.get("core", MAC)], [[], undefined])
  await save({})
  assert.is((await refused(() => configs.activate("core", MAC, 2), `${MAC} has no config 2`)).code, "config-not-found")
  assert.is(
    (await refused(() => configs.current("extended", MAC))).code,
    "config-not-found",
    "another edition has its own devices",
  )
})

test("loses none of many configs that are saved at once", async () => {
  const saved = await Promise.all(Array.from({ length: 8 }, (_, i) => save({ nickname: `n${i}` })))
  assert.equal(saved.map(({ id }) => id).sort(), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.equal(await ids(), [
    [8, true],
    [7, false],
    [6, false],
    [5, false],
    [4, false],
  ])
})

test.run()
