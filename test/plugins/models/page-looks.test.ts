import { setImmediate as turn } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage, StageDevice } from "../../testing/index.js"
import { quiet } from "../../until.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

/** Whoever may look at a screen must not spend what its owner pays for models. */
const test = suite("models: pages that are looked at")

type Headers = Readonly<Record<string, string>>
/** In Auckland it is 22:05 of the same day. */
const clock = fakeClock("2026-11-26T09:05:00Z")
let server: ModelServer
let stage: Stage
let anna: Headers
let ben: Headers
let screen: StageDevice
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      // Its work ahead of wakes would ask in between.
      ahead: false,
      "model-openai": { local: { baseUrl: `${server.url}/v1`, model: "qwen3" } },
      "painter-openai": { easel: { baseUrl: `${server.url}/v1`, model: "paint", isKeyed: false } },
      models: { painter: "easel" },
    },
  })
  ;[anna, ben] = [await stage.person("anna"), await stage.person("ben")]
  screen = await stage.device()
  await screen.pair(anna)
  const shared = await stage.call(`/api/user/devices/${screen.mac}/share`, {
    method: "POST",
    headers: { ...anna, "content-type": "application/json" },
    body: '{"username":"ben"}',
  })
  assert.is(shared.status, 200, shared.text())
  const place = { city: "Auckland", lat: -36.85, lon: 174.76, timezone: "Pacific/Auckland" }
  await screen.configure({ modes: ["MEMO"], refresh_interval: 60, language: "en", ...place }, anna)
  await screen.render("w=400&h=300")
})
test.after(async () => {
  await stage.close()
  await server.close()
})
test.before.each(() => server.script({ status: 401 }))

/** Looks at pages of the screen, one after the other; resolves to how many pieces were begun. */
async function begun(
  queries: readonly string[],
  who = ben,
  path = `/api/device/${screen.mac}/preview?`,
): Promise<number> {
  const before = server.asked.length
  for (const query of queries) {
    const { status, text } = await stage.call(`${path}${query}`, { headers: who })
    assert.is(status, 200, `${query}: ${text().slice(0, 200)}`)
    await turn()
  }
  await quiet(clock)
  return server.asked.length - before
}
const days = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2027, 0, 1 + i, 10)).toISOString())

test("have nothing written in other languages, and nothing painted for other inks and places", async () => {
  const others = [
    ["fr", "it", "de", "nl"].map((tag) => `persona=ZEN&lang=${tag}`),
    [3, 4].map((colors) => `persona=ARTWALL&colors=${colors}`),
    ["Rome", "Oslo"].map((city) => `persona=ARTWALL&city_override=${city}`),
  ]
  const counts: number[] = []
  for (const looks of others) counts.push(await begun(looks))
  assert.equal(counts, [0, 0, 0])
})

test("have nothing written or painted for other days, whoever looks", async () => {
  const looks = days(24).flatMap((at) => [`persona=DAILY&at=${at}`, `persona=ARTWALL&at=${at}`])
  assert.is(await begun(looks), 0, "a member")
  assert.is(await begun(looks, anna), 0, "the owner")
  assert.is(await begun(looks.slice(0, 4), ben, `/api/preview?mac=${screen.mac}&`), 0)
  assert.is(await begun(looks.slice(0, 4), ben, `/api/preview/stream?mac=${screen.mac}&`), 0)
  assert.is(await begun(looks.slice(0, 4), ben, "/api/preview?"), 0, "nor from those who look at no screen")
})

test("have nothing written for wakes of other days", async () => {
  // The wakes at 23:05 and at 00:05 in Auckland.
  await screen.configure({ modes: ["DAILY", "STOIC"], strategy: "cycle" }, anna)
  assert.is(await begun(Array.from({ length: 20 }, (_, i) => `ahead=${i + 2}`)), 0)
  assert.is(await begun(["ahead=1"]), 1, "of today")
})

test("have the piece of the screen's own day begun, once", async () => {
  const today = ["", "&at=2026-11-26T10:30:00Z", "&at=2026-11-25T11:30:00Z", "&lang=en", "&colors=2"]
  assert.is(await begun(["persona=RECIPE&at=2026-11-26T11:30:00Z", "persona=RECIPE&at=2026-11-25T10:30:00Z"]), 0)
  assert.is(await begun(today.map((more) => `persona=RECIPE${more}`)), 1)
})

test.run()
