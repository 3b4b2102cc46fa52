import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { macParams, screenQuery, integerParam, booleanParam } from "platen/sdk/kit"
import type { Principal, Reply, Route } from "platen/sdk/http"
import type { BackgroundTasks } from "platen/sdk/kit"
import type { AlertPicture } from "./pictures.js"
import { alertBody } from "./said.js"
import type { Alerts, Taken } from "./service.js"

export interface RouteNeeds {
  readonly alerts: Alerts
  readonly picture: AlertPicture
  readonly after: BackgroundTasks["after"]
}

const EDITIONS = ["extended"]
const SENDING = { name: "alert", perMinute: 30 }
/** Each is drawn anew. */
const PICTURES = { name: "alert-picture", perMinute: 30 }
const ok = z.strictObject({ ok: z.literal(true) })

/** As of a render. */
const size = z.object({
  ...screenQuery,
  colors: integerParam(2, 4)
    .optional()
    .describe(
      "As of a render: a device of three inks or more draws its page anew backgroundTasks. The alert itself is black on white.",
    ),
})

/** How alerts reach a device, and who may send them. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [sending(needs), pictured(needs), told(needs), ...owning(needs)]
}

function sending({ alerts }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/device/:mac/alert",
    editions: EDITIONS,
    auth: { anyOf: ["agent"] },
    limit: SENDING,
    summary:
      "Something to be said at once: a device that listens shows it within seconds. The header X-Agent-Token has the alert token.",
    params: macParams,
    body: alertBody,
    response: ok,
    wireCodes: { "agent-token-missing": "missing_agent_token", "agent-token-invalid": "invalid_agent_token" },
    handle: async ({ params: { mac }, body, edition }) => {
      await alerts.post(edition.id, mac, body)
      return { body: { ok: true } }
    },
  })
}

function pictured({ alerts, picture, after }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/device/:mac/alert-bmp",
    editions: EDITIONS,
    auth: { anyOf: ["token"] },
    limit: PICTURES,
    summary: "The alert that waits, as a one-bit BMP over the whole screen; reading takes it. 204 when there is none.",
    params: macParams,
    query: size,
    produces: ["image/bmp"],
    noContent: "No alert waits.",
    handle: async ({ method, params: { mac }, query, principal, edition }) => {
      const none: Reply = { status: 204 }
      if (isAnonymous(principal)) return none
      // A HEAD asks what there would be: it takes nothing.
      if (method === "HEAD") {
        const there = await alerts.waiting(edition.id, mac)
        return there ? bmp(await picture(there.alert, there.device, query)) : none
      }
      const taken = await alerts.take(edition.id, mac, query.colors)
      if (!taken) return none
      const back = (): void => after(alerts.giveBack(edition.id, mac, taken), { mac })
      try {
        return {
          ...bmp(await picture(taken.alert, taken.device, query)),
          sent: (whole) => {
            if (!whole) back()
          },
        }
      } catch (error) {
        back()
        throw error
      }
    },
  })
}

function told({ alerts, after }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/device/:mac/check_alert",
    editions: EDITIONS,
    auth: { anyOf: ["token"] },
    summary: "The alert that waits, in words; reading takes it.",
    params: macParams,
    response: z.union([
      z.strictObject({ has_alert: z.literal(false) }),
      z.strictObject({
        has_alert: z.literal(true),
        alert: z.strictObject({ sender: z.string(), message: z.string(), level: z.string() }),
      }),
    ]),
    handle: async ({ method, params: { mac }, principal, edition }) => {
      if (isAnonymous(principal)) return { body: inWords(undefined) }
      if (method === "HEAD") return { body: inWords(await alerts.waiting(edition.id, mac)) }
      const taken = await alerts.take(edition.id, mac)
      return {
        body: inWords(taken),
        sent: (whole) => {
          if (taken && !whole) after(alerts.giveBack(edition.id, mac, taken), { mac })
        },
      }
    },
  })
}

function owning({ alerts }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/alert-token",
      editions: EDITIONS,
      auth: { anyOf: ["owner", "admin"] },
      wireCodes: { forbidden: "owner_required" },
      summary:
        "What whoever sends alerts shows as X-Agent-Token: the present one, or with regenerate=1 a new one in its place.",
      params: macParams,
      query: z.object({
        regenerate: booleanParam.default(false).describe("Another token in the place of the present one."),
      }),
      response: z.strictObject({
        ok: z.literal(true),
        token: z.string(),
        regenerated: z.boolean().describe("True: what senders had before is worth nothing now."),
      }),
      handle: async ({ params: { mac }, query: { regenerate }, edition }) => {
        const { token, replaced } = await alerts.token(edition.id, mac, regenerate)
        return { body: { ok: true, token, regenerated: replaced } }
      },
    }),
    defineRoute({
      method: "PATCH",
      path: "/api/config/:mac/focus-listening",
      editions: EDITIONS,
      auth: { anyOf: ["device", "member", "admin"] },
      summary:
        "Whether the device listens for alerts, from its next start on. Only an owner or an admin is told the alert token.",
      params: macParams,
      query: z.object({ enabled: booleanParam.describe("Whether it listens.") }),
      response: z.strictObject({
        ok: z.literal(true),
        is_focus_listening: z.boolean(),
        alert_token: z.string().nullable().describe("null: the device does not listen, or the caller may not know it."),
      }),
      handle: async ({ params: { mac }, query: { enabled }, principal, edition }) => {
        const forOwner = principal?.policy === "admin" || principal?.role === "owner"
        const token = await alerts.listen(edition.id, mac, enabled, forOwner)
        return { body: { ok: true, is_focus_listening: enabled, alert_token: token } }
      },
    }),
  ]
}

/** Who waits for an owner's confirmation is told nothing. */
function isAnonymous(principal: Principal | undefined): boolean {
  return principal?.provisional === true
}

function bmp({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array }): Reply {
  return { type, body: bytes }
}

function inWords(found: Pick<Taken, "alert"> | undefined): Readonly<Record<string, unknown>> {
  if (!found) return { has_alert: false }
  const { sender, message, level } = found.alert
  return { has_alert: true, alert: { sender, message, level } }
}
