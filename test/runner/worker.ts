import path from "node:path"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { run } from "uvu/run"

/** Counts of a test file, and what it took. `wall`, `cpu`: seconds; `rss`: bytes that the process holds after it. */
export interface Result {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly wall: number
  readonly cpu: number
  readonly rss: number
}

/** What a worker tells: text as it is printed, and the result of a file once it has ended. */
export type Told = { readonly text: string } | { readonly result: Result }

/** A worker runs the test files that the runner sends it, one after the other, in one process. */
const root = fileURLToPath(new URL("../", import.meta.url))

// Coverage is counted in this process alone: it was begun with the process, and its children would write hundreds of megabytes.
delete process.env.NODE_V8_COVERAGE

// One folder of unpacked fonts for all servers of the tests.
process.env.PLATEN_FONTS ??= path.join(root, "../../build/fonts")

/** The same examples each time; PLATEN_FUZZ_SEED=1234 chooses others, and PLATEN_FUZZ_SEED=random ever new ones. A failure prints its seed. */
const { PLATEN_FUZZ_SEED: chosen = "20261121" } = process.env
fc.configureGlobal({ seed: chosen === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(chosen) })

/** Milliseconds that printed text waits for more. */
const PRINT_MS = 250
let printed = ""
let printing: NodeJS.Timeout | undefined
const print = (): void => {
  clearTimeout(printing)
  printing = undefined
  if (printed !== "") process.send?.({ text: printed } satisfies Told)
  printed = ""
}
/** Tells the runner; a dot of a test goes with those that follow it. */
const tell = (told: Told): void => {
  if ("text" in told) {
    printed += told.text
    printing ??= setTimeout(print, PRINT_MS).unref()
    return
  }
  print()
  process.send?.(told)
}
/** Of the file that runs. */
let totals: Record<string, number> = {}

process.stdout.write = ((chunk: string | Uint8Array) => {
  const text = String(chunk)
  // eslint-disable-next-line no-control-regex
  for (const [, name, value] of text.replaceAll(/\u001b\[\d+m/g, "").matchAll(/(Total|Passed|Skipped):\s+(\d+)/g))
    totals[name!] = Number(value)
  tell({ text })
  return true
}) as typeof process.stdout.write

/** Runs one file. Zero tests, and a file that cannot be loaded, are failures. */
async function runFile(name: string): Promise<Result> {
  totals = {}
  const began = { at: performance.now(), cpu: process.cpuUsage() }
  let problem = ""
  try {
    // Without this the files before would run again.
    ;(globalThis as { UVU_QUEUE?: unknown[] }).UVU_QUEUE?.splice(0)
    await run([{ name, file: path.join(root, name) }])
    if (!totals.Total) problem = "No test ran."
  } catch (error) {
    problem = `The tests stopped: ${String((error as Error).stack)}`
  }
  if (problem !== "") tell({ text: `\n${problem}\n` })
  const { Total: total = 0, Passed: passed = 0, Skipped: skipped = 0 } = totals
  const { user, system } = process.cpuUsage(began.cpu)
  return {
    passed,
    skipped,
    failed: Math.max(total - passed, problem === "" ? 0 : 1),
    wall: (performance.now() - began.at) / 1000,
    cpu: (user + system) / 1e6,
    rss: process.memoryUsage.rss(),
  }
}

process.on("message", (name: string) => {
  // While a test runs, the runner alone does not keep this process alive: a test that waits for nothing ends it, and that shows.
  process.channel?.unref()
  void runFile(name).then((result) => {
    process.channel?.ref()
    tell({ result })
  })
})
process.once("beforeExit", () => {
  tell({ text: "\n\nA test never ended, and nothing was left to wait for.\n" })
  print()
})
process.once("exit", print)
process.on("disconnect", () => process.exit(0))
