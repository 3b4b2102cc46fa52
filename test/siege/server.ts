import { definePlugin, z } from "platen/sdk"
import { MODES, defineMode } from "platen/sdk/mode"
import type { OutboundFetch } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { systemClock } from "../../kernel/clock.js"
import { loadConfig } from "../../kernel/config.js"
import { guardedFetch } from "../../kernel/outbound/fetch.js"
import { createLog } from "../../kernel/log.js"
import { serving } from "../serving.js"
import { HOST_HEADER } from "./host-header.js"

// A server as `platen serve` starts it, but for its world, which is a server on this machine: public hosts lead there, private ones are refused as
// ever. Its operator has a plugin that nobody should have. Argument: the origin of the world.

const [origin = ""] = process.argv.slice(2)
const ticks = (): number => performance.now()
const guarded = guardedFetch({ lanHosts: [], clock: systemClock, ticks, onCall: () => {} })
const inside = guardedFetch({ lanHosts: [new URL(origin).host], clock: systemClock, ticks, onCall: () => {} })
const PRIVATE = /^(?:127\.|10\.|192\.168\.|\[|localhost$)/
const fetch: OutboundFetch = (address, options = {}) => {
  const url = new URL(address)
  if (PRIVATE.test(url.hostname)) return guarded(url)
  const headers = { ...options.headers, [HOST_HEADER]: url.host }
  return inside(new URL(url.pathname + url.search, origin), {
    ...options,
    headers,
    lanOrigin: origin,
    publicOnly: false,
  })
}

const data = z.strictObject({ text: z.string() })
const careless = (id: string, content: Mode["content"]): Mode =>
  defineMode({
    id,
    title: { en: id },
    data,
    cacheFor: 1,
    content: content as never,
    fallback: () => ({ text: "offline" }),
    view: ({ text }, { language }) => ({ language, body: { type: "text", text } }),
  }) as Mode
const plugin = definePlugin({
  id: "careless",
  setup: () => [
    MODES.of(
      careless("CARELESS_HANG", () => new Promise(() => {})),
      careless("CARELESS_THROW", () => {
        throw new Error("at once")
      }),
      careless("CARELESS_LARGE", async () => ({ data: { text: "x".repeat(600_000) } })),
      careless("CARELESS_WRONG", async () => ({ data: { text: 7 } as never })),
      careless("CARELESS_LONG", async () => ({ data: { text: "옳지不对ไทย".repeat(6_000) } })),
    ),
  ],
})

const config = loadConfig()
const log = createLog(config.server.logLevel, process.stdout)
await serving(config, { log, plugin, fetch })
