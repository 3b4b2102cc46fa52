/** A state as Home Assistant answers it. Source: https://developers.home-assistant.io/docs/api/rest */
export interface HomeState {
  readonly entity_id: string
  readonly state: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly last_changed: string
  readonly last_reported: string
  readonly last_updated: string
  readonly context: { readonly id: string; readonly parent_id: null; readonly user_id: null }
}

/** A state of an entity, changed at ten past seven. */
export function homeState(id: string, state: string, attributes: Readonly<Record<string, unknown>> = {}): HomeState {
  const at = "2026-11-21T07:10:00.000000+00:00"
  return {
    entity_id: id,
    state,
    attributes,
    last_changed: at,
    last_reported: at,
    last_updated: at,
    context: { id: "01JD7W5QZ8T5N3K9V2B4C6X8Y0", parent_id: null, user_id: null },
  }
}

const degrees = { unit_of_measurement: "°C", device_class: "temperature", state_class: "measurement" }
const percent = { unit_of_measurement: "%", state_class: "measurement" }
const named = (friendly_name: string, more: object = {}): Readonly<Record<string, unknown>> => ({
  friendly_name,
  ...more,
})

/** A household of 24 entities. */
export const HOUSEHOLD: readonly HomeState[] = [
  homeState("sensor.living_room_temperature", "21.4", named("Living room", degrees)),
  homeState("sensor.outdoor_temperature", "-3.2", named("Outdoors", degrees)),
  homeState("sensor.power", "412.5", named("Power", { unit_of_measurement: "W", device_class: "power" })),
  homeState("sensor.bathroom_humidity", "58", named("Bathroom", { ...percent, device_class: "humidity" })),
  homeState("lock.front_door", "locked", named("Front door")),
  homeState("light.kitchen", "on", named("Kitchen light", { brightness: 178, supported_color_modes: ["brightness"] })),
  homeState("binary_sensor.bedroom_window", "on", named("Bedroom window", { device_class: "window" })),
  homeState(
    "sensor.study_co2",
    "642",
    named("Air in the study", { unit_of_measurement: "ppm", device_class: "carbon_dioxide" }),
  ),
  homeState("person.ada", "home", named("Ada", { latitude: 52.5, longitude: 13.4, gps_accuracy: 12 })),
  homeState("cover.terrace_blind", "open", named("Terrace blind", { current_position: 40, device_class: "blind" })),
  homeState(
    "sensor.washing_machine",
    "running",
    named("Washing machine", { device_class: "enum", options: ["idle", "running"] }),
  ),
  homeState("sensor.greenhouse_temperature", "unavailable", named("Greenhouse", degrees)),
  homeState("person.ben", "not_home", named("Ben")),
  homeState(
    "climate.living_room",
    "heat",
    named("Heating", { current_temperature: 21.4, temperature: 21.5, hvac_action: "idle", min_temp: 7, max_temp: 35 }),
  ),
  homeState("sensor.hall_sensor_battery", "86", named("Hall sensor", { ...percent, device_class: "battery" })),
  homeState("binary_sensor.cellar_leak", "off", named("Cellar", { device_class: "moisture" })),
  homeState("sensor.freezer_temperature", "-18.3", named("Freezer", degrees)),
  homeState("sensor.water_meter", "812.407", named("Water", { unit_of_measurement: "m³", device_class: "water" })),
  homeState("vacuum.hallway", "docked", named("Vacuum cleaner", { battery_level: 100 })),
  homeState("media_player.kitchen_radio", "playing", named("Kitchen radio", { media_title: "Morning concert" })),
  homeState(
    "sensor.paper_collection",
    "2026-11-24T05:30:00+00:00",
    named("Paper collection", { device_class: "timestamp" }),
  ),
  homeState("alarm_control_panel.house", "armed_away", named("Alarm", { code_format: "number" })),
  homeState(
    "weather.home",
    "partlycloudy",
    named("Weather", { temperature: 6.1, temperature_unit: "°C", humidity: 81 }),
  ),
  homeState("switch.coffee_machine", "off", named("Coffee machine", { device_class: "outlet" })),
]

/** An entry of a history. */
interface Entry {
  readonly entity_id?: string
  readonly attributes?: object
  readonly state: string
  readonly last_changed: string
  readonly last_updated?: string
}

/** The history of one entity with `minimal_response` and `no_attributes`: only the first and the last entry name it. `values`: one every `minutes` from `from` on. */
export function homeHistory(id: string, values: readonly string[], from: number, minutes: number): readonly Entry[] {
  return values.map((state, i) => {
    const last_changed = new Date(from + i * minutes * 60_000).toISOString()
    if (i > 0 && i < values.length - 1) return { state, last_changed }
    return { entity_id: id, state, attributes: {}, last_changed, last_updated: last_changed }
  })
}
