import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Result, Told } from "./worker.js"

/** Milliseconds without a sound after which a test hangs: a bound that no loaded machine reaches. */
const SILENT_MS = 600_000
/** A worker that holds so much after a file is replaced: 500 MB, so that none grows to a gigabyte. */
const MAX_BYTES = 500 << 20
const MODULE = fileURLToPath(new URL("worker.js", import.meta.url))

export interface Ran extends Result {
  readonly name: string
}

const FAILED = { passed: 0, failed: 1, skipped: 0, wall: 0, cpu: 0, rss: 0 }

/** Runs test files in so many processes, each the next file when it is done. What a file prints is printed whole, once it has ended. */
export async function runAll(names: readonly string[], count: number): Promise<readonly Ran[]> {
  const waiting = names.slice()
  const ran: Ran[] = []
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      child ??= fork(MODULE, {
        execArgv: [...process.execArgv, "--max-semi-space-size=32"],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      })
      const { text, ...result } = await runIn(child, name)
      process.stdout.write(text)
      ran.push({ name, ...result })
      if (child.exitCode === null && child.signalCode === null && child.connected && result.rss < MAX_BYTES) continue
      await end(child)
      child = undefined
    }
    if (child) await end(child)
  }
  await Promise.all(Array.from({ length: Math.min(count, names.length) }, work))
  return ran
}

/** Has a worker run one file. Whatever ends the worker fails the file. */
function runIn(child: ChildProcess, name: string): Promise<Result & { readonly text: string }> {
  return new Promise((resolve) => {
    let text = ""
    const settle = (result: Result, problem = ""): void => {
      clearTimeout(silent)
      child.removeAllListeners()
      resolve({ ...result, text: `${text}${problem === "" ? "" : `\n\n${problem}\n`}\n` })
    }
    const silent = setTimeout(() => {
      settle(FAILED, `A test of ${name} hangs: no result for ${SILENT_MS / 1000} seconds.`)
      child.kill("SIGKILL")
    }, SILENT_MS)
    child.on("message", (told: Told) => {
      silent.refresh()
      if ("text" in told) text += told.text
      else settle(told.result)
    })
    child.once("exit", (code, signal) => {
      settle(FAILED, `A test of ${name} ended its process with ${code ?? signal}.`)
    })
    child.send(name)
  })
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once("exit", () => resolve())
    if (child.connected) child.disconnect()
    else child.kill("SIGKILL")
  })
}
