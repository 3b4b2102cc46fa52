import { COMMAND } from "../command.js"
import { readFileSync } from "node:fs"
import { pulseOf, SLOW_MS } from "../hostile/pulse.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { bearer, calls, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { served } from "../served.js"
import type { Served } from "../served.js"
import type { Outcomes, Row } from "./row.js"

export const ADMIN = bearer("an operator's token for tests")
/** Milliseconds that a call may take. */
export const HANG_MS = 12_000

/** A server under siege, with people and devices. */
export interface Besieged {
  readonly served: Served
  readonly port: number
  at(path: string, asked?: Asked): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  person(): Promise<Person>
  /** One with an owner. */
  owned(owner?: Person): Promise<OwnedDevice>
  /** Runs an attack, and measures meanwhile how long /api/health waits. */
  row(name: string, outcomes: Outcomes, work: (found: string[]) => Promise<void>): Promise<Row>
  /** Resident memory in MB; 0 once it has ended. */
  rssMb(): number
  /** As an operator does; throws when it takes longer than it should. */
  stop(): Promise<void>
}

export interface Person {
  readonly name: string
  readonly headers: Headers
}

export interface OwnedDevice {
  readonly mac: string
  readonly headers: Headers
  readonly owner: Person
}

let people = 0
let devices = 0

/** Starts one in a folder that has its platen.yaml. */
export async function besieged(folder: string, world: string): Promise<Besieged> {
  const server = await served(folder, { module: "test/siege/server.js", args: [world], ...COMMAND })
  const { port } = server
  const at: Besieged["at"] = (path, asked) => ask(port, path, asked)
  const post: Besieged["post"] = (path, body = {}, headers = {}) =>
    at(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  const person: Besieged["person"] = async () => {
    const n = ++people
    const answer = await calls(port).register(
      `person${n}`,
      {},
      { "x-forwarded-for": `198.51.${(n >> 8) & 255}.${n & 255}` },
    )
    return { name: `person${n}`, headers: bearer(tokenOf(answer)) }
  }
  const owned: Besieged["owned"] = async (given) => {
    const n = ++devices
    const owner = given ?? (await person())
    const mac =
      `0E:51:E6:E0:${(n >> 8).toString(16).padStart(2, "0")}:${(n & 255).toString(16).padStart(2, "0")}`.toUpperCase()
    const { token } = (await post(`/api/device/${mac}/token`)).json() as { token: string }
    const headers = { "x-device-token": token }
    const code = `S1EG${String(n).padStart(4, "0")}`
    await post(`/api/device/${mac}/claim-token`, { pair_code: code }, headers)
    const bound = await post("/api/user/devices", { mac, code }, owner.headers)
    if (bound.status !== 200) throw new Error(`${bound.status}: ${bound.text()}`)
    return { mac, headers, owner }
  }
  const rssMb = (): number => {
    try {
      const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8")
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  }
  return {
    served: server,
    port,
    at,
    post,
    person,
    owned,
    rssMb,
    row: async (name, outcomes, work) => {
      const pulse = pulseOf(port)
      const found: string[] = []
      await work(found)
      const { worstMs, answers } = await pulse.stop()
      if (worstMs > SLOW_MS) found.push(`/api/health waited ${worstMs.toFixed(0)} ms`)
      if (answers === 0) found.push("/api/health never answered")
      return { name, tried: outcomes.tried, worstMs, rssMb: rssMb(), outcomes: outcomes.toString(), found }
    },
    stop: () => server.stop(),
  }
}

/** What must not be an answer: a failure of the server's own that is not one of those it says it may have. */
export function faultOf({ status, text }: Pick<Answer, "status" | "text">, what: string): string | undefined {
  if (status < 500) return undefined
  const code = /"code":"([a-z_-]+)"/.exec(text())?.[1] ?? ""
  return [
    "draw-busy",
    "source-busy",
    "source-resting",
    "content-late",
    "source-late",
    "upstream",
    "upstream_unreachable",
    "model-not-configured",
    "unavailable",
    "agent",
  ].includes(code)
    ? undefined
    : `${what}: ${status} ${text().slice(0, 200)}`
}
