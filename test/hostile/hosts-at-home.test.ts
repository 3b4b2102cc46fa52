import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { SECRETS } from "platen/sdk"
import { SOURCE_READS, SOURCES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../kernel/outbound/fetch.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended } from "../editions/extended-stage.js"

/** N6: a host at home that the operator has listed for a connection is called by that connection alone. */
const test = suite("hostile/hosts-at-home")

const hits: string[] = []
const nas = createServer((request, response) => {
  hits.push(request.url!)
  response.end("{}")
})
let origin: string
let server: Extended
test.before(async () => {
  await new Promise<void>((resolve) => {
    nas.listen(0, "127.0.0.1", resolve)
  })
  const { port } = nas.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  server = await openExtended({
    fetch: guardedFetch({
      lanHosts: [`127.0.0.1:${port}`],
      clock: { after: () => () => {} },
      ticks: () => 0,
      onCall: () => {},
    }),
    config: {
      "source-json": { connections: { house: { origin, users: ["alice"] } } },
      // An endpoint of the operator is a connection, bound to its origin.
      "source-weather": { endpoint: `${origin}/forecast` },
    },
  })
})
test.after(async () => {
  await server.close()
  nas.close()
})

const WHERE = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 21, weekday: 6 } }
const read = (name: string, parameters: object, more: object = {}): Promise<unknown> =>
  server.stage.app
    .get(SOURCE_READS)
    .read(name, parameters, { ...WHERE, ...more }, { caller: "user/mallory" })
    .catch((error: unknown) => error)

/** What has each source that fetches addresses of users ask an address. Home Assistant has connections alone. */
const attempts = (address: string): Readonly<Record<string, readonly object[]>> => ({
  calendar: [{ url: address }, { url: address.replace("http:", "webcal:") }, { url: "/x", connection: "house" }],
  feed: [{ urls: [address] }, { urls: [`feed:${address}`] }, { urls: ["/x"], connection: "house" }],
  "home-assistant": [{ connection: "house", entities: ["sensor.a"] }],
  json: [
    { requests: [{ url: address }], pick: [{ path: "$" }] },
    { requests: [{ url: "/x", connection: "house" }], pick: [{ path: "$" }] },
  ],
  photos: [{ urls: [address] }, { urls: ["/x"], connection: "house" }],
  picture: [{ url: address }, { url: "/x", connection: "house" }],
})

test("no source that fetches addresses of people calls it", async () => {
  const names = server.stage.app
    .get(SOURCES)
    .list()
    .filter(({ fetchesUserUrls }) => fetchesUserUrls)
    .map(({ name }) => name)
  assert.equal(names.toSorted(), Object.keys(attempts("")), "every such source is tried here")
  const seal = server.stage.app.get(SECRETS).seal
  for (const name of names)
    for (const parameters of attempts(`${origin}/${name}`)[name]!) {
      const sealed = JSON.parse(JSON.stringify(parameters), (key, value: unknown) =>
        key === "url" && (name === "calendar" || name === "json") ? seal(value as string) : value,
      ) as object
      assert.instance(await read(name, sealed), Error, JSON.stringify(parameters))
    }
  assert.equal(hits, [])
})

test("a person with an account cannot either, by any page", async () => {
  const mallory = await server.person()
  const screen = await server.owned(mallory)
  for (const [persona, settings] of Object.entries({
    MY_ADAPTIVE: { image_url: `${origin}/a` },
    PHOTOS: { urls: [`${origin}/b`] },
    FEED: { urls: [`${origin}/c`] },
    AGENDA: { feeds: [{ url: `${origin}/d` }] },
    NUMBERS: { requests: [{ url: `${origin}/e` }], pick: [{ path: "$" }] },
    BRIEFING: { feeds: [{ url: `${origin}/f` }] },
  })) {
    const query = `mac=${screen.mac}&persona=${persona}&mode_override=${encodeURIComponent(JSON.stringify(settings))}`
    await server.at(`/api/preview?${query}`, { headers: mallory.headers })
  }
  assert.equal(hits, [])
})

test("the operator's own endpoint does", async () => {
  await read("weather", {}, { place: { latitude: 10, longitude: 10 } })
  assert.is(hits.length, 1)
  assert.match(hits[0]!, /^\/forecast/)
})

test.run()
