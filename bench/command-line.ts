import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

// Measures commands that need no plugin, from process start to exit. Prints one JSON object, in milliseconds.

const CLI = fileURLToPath(new URL("../kernel/cli.js", import.meta.url))
const RUNS = 15

function median(...args: string[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    const { status } = spawnSync(process.execPath, [CLI, ...args], { stdio: "ignore" })
    if (status !== 0) throw new Error(`platen ${args.join(" ")} exited with code ${status}`)
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[RUNS >> 1]!
}

process.stdout.write(JSON.stringify({ help: median("--help"), version: median("--version") }))
