import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bar, numberMode, viewMode } from "./bars.js"
import { underBoth } from "./core-stage.js"
import { flags, WELL } from "./shown.js"
import { load } from "./test-modes.js"

/** What a page is of: mode, tone and language; and what goes with it: health, aliases, methods, ETags. */
const test = suite("editions/core: pages")

const TONES = ["neutral", "like a pirate", "humor", "NOBODY", "深沉", "x".repeat(100)]
const both = underBoth(test, ({ stage }) =>
  load(
    stage,
    numberMode("ONE", 1),
    numberMode("TWO", 2),
    numberMode("TONE", ({ tone }) => 10 + TONES.indexOf(tone)),
    viewMode("TONGUE", ({ language }) => language.length * 10 + (language.startsWith("zh") ? 1 : 2)),
    numberMode("TONGUE_OF_CONTENT", ({ language }) => language.length * 10 + (language.startsWith("zh") ? 1 : 2)),
  ),
)

both("forces the mode that persona names, in any case of letters", async ({ render, preview, device }) => {
  for (const persona of ["ONE", "one", "One", "%20one%20", "one%09"]) {
    for (const answer of [
      await render(`persona=${persona}`),
      await preview(`persona=${persona}`),
      await device().render(`persona=${persona}`),
    ]) {
      assert.equal([answer.status, bar(answer), flags(answer)], [200, 1, WELL], persona)
    }
  }
})

both("takes any other persona for the tone of the content", async ({ device }) => {
  const screen = device()
  await screen.save({ modes: ["TONE"] })
  for (const persona of TONES) {
    const answer = await screen.render(`persona=${encodeURIComponent(`  ${persona} `)}`)
    assert.equal([answer.status, flags(answer), bar(answer)], [200, WELL, 10 + TONES.indexOf(persona)], persona)
    assert.is(bar(await screen.preview(`persona=${encodeURIComponent(persona)}`)), 10 + TONES.indexOf(persona))
  }
})

both(
  "follows the config's tone where persona says none or names a mode, and neutral without a config",
  async ({ device }) => {
    const screen = device()
    await screen.save({ modes: ["TONE"], tone: "humor" })
    for (const [query, tone] of [
      ["", "humor"],
      ["persona=", "humor"],
      ["persona=%20", "humor"],
      ["persona=TONE", "humor"],
      ["persona=like%20a%20pirate", "like a pirate"],
      ["persona=neutral", "neutral"],
    ] as const) {
      assert.is(bar(await screen.render(query)), 10 + TONES.indexOf(tone), query)
    }
    assert.is(bar(await device().render("persona=TONE")), 10)
  },
)

both("draws for any persona, however strange", async ({ render, device }) => {
  const [{ body }, screen] = [await render(), device()]
  await screen.save({ modes: ["TONE"] })
  for (const persona of [
    "",
    "%00",
    "../DAILY",
    "__proto__",
    "constructor",
    "DAILY%0AZEN",
    "%F0%9F%98%80".repeat(60),
    "%ED%A0%80",
    "x".repeat(4_000),
  ]) {
    const answer = await render(`persona=${persona}`)
    assert.equal([answer.status, flags(answer), answer.body.equals(body)], [200, WELL, true], persona)
    assert.is((await screen.render(`persona=${persona}`)).status, 200, persona)
  }
})

both(
  "draws the operator's default mode for a device that nobody has configured, and without a mac",
  async ({ at, device }) => {
    const { body } = await at("/api/render?v=3.7&persona=DAILY")
    for (const mac of ["", "mac=", `mac=${device().mac}`])
      assert.ok((await at(`/api/render?v=3.7&${mac}`)).body.equals(body), mac)
  },
)

both(
  "draws in the language that lang names, else in that of the config, else in the operator's",
  async ({ render, device }) => {
    const screen = device()
    await screen.save({ modes: ["TONGUE"], language: "zh-TW" })
    for (const [call, query, expected] of [
      [render, "persona=TONGUE", 22],
      [render, "persona=TONGUE&lang=zh", 21],
      [render, "persona=TONGUE&lang=de", 22],
      [render, "persona=TONGUE_OF_CONTENT&lang=zh-TW", 51],
      [screen.render, "", 51],
      [screen.render, "lang=en", 22],
      [screen.preview, "", 51],
      [screen.render, "persona=TONGUE_OF_CONTENT", 51],
    ] as const)
      assert.is(bar(await call(query)), expected, query)
  },
)

both("answers health with status, the time in UTC, and the version, and with nothing else", async ({ at, clock }) => {
  for (const path of ["/api/health", "/api/v1/health", "/api/health?x=1"]) {
    const answer = await at(path)
    assert.equal([answer.status, answer.headers["content-type"]], [200, "application/json; charset=utf-8"])
    const health = answer.json() as { timestamp: string; version: string }
    assert.equal(health, { status: "ok", timestamp: health.timestamp, version: health.version })
    assert.match(health.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.is(Date.parse(health.timestamp), Math.floor(clock.now() / 1000) * 1000)
    assert.match(health.version, /^\d+\.\d+\.\d+$/)
  }
})

both("needs no version in a path, and serves /api/v1 as /api", async ({ at, device }) => {
  const screen = device()
  await screen.save({ nickname: "hall" })
  for (const path of [
    "render?v=3.7",
    "preview?v=3.7",
    "render",
    "health",
    `config/${screen.mac}`,
    `config/${screen.mac}/history`,
    "config/x",
    "firmware/releases",
  ]) {
    const [plain, alias] = [await at(`/api/${path}`), await at(`/api/v1/${path}`)]
    assert.equal(
      [alias.status, alias.headers["content-type"], alias.body.equals(plain.body)],
      [plain.status, plain.headers["content-type"], true],
      path,
    )
  }
  const saved = await at("/api/v1/config", {
    method: "POST",
    body: JSON.stringify({ mac: screen.mac, nickname: "porch" }),
  })
  assert.equal([saved.status, (await screen.config()).nickname], [200, "porch"])
  assert.is((await at(`/api/v1/config/${screen.mac}/activate/1`, { method: "PUT" })).status, 200)
  assert.is((await screen.config()).nickname, "hall")
})

both("answers methods and paths that are none with JSON", async ({ at, device }) => {
  for (const [method, path, status, error] of [
    ["POST", "/api/render", 405, "method-not-allowed"],
    ["PUT", "/api/preview", 405, "method-not-allowed"],
    ["DELETE", "/api/health", 405, "method-not-allowed"],
    ["GET", "/api/config", 405, "method-not-allowed"],
    ["PUT", `/api/config/${device().mac}`, 405, "method-not-allowed"],
    ["POST", `/api/config/${device().mac}/activate/1`, 405, "method-not-allowed"],
    ["GET", "/api", 404, "not-found"],
    ["GET", "/api/renders", 404, "not-found"],
    ["GET", "/api/config/a/b/c", 404, "not-found"],
    ["GET", "/render", 404, "not-found"],
  ] as const) {
    const answer = await at(path, { method })
    const body = answer.json() as { code: string; message: string; detail: string }
    assert.equal(
      [answer.status, body.code, Object.keys(body)],
      [status, error, ["error", "code", "message", "detail"]],
      `${method} ${path}`,
    )
    assert.is(answer.headers.allow !== undefined, status === 405)
  }
})

both("answers HEAD as GET without the body", async ({ at, device }) => {
  const screen = device()
  await screen.save({ modes: ["ONE"] })
  await screen.render()
  for (const path of [
    "/api/render?v=3.7",
    "/api/render?v=3.7&colors=4",
    "/api/preview?v=3.7",
    `/api/render?v=3.7&mac=${screen.mac}`,
    "/api/render",
    "/api/health",
    `/api/config/${screen.mac}`,
  ]) {
    await at(path)
    const [get, asked] = [await at(path), await at(path, { method: "HEAD" })]
    assert.equal(
      [asked.status, asked.body.length, asked.headers["content-length"]],
      [get.status, 0, String(get.body.length)],
      path,
    )
    assert.equal(
      [asked.headers.etag, asked.headers["content-type"]],
      [get.headers.etag, get.headers["content-type"]],
      path,
    )
  }
})

both(
  "gives a page an ETag, and 304 to a request that carries it, and to no other",
  async ({ at, render, preview, device }) => {
    for (const call of [render, preview, device().render]) {
      const {
        headers: { etag },
        body,
      } = await call("persona=ONE")
      assert.match(etag!, /^"[^"]+"$/)
      for (const given of [etag!, `W/${etag!}`, `"x", ${etag!}`, "*"]) {
        const unchanged = await call("persona=ONE", { headers: { "if-none-match": given } })
        assert.equal([unchanged.status, unchanged.body.length, unchanged.headers.etag], [304, 0, etag], given)
      }
      for (const headers of [
        {},
        { "if-none-match": '"x"' },
        { "if-none-match": "" },
        { "if-none-match": etag!.slice(1, -1) },
        { "if-modified-since": "Sat, 21 Nov 2099 09:00:00 GMT" },
        { "if-match": '"x"' },
      ] as Readonly<Record<string, string>>[]) {
        const whole = await call("persona=ONE", { headers })
        assert.equal([whole.status, whole.body.equals(body)], [200, true], JSON.stringify(headers))
      }
      const other = await call("persona=TWO", { headers: { "if-none-match": etag! } })
      assert.equal([other.status, bar(other)], [200, 2], "another page has another")
    }
    assert.is((await at("/api/render?v=x", { headers: { "if-none-match": "*" } })).status, 400)
  },
)

both("never sends an empty 200, a redirect, or an answer that caches may keep", async ({ at, device }) => {
  const mac = `mac=${device().mac}`
  for (const query of [
    "",
    "v=3.7",
    "v=3.7&w=1",
    "v=3.7&persona=NOBODY",
    "v=3.7&colors=4",
    "v=3.7&colors=5",
    `v=3.7&${mac}`,
    "v=3.7&mac=x",
    "v=3.7&lang=zh",
    "v=x",
    "v=3.7&mode_override={",
    "v=3.7&next=1",
  ]) {
    for (const path of ["/api/render", "/api/preview", "/api/render/", "/api/v1/preview/"]) {
      const { status, headers, body } = await at(`${path}?${query}`)
      assert.equal(
        [headers["cache-control"], headers.location, headers["content-length"]],
        ["no-store", undefined, String(body.length)],
      )
      assert.ok(status === 200 || status === 400, `${path} ${query}: ${status}`)
      assert.ok(body.length > 300, "a picture, whatever the status")
    }
  }
})

test.run()
