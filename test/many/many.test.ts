import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import { PATIENCE_MS } from "../until.js"
import { clusterOf, MISSING } from "./cluster.js"
import type { Cluster } from "./cluster.js"
import { endure } from "./ordeal.js"
import { spreadOver } from "./spread.js"

/** Three servers in processes of their own, on one PostgreSQL and one Redis, behind nginx. `npm run siege:many` does it for an hour. */
const test = suite("many servers")
const together = (name: string, work: () => Promise<void>): void =>
  MISSING === undefined ? test(name, work) : test.skip(`${name}: ${MISSING}`, work)

/** Servers that are killed. */
const KILLS = 2

let cluster: Cluster
test.before(async () => {
  if (MISSING === undefined) cluster = await clusterOf(3)
})
test.after(() => cluster?.stop())

together(
  "go by what one of them was told: a mode that is saved or deleted, a session or a token that ends, a config",
  async () => {
    // Each rejects for what never holds everywhere; how long it takes, `npm run siege:many` says.
    await spreadOver(cluster, 0)
  },
)

together("draw the same bytes", async () => {
  const pages = await Promise.all(
    cluster.nodes.map(({ port }) => ask(port, "/api/preview?persona=STOIC&w=400&h=300&date=2026-11-20")),
  )
  assert.equal(
    pages.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const { body } of pages) assert.ok(body.equals(pages[0]!.body))
})

together("lose no write and leave out no page while servers, the database and Redis are killed", async () => {
  const { written, found, pages, wakes, health, calls, refused } = await endure(cluster, {
    devices: 24,
    periodMs: 400,
    // How long it takes, npm run siege:many says.
    patienceMs: PATIENCE_MS,
    // They wake so often that a page may not be recorded yet when the next is asked for elsewhere.
    settleMs: Infinity,
    writeEveryMs: 50,
    kills: KILLS,
    restarts: 1,
    everyMs: 1_500,
    redisAwayMs: 500,
  })
  assert.equal([found, written.lost], [[], []], JSON.stringify(refused))
  assert.ok(pages > 24 && wakes >= pages && written.acknowledged > 20, `${pages} of ${wakes}, ${written.acknowledged}`)
  assert.match(health.withoutDatabase, /^503 store-failed$/)
  assert.match(health.withoutRedis, /^200 Redis is away/, JSON.stringify({ health, refused }))
  // Each of three places is asked for once, and again where the server that asked was killed before it had kept the answer.
  const asked = calls["api.open-meteo.com"] ?? 0
  assert.ok(asked >= 3 && asked <= 3 + KILLS, `${asked} calls for three places`)
})

test.run()
