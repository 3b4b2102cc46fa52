import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** Asks a server for its health again and again, from a process of its own, so that nothing that the asker does counts. */
export interface Pulse {
  /** Resolves to the longest that an answer took, in milliseconds, and how many there were. Once; later calls repeat it. */
  stop(): Promise<{ readonly worstMs: number; readonly answers: number }>
}

export function pulseOf(port: number): Pulse {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./pulse-child.js", import.meta.url)), String(port)], { stdio: ["pipe", "pipe", "inherit"] })
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => { text += chunk })
  let stopped: Promise<{ worstMs: number; answers: number }> | undefined
  return {
    stop: () => (stopped ??= new Promise((resolve, reject) => {
      child.once("close", () => {
        try {
          resolve(JSON.parse(text) as { worstMs: number; answers: number })
        } catch (error) {
          reject(error as Error)
        }
      })
      child.stdin.end()
    })),
  }
}
