import { Invalid, z } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Panel } from "platen/sdk/drawing"
import { defineRoute, DEFAULT_VOLTS } from "platen/sdk/http"
import { SCREEN_SIZE } from "platen/sdk/mode"
import { paletteIdOf } from "platen/sdk/kit"
import type { Principal, Route } from "platen/sdk/http"
import type { Conversion, ForeignModes, Picture, Turn } from "platen/sdk/mode"
import { SIGNED_IN } from "./access.js"
import type { Access } from "./access.js"
import { checkedMode, definitionIn, given, named } from "./definition.js"
import type { Compiling } from "./definition.js"
import { languageOf } from "./language.js"
import { lang, macInQuery } from "./list-routes.js"
import type { Studio } from "./service.js"
import type { Owner } from "./mode-store.js"
import { definitionOf, definitionShown } from "./shown.js"
import type { TrialOptions, trialOf } from "./trial.js"

export interface CustomNeeds extends Compiling {
  readonly studio: Studio
  readonly access: Access
  readonly trial: ReturnType<typeof trialOf>
  readonly panels: Catalog<Panel>
  readonly formats: Catalog<ForeignModes>
  readonly language: string
}

const AREAS = ["extended"]
const SAVING = { name: "mode-save", perMinute: 60 }
const READING = { name: "modes", perMinute: 120 }
const MAX_PREVIEW_TEXT = 200
/** Bytes of a definition, as it is sent. */
const MAX_BODY = 128 << 10

const done = z.strictObject({ ok: z.literal(true), mode_id: z.string() })
const report = z
  .array(
    z.strictObject({
      path: z.string().describe("The dotted path of the part in the definition as it was sent."),
      result: z.enum(["taken", "approximated", "refused"]),
      message: z.string(),
    }),
  )
  .optional()
  .describe("What became of the parts of a definition in InkSight's format.")
const saved = done.extend({
  report,
  warning: z.string().optional().describe("Says in one sentence that parts of the definition were refused."),
})
const modeParams = z.object({
  mode_id: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z][A-Z0-9_]{1,31}$/, "must be a mode id: 2 to 32 capitals, digits and _, beginning with a letter")
    .meta({ pattern: "^\\s*[A-Za-z][A-Za-z0-9_]{1,31}\\s*$" })
    .describe("The id of a mode."),
})
const ofDevice = z.object({ mac: macInQuery })

const creation = z.looseObject(
  { ...given, mac: z.string("must be the MAC address of a device").nullish() },
  "must be a mode definition: an object",
)

const pixels = ({
  min,
  max,
  default: initial,
}: {
  readonly min: number
  readonly max: number
  readonly default: number
}) =>
  z
    .number(`must be a whole number from ${min} to ${max}`)
    .int()
    .min(min, `must be ${min} to ${max}`)
    .max(max, `must be ${min} to ${max}`)
    .default(initial)
const answerType = z.enum(["image", "json"], "must be image or json").optional()
const preview = z.looseObject(
  {
    ...given,
    w: pixels(SCREEN_SIZE.width),
    h: pixels(SCREEN_SIZE.height),
    colors: z.union([z.literal(2), z.literal(3), z.literal(4)], "must be 2, 3 or 4").default(2),
    panel: z.string().max(40).optional().describe("A panel by its id, in place of w, h and colors."),
    at: z
      .union(
        [z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)), z.number().int().min(0).max(8.64e15)],
        "must be a moment, such as 2026-12-24T08:00:00+01:00, or milliseconds since 1970",
      )
      .optional()
      .describe("The moment that the page is of. Default: now."),
    lang,
    responseType: answerType,
    response_type: answerType,
  },
  "must be an object with a mode definition",
)

/** The routes of custom modes: preview, save, read, delete. */
export function customRoutes(needs: CustomNeeds): readonly Route[] {
  return [previewRoute(needs), saveRoute(needs), readRoute(needs), deleteRoute(needs)]
}

/** Throws when the caller may not change the modes of that owner. */
async function mayChange({ access }: CustomNeeds, principal: Principal | undefined, owner: Owner): Promise<void> {
  if (owner) await access.toDevice(principal, owner)
  else access.toAll(principal)
}

/** The caller for whom the sandbox works. */
function callerOf(principal: Principal | undefined): string {
  return principal?.subject ?? "operator"
}

function ownerIn(realm: string, mac: string | undefined): Owner {
  return mac === undefined ? undefined : { realm, mac }
}

/** The screen of a preview: of a panel, else of a size and a number of colours. */
function screenOf(
  { panel: id, w, h, colors }: Pick<z.output<typeof preview>, "panel" | "w" | "h" | "colors">,
  panels: Catalog<Panel>,
): Pick<TrialOptions, "width" | "height" | "palette" | "mmPerPixel"> {
  const panel = id === undefined ? undefined : panels.get(id)
  if (id !== undefined && !panel)
    throw new Invalid(
      `There is no panel "${id}": use one of ${panels
        .list()
        .map((each) => each.id)
        .join(", ")}.`,
    )
  if (!panel) return { width: w, height: h, palette: paletteIdOf(colors) }
  const { width, height, palette, mmPerPixel } = panel
  return { width, height, palette, ...(mmPerPixel !== undefined && { mmPerPixel }) }
}

function previewRoute({ trial, language, panels, formats, ...compiling }: CustomNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/modes/custom/preview",
    areas: AREAS,
    auth: SIGNED_IN,
    limit: { name: "mode-preview", perMinute: 30 },
    bodyLimit: MAX_BODY,
    summary: "Draws a mode definition without saving it. Returns a PNG, or the content as JSON with responseType json.",
    body: preview,
    produces: ["image/png", "application/json"],
    response: z.strictObject({
      ok: z.literal(true),
      mode_id: z.string(),
      preview_text: z.string().describe('The beginning of the text in the content; "" when it has none.'),
      content: z.unknown().describe("The content that the mode would show."),
      report,
    }),
    handle: async ({ body, headers, area, principal, signal }) => {
      const turn: Turn = { caller: callerOf(principal), signal }
      const { definition, report: conversions } = definitionIn(body, formats)
      const mode = await checkedMode(named(definition), turn, compiling)
      const picture = await trial(mode, {
        turn,
        ...screenOf(body, panels),
        ...(body.at !== undefined && { at: body.at }),
        language: body.lang ?? languageOf(headers["accept-language"], language),
        battery: area.battery(DEFAULT_VOLTS),
        settings: body.mode_def === undefined ? undefined : body.settings,
      })
      if ((body.responseType ?? body.response_type) === "json")
        return {
          body: {
            ok: true,
            mode_id: mode.id,
            preview_text: previewText(picture),
            content: picture.data ?? {},
            ...(conversions && { report: [...conversions] }),
          },
        }
      return {
        type: picture.type,
        body: picture.bytes,
        headers: { etag: picture.etag, ...(picture.failure !== undefined && { "x-render-error": picture.failure }) },
      }
    },
  })
}

function saveRoute(needs: CustomNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/modes/custom",
    areas: AREAS,
    auth: SIGNED_IN,
    limit: SAVING,
    bodyLimit: MAX_BODY,
    summary:
      "Saves a mode for the device in mac; without mac, for all devices (admins only). Replaces a mode with the same id.",
    body: creation,
    response: saved,
    handle: async ({ body, mac, principal, area, signal }) => {
      const owner = ownerIn(area.realm, mac)
      await mayChange(needs, principal, owner)
      const { definition, report: conversions } = definitionIn(body, needs.formats)
      const id = await needs.studio.save(owner, definition, {
        turn: { caller: callerOf(principal), signal },
        mayStill: () => mayChange(needs, principal, owner),
      })
      return { body: { ok: true, mode_id: id, ...(conversions && reported(conversions)) } }
    },
  })
}

/** The report of a conversion, with a warning where a part was refused. */
function reported(conversions: readonly Conversion[]): Pick<z.output<typeof saved>, "report" | "warning"> {
  const count = conversions.filter(({ result }) => result === "refused").length
  const parts = count === 1 ? "1 part of the definition is" : `${count} parts of the definition are`
  return {
    report: [...conversions],
    ...(count > 0 && { warning: `${parts} not in the mode, which was converted: see report.` }),
  }
}

function readRoute({ studio, access, language }: CustomNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/modes/custom/:mode_id",
    areas: AREAS,
    auth: SIGNED_IN,
    params: modeParams,
    query: ofDevice,
    limit: READING,
    summary:
      "The saved definition of a custom mode, with extra fields for existing pages. With mac: a mode of that device; without: a mode for all devices.",
    response: definitionShown,
    handle: async ({ params: { mode_id: id }, mac, principal, headers, area }) => {
      const owner = ownerIn(area.realm, mac)
      if (owner) await access.toDevice(principal, owner)
      return {
        body: definitionOf(await studio.get(owner, id), owner?.mac, languageOf(headers["accept-language"], language)),
      }
    },
  })
}

function deleteRoute(needs: CustomNeeds): Route {
  return defineRoute({
    method: "DELETE",
    path: "/api/modes/custom/:mode_id",
    areas: AREAS,
    auth: SIGNED_IN,
    params: modeParams,
    query: ofDevice,
    limit: SAVING,
    summary: "Deletes a custom mode and removes it from every config that names it.",
    response: done.extend({ cleaned_configs: z.number().int() }),
    handle: async ({ params: { mode_id: id }, mac, principal, area }) => {
      const owner = ownerIn(area.realm, mac)
      await mayChange(needs, principal, owner)
      return { body: { ok: true, mode_id: id, cleaned_configs: await needs.studio.remove(owner, id) } }
    },
  })
}

/** The content fields that existing pages show next to the picture, in their order of preference. */
const TEXT_FIELDS = ["quote", "text", "body", "summary", "question", "challenge", "interpretation"]

function previewText({ data }: Picture): string {
  if (typeof data !== "object" || data === null) return ""
  const content = data as Readonly<Record<string, unknown>>
  const texts = [
    ...TEXT_FIELDS.filter((key) => Object.hasOwn(content, key)).map((key) => content[key]),
    ...Object.values(content),
  ]
  const found = texts.find((each): each is string => typeof each === "string" && each.trim() !== "") ?? ""
  return [...found].slice(0, MAX_PREVIEW_TEXT).join("")
}
