import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { systemClock } from "../kernel/clock.js"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { COMMAND } from "../test/command.js"

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** Processor time used so far, in milliseconds; undefined where the system does not measure it. */
  cpuMs(): number | undefined
  /** Resident memory in MB; undefined where the system does not measure it. */
  rssMb(): number | undefined
  /** Stops it. Resolves to the lines of its log that are errors. */
  stop(): Promise<number>
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Starts the bare server: polka, with as many bytes as a page. */
export async function startBare(): Promise<ServerProcess> {
  return started(spawn(process.execPath, [here("./bare-server.js")], { stdio: ["ignore", "pipe", "inherit"] }))
}

/** A data folder with the operator's config of the benchmark. Deleted when the process exits. */
export function dataFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const LIMITS = { address: 1_000_000_000, refused: 1_000_000_000, render: 1_000_000_000 }
const PLUGINS = {
  "edition-core": { mount: "/core" },
  devices: { renders: 1_000_000, heartbeats: 1_000_000 },
}

/** The store of a server, as in platen.yaml. */
export type Storage = { readonly engine: string; readonly [field: string]: unknown }
const IN_FOLDER: Storage = { engine: "sqlite" }

/** Opens the store of a folder in this process, to fill it before the server starts or to count afterwards. */
export async function openFolder(folder: string, storage = IN_FOLDER): Promise<Stage> {
  return openStage({ dataFolder: folder, clock: systemClock, config: PLUGINS, storage })
}

/** Starts Platen as the command `platen` does, on the data of a folder. */
export async function startPlaten(folder: string, storage = IN_FOLDER): Promise<ServerProcess> {
  const plugins = { ...PLUGINS, [here("./plugin")]: {} }
  const config = { server: { host: "127.0.0.1", limits: LIMITS }, storage, plugins }
  writeFileSync(path.join(folder, "platen.yaml"), JSON.stringify(config))
  return started(
    spawn(process.execPath, [...COMMAND.flags, here("../kernel/main.js")], {
      cwd: folder,
      env: { ...process.env, ...COMMAND.environment, PORT: "0", PLATEN_DATA: folder },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  )
}

async function started(child: ChildProcess): Promise<ServerProcess> {
  const lines = createInterface({ input: child.stdout! })
  let errors = 0
  const port = await new Promise<number>((resolve, reject) => {
    lines.on("line", (line) => {
      const said = JSON.parse(line) as { port?: number; msg?: string; level?: string | number }
      if (said.port !== undefined && (said.msg === undefined || said.msg === "server.started")) resolve(said.port)
      if (said.level === "error" || said.level === 50) errors++
    })
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)))
  })
  const pid = child.pid!
  return {
    port,
    pid,
    cpuMs: () => fromProc(pid, "stat", cpuOf),
    rssMb: () => fromProc(pid, "status", (text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024),
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
      return errors
    },
  }
}

function fromProc(pid: number, file: string, read: (text: string) => number): number | undefined {
  try {
    return read(readFileSync(`/proc/${pid}/${file}`, "utf8"))
  } catch {
    return undefined
  }
}

let ticksPerSecond: number | undefined

/** User and system time of all threads. Source: proc_pid_stat(5), fields 14 and 15. */
function cpuOf(stat: string): number {
  ticksPerSecond ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
