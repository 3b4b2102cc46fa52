import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { cookie } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import type { Known } from "./bodies.js"
import { describedBy } from "./described.js"
import type { Described, OpenApi, Operated } from "./described.js"
import { definition } from "./extended-studio-stage.js"
import { memberOf } from "./listener.js"
import { ONE_PIXEL } from "./one-pixel.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"

/** A server under fuzz, and what is known of it. */
export interface FuzzStage extends PairingStage {
  readonly described: Described
  readonly routes: ReadonlyMap<string, ServedRoute>
  /** A device with people round it, and what callers could know of it; its tokens count as secrets from now on. */
  cast(): Promise<Cast>
  /** What nobody may be told by chance. */
  readonly secrets: Set<string>
}

/** Who calls, by name, and the good values of this world. */
export interface Cast {
  readonly mac: string
  readonly callers: Readonly<Record<string, Headers>>
  readonly known: Known
  /** Of named parts of paths. */
  readonly parts: Readonly<Record<string, readonly string[]>>
}

const ALL = 10_000_000
const SIZES = ["100", "128", "150", "200", "296"]

export async function openFuzz(options: Parameters<typeof openPairing>[0] = {}): Promise<FuzzStage> {
  const limits: Record<string, number> = {}
  const open = await openPairing({ ...options, server: { ...options.server, limits } })
  const served = open.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
  for (const { route } of served) if (route.limit) limits[route.limit.name] = ALL
  const described = describedBy((await ask(open.port, "/api/openapi.json")).json() as OpenApi)
  const routes = new Map(
    served.map((each) => [`${each.route.method} ${each.path.replaceAll(/:([^/]+)/g, "{$1}")}`, each]),
  )
  const secrets = new Set([PASSWORD, open.admin.authorization!.slice("Bearer ".length)])
  return { ...open, described, routes, secrets, cast: () => castOf(open, secrets) }
}

/** Several may share a person: nobody is signed out for others but by the calls themselves. */
async function castOf(open: PairingStage, secrets: Set<string>): Promise<Cast> {
  const [owner, other] = [await open.person(), await open.person()]
  const screen = await open.owned(owner)
  const stranger = await open.device()
  const member = await memberOf(open, screen)
  const provisional = await open.another(screen)
  const ok = async (answer: Promise<Answer>): Promise<Record<string, unknown>> =>
    (await answer).json() as Record<string, unknown>
  await open.post("/api/config", { mac: screen.mac, modes: ["STOIC", "MEMO"] }, owner.headers)
  await screen.render("w=100&h=100")
  await screen.post("habit/check", { habit: "Run" })
  const code = String(100_000 + Number.parseInt(stranger.mac.slice(-5).replace(":", ""), 16))
  await stranger.post("claim-token", { pair_code: code })
  const favorite = await ok(screen.post("favorite", {}))
  const agent = await ok(screen.post("alert-token", {}, owner.headers))
  const widget = await ok(screen.post("widget-token", {}, owner.headers))
  await open.post("/api/modes/custom", { ...definition("MINE"), mac: screen.mac }, owner.headers)
  const { request_id: request } = (await ok(open.bind(other, { mac: screen.mac }))) as { request_id: number }
  const { tokens } = (await ok(screen.get("tokens", owner.headers))) as { tokens: { id: string }[] }
  const upload = await ok(open.at("/api/uploads", { method: "POST", headers: owner.headers, body: ONE_PIXEL }))
  const leaver = await open.person()
  const { configs } = (await ok(open.at(`/api/config/${screen.mac}/history`, { headers: owner.headers }))) as {
    configs: { id: number }[]
  }
  for (const each of [
    screen.token,
    provisional.token,
    stranger.token,
    owner.token,
    member.token,
    other.token,
    agent.token,
    widget.token,
  ])
    secrets.add(each as string)
  const macs = [
    screen.mac,
    screen.mac,
    screen.mac,
    screen.mac.toLowerCase().replaceAll(":", ""),
    stranger.mac,
    "0F:FF:FF:FF:FF:FF",
  ]
  const modes = ["STOIC", "zen", "MEMO", "HABIT", "MINE", "CALENDAR", "NOBODY"]
  return {
    mac: screen.mac,
    callers: {
      nobody: {},
      device: screen.headers,
      unconfirmed: provisional.headers,
      "other device": stranger.headers,
      member: member.headers,
      owner: owner.headers,
      "owner by cookie": cookie(owner.token),
      "other user": other.headers,
      admin: open.admin,
      sender: { "x-agent-token": agent.token as string },
    },
    known: {
      mac: macs,
      mode: modes,
      persona: modes,
      modes,
      habit: ["Run", "Read"],
      habit_name: ["Run"],
      w: SIZES,
      h: SIZES,
      username: [owner.name, member.name, "nobody"],
      password: [PASSWORD, "12345678"],
      current: [PASSWORD],
      pair_code: [code, code, "ABCD2345"],
      code: [code],
      token: [widget.token, screen.token],
      spec: [1],
      url: ["https://example.org/a.bin", "http://127.0.0.1/a.bin", "https://example.org/"],
      mode_override: ["{}", '{"memo_text":"x"}'],
      lang: ["en", "zh", "ar"],
      mode_def: [definition("MINE"), definition("OTHER"), { spec: 1 }],
      strategy: ["cycle", "smart"],
      mode_overrides: [{ MEMO: { memo_text: "y" } }],
      q: ["paris"],
      parameters: [{}],
    },
    parts: {
      mac: macs,
      config_id: [String(configs[0]?.id ?? 1), "999"],
      id: [String(favorite.id), String(request), String(upload.id), "1"],
      mode_id: ["MINE", "NOBODY"],
      habit_name: ["Run", "Read"],
      token_id: [tokens.at(-1)?.id ?? "x", "nobody"],
      user_id: [member.id, leaver.id, "nobody"],
      plugin_id: ["library", "pages", "nobody"],
      file: ["main.js", "page.css", "nothing.js"],
      name: ["sky", "almanac", "weather", "nothing"],
    },
  }
}

export type { Answer, Operated }
