import { Upstream } from "platen/sdk"
import type { OutboundAnswer, OutboundFetch, OutboundOptions, PlatenError } from "platen/sdk"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MAX_PLACES, placeSearch } from "../../../plugins/places/service.js"
import type { FindPlaces, Wanted } from "../../../plugins/places/service.js"

const test = suite("plugins/places/service")

const ENDPOINT = "https://places.example.org/v1/search?key=abc"
const HOUR = 3_600_000
const BERLIN = {
  name: "Berlin",
  latitude: 52.52437,
  longitude: 13.41053,
  country_code: "de",
  timezone: "Europe/Berlin",
  country: "Germany",
  admin1: "Berlin",
  population: 3_426_354,
}

let clock: FakeClock
let log: FakeLog
let calls: { url: string; options: OutboundOptions }[]
let world: (url: string) => unknown
test.before.each(() => {
  clock = fakeClock()
  log = fakeLog()
  calls = []
  world = () => ({ results: [BERLIN] })
})

const fetch: OutboundFetch = async (address, options = {}): Promise<OutboundAnswer> => {
  const url = String(address)
  calls.push({ url, options })
  const body = await world(url)
  if (body instanceof Error) throw body
  const text = (): string =>
    typeof body === "string" ? body : JSON.stringify(typeof body === "number" ? { results: [] } : body)
  return {
    status: typeof body === "number" ? body : 200,
    url,
    headers: {},
    bytes: new Uint8Array(0),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}
const search = (): FindPlaces => placeSearch({ fetch, clock, log, isZone: (name) => name.includes("/") }, ENDPOINT)
const wanted = (query: string, more: Partial<Wanted> = {}): Wanted => ({ query, scope: "auto", locale: "en", ...more })
const names = async (find: FindPlaces, given: Wanted): Promise<string> =>
  find(given).then(
    (found) => found.map(({ name }) => name).join(" "),
    ({ code }: PlatenError) => code,
  )

test("asks with the name, the language and as many as one may want, within limits", async () => {
  await search()(wanted(" São  Paulo ", { locale: "pt-BR" }))
  const { searchParams, origin } = new URL(calls[0]!.url)
  assert.is(origin, "https://places.example.org")
  assert.equal(Object.fromEntries(searchParams), {
    key: "abc",
    name: "são paulo",
    count: String(MAX_PLACES),
    language: "pt",
    format: "json",
  })
  assert.ok(calls[0]!.options.timeout! <= 8_000 && calls[0]!.options.maxBytes! <= 1 << 20)
})

test("asks for places in China alone when told to", async () => {
  const find = search()
  for (const scope of ["cn", "global"] as const) await find(wanted("beijing", { scope }))
  assert.equal(
    calls.map(({ url }) => new URL(url).searchParams.get("countryCode")),
    ["CN", null],
  )
})

test("tells a place whole, and of what tells it from others nothing twice", async () => {
  world = () => ({ results: [BERLIN, { ...BERLIN, admin1: undefined, timezone: "Mars", country_code: "Germany" }] })
  assert.equal(await search()(wanted("berlin")), [
    {
      name: "Berlin",
      city: "Berlin",
      display_name: "Berlin, Germany",
      admin1: "Berlin",
      country: "Germany",
      country_code: "DE",
      latitude: 52.52437,
      longitude: 13.41053,
      timezone: "Europe/Berlin",
    },
    {
      name: "Berlin",
      city: "Berlin",
      display_name: "Berlin, Germany",
      admin1: "",
      country: "Germany",
      country_code: "",
      latitude: 52.52437,
      longitude: 13.41053,
      timezone: "",
    },
  ])
})

test("leaves out what has no name or hangs nowhere, and keeps the rest", async () => {
  world = () => ({
    results: [
      null,
      "Berlin",
      { ...BERLIN, name: " " },
      { ...BERLIN, name: undefined },
      { ...BERLIN, latitude: 90.1 },
      { ...BERLIN, longitude: "13" },
      { ...BERLIN, longitude: -181 },
      { ...BERLIN, name: "Good", country: 7 },
    ],
  })
  assert.equal(
    (await search()(wanted("x"))).map(({ name, display_name: display }) => `${name}: ${display}`),
    ["Good: Good, Berlin"],
  )
})

test("finds nothing where there is no list", async () => {
  world = () => ({ generationtime_ms: 0.3 })
  assert.equal(await search()(wanted("qqq")), [])
})

test("answers for an hour without asking again, however it is written", async () => {
  const find = search()
  await find(wanted("Berlin"))
  clock.advance(HOUR - 1)
  await find(wanted(" BERLIN "))
  assert.is(calls.length, 1)
  clock.advance(1)
  await find(wanted("berlin"))
  assert.is(calls.length, 2)
  clock.advance(-2 * HOUR)
  await find(wanted("berlin"))
  assert.is(calls.length, 3, "the clock was set back")
})

test("asks once for those who ask the same at once, and for others apart", async () => {
  const find = search()
  await Promise.all([wanted("berlin"), wanted("Berlin"), wanted("bern"), wanted("berlin", { locale: "zh" })].map(find))
  assert.is(calls.length, 3)
  world = () => new Upstream("away")
  assert.equal(await Promise.all([names(find, wanted("rome")), names(find, wanted("rome"))]), ["upstream", "upstream"])
  assert.is(calls.length, 4)
  world = () => ({ results: [BERLIN] })
  assert.is(await names(find, wanted("rome")), "Berlin", "a failure is not kept")
})

const FAILURES: readonly (readonly [string, unknown])[] = [
  ["cannot be reached", new Upstream("away")],
  ["answers an error", 503],
  ["answers a refusal", { error: true, reason: "no", results: "no" }],
  ["answers no JSON", "<html>"],
  ["answers no object", "[]"],
  ["answers null", "null"],
]
for (const [what, answer] of FAILURES) {
  test(`says older places when upstream ${what}, and else fails in one sentence`, async () => {
    const find = search()
    await find(wanted("berlin"))
    clock.advance(30 * HOUR)
    world = () => answer
    assert.is(await names(find, wanted("berlin")), "Berlin")
    const error = await find(wanted("bern")).then(
      () => undefined,
      (failed: PlatenError) => failed,
    )
    assert.is(error?.status, 502)
    assert.match(error!.message, "coordinates")
    assert.equal(
      log.lines.map(({ level, event }) => `${level} ${event}`),
      ["warn place-search.failed", "warn place-search.failed"],
    )
    assert.not.match(
      JSON.stringify(log.lines.map(({ fields }) => Object.entries(fields).filter(([name]) => name !== "err"))),
      "key=abc",
    )
  })
}

test("keeps so many answers and no more: what was used last stays", async () => {
  const find = search()
  await find(wanted("first"))
  await find(wanted("second"))
  for (let i = 0; i < 498; i++) await find(wanted(`n${i}`))
  await find(wanted("first"))
  await find(wanted("one more"))
  const before = calls.length
  await find(wanted("first"))
  assert.is(calls.length, before)
  await find(wanted("second"))
  assert.is(calls.length, before + 1)
})

test.run()
