import { NotFound, PlatenError, Unavailable, Upstream } from "platen/sdk"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { firmwareService } from "../../../../plugins/devices/firmware/service.js"
import type { FirmwareService, ServiceOptions } from "../../../../plugins/devices/firmware/service.js"
import { answering, releaseOf } from "./world.js"
import type { Answering } from "./world.js"

const test = suite("plugins/devices/firmware/service")

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const OPTIONS: ServiceOptions = {
  repository: "acme/glass",
  endpoint: "https://api.github.com",
  name: "Platen",
  cacheMinutes: 10,
}
const list = (...tags: readonly string[]): { body: string } => ({
  body: JSON.stringify(tags.map((tag) => releaseOf(tag, ["a.bin"], { prerelease: tag.includes("-") }))),
})
const away = new Upstream("api.github.com cannot be reached.")

let clock: FakeClock
let log: FakeLog
test.before.each(() => {
  clock = fakeClock()
  log = fakeLog()
})

const serviceOf = (fetch: Answering, options: Partial<ServiceOptions> = {}): FirmwareService =>
  firmwareService({ fetch, clock, log }, { ...OPTIONS, ...options })

/** "v1 cached stale", or the error. */
async function said(service: FirmwareService, refresh = false): Promise<string> {
  return service.releases(refresh).then(
    ({ found, cached, stale }) =>
      [...found.map(({ tag }) => tag), ...(cached ? ["cached"] : []), ...(stale ? ["stale"] : [])].join(" "),
    (error: unknown) => `${(error as PlatenError).code} ${(error as PlatenError).retryAfter}`,
  )
}

test("asks the release API once, within limits, and shows a token only there", async () => {
  const fetch = answering(list("v1"))
  const service = serviceOf(fetch, { token: "secret", endpoint: "https://git.example.org/api/v1/" })
  assert.equal((await service.releases(false)).repo, "acme/glass")
  const [{ url, options }] = fetch.calls as [Answering["calls"][number]]
  assert.is(url, "https://git.example.org/api/v1/repos/acme/glass/releases?per_page=30")
  assert.equal([options.timeout, options.maxBytes, options.headers?.authorization], [10_000, 4 << 20, "Bearer secret"])
  const open = answering(list("v1"))
  await serviceOf(open).releases(false)
  assert.not.ok("authorization" in open.calls[0]!.options.headers!)
})

test("answers from the cache for as long as it is told to", async () => {
  const fetch = answering(list("v1"), list("v2"))
  const service = serviceOf(fetch, { cacheMinutes: 3 })
  assert.is(await said(service), "v1")
  clock.advance(3 * MINUTE - 1)
  assert.is(await said(service), "v1 cached")
  assert.equal((await service.latest(false)).cached, true)
  clock.advance(1)
  assert.is(await said(service), "v2")
  assert.is(fetch.calls.length, 2)
})

test("asks again when it must be new", async () => {
  const service = serviceOf(answering(list("v1"), list("v2"), list("v3")))
  assert.is(await said(service), "v1")
  assert.is(await said(service, true), "v2")
  assert.is(await said(service), "v2 cached")
  assert.is((await service.latest(true)).found.tag, "v3")
})

test("asks anew when the clock was set back", async () => {
  const service = serviceOf(answering(list("v1"), list("v2")))
  await said(service)
  clock.advance(-24 * HOUR)
  assert.is(await said(service), "v2")
})

test("asks once for all who wait", async () => {
  let land: (given: { body: string }) => void = () => {}
  const fetch = answering(
    () =>
      new Promise((resolve) => {
        land = resolve
      }),
    list("v2"),
  )
  const service = serviceOf(fetch)
  const waiting = [
    said(service),
    said(service, true),
    said(service, true),
    service.latest(false).then(({ found }) => found.tag),
  ]
  await Promise.resolve()
  land(list("v1"))
  assert.equal(await Promise.all(waiting), ["v1", "v1", "v1", "v1"])
  assert.is(fetch.calls.length, 1)
  assert.is(await said(service, true), "v2", "the next flight is another")
})

for (const [tags, best] of [
  [["v2", "v1"], "v2"],
  [["v3-rc", "v2", "v1"], "v2"],
  [["v3-rc", "v2-rc"], "v3-rc"],
] as const) {
  test(`recommends ${best} of ${tags.join(", ")}`, async () => {
    assert.is((await serviceOf(answering(list(...tags))).latest(false)).found.tag, best)
  })
}

test("says that nothing was released", async () => {
  const error = await serviceOf(answering(list()))
    .latest(false)
    .then(
      () => undefined,
      (thrown: unknown) => thrown as NotFound,
    )
  assert.instance(error, NotFound)
  assert.equal(
    [error!.code, error!.fields, error!.message],
    [
      "firmware_release_not_found",
      { repo: "acme/glass" },
      "No release of acme/glass has a matching .bin file: publish one.",
    ],
  )
  assert.is(await said(serviceOf(answering(list()))), "")
})

test("has nothing and asks nobody without a repository", async () => {
  const fetch = answering(list("v1"))
  const service = serviceOf(fetch, { repository: undefined })
  assert.equal(await service.releases(true), { repo: "", cached: false, stale: false, found: [] })
  const error = await service.latest(true).then(
    () => undefined,
    (thrown: unknown) => thrown as NotFound,
  )
  assert.equal([error!.status, error!.code, error!.fields], [404, "firmware_release_not_found", { repo: "" }])
  assert.match(error!.message, "plugins.firmware.repository")
  assert.is(fetch.calls.length, 0)
})

for (const [what, answer, why] of [
  ["does not answer", away, "does not give a usable answer"],
  ["answers 500", { status: 500 }, "answered with status 500"],
  ["answers 404", { status: 404, body: "{}" }, "answered with status 404"],
  ["answers 204", { status: 204 }, "answered with status 204"],
  ["answers HTML", { body: "<html>" }, "did not answer with a list of releases"],
  ["is cut off", { body: '[{"tag_name":' }, "did not answer with a list of releases"],
  ["answers an object", { body: '{"message":"x"}' }, "did not answer with a list of releases"],
] as const) {
  test(`says so when upstream ${what} and there is no list`, async () => {
    const error = await serviceOf(answering(answer))
      .releases(false)
      .then(
        () => undefined,
        (thrown: unknown) => thrown as Unavailable,
      )
    assert.instance(error, Unavailable)
    assert.equal(
      [error!.status, error!.code, error!.fields, error!.retryAfter],
      [503, "firmware_release_fetch_failed", { repo: "acme/glass" }, 60],
    )
    assert.is(
      error!.message,
      `The release server ${why}, so the firmware of acme/glass cannot be listed: try again later.`,
    )
  })

  test(`gives the old list when upstream ${what}, and the new one when it is back`, async () => {
    const service = serviceOf(answering(list("v1"), answer, list("v2")))
    await said(service)
    assert.is(await said(service, true), "v1 cached stale")
    assert.is(await said(service), "v1 cached", "it is young enough still")
    assert.is(await said(service, true), "v2")
    assert.equal(
      log.lines.map(({ level, event }) => [level, event]),
      [["warn", "firmware-list.failed"]],
    )
  })
}

test("leaves upstream alone for a minute after a failure", async () => {
  const fetch = answering(away, away, list("v1"))
  const service = serviceOf(fetch)
  assert.is(await said(service), "firmware_release_fetch_failed 60")
  clock.advance(MINUTE - 1)
  assert.is(await said(service), "firmware_release_fetch_failed 1")
  assert.is(fetch.calls.length, 1)
  clock.advance(1)
  assert.is(await said(service), "firmware_release_fetch_failed 60")
  assert.is(fetch.calls.length, 2)
  assert.is(await said(service, true), "v1", "someone who insists is let through")
})

test("keeps an old list through a long failure, asking once a minute", async () => {
  const fetch = answering(list("v1"), away)
  const service = serviceOf(fetch)
  await said(service)
  for (let minute = 0; minute < 30; minute++) {
    clock.advance(MINUTE)
    for (let i = 0; i < 3; i++) assert.match(await said(service), minute < 9 ? /^v1 cached$/ : /^v1 cached stale$/)
  }
  assert.is(fetch.calls.length, 1 + 21)
})

const epoch = (after: number): string => String(Math.floor((fakeClock().now() + after) / 1000))
for (const [what, status, headers, seconds, named] of [
  ["Retry-After: 120", 429, { "retry-after": "120" }, 120, true],
  ["Retry-After on 403", 403, { "retry-after": "90", "x-ratelimit-remaining": "40" }, 90, true],
  ["Retry-After on 503", 503, { "retry-after": "300" }, 300, true],
  ["a date", 429, { "retry-after": new Date(fakeClock().now() + 10 * MINUTE).toUTCString() }, 600, true],
  ["less than a minute", 429, { "retry-after": "5" }, 60, true],
  ["more than an hour", 403, { "retry-after": "86400" }, 3600, true],
  ["a number beyond all", 403, { "retry-after": "9".repeat(400) }, 3600, true],
  ["a reset", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": epoch(30 * MINUTE) }, 1800, true],
  ["a reset on 429", 429, { "x-ratelimit-reset": epoch(20 * MINUTE) }, 1200, true],
  ["a reset in the past", 403, { "x-ratelimit-reset": epoch(-HOUR) }, 60, true],
  ["a reset next week", 403, { "x-ratelimit-reset": epoch(168 * HOUR) }, 3600, true],
  [
    "a reset although calls are left",
    403,
    { "x-ratelimit-remaining": "4999", "x-ratelimit-reset": epoch(30 * MINUTE) },
    60,
    false,
  ],
  ["a reset on 500", 500, { "x-ratelimit-reset": epoch(30 * MINUTE) }, 60, false],
  ["garbage", 429, { "retry-after": "soon", "x-ratelimit-reset": "later" }, 60, false],
  ["nothing", 403, {}, 60, false],
] as const) {
  test(`waits ${seconds} s when upstream says ${what}`, async () => {
    const fetch = answering({ status, headers }, list("v1"))
    const service = serviceOf(fetch)
    assert.is(await said(service), `firmware_release_fetch_failed ${seconds}`)
    if (!named) return assert.is(await said(service, true), "v1")
    clock.advance(seconds * 1000 - 1)
    assert.is(await said(service, true), "firmware_release_fetch_failed 1")
    assert.is(fetch.calls.length, 1)
    clock.advance(1)
    assert.is(await said(service), "v1")
  })
}

test("gives the old list while upstream asks to wait, to those who insist as well", async () => {
  const fetch = answering(list("v1"), { status: 429, headers: { "retry-after": "1800" } }, list("v2"))
  const service = serviceOf(fetch)
  await said(service)
  assert.is(await said(service, true), "v1 cached stale")
  assert.is(await said(service, true), "v1 cached stale")
  assert.is(await said(service), "v1 cached")
  clock.advance(20 * MINUTE)
  assert.is(await said(service), "v1 cached stale")
  assert.is(fetch.calls.length, 2)
  clock.advance(10 * MINUTE)
  assert.is(await said(service), "v2")
})

test("does not wait for days when the clock was set back", async () => {
  const service = serviceOf(answering({ status: 429, headers: { "retry-after": "60" } }, list("v1")))
  await said(service)
  clock.advance(-24 * HOUR)
  assert.is(await said(service), "v1")
})

test.run()
