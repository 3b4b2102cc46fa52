import { z } from "platen/sdk"
import { CONFIG } from "platen/sdk/device"
import { activeConfig, withoutSealed } from "platen/sdk/kit"
import { fileRealm, fileMac } from "platen/sdk/screens-file"
import type { Device } from "platen/sdk/device"
import type { DeviceEntry } from "platen/sdk/screens-file"
import { fieldSchema } from "./fields.js"
import { itemsOf, PLAYLIST, playlistItem, quietHours } from "./playlist.js"
import { wireConfig } from "./wire-config.js"
import type { WireConfig } from "./wire-config.js"

const MAX_ITEMS = 50

/** A field of the file that stands for one of the config. `initial`: its value where the file says null, or nobody has said anything. */
interface FileField {
  readonly name: string
  readonly key: keyof WireConfig
  readonly about: string
  readonly initial?: unknown
}

/** In the order of the file. Those without an initial value are always written. */
export const FILE_FIELDS: readonly FileField[] = [
  { name: "name", key: "nickname", about: "What its owner calls it.", initial: "" },
  { name: "language", key: "language", about: "The language of its pages: a language tag, such as en or zh." },
  {
    name: "tone",
    key: "tone",
    about: "The tone of texts: neutral, positive, deep, humor, or other words.",
    initial: "neutral",
  },
  { name: "characterTones", key: "characterTones", about: "Voices in which texts are written.", initial: [] },
  { name: "timeZone", key: "timeZone", about: "An IANA time zone. Default: that of the place.", initial: "" },
  { name: "refreshMinutes", key: "refreshInterval", about: "Minutes between two pages: 10 to 1440." },
  {
    name: "strategy",
    key: "strategy",
    about: "How the next entry of the playlist is chosen: cycle, random, smart or time_slot.",
  },
  { name: "distance", key: "distance", about: "How far it is read from: desk, room or hall.", initial: "desk" },
  {
    name: "listening",
    key: "focusListening",
    about: "true: it stays connected and asks for messages.",
    initial: false,
  },
  { name: "alwaysActive", key: "alwaysActive", about: "true: its live mode never ends by itself.", initial: false },
  { name: "llmProvider", key: "llmProvider", about: "The provider of the model that writes its texts.", initial: "" },
  { name: "llmModel", key: "llmModel", about: "The model that writes its texts.", initial: "" },
  {
    name: "imageProvider",
    key: "imageProvider",
    about: "The provider of the model that paints its pictures.",
    initial: "",
  },
  { name: "imageModel", key: "imageModel", about: "The model that paints its pictures.", initial: "" },
  {
    name: "timeSlotRules",
    key: "timeSlotRules",
    about: "Which modes are shown at which hours, for the strategy time_slot.",
    initial: [],
  },
]

const configFields = Object.fromEntries(
  FILE_FIELDS.map(({ name, key, about, initial }) => {
    const schema = typeof initial === "boolean" ? z.boolean() : (fieldSchema(key) as z.ZodType)
    return [name, (initial === undefined ? schema : schema.nullable()).optional().describe(about)]
  }),
)

const place = z
  .strictObject({
    city: (fieldSchema("city") as z.ZodType<string>)
      .optional()
      .describe("A city. Without coordinates it is looked up."),
    region: (fieldSchema("admin1") as z.ZodType<string>).optional().describe("The region of the city."),
    country: (fieldSchema("country") as z.ZodType<string>).optional().describe("The country of the city."),
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .optional()
      .describe("Degrees, north positive; with longitude, or not at all."),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .optional()
      .describe("Degrees, east positive; with latitude, or not at all."),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    message: "has one coordinate alone: write latitude and longitude, or neither",
  })

const settings = z
  .record(z.string(), z.record(z.string(), z.unknown()).nullable())
  .describe(
    "Settings by mode id. A mode that is not named keeps its settings; null takes them away. Secrets: `{ set: true }` keeps the stored one, `{ secret: NAME }` is one that platen.yaml names.",
  )

/** The schema of what the file says of a device, beside its people. */
export const screen = z.strictObject({
  mac: fileMac,
  realm: fileRealm,
  ...configFields,
  place: place.nullable().optional().describe("Where it is, for weather, sun and time zone; null: nowhere."),
  quiet: quietHours
    .extend({
      from: quietHours.shape.from.describe('When they begin, such as "23:00".'),
      to: quietHours.shape.to.describe('When they end, such as "06:30".'),
    })
    .nullable()
    .optional()
    .describe("Hours in which it keeps its page; null: none."),
  playlist: z
    .array(playlistItem.extend({ to: playlistItem.shape.to.describe("When it may be shown no more.") }))
    .min(1, "name at least one mode")
    .max(MAX_ITEMS)
    .optional()
    .describe("The modes that it shows, in order: all of them."),
  settings: settings.optional(),
})
/** What the file says of a device, beside its people. */
export type Screen = DeviceEntry & {
  readonly [name: string]: unknown
  readonly place?: z.output<typeof place> | null | undefined
  readonly quiet?: z.output<typeof quietHours> | null | undefined
  readonly playlist?: z.output<typeof playlistItem>[] | undefined
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | undefined
}

/** A device as the file has it: what differs from the initial values. `entry`: the fields by which it is named. */
export function asWritten(device: Device, entry: DeviceEntry): Screen {
  const config = activeConfig(device)
  const { quiet } = device.get(PLAYLIST)
  if (!config) return { ...entry, ...(quiet && { quiet }) }
  const wire = wireConfig(config)
  const said = FILE_FIELDS.flatMap(({ name, key, initial }) => {
    const value = wire[key] ?? initial
    return value === undefined || isSame(value, initial) ? [] : [[name, value]]
  })
  const where = placeOf(wire)
  const own = Object.entries(config.settings).filter(([, each]) => Object.keys(each).length > 0)
  return {
    ...entry,
    ...Object.fromEntries(said),
    ...(where && { place: where }),
    ...(quiet && { quiet }),
    playlist: itemsOf(device).map((item) => withoutSealed(item) as z.output<typeof playlistItem>),
    ...(own.length > 0 && {
      settings: Object.fromEntries(
        own.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, each]) => [id, withoutSealed(each) as object]),
      ) as Screen["settings"],
    }),
  }
}

function placeOf({ city, admin1, country, latitude, longitude }: WireConfig): z.output<typeof place> | undefined {
  if (city === "" && latitude === null) return undefined
  return {
    ...(city !== "" && { city }),
    ...(admin1 !== "" && { region: admin1 }),
    ...(country !== "" && { country }),
    ...(latitude !== null && longitude !== null && { latitude, longitude }),
  }
}

/** Whether two values are the same as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether the file speaks of a device: it has a config, or quiet hours. */
export function isWritten(device: Device): boolean {
  return device.get(CONFIG).records.length > 0 || device.get(PLAYLIST).quiet !== null
}
