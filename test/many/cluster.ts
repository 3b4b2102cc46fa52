import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { freePort } from "../free-port.js"
import { POSTGRES, postgresServer, WITHOUT } from "../plugins/operation/storage-postgres/server.js"
import type { PostgresServer } from "../plugins/operation/storage-postgres/server.js"
import { REDIS, redisServer, WITHOUT_REDIS } from "../plugins/operation/redis/server.js"
import type { RedisServer } from "../plugins/operation/redis/server.js"
import { bearer } from "../plugins/people/accounts/calls.js"
import { served } from "../served.js"
import type { Served } from "../served.js"
import { NGINX, nginxBefore, WITHOUT_NGINX } from "./nginx.js"

/** Why the servers cannot be started here; undefined where they can. */
export const MISSING =
  (POSTGRES ? undefined : WITHOUT) ?? (REDIS ? undefined : WITHOUT_REDIS) ?? (NGINX ? undefined : WITHOUT_NGINX)

const TOKEN = "an operator's token for tests"
export const ADMIN = bearer(TOKEN)

/** Several servers on one PostgreSQL and one Redis, behind nginx: each a process of its own. */
export interface Cluster {
  /** Of nginx. */
  readonly port: number
  readonly postgres: PostgresServer
  readonly redis: RedisServer
  /** Those that run now. */
  readonly nodes: readonly Served[]
  /** What all of them have logged, those that were killed included. */
  log(): readonly Readonly<Record<string, unknown>>[]
  /** Kills one as a power cut does; `start` starts it again, on the same port. */
  kill(i: number): Promise<void>
  start(i: number): Promise<void>
  stop(): Promise<void>
}

const configOf = (database: string, redis: string): string => `security: { adminToken: "${TOKEN}" }
defaults: { timeZone: UTC, mode: ONE }
storage: { engine: postgres, url: "${database}" }
server:
  trustProxy: [127.0.0.1]
  logLevel: info
  limits: { address: 100000000, refused: 100000000, render: 100000000, preview: 100000000, pairing: 100000000, mode-save: 100000000, lists: 100000000, modes: 100000000 }
plugins:
  redis: { url: "${redis}" }
  secrets: { key: "${Buffer.alloc(32, "k").toString("base64")}" }
  accounts: { scrypt: { n: 1024, r: 1, p: 1 } }
`

export async function clusterOf(count: number): Promise<Cluster> {
  const [postgres, redis] = [await postgresServer(), await redisServer()]
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-many-"))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const all: Served[] = []
  const nodes: Served[] = []
  const start = async (i: number): Promise<void> => {
    const cwd = path.join(folder, String(i))
    mkdirSync(cwd, { recursive: true })
    writeFileSync(path.join(cwd, "platen.yaml"), configOf(postgres.url, redis.url))
    const node = await served(cwd, { module: "test/many/node.js", args: [String(ports[i])] })
    nodes[i] = node
    all.push(node)
  }
  await Promise.all(ports.map((_, i) => start(i)))
  const balancer = await nginxBefore(ports)
  return {
    port: balancer.port,
    postgres,
    redis,
    nodes,
    log: () => all.flatMap(({ log }) => log),
    kill: async (i) => nodes[i]!.kill(),
    start,
    stop: async () => {
      await balancer.stop()
      await Promise.all(nodes.map((node) => node.stop()))
      await redis.kill()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
