import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import type { OutboundFetch, WorkerSpec } from "platen/sdk"
import { loadConfig } from "../../kernel/config.js"
import { createLog } from "../../kernel/log.js"
import { systemClock } from "../../kernel/clock.js"
import { sandboxChild } from "../../kernel/work/sandbox.js"
import { Workers } from "../../kernel/work/workers.js"
import { numberMode } from "../editions/bars.js"
import { serving } from "../serving.js"
import { airAnswer, forecastAnswer, PLACES } from "../world/open-meteo.js"
import { NUMBERS } from "./numbers.js"

// One of several servers, as `platen serve` starts it, but with pages that say which they are, on a port that is given, and in a world of weather of
// which it logs each call. Argument: the port.

const config = loadConfig()
const log = createLog(config.server.logLevel, process.stdout)
const fetch: OutboundFetch = async (address) => {
  const { host, href } = new URL(String(address))
  log.info({ host, place: /latitude=([-\d.]+)/.exec(href)?.[1] }, "world.asked")
  const place = { ...PLACES[1]!, at: new Date().toISOString() }
  const json = host.startsWith("air") ? airAnswer(place) : forecastAnswer(place)
  const bytes = Buffer.from(JSON.stringify(json))
  return { status: 200, url: href, headers: {}, bytes, text: () => bytes.toString(), json: () => json }
}
const plugin = definePlugin({
  id: "numbers",
  setup: () => [MODES.of(...NUMBERS.map((id, i) => numberMode(id, i + 1)))],
})
// At the priority of the tests, which run beside others.
const given = { log, clock: systemClock, nice: 0 }
const workers = new Workers(given)
const children = { worker: (spec: WorkerSpec) => workers.start(spec), sandbox: sandboxChild(given) }
const served = { ...config, server: { ...config.server, port: Number(process.argv[2]) } }
await serving(served, { log, plugin, fetch, children })
