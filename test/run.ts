import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"

/**
 * Runs every *.test.js below this folder (or those whose path holds one of the arguments), side by side in a few processes.
 * The last line is "N passed, N failed, N skipped".
 */
const MAX_PROCESSES = 4
/** Fewer files than that are not worth a process of their own. */
const MIN_FILES = 8
const here = fileURLToPath(new URL("./", import.meta.url))
const wanted = process.argv.slice(2)

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const files = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.js") && (wanted.length === 0 || wanted.some((each) => name.includes(each))))
  .sort()

/** Neighbours, which are alike, in turn: so each process has of everything. */
function parts(): string[][] {
  const count = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism(), Math.floor(files.length / MIN_FILES)))
  return Array.from({ length: count }, (_, i) => files.filter((__, place) => place % count === i))
}

/** Milliseconds without a sound: a part says itself which test hangs, unless that test keeps it from saying anything. */
const SILENT_MS = 150_000

/** What it prints is passed on file by file, so that parts do not mix. */
function runPart(names: readonly string[]): Promise<Counts> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("run-part.js", import.meta.url)), ...names], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let text = ""
    const silent = setTimeout(() => {
      text += `\n\nA test hangs, and gives nothing else a turn: no sound for ${SILENT_MS / 1000} seconds.\n`
      child.kill("SIGKILL")
    }, SILENT_MS)
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      silent.refresh()
      text += chunk
      const whole = text.lastIndexOf("\n\n")
      if (whole < 0) return
      process.stdout.write(text.slice(0, whole + 1))
      text = text.slice(whole + 1)
    })
    child.once("error", reject)
    child.once("close", (code) => {
      clearTimeout(silent)
      const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(text)
      process.stdout.write(text.slice(0, counts?.index))
      const [, passed, failed, skipped] = (counts ?? ["", "0", "1", "0"]).map(Number)
      // Whatever ended it, it did not end well.
      resolve({ passed: passed!, failed: Math.max(failed!, code === 0 ? 0 : 1), skipped: skipped! })
    })
  })
}

if (files.length === 0)
  process.stdout.write(`\nThere is no test file${wanted.length > 0 ? ` that matches ${wanted.join(" or ")}` : ""}.\n`)
const counted = files.length === 0 ? [{ passed: 0, failed: 1, skipped: 0 }] : await Promise.all(parts().map(runPart))
const sum = (key: keyof Counts): number => counted.reduce((total, each) => total + each[key], 0)
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`)
process.exit(sum("failed") > 0 || sum("passed") === 0 ? 1 : 0)
