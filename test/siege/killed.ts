import { HAND_MADE } from "../hostile/definitions.js"
import { ADMIN, besieged } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import { Outcomes } from "./row.js"
import type { Row } from "./row.js"

const WRITERS = 16
const WRITES = 40

/** Milliseconds that a stop may take: what is in flight is finished for ten seconds at most. */
const STOP_MS = 12_000

/** Stops the server as an operator does, while the worst definitions are being drawn. */
export async function stopped(server: Besieged): Promise<Row> {
  const outcomes = new Outcomes()
  const found: string[] = []
  const { headers } = await server.person()
  const asked = Promise.all(
    HAND_MADE.slice(0, 20).map(async (body) => {
      try {
        outcomes.add(
          String((await server.post("/api/modes/custom/preview", { mode_def: body, w: 800, h: 480 }, headers)).status),
        )
      } catch (error) {
        outcomes.add((error as NodeJS.ErrnoException).code ?? "broken off")
      }
    }),
  )
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  const start = performance.now()
  await server.served.stop()
  const took = performance.now() - start
  await asked
  if (took > STOP_MS || server.served.process.exitCode !== 0)
    found.push(`SIGTERM took ${Math.round(took)} ms, exit code ${server.served.process.exitCode}`)
  return {
    name: `SIGTERM while definitions are drawn, ${Math.round(took)} ms`,
    tried: outcomes.tried,
    worstMs: 0,
    rssMb: 0,
    outcomes: outcomes.toString(),
    found,
  }
}

/** Kills the server while it writes, starts it again, and looks whether all is there that it acknowledged. */
export async function killed(
  before: Besieged,
  { folder, world, seed }: { readonly folder: string; readonly world: string; readonly seed: string },
): Promise<{ readonly row: Row; readonly server: Besieged }> {
  const outcomes = new Outcomes()
  const acknowledged = new Map<string, string>()
  let left = WRITERS * WRITES
  let enough = (): void => {}
  const written = new Promise<void>((resolve) => {
    enough = resolve
  })
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, i) => {
      const mac = `0D:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`
      for (let round = 0; ; round++) {
        const nickname = `${seed} ${i} ${round}`.slice(-32)
        try {
          const { status } = await before.post("/api/config", { mac, nickname, modes: ["STOIC"] }, ADMIN)
          outcomes.add(`written ${status}`)
          if (status === 200) acknowledged.set(mac, nickname)
        } catch {
          return
        }
        if (--left <= 0) enough()
      }
    }),
  )
  await written
  await before.served.kill()
  await writing
  const server = await besieged(folder, world)
  const row = await server.row("killed while it writes", outcomes, async (found) => {
    for (const [mac, nickname] of acknowledged) {
      const config = (await server.at(`/api/config/${mac}`, { headers: ADMIN })).json() as { nickname?: string }
      outcomes.add(config.nickname === undefined ? "lost" : "kept")
      // One that was written and not yet acknowledged may stand in its place.
      if (
        config.nickname === undefined ||
        Number(config.nickname.split(" ").at(-1)) < Number(nickname.split(" ").at(-1))
      )
        found.push(`${mac} has "${config.nickname}" in place of "${nickname}"`)
    }
  })
  return { row, server }
}
