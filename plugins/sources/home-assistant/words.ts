/** The words for states, whatever their language: a page has its own text for each. */
export const WORDS = [
  "on",
  "off",
  "open",
  "closed",
  "opening",
  "closing",
  "locked",
  "unlocked",
  "jammed",
  "home",
  "away",
  "detected",
  "clear",
  "wet",
  "dry",
  "low",
  "normal",
  "charging",
  "connected",
  "disconnected",
  "plugged",
  "unplugged",
  "problem",
  "ok",
  "safe",
  "unsafe",
  "hot",
  "cold",
  "running",
  "stopped",
  "heating",
  "cooling",
  "drying",
  "fan",
  "idle",
  "auto",
  "cleaning",
  "mowing",
  "docked",
  "returning",
  "paused",
  "playing",
  "standby",
  "armed",
  "disarmed",
  "triggered",
  "available",
  "current",
  "day",
  "night",
] as const
/** A word for a state. */
export type Word = (typeof WORDS)[number]

/** The words for "on" and "off" of a binary sensor, by its device class. Source: the strings of Home Assistant's binary_sensor. */
const BINARY: Readonly<Record<string, readonly [on: Word, off: Word]>> = {
  battery: ["low", "normal"],
  battery_charging: ["charging", "off"],
  carbon_monoxide: ["detected", "clear"],
  cold: ["cold", "normal"],
  connectivity: ["connected", "disconnected"],
  door: ["open", "closed"],
  garage_door: ["open", "closed"],
  gas: ["detected", "clear"],
  heat: ["hot", "normal"],
  light: ["detected", "clear"],
  lock: ["unlocked", "locked"],
  moisture: ["wet", "dry"],
  motion: ["detected", "clear"],
  moving: ["running", "stopped"],
  occupancy: ["detected", "clear"],
  opening: ["open", "closed"],
  plug: ["plugged", "unplugged"],
  presence: ["home", "away"],
  problem: ["problem", "ok"],
  running: ["running", "stopped"],
  safety: ["unsafe", "safe"],
  smoke: ["detected", "clear"],
  sound: ["detected", "clear"],
  tamper: ["detected", "clear"],
  update: ["available", "current"],
  vibration: ["detected", "clear"],
  window: ["open", "closed"],
}

/** Words that are no states: a state that reads the same means something else. */
const MADE: ReadonlySet<Word> = new Set(["available", "current", "day", "night"])

/** The words for states of all domains. */
const STATES: Readonly<Record<string, Word>> = {
  ...Object.fromEntries(WORDS.filter((word) => !MADE.has(word)).map((word) => [word, word])),
  above_horizon: "day",
  active: "running",
  armed_away: "armed",
  armed_custom_bypass: "armed",
  armed_home: "armed",
  armed_night: "armed",
  armed_vacation: "armed",
  below_horizon: "night",
  buffering: "playing",
  cool: "cooling",
  defrosting: "heating",
  error: "problem",
  fan_only: "fan",
  heat: "heating",
  heat_cool: "auto",
  not_home: "away",
  locking: "locked",
  preheating: "heating",
  unlocking: "unlocked",
}

/** Domains whose states are texts of the household's own. */
const TEXTS: ReadonlySet<string> = new Set(["input_text", "text", "input_select", "select", "calendar", "zone"])

/** The word for a state; undefined for one that stands for itself, such as the name of a place. */
export function wordOf(domain: string, deviceClass: string, state: string): Word | undefined {
  const pair = domain === "update" ? BINARY.update : domain === "binary_sensor" ? binaryOf(deviceClass) : undefined
  if (pair && (state === "on" || state === "off")) return pair[state === "on" ? 0 : 1]
  // The texts of sensors may be any, but those of an enumeration.
  if (TEXTS.has(domain) || (domain === "sensor" && deviceClass !== "enum")) return undefined
  return Object.hasOwn(STATES, state) ? STATES[state] : undefined
}

function binaryOf(deviceClass: string): readonly [on: Word, off: Word] | undefined {
  return Object.hasOwn(BINARY, deviceClass) ? BINARY[deviceClass] : undefined
}
