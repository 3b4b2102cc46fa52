import { SERVED_ROUTES } from "platen/sdk/http"
import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { cookie, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { turns } from "../depth.js"
import { releaseOf } from "../plugins/devices/firmware/world.js"
import { describedBy } from "./described.js"
import type { Described, OpenApi } from "./described.js"
import { definition } from "./extended-studio-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { membersOf } from "./seen.js"
import type { ExtendedDevice, Person } from "./extended-stage.js"

/** Every call there is, made with success at least once, against what the server's own description says of it. */
const test = suite("editions: answers are as described")

/** A world in which there are firmware and places. */
const fetch: OutboundFetch = async (address) => {
  const { pathname, host } = new URL(String(address))
  const json = pathname.endsWith("/releases")
    ? [releaseOf("v1.2.3", ["epd_42_c3.bin"]), releaseOf("v1.2.2", ["epd_42_esp32.bin"], { published_at: null })]
    : {
        results: [
          {
            name: "Paris",
            latitude: 48.85,
            longitude: 2.35,
            country: "France",
            country_code: "FR",
            timezone: "Europe/Paris",
          },
        ],
      }
  const text = (): string => JSON.stringify(json)
  const headers: Record<string, string> = pathname.endsWith(".bin")
    ? {
        "content-length": "1148832",
        ...(host === "plain.example.org" ? {} : { "content-type": "application/octet-stream" }),
      }
    : {}
  return {
    status: 200,
    url: String(address),
    headers,
    bytes: new Uint8Array(0),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}

/** A server, and calls to it that are held against its description. */
interface Checked {
  readonly described: Described
  /** JSON with a status of 200, unless another is named. */
  call(method: string, path: string, given?: Given): Promise<Record<string, unknown>>
  bytes(method: string, path: string, given?: Given): Promise<Answer>
}
interface Given {
  readonly headers?: Headers
  readonly body?: unknown
  readonly status?: number
}

async function checking(port: number, path = "/api/openapi.json"): Promise<Checked> {
  const described = describedBy((await ask(port, path)).json() as OpenApi)
  const bytes: Checked["bytes"] = async (method, where, { headers = {}, body, status = 200 } = {}) => {
    const plain = body === undefined || body instanceof Uint8Array
    const asked: Asked = {
      method,
      headers: { ...(plain ? {} : { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: plain ? (body as Uint8Array) : JSON.stringify(body) }),
    }
    const answer = await ask(port, where, asked)
    assert.is(
      answer.status,
      status,
      `${method} ${where}: ${answer.status} ${answer.headers["content-type"]?.startsWith("image") ? "" : answer.text().slice(0, 400)}`,
    )
    described.check(where, asked, answer)
    return answer
  }
  return { described, bytes, call: async (...given) => (await bytes(...given)).json() as Record<string, unknown> }
}

/** Calls that are refused whoever makes them. */
const MAIL = [
  "reset-password",
  "reset-password/send-code",
  "reset-password/confirm",
  "bind-email/send-code",
  "bind-email/confirm",
]

let open: PairingStage
let checked: Checked
let [anna, ben]: Person[] = []
let screen: ExtendedDevice

test.before(async () => {
  open = await openPairing({
    fetch,
    config: { firmware: { repository: "acme/firmware" }, "edition-core": { mount: "/core" } },
    server: {
      limits: {
        render: 10_000,
        preview: 10_000,
        pairing: 10_000,
        places: 10_000,
        "mode-preview": 10_000,
        modes: 10_000,
        "mode-save": 10_000,
        alert: 10_000,
        push: 10_000,
        "mode-generate": 10_000,
      },
    },
  })
  checked = await checking(open.port)
})
test.after(() => open.close())

const call: Checked["call"] = (...given) => checked.call(...given)
const bytes: Checked["bytes"] = (...given) => checked.bytes(...given)
const at = (what: string, mac = screen.mac): string => `/api/device/${mac}/${what}`

test("of people: who they are, how they come in and go", async () => {
  const registered = await call("POST", "/api/auth/register", {
    body: { username: "anna", password: PASSWORD },
    headers: { "x-forwarded-for": "198.51.100.1" },
  })
  const { token } = (await call("POST", "/api/auth/login", { body: { username: "anna", password: PASSWORD } })) as {
    token: string
  }
  await call("GET", "/api/auth/me", { headers: cookie(token) })
  await call("POST", "/api/auth/password", {
    headers: { authorization: `Bearer ${token}` },
    body: { current: PASSWORD, password: "another horse" },
  })
  await call("POST", "/api/auth/logout", { headers: cookie(token) })
  await call("POST", "/api/auth/logout")
  await call("GET", "/api/auth/me", { headers: cookie(token), status: 401 })
  await call("POST", "/api/auth/login", { body: { username: "anna", password: PASSWORD }, status: 401 })
  await call("POST", "/api/auth/register", { body: { username: "anna", password: "short" }, status: 422 })
  const again = await bytes("POST", "/api/auth/login", { body: { username: "anna", password: "another horse" } })
  anna = {
    name: "anna",
    id: registered.user_id as string,
    token: tokenOf(again),
    headers: { authorization: `Bearer ${tokenOf(again)}` },
  }
  ben = await open.person("ben")
})

test("of people by an admin: roles, links, removal", async () => {
  const headers = open.admin
  const zoe = await open.person("zoe")
  const last = ({ link }: Record<string, unknown>): string => (link as string).split("/").at(-1)!
  await call("GET", "/api/people?limit=10&offset=0", { headers })
  await call("PUT", `/api/people/${zoe.id}/role`, { headers, body: { role: "admin" } })
  await call("PUT", `/api/people/${zoe.id}/role`, { headers, body: { role: "user" }, status: 409 })
  await call("PUT", `/api/people/${anna!.id}/role`, { headers, body: { role: "admin" } })
  for (const { id } of [zoe, anna!])
    await call("PUT", `/api/people/${id}/role`, { headers, body: { role: "user" }, status: id === zoe.id ? 200 : 409 })
  await call("DELETE", `/api/people/${anna!.id}`, { headers, status: 409 })
  const token = last(await call("POST", `/api/people/${zoe.id}/reset-link`, { headers }))
  await call("POST", "/api/auth/reset", { body: { token, password: "another horse" } })
  await call("POST", "/api/auth/reset", { body: { token, password: "another horse" }, status: 403 })
  const invite = last(await call("POST", "/api/people/invite", { headers }))
  await call("POST", "/api/auth/register", { body: { username: "yan", password: PASSWORD, invite } })
  await call("DELETE", `/api/people/${zoe.id}`, { headers })
  await call("DELETE", `/api/people/${zoe.id}`, { headers, status: 404 })
})

test("of a device that nobody owns: its token, its code, its pages", async () => {
  const mac = "0C:00:00:00:00:01"
  const { token } = (await call("POST", at("token", mac), { body: {} })) as { token: string }
  const headers = { "x-device-token": token }
  screen = { ...(await open.device(mac)), token, headers }
  await call("POST", at("heartbeat"), { headers, body: { battery_voltage: 3.91, wifi_rssi: -42 } })
  await call("POST", at("claim-token"), { headers, body: { pair_code: "123456" } })
  await call("POST", at("claim-token"), { headers })
  await bytes("GET", `/api/render?v=3.7&mac=${mac}&rssi=-42&refresh_min=60&w=296&h=128&colors=2&next=0`, { headers })
  await bytes("GET", "/api/render?w=400&h=300&persona=STOIC&colors=4&lang=en")
  await call("GET", at("state"), { headers })
  await bytes("GET", `${at("alert-bmp")}?w=296&h=128`, { headers, status: 204 })
  await call("POST", at("runtime"), { headers, body: { mode: "interval" } })
  await bytes("GET", at("qr"), { headers })
  await call("GET", `/api/devices/recent?minutes=10`, { headers: anna!.headers })
})

test("of binding: claims, members, who asks to be let in", async () => {
  const pair_code = (await call("POST", at("claim-token"), { headers: screen.headers, body: { pair_code: "123456" } }))
    .pair_code
  await call("POST", "/api/claim/consume", { headers: anna!.headers, body: { pair_code, nickname: "Kitchen" } })
  await call("POST", "/api/user/devices", { headers: anna!.headers, body: { mac: screen.mac, nickname: "Kitchen" } })
  await call("GET", "/api/user/devices", { headers: anna!.headers })
  const ask1 = await call("POST", "/api/user/devices", { headers: ben!.headers, body: { mac: screen.mac } })
  assert.is(ask1.status, "pending_approval")
  await call("GET", "/api/user/devices/requests", { headers: anna!.headers })
  await call("POST", `/api/user/devices/requests/${ask1.request_id}/reject`, { headers: anna!.headers })
  const ask2 = await call("POST", "/api/user/devices", { headers: ben!.headers, body: { mac: screen.mac } })
  await call("POST", `/api/user/devices/requests/${ask2.request_id}/approve`, { headers: anna!.headers })
  const carol = await open.person("carol")
  await call("POST", `/api/user/devices/${screen.mac}/share`, { headers: anna!.headers, body: { username: "carol" } })
  await call("GET", `/api/user/devices/${screen.mac}/members`, { headers: anna!.headers })
  await call("DELETE", `/api/user/devices/${screen.mac}/members/${carol.id}`, { headers: anna!.headers })
  await call("GET", "/api/user/devices", { headers: ben!.headers })
})

test("of configs: saved, read, brought back", async () => {
  for (const modes of [["STOIC"], ["ZEN", "HABIT"]]) {
    await call("POST", "/api/config", {
      headers: anna!.headers,
      body: {
        mac: screen.mac,
        modes,
        refresh_interval: 60,
        city: "Paris",
        lat: 48.85,
        lon: 2.35,
        strategy: "cycle",
        always_active: 0,
        mode_overrides: { MEMO: { memo_text: "x" } },
        countdown_events: [{ name: "a", date: "2027-01-01" }],
        time_slot_rules: [{ startHour: 8, endHour: 9, modes: ["ZEN", "NOBODY"] }],
      },
    })
  }
  const { configs } = (await call("GET", `/api/config/${screen.mac}/history`, { headers: anna!.headers })) as {
    configs: readonly { id: number }[]
  }
  await call("PUT", `/api/config/${screen.mac}/activate/${configs[1]!.id}`, { headers: open.admin })
  await call("POST", `/api/device/${screen.mac}/config/${configs[1]!.id}/restore`, { headers: anna!.headers })
  await call("GET", `/api/config/${encodeURIComponent(screen.mac)}`, { headers: screen.headers })
  await call("PATCH", `/api/config/${screen.mac}/focus-listening?enabled=true`, { headers: anna!.headers })
  await call("PATCH", `/api/config/${screen.mac}/focus-listening?enabled=true`, { headers: ben!.headers })
})

test("of what a device shows: pages, previews, favorites, the past", async () => {
  await bytes("GET", `/api/render?v=3.7&mac=${screen.mac}&w=296&h=128`, { headers: screen.headers })
  await bytes("GET", `/api/render?v=3.7&mac=${screen.mac}&w=296&h=128&next=1&colors=3`, { headers: screen.headers })
  await bytes(
    "GET",
    `/api/preview?mac=${screen.mac}&persona=MEMO&memo_text=hi&city_override=Rome&mode_override=%7B%7D&no_cache=1&colors=4&look=glass&w=296&h=128`,
    { headers: anna!.headers },
  )
  const tag = (await bytes("GET", "/api/preview?persona=STOIC&ui_language=zh")).headers.etag!
  await bytes("GET", "/api/preview?persona=STOIC&ui_language=zh", { headers: { "if-none-match": tag }, status: 304 })
  await call("GET", "/api/preview?persona=STOIC&intent=1")
  await bytes("GET", "/api/preview/stream?persona=STOIC&w=200&h=100")
  const { id } = (await call("POST", at("favorite"), { headers: screen.headers })) as { id: string }
  await call("POST", at("favorite"), { headers: screen.headers, body: { mode: "STOIC" } })
  await call("GET", `${at("favorites")}?limit=10&offset=0`, { headers: screen.headers })
  await call("GET", `${at("history")}?limit=10&offset=0&mode=STOIC`, { headers: screen.headers })
  await call("GET", at("history"), { headers: screen.headers })
  await call("DELETE", at(`favorite/${encodeURIComponent(id)}`), { headers: screen.headers })
  await bytes("GET", `${at("share")}?w=400&h=300`, { headers: screen.headers })
  await call("GET", `${at("forecast")}?hours=3`, { headers: anna!.headers })
  await call("GET", at("why"), { headers: anna!.headers })
  await call("GET", "/api/doctor", { headers: open.admin })
  await bytes("GET", at("picture"), { headers: anna!.headers })
  await bytes("GET", `${at("preview")}?persona=ZEN&w=296&h=128`, { headers: anna!.headers })
})

test("of steering: what waits for the device, and live mode", async () => {
  await call("POST", at("refresh"), { headers: anna!.headers })
  await call("POST", at("switch"), { headers: anna!.headers, body: { mode: "ZEN" } })
  await call("POST", `${at("apply-preview")}?mode=PUSHED`, {
    headers: { ...anna!.headers, "content-type": "image/png" },
    body: ONE_PIXEL,
  })
  await call("POST", at("runtime"), { headers: screen.headers, body: { mode: "active" } })
  await call("GET", at("state"), { headers: screen.headers })
  await call("GET", at("state"), { headers: ben!.headers })
  await bytes("GET", `/api/render?mac=${screen.mac}&w=296&h=128`, { headers: screen.headers })
})

test("of alerts: who may send them, and how they arrive", async () => {
  const { token } = (await call("POST", `${at("alert-token")}?regenerate=false`, { headers: anna!.headers })) as {
    token: string
  }
  const agent = { "x-agent-token": token }
  await call("GET", at("check_alert"), { headers: screen.headers })
  await call("POST", at("alert"), { headers: agent, body: { sender: "cron", message: "Done", level: "critical" } })
  await bytes("GET", `${at("alert-bmp")}?w=296&h=128&colors=2`, { headers: screen.headers })
  await call("POST", at("alert"), { headers: agent, body: { sender: "cron", message: "Done" } })
  await call("GET", at("check_alert"), { headers: screen.headers })
  await call("POST", at("alert"), {
    headers: { "x-agent-token": "x" },
    body: { sender: "cron", message: "Done" },
    status: 403,
  })
})

test("of widgets: their token, page and words", async () => {
  const { token } = (await call("POST", `${at("widget-token")}?regenerate=true`, { headers: anna!.headers })) as {
    token: string
  }
  await bytes("GET", `/api/widget/${screen.mac}?token=${token}&size=small`)
  await bytes("GET", `/api/widget/${screen.mac}?w=300&h=200&mode=MEMO`, { headers: screen.headers })
  await call("GET", `/api/widget/${screen.mac}/data?token=${token}`)
  await call("GET", `/api/widget/${screen.mac}/data?mode=CALENDAR`, { headers: ben!.headers })
  await call("DELETE", at("widget-token"), { headers: anna!.headers })
  await call("GET", `/api/widget/${screen.mac}/data?token=${token}`, { status: 401 })
})

test("of habits: marked, counted, forgotten", async () => {
  await call("POST", at("habit/check"), { headers: screen.headers, body: { habit: "Run" } })
  await call("POST", at("habit/check"), {
    headers: ben!.headers,
    body: { habit_name: "Read", date: new Date(open.clock.now()).toISOString().slice(0, 10), done: true },
  })
  await call("POST", at("habit/check"), { headers: screen.headers, body: { habit: "Run", done: false } })
  await call("GET", at("habit/status"), { headers: screen.headers })
  await call("DELETE", at("habit/Read"), { headers: screen.headers })
})

test("of modes: those that there are, and one's own", async () => {
  await call("GET", "/api/modes?lang=zh")
  await call("GET", "/api/modes/agenda/settings")
  await bytes("POST", "/api/modes/custom/preview", {
    headers: anna!.headers,
    body: { mode_def: definition("MINE"), w: 296, h: 128, colors: 4 },
  })
  await call("POST", "/api/modes/custom/preview", {
    headers: anna!.headers,
    body: { ...definition("MINE"), responseType: "json", lang: "en" },
  })
  await call("POST", "/api/modes/custom/preview", {
    headers: anna!.headers,
    body: { mode_def: { spec: 1 } },
    status: 422,
  })
  await call("POST", "/api/modes/custom", { headers: anna!.headers, body: { ...definition("MINE"), mac: screen.mac } })
  await call("GET", `/api/modes/custom/MINE?mac=${screen.mac}`, { headers: ben!.headers })
  await call("GET", `/api/modes?mac=${screen.mac}`, { headers: anna!.headers })
  await call("GET", `/api/modes/catalog?mac=${screen.mac}&lang=en`, { headers: anna!.headers })
  await call("DELETE", `/api/modes/custom/mine?mac=${screen.mac}`, { headers: anna!.headers })
  await call("POST", "/api/modes/generate", {
    headers: open.admin,
    body: { description: "Weather of Mars" },
    status: 503,
  })
})

test("of models: those that there are, and one's own", async () => {
  const { headers } = anna!
  await call("GET", "/api/models", { headers })
  await call("GET", "/api/models", { headers: open.admin })
  await call("PUT", "/api/user/models", { headers, body: { text: { provider: "openai", key: "sk-mine" } } })
  await call("PUT", "/api/user/models", { headers, body: { text: { provider: "nobody" } }, status: 422 })
  await call("GET", "/api/user/models", { headers })
  await call("POST", "/api/models/try", { headers, body: {} })
  await call("GET", "/api/user/profile", { headers })
  await call("PUT", "/api/user/profile/llm", { headers, body: { provider: "deepseek", api_key: "" } })
  await call("DELETE", "/api/user/profile/llm", { headers })
  await call("DELETE", "/api/user/models", { headers })
})

test("of pictures that people keep", async () => {
  const { headers } = anna!
  const type = { "content-type": "image/png" }
  const { url } = await call("POST", "/api/uploads", { headers: { ...headers, ...type }, body: ONE_PIXEL })
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n'),
    ONE_PIXEL,
    Buffer.from("\r\n--x--\r\n"),
  ])
  await call("POST", "/api/uploads", {
    headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
    body: form,
  })
  await call("POST", "/api/uploads", { headers: { ...headers, ...type }, body: Buffer.from("x"), status: 400 })
  await call("GET", "/api/uploads", { headers })
  await bytes("GET", url as string, { headers })
  await call("DELETE", url as string, { headers })
  await call("GET", url as string, { headers, status: 404 })
})

test("of apps: what people prefer, the contents of a day, mail", async () => {
  const { headers } = anna!
  await call("GET", "/api/user/preferences", { headers })
  await call("PUT", "/api/user/preferences", {
    headers,
    body: { widget_mode: "ZEN", locale: "en", timezone: "Europe/Berlin" },
  })
  await call("PUT", "/api/user/preferences", { headers, body: { timezone: "Mars/Base" }, status: 422 })
  await call("GET", "/api/content/today?modes=STOIC,ZEN&limit=2&locale=fr&city=Paris", { headers })
  await call("GET", "/api/content/today")
  for (const path of MAIL) await call("POST", `/api/auth/${path}`, { headers, body: {}, status: 409 })
})

test("of figures: what was drawn, and what was refused", async () => {
  await bytes("GET", `/api/render?mac=${screen.mac}`, { headers: { "x-device-token": "x" }, status: 401 })
  await call("GET", "/api/stats/overview", { headers: open.admin })
  await call("GET", `/api/stats/${screen.mac}`, { headers: screen.headers })
  await call("GET", `/api/stats/${screen.mac}/renders?limit=200&offset=0`, { headers: screen.headers })
  const { refusals } = (await call("GET", `/api/stats/refusals?limit=10`, { headers: open.admin })) as {
    refusals: unknown[]
  }
  assert.ok(refusals.length > 0)
  await call("GET", `/api/stats/${screen.mac}/refusals`, { headers: anna!.headers })
})

test("of a playlist", async () => {
  const path = `/api/device/${screen.mac}/playlist`
  await call("GET", path, { headers: anna!.headers })
  const body = {
    playlist: [{ mode: "ZEN", minutes: 30, settings: { gone: 1 } }],
    quiet: { from: "23:00", to: "06:30" },
  }
  await call("PUT", path, { headers: anna!.headers, body })
})

test("of the world: firmware and places", async () => {
  await call("GET", "/api/firmware/releases?refresh=true")
  await call("GET", "/api/firmware/releases/latest")
  await call("GET", "/api/firmware/validate-url?url=https://example.org/a.bin")
  await call("GET", "/api/firmware/validate-url?url=https://plain.example.org/a.bin")
  await call("GET", "/api/firmware/validate-url?url=ftp://example.org/a.bin", { status: 400 })
  await call("GET", "/api/locations/search?q=paris&limit=3&scope=global&locale=fr", { headers: anna!.headers })
  await call("GET", "/api/sources")
  await call("POST", "/api/sources/on-this-day/try", { headers: anna!.headers, body: { language: "zh" } })
})

test("of the server itself: its health, its figures, its pages, this description", async () => {
  await call("GET", "/api/health")
  await call("GET", "/api/openapi.json")
  await call("GET", "/api/server", { headers: open.admin })
  await call("GET", "/api/plugins", { headers: open.admin })
  await call("GET", "/api/server/log", { headers: open.admin })
  await call("GET", "/api/server/backups", { headers: open.admin })
  await call("POST", "/api/server/backups", { headers: open.admin })
  await call("GET", "/api/user/grants", { headers: (await open.person()).headers })
  for (const config of [{ keep: 20 }, { keep: "x" }, false])
    await call("POST", "/api/plugins/library/check", { headers: open.admin, body: { config } })
  for (const path of ["/metrics", "/config?lang=en", "/?lang=zh"]) await bytes("GET", path)
})

test("of a device that comes anew: tokens that wait, are confirmed, are revoked", async () => {
  const other = await open.another(screen)
  await call("GET", at("state"), { headers: other.headers })
  await bytes("GET", `/api/render?mac=${screen.mac}&w=296&h=128`, { headers: other.headers })
  await bytes("GET", at("alert-bmp"), { headers: other.headers, status: 204 })
  await call("GET", at("history"), { headers: other.headers, status: 403 })
  const { tokens } = (await call("GET", at("tokens"), { headers: anna!.headers })) as {
    tokens: readonly { id: string; provisional: boolean }[]
  }
  await call("DELETE", at(`tokens/${tokens.find(({ provisional }) => provisional)!.id}`), { headers: anna!.headers })
  await call("POST", at("token/rotate"), { headers: anna!.headers })
  await call("POST", at("token"), { headers: anna!.headers })
})

test("of leaving: a device without people is forgotten", async () => {
  await call("DELETE", `/api/user/devices/${screen.mac}`, { headers: anna!.headers, status: 409 })
  await call("DELETE", `/api/user/devices/${screen.mac}`, { headers: ben!.headers })
  await call("DELETE", `/api/user/devices/${screen.mac}`, { headers: anna!.headers })
  assert.equal(await membersOf(open, screen), [])
  await call("POST", at("free"), { headers: open.admin, body: {} })
  await call("POST", at("free"), { headers: open.admin, body: {}, status: 404 })
})

test("of whatever nobody may, and of what nobody can read", async () => {
  // By itself, so that what is taken here by chance is no call of a scenario.
  const { described } = await checking(open.port)
  const next = turns(3)
  for (const { method, path, operation } of described.operations) {
    const filled = path.replaceAll(/\{[^}]+\}/g, "x")
    for (const where of [
      path.replaceAll("{mac}", "0C:00:00:00:00:09").replaceAll(/\{[^}]+\}/g, "x"),
      filled,
      `${filled}?w=1&limit=x&enabled=2&url=&minutes=0&q=&mac=5&lang=_&size=x&refresh=2&regenerate=2`,
    ]) {
      for (const headers of next([{}, { "x-device-token": "x", authorization: "Bearer x" }, open.admin])) {
        const body = operation.requestBody
          ? { method, headers: { ...headers, "content-type": "application/json" }, body: "{" }
          : { method, headers }
        const answer = await ask(open.port, where, body)
        try {
          described.check(where, { ...body, ...(answer.status < 300 && { body: "{}" }) }, answer)
        } catch (error) {
          // What is wrong and was taken all the same is told by no schema: rssi, what a page is asked with, heartbeats.
          if (answer.status >= 300) throw error
        }
      }
    }
  }
})

test("of every route", () => {
  const missing = checked.described.operations
    .map(({ name }) => name)
    .filter((name) => !checked.described.called.has(name))
  const refused = MAIL.map((path) => `POST /api/auth/${path}`)
  assert.equal(
    missing.sort(),
    [...refused, "POST /api/modes/generate"].sort(),
    "no text model is configured, and no mail: those say so",
  )
  const routes = open.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
  assert.is(checked.described.called.size, routes.length - missing.length)
})

test("of the core edition", async () => {
  const { described, call: core, bytes: picture } = await checking(open.port, "/core/api/openapi.json")
  const mac = "0C:00:00:00:00:02"
  for (const modes of [["STOIC"], ["ZEN"]])
    await core("POST", "/core/api/config", { body: { mac, modes, tone: "deep", llm_provider: "deepseek" } })
  await core("GET", `/core/api/config/${mac}`)
  const { configs } = (await core("GET", `/core/api/config/${mac}/history`)) as { configs: readonly { id: number }[] }
  await core("PUT", `/core/api/config/${mac}/activate/${configs[1]!.id}`)
  await picture("GET", `/core/api/render?v=3.7&mac=${mac}&w=296&h=128&persona=humor`)
  await picture("GET", `/core/api/preview?v=3.7&mac=${mac}&w=296&h=128&no_cache=1`)
  await picture("GET", "/core/api/render?w=296&h=128", { status: 400 })
  for (const path of [
    "health",
    "openapi.json",
    "firmware/releases",
    "firmware/releases/latest",
    "firmware/validate-url?url=https://example.org/a.bin",
  ])
    await core("GET", `/core/api/${path}`)
  await core("GET", `/core/api/config/nobody`, { status: 400 })
  await picture("GET", "/core/metrics")
  assert.equal(
    described.operations.map(({ name }) => name).filter((name) => !described.called.has(name)),
    [],
  )
})

test.run()
