import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ICONS } from "platen/sdk/drawing"
import { entityOf, stateAnswer } from "../../../../plugins/sources/home-assistant/entity.js"
import type { Entity } from "../../../../plugins/sources/home-assistant/entity.js"
import { homeHistory, homeState } from "../../../world/home-assistant.js"
import { histories, numberOf, spaced } from "../../../../plugins/sources/home-assistant/history.js"
import { ICONS as OWN } from "../../../../plugins/sources/home-assistant/icons.js"
import { openStage } from "../../../testing/index.js"

const test = suite("entity")

function made(id: string, state: string, attributes: Readonly<Record<string, unknown>> = {}): Entity {
  return entityOf(id, stateAnswer.parse(homeState(id, state, attributes)))
}

for (const [id, state, attributes, expected] of [
  [
    "sensor.t",
    "-3.2",
    { device_class: "temperature", unit_of_measurement: "°C" },
    { kind: "number", number: -3.2, unit: "°C", icon: "thermometer", min: null, max: null, word: null },
  ],
  ["sensor.n", "-12345.678", {}, { kind: "number", number: -12345.678, unit: "", icon: "gauge" }],
  ["sensor.n", "1e3", {}, { kind: "number", number: 1000 }],
  ["sensor.h", "58", { device_class: "humidity", unit_of_measurement: "%" }, { min: 0, max: 100, icon: "humidity" }],
  ["sensor.h", "130", { unit_of_measurement: "%" }, { kind: "number", number: 130, min: null, max: null }],
  ["input_number.i", "7", { min: 5, max: 30 }, { kind: "number", number: 7, min: 5, max: 30 }],
  ["input_number.i", "7", { min: 30, max: 5 }, { min: null, max: null }],
  ["sensor.b", "8", { device_class: "battery", unit_of_measurement: "%" }, { icon: "battery-empty", min: 0, max: 100 }],
  ["sensor.b", "86", { device_class: "battery", unit_of_measurement: "%" }, { icon: "battery-full" }],
  ["binary_sensor.w", "on", { device_class: "window" }, { kind: "switch", on: true, word: "open", icon: "window" }],
  ["binary_sensor.d", "off", { device_class: "door" }, { kind: "switch", on: false, word: "closed", icon: "door" }],
  ["binary_sensor.l", "off", { device_class: "lock" }, { on: false, word: "locked", icon: "lock" }],
  ["binary_sensor.x", "on", { device_class: "constructor" }, { on: true, word: "on", icon: "check" }],
  ["lock.l", "unlocked", {}, { kind: "switch", on: true, word: "unlocked", icon: "unlocked" }],
  ["lock.l", "locking", {}, { on: false, word: "locked" }],
  [
    "light.k",
    "on",
    { brightness: 178 },
    { on: true, word: "on", number: 70, unit: "%", min: 0, max: 100, icon: "lightbulb-on" },
  ],
  ["light.k", "off", { brightness: null }, { on: false, word: "off", number: null, unit: "", icon: "lightbulb-off" }],
  [
    "cover.c",
    "open",
    { current_position: 40, device_class: "blind" },
    { on: true, word: "open", number: 40, icon: "bars" },
  ],
  ["cover.g", "closing", { device_class: "garage" }, { on: true, word: "closing", icon: "garage" }],
  ["person.a", "home", {}, { kind: "switch", on: true, word: "home", icon: "person" }],
  ["person.a", "not_home", {}, { kind: "switch", on: false, word: "away" }],
  ["person.a", "Library", {}, { kind: "switch", on: false, word: null, state: "Library" }],
  [
    "climate.l",
    "heat",
    { current_temperature: 21.4, hvac_action: "idle" },
    { kind: "number", number: 21.4, unit: "°", word: "idle", icon: "thermostat" },
  ],
  ["climate.l", "heat", {}, { kind: "text", number: null, word: "heating" }],
  [
    "weather.h",
    "partlycloudy",
    { temperature: 6.1, temperature_unit: "°C" },
    { kind: "number", number: 6.1, unit: "°C", icon: "partly-cloudy-day", word: null },
  ],
  ["sensor.e", "running", { device_class: "enum" }, { kind: "text", word: "running", on: null }],
  ["sensor.e", "current", { device_class: "enum" }, { kind: "text", word: null }],
  ["sensor.s", "open", {}, { kind: "text", word: null, state: "open" }],
  ["input_text.t", "12", {}, { kind: "text", number: null, icon: "note" }],
  ["update.u", "on", {}, { on: true, word: "available", icon: "download" }],
  ["sun.sun", "below_horizon", {}, { on: false, word: "night", icon: "moon" }],
  ["alarm_control_panel.a", "armed_night", {}, { kind: "text", word: "armed" }],
  [
    "sensor.p",
    "2026-11-24T05:30:00+00:00",
    { device_class: "timestamp" },
    { kind: "text", at: Date.UTC(2026, 10, 24, 5, 30), icon: "clock" },
  ],
  ["sensor.p", "soon", { device_class: "timestamp" }, { kind: "text", at: null }],
  [
    "sensor.t",
    "unavailable",
    { friendly_name: "Shed" },
    { kind: "unavailable", name: "Shed", number: null, word: null },
  ],
  ["light.k", "unknown", {}, { kind: "unavailable", name: "light.k", on: null, icon: "lightbulb-off" }],
  ["sensor.t", "", {}, { kind: "unavailable" }],
  ["toaster.t", "toasting", {}, { kind: "text", icon: "house", word: null }],
] as const)
  test(`reads ${id} ${state || "without a state"} ${JSON.stringify(attributes)}`, () => {
    const found = made(id, state, attributes)
    for (const [key, value] of Object.entries(expected)) assert.equal(found[key as keyof Entity], value, key)
    assert.is(found.since, Date.UTC(2026, 10, 21, 7, 10))
  })

test("bounds texts, and takes attributes of other shapes for missing", () => {
  const found = made("sensor.s", "x".repeat(255), {
    friendly_name: "n".repeat(300),
    unit_of_measurement: 7,
    device_class: null,
    min: "0",
  })
  assert.equal([found.state.length, found.name.length, found.unit, found.deviceClass], [120, 80, "", ""])
})

test("has icons that there are", async () => {
  const stage = await openStage({})
  try {
    const names = new Set(stage.app.get(ICONS).names())
    assert.equal(
      OWN.filter((name) => !names.has(name)),
      [],
    )
  } finally {
    await stage.close()
  }
})

for (const [text, number] of [
  ["21.40", 21.4],
  ["-0", -0],
  ["+5", 5],
  ["0x10", undefined],
  ["Infinity", undefined],
  ["", undefined],
  ["12 W", undefined],
  ["9e30", undefined],
] as const)
  test(`takes "${text}" for ${number ?? "no number"}`, () => assert.is(numberOf(text), number))

const HOUR = 3_600_000
const FROM = Date.UTC(2026, 10, 20, 9)

test("spaces a history evenly: each number holds until the next", () => {
  const answer = histories.parse([homeHistory("sensor.t", ["1", "2", "unavailable", "4"], FROM, 60)])
  const values = spaced(answer, { from: FROM, to: FROM + 4 * HOUR }).get("sensor.t")!
  assert.is(values.length, 96)
  assert.equal(
    [values[0], values[23], values[24], values[60], values[71], values[72], values.at(-1)],
    [1, 1, 2, 2, 2, 4, 4],
  )
})

test("begins a history where it begins, and has none of a single number", () => {
  const of = (values: readonly string[], from: number): number =>
    spaced([homeHistory("sensor.t", values, from, 60)] as never, { from: FROM, to: FROM + 2 * HOUR }).get("sensor.t")!
      .length
  assert.is(of(["1", "2"], FROM - 5 * HOUR), 96, "the state at the beginning is older than it")
  assert.is(of(["1", "2"], FROM + HOUR), 48)
  assert.is(of(["1"], FROM + 2 * HOUR), 0)
  assert.is(of(["unknown", "on"], FROM), 0)
})

test("leaves out what is no history", () => {
  const span = { from: FROM, to: FROM + HOUR }
  assert.is(spaced([[], [7], [{ state: "1" }], ["text"]], span).size, 0)
  assert.equal(spaced([[{ entity_id: "sensor.t", state: 1, last_changed: "yesterday" }]], span).get("sensor.t"), [])
})

test.run()
