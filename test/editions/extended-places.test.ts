import { ROUTES } from "platen/sdk/http"
import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import routesOf from "../../plugins/sources/places/index.js"
import { setUp } from "../set-up.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, Person } from "./extended-stage.js"

const test = suite("editions/extended-places")

const results = Array.from({ length: 10 }, (_, i) => ({
  name: `Paris ${i}`,
  latitude: 48.85,
  longitude: 2.35,
  country: "France",
  country_code: "FR",
  timezone: i === 9 ? "Europe/Atlantis" : "Europe/Paris",
}))
const calls: string[] = []
let away = false
const fetch: OutboundFetch = async (address) => {
  calls.push(String(address))
  if (away) throw new TypeError("away")
  const text = (): string => JSON.stringify({ results })
  return {
    status: 200,
    url: String(address),
    headers: {},
    bytes: new Uint8Array(0),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}

let open: Extended
let anna: Person
test.before(async () => {
  open = await openExtended({ fetch })
  anna = await open.person()
})
test.after(() => open.close())

const search = async (query: string, headers = anna.headers): ReturnType<Extended["at"]> =>
  open.at(`/api/locations/search?${query}`, { headers })

test("answers what was asked for and the places, fit for a config", async () => {
  const answer = await search("q=paris&limit=2&scope=global&locale=fr")
  assert.equal(answer.json(), {
    query: "paris",
    scope: "global",
    locale: "fr",
    items: [0, 1].map((i) => ({
      name: `Paris ${i}`,
      city: `Paris ${i}`,
      display_name: `Paris ${i}, France`,
      admin1: "",
      country: "France",
      country_code: "FR",
      latitude: 48.85,
      longitude: 2.35,
      timezone: "Europe/Paris",
    })),
  })
  assert.match(
    calls[0]!,
    /^https:\/\/geocoding-api\.open-meteo\.com\/v1\/search\?name=paris&count=10&language=fr&format=json$/,
  )
  const longer = (await search("q=Paris&limit=10&locale=fr")).json() as { items: { timezone: string }[] }
  assert.is(longer.items.length, 10)
  assert.is(longer.items[9]!.timezone, "", "a time zone that no config takes")
  assert.is(calls.length, 1)
})

test("asks in the server's language, for places anywhere, unless told otherwise", async () => {
  const { scope, locale, items } = (await search("q=rome")).json() as {
    scope: string
    locale: string
    items: unknown[]
  }
  assert.equal([scope, locale, items.length], ["auto", "en", 5])
})

test("answers exactly what its schema says", async () => {
  const services = { service: { defaults: { language: "en" } } }
  const [route] = (await setUp(routesOf, services, { endpoint: "https://a.example.org" })).to(ROUTES)
  route!.response!.parse((await search("q=paris")).json())
})

const REFUSED: Readonly<Record<string, string>> = {
  "": "q",
  "q=": "q",
  "q=%20": "q",
  [`q=${"a".repeat(61)}`]: "q",
  "q=a&limit=0": "limit",
  "q=a&limit=11": "limit",
  "q=a&limit=x": "limit",
  "q=a&scope=mars": "scope",
  "q=a&locale=../x": "locale",
}
for (const [query, path] of Object.entries(REFUSED)) {
  test(`refuses "${query.slice(0, 20)}" and names ${path}`, async () => {
    const answer = await search(query)
    assert.is(answer.status, 422)
    assert.is((answer.json() as { issues: { path: string }[] }).issues[0]!.path, path)
  })
}

test("takes sixty characters of any writing", async () => {
  assert.is((await search(`q=${encodeURIComponent("京".repeat(60))}`)).status, 200)
})

test("is for anybody", async () => {
  const { headers } = await open.device()
  for (const each of [{}, open.admin, headers, { authorization: "Bearer nobody's" }])
    assert.is((await search("q=paris", each)).status, 200)
})

test("fails with 502 and a sentence when nobody knows", async () => {
  away = true
  const answer = await search("q=nowhere")
  away = false
  assert.is(answer.status, 502)
  const { code, message } = answer.json() as { code: string; message: string }
  assert.equal([code, /coordinates/.test(message), /https?:/.test(message)], ["upstream", true, false])
})

test("bounds the calls of one caller", async () => {
  const bob = await open.person()
  const statuses = []
  for (let i = 0; i < 31; i++) statuses.push((await search("q=paris", bob.headers)).status)
  assert.equal(statuses, [...Array.from({ length: 30 }, () => 200), 429])
  assert.is((await search("q=paris", open.admin)).status, 200)
  const strangers = []
  for (let i = 0; i < 31; i++) strangers.push((await search("q=paris", { "x-forwarded-for": "192.0.2.77" })).status)
  assert.equal(strangers, statuses)
})

test.run()
