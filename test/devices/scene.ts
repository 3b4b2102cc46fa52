import { definePlugin } from "platen/sdk"
import { erasedFlash } from "../../kernel/simulate/link.js"
import { numberMode } from "../editions/bars.js"
import { membersOf } from "../editions/seen.js"
import { tokensKept } from "../editions/stored.js"
import { bearer, calls, tokenOf } from "../plugins/accounts/calls.js"
import { barOn, openHouse } from "./house.js"
import type { House, Housed } from "./house.js"
import type { Person } from "../editions/extended-stage.js"
import type { Answer } from "../kernel/http/ask.js"

export const MAC = "0E:51:00:00:00:AA"
/** The code that the true screen invents. */
export const CODE = "004217"
/** Another place than the one where screen and people are. */
export const ELSEWHERE = "203.0.113.66"

/** Somebody with an account who does not have the screen, and calls by plain HTTP from elsewhere. */
export interface Thief {
  readonly person: Person
  /** Asks for a token; resolves to it. */
  ask(): Promise<string>
  /** A call of the device MAC with that token. */
  call(method: string, call: string, token: string, body?: object): Promise<Answer>
  render(token: string): Promise<Answer>
  /** Posts that code by that token, and types it; resolves to the outcome. */
  bindByOwnCode(token: string, code?: string): Promise<string>
  bind(body?: object): Promise<string>
  /** MACs that the list of recent devices names. */
  recent(): Promise<readonly string[]>
}

/** A house with a screen that belongs to nobody yet, Anna who stands before it, and a thief. */
export interface Scene extends House {
  readonly anna: Person
  readonly boss: Person
  readonly thief: Thief
  /** The true screen is switched on, with erased flash unless another is given. */
  screen(flash?: ReturnType<typeof erasedFlash>, mac?: string): Housed
  /** Types a code; resolves to the outcome. */
  types(who: Person, code: string, mac?: string): Promise<string>
  recent(who: Person): Promise<readonly string[]>
  /** The username of the owner; "nobody". */
  ownerOf(mac?: string): Promise<string>
  /** The page that hangs on the glass: PAIRING, CONFIRMATION, ONE. */
  glassOf(screen: Housed): string
  /** Live tokens of the device, sorted: "screen", "thief?" for an unconfirmed one, "lost~" for one that can undo the binding. `names`: by value. */
  tokens(names: Readonly<Record<string, string | undefined>>, mac?: string): Promise<string>
}

const numbers = definePlugin({ id: "numbers", setup: () => ({ modes: [numberMode("ONE", 1)] }) })

export async function openScene(options: Parameters<typeof openHouse>[0] = {}): Promise<Scene> {
  const house = await openHouse({ defaults: { mode: "ONE" }, ...options, plugins: [numbers] })
  const from = { "x-forwarded-for": ELSEWHERE }
  const [anna, person] = [await house.person("anna"), await house.person("thief")]
  const { code: setup } = house.stage.log.lines.find(({ event }) => event === "accounts.setup")!.fields as {
    code: string
  }
  const made = await calls(house.port).register("boss", { setup_code: setup }, { "x-forwarded-for": "198.51.100.251" })
  const boss: Person = {
    name: "boss",
    id: (made.json() as { user_id: string }).user_id,
    token: tokenOf(made),
    headers: bearer(tokenOf(made)),
  }
  const names = new Map([anna, person, boss].map(({ id, name }) => [id, name]))
  const bindAs = async (headers: Person["headers"], mac: string, body: object): Promise<string> =>
    outcomeOf(await house.post("/api/user/devices", { mac, ...body }, headers))
  const recentTo = async (headers: Person["headers"]): Promise<readonly string[]> =>
    ((await house.at("/api/devices/recent", { headers })).json() as { devices: { mac: string }[] }).devices.map(
      ({ mac }) => mac,
    )
  const thief: Thief = {
    person,
    ask: async () => ((await house.post(`/api/device/${MAC}/token`, {}, from)).json() as { token: string }).token,
    call: (method, call, token, body) =>
      house.at(call.startsWith("/") ? call : `/api/device/${MAC}/${call}`, {
        method,
        headers: { ...from, "x-device-token": token, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    render: (token) => thief.call("GET", `/api/render?mac=${MAC}&w=296&h=128`, token),
    bindByOwnCode: async (token, code = "HACK1234") => {
      await thief.call("POST", "claim-token", token, { pair_code: code })
      return thief.bind({ code })
    },
    bind: (body = {}) => bindAs({ ...person.headers, ...from }, MAC, body),
    recent: () => recentTo({ ...person.headers, ...from }),
  }
  return {
    ...house,
    anna,
    boss,
    thief,
    screen: (flash = erasedFlash(CODE), mac = MAC) => house.switchOn({ mac, flash }),
    types: (who, code, mac = MAC) => bindAs(who.headers, mac, { code }),
    recent: ({ headers }) => recentTo(headers),
    ownerOf: async (mac = MAC) =>
      names.get((await membersOf(house, { mac })).find(({ role }) => role === "owner")?.user_id ?? "") ?? "nobody",
    glassOf: (screen) => {
      if (screen.device.glass.shows !== "picture") return screen.device.glass.shows
      const at = screen.calls.findLast(({ path, status }) => path === "/api/render" && status === 200)?.at
      const mode = house.drawn.findLast((drawn) => drawn.at === at)?.mode ?? "nothing"
      return mode === "ONE" && barOn(screen) !== 1 ? "another picture" : mode
    },
    tokens: async (called, mac = MAC) => {
      const marks = { own: "", waits: "?", held: "~" }
      return (await tokensKept(house, { mac }))
        .map(
          ({ token, kind }) =>
            `${Object.entries(called).find(([, each]) => each === token)?.[0] ?? "other"}${marks[kind]}`,
        )
        .sort()
        .join(" ")
    },
  }
}

function outcomeOf(answer: Answer): string {
  const { status, code: error, confirmed } = answer.json() as { status?: string; code?: string; confirmed?: boolean }
  return confirmed ? "confirmed" : (error ?? status ?? String(answer.status))
}
