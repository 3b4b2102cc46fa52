import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { macParams, screenQuery, integerParam, booleanParam } from "platen/sdk/kit"
import type { Principal, Reply, Route } from "platen/sdk/http"
import type { BackgroundTasks } from "platen/sdk/kit"
import type { AlertPicture } from "./pictures.js"
import { alertBody } from "./alert-body.js"
import type { Alerts, Reservation } from "./service.js"

export interface RouteNeeds {
  readonly alerts: Alerts
  readonly picture: AlertPicture
  readonly after: BackgroundTasks["after"]
}

const AREAS = ["extended", "alerts"]
const SENDING = { name: "alert", perMinute: 30 }
/** Every call draws a picture. */
const PICTURES = { name: "alert-picture", perMinute: 30 }
const ok = z.strictObject({ ok: z.literal(true) })

/** Screen parameters, as in a render. */
const size = z.object({
  ...screenQuery,
  colors: integerParam(2, 4)
    .optional()
    .describe(
      "Number of inks, as in a render: a device with three or more requests a new page after the alert. The alert itself is black on white.",
    ),
})

/** Routes that send and deliver alerts, and those of the alert token. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [postRoute(needs), pictureRoute(needs), textRoute(needs), ...ownerRoutes(needs)]
}

function postRoute({ alerts }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/device/:mac/alert",
    areas: AREAS,
    auth: { anyOf: ["agent"] },
    limit: SENDING,
    summary:
      "Sends an alert, which a listening device shows within seconds. The header X-Agent-Token has the alert token.",
    params: macParams,
    body: alertBody,
    response: ok,
    wireCodes: { "agent-token-missing": "missing_agent_token", "agent-token-invalid": "invalid_agent_token" },
    handle: async ({ params: { mac }, body, area }) => {
      await alerts.post(area.realm, mac, body)
      return { body: { ok: true } }
    },
  })
}

function pictureRoute({ alerts, picture, after }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/device/:mac/alert-bmp",
    areas: AREAS,
    auth: { anyOf: ["token"] },
    limit: PICTURES,
    summary: "Fetches the oldest pending alert as a full-screen one-bit BMP and removes it. 204 when there is none.",
    params: macParams,
    query: size,
    produces: ["image/bmp"],
    noContent: "No alert is pending.",
    handle: async ({ method, params: { mac }, query, principal, area }) => {
      const none: Reply = { status: 204 }
      if (isUnconfirmed(principal)) return none
      // A HEAD removes no alert.
      if (method === "HEAD") {
        const pending = await alerts.pending(area.realm, mac)
        return pending ? bmp(await picture(pending.alert, pending.device, query)) : none
      }
      const reservation = await alerts.reserve(area.realm, mac, query.colors)
      if (!reservation) return none
      const release = (): void => after(alerts.release(area.realm, mac, reservation), { mac })
      try {
        return {
          ...bmp(await picture(reservation.alert, reservation.device, query)),
          sent: (whole) => {
            if (!whole) release()
          },
        }
      } catch (error) {
        release()
        throw error
      }
    },
  })
}

function textRoute({ alerts, after }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/device/:mac/check_alert",
    areas: AREAS,
    auth: { anyOf: ["token"] },
    summary: "Fetches the oldest pending alert as text and removes it.",
    params: macParams,
    response: z.union([
      z.strictObject({ has_alert: z.literal(false) }),
      z.strictObject({
        has_alert: z.literal(true),
        alert: z.strictObject({ sender: z.string(), message: z.string(), level: z.string() }),
      }),
    ]),
    handle: async ({ method, params: { mac }, principal, area }) => {
      if (isUnconfirmed(principal)) return { body: textBody(undefined) }
      if (method === "HEAD") return { body: textBody(await alerts.pending(area.realm, mac)) }
      const reservation = await alerts.reserve(area.realm, mac)
      return {
        body: textBody(reservation),
        sent: (whole) => {
          if (reservation && !whole) after(alerts.release(area.realm, mac, reservation), { mac })
        },
      }
    },
  })
}

function ownerRoutes({ alerts }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/alert-token",
      areas: AREAS,
      auth: { anyOf: ["owner", "admin"] },
      wireCodes: { forbidden: "owner_required" },
      summary: "Returns the alert token, which senders of alerts put in X-Agent-Token. regenerate=1 replaces it.",
      params: macParams,
      query: z.object({
        regenerate: booleanParam.default(false).describe("Replaces the current token."),
      }),
      response: z.strictObject({
        ok: z.literal(true),
        token: z.string(),
        regenerated: z.boolean().describe("True: the previous token is no longer valid."),
      }),
      handle: async ({ params: { mac }, query: { regenerate }, area }) => {
        const { token, replaced } = await alerts.token(area.realm, mac, regenerate)
        return { body: { ok: true, token, regenerated: replaced } }
      },
    }),
    defineRoute({
      method: "PATCH",
      path: "/api/config/:mac/focus-listening",
      areas: AREAS,
      auth: { anyOf: ["device", "member", "admin"] },
      summary:
        "Makes the device listen for alerts, or stops it, from its next start on. Only an owner or an admin gets the alert token.",
      params: macParams,
      query: z.object({ enabled: booleanParam.describe("Whether the device listens for alerts.") }),
      response: z.strictObject({
        ok: z.literal(true),
        is_focus_listening: z.boolean(),
        alert_token: z
          .string()
          .nullable()
          .describe("null: the device does not listen, or the caller is neither its owner nor an admin."),
      }),
      handle: async ({ params: { mac }, query: { enabled }, principal, area }) => {
        const forOwner = principal?.kind === "admin" || principal?.role === "owner"
        const token = await alerts.listen(area.realm, mac, enabled, forOwner)
        return { body: { ok: true, is_focus_listening: enabled, alert_token: token } }
      },
    }),
  ]
}

/** Whether the caller has an unconfirmed token, which gets no alerts. */
function isUnconfirmed(principal: Principal | undefined): boolean {
  return principal?.provisional === true
}

function bmp({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array }): Reply {
  return { type, body: bytes }
}

function textBody(found: Pick<Reservation, "alert"> | undefined): Readonly<Record<string, unknown>> {
  if (!found) return { has_alert: false }
  const { sender, message, level } = found.alert
  return { has_alert: true, alert: { sender, message, level } }
}
