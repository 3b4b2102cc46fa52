import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { numberMode } from "../editions/bars.js"
import { membersOf } from "../editions/seen.js"
import { tokensKept } from "../editions/stored.js"
import { bearer, calls, tokenOf } from "../plugins/people/accounts/calls.js"
import { barOn, openHouse } from "./house.js"
import type { House, RunningDevice } from "./house.js"
import type { Person } from "../editions/extended-stage.js"
import type { Answer } from "../kernel/http/ask.js"

export const MAC = "0E:51:00:00:00:AA"
/** The code that the genuine screen generates. */
export const CODE = "004217"
/** An address other than the one that the screen and the other people share. */
export const ELSEWHERE = "203.0.113.66"

/** An attacker with an account and without the screen, who sends plain HTTP requests from another address. */
export interface Thief {
  readonly person: Person
  /** Requests a token for MAC and resolves to it. */
  ask(): Promise<string>
  /** Sends a request as the device MAC with that token. */
  call(method: string, call: string, token: string, body?: object): Promise<Answer>
  render(token: string): Promise<Answer>
  /** Posts a code with that token, then enters the code as a user. Resolves to the outcome. */
  bindByOwnCode(token: string, code?: string): Promise<string>
  bind(body?: object): Promise<string>
  /** The MACs in the list of recent devices. */
  recent(): Promise<readonly string[]>
}

/** A house with an unclaimed screen, its user Anna, the admin Boss and a thief. */
export interface Scene extends House {
  readonly anna: Person
  readonly boss: Person
  readonly thief: Thief
  /** Switches the genuine screen on. Default: erased flash. */
  screen(flash?: ReturnType<typeof erasedFlash>, mac?: string): RunningDevice
  /** Enters a code as a user. Resolves to the outcome. */
  types(who: Person, code: string, mac?: string): Promise<string>
  recent(who: Person): Promise<readonly string[]>
  /** The username of the owner; "nobody" for a device without one. */
  ownerOf(mac?: string): Promise<string>
  /** The mode whose page the screen shows: PAIRING, CONFIRMATION or ONE. */
  pageOf(screen: RunningDevice): string
  /** The device's valid tokens by name, sorted: "screen"; "thief?" is unconfirmed; "lost~" can undo the binding. `names`: each token's value by its name. */
  tokens(names: Readonly<Record<string, string | undefined>>, mac?: string): Promise<string>
}

const numbers = definePlugin({ id: "numbers", setup: () => [MODES.of(numberMode("ONE", 1))] })

export async function openScene(options: Parameters<typeof openHouse>[0] = {}): Promise<Scene> {
  const house = await openHouse({ defaults: { mode: "ONE" }, ...options, plugins: [numbers] })
  const from = { "x-forwarded-for": ELSEWHERE }
  const [anna, person] = [await house.person("anna"), await house.person("thief")]
  const { code: setup } = house.stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as {
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
    pageOf: (screen) => {
      if (screen.device.screen.shows !== "picture") return screen.device.screen.shows
      const at = screen.requests.findLast(({ path, status }) => path === "/api/render" && status === 200)?.at
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
