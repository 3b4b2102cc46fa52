import { setTimeout as pause } from "node:timers/promises"
import * as assert from "uvu/assert"
import { bar } from "../editions/bars.js"
import { definition } from "../editions/extended-studio-stage.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { PATIENCE_MS, until } from "../until.js"
import { bearer, calls, tokenOf } from "../plugins/people/accounts/calls.js"
import { ADMIN } from "./cluster.js"
import type { Cluster } from "./cluster.js"
import { macOf, post } from "./fleet.js"

/** Between two looks: short at first, then longer, so that three busy servers have time for the change itself. */
const [EVERY_MS, MAX_WAIT_MS] = [10, 250]
const FIRST = 50_000

/** Milliseconds from the answer to a change on one server until every server goes by it. */
export interface Spread {
  readonly modeSaved: number
  readonly modeDeleted: number
  readonly sessionEnded: number
  readonly tokenRevoked: number
  readonly configChanged: number
}

/** Makes changes on the first server, and asks all until each goes by them. */
export async function spreadOver({ nodes }: Pick<Cluster, "nodes">, round: number): Promise<Spread> {
  const ports = nodes.map((node) => node.port)
  const first = ports[0]!
  const everywhere = async (what: string, holds: (port: number) => Promise<boolean>): Promise<number> => {
    const began = performance.now()
    await Promise.all(
      ports.map(async (each) => {
        for (let wait = EVERY_MS; !(await holds(each)); wait = Math.min(MAX_WAIT_MS, wait * 1.2)) {
          if (performance.now() - began > PATIENCE_MS)
            throw new Error(
              `${what}: port ${each} never goes by it; warnings: ${warningsOf(nodes.find(({ port }) => port === each))}`,
            )
          await pause(wait)
        }
      }),
    )
    return Math.round(performance.now() - began)
  }
  const id = `SPREAD_${round}`
  await saved(first, id)
  const modeSaved = await everywhere("a saved mode", async (each) => listed(each, id))
  await ask(first, `/api/modes/custom/${id}`, { method: "DELETE", headers: ADMIN })
  const modeDeleted = await everywhere("a deleted mode", async (each) => !(await listed(each, id)))

  const person = bearer(tokenOf(await calls(first).register(`spread${round}`, {}, { "x-forwarded-for": "192.0.2.1" })))
  await everywhere("a session", async (each) => (await calls(each).me(person)).status === 200)
  await calls(first).post("logout", {}, person)
  const sessionEnded = await everywhere(
    "the end of a session",
    async (each) => (await calls(each).me(person)).status === 401,
  )

  const mac = macOf(FIRST + round)
  const { token } = (await post(first, `/api/device/${mac}/token`, {}, ADMIN)).json() as { token: string }
  const headers = { "x-device-token": token }
  const render = (each: number) => ask(each, `/api/render?v=3.7&w=296&h=128&mac=${mac}`, { headers })
  await post(first, "/api/config", { mac, modes: ["ONE"] }, ADMIN)
  await everywhere("a first config", async (each) => bar(await render(each)) === 1)
  await post(first, "/api/config", { mac, modes: ["TWO"] }, ADMIN)
  const configChanged = await everywhere("a changed config", async (each) => bar(await render(each)) === 2)
  await post(first, `/api/device/${mac}/token/rotate`, {}, ADMIN)
  const tokenRevoked = await everywhere("a revoked token", async (each) => (await render(each)).status === 401)
  return { modeSaved, modeDeleted, sessionEnded, tokenRevoked, configChanged }
}

/** Saves a mode; a busy server may say so instead of trying it. */
async function saved(port: number, id: string): Promise<void> {
  let answer: Answer | undefined
  await until(
    async () => {
      answer = await post(port, "/api/modes/custom", definition(id), ADMIN)
      return answer.status !== 503
    },
    () => `no mode is saved: ${answer?.text()}`,
  )
  assert.is(answer?.status, 200, answer?.text())
}

/** The last of a server's warnings. */
function warningsOf(node: Cluster["nodes"][number] | undefined): string {
  return JSON.stringify(node?.log.filter(({ level }) => Number(level) >= 40).slice(-5) ?? [])
}

async function listed(port: number, id: string): Promise<boolean> {
  const { modes } = (await ask(port, "/api/modes")).json() as { modes: readonly { mode_id: string }[] }
  return modes.some(({ mode_id: each }) => each === id)
}
