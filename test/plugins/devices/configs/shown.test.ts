import { deviceConfig } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { configBody, patchOf } from "../../../../plugins/devices/configs/fields.js"
import { shown } from "../../../../plugins/devices/configs/shown.js"
import { storedConfig, wireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import type { WireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { CONFIG, MAC, record } from "./catalogs.js"

const test = suite("configs/shown")

/** A config whose owner has chosen nothing but its modes, as clients have it. */
const NONE = wireConfig(CONFIG)

/** Nothing of it is as it is by default. */
const FULL: WireConfig = {
  nickname: "Kitchen",
  modes: ["STOIC", "ZEN"],
  strategy: "cycle",
  refreshInterval: 30,
  language: "zh",
  tone: "humor",
  characterTones: ["wise"],
  city: "Bern",
  latitude: 46.9,
  longitude: 7.4,
  timeZone: "Europe/Zurich",
  zone: "Europe/Zurich",
  admin1: "BE",
  country: "CH",
  llmProvider: "lp",
  llmModel: "lm",
  imageProvider: "ip",
  imageModel: "im",
  countdownEvents: [{ name: "Trip", date: "2026-12-24" }],
  timeSlotRules: [{ startHour: 8, endHour: 9, modes: ["ZEN"] }],
  memoText: "Milk",
  modeOverrides: { STOIC: { cups: 2 } },
  focusListening: true,
  alwaysActive: true,
  distance: "hall",
}

/** A record as it is stored, shown. */
function shownOf(id: number, config: Partial<WireConfig> = {}, active = true): ReturnType<typeof shown> {
  const kept = record(id, storedConfig({ ...NONE, ...config }), active)
  return shown(MAC, kept, wireConfig(kept.config))
}

test("has every field by the document's name and by those of existing pages", () => {
  assert.equal(shownOf(7, FULL), {
    id: 7,
    mac: MAC,
    nickname: "Kitchen",
    modes: ["STOIC", "ZEN"],
    strategy: "cycle",
    refresh_strategy: "cycle",
    refreshStrategy: "cycle",
    refresh_interval: 30,
    refreshInterval: 30,
    language: "zh",
    mode_language: "zh",
    modeLanguage: "zh",
    tone: "humor",
    content_tone: "humor",
    contentTone: "humor",
    character_tones: ["wise"],
    characterTones: ["wise"],
    city: "Bern",
    lat: 46.9,
    latitude: 46.9,
    lon: 7.4,
    longitude: 7.4,
    timezone: "Europe/Zurich",
    admin1: "BE",
    country: "CH",
    llm_provider: "lp",
    llmProvider: "lp",
    llm_model: "lm",
    llmModel: "lm",
    image_provider: "ip",
    imageProvider: "ip",
    image_model: "im",
    imageModel: "im",
    countdown_events: FULL.countdownEvents,
    countdownEvents: FULL.countdownEvents,
    time_slot_rules: FULL.timeSlotRules,
    memo_text: "Milk",
    memoText: "Milk",
    mode_overrides: { STOIC: { cups: 2 } },
    modeOverrides: { STOIC: { cups: 2 } },
    focus_listening: 1,
    is_focus_listening: true,
    always_active: 1,
    is_always_active: true,
    distance: "hall",
    has_api_key: false,
    has_image_api_key: false,
    is_active: 1,
    created_at: "2026-11-21T12:00:00.000Z",
  })
})

test("shows which record counts, as a number", () => {
  assert.is(shownOf(1).is_active, 1)
  assert.is(shownOf(1, {}, false).is_active, 0)
})

test("is read back as the config that it shows", () => {
  // Who has chosen no distance has none.
  assert.equal([...Object.keys(CONFIG), "distance"].sort(), Object.keys(deviceConfig.shape).sort())
  assert.equal(Object.keys(FULL).sort(), [...Object.keys(NONE), "distance"].sort())
  for (const config of [FULL, NONE]) {
    const text = JSON.stringify(shownOf(1, config))
    const { patch, unknown } = patchOf(configBody.parse(JSON.parse(text)))
    assert.equal({ ...patch, zone: config.zone }, config)
    assert.equal(unknown, [])
  }
})

/** What the firmware searches the text for. */
const FLAGS = {
  focusListening: ['"is_focus_listening":true', '"focus_listening":1'],
  alwaysActive: ['"is_always_active":true', '"always_active":1'],
} as const
for (const flag of ["focusListening", "alwaysActive"] as const) {
  test(`says ${flag} as the firmware searches for it, and only when it is so`, () => {
    const on = JSON.stringify(shownOf(1, { [flag]: true }))
    const off = JSON.stringify(shownOf(1))
    for (const words of FLAGS[flag]) assert.equal([on.includes(words), off.includes(words)], [true, false], words)
    for (const [other, all] of Object.entries(FLAGS))
      if (other !== flag) for (const words of all) assert.not.ok(on.includes(words))
  })
}

test("says no flag by the words of a text", () => {
  const words = Object.values(FLAGS).flat().join(" ")
  const text = JSON.stringify(
    shownOf(1, {
      nickname: words,
      city: words,
      memoText: words,
      characterTones: [words],
      modeOverrides: { STOIC: { [words]: words } },
    }),
  )
  for (const each of Object.values(FLAGS).flat()) assert.not.ok(text.includes(each), each)
})

test.run()
