import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Clock, Engine, StorePlace } from "platen/sdk"
import { memoryEngine } from "../../testing/memory-engine.js"
import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"

const folders: string[] = []
process.on("exit", () => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

/** An empty folder that is gone with the process. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-storage-"))
  folders.push(folder)
  return folder
}

/** Where the store of a data folder is. */
export function placeIn(folder: string, clock: Clock): StorePlace {
  return { folder, config: {}, clock }
}

/** Every engine, empty. */
export const ENGINES: Readonly<Record<string, (clock: Clock) => Promise<Engine>>> = {
  memory: async (clock) => memoryEngine(clock),
  sqlite: (clock) => sqliteEngine(path.join(emptyFolder(), "platen.db"), clock),
}

export interface Child {
  readonly process: ChildProcess
  /** The whole lines it has printed. */
  readonly lines: readonly string[]
  /** Resolves when it has printed so many lines. Rejects when it ends before. */
  printed(count: number): Promise<void>
  /** Resolves to its exit code (null when it was killed), with all lines read. */
  readonly ended: Promise<number | null>
}

/** A script of this folder in a process of its own, which is not measured. `fileLimit`: the most bytes in any file it writes, a multiple of 1,024. */
export function child(
  script: string,
  parameters: readonly string[],
  { fileLimit }: { fileLimit?: number } = {},
): Child {
  const command = [process.execPath, fileURLToPath(new URL(`${script}.js`, import.meta.url)), ...parameters]
  const limited = ["bash", "-c", `ulimit -f ${(fileLimit ?? 0) / 1024} && exec "$@"`, "bash", ...command]
  const [program = "", ...rest] = fileLimit === undefined ? command : limited
  const started = spawn(program, rest, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_V8_COVERAGE: "" },
  })
  const lines: string[] = []
  const reader = createInterface({ input: started.stdout })
  reader.on("line", (line) => lines.push(line))
  const ended = Promise.all([once(started, "exit"), once(reader, "close")]).then(([[code]]) => code as number | null)
  const printed = (count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (lines.length >= count) resolve()
      }
      reader.on("line", look)
      ended.then(() => reject(new Error(`${script} ended after ${lines.length} of ${count} lines`)), reject)
      look()
    })
  return { process: started, lines, printed, ended }
}

/** What a promise rejects with. */
export async function rejection<E extends Error>(promise: Promise<unknown>): Promise<E> {
  try {
    await promise
  } catch (error) {
    return error as E
  }
  throw new Error("it did not reject")
}
