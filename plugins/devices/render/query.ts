import { z } from "platen/sdk"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { languageTag, numeric, integerParam, paletteIdOf } from "platen/sdk/kit"
import { mmPerPixelOf, SCREEN_SIZE as SIZE } from "platen/sdk/mode"
import { MAX_WAKES } from "./forecast.js"
import type { Catalog, Service } from "platen/sdk"
import type { RenderRequest } from "platen/sdk/device"
import type { Panel } from "platen/sdk/drawing"
import type { PictureShape, Principal, RawQuery } from "platen/sdk/http"

/** A decimal number of at most 20 + 20 digits, or what devices send where they could not measure: they never send "1e3" or "0x10". */
const READING = /^(-?\d{1,20}([.,]\d{1,20})?|[+-]?(nan|inf|infinity|ovf)|null|none|undefined|unknown|unavailable|)$/i
/** Volts; undefined for a reading that failed, which costs no more than the battery of a page. */
const reading = numeric(
  z
    .string()
    .trim()
    .regex(READING, "must be a number")
    .transform((text) => (/\d/.test(text) ? Number(text.replace(",", ".")) : undefined)),
)

const one = numeric(
  z
    .string()
    .optional()
    .transform((value) => value?.trim() === "1"),
  { whole: true },
)

const DEFAULT_COLORS = 2

/** A whole number whose default is the panel's, if the query names one. */
function unlessPanel(min: number, max: number, usual: number, description: string): z.ZodType<number | undefined> {
  return integerParam(min, max).optional().meta({ description, default: usual })
}

/** Shape of the query of a render. `rssi`, `bpp` and unknown names never fail a render. */
const render = {
  // The default is of what is not sent: a reading that failed has none.
  v: reading.prefault(String(DEFAULT_VOLTS)).meta({ description: "Volts of the battery.", default: DEFAULT_VOLTS }),
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
  w: unlessPanel(SIZE.width.min, SIZE.width.max, SIZE.width.default, "Width in pixels."),
  h: unlessPanel(SIZE.height.min, SIZE.height.max, SIZE.height.default, "Height in pixels."),
  panel: z
    .string()
    .max(64)
    .optional()
    .describe(
      "Id of a panel, such as 7.5-bw-upright: its size, inks and rotation are used, and w, h and colors must not differ.",
    ),
  next: one.describe("1: draw the mode after the one shown last. Any other value is ignored."),
  colors: unlessPanel(2, 4, DEFAULT_COLORS, "Inks of the panel: 2 black and white, 3 with red, 4 with red and yellow."),
  lang: languageTag.optional().describe("Language of the page, by BCP 47; default: the device's, else the server's."),
}
type Sent = z.output<z.ZodObject<typeof render>>
/** Query of a render. `panel`: the screen that it names, in whole. `tone`: "persona" where a `persona` that is not a mode sets the tone of the content. */
export type RenderQuery = Omit<Sent, "w" | "h" | "colors" | "panel"> & {
  readonly screen: RenderRequest["panel"]
  readonly tone?: "persona"
}

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
const preview = {
  ...render,
  ...tried,
  v: reading.optional().describe("Volts of the battery; default: the last value of the device, else 3.3."),
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
  at: z.iso
    .datetime({ offset: true, error: "must be a time, such as 2026-11-23T18:00:00Z" })
    .transform(Date.parse)
    .optional()
    .describe("The moment of which the page is drawn, within a year of now; default: now."),
  ahead: integerParam(1, MAX_WAKES)
    .optional()
    .describe("The page of a wake to come, as the forecast of the device numbers them; 1: of the next."),
  ui_language: languageTag.optional().describe("Like lang, for a preview without a device."),
  text: one.describe(
    "1: what the page says as plain text, a line for each row of words, in place of the picture. Any other value is ignored.",
  ),
  intent: one.describe("1: draw nothing; the response says as JSON what would be drawn. Any other value is ignored."),
}
type SentPreview = z.output<z.ZodObject<typeof preview>>
/** Query of a preview; the parameters depend on the area. */
export type PreviewQuery = Omit<RenderQuery, "v"> &
  Pick<SentPreview, "v" | keyof typeof tried> &
  Partial<Pick<SentPreview, "ahead" | "at" | "city_override" | "memo_text" | "ui_language" | "text" | "intent">>

/** The core document requires the volts, and reads a `persona` that is not a mode as a tone. */
const volts = numeric(z.string({ error: "must be the volts of the battery, such as v=3.7" }).pipe(reading)).describe(
  "Volts of the battery.",
)
const TONE = { tone: "persona" } as const

/** Panels by id. */
export type Panels = Pick<Catalog<Panel>, "get" | "list">

/** Schemas of the queries of both areas. */
export interface Queries {
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  readonly coreRender: z.ZodType<RenderQuery>
  readonly corePreview: z.ZodType<PreviewQuery>
}

export function queriesOf(panels: Panels): Queries {
  const read =
    <T extends object>(more: T) =>
    <Q extends Screened>(
      query: Q,
      context: z.RefinementCtx,
    ): Omit<Q, keyof Screened> & Pick<RenderQuery, "screen"> & T => {
      const { w, h, colors, panel, ...rest } = query
      return Object.assign(rest, { screen: screenOf({ w, h, colors, panel }, panels, context) }, more)
    }
  return {
    render: z.object(render).transform(read({})),
    preview: z.object(preview).transform(read({})),
    coreRender: z.object({ ...render, v: volts }).transform(read(TONE)),
    corePreview: z.object({ ...render, ...tried, v: volts }).transform(read(TONE)),
  }
}

type Screened = Pick<Sent, "w" | "h" | "colors" | "panel">
/** The screen that a query names. Reports an unknown panel, and a size or number of inks that is not the panel's. */
function screenOf(
  { w, h, colors, panel: id }: Screened,
  panels: Panels,
  context: z.RefinementCtx,
): RenderRequest["panel"] {
  if (id === undefined) {
    const plain = plainScreen(w, h, colors)
    const mmPerPixel = mmPerPixelOf(panels, plain.width, plain.height)
    return mmPerPixel === undefined ? plain : { ...plain, mmPerPixel }
  }
  const panel = panels.get(id)
  if (!panel) {
    const ids = panels.list().map((each) => each.id)
    context.addIssue({ code: "custom", path: ["panel"], message: `is not a panel: use one of ${ids.join(", ")}` })
    return plainScreen()
  }
  const inks = COLORS.find((each) => paletteIdOf(each) === panel.palette)
  for (const [name, value, own] of [
    ["w", w, panel.width],
    ["h", h, panel.height],
    ["colors", colors, inks],
  ] as const) {
    if (value !== undefined && value !== own)
      context.addIssue({
        code: "custom",
        path: [name],
        message: own === undefined ? `is not for the panel ${id}: leave it out` : `must be ${own} for the panel ${id}`,
      })
  }
  return panelScreen(panel)
}

function panelScreen({ width, height, palette, codec, rotation, mmPerPixel }: Panel): RenderRequest["panel"] {
  return {
    width,
    height,
    palette,
    codec,
    ...(rotation !== undefined && { rotation }),
    ...(mmPerPixel !== undefined && { mmPerPixel }),
  }
}

const COLORS = [2, 3, 4] as const

function plainScreen(
  width: number = SIZE.width.default,
  height: number = SIZE.height.default,
  colors: number = DEFAULT_COLORS,
): RenderRequest["panel"] {
  return { width, height, palette: paletteIdOf(colors), codec: deviceCodec(colors) }
}

/** What only a preview is asked. */
export interface PreviewOptions {
  /** True: the caller owns the device, or is an admin. */
  readonly isOwner?: boolean
  /** Milliseconds since 1970 in UTC. Default: now. */
  readonly at?: number | undefined
  /** Of the wakes to come, from 1. */
  readonly ahead?: number | undefined
  /** Settings of the mode to try. */
  readonly override?: Readonly<Record<string, unknown>> | undefined
  readonly memo?: string | undefined
  readonly city?: string | undefined
  readonly look: "nominal" | "measured"
  readonly fresh: boolean
  readonly uiLanguage?: string | undefined
}

export function previewOptions(query: PreviewQuery, principal: Principal | undefined): PreviewOptions {
  const { kind, role } = principal ?? {}
  return {
    isOwner: kind === "admin" || (kind === "person" && role === "owner"),
    at: query.at,
    ahead: query.ahead,
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
    panel: query.screen,
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
export function shapeOf(
  query: RawQuery,
  { service: { defaults }, panels }: { readonly service: Service; readonly panels: Panels },
  codec: "device" | "png",
): PictureShape {
  const read = <K extends "w" | "h" | "colors" | "lang">(key: K): Sent[K] | undefined => {
    const checked = render[key].safeParse(query[key])
    return checked.success ? (checked.data as Sent[K]) : undefined
  }
  const panel = query.panel === undefined ? undefined : panels.get(query.panel)
  const { rotation, ...screen } = panel ? panelScreen(panel) : plainScreen(read("w"), read("h"), read("colors"))
  const language = read("lang") ?? defaults.language
  if (codec === "png") return { ...screen, codec, language }
  return { ...screen, ...(rotation !== undefined && { rotation }), language }
}

export function deviceCodec(colors: number): string {
  return colors > 2 ? "raw2bpp" : "bmp"
}
