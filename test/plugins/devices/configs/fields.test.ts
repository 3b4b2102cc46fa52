import { deviceConfig } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { configBody, patchOf } from "../../../../plugins/devices/configs/fields.js"
import { wireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import type { WireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { CONFIG } from "./catalogs.js"

const test = suite("configs/fields")

const patched = (body: object): ReturnType<typeof patchOf> =>
  patchOf(configBody.parse({ mac: "AA:BB:CC:DD:EE:FF", ...body }))
const refusal = (body: object): string[] =>
  configBody.safeParse({ mac: "AA:BB:CC:DD:EE:FF", ...body }).error?.issues.map(({ path }) => path.join(".")) ?? []

/** Every field: its names, the one that counts first, and as many values. */
const NAMES: Readonly<Record<Exclude<keyof WireConfig, "zone">, readonly (readonly [string, unknown])[]>> = {
  nickname: [["nickname", "Kitchen"]],
  modes: [["modes", ["STOIC", "daily"]]],
  strategy: [
    ["strategy", "a"],
    ["refresh_strategy", "b"],
    ["refreshStrategy", "c"],
  ],
  refreshInterval: [
    ["refresh_interval", 10],
    ["refreshInterval", 20],
  ],
  language: [
    ["mode_language", "de"],
    ["modeLanguage", "fr"],
    ["language", "zh"],
  ],
  tone: [
    ["tone", "humor"],
    ["content_tone", "deep"],
    ["contentTone", "like a pirate"],
  ],
  characterTones: [
    ["character_tones", ["a"]],
    ["characterTones", ["b"]],
  ],
  city: [["city", "Bern"]],
  latitude: [
    ["lat", 1.5],
    ["latitude", null],
  ],
  longitude: [
    ["lon", -180],
    ["longitude", 2],
  ],
  timeZone: [
    ["timezone", "A/A"],
    ["time_zone", "B/B"],
    ["timeZone", "C/C"],
  ],
  admin1: [["admin1", "BE"]],
  country: [["country", "CH"]],
  llmProvider: [
    ["llm_provider", "a"],
    ["llmProvider", "b"],
  ],
  llmModel: [
    ["llm_model", "a"],
    ["llmModel", "b"],
  ],
  imageProvider: [
    ["image_provider", "a"],
    ["imageProvider", "b"],
  ],
  imageModel: [
    ["image_model", "a"],
    ["imageModel", "b"],
  ],
  countdownEvents: [
    ["countdown_events", [{ name: "Trip", date: "2026-12-24", type: "countdown", yearly: true }]],
    ["countdownEvents", [{ name: "Start", date: "2020-02-29" }]],
  ],
  timeSlotRules: [
    ["time_slot_rules", [{ startHour: 0, endHour: 24, modes: ["ZEN"], note: "kept" }]],
    ["timeSlotRules", []],
  ],
  memoText: [
    ["memo_text", "Milk\nBread "],
    ["memoText", ""],
  ],
  modeOverrides: [
    ["mode_overrides", { STOIC: { a: [1, { b: null }] } }],
    ["modeOverrides", {}],
  ],
  focusListening: [
    ["is_focus_listening", true],
    ["focus_listening", false],
  ],
  distance: [["distance", "room"]],
  alwaysActive: [
    ["is_always_active", false],
    ["always_active", true],
  ],
}

test("names every field of a config, but for what is worked out", () => {
  assert.equal([...Object.keys(CONFIG), "distance"].sort(), Object.keys(deviceConfig.shape).sort())
  assert.equal([...Object.keys(NAMES), "zone"].sort(), [...Object.keys(wireConfig(CONFIG)), "distance"].sort())
})

for (const [key, names] of Object.entries(NAMES)) {
  test(`reads ${key} by ${names.map(([name]) => name).join(", ")}`, () => {
    for (const [name, value] of names)
      assert.equal(patched({ [name]: value }), { patch: { [key]: value }, unknown: [] })
  })

  if (names.length > 1) {
    test(`takes the first of ${names.map(([name]) => name).join(", ")} that is there, in whatever order they stand`, () => {
      names.forEach(([, value], first) => {
        const there = names.slice(first)
        for (const body of [there, there.toReversed()])
          assert.equal(patched(Object.fromEntries(body)).patch, { [key]: value })
      })
    })
  }
}

test("says nothing when nothing is there", () => {
  assert.equal(patched({}), { patch: {}, unknown: [] })
})

for (const [key, names] of Object.entries(NAMES).filter(([key]) => ["strategy", "language", "tone"].includes(key))) {
  test(`takes an empty ${key} for none`, () => {
    assert.equal(patched(Object.fromEntries(names.map(([name]) => [name, ""]))).patch, {})
    const [, [second, value]] = names as [readonly [string, string], readonly [string, string]]
    assert.equal(patched({ [names[0]![0]]: "", [second]: value }).patch, { [key]: value })
  })
}

test("takes an empty text for one where a text may be empty", () => {
  const texts = [
    "nickname",
    "city",
    "timezone",
    "admin1",
    "country",
    "llm_provider",
    "llm_model",
    "image_provider",
    "image_model",
    "memo_text",
  ]
  assert.equal(
    Object.values(patched(Object.fromEntries(texts.map((name) => [name, ""]))).patch),
    texts.map(() => ""),
  )
})

test("cuts the space round a line, not that of a memo", () => {
  assert.equal(patched({ nickname: " Kitchen\n", tone: "  ", city: "\tBern ", memo_text: " a " }).patch, {
    nickname: "Kitchen",
    city: "Bern",
    memoText: " a ",
  })
})

test('takes "mixed" for Chinese, by any name', () => {
  for (const name of ["mode_language", "modeLanguage", "language"])
    assert.equal(patched({ [name]: "mixed" }).patch, { language: "zh" })
  assert.equal(patched({ language: "mixed", mode_language: "en" }).patch, { language: "en" })
})

test("takes numbers for flags", () => {
  for (const name of ["is_focus_listening", "focus_listening"]) {
    for (const [given, read] of [
      [0, false],
      [1, true],
      [false, false],
      [true, true],
    ] as const)
      assert.equal(patched({ [name]: given }).patch, { focusListening: read })
  }
  assert.equal(patched({ always_active: 1, is_always_active: 0 }).patch, { alwaysActive: false })
})

test("leaves out tones that are empty", () => {
  assert.equal(patched({ characterTones: ["", " wise ", "  "] }).patch, { characterTones: ["wise"] })
})

test("passes over what existing pages send and nothing is made of", () => {
  assert.equal(
    patched({
      llmApiKey: "sk-1",
      imageApiKey: null,
      screenSize: ["400x300"],
      id: 7,
      is_active: 1,
      created_at: "2026",
      has_api_key: false,
      has_image_api_key: false,
      city: "Bern",
    }),
    { patch: { city: "Bern" }, unknown: [] },
  )
})

test("names what nobody knows, whatever it is", () => {
  const names = ["nick_name", "zone", "token", "pendingRefresh", "ids", "Modes", "toString", "constructor", ""]
  assert.equal(
    patched({ ...Object.fromEntries(names.map((name, i) => [name, i % 2 === 0 ? {} : null])), city: "Bern" }),
    { patch: { city: "Bern" }, unknown: names },
  )
})

test("takes no field from a body's prototype", () => {
  const body = JSON.parse('{"mac":"AA:BB:CC:DD:EE:FF","__proto__":{"city":"Bern","modes":["ZEN"]}}') as object
  assert.equal(patched(body).patch, {})
})

const event = (more: object): object => ({ name: "Trip", date: "2026-12-24", ...more })
const rule = (more: object): object => ({ startHour: 8, endHour: 9, modes: ["ZEN"], ...more })
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
for (const [name, accepted, refused] of [
  ["nickname", ["x".repeat(32), ` ${"x".repeat(32)} `], ["x".repeat(33), 3, null]],
  ["modes", [["a"], times(64, "A")], [[], times(65, "A"), "ZEN", [1], null]],
  ["strategy", ["x".repeat(40)], ["x".repeat(41), 1]],
  ["refresh_interval", [10, 1440], [9, 1441, 60.5, "60", null, 0, -60]],
  [
    "language",
    ["en", "zh-Hans", "pt-BR", "deu", "de-1996", "mixed"],
    ["e", "english", "zh_CN", "en-", "en us", "-en", "en-x", `en${"-abcdefgh".repeat(4)}`, 1, null],
  ],
  ["tone", ["x".repeat(100)], ["x".repeat(101), 1]],
  ["character_tones", [[], times(5, "x".repeat(20))], [times(6, "a"), ["x".repeat(21)], "a", [1]]],
  ["city", ["x".repeat(40)], ["x".repeat(41), null]],
  ["lat", [90, -90, 0, null], [90.01, -90.01, "1", true]],
  ["lon", [180, -180, null], [180.01, -180.01, "1"]],
  ["timezone", ["x".repeat(64)], ["x".repeat(65), 2]],
  ["admin1", ["x".repeat(64)], ["x".repeat(65)]],
  ["country", ["x".repeat(64)], ["x".repeat(65)]],
  ["llm_provider", ["x".repeat(50)], ["x".repeat(51)]],
  ["llm_model", ["x".repeat(100)], ["x".repeat(101)]],
  ["image_provider", ["x".repeat(50)], ["x".repeat(51)]],
  ["image_model", ["x".repeat(100)], ["x".repeat(101)]],
  [
    "countdown_events",
    [[], times(10, event({})), [event({ type: "countup", yearly: false })]],
    [
      times(11, event({})),
      [event({ date: "2026-02-29" })],
      [event({ date: "24.12.2026" })],
      [event({ name: "x".repeat(61) })],
      [event({ type: "other" })],
      [event({ more: 1 })],
      [{ name: "Trip" }],
      {},
    ],
  ],
  [
    "time_slot_rules",
    [[], times(24, rule({})), [rule({ startHour: 0, endHour: 0, modes: [] })], [rule({ startHour: 23, endHour: 24 })]],
    [
      times(25, rule({})),
      [rule({ startHour: 24 })],
      [rule({ endHour: 25 })],
      [rule({ startHour: -1 })],
      [rule({ startHour: 8.5 })],
      [rule({ modes: "ZEN" })],
      [{ startHour: 8, endHour: 9 }],
    ],
  ],
  ["memo_text", ["x".repeat(2000)], ["x".repeat(2001), null]],
  ["mode_overrides", [{}, { X: {} }, { X: null }, { x: { any: [{ thing: null }] } }], [[], { X: 1 }, "x"]],
  ["focus_listening", [0, 1, true, false], [2, -1, "1", "true", null]],
  ["is_always_active", [0, 1, true, false], [2, "0", null]],
] as const satisfies readonly (readonly [string, readonly unknown[], readonly unknown[]])[]) {
  test(`holds ${name} to its limits`, () => {
    for (const value of accepted) assert.equal(refusal({ [name]: value }), [], JSON.stringify(value).slice(0, 60))
    for (const value of refused)
      assert.ok(refusal({ [name]: value })[0]?.startsWith(name), JSON.stringify(value).slice(0, 60))
  })
}

test("holds every name of a field to the same limits", () => {
  for (const names of Object.values(NAMES)) {
    for (const [name] of names) assert.equal(refusal({ [name]: Symbol.iterator })[0], name)
  }
})

test("asks for the device", () => {
  for (const body of [{ mac: undefined }, { mac: null }, { mac: 3 }]) assert.equal(refusal(body), ["mac"])
})

test.run()
