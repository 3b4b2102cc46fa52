import { DRAW } from "platen/sdk/mode"
import type { OutboundFetch } from "platen/sdk"
import { fakeClock, openStage, requestFor } from "platen/testing"
import { airAnswer, forecastAnswer, PLACES } from "../test/world/open-meteo.js"

/** Renders of pages whose content comes from sources, in milliseconds: while the world answers, and while every source hangs. */
const PAGES = 1_000
const PLACE = PLACES.find(({ name }) => name === "Berlin")!

const clock = fakeClock(PLACE.at)
let isHanging = false
const fetch: OutboundFetch = (url) => {
  if (isHanging) return new Promise(() => {})
  const answer = String(url).includes("air-quality") ? airAnswer(PLACE) : forecastAnswer(PLACE)
  const bytes = Buffer.from(JSON.stringify(answer))
  return Promise.resolve({
    status: 200,
    url: String(url),
    headers: {},
    bytes,
    text: () => bytes.toString(),
    json: () => JSON.parse(bytes.toString()) as unknown,
  })
}
const stage = await openStage({ clock, fetch })
const draw = stage.app.get(DRAW)
const request = {
  ...requestFor(stage.app, "WEATHER", { width: 400, height: 300, palette: "bw" }, "en", "bmp"),
  place: { latitude: PLACE.latitude, longitude: PLACE.longitude },
  timeZone: PLACE.timeZone,
}

interface Spread {
  readonly median: number
  readonly p99: number
  readonly origins: Readonly<Record<string, number>>
}

let pages = 0

/** Draws a page again and again, each with another battery, so that none is taken from the cache of pictures. */
async function drawn(): Promise<Spread> {
  const samples: number[] = []
  const origins: Record<string, number> = {}
  for (let i = 0; i < PAGES; i++) {
    const start = performance.now()
    const { origin } = await draw.picture({ ...request, battery: { percent: (++pages % 100_000) / 1_000 } })
    samples.push(performance.now() - start)
    origins[origin] = (origins[origin] ?? 0) + 1
  }
  samples.sort((a, b) => a - b)
  return { median: samples[PAGES >> 1]!, p99: samples[Math.floor(PAGES * 0.99)]!, origins }
}

await drawn()
const answering = await drawn()
isHanging = true
const warm = await drawn()
clock.advance(31 * 60_000)
const stale = await drawn()
process.stdout.write(`${JSON.stringify({ answering, warm, stale })}\n`)
process.exit(0)
