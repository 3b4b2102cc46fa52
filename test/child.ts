import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Where the built server is: dist/. */
export const BUILT = new URL("../", import.meta.url)

export interface ChildOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** What is piped in. */
  readonly input?: string
}

/**
 * Runs the real `platen` until it ends, which takes a second or more: for what only a process shows, such as its descriptors, its exit code and
 * its life beside another. Everything else runs inside the process of the test: `platen` of platen.ts. Nothing of the caller's PORT, HOST or
 * PLATEN_ variables reaches it, but for the folder of unpacked fonts.
 */
export function binary(args: readonly string[], { cwd, env = {}, input = "" }: ChildOptions = {}): Promise<Ended> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PORT|HOST|PLATEN_(?!FONTS$).*)$/.test(name)),
  )
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("kernel/cli.js", BUILT)), ...args], {
      cwd,
      env: { ...inherited, ...env },
      stdio: "pipe",
    })
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      stdout += part
    })
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      stderr += part
    })
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, stdout, stderr }))
    // A command that asks nothing may end before it is written to.
    child.stdin.on("error", () => {}).end(input)
  })
}
