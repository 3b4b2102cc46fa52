import { z } from "platen/sdk"
import { numberOf } from "./history.js"
import { iconOf } from "./icons.js"
import { WORDS, wordOf } from "./words.js"

const MAX_STATE = 120
const MAX_NAME = 80
const MAX_UNIT = 20

const text = (most: number): z.ZodType<string> =>
  z
    .string()
    .catch("")
    .transform((value) => value.trim().slice(0, most))
const number = z.number().nullable().catch(null)

/** A state of Home Assistant, and of its attributes those that are read. Source: https://developers.home-assistant.io/docs/api/rest */
export const stateAnswer = z.object({
  entity_id: z.string(),
  state: z.string().transform((value) => value.trim().slice(0, MAX_STATE)),
  last_changed: z.string().catch(""),
  attributes: z.object({
    friendly_name: text(MAX_NAME),
    unit_of_measurement: text(MAX_UNIT),
    temperature_unit: text(MAX_UNIT),
    device_class: text(40),
    hvac_action: text(40),
    min: number,
    max: number,
    brightness: number,
    current_position: number,
    percentage: number,
    temperature: number,
    current_temperature: number,
  }),
})
type StateAnswer = z.output<typeof stateAnswer>

/** An entity as a page shows it. */
export const entity = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.string().describe('As Home Assistant has it, such as "21.4", "on" or "not_home".'),
  kind: z.enum(["number", "switch", "text", "unavailable"]),
  number: z
    .number()
    .nullable()
    .describe("Of a number: its value. Of a switch: its brightness, speed or position in per cent, where it has one."),
  unit: z.string(),
  on: z.boolean().nullable().describe("Of a switch: whether it is on, open, unlocked or at home."),
  word: z.enum(WORDS).nullable().describe("The state as a word of a small vocabulary, by its device class."),
  icon: z.string().describe("The name of an icon."),
  deviceClass: z.string(),
  min: z.number().nullable().describe("The ends of the range of the number, where it has one, as per cent do."),
  max: z.number().nullable(),
  at: z.number().nullable().describe("Of a state that is a moment: milliseconds since 1970."),
  since: z.number().nullable().describe("When the state came about: milliseconds since 1970."),
  history: z.array(z.number()).max(96).describe("Evenly spaced numbers of the hours past; empty where none is known."),
})
export type Entity = z.output<typeof entity>

/** Domains whose entities are on or off, by the states that are on. */
const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  automation: ["on"],
  binary_sensor: ["on"],
  cover: ["open", "opening", "closing"],
  device_tracker: ["home"],
  fan: ["on"],
  group: ["on", "home", "open", "unlocked"],
  humidifier: ["on"],
  input_boolean: ["on"],
  light: ["on"],
  lock: ["unlocked", "unlocking", "open", "opening"],
  person: ["home"],
  plant: ["ok"],
  remote: ["on"],
  script: ["on"],
  siren: ["on"],
  sun: ["above_horizon"],
  switch: ["on"],
  update: ["on"],
  valve: ["open", "opening", "closing"],
}
const MOMENTS: ReadonlySet<string> = new Set(["timestamp", "date"])
const GONE: ReadonlySet<string> = new Set(["unavailable", "unknown", ""])

/** An entity that Home Assistant does not know, or knows nothing of. */
export function unavailable(id: string, given?: StateAnswer): Entity {
  const deviceClass = given?.attributes.device_class ?? ""
  return {
    id,
    name: given?.attributes.friendly_name || id,
    state: given?.state ?? "",
    kind: "unavailable",
    number: null,
    unit: "",
    on: null,
    word: null,
    icon: iconOf({ domain: domainOf(id), deviceClass, state: "", on: false, number: null }),
    deviceClass,
    min: null,
    max: null,
    at: null,
    since: epochOf(given?.last_changed),
    history: [],
  }
}

/** What a page shows of a state. */
export function entityOf(id: string, given: StateAnswer): Entity {
  const { state, attributes } = given
  if (GONE.has(state)) return unavailable(id, given)
  const [domain, deviceClass] = [domainOf(id), attributes.device_class]
  const on = Object.hasOwn(SWITCHES, domain) ? SWITCHES[domain]!.includes(state) : null
  const measured = on === null ? measureOf(domain, given) : levelOf(given)
  const number = measured?.number ?? null
  const word = wordOf(domain, deviceClass, (domain === "climate" && attributes.hvac_action) || state)
  return {
    ...unavailable(id, given),
    kind: on !== null ? "switch" : number !== null ? "number" : "text",
    number,
    unit: measured?.unit ?? "",
    on,
    word: word ?? null,
    icon: iconOf({ domain, deviceClass, state, on, number }),
    ...rangeOf(number, measured?.unit, attributes),
    at: MOMENTS.has(deviceClass) ? epochOf(state) : null,
  }
}

interface Measure {
  readonly number: number
  readonly unit: string
}

/** The number of an entity that is neither on nor off. */
function measureOf(domain: string, { state, attributes }: StateAnswer): Measure | undefined {
  const { temperature, current_temperature: current, temperature_unit: degrees, unit_of_measurement: unit } = attributes
  if (domain === "weather") return temperature === null ? undefined : { number: temperature, unit: degrees || "°" }
  if (domain === "climate" || domain === "water_heater")
    return current === null ? undefined : { number: current, unit: degrees || "°" }
  const number = TEXTUAL.has(domain) ? undefined : numberOf(state)
  return number === undefined ? undefined : { number, unit }
}

const TEXTUAL: ReadonlySet<string> = new Set(["input_text", "text", "input_select", "select"])

/** How bright a light is, how open a cover, how fast a fan, in per cent. */
function levelOf({
  attributes: { brightness, current_position: position, percentage },
}: StateAnswer): Measure | undefined {
  const level = position ?? percentage ?? (brightness === null ? null : (brightness / 255) * 100)
  return level === null || level < 0 || level > 100 ? undefined : { number: Math.round(level), unit: "%" }
}

function rangeOf(
  number: number | null,
  unit: string | undefined,
  { min, max }: StateAnswer["attributes"],
): Pick<Entity, "min" | "max"> {
  const within = (from: number, to: number): boolean => number !== null && from < to && number >= from && number <= to
  if (unit === "%" && within(0, 100)) return { min: 0, max: 100 }
  return min !== null && max !== null && within(min, max) ? { min, max } : { min: null, max: null }
}

function domainOf(id: string): string {
  return id.slice(0, id.indexOf("."))
}

function epochOf(moment: string | undefined): number | null {
  const epoch = Date.parse(moment ?? "")
  return Number.isNaN(epoch) ? null : epoch
}
