import { clusterOf, MISSING } from "./cluster.js"
import { endure } from "./ordeal.js"
import { spreadOver } from "./spread.js"

/**
 * `npm run siege:many`, or `npm run siege:many -- 2`: three servers on one PostgreSQL and one Redis behind nginx, for so many minutes (60 unless said)
 * in which 300 devices wake every 4 seconds. Every minute a server is killed, twice the database, once Redis. Prints what came of it, and ends
 * with 1 when something was lost, left out, shown twice, blank or late.
 */
const [minutes = "60", devices = "300"] = process.argv.slice(2)
const SERVERS = 3
const [EVERY_MS, PERIOD_MS] = [60_000, 4_000] as const
const ROUNDS = 5
const WITHIN_MS = 1_000

if (MISSING !== undefined) {
  process.stdout.write(`skipped: ${MISSING}\n`)
  process.exit(0)
}
const cluster = await clusterOf(SERVERS)
const spreads = []
for (let round = 0; round < ROUNDS; round++) spreads.push(await spreadOver(cluster, round))
const kills = Math.max(2, Number(minutes) - 1)
const outcome = await endure(cluster, {
  devices: Number(devices),
  periodMs: PERIOD_MS,
  patienceMs: 10_000,
  // As long as a server waits for the database.
  settleMs: 2_000,
  writeEveryMs: 1_000,
  kills,
  restarts: 2,
  everyMs: Math.min(EVERY_MS, (Number(minutes) * 60_000) / (kills + 2)),
  redisAwayMs: 10_000,
})
await cluster.stop()
process.stdout.write(`${JSON.stringify({ spreads, ...outcome }, undefined, 2)}\n`)
const slow = spreads.flatMap((each) => Object.entries(each)).filter(([, ms]) => ms > WITHIN_MS)
if (outcome.found.length > 0 || outcome.written.lost.length > 0 || slow.length > 0) process.exitCode = 1
