import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { createClient } from "@redis/client"
import { freePort } from "../../../free-port.js"
import { until } from "../../../until.js"

/** The program of Redis, as Debian installs it, or the one that PLATEN_REDIS names; undefined where there is none. */
export const REDIS = [process.env.PLATEN_REDIS ?? "", "/usr/bin/redis-server"].find(
  (file) => file !== "" && existsSync(file),
)
export const WITHOUT_REDIS = "no Redis: install it, or name its program with PLATEN_REDIS"

export interface RedisServer {
  readonly url: string
  /** Every key with its value, as text. */
  contents(): Promise<ReadonlyMap<string, string>>
  /** It hangs: connections stay, and nothing is answered. */
  hang(): void
  goOn(): void
  kill(): Promise<void>
  start(): Promise<void>
}

const clientOn = (url: string) => createClient({ url, socket: { reconnectStrategy: false } })

/** A new, empty Redis on a free port of this machine, gone with this process. It writes nothing down. */
export async function redisServer(): Promise<RedisServer> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const asked = async <T>(ask: (client: ReturnType<typeof clientOn>) => Promise<T>): Promise<T> => {
    const client = clientOn(url)
    client.on("error", () => {})
    await client.connect()
    try {
      return await ask(client)
    } finally {
      client.destroy()
    }
  }
  const start = async (): Promise<void> => {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    child = spawn(REDIS!, settings, { stdio: "ignore" })
    await until(
      () =>
        asked((client) => client.ping()).then(
          () => true,
          () => false,
        ),
      "Redis does not start",
    )
  }
  process.once("exit", () => child?.kill("SIGKILL"))
  await start()
  return {
    url,
    start,
    contents: () =>
      asked(async (client) => {
        const keys = await client.keys("*")
        return new Map(await Promise.all(keys.map(async (key) => [key, String(await client.get(key))] as const)))
      }),
    hang: () => void child?.kill("SIGSTOP"),
    goOn: () => void child?.kill("SIGCONT"),
    kill: async () => {
      const gone = child
      child = undefined
      if (!gone || gone.exitCode !== null || gone.signalCode !== null) return
      const exit = new Promise((resolve) => gone.once("exit", resolve))
      gone.kill("SIGKILL")
      await exit
    },
  }
}
