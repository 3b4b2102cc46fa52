import { randomBytes } from "node:crypto"
import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import type { OutboundFetch } from "platen/sdk"
import { createApp } from "../../kernel/app.js"
import { systemClock } from "../../kernel/clock.js"
import { loadConfig } from "../../kernel/config.js"
import { createLog } from "../../kernel/log.js"
import { findPlugins } from "../../kernel/plugins/find.js"
import { numberMode } from "../editions/bars.js"
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
const numbers = definePlugin({
  id: "numbers",
  setup: () => [MODES.of(...NUMBERS.map((id, i) => numberMode(id, i + 1)))],
})
const app = await createApp({
  config: { ...config, server: { ...config.server, port: Number(process.argv[2]) } },
  plugins: [...(await findPlugins(config)), { plugin: numbers, origin: "many", config: undefined }],
  log,
  clock: systemClock,
  ticks: () => performance.now(),
  random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  version: "0.0.0",
  drainMs: 500,
  fetch,
})
const port = await app.listen()
process.once("SIGTERM", () => {
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
process.on("unhandledRejection", (error) => log.error({ err: error }, "rejection.unhandled"))
log.info({ port }, "server.started")
