type Icon = string | readonly [on: string, otherwise: string]

/** Icons by device class, whatever the domain. */
const CLASSES: Readonly<Record<string, Icon>> = {
  apparent_power: "bolt",
  aqi: "air-quality",
  atmospheric_pressure: "gauge",
  battery_charging: "battery-charging",
  blind: "bars",
  carbon_dioxide: "air-quality",
  carbon_monoxide: ["warning", "air-quality"],
  cold: "snowflake",
  connectivity: ["wifi", "wifi-off"],
  current: "bolt",
  curtain: "bars",
  data_rate: "download",
  data_size: "download",
  date: "calendar",
  distance: "pin",
  door: ["door-open", "door"],
  duration: "timer",
  energy: "bolt",
  energy_storage: "battery-high",
  garage: "garage",
  garage_door: "garage",
  gas: ["warning", "gauge"],
  gate: ["door-open", "door"],
  heat: "thermometer",
  humidity: "humidity",
  illuminance: "sun",
  irradiance: "sun",
  light: "sun",
  lock: ["unlocked", "lock"],
  moisture: "drop",
  monetary: "coin",
  motion: "motion",
  moving: "motion",
  occupancy: "motion",
  opening: ["door-open", "door"],
  ozone: "air-quality",
  plug: "plug",
  pm1: "air-quality",
  pm10: "air-quality",
  pm25: "air-quality",
  power: "bolt",
  precipitation: "rain",
  precipitation_intensity: "rain",
  presence: "person",
  pressure: "gauge",
  problem: ["warning", "check"],
  reactive_power: "bolt",
  safety: ["warning", "check"],
  shade: "bars",
  shutter: "bars",
  signal_strength: "signal",
  smoke: ["warning", "check"],
  sound: "bell",
  sound_pressure: "bell",
  tamper: ["warning", "check"],
  temperature: "thermometer",
  timestamp: "clock",
  tv: "television",
  update: "download",
  vibration: "motion",
  volatile_organic_compounds: "air-quality",
  voltage: "bolt",
  volume: "drop",
  water: "drop",
  wind_speed: "wind",
  window: "window",
}

/** Icons by domain, where the device class says nothing. */
const DOMAINS: Readonly<Record<string, Icon>> = {
  alarm_control_panel: "lock",
  automation: "gear",
  binary_sensor: ["check", "minus"],
  calendar: "calendar",
  camera: "camera",
  climate: "thermostat",
  cover: "bars",
  device_tracker: "person",
  fan: "refresh",
  humidifier: "humidity",
  input_boolean: ["check", "minus"],
  input_datetime: "clock",
  input_text: "note",
  lawn_mower: "leaf",
  light: ["lightbulb-on", "lightbulb-off"],
  lock: ["unlocked", "lock"],
  media_player: "music",
  number: "gauge",
  input_number: "gauge",
  person: "person",
  plant: "flower",
  remote: "television",
  script: "gear",
  sensor: "gauge",
  siren: "bell",
  sun: ["sun", "moon"],
  switch: "plug",
  timer: "timer",
  todo: "check",
  update: "download",
  valve: "drop",
  water_heater: "thermometer",
  zone: "pin",
}

/** Icons by the conditions of Home Assistant's weather. */
const WEATHER: Readonly<Record<string, string>> = {
  "clear-night": "clear-night",
  cloudy: "cloudy",
  exceptional: "warning",
  fog: "fog",
  hail: "hail",
  lightning: "thunderstorm",
  "lightning-rainy": "storm",
  partlycloudy: "partly-cloudy-day",
  pouring: "heavy-rain",
  rainy: "rain",
  snowy: "snow",
  "snowy-rainy": "sleet",
  sunny: "clear-day",
  windy: "wind",
  "windy-variant": "wind",
}

/** Icons of batteries, by the least charge in per cent. */
const BATTERY = [
  [80, "battery-full"],
  [60, "battery-high"],
  [35, "battery-medium"],
  [10, "battery-low"],
  [-Infinity, "battery-empty"],
] as const

/** What the icon of an entity depends on. `on`: null where it is neither on nor off. */
export interface IconSubject {
  readonly domain: string
  readonly deviceClass: string
  readonly state: string
  readonly on: boolean | null
  readonly number: number | null
}

/** The name of the icon of an entity. */
export function iconOf({ domain, deviceClass, state, on, number }: IconSubject): string {
  if (domain === "weather") return WEATHER[state] ?? "cloud"
  if (deviceClass === "battery" && domain === "binary_sensor") return on ? "battery-low" : "battery-full"
  if (deviceClass === "battery") return BATTERY.find(([from]) => (number ?? 100) >= from)![1]
  const icon = own(CLASSES, deviceClass) ?? own(DOMAINS, domain) ?? "house"
  return typeof icon === "string" ? icon : icon[on ? 0 : 1]
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** The names of all icons that an entity may have. */
export const ICONS: readonly string[] = [
  ...Object.values(CLASSES).flat(),
  ...Object.values(DOMAINS).flat(),
  ...Object.values(WEATHER),
  ...BATTERY.map(([, name]) => name),
  "house",
]
