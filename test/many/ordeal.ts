import { setMaxListeners } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { ask } from "../kernel/http/ask.js"
import { until } from "../until.js"
import type { Cluster } from "./cluster.js"
import { fleetOf, live } from "./fleet.js"
import type { Met } from "./fleet.js"
import { write } from "./writers.js"
import type { Written } from "./writers.js"

/** What is done to servers while devices wake and people write. */
export interface Ordeal {
  readonly devices: number
  readonly periodMs: number
  readonly patienceMs: number
  readonly settleMs: number
  readonly writeEveryMs: number
  /** Servers that are killed, one after the other, and started again. */
  readonly kills: number
  /** Times that the database is killed, and started again. */
  readonly restarts: number
  /** Milliseconds from one kill to the next. */
  readonly everyMs: number
  /** Milliseconds that Redis is away, once. */
  readonly redisAwayMs: number
}

export interface Outcome extends Met {
  readonly written: Written
  /** Calls to other servers, by host: until Redis goes away with the answers, and in all. */
  readonly calls: Readonly<Record<string, number>>
  readonly callsInAll: Readonly<Record<string, number>>
  /** What a server said at `GET /api/health` while Redis was away, and while the database was: statuses, and warnings. */
  readonly health: { readonly withoutRedis: string; readonly withoutDatabase: string }
  /** Errors that the servers logged, by their event. */
  readonly errors: Readonly<Record<string, number>>
}

/** Kills and restarts, while devices wake and people write; then looks what came of it. */
export async function endure(cluster: Cluster, ordeal: Ordeal): Promise<Outcome> {
  const { port, postgres, redis } = cluster
  const fleet = await fleetOf(port, ordeal.devices)
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  // Before any time, yet a number: of -Infinity and an endless time to settle nothing follows.
  let disturbed = -Number.MAX_VALUE
  /** Kills or starts something, and waits until every server answers again. */
  const disturb = async (work: Promise<unknown>, { healthy = true } = {}): Promise<void> => {
    disturbed = performance.now()
    await work
    if (healthy)
      await Promise.all(cluster.nodes.map(async (node) => until(() => answers(node.port), "a server is gone")))
    disturbed = performance.now()
  }
  const { signal } = over
  const living = live(port, fleet, { ...ordeal, signal, disturbed: () => disturbed })
  const writing = write(port, ordeal.writeEveryMs, signal)
  const health = { withoutRedis: "", withoutDatabase: "" }
  const restartAfter = new Set(
    Array.from({ length: ordeal.restarts }, (_, i) => Math.ceil(((i + 1) * ordeal.kills) / (ordeal.restarts + 1))),
  )
  let calls: Readonly<Record<string, number>> = {}
  try {
    for (let i = 0; i < ordeal.kills; i++) {
      await pause(ordeal.everyMs)
      const node = i % cluster.nodes.length
      await disturb(cluster.kill(node).then(() => cluster.start(node)))
      if (!restartAfter.has(i + 1)) continue
      await pause(ordeal.everyMs / 2)
      await disturb(postgres.kill(), { healthy: false })
      await pause(1_500)
      // What the store said holds for a second, and longer on a busy machine.
      await until(async () => !(await answers(cluster.nodes[0]!.port)), "a server is healthy without the database")
      health.withoutDatabase = await healthOf(cluster.nodes[0]!.port)
      await disturb(postgres.start())
    }
    calls = counted(cluster, askedHost)
    await disturb(redis.kill())
    await pause(ordeal.redisAwayMs)
    health.withoutRedis = await healthOf(cluster.nodes[0]!.port)
    await disturb(redis.start())
    await pause(ordeal.everyMs)
  } finally {
    over.abort()
  }
  const [met, read] = await Promise.all([living, writing])
  const written = await read()
  return {
    ...met,
    written,
    health,
    calls,
    callsInAll: counted(cluster, askedHost),
    errors: counted(cluster, ({ level, msg }) => level === "error" && msg),
  }
}

type Line = Readonly<Record<string, unknown>>
const askedHost = ({ msg, host }: Line): unknown => msg === "world.asked" && host

/** How often each text comes of the lines that the servers have logged. */
function counted(cluster: Cluster, of: (line: Line) => unknown): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const what of cluster.log().map(of)) if (typeof what === "string") counts[what] = (counts[what] ?? 0) + 1
  return counts
}

async function answers(port: number): Promise<boolean> {
  return ask(port, "/api/health").then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function healthOf(port: number): Promise<string> {
  const answer = await ask(port, "/api/health")
  const { warnings = [], code = "" } = answer.json() as { warnings?: readonly string[]; code?: string }
  return [answer.status, code, ...warnings].filter((part) => part !== "").join(" ")
}
