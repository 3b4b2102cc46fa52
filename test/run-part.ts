import path from "node:path"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { run } from "uvu/run"

/**
 * Runs the test files that are named, in one process. Zero tests, a hung test and a test that never ends although nothing is left to do are failures.
 * The last line is "N passed, N failed, N skipped".
 */
const QUIET_MS = 120_000
/** The same examples each time; PLATEN_FUZZ_SEED=1234 chooses others, and PLATEN_FUZZ_SEED=random ever new ones. A failure prints its seed. */
const { PLATEN_FUZZ_SEED: chosen = "20261121" } = process.env
fc.configureGlobal({ seed: chosen === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(chosen) })
// Coverage is counted in this process alone: it was begun with the process, and its children would write hundreds of megabytes.
delete process.env.NODE_V8_COVERAGE
const here = fileURLToPath(new URL("./", import.meta.url))
const files = process.argv.slice(2)

const totals = { total: 0, passed: 0, skipped: 0 }
let finished = false
let lastSound = performance.now()
let current = ""

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  lastSound = performance.now()
  count(String(chunk))
  return write(chunk, ...rest)
}) as typeof process.stdout.write

function count(text: string): void {
  // eslint-disable-next-line no-control-regex
  const plain = text.replaceAll(/\u001b\[\d+m/g, "")
  for (const [, name, value] of plain.matchAll(/(Total|Passed|Skipped):\s+(\d+)/g))
    totals[name!.toLowerCase() as keyof typeof totals] = Number(value)
  const next = files.find((name) => plain.includes(name)) ?? current
  if (next !== current) clockIn(next)
}

/** Wall and processor seconds of each file, for whoever wants the suite to stay quick. */
const spent = new Map<string, { readonly wall: number; readonly cpu: number }>()
let began = { at: performance.now(), cpu: process.cpuUsage() }

function clockIn(next: string): void {
  const { user, system } = process.cpuUsage(began.cpu)
  if (current !== "") spent.set(current, { wall: (performance.now() - began.at) / 1000, cpu: (user + system) / 1e6 })
  began = { at: performance.now(), cpu: process.cpuUsage() }
  current = next
}

function end(problem?: string): never {
  finished = true
  clockIn("")
  if (process.env.PLATEN_TEST_TIMES === "1")
    for (const [name, { wall, cpu }] of [...spent].sort((a, b) => b[1].wall - a[1].wall).slice(0, 40))
      write(`${wall.toFixed(1)} s (${cpu.toFixed(1)} s of the processor) ${name}\n`)
  if (problem !== undefined) write(`\n${problem}\n`)
  const failed = Math.max(totals.total - totals.passed, problem === undefined ? 0 : 1)
  write(`${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped\n`)
  process.exit(failed > 0 || totals.passed === 0 ? 1 : 0)
}

setInterval(() => {
  if (performance.now() - lastSound > QUIET_MS)
    end(`A test of ${current || "a file"} hangs: no result for ${QUIET_MS / 1000} seconds.`)
}, 1_000).unref()
process.on("exit", () => {
  if (!finished) end(`A test of ${current || "a file"} never ended, and nothing was left to wait for.`)
})

try {
  await run(files.map((name) => ({ name, file: path.join(here, name) })))
} catch (error) {
  end(`The tests stopped: ${String((error as Error).stack)}`)
}
end(totals.total === 0 ? "No test ran." : undefined)
