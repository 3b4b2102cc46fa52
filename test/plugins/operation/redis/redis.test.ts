import { COUNTERS, SERVERS } from "platen/sdk/servers"
import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended, UNLIMITED } from "../../../editions/extended-stage.js"
import type { Extended, ExtendedDevice } from "../../../editions/extended-stage.js"
import { until, watching } from "../../../until.js"
import { airAnswer, forecastAnswer, PLACES } from "../../../world/open-meteo.js"
import { sharedStore } from "../servers/stages.js"
import type { SharedStore } from "../servers/stages.js"
import { REDIS, redisServer, WITHOUT_REDIS } from "./server.js"
import type { RedisServer } from "./server.js"

/** What several servers share in Redis, over a real one. */
const test = suite("redis")
const withRedis = (name: string, work: () => Promise<void>): void =>
  REDIS ? test(name, work) : test.skip(`${name}: ${WITHOUT_REDIS}`, work)

let redis: RedisServer
test.before.each(async () => {
  if (REDIS) redis = await redisServer()
})
test.after.each(async () => {
  if (!REDIS) return
  redis.goOn()
  await redis.kill()
})

interface Options {
  readonly store?: SharedStore
  readonly limits?: Readonly<Record<string, number>>
  readonly fetch?: OutboundFetch
}

/** Servers of one store and one Redis that know of each other. */
async function opened(count: number, { store = sharedStore(), limits = {}, fetch }: Options = {}): Promise<Extended[]> {
  const all: Extended[] = []
  for (let i = 0; i < count; i++)
    all.push(
      await openExtended({
        ...store,
        config: { redis: { url: redis.url } },
        server: { limits: { ...UNLIMITED, ...limits } },
        ...(fetch && { fetch }),
      }),
    )
  await until(async () => {
    store.clock.advance(10_000)
    store.clock.housekeep()
    await new Promise(setImmediate)
    return all.every(({ stage }) => stage.app.get(SERVERS).count() === count)
  }, "the servers do not learn of each other")
  return all
}
const closed = async (all: readonly Extended[]): Promise<void> => {
  for (const each of all) await each.close()
}
const counted = async ({ stage }: Extended, by = 1): Promise<number> =>
  (await stage.app.get(COUNTERS).add("mine", 60_000, by)).count
const health = async (server: Extended): Promise<{ readonly status: number; readonly warnings: string }> => {
  const answer = await server.at("/api/health")
  return { status: answer.status, warnings: String((answer.json() as { warnings?: string[] }).warnings ?? "") }
}
const events = ({ stage }: Extended, begin: string): readonly string[] =>
  stage.log.lines.map(({ event }) => event).filter((event) => event.startsWith(begin))

withRedis("counts the calls of all servers together, and loses none of those that come at once", async () => {
  const all = await opened(3)
  const counts = await Promise.all(Array.from({ length: 60 }, (_, i) => counted(all[i % 3]!)))
  assert.equal(
    counts.toSorted((a, b) => a - b),
    Array.from({ length: 60 }, (_, i) => i + 1),
  )
  assert.is(await counted(all[1]!, -1), 59)
  for (let i = 0; i < 70; i++) await counted(all[2]!, -1)
  assert.equal([await counted(all[0]!), all[0]!.stage.app.get(COUNTERS).areShared()], [1, true], "never below nothing")
  await closed(all)
})

withRedis("ends a window of counts once its time is over", async () => {
  const [server] = await opened(1)
  const counters = server!.stage.app.get(COUNTERS)
  const { count, leftMs } = await counters.add("short", 40)
  assert.ok(count === 1 && leftMs > 0 && leftMs <= 40, `${count} ${leftMs}`)
  await counters.add("short", 40)
  // The clock is that of Redis.
  await until(async () => (await redis.contents()).size === 0, "the window does not end")
  assert.is((await counters.add("short", 40)).count, 1)
  await closed([server!])
})

withRedis("holds a limit on the calls of one address over all servers", async () => {
  const all = await opened(3, { limits: { preview: 12 } })
  const from = { "x-forwarded-for": "203.0.113.9" }
  const statuses: number[] = []
  for (let i = 0; i < 18; i++)
    statuses.push((await all[i % 3]!.at("/api/preview?persona=ZEN&w=100&h=100", { headers: from })).status)
  assert.equal(
    statuses,
    Array.from({ length: 18 }, (_, i) => (i < 12 ? 200 : 429)),
  )
  for (const [key, value] of await redis.contents()) assert.not.match(`${key} ${value}`, "203.0.113")
  await closed(all)
})

withRedis("is slower while Redis hangs, never wrong: each server allows its part, and health names it", async () => {
  const store = sharedStore()
  const all = await opened(2, { store })
  assert.equal([await counted(all[0]!), await counted(all[1]!)], [1, 2])
  redis.hang()
  const waiting = counted(all[0]!)
  await until(() => store.clock.waits.includes(250), "a count waits for Redis without a bound")
  store.clock.advance(250)
  assert.is(await waiting, 2, "one, for each of two servers")
  assert.is(await counted(all[0]!), 4, "for a second nobody waits")
  assert.equal(events(all[0]!, "counts."), ["counts.parted"])
  redis.goOn()
  store.clock.advance(1_000)
  await until(async () => {
    store.clock.advance(1_000)
    await counted(all[0]!)
    return events(all[0]!, "counts.").includes("counts.joined")
  }, "the servers do not count together again")
  assert.is(all[0]!.stage.app.get(COUNTERS).areShared(), true)
  await closed(all)
})

withRedis("draws on while Redis is away, says so at /api/health, and joins again once it is back", async () => {
  const store = sharedStore()
  const all = await opened(2, { store })
  assert.equal(await health(all[0]!), { status: 200, warnings: "" })
  const said = all[0]!.stage.log.lines.filter(({ event }) => ["server.joined", "answers.opened"].includes(event))
  assert.equal(
    said.map(({ fields }) => fields).map((fields) => ({ ...fields, self: "" })),
    [
      { self: "", store: "shared", counts: "redis" },
      { self: "", store: "redis" },
    ],
  )
  const screen = await all[0]!.owned()
  await redis.kill()
  await until(async () => (await health(all[0]!)).warnings !== "", "health does not name Redis")
  const { status, warnings } = await health(all[0]!)
  assert.is(status, 200)
  assert.match(warnings, /^Redis is away \([A-Za-z_ ]+\): each server counts/)
  assert.not.match(warnings, redis.url)
  assert.equal([await counted(all[0]!), await counted(all[0]!)], [2, 4])
  assert.is((await screen.render("persona=ZEN")).status, 200)
  await redis.start()
  await until(async () => {
    store.clock.advance(1_000)
    await counted(all[0]!)
    return (await health(all[0]!)).warnings === "" && events(all[0]!, "counts.").includes("counts.joined")
  }, "the server does not come back")
  await closed(all)
})

withRedis("starts, draws and stops while there is no Redis", async () => {
  await redis.kill()
  const [server] = await opened(1)
  assert.match((await health(server!)).warnings, /^Redis is away \(ECONNREFUSED\)/)
  assert.is((await server!.at("/api/preview?persona=ZEN&w=100&h=100")).status, 200)
  await closed([server!])
})

/** A world of weather that counts who is asked, and answers a while later. */
function weatherWorld(): { readonly fetch: OutboundFetch; readonly calls: URL[]; underWay(): number } {
  const calls: URL[] = []
  let underWay = 0
  return {
    calls,
    underWay: () => underWay,
    fetch: async (address) => {
      const url = new URL(String(address))
      calls.push(url)
      underWay++
      for (let i = 0; i < 50; i++) await new Promise(setImmediate)
      underWay--
      const json = url.host.startsWith("air") ? airAnswer(PLACES[1]!) : forecastAnswer(PLACES[1]!)
      const bytes = Buffer.from(JSON.stringify(json))
      return { status: 200, url: url.href, headers: {}, bytes, text: () => bytes.toString(), json: () => json }
    },
  }
}

withRedis("asks once for each place, however many screens and servers show it for the first time", async () => {
  const store = sharedStore()
  store.clock.advance(Date.parse(PLACES[1]!.at) - store.clock.now())
  const world = weatherWorld()
  const all = await opened(3, { store, fetch: world.fetch })
  const screens: ExtendedDevice[] = []
  let owner = await all[0]!.person()
  for (let i = 0; i < 200; i++) {
    if (i % 10 === 9) owner = await all[0]!.person()
    const screen = await all[i % 3]!.owned(owner, `0C:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`)
    const place = { city: `Place ${i % 40}`, latitude: 1 + (i % 40), longitude: 103, timezone: "Asia/Singapore" }
    await screen.configure({ modes: ["WEATHER"], ...place }, owner.headers)
    screens.push(screen)
  }
  assert.equal(world.calls, [])
  // Who waits for another server looks again once all is kept that was asked for.
  const stop = watching(() => {
    if (world.underWay() === 0 && store.clock.waits.includes(150)) store.clock.advance(150)
  })
  const pages = await Promise.all(screens.map(async (screen) => screen.render()))
  stop()
  assert.equal([...new Set(pages.map(({ status }) => status))], [200])
  const asked = world.calls.filter(({ host }) => host === "api.open-meteo.com").map(({ search }) => search)
  assert.equal([asked.length, new Set(asked).size], [40, 40])
  // Neither the place nor who asks for it can be read in a key.
  for (const key of (await redis.contents()).keys()) assert.not.match(key, /Place|latitude|open-meteo/)
  await closed(all)
})

test.run()
