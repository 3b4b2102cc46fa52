import { fakeClock } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../../../kernel/http/ask.js"
import { hangs } from "../../../until.js"
import { answering, json, masked, openWorld, patientFor, published, releaseOf, serve } from "./world.js"
import type { Handler, Served, World } from "./world.js"

const test = suite("plugins/devices/firmware/routes")

const TAGS = [
  releaseOf("v3.0-rc1", ["epd_c3.bin"], { prerelease: true }),
  releaseOf("v2.1.0", ["epd_42_c3.bin", "epd_42_wroom32e.bin", "notes.txt"]),
  releaseOf("v2.0", ["only.elf"]),
  releaseOf("v4", ["epd_c3.bin"], { draft: true }),
]
const entry = (tag: string, name: string, chip: string, size: number): object => ({
  version: tag.slice(1),
  tag,
  published_at: published,
  download_url: `https://example.org/${tag}/${name}`,
  size_bytes: size,
  chip_family: chip,
  asset_name: name,
  manifest: {
    name: "Platen",
    version: tag.slice(1),
    builds: [{ chipFamily: chip, parts: [{ path: `https://example.org/${tag}/${name}`, offset: 0 }] }],
  },
})

interface Body {
  readonly error: string
  readonly code: string
  readonly message: string
  readonly detail: string
  readonly repo: string
  readonly url: string
  readonly cached: boolean
  readonly stale?: boolean
  readonly count: number
  readonly latest: { readonly tag: string }
}

let clock: FakeClock
let world: World
let served: Served
const get = async (call: string): Promise<{ readonly status: number; readonly body: Body }> => {
  const answer = await served.get(call)
  return { status: answer.status, body: answer.json() as Body }
}
const brief = async (call: string): Promise<string> => {
  const { status, body } = await get(call)
  return status === 200
    ? `${body.count ?? body.latest.tag}${body.cached ? " cached" : ""}${body.stale === true ? " stale" : ""}`
    : `${status} ${body.error}`
}

test.before.each(async () => {
  clock = fakeClock()
  world = await openWorld(json(TAGS))
  served = await serve(
    { repository: "acme/glass", endpoint: world.url },
    masked(patientFor(300, undefined, clock), world, "firmware.example"),
    clock,
  )
})
test.after.each(async () => {
  await served.stage.close()
  world.close()
})

test("answers the list as the flasher reads it", async () => {
  assert.equal((await served.get("releases")).json(), {
    source: "github_releases",
    repo: "acme/glass",
    cached: false,
    count: 3,
    releases: [
      entry("v3.0-rc1", "epd_c3.bin", "ESP32-C3", 1000),
      entry("v2.1.0", "epd_42_c3.bin", "ESP32-C3", 1000),
      entry("v2.1.0", "epd_42_wroom32e.bin", "ESP32", 1001),
    ],
  })
  assert.equal(
    world.seen.map(({ path, headers }) => [path, headers.authorization]),
    [["/repos/acme/glass/releases?per_page=30", undefined]],
  )
})

test("answers what to flash, from the same cache", async () => {
  await get("releases")
  assert.equal((await served.get("releases/latest")).json(), {
    source: "github_releases",
    repo: "acme/glass",
    cached: true,
    latest: entry("v2.1.0", "epd_42_c3.bin", "ESP32-C3", 1000),
  })
  assert.is(world.seen.length, 1)
})

for (const [call, requests] of [
  ["refresh=true", 2],
  ["refresh=1", 2],
  ["refresh=YES", 2],
  ["refresh=On", 2],
  ["refresh=false", 1],
  ["refresh=0", 1],
  ["refresh=no", 1],
  ["refresh=OFF", 1],
  ["", 1],
  ["fresh=true", 1],
] as const) {
  test(`asks upstream ${requests === 1 ? "once" : "twice"} when the second call says "${call}"`, async () => {
    for (const path of ["releases", "releases/latest"]) {
      world.seen.length = 0
      await get("releases?refresh=true")
      assert.is((await get(`${path}?${call}`)).body.cached, requests === 1)
      assert.is(world.seen.length, requests)
    }
  })
}

for (const call of [
  "releases?refresh=",
  "releases?refresh=2",
  "releases/latest?refresh=maybe",
  "releases?refresh=true%20",
  "validate-url",
  "validate-url?url=",
  "validate-url?url=%20",
  "validate-url?uri=x",
]) {
  test(`answers 422 to ${call}`, async () => {
    const { status, body } = await get(call)
    assert.equal([status, body.code, body.error, world.seen.length], [422, "invalid", body.message, 0])
    assert.match(
      body.message,
      call.startsWith("v") ? '"url" is wrong: must ' : '"refresh" is wrong: must be true or false',
    )
  })
}

test("answers under the edition's other paths as well, and HEAD", async () => {
  const [own, alias, head] = [
    await served.get("releases"),
    await ask(served.port, "/api/v1/firmware/releases"),
    await served.get("releases", { method: "HEAD" }),
  ]
  assert.equal(alias.json(), { ...(own.json() as object), cached: true })
  assert.equal(
    [head.status, head.body.length, head.headers["content-length"]],
    [200, 0, alias.headers["content-length"]],
  )
})

test("lists hundreds of images", async () => {
  world.handler = json(
    Array.from({ length: 30 }, (_, i) =>
      releaseOf(
        `v${i}`,
        Array.from({ length: 25 }, (_, j) => `epd_${j}.bin`),
      ),
    ),
  )
  assert.is(await brief("releases"), "750")
})

test("says that nothing was released", async () => {
  for (const nothing of [[], [releaseOf("v1", ["a.elf"])], [releaseOf("v1", ["a.bin"], { draft: true })]]) {
    world.handler = json(nothing)
    assert.is(await brief("releases?refresh=true"), "0")
    const { status, body } = await get("releases/latest")
    assert.equal(
      [status, body.error, body.repo, body.detail],
      [404, "firmware_release_not_found", "acme/glass", body.message],
    )
  }
})

const bad: Readonly<Record<string, Handler>> = {
  "500": json({}, 500),
  "404": json({ message: "Not Found" }, 404),
  HTML: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Sign in</p>"),
  "half a list": (_, response) => response.end(JSON.stringify(TAGS).slice(0, 300)),
  "fewer bytes than promised": (_, response) => {
    response.writeHead(200, { "content-length": 9_999 }).write("[", () => response.destroy())
  },
  "an object": json({ releases: TAGS }),
  numbers: json([1, 2, 3]),
  null: json(null),
  "10 MB": json([releaseOf("v1", ["a.bin"], { body: "x".repeat(10_000_000) })]),
  "too late": () => void hangs(clock, 300),
  "nothing but a closed door": (request) => request.socket.destroy(),
}
for (const [what, handler] of Object.entries(bad)) {
  test(`answers 503, or the old list, to an upstream that gives ${what}; and the new one when it recovers`, async () => {
    world.handler = handler
    const { status, body } = await get("releases")
    assert.equal(
      [status, body.error, body.repo, body.detail],
      [503, "firmware_release_fetch_failed", "acme/glass", body.message],
    )
    assert.match(
      body.message,
      /^The release server .*, so the firmware of acme\/glass cannot be listed: try again later\.$/,
    )
    assert.is(await brief("releases/latest"), "503 firmware_release_fetch_failed")
    assert.is(world.seen.length, 1, "it is left alone")
    world.handler = json(TAGS)
    clock.advance(60_000)
    assert.is(await brief("releases"), "3")
    world.handler = handler
    assert.is(await brief("releases?refresh=true"), "3 cached stale")
    clock.advance(600_000)
    assert.is(await brief("releases/latest"), "v2.1.0 cached stale")
    world.handler = json([releaseOf("v5", ["a.bin"])])
    assert.is(await brief("releases/latest?refresh=true"), "v5")
  })
}

test("waits until upstream's limit is reset", async () => {
  const reset = String(Math.floor(clock.now() / 1000) + 900)
  world.handler = json({ message: "API rate limit exceeded" }, 403, {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": reset,
  })
  const answer = await served.get("releases")
  assert.equal([answer.status, answer.headers["retry-after"]], [503, "900"])
  world.handler = json(TAGS)
  clock.advance(899_000)
  assert.is(await brief("releases?refresh=true"), "503 firmware_release_fetch_failed")
  assert.is(world.seen.length, 1)
  clock.advance(1_000)
  assert.is(await brief("releases"), "3")
})

test("asks once for many who call at once", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => brief("releases")))
  assert.ok(
    answers.every((answer) => /^3( cached)?$/.test(answer)),
    answers.join(),
  )
  assert.is(world.seen.length, 1)
})

test("follows a repository that was renamed, without showing its token elsewhere", async () => {
  const elsewhere = await openWorld(json([releaseOf("v7", ["a.bin"])]))
  const own = await serve(
    { repository: "acme/glass", endpoint: world.url, token: "secret", name: "Glass" },
    patientFor(300),
  )
  world.handler = (request, response) =>
    request.url!.startsWith("/repos/")
      ? response.writeHead(301, { location: "/repositories/5/releases" }).end()
      : response.writeHead(302, { location: `${elsewhere.url}/x` }).end()
  const { latest } = (await own.get("releases/latest")).json() as { latest: { manifest: { name: string } } }
  await own.stage.close()
  elsewhere.close()
  assert.is(latest.manifest.name, "Glass")
  assert.equal(
    world.seen.map(({ headers }) => headers.authorization),
    ["Bearer secret", "Bearer secret"],
  )
  assert.is(elsewhere.seen[0]!.headers.authorization, undefined)
})

test("lists nothing and asks nobody without a repository", async () => {
  const fetch = answering({ body: "[]" })
  const bare = await serve({}, fetch)
  const [list, latest] = [await bare.get("releases?refresh=true"), await bare.get("releases/latest")]
  await bare.stage.close()
  assert.equal(
    [list.status, list.json()],
    [200, { source: "github_releases", repo: "", cached: false, count: 0, releases: [] }],
  )
  assert.equal(
    [latest.status, (latest.json() as Body).error, (latest.json() as Body).repo],
    [404, "firmware_release_not_found", ""],
  )
  assert.is(fetch.calls.length, 0)
})

test("says whether an address leads to firmware", async () => {
  const url = "http://firmware.example/a.bin"
  world.handler = ({ method }, response) =>
    method === "HEAD"
      ? response.writeHead(405).end()
      : response
          .writeHead(206, {
            "content-type": "application/octet-stream",
            "content-range": "bytes 0-0/99",
            "content-length": 1,
          })
          .end("x")
  assert.equal((await get(`validate-url?url=${encodeURIComponent(` ${url}`)}`)).body, {
    ok: true,
    reachable: true,
    status_code: 206,
    final_url: url,
    content_type: "application/octet-stream",
    content_length: "99",
  })
  world.handler = (_, response) => response.writeHead(404).end()
  const sentence = "The firmware URL is not reachable: its server answers with status 404. Check the URL."
  assert.equal(await get(`validate-url?url=${encodeURIComponent(url)}`), {
    status: 503,
    body: {
      url,
      error: "firmware_url_unreachable",
      code: "firmware_url_unreachable",
      message: sentence,
      detail: sentence,
    },
  })
  const wrong = "The firmware URL must end in .bin."
  assert.equal(await get("validate-url?url=http://firmware.example/a.zip"), {
    status: 400,
    body: {
      url: "http://firmware.example/a.zip",
      error: "invalid_firmware_url",
      code: "invalid_firmware_url",
      message: wrong,
      detail: wrong,
    },
  })
})

test.run()
