import { languageTag, paletteOf, SCREEN_SIZE as SIZE, screenQuery, USUAL_VOLTS, wholeNumber, z } from "platen/sdk"
import type { PictureShape, RawQuery, Service } from "platen/sdk"

/** Decimal digits only, as many as a float is written with: "1e3", "0x10" and "" are not numbers that a device sends. */
const decimal = z.string().trim().regex(/^-?\d{1,20}(\.\d{1,20})?$/, "must be a number").transform(Number)

/** What a device sends. `rssi`, `bpp` and names that nobody knows never refuse a render. */
export const renderQuery = z.object({
  v: decimal.default(USUAL_VOLTS),
  mac: z.string().optional(),
  persona: z.string().optional(),
  rssi: z.string().optional().transform((value) => (value !== undefined && /^-?\d{1,4}$/.test(value.trim()) ? Number(value) : undefined)),
  refresh_min: wholeNumber(1, 1440).optional(),
  ...screenQuery,
  next: z.string().optional().transform((value) => value?.trim() === "1"),
  colors: wholeNumber(2, 4, 2),
  lang: languageTag.optional(),
})
/** `tone`: "persona" where a persona that is no mode says in which tone content is written. */
export type RenderQuery = z.output<typeof renderQuery> & { readonly tone?: "persona" }

const settings = z.string().max(16_384).transform((text, context) => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch { /* said below */ }
  context.addIssue({ code: "custom", message: "must be a JSON object" })
  return z.NEVER
})

const one = z.string().optional().transform((value) => value?.trim() === "1")

/** A render's query, and what a preview may try out. */
const tried = {
  mode_override: settings.optional(),
  no_cache: one,
  look: z.enum(["ink", "glass"], "must be ink or glass").default("ink"),
}
const MOST_CITY = 40
const MOST_MEMO = 2000
export const previewQuery = renderQuery.extend({
  ...tried,
  /** Left out: what the device said last. */
  v: decimal.optional(),
  city_override: z.string().trim().max(MOST_CITY, `must have at most ${MOST_CITY} characters`).optional(),
  memo_text: z.string().max(MOST_MEMO, `must have at most ${MOST_MEMO} characters`).optional(),
  /** Of pages that no device is shown. */
  ui_language: languageTag.optional(),
  /** True: nothing is drawn, it is only said what would be. */
  intent: one,
})
/** What may be tried out, as far as an edition knows it. */
export type PreviewQuery = Omit<RenderQuery, "v"> & Pick<z.output<typeof previewQuery>, "v" | keyof typeof tried>
  & Partial<Pick<z.output<typeof previewQuery>, "city_override" | "memo_text" | "ui_language" | "intent">>

/** The core document asks for the volts, and takes a persona that is no mode for a tone. */
const volts = z.string({ error: "must be the battery's volts, such as v=3.7" }).pipe(decimal)
const withTone = <T extends object>(query: T): T & { tone: "persona" } => ({ ...query, tone: "persona" })
export const coreRenderQuery = renderQuery.extend({ v: volts }).transform(withTone)
export const corePreviewQuery = renderQuery.extend({ ...tried, v: volts }).transform(withTone)

/** What a notice must look like to reach the glass: as asked, as far as that can be read. */
export function shapeOf(query: RawQuery, { defaults }: Service, codec: "device" | "png"): PictureShape {
  const read = <K extends "w" | "h" | "colors" | "lang">(key: K): RenderQuery[K] | undefined => {
    const checked = renderQuery.shape[key].safeParse(query[key])
    return checked.success ? checked.data as RenderQuery[K] : undefined
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
