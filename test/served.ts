import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { BUILT } from "./child.js"

/** A server in a process of its own, as `platen serve` starts it. */
export interface Served {
  readonly port: number
  readonly process: ChildProcess
  /** The lines of its log. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
  /** Ends it as an operator does. */
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/** What is started in place of `platen serve`: a module below dist/, with arguments, flags of Node and variables of the environment. */
export interface Started {
  readonly module: string
  readonly args: readonly string[]
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

const SERVE: Started = { module: "kernel/cli.js", args: ["serve"] }

/** Starts one in a folder that has its platen.yaml. Rejects when it ends before it listens. */
export async function served(cwd: string, { module, args, flags = [], environment }: Started = SERVE): Promise<Served> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PORT|HOST|PLATEN_(?!FONTS$).*|NODE_V8_COVERAGE)$/.test(name)),
  )
  const child = spawn(process.execPath, [...flags, fileURLToPath(new URL(module, BUILT)), ...args], {
    cwd,
    env: { ...env, ...environment, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const log: Record<string, unknown>[] = []
  const ended = once(child, "exit")
  const gone = (): void => {
    child.kill("SIGKILL")
  }
  process.once("exit", gone)
  ended.then(
    () => process.off("exit", gone),
    () => {},
  )
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line) as Record<string, unknown>
      log.push(said)
      if (said.msg === "server.started") resolve(said.port as number)
    })
    ended.then(() => reject(new Error(`the server ended: ${JSON.stringify(log.at(-1))}`)), reject)
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { port, process: child, log, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") }
}
