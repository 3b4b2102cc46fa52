import { z } from "platen/sdk"
import { paletteOf } from "platen/sdk/drawing"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { languageTag, numeric, screenQuery, integerParam } from "platen/sdk/kit"
import { SCREEN_SIZE as SIZE } from "platen/sdk/mode"
import type { Service } from "platen/sdk"
import type { PictureShape, RawQuery } from "platen/sdk/http"

/** Decimal digits only, as many as a float is written with: "1e3", "0x10" and "" are not numbers that a device sends. */
const decimal = numeric(
  z
    .string()
    .trim()
    .regex(/^-?\d{1,20}(\.\d{1,20})?$/, "must be a number")
    .transform(Number),
)

const one = numeric(
  z
    .string()
    .optional()
    .transform((value) => value?.trim() === "1"),
  { whole: true },
)

/** What a device sends. `rssi`, `bpp` and names that nobody knows never refuse a render. */
export const renderQuery = z.object({
  v: decimal.default(DEFAULT_VOLTS).describe("Volts of the battery."),
  mac: z
    .string()
    .optional()
    .describe("The device's hardware address: the page is that device's. Without one nobody's."),
  persona: z.string().optional().describe("A mode's id: that mode, whatever is configured."),
  rssi: numeric(
    z
      .string()
      .optional()
      .transform((value) => (value !== undefined && /^-?\d{1,4}$/.test(value.trim()) ? Number(value) : undefined)),
    { whole: true },
  ).describe("Strength of the signal in dBm. What cannot be read counts as left out."),
  refresh_min: integerParam(1, 1440)
    .optional()
    .describe("Minutes from one refresh of the device to the next, as it has them."),
  ...screenQuery,
  next: one.describe("1: the mode after the one that was shown last. Anything else says nothing."),
  colors: integerParam(2, 4, 2).describe("Inks of the panel: 2 black and white, 3 with red, 4 with red and yellow."),
  lang: languageTag.optional().describe("Language of the page, by BCP 47; default: the device's, else the server's."),
})
/** `tone`: "persona" where a persona that is no mode says in which tone content is written. */
export type RenderQuery = z.output<typeof renderQuery> & { readonly tone?: "persona" }

const settings = z
  .string()
  .max(16_384)
  .transform((text, context) => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      /* said below */
    }
    context.addIssue({ code: "custom", message: "must be a JSON object" })
    return z.NEVER
  })

/** A render's query, and what a preview may try out. */
const tried = {
  mode_override: settings.optional().describe("A JSON object: settings of the mode, over those that are configured."),
  no_cache: one.describe("1: drawn anew, whatever has been drawn already. Anything else says nothing."),
  look: z
    .enum(["nominal", "measured", "ink", "glass"], "must be nominal or measured")
    .default("nominal")
    .transform((look) => (look === "measured" || look === "glass" ? "measured" : "nominal"))
    .describe("nominal (or ink): the palette's pure colours; measured (or glass): as they look on a panel."),
}
const MAX_CITY = 40
const MAX_MEMO = 2000
export const previewQuery = renderQuery.extend({
  ...tried,
  v: decimal.optional().describe("Volts of the battery; default: what the device said last, else 3.3."),
  city_override: z
    .string()
    .trim()
    .max(MAX_CITY, `must have at most ${MAX_CITY} characters`)
    .optional()
    .describe("A place, for this preview alone."),
  memo_text: z
    .string()
    .max(MAX_MEMO, `must have at most ${MAX_MEMO} characters`)
    .optional()
    .describe("What the mode MEMO shows, for this preview alone."),
  ui_language: languageTag.optional().describe("As lang, where no device is named."),
  intent: one.describe("1: nothing is drawn; the answer says as JSON what would be. Anything else says nothing."),
})
/** What may be tried out, as far as an edition knows it. */
export type PreviewQuery = Omit<RenderQuery, "v"> &
  Pick<z.output<typeof previewQuery>, "v" | keyof typeof tried> &
  Partial<Pick<z.output<typeof previewQuery>, "city_override" | "memo_text" | "ui_language" | "intent">>

/** The core document asks for the volts, and takes a persona that is no mode for a tone. */
const volts = numeric(z.string({ error: "must be the battery's volts, such as v=3.7" }).pipe(decimal)).describe(
  "Volts of the battery.",
)
const withTone = <T extends object>(query: T): T & { tone: "persona" } => ({ ...query, tone: "persona" })
export const coreRenderQuery = renderQuery.extend({ v: volts }).transform(withTone)
export const corePreviewQuery = renderQuery.extend({ ...tried, v: volts }).transform(withTone)

/** What a notice must look like to reach the glass: as asked, as far as that can be read. */
export function shapeOf(query: RawQuery, { defaults }: Service, codec: "device" | "png"): PictureShape {
  const read = <K extends "w" | "h" | "colors" | "lang">(key: K): RenderQuery[K] | undefined => {
    const checked = renderQuery.shape[key].safeParse(query[key])
    return checked.success ? (checked.data as RenderQuery[K]) : undefined
  }
  const colors = read("colors") ?? 2
  return {
    width: read("w") ?? SIZE.width.default,
    height: read("h") ?? SIZE.height.default,
    palette: paletteOf(colors).id,
    codec: codec === "png" ? "png" : deviceCodec(colors),
    language: read("lang") ?? defaults.language,
  }
}

export function deviceCodec(colors: number): string {
  return colors > 2 ? "raw2bpp" : "bmp"
}
