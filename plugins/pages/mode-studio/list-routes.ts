import { NotFound, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { jsonSchema, normalizeMac, languageTag } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { Principal, Route } from "platen/sdk/http"
import type { ModeCatalog } from "platen/sdk/mode"
import { WIDENED } from "./access.js"
import type { Access } from "./access.js"
import { languageOf } from "./language.js"
import { scopeOf } from "./mode-store.js"
import type { ModeStore } from "./mode-store.js"
import { item, itemShown, listed, modeShown } from "./shown.js"
import type { Listed } from "./shown.js"

export interface ListNeeds {
  readonly modeStore: ModeStore
  readonly access: Access
  readonly modes: ModeCatalog
  readonly service: Pick<Service, "defaults">
}

/** An optional MAC in a query, normalised; "" counts as absent. */
export const macInQuery = z
  .string()
  .trim()
  .optional()
  .transform((mac) => (mac === undefined || mac === "" ? undefined : normalizeMac(mac)))
  .describe("The MAC address of the device whose modes are meant.")
export const lang = languageTag.optional().describe("Language of the texts (BCP 47). Default: from Accept-Language.")
const query = z.object({ mac: macInQuery, lang })
const modeId = z
  .string()
  .max(40)
  .transform((id) => id.trim().toUpperCase())
  .describe("Id of a mode.")
const AREAS = ["extended"]
const LIMIT = { name: "modes", perMinute: 120 }

/** The routes that list the modes. */
export function listRoutes(needs: ListNeeds): readonly Route[] {
  const { service } = needs
  return [
    defineRoute({
      method: "GET",
      path: "/api/modes",
      areas: AREAS,
      auth: WIDENED,
      limit: LIMIT,
      query,
      summary:
        "Lists all installed modes and the custom modes that the caller may see: those of the device in mac, else those of all the caller's devices.",
      response: z.strictObject({ modes: z.array(modeShown) }),
      handle: async ({ query: { lang: wanted }, mac, principal, area, headers }) => {
        const language = wanted ?? languageOf(headers["accept-language"], service.defaults.language)
        return {
          body: { modes: (await visible(needs, principal, area.realm, mac)).map((each) => listed(each, language)) },
        }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/modes/catalog",
      areas: AREAS,
      auth: WIDENED,
      limit: LIMIT,
      query,
      summary:
        "Lists the same modes in groups, with names in Chinese and English, for a page that offers a choice of modes.",
      response: z.strictObject({ items: z.array(itemShown) }),
      handle: async ({ query: { lang: wanted }, mac, principal, area, headers }) => {
        const language = wanted ?? languageOf(headers["accept-language"], service.defaults.language)
        return {
          body: { items: (await visible(needs, principal, area.realm, mac)).map((each) => item(each, language)) },
        }
      },
    }),
    settingsRoute(needs),
  ]
}

function settingsRoute(needs: ListNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/modes/:mode_id/settings",
    areas: AREAS,
    auth: WIDENED,
    limit: LIMIT,
    params: z.object({
      mode_id: modeId,
    }),
    query: z.object({ mac: macInQuery }),
    summary: "Returns the settings of a mode as JSON Schema, with labels, help and widgets under x-platen, for a form.",
    response: z.strictObject({
      mode_id: z.string(),
      schema: z.record(z.string(), z.unknown()).describe("An object without properties for a mode without settings."),
    }),
    handle: async ({ params: { mode_id: id }, mac, principal, area }) => {
      const found = (await visible(needs, principal, area.realm, mac)).find(({ mode }) => mode.id === id)
      if (!found) throw new NotFound(`There is no mode ${id}: GET /api/modes lists them.`, { code: "mode-not-found" })
      return { body: { mode_id: id, schema: jsonSchema(found.mode.settings ?? z.strictObject({})) } }
    },
  })
}

/** The caller's custom modes, then the modes for all devices. A custom mode that another mode with its id replaces is left out. */
async function visible(
  needs: ListNeeds,
  principal: Principal | undefined,
  realm: string,
  mac: string | undefined,
): Promise<readonly Listed[]> {
  const { modeStore, modes } = needs
  const all = new Set(modeStore.get(undefined))
  const own = (await ownersFor(needs, principal, realm, mac)).flatMap((owner) =>
    modeStore
      .get(owner)
      .filter((mode) => modes.get(mode.id, [scopeOf(owner)]) === mode)
      .map((mode) => ({ mode, custom: true, mac: owner.mac })),
  )
  const hidden = new Set(mac === undefined ? [] : own.map(({ mode }) => mode.id))
  const others = modes
    .list()
    .filter(({ id }) => !hidden.has(id))
    .map((mode) => ({ mode, custom: all.has(mode) }))
  return [...own.sort((a, b) => (a.mode.id < b.mode.id ? -1 : 1)), ...others]
}

/** The devices whose custom modes the caller may see. */
async function ownersFor(
  { modeStore, access }: ListNeeds,
  principal: Principal | undefined,
  realm: string,
  mac: string | undefined,
): Promise<readonly DeviceId[]> {
  if (principal === undefined) return []
  if (mac !== undefined) return principal.kind === "person" && principal.mac === undefined ? [] : [{ realm, mac }]
  const { user } = principal
  if (user === undefined) return []
  const owners = modeStore.owners().filter((owner): owner is DeviceId => owner?.realm === realm)
  const mine = await access.boundTo(user, realm)
  return owners.filter(({ mac: each }) => mine.has(each))
}
