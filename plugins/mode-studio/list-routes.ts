import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { normalizeMac, languageTag } from "platen/sdk/kit"
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

/** A MAC in a query, folded; one that is empty is none. */
export const macInQuery = z
  .string()
  .trim()
  .optional()
  .transform((mac) => (mac === undefined || mac === "" ? undefined : normalizeMac(mac)))
  .describe("The hardware address of the device whose modes are meant.")
export const lang = languageTag
  .optional()
  .describe("Language of the words, by BCP 47; default: as Accept-Language says.")
const query = z.object({ mac: macInQuery, lang })
const EDITIONS = ["extended"]
const LIMIT = { name: "modes", perMinute: 120 }

/** The modes that a caller may choose from. */
export function listRoutes(needs: ListNeeds): readonly Route[] {
  const { service } = needs
  return [
    defineRoute({
      method: "GET",
      path: "/api/modes",
      editions: EDITIONS,
      auth: WIDENED,
      limit: LIMIT,
      query,
      summary:
        "All modes that are installed, and the custom ones that the caller may see: of the device named, else of all of one's own.",
      response: z.strictObject({ modes: z.array(modeShown) }),
      handle: async ({ query: { lang: wanted }, mac, principal, edition, headers }) => {
        const language = wanted ?? languageOf(headers["accept-language"], service.defaults.language)
        return {
          body: { modes: (await seen(needs, principal, edition.id, mac)).map((each) => listed(each, language)) },
        }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/modes/catalog",
      editions: EDITIONS,
      auth: WIDENED,
      limit: LIMIT,
      query,
      summary: "The same with names in Chinese and English, in groups: what a page offers to choose from.",
      response: z.strictObject({ items: z.array(itemShown) }),
      handle: async ({ query: { lang: wanted }, mac, principal, edition, headers }) => {
        const language = wanted ?? languageOf(headers["accept-language"], service.defaults.language)
        return { body: { items: (await seen(needs, principal, edition.id, mac)).map((each) => item(each, language)) } }
      },
    }),
  ]
}

/** The caller's custom modes, then everybody's. A custom one that something else has taken the place of is not shown. */
async function seen(
  needs: ListNeeds,
  principal: Principal | undefined,
  edition: string,
  mac: string | undefined,
): Promise<readonly Listed[]> {
  const { modeStore, modes } = needs
  const all = new Set(modeStore.get(undefined))
  const own = (await ownersFor(needs, principal, edition, mac)).flatMap((owner) =>
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

/** Whose custom modes the caller may see. */
async function ownersFor(
  { modeStore, access }: ListNeeds,
  principal: Principal | undefined,
  edition: string,
  mac: string | undefined,
): Promise<readonly DeviceId[]> {
  if (principal === undefined) return []
  if (mac !== undefined) return principal.policy === "user" ? [] : [{ edition, mac }]
  const { user } = principal
  if (user === undefined) return []
  const owners = modeStore.owners().filter((owner): owner is DeviceId => owner?.edition === edition)
  const mine = await access.boundTo(user, edition)
  return owners.filter(({ mac: each }) => mine.has(each))
}
