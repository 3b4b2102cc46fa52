import type { Agent } from "node:http"
import { tokenId } from "../../plugins/devices/devices/tokens.js"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"

/** A server that can be asked as an admin. */
export interface Asked {
  readonly admin: Headers
  at(path: string, asked?: { readonly method?: string; readonly headers?: Headers }): Promise<Answer>
}
type Named = { readonly mac: string }
type Fields = Readonly<Record<string, unknown>>

export interface SeenToken {
  readonly id: string
  readonly provisional: boolean
  readonly used_at: string | null
  readonly rendered_at: string | null
  readonly renders: number
}
export interface SeenMember {
  readonly user_id: string
  readonly role: string
  readonly nickname: string
}
export interface SeenState {
  readonly pending_refresh: number
  readonly pending_mode: string
  readonly runtime_mode: string
  readonly last_persona: string
  readonly last_refresh_at: string | null
  readonly last_seen: string | null
  readonly last_state_poll_at: string | null
  readonly refresh_minutes: number
  readonly expected_refresh_min: number
  readonly battery: number | null
  readonly rssi: number | null
}
export interface SeenStats {
  readonly total_renders: number
  readonly mode_frequency: Readonly<Record<string, number>>
  readonly heartbeats: readonly { readonly voltage: number; readonly rssi: number | null }[]
}
export interface SeenConfig extends Fields {
  readonly id: number
  readonly is_active: number
  readonly modes: readonly string[]
  readonly mode_overrides: Fields
}
export interface SeenRender {
  readonly persona: string
  readonly render_time_ms: number
  readonly status: string
}

async function asAdmin<T>({ at, admin }: Asked, path: string): Promise<T> {
  const answer = await at(path, { headers: admin })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}: ${answer.text()}`)
  return answer.json() as T
}

/** What the API tells an admin of a device of the extended edition; asking changes nothing. */
export const tokensOf = async (server: Asked, { mac }: Named): Promise<readonly SeenToken[]> =>
  (await asAdmin<{ tokens: readonly SeenToken[] }>(server, `/api/device/${mac}/tokens`)).tokens
/** By which a token is called in that list. */
export const idOf = ({ token }: { readonly token: string }): string =>
  tokenId({ value: token, createdAt: 0, provisional: false })
/** The owner first. */
export const membersOf = async (server: Asked, { mac }: Named): Promise<readonly SeenMember[]> =>
  (await asAdmin<{ members: readonly SeenMember[] }>(server, `/api/user/devices/${mac}/members`)).members
/** Of somebody: who asked them to be let in, by device. Default: of an admin, who answers for devices without an owner. */
export async function requestsOf(
  { at, admin }: Asked,
  { mac }: Named,
  headers: Headers = admin,
): Promise<readonly { readonly id: number; readonly user_id: string }[]> {
  const answer = await at("/api/user/devices/requests", { headers })
  const { requests } = answer.json() as {
    requests: readonly { readonly id: number; readonly mac: string; readonly user_id: string }[]
  }
  return requests.filter((request) => request.mac === mac)
}
/** The newest first. */
export const configsOf = async (server: Asked, { mac }: Named): Promise<readonly SeenConfig[]> =>
  (await asAdmin<{ configs: readonly SeenConfig[] }>(server, `/api/config/${mac}/history`)).configs
export const stateOf = (server: Asked, { mac }: Named): Promise<SeenState> =>
  asAdmin(server, `/api/device/${mac}/state`)
export const statsOf = (server: Asked, { mac }: Named): Promise<SeenStats> => asAdmin(server, `/api/stats/${mac}`)
/** The newest first. */
export const rendersOf = async (server: Asked, { mac }: Named): Promise<readonly SeenRender[]> =>
  (await asAdmin<{ renders: readonly SeenRender[] }>(server, `/api/stats/${mac}/renders?limit=200`)).renders

/** Resolves once all is written of a device that answers have meant: revoking a token that there is none of waits its turn, and changes nothing. */
export async function written({ at, admin }: Asked, { mac }: Named, agent?: Agent): Promise<void> {
  const answer = await at(`/api/device/${mac}/tokens/none`, {
    method: "DELETE",
    headers: admin,
    ...(agent && { agent }),
  })
  if (answer.status !== 404) throw new Error(`${answer.status}: ${answer.text()}`)
}

/** Resolves to what was found once it is so; whoever waits makes calls, so that the server goes on. */
export async function until<T>(
  { at }: Pick<Asked, "at">,
  find: () => Promise<T>,
  holds: (found: T) => boolean,
): Promise<T> {
  for (let i = 0; i < 500; i++) {
    const found = await find()
    if (holds(found)) return found
    await at("/api/health")
  }
  throw new Error("it does not become so")
}
