import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { DEVICES, MEMBERS, TOKENS } from "platen/sdk/device"
import { NEW_DEVICE, seededRandom } from "platen/sdk/kit"
import { macOf, tokenOf } from "./identities.js"
import { load } from "./load.js"
import { dataFolder, openFolder, startPlaten } from "./processes.js"
import type { ServerProcess } from "./processes.js"

// The same load of devices on stores of different sizes: 1,000 devices drawn at random from 1,000, 100,000 and 1,000,000, each with the rows of 30
// renders. The servers run at the same time, and runs of a second alternate between them. Needs 12 GB of free disk for the largest store and its
// copy in the cache of the system. Prints a table; exits with code 1 when a gate is missed.
const SIZES = process.argv.slice(2).length > 0 ? process.argv.slice(2).map(Number) : [1_000, 100_000, 1_000_000]
const [DRAWN, RENDERS, ROUNDS, CONNECTIONS] = [1_000, 30, 9, 32]
const [WARM_MS, RUN_MS] = [100, 1_000]
/** Devices in one statement. */
const BLOCK = 500
/** Gates: renders a second against the smallest store, seconds of a start, and megabytes more than the smallest. */
const [MIN_RATIO, MAX_START_S, MAX_MORE_MB] = [0.8, 5, 60]
const SCREEN = "w=400&h=300"

interface Row {
  readonly key: string
  readonly value: string
}

const target = (mac: string): string => `/api/render?v=3.7&${SCREEN}&rssi=-50&refresh_min=60&mac=${mac}`
const url = ({ port }: ServerProcess, mac: string): string => `http://127.0.0.1:${port}${target(mac)}`

function rawStore(folder: string): KeyvSqlite {
  return new KeyvSqlite({ uri: `sqlite://${path.join(folder, "platen.db")}`, table: "platen", keySize: 65_535 })
}

/** The rows that 30 renders leave of a device, by the server itself. */
async function rowsOfOne(): Promise<readonly Row[]> {
  const folder = dataFolder()
  const stage = await openFolder(folder)
  const device = NEW_DEVICE.with(TOKENS, { tokens: [{ value: tokenOf(0), createdAt: 0, provisional: false }] })
  await stage.app
    .get(DEVICES)
    .update("extended", macOf(0), () =>
      device.with(MEMBERS, { members: [{ user: "bench", role: "owner", nickname: "", boundAt: 0 }] }),
    )
  await stage.close()
  const server = await startPlaten(folder)
  for (let i = 0; i < RENDERS; i++) {
    const answer = await fetch(url(server, macOf(0)), { headers: { "x-device-token": tokenOf(0) } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a render has status ${answer.status}`)
  }
  await server.stop()
  const store = rawStore(folder)
  const rows = (await store.query(
    "SELECT key, value FROM platen WHERE value IS NOT NULL AND (instr(key, ?1) OR instr(key, ?2)) ORDER BY key",
    macOf(0),
    encodeURIComponent(macOf(0)),
  )) as Row[]
  await store.disconnect()
  return rows
}

/** A folder whose store holds so many devices. Rows are inserted in order of their keys, so that the index grows at its end. */
async function filled(devices: number, rows: readonly Row[]): Promise<string> {
  const folder = dataFolder()
  await (await openFolder(folder)).close()
  const store = rawStore(folder)
  await store.query("PRAGMA journal_mode = OFF")
  await store.query("PRAGMA synchronous = OFF")
  const [mac, encoded, token] = [macOf(0), encodeURIComponent(macOf(0)), tokenOf(0)]
  const byPrefix = new Map<string, Row[]>()
  for (const row of rows) {
    const prefix = row.key.slice(0, row.key.indexOf(row.key.includes(mac) ? mac : encoded))
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), row])
  }
  for (const [prefix, own] of byPrefix) {
    for (let from = 0; from < devices; from += BLOCK) {
      const block: string[][] = []
      for (let i = from; i < Math.min(devices, from + BLOCK); i++) {
        const [its, itsEncoded] = [macOf(i), encodeURIComponent(macOf(i))]
        for (const { key, value } of own)
          block.push([
            key.replace(mac, its).replace(encoded, itsEncoded),
            value.replaceAll(mac, its).replaceAll(token, tokenOf(i)),
          ])
      }
      await store.query(
        "INSERT OR REPLACE INTO platen(key, value, revision) SELECT value ->> 0, value ->> 1, 2 FROM json_each(?)",
        JSON.stringify(block),
      )
    }
    process.stderr.write(` ${prefix}`)
  }
  await store.query(
    "INSERT OR REPLACE INTO platen(key, value, revision) VALUES ('c/devices/totals/extended', ?, 2)",
    `0 {"devices":${devices}}`,
  )
  await store.disconnect()
  return folder
}

interface Measured {
  readonly size: number
  readonly server: ServerProcess
  readonly startS: number
  readonly pick: (i: number) => number
  readonly rates: number[]
  others: number
}

async function started(size: number, rows: readonly Row[]): Promise<Measured> {
  process.stderr.write(`\n${size} devices:`)
  const folder = await filled(size, rows)
  const start = performance.now()
  const server = await startPlaten(folder)
  const startS = (performance.now() - start) / 1_000
  const random = seededRandom(`store ${size}`)
  const drawn = Array.from({ length: DRAWN }, () => Math.floor(random() * size))
  return { size, server, startS, pick: (i) => drawn[i % DRAWN]!, rates: [], others: 0 }
}

const rows = await rowsOfOne()
const all: Measured[] = []
for (const size of SIZES) all.push(await started(size, rows))
for (let round = 0; round <= ROUNDS; round++) {
  for (const each of all) {
    const run = await load(
      each.server.port,
      CONNECTIONS,
      RUN_MS,
      (i) => target(macOf(each.pick(i))),
      (i) => `X-Device-Token: ${tokenOf(each.pick(i))}\r\n`,
      WARM_MS,
    )
    each.others += Object.entries(run.statuses).reduce((sum, [status, n]) => (status === "200" ? sum : sum + n), 0)
    // The first round warms them up.
    if (round > 0) each.rates.push(run.rate)
  }
}
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const [first] = all
let missed = 0
process.stdout.write("\n\n   devices   renders/s   of first   start s   resident MB   other answers\n")
for (const { size, rates, startS, server, others } of all) {
  const ratio = median(rates.map((rate, i) => rate / first!.rates[i]!))
  const [mb, more] = [server.rssMb() ?? 0, (server.rssMb() ?? 0) - (first!.server.rssMb() ?? 0)]
  if (ratio < MIN_RATIO || startS >= MAX_START_S || more > MAX_MORE_MB || others > 0) missed++
  process.stdout.write(
    `${String(size).padStart(10)} ${median(rates).toFixed(0).padStart(11)} ${ratio.toFixed(3).padStart(10)} ${startS.toFixed(2).padStart(9)} ${mb.toFixed(0).padStart(13)} ${String(others).padStart(15)}\n`,
  )
}
for (const { server } of all) missed += await server.stop()
process.stdout.write(missed > 0 ? "a gate is missed\n" : "all gates are met\n")
process.exit(missed > 0 ? 1 : 0)
