import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BUNDLED_PICTURES } from "platen/sdk/drawing"
import { fakeFetch } from "platen/testing"
import type { Answer } from "../kernel/http/ask.js"
import { bearer, calls, cookie, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { definition, inkOf, plainPage, studioCalls } from "./extended-studio-stage.js"
import type { StudioCalls } from "./extended-studio-stage.js"
import { memberOf } from "./listener.js"
import { keptText } from "./stored.js"
import { refusal } from "../refusal.js"

const test = suite("editions/extended: what custom modes may not do")

const folder = mkdtempSync(path.join(os.tmpdir(), "platen-studio-safety-"))
const world = fakeFetch({})
let extended: Extended
let studio: StudioCalls
let screen: ExtendedDevice & { readonly owner: Person }
let member: Person
let stranger: Person
test.before(async () => {
  extended = await openExtended({
    dataFolder: folder,
    fetch: world,
    server: { limits: { "mode-preview": 10_000, "mode-save": 10_000 } },
  })
  studio = studioCalls(extended)
  screen = await extended.owned()
  member = await memberOf(extended, screen)
  stranger = await extended.person()
})
test.after(async () => {
  await extended.close()
  rmSync(folder, { recursive: true })
})

const fault = refusal
const files = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !/-(wal|shm|journal)$/.test(name))
    .sort()

const NO_IDS = [
  "../../evil",
  "/tmp/evil",
  "..\\evil",
  "EVIL.json",
  "EVIL/X",
  "A",
  "evil",
  "9LIVES",
  `A${"B".repeat(32)}`,
  "A\r\nSet-Cookie: x=1",
  "A\0B",
  "__proto__",
  "constructor",
  "Ä_MODE",
  "",
  5,
  null,
  {},
  ["AB"],
]

test("takes no id that is none, and writes no file for any", async () => {
  const before = files()
  for (const id of NO_IDS) {
    for (const body of [
      { ...definition("X"), id, mac: screen.mac },
      { ...definition("X"), id: undefined, mode_id: id, mac: screen.mac },
      { mode_def: { ...definition("X"), id }, mac: screen.mac },
    ]) {
      const answer = await studio.save(body, screen.owner.headers)
      assert.equal(fault(answer), [422, "mode-invalid"], JSON.stringify(id))
      assert.ok(
        (answer.json() as { issues: { path: string }[] }).issues.some(({ path: at }) => at === "id"),
        JSON.stringify(id),
      )
    }
    assert.is((await studio.save({ ...definition("X"), id }, extended.admin)).status, 422)
  }
  assert.equal(files(), before)
})

test("reads and deletes nothing by a path", async () => {
  for (const id of ["..%2f..%2fplaten.db", "%2e%2e", "..%5cx", "A%0d%0aX:%20y", "A%00", "%FF", "A".repeat(200)]) {
    for (const answer of [
      await studio.read(id, screen.owner.headers, screen.mac),
      await studio.remove(id, screen.owner.headers, screen.mac),
      await studio.remove(id, extended.admin),
    ]) {
      assert.ok(answer.status === 400 || answer.status === 404, `${id}: ${answer.status}`)
      assert.not.ok("x" in answer.headers)
    }
  }
})

test("takes no device that is none", async () => {
  for (const mac of ["../x", "AA:BB", `${screen.mac}/../x`, "AA:BB:CC:DD:EE:FF\r\nX: y"]) {
    assert.equal(
      fault(await studio.save({ ...definition("MINE"), mac }, screen.owner.headers)),
      [400, "bad-input"],
      mac,
    )
    assert.is((await studio.read("MINE", screen.owner.headers, encodeURIComponent(mac))).status, 400)
  }
  for (const mac of [5, {}, ["AA:BB:CC:DD:EE:FF"], true])
    assert.is((await studio.save({ ...definition("MINE"), mac }, screen.owner.headers)).status, 422)
  assert.equal(fault(await studio.save({ ...definition("MINE"), mac: "0E:12:34:56:78:9A" }, extended.admin)), [
    404,
    "device-not-found",
  ])
})

test("answers a body that is none with what is wrong", async () => {
  const nested = Array.from({ length: 300 }).reduce<object>((inner) => ({ type: "row", children: [inner] }), {})
  const bodies = [
    [],
    "x",
    5,
    null,
    {},
    { mode_def: 5 },
    { mode_def: [] },
    { mode_def: "{}" },
    { mode_def: null },
    { mode_def: {} },
    definition("AB", "x", { view: nested }),
    definition("AB", "x", { content: null }),
    definition("AB", "x", { fields: { __proto__x: {} } }),
  ]
  for (const body of bodies) {
    for (const send of [studio.save, studio.preview]) {
      const answer = await send(body as object, extended.admin)
      assert.is(answer.status, 422, `${JSON.stringify(body).slice(0, 80)}: ${answer.text().slice(0, 200)}`)
      assert.ok((answer.json() as { issues: unknown[] }).issues.length > 0)
    }
  }
  for (const body of ["{", '{"spec":1', "\u0000"]) {
    const answer = await extended.at("/api/modes/custom", {
      method: "POST",
      body,
      headers: { ...extended.admin, "content-type": "application/json" },
    })
    assert.equal(fault(answer), [400, "bad-input"])
  }
  const polluted = `{"__proto__":{"id":"POLLUTED"},${JSON.stringify(definition("AB")).slice(1)}`
  const answer = await extended.at("/api/modes/custom", {
    method: "POST",
    body: polluted,
    headers: { ...extended.admin, "content-type": "application/json" },
  })
  assert.ok(answer.status === 422 || (answer.json() as { mode_id: string }).mode_id === "AB", answer.text())
  assert.is(({} as { id?: string }).id, undefined)
})

test("names every fault by its path", async () => {
  const answer = await studio.preview(
    {
      mode_def: definition("AB", "x", {
        icon: "no-such",
        view: { type: "column", children: [{ type: "text", text: "{{ qoute }}" }] },
      }),
    },
    stranger.headers,
  )
  assert.equal(fault(answer), [422, "mode-invalid"])
  assert.equal(
    (answer.json() as { issues: { path: string }[] }).issues.map(({ path: at }) => at),
    ["icon", "view.children.0.text"],
  )
})

test("answers thousands of faults with fifty of them at most, in few words", async () => {
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, { type: "text" }]))
  const bodies = [
    definition("AB", "x", { fields, content: { pool: { en: Array.from({ length: 15_000 }, () => ({})) } } }),
    definition("AB", "x", {
      view: {
        type: "column",
        children: Array.from({ length: 190 }, (_, i) => ({ type: "text", text: `{{ ${"x".repeat(250)}${i} }}` })),
      },
    }),
    definition("AB", "x", Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 1]))),
    definition("AB", "x", { content: { pool: { en: [{ [`q${"x".repeat(50_000)}`]: 1 }] } } }),
  ]
  for (const body of bodies) {
    const answer = await studio.preview(body, stranger.headers)
    // What takes too long to judge is refused as well, but without naming a fault.
    assert.equal(fault(answer), [422, "mode-invalid"])
    const { issues } = answer.json() as { issues: readonly unknown[] }
    assert.ok(issues.length > 0 && issues.length <= 50, String(issues.length))
    assert.ok(answer.body.length < 40_000, String(answer.body.length))
  }
})

test("lets nothing in a definition make the server ask an address", async () => {
  const url = "https://example.org/x.png"
  const image = (source: string, more: object = {}): object => ({
    fields: {
      quote: { type: "text" },
      id: { type: "text", optional: true },
      width: { type: "number", optional: true },
      height: { type: "number", optional: true },
    },
    view: { type: "image", grow: 1, source },
    ...more,
  })
  const asking = (parameters: object): object => ({
    content: { pool: { en: [{ quote: "x" }] }, source: { name: "picture", parameters } },
  })
  const bodies = [
    definition("FETCHER", "x", image(url)),
    definition("FETCHER", url, image("{{ quote }}")),
    definition("FETCHER", "x", image("//example.org/x.png")),
    definition("FETCHER", "x", image("file:///etc/passwd")),
    definition("FETCHER", "x", image("../../../etc/passwd")),
    definition("FETCHER", "x", image("data:image/png;base64,AAAA")),
    definition("FETCHER", "x", asking({ url })),
    definition("FETCHER", "x", asking({ url: "{{ settings.size }}" })),
    definition("FETCHER", "x", image("{{ id }}", asking({ url }))),
    definition("FETCHER", "x", { view: { type: "text", text: "{% include 'https://example.org' %}" } }),
    definition("FETCHER", "x", { view: { type: "text", text: "{% render '/etc/passwd' %}" } }),
  ]
  for (const body of bodies) {
    const tried = await studio.preview({ mode_def: body, settings: { size: "s" } }, screen.owner.headers)
    assert.equal(fault(tried), [422, "mode-invalid"], JSON.stringify(body).slice(0, 300))
    const saved = await studio.save({ ...body, mac: screen.mac }, screen.owner.headers)
    assert.ok(saved.status === 200 || saved.status === 422)
    const shown = await screen.render("persona=FETCHER")
    assert.equal([shown.status, shown.body.length], [200, 5_182])
  }
  for (const body of bodies.slice(6, 9))
    assert.is((await studio.save(body, extended.admin)).status, 422, "an admin's, too")
  assert.equal(world.calls, [])
})

test("shows a bundled picture by its name", async () => {
  const [picture] = extended.stage.app.get(BUNDLED_PICTURES).list()
  const answer = await studio.preview(
    definition("PICTURED", "x", { view: { type: "image", grow: 1, source: picture!.id } }),
    stranger.headers,
  )
  assert.equal([answer.status, answer.headers["content-type"]], [200, "image/png"])
  // A picture is waited for: those at once are under way together.
  const dithers = ["none", "floyd-steinberg"]
  const pages = (): readonly Promise<Answer>[] =>
    [...dithers, ...dithers].map((dither) =>
      studio.preview(
        definition("PICTURED", "x", { frame: "bare", view: { type: "image", grow: 1, source: picture!.id, dither } }),
        stranger.headers,
      ),
    )
  const [a, b, c, d] = await Promise.all(pages())
  assert.equal(
    [a, b, c, d].map((each) => each!.status),
    [200, 200, 200, 200],
  )
  assert.equal([a!.body.equals(c!.body), b!.body.equals(d!.body), a!.body.equals(b!.body)], [true, true, false])
})

test("previews without keeping or changing anything", async () => {
  const before = [
    await keptText(extended, screen),
    await studio.ids(screen.owner.headers),
    extended.stage.app.host.size,
  ]
  const answers = await Promise.all(
    [
      plainPage("STOIC", "black"),
      plainPage("FRESH", "black"),
      plainPage("FRESH", "white"),
      { ...plainPage("X", "black"), id: undefined },
    ].map((mode_def) => studio.preview({ mode_def, mac: screen.mac, w: 296, h: 128 }, screen.owner.headers)),
  )
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal(answers[0]!.body, answers[1]!.body, "what is given is drawn, whatever is installed under its id")
  assert.not.equal(answers[1]!.body, answers[2]!.body, "two at once are two")
  assert.equal(
    [await keptText(extended, screen), await studio.ids(screen.owner.headers), extended.stage.app.host.size],
    before,
  )
  assert.is(inkOf(await screen.render("persona=FRESH")), "both")
})

test("previews in the size, the inks and the language that are asked for", async () => {
  const body = {
    mode_def: definition("LOOKED", "Hello", {
      content: { pool: { en: [{ quote: "Hello" }], zh: [{ quote: "你好" }] } },
    }),
  }
  const size = ({ body: png }: Answer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]
  assert.equal(size(await studio.preview(body, stranger.headers)), [400, 300])
  assert.equal(size(await studio.preview({ ...body, w: 800, h: 480, colors: 4 }, stranger.headers)), [800, 480])
  for (const language of [{ lang: "zh" }, {}]) {
    const answer = await studio.preview(
      { ...body, ...language, responseType: "json" },
      { ...stranger.headers, "accept-language": "zh-CN" },
    )
    assert.equal(answer.json(), { ok: true, mode_id: "LOOKED", preview_text: "你好", content: { quote: "你好" } })
  }
  assert.equal((await studio.preview({ ...definition("BARE"), response_type: "json" }, stranger.headers)).json(), {
    ok: true,
    mode_id: "BARE",
    preview_text: "Hello from mine",
    content: { quote: "Hello from mine" },
  })
  for (const wrong of [
    { w: 99 },
    { w: 1601 },
    { h: 1201 },
    { w: "400" },
    { w: 100.5 },
    { colors: 5 },
    { responseType: "xml" },
    { lang: "../" },
  ]) {
    assert.equal(
      fault(await studio.preview({ ...body, ...wrong }, stranger.headers)),
      [422, "invalid"],
      JSON.stringify(wrong),
    )
  }
  assert.equal(fault(await studio.preview({ ...body, settings: { size: "huge" } }, stranger.headers)), [422, "invalid"])
})

test("counts previews of one person, and tells others nothing of it", async () => {
  const counted = await openExtended({ server: { limits: { "mode-preview": 3 } } })
  const [one, other] = [await counted.person(), await counted.person()]
  const { preview } = studioCalls(counted)
  const answers: number[] = []
  for (let i = 0; i < 4; i++) answers.push((await preview(definition("AB"), one.headers)).status)
  assert.equal([...answers, (await preview(definition("AB"), other.headers)).status], [200, 200, 200, 429, 200])
  await counted.close()
})

/** Who may do what: preview; save, read and delete of the device; save, read and delete for all. */
const MAY: readonly (readonly [string, () => Headers, readonly number[]])[] = [
  ["nobody", () => ({}), [401, 401, 401, 401, 401, 401, 401]],
  ["the device itself", () => screen.headers, [401, 401, 401, 401, 401, 401, 401]],
  ["somebody else", () => stranger.headers, [200, 403, 403, 403, 403, 200, 403]],
  ["a member", () => member.headers, [200, 200, 200, 200, 403, 200, 403]],
  ["the owner", () => screen.owner.headers, [200, 200, 200, 200, 403, 200, 403]],
  ["the operator", () => extended.admin, [200, 200, 200, 200, 200, 200, 200]],
]
for (const [who, headers, statuses] of MAY) {
  test(`lets ${who} do what they may`, async () => {
    for (const body of [{ ...definition("STANDING"), mac: screen.mac }, definition("STANDING")])
      assert.is((await studio.save(body, extended.admin)).status, 200)
    const own = headers()
    const answers = [
      await studio.preview(definition("STANDING"), own),
      await studio.save({ ...definition("STANDING"), mac: screen.mac }, own),
      await studio.read("STANDING", own, screen.mac),
      await studio.remove("STANDING", own, screen.mac),
      await studio.save(definition("STANDING"), own),
      await studio.read("STANDING", own),
      await studio.remove("STANDING", own),
    ]
    assert.equal(
      answers.map(({ status }) => status),
      statuses,
    )
  })
}

test("takes an admin who is signed in for one, with a cookie only from pages of its own", async () => {
  const { code } = extended.stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as {
    code: string
  }
  const token = tokenOf(
    await calls(extended.port).register("boss", { setup_code: code }, { "x-forwarded-for": "192.0.2.77" }),
  )
  assert.is((await studio.save(definition("ADMINS"), bearer(token))).status, 200)
  assert.is((await studio.save({ ...definition("ADMINS"), mac: screen.mac }, bearer(token))).status, 200)
  assert.is((await studio.save(definition("ADMINS"), { ...cookie(token), origin: "http://evil.example" })).status, 403)
  assert.is((await studio.remove("ADMINS", { ...cookie(token), origin: "http://evil.example" })).status, 403)
  assert.is((await studio.remove("ADMINS", cookie(token))).status, 200)
})

test("says that no model writes modes yet, to an admin who asks well", async () => {
  const generate = (body: unknown, headers: Headers = extended.admin): Promise<Answer> =>
    extended.post("/api/modes/generate", body, headers)
  const answer = await generate({ description: "A page with the tides", model: "y" })
  assert.equal(fault(answer), [503, "model-not-configured"])
  assert.match((answer.json() as { message: string }).message, /^No text model is set up: /)
  for (const body of [
    {},
    { description: "  " },
    { description: 5 },
    { description: "x".repeat(2001) },
    { description: "x", image_base64: 7 },
    { description: "x", image_base64: "A".repeat((5 << 20) + 1) },
    [],
    null,
  ]) {
    assert.equal(fault(await generate(body)), [422, "invalid"], JSON.stringify(body)?.slice(0, 60))
  }
  assert.is((await generate({ description: "x", image_base64: "A".repeat(6 << 20) })).status, 413)
  assert.equal([(await generate({}, {})).status, (await generate({}, stranger.headers)).status], [401, 403])
})

test.run()
