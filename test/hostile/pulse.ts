import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as assert from "uvu/assert"

/** Asks a server for its health again and again, from a process of its own, so that nothing that the asker does counts. */
export interface Pulse {
  /** Resolves to how long answers took. Once; later calls repeat it. */
  stop(): Promise<Waits>
}

/** Milliseconds that the longest answer took on a kept connection, and how many took longer than `SLOW_MS`, of how many; and the longest on a new one. */
export interface Waits {
  readonly worstMs: number
  readonly freshMs: number
  readonly slow: number
  readonly answers: number
}

/** What an answer may take, on a machine that does nothing else. */
export const SLOW_MS = 100
/** However much else the machine has to do, none waits so long. How long they wait on a quiet one, `npm run siege` says. */
const MAX_MS = 20_000

/** Throws when the server kept its callers waiting. */
export async function calm(pulse: Pulse): Promise<void> {
  const { worstMs, slow, answers } = await pulse.stop()
  const said = `${slow} of ${answers} calls of /api/health took more than ${SLOW_MS} ms, the longest ${Math.round(worstMs)} ms`
  assert.ok(answers > 0 && worstMs <= MAX_MS, said)
}

export function pulseOf(port: number): Pulse {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("./pulse-child.js", import.meta.url)), String(port), String(SLOW_MS)],
    { stdio: ["pipe", "pipe", "inherit"] },
  )
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
  })
  let stopped: Promise<Waits> | undefined
  return {
    stop: () =>
      (stopped ??= new Promise((resolve, reject) => {
        child.once("close", () => {
          try {
            resolve(JSON.parse(text) as Waits)
          } catch (error) {
            reject(error as Error)
          }
        })
        child.stdin.end()
      })),
  }
}
