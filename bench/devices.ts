import { DEVICES, MEMBERS, TOKENS } from "platen/sdk/device"
import { NEW_DEVICE } from "platen/sdk/kit"
import { COUNTERS } from "../plugins/devices/stats/slice.js"
import { macOf, tokenOf } from "./identities.js"
import { load } from "./load.js"
import { dataFolder, openFolder, startPlaten } from "./processes.js"

// Load of 1,000 owned devices for some minutes: 32 requests in flight, state and rows written. Measures the growth of memory, and whether every
// render that was answered is counted and written. `seconds`: at least 60. Prints one JSON object.
const [seconds = "60", count = "1000"] = process.argv.slice(2)
const CONNECTIONS = 32
const SAMPLE_MS = 5_000

const folder = dataFolder()
const before = await openFolder(folder)
for (let i = 0; i < Number(count); i++)
  await before.app.get(DEVICES).update("extended", macOf(i), () =>
    NEW_DEVICE.with(TOKENS, { tokens: [{ value: tokenOf(i), createdAt: 0, provisional: false }] }).with(MEMBERS, {
      members: [{ user: "bench", role: "owner", nickname: "", boundAt: 0 }],
    }),
  )
await before.close()

const server = await startPlaten(folder)
const memory: number[] = []
const sampling = setInterval(() => memory.push(server.rssMb() ?? 0), SAMPLE_MS)
const path = (i: number): string =>
  `/api/render?v=3.7&w=400&h=300&rssi=-50&refresh_min=60&mac=${macOf(i % Number(count))}`
const headers = (i: number): string => `X-Device-Token: ${tokenOf(i % Number(count))}\r\n`
const run = await load(server.port, CONNECTIONS, Number(seconds) * 1_000, path, headers)
clearInterval(sampling)
const errors = await server.stop()

const after = await openFolder(folder)
const devices = after.app.get(DEVICES)
let [renders, rows] = [0, 0]
for await (const { device: each } of devices.all()) renders += each.get(COUNTERS).renders
for (let i = 0; i < Number(count); i++) {
  for (let offset = 0; ; offset += 1_000) {
    const page = await devices.renders.list(`extended/${macOf(i)}`, { limit: 1_000, offset })
    rows += page.length
    if (page.length < 1_000) break
  }
}
await after.close()
const at = (minute: number): number => memory[Math.min(memory.length, (minute * 60_000) / SAMPLE_MS) - 1] ?? 0
process.stdout.write(
  JSON.stringify({
    others: Object.entries(run.statuses).reduce((sum, [status, n]) => (status === "200" ? sum : sum + n), 0),
    ...run,
    renders,
    rows,
    errors,
    rssMb: { minute1: at(1), end: at(Infinity) },
    growth: at(Infinity) / at(1) - 1,
  }),
)
