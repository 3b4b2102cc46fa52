import { Invalid, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { macFromRequest, macParams, numeric } from "platen/sdk/kit"
import type { Auth, Route } from "platen/sdk/http"
import { configBody } from "./fields.js"
import type { Configs } from "./service.js"
import { shownConfig } from "./shown.js"

/** A config has as many at most, as a device reads it. */
const BODY_BYTES = 16 << 10

export interface ConfigAuth {
  readonly save: Auth
  readonly current: Auth
  readonly history: Auth
  readonly activate: Auth
}

/** What the owner of a screen chooses, under the editions named. */
export function routes(configs: Configs, editions: readonly string[], auth: ConfigAuth): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/config",
      editions,
      auth: auth.save,
      summary: "Saves a device's config. What is left out keeps its value; the five newest are kept.",
      body: configBody,
      bodyLimit: BODY_BYTES,
      anonymousBodyLimit: BODY_BYTES,
      response: z.strictObject({
        ok: z.literal(true),
        config_id: z.number().int(),
        warnings: z.array(z.string()).optional().describe("What was left out or has no effect yet, and why."),
      }),
      handle: async ({ body, mac, edition, principal }) => {
        const { id, warnings } = await configs.save(
          edition.id,
          macFromRequest({ mac }),
          body,
          principal !== undefined && principal.policy !== "device",
        )
        return { body: { ok: true, config_id: id, ...(warnings.length > 0 && { warnings }) } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/config/:mac",
      editions,
      auth: auth.current,
      summary: "The config that counts.",
      params: macParams,
      response: shownConfig,
      handle: async ({ method, params: { mac }, edition, principal }) => {
        // A device that its owner has not confirmed reads nothing of its config, and must not be told that it may not.
        const record = await configs.current(edition.id, mac, principal?.provisional === true)
        if (method === "GET" && principal?.policy === "device" && record.config.focusListening)
          await configs.booted(edition.id, mac)
        return { body: configs.shown(mac, record) }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/config/:mac/history",
      editions,
      auth: auth.history,
      summary: "The five newest configs, newest first.",
      params: macParams,
      response: z.strictObject({ mac: z.string(), configs: z.array(shownConfig) }),
      handle: async ({ params: { mac }, edition }) => ({
        body: { mac, configs: (await configs.history(edition.id, mac)).map((record) => configs.shown(mac, record)) },
      }),
    }),
    defineRoute({
      method: "PUT",
      path: "/api/config/:mac/activate/:config_id",
      editions,
      auth: auth.activate,
      summary: "Makes an earlier config the one that counts.",
      params: macParams.and(
        z.object({ config_id: numeric(z.string(), { whole: true, minimum: 0 }).describe("As the history lists it.") }),
      ),
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, config_id: id }, edition }) => {
        await configs.activate(edition.id, mac, idOf(id))
        return { body: { ok: true } }
      },
    }),
  ]
}

function idOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Invalid('"config_id" is wrong: it is a whole number, as the history lists it.', {
    issues: [{ path: "config_id", message: "must be a whole number" }],
  })
}
