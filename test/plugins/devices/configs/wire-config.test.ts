import { deviceConfig } from "platen/sdk/device"
import type { DeviceConfig } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import countdownMode from "../../../../modes/countdown/mode.js"
import memoMode from "../../../../modes/memo/mode.js"
import { configBody, patchOf } from "../../../../plugins/devices/configs/fields.js"
import { shown } from "../../../../plugins/devices/configs/shown.js"
import { storedConfig, wireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import type { WireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { settingsIn } from "../../../../plugins/devices/devices/page-requests.js"
import { CONFIG, MAC, modeOf, NOON } from "./catalogs.js"

/** Clients set some modes by fields of the config; stored is the setting of the mode. */
const test = suite("configs/wire-config")

const [MEMO, COUNTDOWN] = [memoMode as Mode, countdownMode as Mode]
const TRIP = { name: "Trip", date: "2026-12-24" }
const START = { name: "Start", date: "2020-02-29" }

/** What a client reads where it posted none. */
const NOTHING = { memo_text: "", countdown_events: [], mode_overrides: {} }

/** A config of whose fields none sets a mode, as clients have it. */
const PLAIN: WireConfig = {
  nickname: "",
  modes: ["DAILY"],
  strategy: "random",
  refreshInterval: 60,
  language: "en",
  tone: "neutral",
  characterTones: [],
  city: "",
  latitude: null,
  longitude: null,
  timeZone: "",
  zone: "",
  admin1: "",
  country: "",
  llmProvider: "",
  llmModel: "",
  imageProvider: "",
  imageModel: "",
  countdownEvents: [],
  timeSlotRules: [],
  memoText: "",
  modeOverrides: {},
  focusListening: false,
  alwaysActive: false,
}

/** As it is after the store: a value of the schema, read from JSON. */
function kept(config: WireConfig): DeviceConfig {
  const text = JSON.stringify(storedConfig(config))
  assert.equal(deviceConfig.parse(JSON.parse(text)), JSON.parse(text), "nothing is unknown to the schema")
  return deviceConfig.parse(JSON.parse(text))
}
/** What is stored after a body was posted to a device with that config. */
const posted = (body: object, before: DeviceConfig = CONFIG): DeviceConfig =>
  kept({ ...wireConfig(before), ...patchOf(configBody.parse({ mac: MAC, ...body })).patch })
const read = (config: DeviceConfig): Readonly<Record<string, unknown>> =>
  shown(MAC, { id: 1, createdAt: NOON, active: true, config }, wireConfig(config))
/** The settings with which the mode is drawn. */
const drawn = (config: DeviceConfig, mode: Mode): unknown => settingsIn(config.settings[mode.id], mode)
const memoOf = (config: DeviceConfig): unknown => (drawn(config, MEMO) as { memo_text?: unknown }).memo_text
const daysOf = (config: DeviceConfig): unknown =>
  (drawn(config, COUNTDOWN) as { countdownEvents?: unknown }).countdownEvents

test("stores no more of a config whose owner has chosen nothing but its modes", () => {
  assert.equal(storedConfig(PLAIN), CONFIG)
  assert.equal(wireConfig(CONFIG), PLAIN)
})

test("fills the settings of the modes that have a field", () => {
  const config = posted({ memo_text: "Milk", countdown_events: [TRIP] })
  assert.equal(config.settings, { MEMO: { memo_text: "Milk" }, COUNTDOWN: { countdownEvents: [TRIP] } })
  assert.equal(drawn(config, MEMO), { memo_text: "Milk" })
  assert.equal(drawn(config, COUNTDOWN), { countdownEvents: [TRIP] })
})

test("draws the modes without a memo and without days where the fields are empty", () => {
  const empty = posted({ memo_text: "", countdown_events: [] }, posted({ memo_text: "Milk", countdown_events: [TRIP] }))
  for (const config of [empty, kept(PLAIN)]) {
    assert.equal(MEMO.settings?.parse(drawn(config, MEMO)), { memo_text: "" })
    assert.equal(COUNTDOWN.settings?.parse(drawn(config, COUNTDOWN)), { countdownEvents: [], design: "page" })
    assert.equal(config.settings, {})
  }
})

test("fills nothing else: no setting of another mode, and none from another field", () => {
  const config = posted({
    memo_text: "Milk",
    lat: 46.9,
    lon: 7.4,
    city: "Bern",
    llm_model: "m",
    character_tones: ["Lu Xun"],
    time_slot_rules: [{ startHour: 0, endHour: 24, modes: ["ZEN"] }],
    is_focus_listening: true,
  })
  assert.equal(config.settings, { MEMO: { memo_text: "Milk" } })
  assert.is(drawn(config, modeOf("NONE")), undefined)
  assert.equal([config.latitude, config.listening], [46.9, true])
})

for (const [what, body] of [
  ["the fields alone", { memo_text: "Milk", countdown_events: [TRIP] }],
  ["settings of the modes alone", { mode_overrides: { MEMO: { memo_text: "B" }, COUNTDOWN: { countdownEvents: [] } } }],
  [
    "both, where a mode has its own",
    {
      memo_text: "Milk",
      countdown_events: [TRIP],
      mode_overrides: { MEMO: { memo_text: "Bread" }, COUNTDOWN: { countdownEvents: [START] } },
    },
  ],
  [
    "both, where a mode has its own, the same",
    {
      memo_text: "Milk",
      countdown_events: [TRIP],
      mode_overrides: { MEMO: { memo_text: "Milk" }, COUNTDOWN: { countdownEvents: [TRIP] } },
    },
  ],
  [
    "both, where a mode has its own, an empty one",
    {
      memo_text: "Milk",
      countdown_events: [TRIP],
      mode_overrides: { MEMO: { memo_text: "" }, COUNTDOWN: { countdownEvents: [] } },
    },
  ],
  [
    "both, where a mode has others of its own",
    {
      memo_text: "Milk",
      countdown_events: [TRIP],
      mode_overrides: { MEMO: { city: "Bern" }, COUNTDOWN: { city: "Thun" }, STOIC: { quotes: 2 } },
    },
  ],
  [
    "one of each",
    { memo_text: "Milk", mode_overrides: { COUNTDOWN: { countdownEvents: [START] }, STOIC: { memo_text: "x" } } },
  ],
  ["neither", { nickname: "Kitchen" }],
] as const) {
  test(`lets a client read back ${what}`, () => {
    const config = posted(body)
    const { memo_text, countdown_events, mode_overrides } = { ...NOTHING, ...body }
    const answer = read(config)
    assert.equal(
      [answer["memo_text"], answer["countdown_events"], answer["mode_overrides"]],
      [memo_text, countdown_events, mode_overrides],
    )
    assert.equal(
      [answer["memoText"], answer["countdownEvents"], answer["modeOverrides"]],
      [memo_text, countdown_events, mode_overrides],
    )
    assert.equal(kept(wireConfig(config)), config, "and post it again")
    assert.equal(posted({ nickname: "Hall" }, config), { ...config, nickname: "Hall" }, "and change something else")
  })
}

test("draws what was set for the mode itself before the fields", () => {
  const fields = { memo_text: "Milk", countdown_events: [TRIP] }
  const own = posted({
    ...fields,
    mode_overrides: { MEMO: { memo_text: "Bread" }, COUNTDOWN: { countdownEvents: [START] } },
  })
  assert.equal([memoOf(own), daysOf(own)], ["Bread", [START]])
  const empty = posted({ ...fields, mode_overrides: { MEMO: { memo_text: "" }, COUNTDOWN: { countdownEvents: [] } } })
  assert.equal([memoOf(empty), daysOf(empty)], ["", []])
  const others = posted({ ...fields, mode_overrides: { MEMO: { city: "Bern" }, COUNTDOWN: {} } })
  assert.equal([memoOf(others), daysOf(others)], ["Milk", [TRIP]])
})

test("draws the field where the mode's own is null", () => {
  const config = posted({
    memo_text: "Milk",
    countdown_events: [TRIP],
    mode_overrides: { MEMO: { memo_text: null }, COUNTDOWN: { countdownEvents: null } },
  })
  assert.equal([memoOf(config), daysOf(config)], ["Milk", [TRIP]])
  assert.equal([wireConfig(config).memoText, wireConfig(config).countdownEvents], ["Milk", [TRIP]])
})

test("remembers the field under the mode's own, and draws it again once that is gone", () => {
  const milk = posted({ memo_text: "Milk" })
  const bread = posted({ mode_overrides: { MEMO: { memo_text: "Bread" } } }, milk)
  assert.equal([memoOf(bread), wireConfig(bread).memoText], ["Bread", "Milk"])
  const juice = posted({ memo_text: "Juice" }, bread)
  assert.equal([memoOf(juice), wireConfig(juice).memoText], ["Bread", "Juice"])
  const again = posted({ mode_overrides: {} }, juice)
  assert.equal([memoOf(again), wireConfig(again).memoText], ["Juice", "Juice"])
  const none = posted({ memo_text: "" }, again)
  assert.equal([memoOf(none), none], [undefined, CONFIG])
})

test("takes nothing from the config that it is given", () => {
  const config = Object.freeze({
    ...PLAIN,
    memoText: "Milk",
    modeOverrides: Object.freeze({ MEMO: Object.freeze({ city: "Bern" }) }),
  }) as unknown as WireConfig
  const stored = storedConfig(config)
  assert.equal(config.modeOverrides, { MEMO: { city: "Bern" } })
  wireConfig(stored)
  assert.equal(stored.settings, { MEMO: { city: "Bern", memo_text: "Milk" } })
})

test("gives back every config that a client may save", () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }))
  const texts = fc.array(fc.string(), { maxLength: 2 })
  const own = (key: string): fc.Arbitrary<Record<string, unknown>> =>
    fc
      .tuple(fc.dictionary(fc.constantFrom("city", "cups", "tone"), value), fc.option(value, { nil: undefined }))
      .map(([others, set]) => ({ ...others, ...(set !== undefined && { [key]: set }) }))
      // A client cannot save a mode without settings.
      .filter((settings) => Object.keys(settings).length > 0)
  fc.assert(
    fc.property(
      fc.record({
        memoText: fc.string(),
        countdownEvents: fc.array(fc.constantFrom(TRIP, START), { maxLength: 2 }),
        timeSlotRules: fc.array(fc.constant({ startHour: 1 }), { maxLength: 1 }),
        characterTones: texts,
        llmProvider: fc.string(),
        llmModel: fc.string(),
        imageProvider: fc.string(),
        imageModel: fc.string(),
        focusListening: fc.boolean(),
        modeOverrides: fc.record(
          { MEMO: own("memo_text"), COUNTDOWN: own("countdownEvents"), STOIC: own("memo_text") },
          { requiredKeys: [] },
        ),
      }),
      (fields) => {
        const config = { ...PLAIN, ...fields } as WireConfig
        assert.equal(wireConfig(kept(config)), JSON.parse(JSON.stringify(config)))
      },
    ),
  )
})

test.run()
