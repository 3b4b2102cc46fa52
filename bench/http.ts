import { DEVICES } from "platen/sdk/device"
import { load } from "./load.js"
import type { Load } from "./load.js"
import { addOwned, macOf, tokenOf } from "./identities.js"
import { dataFolder, openFolder, startBare, startPlaten } from "./processes.js"
import type { ServerProcess } from "./processes.js"

// Measures HTTP over loopback, relative to a bare server: both in processes of their own, Platen as `npm start` starts it. Runs of one second
// alternate between the two, so that a machine whose speed varies treats both alike. Prints one JSON object.
const [only] = process.argv.slice(2)
const ROUNDS = 9
const [WARM_MS, RUN_MS] = [100, 1_000]
const DEVICES_COUNT = 1_000
const SCREEN = "w=400&h=300"

/** Medians over the rounds. Times in milliseconds; processor time per answer in microseconds. */
export interface Ratio {
  readonly rate: number
  readonly bare: number
  readonly bareUs: number
  /** Median of the ratios of the rounds. */
  readonly ratio: number
  readonly p50: number
  readonly p99: number
  readonly cpuUs: number | undefined
  /** Answers with another status than the one expected. */
  readonly others: number
}

const folder = dataFolder()
const stage = await openFolder(folder)
await addOwned(stage.app.get(DEVICES), DEVICES_COUNT)
await stage.close()
const [platen, bare] = [await startPlaten(folder), await startBare()]
const url = `http://127.0.0.1:${platen.port}`
for (let i = 0; i < DEVICES_COUNT; i++) {
  const answer = await fetch(`${url}/core/api/config`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mac: macOf(i), modes: ["STOIC", "ZEN"] }),
  })
  if (answer.status !== 200) throw new Error(`the config of a core device has status ${answer.status}`)
}
const etag = (await fetch(`${url}/api/render?${SCREEN}`)).headers.get("etag") ?? ""

interface Scenario {
  readonly connections: number
  readonly status: string
  target(i: number): string
  headers?(i: number): string
}
const mac = (i: number): string => macOf(i % DEVICES_COUNT)
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  different: { connections: 8, status: "200", target: (i) => `/api/render?persona=BENCH&rssi=-${i % 10_000}` },
  unchanged: { connections: 8, status: "200", target: () => "/api/render" },
  notModified: {
    connections: 8,
    status: "304",
    target: () => "/api/render",
    headers: () => `If-None-Match: ${etag}\r\n`,
  },
  owned: {
    connections: 32,
    status: "200",
    target: (i) => `/api/render?v=3.7&${SCREEN}&rssi=-50&refresh_min=60&mac=${mac(i)}`,
    headers: (i) => `X-Device-Token: ${tokenOf(i % DEVICES_COUNT)}\r\n`,
  },
  core: {
    connections: 32,
    status: "200",
    target: (i) => `/core/api/render?v=3.7&${SCREEN}&mac=${mac(i)}`,
  },
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function timed(
  server: ServerProcess,
  scenario: Scenario,
): Promise<Load & { readonly cpuUs: number | undefined }> {
  const before = server.cpuMs()
  const run = await load(server.port, scenario.connections, RUN_MS, scenario.target, scenario.headers, WARM_MS)
  const after = server.cpuMs()
  return {
    ...run,
    cpuUs: before === undefined || after === undefined ? undefined : ((after - before) * 1000) / run.answered,
  }
}

async function measured(scenario: Scenario): Promise<Ratio> {
  const rounds: {
    readonly ours: Awaited<ReturnType<typeof timed>>
    readonly bare: number
    readonly bareUs: number | undefined
  }[] = []
  // The first round warms both up.
  for (let i = 0; i <= ROUNDS; i++) {
    const base = await timed(bare, { connections: scenario.connections, status: "200", target: () => "/api/render" })
    rounds.push({ bare: base.rate, bareUs: base.cpuUs, ours: await timed(platen, scenario) })
  }
  const counted = rounds.slice(1)
  const of = (read: (round: (typeof rounds)[number]) => number): number => median(counted.map(read))
  return {
    rate: of(({ ours }) => ours.rate),
    bare: of((round) => round.bare),
    bareUs: of((round) => round.bareUs ?? 0),
    ratio: of((round) => round.ours.rate / round.bare),
    p50: of(({ ours }) => ours.p50),
    p99: of(({ ours }) => ours.p99),
    cpuUs: counted.every(({ ours }) => ours.cpuUs !== undefined) ? of(({ ours }) => ours.cpuUs!) : undefined,
    others: rounds.reduce(
      (sum, { ours }) =>
        sum +
        Object.entries(ours.statuses).reduce(
          (others, [status, count]) => (status === scenario.status ? others : others + count),
          0,
        ),
      0,
    ),
  }
}

const figures: Record<string, Ratio> = {}
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (only !== undefined && !only.split(",").includes(name)) continue
  figures[name] = await measured(scenario)
  process.stderr.write(` ${name} ${figures[name].ratio.toFixed(3)}`)
}
const errors = await platen.stop()
await bare.stop()
process.stdout.write(JSON.stringify({ ...figures, errors }))
