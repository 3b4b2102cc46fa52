import type { Fault } from "./faults.js"
import type { Asked, Claimed, Effect, PageEvent } from "./machine.js"
import type { AccessRequest, Screen, User } from "./state.js"

/** The answer to a call. `status` 0: no answer arrived. */
export interface Answer {
  readonly status: number
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
  /** Header Retry-After, in seconds. */
  readonly retryAfter?: number
}

/** Calls the server. `path`: relative to the server's base URL, such as "api/auth/me". Never rejects. */
export type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<Answer>

/** An effect that calls the server. */
export type Question = Extract<Effect, { readonly ask: Asked }>

/** Calls the server for an effect. Resolves to the event of its answer. */
export async function answerTo(call: Call, question: Question, now: () => number): Promise<PageEvent> {
  const failed = (answer: Answer): PageEvent => ({
    type: "failed",
    of: question.ask,
    fault: faultOf(answer),
    now: now(),
    ...(question.ask === "claim" && { turn: question.turn }),
  })
  const ask = async (
    method: "GET" | "POST",
    path: string,
    body: object | undefined,
    read: (json: unknown) => PageEvent | Promise<PageEvent>,
  ): Promise<PageEvent> => {
    const answer = await call(method, path, body)
    return answer.status === 200 ? read(answer.json) : failed(answer)
  }
  switch (question.ask) {
    case "me":
      return ask("GET", "api/auth/me", undefined, (json) => ({ type: "known", user: userOf(json) }))
    case "signIn": {
      const { username, password } = question
      return ask("POST", "api/auth/login", { username, password }, (json) => ({ type: "signedIn", user: userOf(json) }))
    }
    case "register": {
      const { username, password, setup } = question
      return ask(
        "POST",
        "api/auth/register",
        { username, password, ...(setup.trim() !== "" && { setup_code: setup.trim() }) },
        (json) => ({ type: "signedIn", user: userOf(json) }),
      )
    }
    case "claim": {
      const { code, mac, nickname } = question
      return ask(
        "POST",
        "api/claim/consume",
        {
          pair_code: code,
          ...(mac !== undefined && { mac }),
          ...(nickname.trim() !== "" && { nickname: nickname.trim() }),
        },
        (json) => ({ type: "claimed", claimed: claimedOf(json) }),
      )
    }
    case "screens":
      return ask("GET", "api/user/devices", undefined, async (json) => ({
        type: "screens",
        screens: listOf(json, "devices").map(screenOf),
        requests: await requests(call),
        lost: listOf(json, "notices").map((notice) => ({ mac: text(notice, "mac") })),
      }))
    case "decide":
      return ask(
        "POST",
        `api/user/devices/requests/${encodeURIComponent(question.id)}/${question.approve ? "approve" : "reject"}`,
        {},
        () => ({ type: "decided" }),
      )
    case "signOut":
      return ask("POST", "api/auth/logout", {}, () => ({ type: "signedOut" }))
  }
}

/** The access requests; empty when they cannot be loaded, so that the screens are shown all the same. */
async function requests(call: Call): Promise<readonly AccessRequest[]> {
  const { status, json } = await call("GET", "api/user/devices/requests")
  return status === 200 ? listOf(json, "requests").map(requestOf) : []
}

function faultOf({ status, json, retryAfter }: Answer): Fault {
  const issues = listOf(json, "issues").map((issue) => ({ path: text(issue, "path"), message: text(issue, "message") }))
  return { status, code: text(json, "code"), issues, ...(retryAfter !== undefined && { retryAfter }) }
}

function userOf(json: unknown): User {
  return { username: text(json, "username") }
}

function claimedOf(json: unknown): Claimed {
  const status = fieldOf(json, "confirmed") === true ? "confirmed" : text(json, "status")
  return {
    status: status === "claimed" || status === "confirmed" || status === "pending_approval" ? status : "active",
    mac: text(json, "mac"),
    again: text(json, "try_again_at") || undefined,
  }
}

function screenOf(json: unknown): Screen {
  return {
    mac: text(json, "mac"),
    nickname: text(json, "nickname"),
    owner: text(json, "role") === "owner",
    seen: text(json, "last_seen") || undefined,
    waiting: count(json, "waiting"),
    requests: count(json, "requests"),
  }
}

function requestOf(json: unknown): AccessRequest {
  return {
    id: text(json, "id"),
    mac: text(json, "mac"),
    username: text(json, "requester_username") || text(json, "username"),
  }
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>)[name] : undefined
}

function text(json: unknown, name: string): string {
  const value = fieldOf(json, name)
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : ""
}

function count(json: unknown, name: string): number {
  const value = fieldOf(json, name)
  return typeof value === "number" ? value : 0
}

function listOf(json: unknown, name: string): readonly unknown[] {
  const value = fieldOf(json, name)
  return Array.isArray(value) ? value : []
}
