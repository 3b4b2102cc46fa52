import { z } from "platen/sdk"
import type { DeviceConfig } from "platen/sdk/device"
import { timeWindowRule } from "./time-window.js"

/** A field of a config as callers write it. `names`: the document's and those of existing pages; the first that is there counts. */
interface Field<K extends keyof DeviceConfig = keyof DeviceConfig> {
  readonly key: K
  readonly names: readonly string[]
  readonly schema: z.ZodType<DeviceConfig[K]>
}

const line = (most: number): z.ZodType<string> => z.string().trim().max(most)
const degrees = (most: number): z.ZodType<number | null> => z.number().min(-most).max(most).nullable()
/** Existing pages send numbers as flags, too. */
const flag = z.union([
  z.boolean(),
  z.literal(0).transform(() => false),
  z.literal(1).transform(() => true),
]) as z.ZodType<boolean>

function field<K extends keyof DeviceConfig>(
  key: K,
  names: readonly string[],
  schema: z.ZodType<DeviceConfig[K]>,
): Field {
  return { key, names, schema } as unknown as Field
}

/** "mixed" is what existing pages once called Chinese with English words. */
const language = z
  .string()
  .max(35)
  .transform((tag) => (tag === "mixed" ? "zh" : tag))
  .pipe(z.string().regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)?$/, 'must be a language tag, such as "en" or "zh"'))

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
      .describe("Ids of modes. One that is not installed is left out with a warning."),
  ),
  field(
    "strategy",
    ["strategy", "refresh_strategy", "refreshStrategy"],
    line(40).describe("Which of the modes is next: random, cycle, time_slot or smart."),
  ),
  field(
    "refreshInterval",
    ["refresh_interval", "refreshInterval"],
    z.number().int().min(10, "must be 10 to 1440 minutes").max(1440, "must be 10 to 1440 minutes").describe("Minutes."),
  ),
  // Existing pages send both: there the longer name says what content is written in.
  field(
    "language",
    ["mode_language", "modeLanguage", "language"],
    language.describe("Of what is shown, by BCP 47.") as z.ZodType<string>,
  ),
  field(
    "tone",
    ["tone", "content_tone", "contentTone"],
    line(100).describe("Of what is written: positive, neutral, deep, humor, or in words of one's own."),
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
  field("latitude", ["lat", "latitude"], degrees(90).describe("Degrees, north positive.")),
  field("longitude", ["lon", "longitude"], degrees(180).describe("Degrees, east positive.")),
  field(
    "timeZone",
    ["timezone", "time_zone", "timeZone"],
    line(64).describe('IANA name; "": that of the place, else the server\'s.'),
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
    z.record(z.string(), z.record(z.string(), z.unknown())).describe("Settings by mode."),
  ),
  field("focusListening", ["is_focus_listening", "focus_listening"], flag),
  field("alwaysActive", ["is_always_active", "always_active"], flag),
]

/** What existing pages send, or a config that was read holds, and nothing is made of. */
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

/** The body of a config: every field by any of its names; those nobody knows are let through, to be named in a warning. */
export const configBody = z.looseObject({
  mac: z.string().describe("The hardware address of the device."),
  ...Object.fromEntries(FIELDS.flatMap(({ names, schema }) => names.map((name) => [name, schema.optional()]))),
})
export type ConfigBody = z.output<typeof configBody>

/** Fields whose empty text says nothing. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["strategy", "language", "tone"] satisfies (keyof DeviceConfig)[])

/** What of a config a body says. */
export function patchOf(body: ConfigBody): {
  readonly patch: Partial<DeviceConfig>
  readonly unknown: readonly string[]
} {
  const patch = FIELDS.flatMap(({ key, names }) => {
    const name = nameOf(
      names.filter((each) => body[each] !== undefined && !(body[each] === "" && SAYS_NOTHING.has(key))),
      body,
    )
    return name === undefined ? [] : [[key, body[name]]]
  })
  return {
    patch: Object.fromEntries(patch) as Partial<DeviceConfig>,
    unknown: Object.keys(body).filter((name) => !NAMES.has(name)),
  }
}

/**
 * Of several names for one field the first counts; but where all others agree against one of three or more, that one does: the body is a
 * config as it was read, and this is what was changed in it.
 */
function nameOf(names: readonly string[], body: ConfigBody): string | undefined {
  const alone =
    names.length < 3 ? [] : names.filter((name) => names.filter((other) => body[other] === body[name]).length === 1)
  return alone.length === 1 ? alone[0] : names[0]
}
