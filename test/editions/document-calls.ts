import type { ServedRoute } from "platen/sdk/http"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import type { Documented, Owned } from "./document-stage.js"
import { definition } from "./extended-studio-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"

/** How a route is called so that all is well. */
export interface Call {
  /** The device's own token, its owner, an admin's session, or nobody. */
  readonly as: "token" | "owner" | "boss" | "nobody"
  /** Beside the mac that a path without one takes here. */
  readonly query?: string
  readonly body?: object | Uint8Array
  /** True: the query, or the body, has the mac. */
  readonly mac?: "query" | "body"
  /** What must stand before, as far as it is no business of this call; gives the other named part of the path, or headers. */
  before?(server: Documented, screen: Owned): Promise<string | Headers | object | undefined>
  /** Default 200. */
  readonly status?: number
  /** Of the device: nobody owns it, or it has a config. */
  readonly on?: "unowned" | "configured"
}

const json = (answer: Answer): Record<string, unknown> => answer.json() as Record<string, unknown>
const first = (answer: Answer, list: string): string => String((json(answer)[list] as { id: unknown }[])[0]!.id)

async function asking(server: Documented, { mac }: Owned): Promise<string> {
  const asked = await server.post("/api/user/devices", { mac }, (await server.person()).headers)
  return String(json(asked).request_id)
}
async function showsSomething(server: Documented, screen: Owned): Promise<undefined> {
  await screen.render("persona=ONE")
  while (json(await screen.get("history")).history?.toString() === "") await server.at("/api/health")
  return undefined
}

/** Every route of the extended edition, by method and path. */
export const CALLS: Readonly<Record<string, Call>> = {
  "GET /api/health": { as: "nobody" },
  "GET /api/openapi.json": { as: "nobody" },
  "GET /metrics": { as: "nobody" },
  "GET /config": { as: "nobody" },
  "GET /api/render": { as: "token", on: "configured", mac: "query" },
  "GET /api/preview": { as: "token", on: "configured", mac: "query" },
  "GET /api/preview/stream": { as: "token", on: "configured", mac: "query" },
  "GET /api/widget/:mac": { as: "token", on: "configured" },
  "GET /api/widget/:mac/data": { as: "token", on: "configured" },
  "POST /api/config": { as: "boss", mac: "body", body: { modes: ["ONE"] } },
  "GET /api/config/:mac": { as: "token", on: "configured" },
  "GET /api/config/:mac/history": { as: "token", on: "configured" },
  "PUT /api/config/:mac/activate/:config_id": { as: "boss", on: "configured", before: () => Promise.resolve("1") },
  "PATCH /api/config/:mac/focus-listening": { as: "owner", on: "configured", query: "enabled=true" },
  "GET /api/modes": { as: "owner", mac: "query" },
  "GET /api/modes/catalog": { as: "owner", mac: "query" },
  "POST /api/modes/custom/preview": { as: "boss", body: { mode_def: definition("TRIED") } },
  "POST /api/modes/custom": { as: "owner", mac: "body", body: definition("SAVED") },
  "GET /api/modes/custom/:mode_id": { as: "owner", mac: "query", before: saved },
  "DELETE /api/modes/custom/:mode_id": { as: "owner", mac: "query", before: saved },
  "POST /api/modes/generate": { as: "boss", body: { description: "tides" }, status: 503 },
  "GET /api/models": { as: "boss" },
  "POST /api/models/try": { as: "boss", body: {} },
  "GET /api/user/models": { as: "owner" },
  "PUT /api/user/models": { as: "owner", body: { text: { provider: "openai", model: "gpt-test" } } },
  "DELETE /api/user/models": { as: "owner" },
  "GET /api/user/profile": { as: "owner" },
  "PUT /api/user/profile/llm": { as: "owner", body: { provider: "deepseek", model: "deepseek-chat", api_key: "" } },
  "DELETE /api/user/profile/llm": { as: "owner" },
  "GET /api/firmware/releases": { as: "nobody" },
  "GET /api/firmware/releases/latest": { as: "nobody", status: 404 },
  "GET /api/firmware/validate-url": { as: "nobody", query: "url=https://example.org/a.bin", status: 503 },
  "GET /api/devices/recent": { as: "boss" },
  "GET /api/device/:mac/playlist": { as: "owner" },
  "PUT /api/device/:mac/playlist": { as: "owner", body: { quiet: { from: "23:00", to: "06:30" } } },
  "GET /api/sources": { as: "nobody" },
  "POST /api/sources/:name/try": { as: "boss", body: {}, before: () => Promise.resolve("on-this-day") },
  "GET /api/locations/search": { as: "boss", query: "q=Bern", status: 502 },
  "POST /api/device/:mac/refresh": { as: "token", body: {} },
  "GET /api/device/:mac/state": { as: "token" },
  "POST /api/device/:mac/runtime": { as: "token", body: { mode: "interval" } },
  "POST /api/device/:mac/apply-preview": { as: "token", body: ONE_PIXEL },
  "POST /api/device/:mac/switch": { as: "token", body: { mode: "TWO" } },
  "POST /api/device/:mac/favorite": { as: "token", body: { mode: "ONE" } },
  "GET /api/device/:mac/favorites": { as: "token" },
  "DELETE /api/device/:mac/favorite/:id": {
    as: "token",
    before: async (_, screen) => {
      await screen.post("favorite", { mode: "ONE" })
      return first(await screen.get("favorites"), "favorites")
    },
  },
  "GET /api/device/:mac/history": { as: "token" },
  "POST /api/device/:mac/habit/check": { as: "token", body: { habit: "Run" } },
  "GET /api/device/:mac/habit/status": { as: "token" },
  "DELETE /api/device/:mac/habit/:habit_name": {
    as: "token",
    before: async (_, screen) => {
      await screen.post("habit/check", { habit: "Run" })
      return "Run"
    },
  },
  "POST /api/device/:mac/token": { as: "token", body: {} },
  "GET /api/device/:mac/tokens": { as: "owner" },
  "DELETE /api/device/:mac/tokens/:token_id": {
    as: "owner",
    before: async (_, screen) => first(await screen.get("tokens", screen.owner.headers), "tokens"),
  },
  "POST /api/device/:mac/token/rotate": { as: "owner", body: {} },
  "POST /api/device/:mac/free": { as: "boss", body: {} },
  "GET /api/device/:mac/qr": { as: "token" },
  "GET /api/device/:mac/share": { as: "token", before: showsSomething },
  "POST /api/device/:mac/heartbeat": { as: "token", body: { battery_voltage: 3.7, wifi_rssi: -50 } },
  "POST /api/device/:mac/claim-token": { as: "token", body: { pair_code: "123456" } },
  "GET /api/device/:mac/alert-bmp": { as: "token", status: 204 },
  "GET /api/device/:mac/check_alert": { as: "token" },
  "POST /api/device/:mac/alert": {
    as: "nobody",
    body: { sender: "Ada", message: "Tea" },
    before: async (_, screen) => ({
      "x-agent-token": String(json(await screen.post("alert-token", {}, screen.owner.headers)).token),
    }),
  },
  "POST /api/device/:mac/alert-token": { as: "owner", body: {} },
  "POST /api/device/:mac/widget-token": { as: "owner", body: {} },
  "DELETE /api/device/:mac/widget-token": {
    as: "owner",
    before: async (_, screen) => {
      await screen.post("widget-token", {}, screen.owner.headers)
      return undefined
    },
  },
  "POST /api/auth/register": {
    as: "nobody",
    body: {},
    before: () => Promise.resolve({ "x-forwarded-for": "203.0.113.9" }),
    status: 422,
  },
  "POST /api/auth/login": { as: "nobody", body: {}, status: 422 },
  "GET /api/auth/me": { as: "owner" },
  "POST /api/auth/logout": { as: "nobody", body: {} },
  "POST /api/auth/password": { as: "owner", body: {}, status: 422 },
  "GET /api/user/devices": { as: "owner" },
  "POST /api/user/devices": { as: "owner", mac: "body", on: "unowned", body: {} },
  "DELETE /api/user/devices/:mac": { as: "owner" },
  "GET /api/user/devices/requests": { as: "owner" },
  "POST /api/user/devices/requests/:id/approve": { as: "owner", body: {}, before: asking },
  "POST /api/user/devices/requests/:id/reject": { as: "owner", body: {}, before: asking },
  "GET /api/user/devices/:mac/members": { as: "owner" },
  "DELETE /api/user/devices/:mac/members/:user_id": {
    as: "owner",
    before: async (server, screen) => {
      const { id, name } = await server.person()
      await server.post(`/api/user/devices/${screen.mac}/share`, { username: name }, screen.owner.headers)
      return id
    },
  },
  "POST /api/user/devices/:mac/share": { as: "owner", body: { username: "somebody" } },
  "POST /api/claim/consume": {
    as: "owner",
    mac: "body",
    on: "unowned",
    body: { pair_code: "ABCD2345" },
    before: async (_, screen) => {
      await screen.post("claim-token", { pair_code: "ABCD2345" })
      return undefined
    },
  },
  "GET /": { as: "nobody" },
  "GET /api/doctor": { as: "boss" },
  "GET /api/device/:mac/forecast": { as: "owner" },
  "GET /api/device/:mac/why": { as: "owner", query: "next=0" },
  "GET /api/device/:mac/preview": { as: "owner", on: "configured" },
  "GET /api/device/:mac/picture": { as: "owner", status: 404 },
  "POST /api/device/:mac/config/:config_id/restore": {
    as: "owner",
    body: {},
    before: async (server, { mac, owner }) =>
      String(json(await server.post("/api/config", { mac, modes: ["ONE"] }, owner.headers)).config_id),
  },
  "GET /api/modes/:mode_id/settings": { as: "nobody", before: () => Promise.resolve("ONE") },
  "GET /api/people": { as: "boss" },
  "PUT /api/people/:user_id/role": { as: "boss", body: { role: "user" }, before: somebody },
  "DELETE /api/people/:user_id": { as: "boss", before: somebody },
  "POST /api/people/:user_id/reset-link": { as: "boss", body: {}, before: somebody },
  "POST /api/people/invite": { as: "boss", body: {} },
  "POST /api/auth/reset": { as: "nobody", body: {}, status: 422 },
  "POST /api/auth/reset-password": { as: "nobody", body: {}, status: 409 },
  "POST /api/auth/reset-password/send-code": { as: "nobody", body: {}, status: 409 },
  "POST /api/auth/reset-password/confirm": { as: "nobody", body: {}, status: 409 },
  "POST /api/auth/bind-email/send-code": { as: "owner", body: {}, status: 409 },
  "POST /api/auth/bind-email/confirm": { as: "owner", body: {}, status: 409 },
  "GET /api/uploads": { as: "owner" },
  "POST /api/uploads": { as: "owner", body: ONE_PIXEL },
  "GET /api/uploads/:id": { as: "owner", before: uploaded },
  "DELETE /api/uploads/:id": { as: "owner", before: uploaded },
  "GET /api/user/preferences": { as: "owner" },
  "PUT /api/user/preferences": { as: "owner", body: { locale: "de" } },
  "GET /api/content/today": { as: "nobody", query: "modes=ONE" },
  "GET /api/server": { as: "boss" },
  "GET /api/server/log": { as: "boss" },
  "GET /api/server/backups": { as: "boss" },
  "POST /api/server/backups": { as: "boss" },
  "GET /api/plugins": { as: "boss" },
  "GET /api/user/grants": { as: "owner" },
  "POST /api/plugins/:plugin_id/check": { as: "boss", body: { config: {} }, before: () => Promise.resolve("devices") },
  "GET /api/stats/overview": { as: "boss" },
  "GET /api/stats/refusals": { as: "boss" },
  "GET /api/stats/:mac": { as: "token" },
  "GET /api/stats/:mac/renders": { as: "token" },
  "GET /api/stats/:mac/refusals": { as: "owner" },
}

async function somebody(server: Documented): Promise<string> {
  return (await server.person()).id
}

async function uploaded(server: Documented, { owner }: Owned): Promise<string> {
  const headers = { ...owner.headers, "content-type": "image/png" }
  return String(json(await server.at("/api/uploads", { method: "POST", headers, body: ONE_PIXEL })).id)
}

async function saved(server: Documented, { mac, owner }: Owned): Promise<string> {
  await server.post("/api/modes/custom", { ...definition("SAVED"), mac }, owner.headers)
  return "SAVED"
}

/** How the mac is written: of a path or a query, and of a body. */
export interface Spelling {
  readonly url: (mac: string) => string
  readonly body: (mac: string) => string
}

/** A call that was made, with the address of the device that it is about. */
export interface Called {
  readonly answer: Answer
  readonly mac: string
  readonly call: Call
}

/** All that must stand before a route is called. */
export interface Prepared {
  readonly served: ServedRoute
  readonly call: Call
  readonly screen: Owned
  readonly given: string | Headers | object | undefined
}

/** A device of its own for one call. */
export async function prepared(server: Documented, served: ServedRoute): Promise<Prepared> {
  const { method, path } = served.route
  const call = CALLS[`${method} ${path}`]
  if (!call) throw new Error(`${method} ${path} is no route of the list: add how it is called`)
  const owner = await server.keeper()
  // Nobody may call too often in one minute.
  server.clock.advance(60_000)
  const screen: Owned =
    call.on === "unowned"
      ? { ...(await server.device()), owner }
      : call.on === "configured"
        ? await server.configured({}, owner)
        : await server.owned(owner)
  return { served, call, screen, given: await call.before?.(server, screen) }
}

export async function sent(
  server: Documented,
  { served: { route, path }, call, screen, given }: Prepared,
  { url, body: written }: Spelling,
): Promise<Called> {
  const { mac } = screen
  const filled = path
    .replace(/:(?!mac\b)[a-z_]+/, typeof given === "string" ? encodeURIComponent(given) : "")
    .replace(":mac", url(mac))
  const query = [call.mac === "query" ? `mac=${url(mac)}` : "", call.query ?? ""].filter(Boolean).join("&")
  const who = { token: screen.headers, owner: screen.owner.headers, boss: server.boss, nobody: {} }[call.as]
  const more = typeof given === "object" ? (given as Headers) : {}
  const body =
    call.body instanceof Uint8Array
      ? call.body
      : call.body && JSON.stringify({ ...call.body, ...(call.mac === "body" && { mac: written(mac) }) })
  const answer = await server.at(`${filled}?${query}`, {
    method: route.method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...who, ...more },
    ...(body !== undefined && { body }),
  })
  return { answer, mac, call }
}

/** Calls a route on a device of its own. */
export const called = async (server: Documented, served: ServedRoute, spelling: Spelling): Promise<Called> =>
  sent(server, await prepared(server, served), spelling)
