import { deviceOn } from "platen/testing"
import type { Answer } from "../kernel/http/ask.js"
import { bearer, calls, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

export const MINUTE = 60_000

/** An extended edition, and what people do to come by a screen. */
export interface PairingStage extends Extended {
  /** The code on its screen: it asks for it by its token, which has it live on. */
  codeOf(device: ExtendedDevice): Promise<string>
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
  const said = (who: Person, address: string): Headers => ({ ...who.headers, "x-forwarded-for": address })
  return {
    ...extended,
    codeOf: async (device) => ((await device.post("claim-token", {})).json() as { pair_code: string }).pair_code,
    consume: (who, body, address = "203.0.113.1") => post("/api/claim/consume", body, said(who, address)),
    bind: (who, body, address = "203.0.113.1") => post("/api/user/devices", body, said(who, address)),
    unbind: (who, mac) => at(`/api/user/devices/${mac}`, { method: "DELETE", headers: who.headers }),
    another: ({ mac }, address = "203.0.113.200") => deviceOn(at, mac, { "x-forwarded-for": address }),
    adminUser: async (name = "admin") => {
      const { code: setup } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as {
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
