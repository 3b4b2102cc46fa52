import { DEVICES } from "platen/sdk"
import type { Device } from "platen/sdk"
import type { Answer } from "../kernel/http/ask.js"
import { bearer, calls, tokenOf } from "../plugins/accounts/calls.js"
import type { Headers } from "../plugins/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

export const MINUTE = 60_000

/** An extended edition, and what people do to come by a screen. */
export interface PairingStage extends Extended {
  /** What is kept of a device. */
  kept(mac: string): Promise<Device>
  /** The code that a token of it shows: its own if no other is named. */
  codeOf(mac: string, token?: string): Promise<string | undefined>
  consume(who: Person, body: object, address?: string): Promise<Answer>
  bind(who: Person, body: object, address?: string): Promise<Answer>
  unbind(who: Person, mac: string): Promise<Answer>
  /** The same device once it has asked for another token; `address`: where from. */
  another(device: ExtendedDevice, address?: string): Promise<ExtendedDevice>
  /** Somebody signed in who is an admin: once. */
  adminUser(name?: string): Promise<Person>
  macsOf(who: Person): Promise<readonly string[]>
}

export async function openPairing(options: Parameters<typeof openExtended>[0] = {}): Promise<PairingStage> {
  const extended = await openExtended(options)
  const { post, at, stage } = extended
  const kept: PairingStage["kept"] = async (mac) => (await stage.app.get(DEVICES).get("extended", mac))!
  const said = (who: Person, address: string): Headers => ({ ...who.headers, "x-forwarded-for": address })
  return {
    ...extended,
    kept,
    codeOf: async (mac, token) => {
      const { tokens } = await kept(mac)
      return tokens.find(({ value, provisional }) => (token === undefined ? !provisional : value === token))?.code
        ?.value
    },
    consume: (who, body, address = "203.0.113.1") => post("/api/claim/consume", body, said(who, address)),
    bind: (who, body, address = "203.0.113.1") => post("/api/user/devices", body, said(who, address)),
    unbind: (who, mac) => at(`/api/user/devices/${mac}`, { method: "DELETE", headers: who.headers }),
    another: async ({ mac }, address = "203.0.113.200") => {
      const { token } = (await post(`/api/device/${mac}/token`, {}, { "x-forwarded-for": address })).json() as {
        token: string
      }
      const headers = { "x-device-token": token }
      return {
        mac,
        token,
        headers,
        render: (query = "", asked = {}) =>
          at(`/api/render?v=3.7&w=296&h=128&mac=${mac}&${query}`, {
            ...asked,
            headers: { ...headers, ...asked.headers },
          }),
        get: (call, own = headers) => at(`/api/device/${mac}/${call}`, { headers: own }),
        post: (call, body, own = headers) => post(`/api/device/${mac}/${call}`, body, own),
        state: async (own = headers) =>
          (await at(`/api/device/${mac}/state`, { headers: own })).json() as Record<string, unknown>,
      }
    },
    adminUser: async (name = "admin") => {
      const { code: setup } = stage.log.lines.find(({ event }) => event === "accounts.setup")!.fields as {
        code: string
      }
      const answer = await calls(extended.port).register(
        name,
        { setup_code: setup },
        { "x-forwarded-for": "198.51.100.251" },
      )
      return {
        name,
        id: (answer.json() as { user_id: string }).user_id,
        token: tokenOf(answer),
        headers: bearer(tokenOf(answer)),
      }
    },
    macsOf: async (who) =>
      (
        (await at("/api/user/devices", { headers: who.headers })).json() as { devices: readonly { mac: string }[] }
      ).devices.map(({ mac }) => mac),
  }
}

/** An error's status and code, or the status alone. */
export function outcome(answer: Answer): string {
  const { code, status, confirmed } = answer.json() as { code?: string; status?: string; confirmed?: boolean }
  return `${answer.status} ${code ?? (confirmed ? "confirmed" : (status ?? ""))}`.trim()
}
