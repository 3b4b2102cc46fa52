import { Invalid, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macFromRequest, macParams, numeric } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Auth, Principal, Route } from "platen/sdk/http"
import type { Turn } from "platen/sdk/mode"
import { configBody } from "./fields.js"
import type { Locate } from "./locate.js"
import type { Configs, SavedBy } from "./service.js"
import { keptAwake, shownConfig } from "./shown.js"

/** Maximum size of a body: as large as the largest config that a device can read. */
const BODY_BYTES = 16 << 10

const recordParams = macParams.and(
  z.object({
    config_id: numeric(z.string(), { whole: true, minimum: 0 }).describe("Id of the config, as the history lists it."),
  }),
)

export interface ConfigAuth {
  readonly save: Auth
  readonly current: Auth
  readonly history: Auth
  readonly activate: Auth
}

/** The routes of configs, in the given areas. */
export function routes(
  configs: Configs,
  areas: readonly string[],
  auth: ConfigAuth,
  locate: (turn: Turn) => Locate,
  { security: { pairing } }: Pick<Service, "security">,
): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/config",
      areas,
      auth: auth.save,
      summary:
        "Saves a config for a device. Omitted fields keep their value. The server keeps the five newest configs.",
      body: configBody,
      bodyLimit: BODY_BYTES,
      anonymousBodyLimit: BODY_BYTES,
      response: z.strictObject({
        ok: z.literal(true),
        config_id: z.number().int(),
        warnings: z
          .array(z.string())
          .optional()
          .describe("The values that were removed or have no effect yet, each with the reason."),
      }),
      handle: async ({ body, mac, area, principal, address }) => {
        const { id, warnings } = await configs.save(
          area.realm,
          macFromRequest({ mac }),
          body,
          savedBy(principal),
          principal && locate(searching(principal, addressPlace(address), pairing)),
        )
        return { body: { ok: true, config_id: id, ...(warnings.length > 0 && { warnings }) } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/config/:mac",
      areas,
      auth: auth.current,
      summary: "Returns the active config.",
      params: macParams,
      response: shownConfig,
      handle: async ({ method, params: { mac }, area, principal }) => {
        // An unconfirmed device gets the answer of a device without a config, not a refusal that would reveal one.
        const record = await configs.current(area.realm, mac, principal?.provisional === true)
        const byDevice = principal?.kind === "device"
        if (method === "GET" && byDevice && record.config.listening) await configs.booted(area.realm, mac)
        const read = configs.shown(area.realm, mac, record)
        return { body: byDevice ? keptAwake(read) : read }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/config/:mac/history",
      areas,
      auth: auth.history,
      summary: "Lists the five newest configs, newest first.",
      params: macParams,
      response: z.strictObject({ mac: z.string(), configs: z.array(shownConfig) }),
      handle: async ({ params: { mac }, area }) => ({
        body: {
          mac,
          configs: (await configs.history(area.realm, mac)).map((record) => configs.shown(area.realm, mac, record)),
        },
      }),
    }),
    defineRoute({
      method: "PUT",
      path: "/api/config/:mac/activate/:config_id",
      areas,
      auth: auth.activate,
      summary: "Activates an earlier config.",
      params: recordParams,
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, config_id: id }, area }) => {
        await configs.activate(area.realm, mac, idOf(id))
        return { body: { ok: true } }
      },
    }),
  ]
}

/** The route by which an owner brings back an earlier config. */
export function restoreRoute(configs: Configs, areas: readonly string[]): Route {
  return defineRoute({
    method: "POST",
    path: "/api/device/:mac/config/:config_id/restore",
    areas,
    auth: { anyOf: ["owner", "admin"] },
    summary: "Brings back an earlier config. Owners bring back those that were saved since they have the device.",
    params: recordParams,
    response: z.strictObject({ ok: z.literal(true) }),
    handle: async ({ params: { mac, config_id: id }, area, principal }) => {
      const by = principal?.kind === "admin" ? undefined : (principal?.user ?? "")
      await configs.activate(area.realm, mac, idOf(id), by)
      return { body: { ok: true } }
    },
  })
}

/** The turn of who searches a city. `place`: of the caller's address. */
export function searching(
  { subject, anonymous = false, unclaimed = false, kind }: Principal,
  place: string,
  pairing: "on" | "off",
): Turn {
  return {
    caller: subject ?? (kind === "device" ? `address/${place}` : "operator"),
    anonymous: anonymous || unclaimed,
    // Where screens need no owner, people save the settings of theirs so.
    ...(pairing === "off" && { allowance: place }),
  }
}

/** Who saves, by the principal. */
export function savedBy(principal: Principal | undefined): SavedBy {
  return {
    isPerson: principal !== undefined && principal.kind !== "device",
    lends: principal?.kind === "admin" || (principal?.kind === "person" && principal.role === "owner"),
  }
}

function idOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Invalid('"config_id" is not a whole number: use an id that the history lists.', {
    issues: [{ path: "config_id", message: "must be a whole number" }],
  })
}
