import { ADMIN, besieged } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import { Outcomes } from "./row.js"
import type { Row } from "./row.js"

const WRITERS = 8
const WRITES = 40

/** Kills the server while it writes, starts it again, and looks whether all is there that it acknowledged. */
export async function killed(before: Besieged, folder: string, seed: string): Promise<{ readonly row: Row; readonly server: Besieged }> {
  const outcomes = new Outcomes()
  const acknowledged = new Map<string, string>()
  let left = WRITERS * WRITES
  let enough = (): void => {}
  const written = new Promise<void>((resolve) => { enough = resolve })
  const writing = Promise.all(Array.from({ length: WRITERS }, async (_, i) => {
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
  }))
  await written
  await before.served.kill()
  await writing
  const server = await besieged(folder)
  const row = await server.row("killed while it writes", outcomes, async (found) => {
    for (const [mac, nickname] of acknowledged) {
      const config = (await server.at(`/api/config/${mac}`, { headers: ADMIN })).json() as { nickname?: string }
      outcomes.add(config.nickname === undefined ? "lost" : "kept")
      // One that was written and not yet acknowledged may stand in its place.
      if (config.nickname === undefined || Number(config.nickname.split(" ").at(-1)) < Number(nickname.split(" ").at(-1))) found.push(`${mac} has "${config.nickname}" in place of "${nickname}"`)
    }
  })
  return { row, server }
}
