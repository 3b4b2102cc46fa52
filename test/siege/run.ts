import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { besieged } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import { definitionAttacks, randomDefinitions } from "./definitions.js"
import { floods } from "./floods.js"
import { killed, stopped } from "./killed.js"
import { randomCalls } from "./random-calls.js"
import type { Row } from "./row.js"

/**
 * `npm run siege`, or `npm run siege -- 600`: attacks a server in a process of its own for so many seconds (180 unless said), and prints what
 * was tried, what came of it, and how long /api/health waited meanwhile. PLATEN_SIEGE_SEED=1234 tries the same again. Ends with 1 when something was found.
 */
const SECONDS = 180
const CONFIG = `security: { adminToken: "an operator's token for tests" }
defaults: { timeZone: UTC }
server:
  trustProxy: [127.0.0.1]
  logLevel: info
  limits: { address: 100000000, refused: 100000000, render: 100000000, preview: 100000000, pairing: 100000000, push: 100000000, mode-preview: 100000000, mode-save: 100000000, modes: 100000000, alert: 100000000, places: 100000000, library: 100000000 }
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
let server: Besieged | undefined

function print(row: Row): void {
  rows.push(row)
  say(
    `${row.name.padEnd(46)} ${String(row.tried).padStart(7)}  ${row.worstMs.toFixed(0).padStart(5)} ms  ${row.rssMb.toFixed(0).padStart(5)} MB  ${row.outcomes}`,
  )
  for (const found of row.found.slice(0, 10)) say(`  FOUND ${found}`)
}

say(`seed ${seed}, ${seconds} seconds`)
say(`${"attack".padEnd(46)} ${"tried".padStart(7)}  ${"health".padStart(8)}  ${"memory".padStart(8)}  what came of it`)
try {
  server = await besieged(folder)
  // The first page of a process reads its fonts: that is no attack.
  for (const mode of ["STOIC", "DAILY", "MY_ADAPTIVE"]) await server.at(`/api/preview?persona=${mode}`)
  await server.at("/api/openapi.json")
  for (const attack of definitionAttacks) print(await attack(server))
  for (const flood of floods) print(await flood(server))
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    const left = Math.max(5_000, end - performance.now())
    print(await randomDefinitions(server, `${seed} ${round}`, Math.min(left * 0.55, 110_000)))
    print(await randomCalls(server, `${seed} ${round}`, Math.min(left / 4, 60_000)))
    const after = await killed(server, folder, `${seed} ${round}`)
    server = after.server
    print(after.row)
  }
  print(await stopped(server))
  server = undefined
} finally {
  await server?.served.kill()
  rmSync(folder, { recursive: true, force: true })
}
const found = rows.reduce((sum, row) => sum + row.found.length, 0)
say(
  `${rows.reduce((sum, { tried }) => sum + tried, 0)} tried, ${found} found, /api/health waited ${Math.max(...rows.map(({ worstMs }) => worstMs)).toFixed(0)} ms at most`,
)
process.exit(found > 0 ? 1 : 0)
