import { Forbidden, TooLarge, Upstream } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import type { Source, SourceContext, SourceFetch } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { checkSource, fakeFetch } from "../../testing/index.js"
import type { FakeFetch } from "../../testing/index.js"
import plugin from "../../../plugins/sources/picture/index.js"
import { fakePicture, galleryOf } from "../pages/pictures/fake-pictures.js"
import { refused } from "../../refused.js"
import { setUp } from "../../set-up.js"

const test = suite("source-picture")
const HOME = { nas: { origin: "http://192.168.1.7", headers: {}, users: ["anna"] } }
const URL_OF_IT = "https://example.org/harbour.jpg"

/** The source in a world. */
async function sourceOn(fetch: SourceFetch): Promise<{
  readonly source: Source
  readonly stored: () => Promise<string[]>
  readonly gallery: ReturnType<typeof galleryOf>["gallery"]
  readonly context: SourceContext
}> {
  const { gallery, stored } = galleryOf()
  const accounts = { get: async (username: string) => ({ id: username, username, role: "user", createdAt: 0 }) }
  const given = await setUp(plugin, { pictures: gallery, accounts }, { connections: HOME })
  const [source] = given.to(SOURCES)
  return { source: source!, stored, gallery, context: { ...context, fetch } }
}

const context: SourceContext = {
  language: "en",
  timeZone: "UTC",
  day: { year: 2026, month: 11, day: 21, weekday: 6 },
  deadline: new AbortController().signal,
  release: () => {},
  askAgainIn: () => {},
  now: 0,
  fetch: () => Promise.reject(new Error("no network")),
}

/** What it answers for an address in a world that knows it so. */
async function read(answer: Uint8Array | string | number | Error, url = URL_OF_IT): Promise<unknown> {
  const { source, context } = await sourceOn(fakeFetch({ [URL_OF_IT]: answer }))
  return source.read({ url, connection: "" }, context)
}

test("takes in the picture at an address, and says its id and size", async () => {
  const { source, gallery, context } = await sourceOn(fakeFetch({ [URL_OF_IT]: fakePicture(40, 30) }))
  const { id } = await gallery.keep(fakePicture(40, 30))
  assert.equal(await checkSource(source, { url: URL_OF_IT }, context), { id, width: 40, height: 30 })
})

test("writes nothing: what it takes in is kept once a page shows it", async () => {
  const { source, stored, context } = await sourceOn(fakeFetch({ [URL_OF_IT]: fakePicture(40, 30) }))
  await source.read({ url: URL_OF_IT, connection: "" }, context)
  assert.equal(await stored(), [])
})

test("asks for pictures, of 10 MiB at most", async () => {
  const fetch: FakeFetch = fakeFetch({ [URL_OF_IT]: fakePicture(4, 3) })
  const { source, context } = await sourceOn(fetch)
  await source.read({ url: URL_OF_IT, connection: "" }, context)
  const { url, options } = fetch.calls[0]!
  assert.equal(
    [url, options.maxBytes, options.headers],
    [URL_OF_IT, 10 << 20, { accept: "image/jpeg, image/png, image/webp, image/gif" }],
  )
  assert.is(fetch.calls.length, 1)
})

test("fetches a picture at home over a connection that was granted", async () => {
  const fetch: FakeFetch = fakeFetch({ "http://192.168.1.7/a.png": fakePicture(4, 3) })
  const { source, context } = await sourceOn(fetch)
  const read = (url: string, connection: string, user?: string): Promise<unknown> =>
    source.read({ url, connection }, { ...context, ...(user && { user }) })
  await read("/a.png", "nas", "anna")
  await read("http://192.168.1.7/a.png", "nas", "anna")
  assert.equal(
    fetch.calls.map(({ options }) => (options as { connection?: unknown }).connection),
    [HOME.nas, HOME.nas],
  )
  for (const [user, connection] of [
    ["ben", "nas"],
    [undefined, "nas"],
    ["anna", "tv"],
  ] as const)
    assert.is((await refused(() => read("/a.png", connection, user))).code, "connection-not-granted")
  for (const url of ["//evil.example/a.png", "https://evil.example/a.png", "http://192.168.1.7.evil.example/", "a.png"])
    assert.is((await refused(() => read(url, "nas", "anna"))).code, "invalid", url)
  assert.is(fetch.calls.length, 2)
})

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
