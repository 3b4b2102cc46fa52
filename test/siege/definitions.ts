import { seededRandom } from "platen/sdk/kit"
import type { Answer } from "../kernel/http/ask.js"
import { HAND_MADE, randomMode, REPORTED } from "../hostile/definitions.js"
import { faultOf, HANG_MS } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import { Outcomes } from "./row.js"
import type { Row } from "./row.js"

type Attack = (server: Besieged) => Promise<Row>

function outcomeOf(answer: Answer): string {
  return answer.status === 200 ? "drawn" : ((answer.json() as { code?: string }).code ?? String(answer.status))
}

async function previewAll(
  server: Besieged,
  bodies: Iterable<Record<string, unknown>>,
  outcomes: Outcomes,
  found: string[],
  until = Infinity,
): Promise<void> {
  const { headers } = await server.person()
  for (const body of bodies) {
    if (performance.now() > until) return
    const start = performance.now()
    const answer = await server.post("/api/modes/custom/preview", { mode_def: body, w: 800, h: 480 }, headers)
    const what = JSON.stringify(body).slice(0, 300)
    outcomes.add(outcomeOf(answer))
    if (performance.now() - start > HANG_MS) found.push(`${Math.round(performance.now() - start)} ms for ${what}`)
    const fault = faultOf(answer, what)
    if (fault !== undefined) found.push(fault)
  }
}

const previewed =
  (name: string, bodies: readonly Record<string, unknown>[]): Attack =>
  async (server) => {
    const outcomes = new Outcomes()
    return server.row(name, outcomes, (found) => previewAll(server, bodies, outcomes, found))
  }

/** The reported definitions by name, those made by hand, and saved ones that a device then shows. */
export const definitionAttacks: readonly Attack[] = [
  ...Object.entries(REPORTED).map(([name, body]) => previewed(name, [body])),
  previewed("definitions made by hand", HAND_MADE),
  async (server) => {
    const outcomes = new Outcomes()
    return server.row("definitions saved, and shown by a device", outcomes, async (found) => {
      const screen = await server.owned()
      for (const [i, body] of [...Object.values(REPORTED), ...HAND_MADE].entries()) {
        const saved = await server.post(
          "/api/modes/custom",
          { ...body, id: `NASTY${i % 20}`, mac: screen.mac },
          screen.owner.headers,
        )
        outcomes.add(`saved ${saved.status}`)
        if (saved.status !== 200) continue
        const start = performance.now()
        const page = await server.at(`/api/render?v=3.7&w=640&h=384&mac=${screen.mac}&persona=NASTY${i % 20}`, {
          headers: screen.headers,
        })
        outcomes.add(
          `shown ${page.status}${page.headers["x-render-error"] === undefined ? "" : ` ${page.headers["x-render-error"]}`}`,
        )
        if (page.status !== 200) found.push(`a device got ${page.status}`)
        if (performance.now() - start > 10_000)
          found.push(`a device waited ${Math.round(performance.now() - start)} ms`)
      }
    })
  },
]

/** As many as there is time for. */
export async function randomDefinitions(server: Besieged, seed: string, milliseconds: number): Promise<Row> {
  const outcomes = new Outcomes()
  const random = seededRandom(`definitions ${seed}`)
  function* all(): Generator<Record<string, unknown>> {
    for (;;) yield randomMode(random)
  }
  return server.row("random definitions", outcomes, (found) =>
    previewAll(server, all(), outcomes, found, performance.now() + milliseconds),
  )
}
