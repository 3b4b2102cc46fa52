import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { Client } from "pg"
import { freePort } from "../../../free-port.js"
import { until } from "../../../until.js"

const HOME = "/usr/lib/postgresql"

/** The programs of the newest PostgreSQL, as Debian installs it, or those in the folder that PLATEN_POSTGRES names; undefined where there are none. */
export const POSTGRES = [
  process.env.PLATEN_POSTGRES ?? "",
  ...(existsSync(HOME) ? readdirSync(HOME) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(HOME, version, "bin")),
].find((folder) => folder !== "" && existsSync(path.join(folder, "initdb")))
export const WITHOUT = "no PostgreSQL: install it, or name the folder of its programs with PLATEN_POSTGRES"

export interface PostgresServer {
  readonly url: string
  /** What statements answer, on a connection of their own. */
  ask(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Kills it as a power cut does, and starts it again. */
  restart(): Promise<void>
  /** Kills it; `start` starts it again. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL does not run as root: there it runs as the user that Debian made for it. */
function owner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

/** A new, empty PostgreSQL on a free port of this machine, gone with this process. Nothing is asked of the disk: it forgets all in a power cut of the machine, but not when it is killed. */
export async function postgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-postgres-"))
  const user = owner()
  chmodSync(folder, 0o777)
  const data = path.join(folder, "data")
  const program = (name: string): string => path.join(POSTGRES!, name)
  const initdb = ["-D", data, "-U", "platen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
  execFileSync(program("initdb"), initdb, { ...user, stdio: "ignore", cwd: folder })
  const port = await freePort()
  const url = `postgres://platen@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const ask: PostgresServer["ask"] = async (sql) => {
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const start = async (): Promise<void> => {
    const settings = ["fsync=off", "max_connections=100", "shared_buffers=64MB", "listen_addresses=127.0.0.1"]
    const given = settings.flatMap((setting) => ["-c", setting])
    child = spawn(program("postgres"), ["-D", data, "-p", String(port), "-k", folder, ...given], {
      ...user,
      stdio: "ignore",
      cwd: folder,
    })
    await until(
      () =>
        ask("SELECT 1").then(
          () => true,
          () => false,
        ),
      "PostgreSQL does not start",
    )
  }
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = child
    child = undefined
    if (!gone || gone.exitCode !== null) return
    const exit = new Promise((resolve) => gone.once("exit", resolve))
    gone.kill(signal)
    await exit
  }
  // Its children end with it once they notice: SIGQUIT tells them.
  process.once("exit", () => child?.kill("SIGQUIT"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  await start()
  return {
    url,
    ask,
    start,
    kill: () => ended("SIGQUIT"),
    restart: async () => {
      await ended("SIGQUIT")
      await start()
    },
    stop: async () => {
      await ended("SIGQUIT")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
