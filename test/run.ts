import { existsSync, readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { changedSince, greenState, keepGreen } from "./runner/changes.js"
import { reachedBy } from "./runner/reach.js"
import { knownTimes, longestFirst, writeTimes } from "./runner/times.js"
import { runAll } from "./runner/workers.js"

/**
 * Runs every *.test.js below this folder, or those whose path holds one of the arguments, or with `--since COMMIT` those that are reached by
 * what has changed since (without a commit: since all were green). PLATEN_TEST_TIMES=1 writes test/times.json. The last line is "N passed, N
 * failed, N skipped".
 */
/** Two workers more than processors: tests wait for child processes and sockets, too. */
const MAX_WORKERS = 4
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const args = process.argv.slice(2)
const isThere = (name: string): boolean =>
  existsSync(new URL(`../../test/${name.replace(/\.js$/, ".ts")}`, import.meta.url))
// What was compiled from a file that is gone is not a test any more.
const all = readdirSync(fileURLToPath(new URL("./", import.meta.url)), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.js") && isThere(name))
  .sort()

/** The files to run; undefined when nothing has changed. */
function chosen(): readonly string[] | undefined {
  if (args[0] !== "--since") return all.filter((name) => args.length === 0 || args.some((each) => name.includes(each)))
  const state = args[1] ?? greenState()
  if (state === undefined) {
    say("It is not known when all tests were green: all of them run.")
    return all
  }
  const changes = changedSince(state)
  if (changes.length === 0) return undefined
  const { names, modes, unmapped } = reachedBy(changes, all)
  if (modes) process.env.PLATEN_TEST_MODES = modes.join(",")
  if (unmapped !== undefined) say(`${unmapped} may reach every test: all of them run.`)
  say(`${changes.length} files have changed: ${names.length} of ${all.length} test files run.\n`)
  return names
}

const names = chosen()
if (names === undefined) {
  say("Nothing has changed.")
  process.exit(0)
}
if (names.length === 0) say(`\nThere is no test file${args.length > 0 ? ` that matches ${args.join(" or ")}` : ""}.`)

const ran = await runAll(longestFirst(names, knownTimes()), Math.min(MAX_WORKERS, availableParallelism() + 2))
const sum = (key: "passed" | "failed" | "skipped" | "cpu"): number => ran.reduce((total, each) => total + each[key], 0)
const failed = ran.filter((each) => each.failed > 0).map(({ name }) => name)
if (process.env.PLATEN_TEST_TIMES === "1") {
  writeTimes(new Map(ran.map(({ name, wall }) => [name, wall])), all)
  for (const { name, wall, cpu, rss } of ran.toSorted((a, b) => b.cpu - a.cpu).slice(0, 40))
    say(`${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of the processor, ${Math.round(rss / 2 ** 20)} MB after it: ${name}`)
  say(`${sum("cpu").toFixed(0)} s of the processor in all, without child processes\n`)
}
if (failed.length > 0) say(`Failed: ${failed.join(" ")}`)
say(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`)
const isGood = failed.length === 0 && sum("passed") > 0
if (isGood && names.length === all.length) keepGreen()
process.exit(isGood ? 0 : 1)
