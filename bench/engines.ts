import { Client } from "pg"
import { DEVICES } from "platen/sdk/device"
import { seededRandom } from "platen/sdk/kit"
import { addOwned, macOf, tokenOf } from "./identities.js"
import { load } from "./load.js"
import type { Load } from "./load.js"
import { dataFolder, openFolder, startBare, startPlaten } from "./processes.js"
import type { ServerProcess, Storage } from "./processes.js"

// Renders of 1,000 owned devices on SQLite and on the empty PostgreSQL that DATABASE_URL names, each as a ratio to a bare server: runs of a second
// alternate between them. With a number, such as 1000000, also on a database platen_many with so many devices, of which 1,000 are drawn at random.
// Prints one JSON object; `transactions`: of PostgreSQL, for each render; `rows`: of the large database.
const URL_GIVEN = process.env.DATABASE_URL
if (URL_GIVEN === undefined) throw new Error("DATABASE_URL names no empty database of PostgreSQL")
const [ROUNDS, CONNECTIONS, DEVICES_COUNT] = [7, 32, 1_000]
const [WARM_MS, RUN_MS] = [100, 1_000]
const MANY = Number(process.argv[2] ?? 0)
const LARGE_URL = Object.assign(new URL(URL_GIVEN), { pathname: "/platen_many" }).href
const STORES: Readonly<Record<string, Storage>> = {
  sqlite: { engine: "sqlite" },
  postgres: { engine: "postgres", url: URL_GIVEN },
  ...(MANY > 0 && { many: { engine: "postgres", url: LARGE_URL } }),
}
/** The devices of a run, by their numbers. */
const random = seededRandom("engines")
const first = Array.from({ length: DEVICES_COUNT }, (_, i) => i)
const drawn = first.map(() => Math.floor(random() * MANY))

async function filled(storage: Storage): Promise<ServerProcess> {
  const folder = dataFolder()
  const stage = await openFolder(folder, storage)
  await addOwned(stage.app.get(DEVICES), DEVICES_COUNT)
  await stage.close()
  return startPlaten(folder, storage)
}

/** One second of renders of some devices. */
function renders1s(server: ServerProcess, devices: readonly number[]): Promise<Load> {
  const deviceOf = (i: number): number => devices[i % devices.length]!
  return load(
    server.port,
    CONNECTIONS,
    RUN_MS,
    (i) => `/api/render?v=3.7&w=400&h=300&rssi=-50&refresh_min=60&mac=${macOf(deviceOf(i))}`,
    (i) => `X-Device-Token: ${tokenOf(deviceOf(i))}\r\n`,
    WARM_MS,
  )
}

/** The SQL of the MAC, and of the token, of the device with a number. */
const MAC = "'0B:E0:' || regexp_replace(lpad(upper(to_hex(%)), 8, '0'), '(..)(..)(..)(..)', '\\1:\\2:\\3:\\4')"
const TOKEN = "rpad('bench-token-of-device-' || %, 43, 'x')"

/** Gives the rows of the first 1,000 devices to all others. Resolves to how many rows there are. */
async function multiplied(url: string): Promise<number> {
  const large = new Client({ connectionString: url })
  await large.connect()
  const of = (sql: string, number: string): string => sql.replace("%", number)
  await large.query(`CREATE TEMPORARY TABLE first AS
    SELECT i, p.* FROM generate_series(0, ${DEVICES_COUNT - 1}) i JOIN platen p ON position(${of(MAC, "i")} IN p.key) > 0`)
  await large.query(`INSERT INTO platen SELECT
      replace(key, ${of(MAC, "i")}, ${of(MAC, "n")}),
      replace(replace(value, ${of(TOKEN, "i")}, ${of(TOKEN, "n")}), ${of(MAC, "i")}, ${of(MAC, "n")}),
      expires, revision
    FROM first, LATERAL generate_series(i + ${DEVICES_COUNT}, ${MANY - 1}, ${DEVICES_COUNT}) n`)
  await large.query("VACUUM ANALYZE platen")
  const [row] = (await large.query<{ n: string }>("SELECT count(*) AS n FROM platen")).rows
  await large.end()
  return Number(row!.n)
}

const client = new Client({ connectionString: URL_GIVEN })
await client.connect()
/** Of the database, until now: its own count lags by a second. */
async function transactions(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const sql =
    "SELECT pg_stat_clear_snapshot(), xact_commit AS n FROM pg_stat_database WHERE datname = current_database()"
  return Number((await client.query<{ n: string }>(sql)).rows[0]!.n)
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const bare = await startBare()
const servers = new Map<string, ServerProcess>()
let rows = 0
if (MANY > 0) {
  await client.query("CREATE DATABASE platen_many")
  const small = await filled(STORES.many!)
  await renders1s(small, first)
  await renders1s(small, first)
  await small.stop()
  rows = await multiplied(LARGE_URL)
}
for (const [name, storage] of Object.entries(STORES))
  servers.set(name, name === "many" ? await startPlaten(dataFolder(), storage) : await filled(storage))
const runs = new Map<string, { ratio: number; rate: number; p50: number; p99: number; others: number }[]>()
let [renders, counted] = [0, 0]
for (let round = 0; round <= ROUNDS; round++) {
  const base = await load(bare.port, CONNECTIONS, RUN_MS, () => "/api/render", undefined, WARM_MS)
  for (const [name, server] of servers) {
    const before = name === "postgres" ? await transactions() : 0
    const run = await renders1s(server, name === "many" ? drawn : first)
    if (name === "postgres" && round > 0) {
      renders += run.answered
      counted += (await transactions()) - before
    }
    const others = Object.entries(run.statuses).reduce((sum, [status, n]) => (status === "200" ? sum : sum + n), 0)
    // The first round warms all up.
    if (round > 0)
      runs.set(name, [
        ...(runs.get(name) ?? []),
        { ratio: run.rate / base.rate, rate: run.rate, p50: run.p50, p99: run.p99, others },
      ])
  }
}
const figures = Object.fromEntries(
  [...runs].map(([name, all]) => {
    const of = (read: (run: (typeof all)[number]) => number): number => median(all.map(read))
    return [
      name,
      {
        rate: of(({ rate }) => rate),
        ratio: of(({ ratio }) => ratio),
        p50: of(({ p50 }) => p50),
        p99: of(({ p99 }) => p99),
        others: all.reduce((sum, { others }) => sum + others, 0),
      },
    ]
  }),
)
let errors = 0
for (const server of servers.values()) errors += await server.stop()
await bare.stop()
await client.end()
process.stdout.write(JSON.stringify({ ...figures, transactions: counted / renders, ...(MANY > 0 && { rows }), errors }))
