import { setTimeout } from "node:timers/promises"
import { fakeClock, openStage } from "platen/testing"
import { guardedFetch } from "../kernel/outbound/fetch.js"
import { openModelServer } from "../test/plugins/models/model-server.js"

/**
 * Calls of a screen whose pages a text model writes, over HTTP, in milliseconds: a call a day, so that each begins another text. First while
 * the model answers, then while it hangs.
 */
const CALLS = 600
const DAY_MS = 86_400_000
const LEAVES_MS = 10
const MODES = ["STOIC", "ROAST", "QUESTION", "LETTER"]

const clock = fakeClock("2026-03-01T09:05:00Z")
const server = await openModelServer()
const stage = await openStage({
  clock,
  fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
  server: { limits: { address: 1e9, render: 1e9 } },
  config: {
    // Its work ahead of wakes would ask in between.
    ahead: false,
    "model-openai": { local: { baseUrl: `${server.url}/v1`, model: "qwen3" } },
  },
})
const anna = await stage.person("anna")
const screen = await stage.device()
await screen.pair(anna)
await screen.configure({ modes: MODES, refreshInterval: 1440 }, anna)

interface Spread {
  readonly median: number
  readonly p99: number
  readonly asked: number
}

async function called(): Promise<Spread> {
  const samples: number[] = []
  const before = server.asked.length
  for (let i = 0; i < CALLS; i++) {
    clock.advance(DAY_MS)
    const start = performance.now()
    const { status } = await screen.render()
    samples.push(performance.now() - start)
    if (status !== 200) throw new Error(`a render was answered with ${status}`)
    // The question leaves after the page: the clock stands still until it has.
    await setTimeout(LEAVES_MS)
  }
  samples.sort((a, b) => a - b)
  return { median: samples[CALLS >> 1]!, p99: samples[Math.floor(CALLS * 0.99)]!, asked: server.asked.length - before }
}

await called()
const answering = await called()
server.script("hang")
const hangs = await called()
process.stdout.write(`${JSON.stringify({ answering, hanging: hangs })}\n`)
process.exit(0)
