import { ask } from "../../../kernel/http/ask.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { PASSWORD } from "./setting.js"

export type Headers = Readonly<Record<string, string>>

/** Accounts over HTTP. */
export interface Calls {
  post(call: string, body?: unknown, headers?: Headers): Promise<Answer>
  me(headers?: Headers): Promise<Answer>
  register(username: string, more?: object, headers?: Headers): Promise<Answer>
  signIn(username: string, password?: string, headers?: Headers): Promise<Answer>
}

export function calls(port: number): Calls {
  const post: Calls["post"] = (call, body, headers = {}) =>
    ask(port, `/api/auth/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
  return {
    post,
    me: (headers = {}) => ask(port, "/api/auth/me", { headers }),
    register: (username, more = {}, headers = {}) =>
      post("register", { username, password: PASSWORD, ...more }, headers),
    signIn: (username, password = PASSWORD, headers = {}) => post("login", { username, password }, headers),
  }
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
export const cookie = (token: string): Headers => ({ cookie: `ink_session=${token}` })
/** Called from elsewhere, as a proxy that is believed tells. */
export const from = (address: string): Headers => ({ "x-forwarded-for": address })

/** The token of an answer that signs in. */
export function tokenOf(answer: Answer): string {
  const { token } = answer.json() as { token?: string }
  if (token === undefined) throw new Error(`${answer.status}: ${answer.text()}`)
  return token
}

/** The code of an answer that refuses. */
export function codeOf(answer: Answer): string {
  return (answer.json() as { code: string }).code
}
