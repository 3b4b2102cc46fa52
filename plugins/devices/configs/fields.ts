import { canonicalTag } from "platen/sdk/kit"
import { z } from "platen/sdk"
import { timeWindowRule } from "./time-window.js"
import type { WireConfig } from "./wire-config.js"

/** A field of a config in a request body. `names`: the documented name and those of existing pages; the first one present counts. */
interface Field<K extends keyof WireConfig = keyof WireConfig> {
  readonly key: K
  readonly names: readonly string[]
  readonly schema: z.ZodType<WireConfig[K]>
}

const line = (max: number): z.ZodType<string> => z.string().trim().max(max)
const degrees = (max: number): z.ZodType<number | null> => z.number().min(-max).max(max).nullable()
/** A flag as a boolean, or as 0 or 1: existing pages send both. */
const flag = z.union([
  z.boolean(),
  z.literal(0).transform(() => false),
  z.literal(1).transform(() => true),
]) as z.ZodType<boolean>

function field<K extends keyof WireConfig>(key: K, names: readonly string[], schema: z.ZodType<WireConfig[K]>): Field {
  return { key, names, schema } as unknown as Field
}

const NO_TAG = 'must be a language tag, such as "en" or "zh"'
/** Existing pages sent "mixed" for Chinese with English words. */
const language = z
  .string()
  .max(35)
  .transform((tag) => (tag === "mixed" ? "zh" : tag))
  .pipe(
    z
      .string()
      .regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)?$/, { error: NO_TAG, abort: true })
      .refine((tag) => tag === "" || canonicalTag(tag) !== undefined, NO_TAG)
      .overwrite((tag) => canonicalTag(tag) ?? tag),
  )

const event = z.strictObject({
  name: z.string().trim().min(1, "must not be empty").max(60),
  date: z.iso.date(),
  type: z.enum(["countdown", "countup"]).optional(),
  yearly: z.boolean().optional(),
})

const FIELDS: readonly Field[] = [
  field("nickname", ["nickname"], line(32)),
  field(
    "modes",
    ["modes"],
    z
      .array(z.string())
      .min(1, "name at least one mode")
      .max(64)
      .describe("Mode ids. An id that is not installed is removed with a warning."),
  ),
  field(
    "strategy",
    ["strategy", "refresh_strategy", "refreshStrategy"],
    line(40).describe("The strategy that chooses the next mode: random, cycle, time_slot or smart."),
  ),
  field(
    "refreshInterval",
    ["refresh_interval", "refreshInterval"],
    z
      .number()
      .int()
      .min(10, "must be 10 to 1440 minutes")
      .max(1440, "must be 10 to 1440 minutes")
      .describe("Refresh interval in minutes."),
  ),
  // Existing pages send both; in theirs the longer name is the language of the content.
  field(
    "language",
    ["mode_language", "modeLanguage", "language"],
    language.describe("Language of the pages (BCP 47).") as z.ZodType<string>,
  ),
  field(
    "tone",
    ["tone", "content_tone", "contentTone"],
    line(100).describe("Tone of the texts: positive, neutral, deep, humor, or any other words."),
  ),
  field(
    "characterTones",
    ["character_tones", "characterTones"],
    z
      .array(line(20))
      .max(5)
      .transform((tones) => tones.filter((tone) => tone !== "")) as z.ZodType<string[]>,
  ),
  field("city", ["city"], line(40)),
  field("latitude", ["lat", "latitude"], degrees(90).describe("Latitude in degrees, north positive.")),
  field("longitude", ["lon", "longitude"], degrees(180).describe("Longitude in degrees, east positive.")),
  field(
    "timeZone",
    ["timezone", "time_zone", "timeZone"],
    line(64).describe('IANA time zone; "": that of the coordinates, else of the server.'),
  ),
  field("admin1", ["admin1"], line(64)),
  field("country", ["country"], line(64)),
  field("llmProvider", ["llm_provider", "llmProvider"], line(50)),
  field("llmModel", ["llm_model", "llmModel"], line(100)),
  field("imageProvider", ["image_provider", "imageProvider"], line(50)),
  field("imageModel", ["image_model", "imageModel"], line(100)),
  field("countdownEvents", ["countdown_events", "countdownEvents"], z.array(event).max(10) as z.ZodType<unknown[]>),
  field("timeSlotRules", ["time_slot_rules", "timeSlotRules"], z.array(timeWindowRule).max(24) as z.ZodType<unknown[]>),
  field("memoText", ["memo_text", "memoText"], z.string().max(2000)),
  field(
    "modeOverrides",
    ["mode_overrides", "modeOverrides"],
    z
      .record(z.string(), z.record(z.string(), z.unknown()).nullable())
      .describe(
        "Settings by mode id. Those of a named mode replace its earlier ones, null removes them, and modes that are not named keep theirs.",
      ) as unknown as z.ZodType<WireConfig["modeOverrides"]>,
  ),
  field("focusListening", ["is_focus_listening", "focus_listening"], flag),
  field(
    "distance",
    ["distance"],
    z.enum(["desk", "room", "hall"]).describe("How far the screen is read from: type grows with the distance."),
  ),
  field("alwaysActive", ["is_always_active", "always_active"], flag),
]

/** Ignored fields: existing pages send them, or a config that was read holds them. */
const IGNORED = [
  "mac",
  "llmApiKey",
  "imageApiKey",
  "screenSize",
  "id",
  "is_active",
  "created_at",
  "has_api_key",
  "has_image_api_key",
]
const NAMES = new Set([...FIELDS.flatMap(({ names }) => names), ...IGNORED])

/** The schema of a config in a request body. Each field may have any of its names; unknown fields pass, so that a warning can name them. */
export const configBody = z.looseObject({
  mac: z.string().describe("The MAC address of the device."),
  ...Object.fromEntries(FIELDS.flatMap(({ names, schema }) => names.map((name) => [name, schema.optional()]))),
})
export type ConfigBody = z.output<typeof configBody>

/** The schema of one field of a config. */
export function fieldSchema<K extends keyof WireConfig>(key: K): z.ZodType<WireConfig[K]> {
  return FIELDS.find((each) => each.key === key)!.schema as unknown as z.ZodType<WireConfig[K]>
}

/** Fields of a config as a body has them, under their documented names. */
export function bodyOf(mac: string, patch: Partial<WireConfig>): ConfigBody {
  const named = FIELDS.flatMap(({ key, names }) => (patch[key] === undefined ? [] : [[names[0]!, patch[key]]]))
  return { mac, ...Object.fromEntries(named) } as ConfigBody
}

/** Fields whose empty text counts as absent. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = new Set(["strategy", "language", "tone"] satisfies (keyof WireConfig)[])

/** The fields of the config that a body sets, and the names of unknown fields. */
export function patchOf(body: ConfigBody): {
  readonly patch: Partial<WireConfig>
  readonly unknown: readonly string[]
} {
  const patch = FIELDS.flatMap(({ key, names }) => {
    const name = nameOf(
      names.filter((each) => body[each] !== undefined && !(body[each] === "" && EMPTY_IS_ABSENT.has(key))),
      body,
    )
    return name === undefined ? [] : [[key, body[name]]]
  })
  return {
    patch: Object.fromEntries(patch) as Partial<WireConfig>,
    unknown: Object.keys(body).filter((name) => !NAMES.has(name)),
  }
}

/**
 * The name whose value counts, of several names for one field: the first. Of three or more names, the only one whose value differs from
 * the others: the body is then a config that was read and in which one name was changed.
 */
function nameOf(names: readonly string[], body: ConfigBody): string | undefined {
  const alone =
    names.length < 3 ? [] : names.filter((name) => names.filter((other) => body[other] === body[name]).length === 1)
  return alone.length === 1 ? alone[0] : names[0]
}
