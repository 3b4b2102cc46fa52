import type { PlatenError } from "platen/sdk"
import { Forbidden, TooLarge, Upstream } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import type { OutboundFetch } from "platen/sdk"
import type { Source, SourceContext } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../kernel/http/fetch.js"
import { checkSource, fakeClock, fakeFetch } from "../testing/index.js"
import type { FakeFetch } from "../testing/index.js"
import plugin from "../../plugins/source-picture/index.js"
import { fakePicture, galleryOf } from "./pictures/fake-pictures.js"
import { refused } from "../refused.js"
import { setUp } from "../set-up.js"

const test = suite("source-picture")
const URL_OF_IT = "https://example.org/harbour.jpg"

async function sourceOn(fetch: OutboundFetch): Promise<{
  readonly source: Source
  readonly stored: () => Promise<string[]>
  readonly gallery: ReturnType<typeof galleryOf>["gallery"]
}> {
  const { gallery, stored } = galleryOf()
  const [source] = (await setUp(plugin, { fetch, pictures: gallery }, {})).to(SOURCES)
  return { source: source!, stored, gallery }
}

const context: SourceContext = {
  language: "en",
  timeZone: "UTC",
  day: { year: 2026, month: 11, day: 21, weekday: 6 },
  deadline: new AbortController().signal,
  askAgainIn: () => {},
  now: 0,
  fetch: () => Promise.reject(new Error("no network")),
}

/** What it answers for an address in a world that knows it so. */
async function read(answer: Uint8Array | string | number | Error, url = URL_OF_IT): Promise<unknown> {
  return (await sourceOn(fakeFetch({ [URL_OF_IT]: answer }))).source.read({ url }, context)
}

test("takes in the picture at an address, and says its id and size", async () => {
  const { source, gallery } = await sourceOn(fakeFetch({ [URL_OF_IT]: fakePicture(40, 30) }))
  const { id } = await gallery.keep(fakePicture(40, 30))
  assert.equal(await checkSource(source, { url: URL_OF_IT }), { id, width: 40, height: 30 })
})

test("writes nothing: what it takes in is kept once a page shows it", async () => {
  const { source, stored } = await sourceOn(fakeFetch({ [URL_OF_IT]: fakePicture(40, 30) }))
  await source.read({ url: URL_OF_IT }, context)
  assert.equal(await stored(), [])
})

test("asks for pictures, of 10 MiB at most, until the answer would come too late", async () => {
  const fetch: FakeFetch = fakeFetch({ [URL_OF_IT]: fakePicture(4, 3) })
  await (await sourceOn(fetch)).source.read({ url: URL_OF_IT }, context)
  const { url, options } = fetch.calls[0]!
  assert.equal(
    [url, options.maxBytes, options.signal, options.headers],
    [URL_OF_IT, 10 << 20, context.deadline, { accept: "image/jpeg, image/png, image/webp, image/gif" }],
  )
  assert.is(fetch.calls.length, 1)
})

for (const status of [204, 304, 403, 404, 500, 503]) {
  test(`fails when the address answers with status ${status}`, async () => {
    const error = await refused(() => read(status), `status ${status}`)
    assert.instance(error, Upstream)
  })
}

test("refuses what is no picture, such as a page that says it is gone", async () => {
  for (const answer of ["<!doctype html><title>Not found</title>", "", "%PDF-1.7"])
    assert.is((await refused(() => read(answer), "JPEG, PNG, WebP or GIF")).code, "picture-unreadable")
})

test("refuses a picture of too many bytes or pixels", async () => {
  assert.instance(await refused(() => read(fakePicture(4, 3, "", (10 << 20) + 1)), "bytes"), TooLarge)
  assert.instance(await refused(() => read(fakePicture(50_000, 50_000)), "50000 x 50000"), TooLarge)
})

test("gives one answer for every address that cannot be asked, so that nobody learns which hosts there are", async () => {
  for (const error of [
    new Forbidden("nas.local is not on the public internet.", { code: "host-not-public" }),
    new Upstream("The response is larger than 10485760 bytes."),
  ]) {
    const failure = await refused(() => read(error), "cannot be reached")
    assert.equal([failure.code, failure.status, failure.cause], ["upstream", 502, error])
  }
  await refused(() => read(fakePicture(4, 3), "https://example.org/other.jpg"), "cannot be reached")
})

test("is not let into the operator's own network", async () => {
  const guarded = guardedFetch({ lanHosts: [], clock: fakeClock(), ticks: () => 0, onCall: () => {} })
  for (const url of [
    "http://127.0.0.1/a.png",
    "http://192.168.1.7/a.png",
    "http://[::1]/a.png",
    "http://169.254.169.254/latest/meta-data",
  ]) {
    const error = await refused(
      async () => (await sourceOn(guarded)).source.read({ url }, context),
      "cannot be reached",
    )
    assert.equal(
      [error.code, error.status, (error.cause as PlatenError).code],
      ["upstream", 502, "host-not-public"],
      url,
    )
  }
  for (const url of [
    "file:///etc/passwd",
    "ftp://example.org/a.png",
    "harbour.jpg",
    "http://user:word@example.org/a.png",
  ]) {
    assert.is((await refused(async () => (await sourceOn(guarded)).source.read({ url }, context))).status, 400, url)
  }
})

test("checks its parameters", async () => {
  const { parameters, cacheFor } = (await sourceOn(fakeFetch({}))).source
  const isGood = (value: unknown): boolean => parameters.safeParse(value).success
  assert.equal(
    [{ url: URL_OF_IT }, {}, { url: "" }, { url: 7 }, { url: "h".repeat(2_049) }, { url: URL_OF_IT, other: 1 }].map(
      isGood,
    ),
    [true, false, false, false, false, false],
  )
  assert.is(cacheFor, 600)
})

test.run()
