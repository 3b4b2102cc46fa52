import { Upstream } from "platen/sdk"
import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openCore } from "../editions/core-stage.js"
import type { Core } from "../editions/core-stage.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"

/** N5: callers for whom nobody vouches have the world asked in words of theirs. */
const test = suite("hostile/their-words")

/** The addresses that were called since the last test began. */
const calls: string[] = []
const fetch: OutboundFetch = async (url) => {
  calls.push(String(url))
  throw new Upstream("The network is gone.")
}
const PARIS = { latitude: 48.85, longitude: 2.35 }
let server: Extended
test.before(async () => {
  server = await openExtended({ fetch, defaults: { place: PARIS } })
})
test.after(() => server.close())
test.before.each(() => void calls.splice(0))

const settings = (i: number): object => ({
  city: `City ${i}`,
  latitude: i,
  longitude: i,
  mode_overrides: { WEATHER: { city: `Town ${i}` }, AIR: { city: `Village ${i}` }, ALMANAC: { city: `Farm ${i}` } },
})
const PAGES = ["WEATHER", "AIR"]

test("60 invented devices with cities and coordinates: no call", async () => {
  for (let i = 0; i < 60; i++) {
    const device = await server.device()
    const saved = await server.post("/api/config", { mac: device.mac, ...settings(i) }, device.headers)
    assert.is(saved.status, 200)
    for (const page of PAGES) {
      await server.at(`/api/preview?mac=${device.mac}&persona=${page}`, { headers: device.headers })
      await device.render(`persona=${page}`)
      await server.at(`/api/preview?persona=${page}&city_override=City%20${i}`, {})
    }
  }
  assert.equal(calls, [])
})

test("an unconfirmed token of another's screen: no call", async () => {
  const screen = await server.owned()
  await screen.render("")
  const thief = await server.at(`/api/device/${screen.mac}/token`, { method: "POST" })
  const token = (thief.json() as { token: string }).token
  calls.splice(0)
  for (const page of PAGES)
    await server.at(`/api/render?mac=${screen.mac}&persona=${page}`, { headers: { "x-device-token": token } })
  assert.is(calls.length, 0)
})

test("a page without any words of the caller is asked for, and so is one that a person tries", async () => {
  assert.is((await server.at("/api/preview?persona=WEATHER&w=400&h=300")).status, 200)
  const usual = [...calls]
  assert.ok(
    usual.some((url) => url.includes("latitude=48.85")),
    "the server's own place",
  )
  calls.splice(0)
  const screen = await server.owned()
  const saved = await server.post("/api/config", { mac: screen.mac, city: "Lyon" }, screen.owner.headers)
  assert.equal([saved.status, calls.some((url) => url.includes("name=lyon"))], [200, true])
})

test("a device that its owner has paired and set up is served as before", async () => {
  const screen = await server.owned()
  await server.post(
    "/api/config",
    { mac: screen.mac, city: "Here", latitude: 10, longitude: 20, modes: ["WEATHER"] },
    screen.owner.headers,
  )
  calls.splice(0)
  await screen.render("")
  assert.ok(calls.some((url) => url.includes("latitude=10&longitude=20")))
})

test("who has not signed in searches a few names a day", async () => {
  const own = await openExtended({ fetch })
  const search = (name: string, from: string): Promise<unknown> =>
    own.at(`/api/locations/search?q=${encodeURIComponent(name)}`, { headers: { "x-forwarded-for": from } })
  for (let i = 0; i < 25; i++) await search(`Place ${i}`, "203.0.113.1")
  const named = (): number => new Set(calls.map((url) => new URL(url).searchParams.get("name"))).size
  assert.is(named(), 20)
  await search("Place 99", "203.0.113.2")
  assert.is(named(), 21)
  own.clock.advance(86_400_000)
  await search("Place 24", "203.0.113.1")
  assert.is(named(), 22, "another day")
  await own.close()
})

/** Different places that the world was asked about. */
function places(): number {
  const found = calls.flatMap((url) => {
    const { searchParams: query } = new URL(url)
    return query.get("latitude") === null ? [] : [`${query.get("latitude")},${query.get("longitude")}`]
  })
  return new Set(found).size
}

async function core(run: (core: Core) => Promise<void>): Promise<void> {
  const alone = { mount: "/", config: { "edition-core": {}, "edition-extended": false } } as const
  const server = { trustProxy: ["127.0.0.1"], limits: { address: 1e8, render: 1e6 } }
  const own = await openCore(alone, { fetch, server })
  try {
    await run(own)
  } finally {
    await own.close()
  }
}

test("core, which has no credentials: 20 new places an address and day", () =>
  core(async (own) => {
    let next = 0
    const devicesOf = async (address: string, count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const device = own.device()
        next++
        await device.save({ city: `City ${next}`, latitude: (next % 80) + 0.5, longitude: Math.floor(next / 80) })
        for (const page of ["WEATHER", "AIR"])
          await device.render(`persona=${page}`, { headers: { "x-forwarded-for": address } })
      }
    }
    await devicesOf("203.0.113.1", 25)
    assert.is(places(), 20)
    await devicesOf("203.0.113.2", 3)
    assert.is(places(), 23)
    assert.ok(
      calls.every((url) => !url.includes("name=")),
      "no name is searched",
    )
    // The next day the same screens are served again, and ask what they asked before at once.
    own.clock.advance(86_400_000)
    calls.splice(0)
    await devicesOf("203.0.113.1", 25)
    assert.is(places(), 20)
  }))

test("where screens need no owner: the same", async () => {
  const own = await openExtended({ fetch, security: { pairing: "off" } })
  for (let i = 0; i < 25; i++) {
    const device = await own.device()
    const headers = { ...device.headers, "x-forwarded-for": "203.0.113.7" }
    await own.post("/api/config", { mac: device.mac, latitude: i, longitude: i, modes: ["WEATHER"] }, headers)
    await own.at(`/api/render?mac=${device.mac}`, { headers })
  }
  assert.is(places(), 20)
  await own.close()
})

test.run()
