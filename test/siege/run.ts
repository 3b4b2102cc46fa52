import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { stored } from "../editions/stored.js"
import { besieged } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import type { Siege } from "./everybody.js"
import { definitionAttacks, randomDefinitions } from "./definitions.js"
import { everybody } from "./everybody.js"
import { floods } from "./floods.js"
import { killed, stopped } from "./killed.js"
import { nonsenseWorld } from "./nonsense-world.js"
import { randomCalls } from "./random-calls.js"
import type { Row } from "./row.js"

/**
 * `npm run siege`, or `npm run siege -- 180`: attacks a server in a process of its own for so many seconds (600 unless said): first one attack
 * after the other, then twenty callers of all kinds at once, in a world that answers with nonsense, then random calls; it is killed while it
 * writes and started again. Prints what was tried and what came of it, how long /api/health waited, memory, calls to the world, and what is left
 * in the store. PLATEN_SIEGE_SEED=1234 tries the same again. Ends with 1 when something was found.
 */
const SECONDS = 600
/** The level of errors in the lines of pino. */
const PINO_ERROR = 50
/** Of the time, for all callers at once. */
const AT_ONCE = 0.5
const CONFIG = `security: { adminToken: "an operator's token for tests" }
defaults: { timeZone: UTC }
server:
  trustProxy: [127.0.0.1]
  logLevel: info
  limits: { address: 100000000, refused: 100000000, render: 100000000, preview: 100000000, pairing: 100000000, push: 100000000, mode-preview: 100000000, mode-save: 100000000, modes: 100000000, alert: 100000000, places: 100000000, library: 100000000, forecast: 100000000, upload: 100000000 }
plugins: { accounts: { scrypt: { n: 1024, r: 1, p: 1 } } }
`

const seconds = Number(process.argv[2] ?? SECONDS)
const seed = process.env.PLATEN_SIEGE_SEED ?? String(Date.now())
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const folder = mkdtempSync(path.join(os.tmpdir(), "platen-siege-"))
writeFileSync(path.join(folder, "platen.yaml"), CONFIG)
const end = performance.now() + seconds * 1000
const rows: Row[] = []
const world = await nonsenseWorld(seed)
let server: Besieged | undefined
let besiegedFound = 0

function print(row: Row): void {
  rows.push(row)
  say(
    `${row.name.padEnd(46)} ${String(row.tried).padStart(7)}  ${row.worstMs.toFixed(0).padStart(5)} ms  ${row.rssMb.toFixed(0).padStart(5)} MB  ${row.outcomes}`,
  )
  for (const found of row.found.slice(0, 10)) say(`  FOUND ${found}`)
  if (row.found.length > 0) sayFailures(server?.served.log ?? [])
}

/** The last pages that failed for no reason of their own, as the log has them: an answer says only that there was a fault. */
function sayFailures(log: Besieged["served"]["log"]): void {
  const failed = log.filter(({ msg, level }) => msg === "page.failed" && level === PINO_ERROR)
  for (const line of failed.slice(-3)) say(`  LOG ${JSON.stringify(line).slice(0, 1_500)}`)
}

/** Figures of twenty callers at once. */
function sayAll({ calls, worstMs, freshMs, slow, health, rssMb, answers, honest, found: wrong }: Siege): void {
  const most = (all: ReadonlyMap<string, number>, count: number): string =>
    [...all]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, times]) => `${name} ${times}`)
      .join(", ")
  say(`\ntwenty callers at once: ${calls} calls`)
  say(
    `  /api/health: ${health} calls, the longest ${worstMs.toFixed(0)} ms, ${slow} above 100 ms; ${freshMs.toFixed(0)} ms on a new connection`,
  )
  say(`  memory, MB: ${rssMb.map((each) => each.toFixed(0)).join(" ")}; the most ${Math.max(...rssMb).toFixed(0)}`)
  say(
    `  screens of those who do no harm: ${honest.renders} renders, the longest ${honest.worstMs.toFixed(0)} ms, ${honest.late} above 2 s, ${honest.without} without their page`,
  )
  say(`  answers: ${most(answers, 40)}`)
  say(`  calls to the world: ${most(world.calls, 20)}`)
  for (const each of wrong.slice(0, 20)) say(`  FOUND ${each}`)
  besiegedFound += wrong.length
  say("")
}

/** What the store holds, by plugin and collection. */
function sayKept(kept: Readonly<Record<string, string>>): void {
  const kinds = new Map<string, { rows: number; bytes: number }>()
  for (const [key, value] of Object.entries(kept)) {
    const kind = key.split("/").slice(0, 3).join("/")
    const known = kinds.get(kind) ?? { rows: 0, bytes: 0 }
    kinds.set(kind, { rows: known.rows + 1, bytes: known.bytes + value.length })
  }
  say("\nleft in the store")
  for (const [kind, { rows: count, bytes }] of [...kinds].toSorted(([, a], [, b]) => b.bytes - a.bytes).slice(0, 20))
    say(`  ${kind.padEnd(40)} ${String(count).padStart(7)} rows ${(bytes / 1024).toFixed(0).padStart(8)} KiB`)
}

say(`seed ${seed}, ${seconds} seconds`)
say(`${"attack".padEnd(46)} ${"tried".padStart(7)}  ${"health".padStart(8)}  ${"memory".padStart(8)}  what came of it`)
try {
  server = await besieged(folder, world.origin)
  // The first page of a process reads its fonts: that is no attack.
  for (const mode of ["STOIC", "DAILY", "MY_ADAPTIVE"]) await server.at(`/api/preview?persona=${mode}`)
  await server.at("/api/openapi.json")
  for (const attack of definitionAttacks) print(await attack(server))
  for (const flood of floods) print(await flood(server))
  const siege = await everybody(server, seed, seconds * AT_ONCE * 1000)
  sayAll(siege)
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    const left = Math.max(5_000, end - performance.now())
    print(await randomDefinitions(server, `${seed} ${round}`, Math.min(left * 0.55, 110_000)))
    print(await randomCalls(server, `${seed} ${round}`, Math.min(left / 4, 60_000)))
    const after = await killed(server, { folder, world: world.origin, seed: `${seed} ${round}` })
    server = after.server
    print(after.row)
  }
  print(await stopped(server))
  server = undefined
  sayKept(await stored(path.join(folder, "data")))
} finally {
  world.close()
  await server?.served.kill()
  rmSync(folder, { recursive: true, force: true })
}
const found = rows.reduce((sum, row) => sum + row.found.length, besiegedFound)
say(
  `${rows.reduce((sum, { tried }) => sum + tried, 0)} tried, ${found} found, /api/health waited ${Math.max(...rows.map(({ worstMs }) => worstMs)).toFixed(0)} ms at most`,
)
process.exit(found > 0 ? 1 : 0)
