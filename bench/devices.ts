import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { macOf, tokenOf } from "./identities.js"
import { load } from "./load.js"

// Load of 1,000 devices with tokens and configs: 32 requests in flight, state and logs written. `seconds`: at least 60; 300 to measure memory growth. Prints one JSON object.
const [seconds = "60", count = "1000"] = process.argv.slice(2)
const CONNECTIONS = 32
const BARE_MS = 4_000

const server = spawn(
  process.execPath,
  [...process.execArgv, fileURLToPath(new URL("./device-server.js", import.meta.url)), count],
  { stdio: ["ignore", "pipe", "inherit"] },
)
const lines = createInterface({ input: server.stdout })
const memory: number[] = []
let sums: { renders: number; rows: number; errors: number } | undefined
const [first] = (await once(lines, "line")) as [string]
const { platen, bare } = JSON.parse(first) as { platen: number; bare: number }
lines.on("line", (line) => {
  const said = JSON.parse(line) as { rssMb?: number } & typeof sums
  if (said?.rssMb !== undefined) memory.push(said.rssMb)
  else sums = said
})

const path = (i: number): string =>
  `/api/render?v=3.7&w=400&h=300&rssi=-50&refresh_min=60&mac=${macOf(i % Number(count))}`
const headers = (i: number): string => `X-Device-Token: ${tokenOf(i % Number(count))}\r\n`
const before = await load(bare, CONNECTIONS, BARE_MS, () => "/api/render")
const devices = await load(platen, CONNECTIONS, Number(seconds) * 1_000, path, headers)
const grown = memory.slice()
const after = await load(bare, CONNECTIONS, BARE_MS, () => "/api/render")
const ended = once(lines, "close")
server.kill("SIGTERM")
await ended
// The baseline is the mean of a run before and a run after, since the speed of the machine varies.
const bareRate = (before.rate + after.rate) / 2
const at = (minute: number): number => grown[Math.min(grown.length, minute * 12) - 1] ?? 0
process.stdout.write(
  JSON.stringify({
    others: Object.entries(devices.statuses).reduce(
      (sum, [status, count]) => (status === "200" ? sum : sum + count),
      0,
    ),
    ratio: devices.rate / bareRate,
    bare: bareRate,
    ...devices,
    ...sums,
    rssMb: { minute1: at(1), end: at(Infinity) },
    growth: at(Infinity) / at(1) - 1,
  }),
)
