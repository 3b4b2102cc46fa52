import { z } from "platen/sdk"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { languageTag, numeric, screenQuery, integerParam, paletteIdOf } from "platen/sdk/kit"
import { SCREEN_SIZE as SIZE } from "platen/sdk/mode"
import type { Service } from "platen/sdk"
import type { RenderRequest } from "platen/sdk/device"
import type { PictureShape, RawQuery } from "platen/sdk/http"

/** A decimal number of at most 20 + 20 digits: devices never send "1e3", "0x10" or "". */
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

/** Query of a render. `rssi`, `bpp` and unknown names never fail a render. */
export const renderQuery = z.object({
  v: decimal.default(DEFAULT_VOLTS).describe("Volts of the battery."),
  mac: z
    .string()
    .optional()
    .describe("MAC address of the device whose page is drawn; without one, the page belongs to no device."),
  persona: z.string().optional().describe("Id of the mode to draw, whatever is configured."),
  rssi: numeric(
    z
      .string()
      .optional()
      .transform((value) => (value !== undefined && /^-?\d{1,4}$/.test(value.trim()) ? Number(value) : undefined)),
    { whole: true },
  ).describe("Signal strength in dBm. A malformed value is ignored."),
  refresh_min: integerParam(1, 1440).optional().describe("Minutes between two refreshes, as the device has them."),
  ...screenQuery,
  next: one.describe("1: draw the mode after the one shown last. Any other value is ignored."),
  colors: integerParam(2, 4, 2).describe("Inks of the panel: 2 black and white, 3 with red, 4 with red and yellow."),
  lang: languageTag.optional().describe("Language of the page, by BCP 47; default: the device's, else the server's."),
})
/** `tone`: "persona" where a `persona` that is not a mode sets the tone of the content. */
export type RenderQuery = z.output<typeof renderQuery> & { readonly tone?: "persona" }

const settings = z
  .string()
  .max(16_384)
  .transform((text, context) => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      /* reported below */
    }
    context.addIssue({ code: "custom", message: "must be a JSON object" })
    return z.NEVER
  })

/** Parameters that only a preview has. */
const tried = {
  mode_override: settings.optional().describe("A JSON object: settings of the mode that override the configured ones."),
  no_cache: one.describe("1: draw the page again, bypassing the cache. Any other value is ignored."),
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
  v: decimal.optional().describe("Volts of the battery; default: the last value of the device, else 3.3."),
  city_override: z
    .string()
    .trim()
    .max(MAX_CITY, `must have at most ${MAX_CITY} characters`)
    .optional()
    .describe("A place, for this preview only."),
  memo_text: z
    .string()
    .max(MAX_MEMO, `must have at most ${MAX_MEMO} characters`)
    .optional()
    .describe("Text of the mode MEMO, for this preview only."),
  ui_language: languageTag.optional().describe("Like lang, for a preview without a device."),
  intent: one.describe("1: draw nothing; the response says as JSON what would be drawn. Any other value is ignored."),
})
/** Query of a preview; the parameters depend on the area. */
export type PreviewQuery = Omit<RenderQuery, "v"> &
  Pick<z.output<typeof previewQuery>, "v" | keyof typeof tried> &
  Partial<Pick<z.output<typeof previewQuery>, "city_override" | "memo_text" | "ui_language" | "intent">>

/** The core document requires the volts, and reads a `persona` that is not a mode as a tone. */
const volts = numeric(z.string({ error: "must be the volts of the battery, such as v=3.7" }).pipe(decimal)).describe(
  "Volts of the battery.",
)
const withTone = <T extends object>(query: T): T & { tone: "persona" } => ({ ...query, tone: "persona" })
export const coreRenderQuery = renderQuery.extend({ v: volts }).transform(withTone)
export const corePreviewQuery = renderQuery.extend({ ...tried, v: volts }).transform(withTone)

/** What only a preview is asked. */
export interface PreviewOptions {
  /** Settings of the mode to try. */
  readonly override?: Readonly<Record<string, unknown>> | undefined
  readonly memo?: string | undefined
  readonly city?: string | undefined
  readonly look: "nominal" | "measured"
  readonly fresh: boolean
  readonly uiLanguage?: string | undefined
}

export function previewOptions(query: PreviewQuery): PreviewOptions {
  return {
    override: query.mode_override,
    memo: query.memo_text,
    city: query.city_override,
    look: query.look,
    fresh: query.no_cache,
    uiLanguage: query.ui_language,
  }
}

/** The part of a request for a page that the query says. */
export function asked(query: Omit<RenderQuery, "v"> & { readonly v?: number | undefined }): Asked {
  return {
    panel: {
      width: query.w,
      height: query.h,
      palette: paletteIdOf(query.colors),
      codec: deviceCodec(query.colors),
    },
    inks: query.colors,
    volts: query.v,
    rssi: query.rssi,
    reportedMinutes: query.refresh_min,
    mode: query.persona,
    next: query.next,
    language: query.lang,
  }
}
type Asked = Omit<RenderRequest, "area">

/** Shape of an error picture: the requested one, with defaults for malformed values. */
export function shapeOf(query: RawQuery, { defaults }: Service, codec: "device" | "png"): PictureShape {
  const read = <K extends "w" | "h" | "colors" | "lang">(key: K): RenderQuery[K] | undefined => {
    const checked = renderQuery.shape[key].safeParse(query[key])
    return checked.success ? (checked.data as RenderQuery[K]) : undefined
  }
  const colors = read("colors") ?? 2
  return {
    width: read("w") ?? SIZE.width.default,
    height: read("h") ?? SIZE.height.default,
    palette: paletteIdOf(colors),
    codec: codec === "png" ? "png" : deviceCodec(colors),
    language: read("lang") ?? defaults.language,
  }
}

export function deviceCodec(colors: number): string {
  return colors > 2 ? "raw2bpp" : "bmp"
}
