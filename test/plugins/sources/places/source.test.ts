import { Upstream } from "platen/sdk"
import type { OutboundOptions, PlatenError } from "platen/sdk"
import { SOURCE_READS } from "platen/sdk/mode"
import type { SourceFetch } from "platen/sdk/mode"
import type { FoundPlace } from "platen/sdk/sources"
import { checkSource } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { MAX_PLACES, placesSource } from "../../../../plugins/sources/places/source.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import { misbehaviour, startWorld } from "../../../world/server.js"

const test = suite("source places")

const ENDPOINT = "https://places.example.org/v1/search?key=abc"
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

interface Asked {
  readonly calls: { readonly url: string; readonly options: OutboundOptions }[]
  readonly places: readonly FoundPlace[]
}

/** What the source makes of an answer. */
async function asked(parameters: object, answer: unknown = { results: [BERLIN] }): Promise<Asked> {
  const calls: Asked["calls"] = []
  const body = typeof answer === "string" ? answer : JSON.stringify(answer)
  const fetch: SourceFetch = (url, options = {}) => {
    calls.push({ url: String(url), options })
    return Promise.resolve({
      status: 200,
      url: String(url),
      headers: {},
      bytes: new TextEncoder().encode(body),
      text: () => body,
      json: () => JSON.parse(body) as unknown,
    })
  }
  const source = placesSource(ENDPOINT, (name) => name.includes("/"))
  return { calls, ...((await checkSource(source, parameters, { fetch })) as Pick<Asked, "places">) }
}

test("asks with the name, the language and as many as one may want, within limits", async () => {
  const { calls } = await asked({ name: " São  Paulo ", language: "pt-BR" })
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
  const countries = []
  for (const scope of ["cn", "global"])
    countries.push(new URL((await asked({ name: "beijing", scope })).calls[0]!.url).searchParams.get("countryCode"))
  assert.equal(countries, ["CN", null])
})

test("tells a place whole, without what it does not know", async () => {
  const { places } = await asked(
    { name: "berlin" },
    {
      results: [BERLIN, { ...BERLIN, admin1: undefined, timezone: "Mars", country_code: "Germany" }],
    },
  )
  const berlin = { name: "Berlin", country: "Germany", latitude: 52.52437, longitude: 13.41053 }
  assert.equal(places, [
    { ...berlin, region: "Berlin", countryCode: "DE", timeZone: "Europe/Berlin" },
    { ...berlin, region: "", countryCode: "", timeZone: "" },
  ])
})

test("leaves out what has no name or hangs nowhere, and keeps the rest", async () => {
  const { places } = await asked(
    { name: "x" },
    {
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
    },
  )
  assert.equal(
    places.map(({ name, country }) => [name, country]),
    [["Good", ""]],
  )
})

test("finds nothing where there is no list", async () => {
  assert.equal((await asked({ name: "qqq" }, { generationtime_ms: 0.3 })).places, [])
})

for (const [what, answer] of [
  ["a refusal", { error: true, reason: "no", results: "no" }],
  ["no JSON", "<html>"],
  ["a list", "[]"],
  ["null", "null"],
] as const)
  test(`fails in one sentence for ${what}`, async () => {
    const error = await asked({ name: "berlin" }, answer).then(
      () => undefined,
      (failed: unknown) => failed as PlatenError,
    )
    assert.instance(error, Upstream)
    assert.match(error!.message, /^places\.example\.org [^\n]*\.$/)
    assert.not.match(error!.message, "key=abc")
  })

test("keeps what it knew for all misbehaviours of a server", async () => {
  const clock = fakeClock()
  const world = await startWorld({ "/search": { results: [BERLIN] } })
  const stage = await openStage({
    clock,
    random: () => 0,
    config: { places: { endpoint: `${world.origin}/search` } },
    fetch: guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} }),
  })
  const where = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 21, weekday: 6 } }
  const read = (name: string): Promise<{ readonly data: unknown }> =>
    stage.app.get(SOURCE_READS).read("places", { name }, where, { caller: "test" })
  try {
    const good = await read("berlin")
    for (const [what, answers] of Object.entries(misbehaviour({ results: "x".repeat(400) }))) {
      world.set("/search", answers)
      clock.advance(25 * 3_600_000)
      assert.equal((await read("berlin")).data, good.data, what)
      let failure: unknown
      await read(what).catch((error: unknown) => (failure = error))
      assert.instance(failure, Error, what)
    }
  } finally {
    await stage.close()
    await world.close()
  }
})

test.run()
