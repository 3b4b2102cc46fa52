import { definePlugin } from "platen/sdk"
import { column, DRAW, icon, MODES } from "platen/sdk/mode"
import type { DrawRequest, Mode } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels, samePixels } from "../devices/pixels.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { hangs } from "../until.js"
import { UNLIMITED } from "./extended-stage.js"
import { flags, shade, WELL } from "./shown.js"
import { load, modeOf, plain } from "./test-modes.js"

/** Decision 6: our own failures on the glass. */
import { described as describe } from "../setting.js"

const test = suite("editions/extended: failures")

let clock: FakeClock
let stage: Stage
let port: number
const render = (query = ""): Promise<Answer> => ask(port, `/api/render?w=296&h=128&${query}`)
const preview = (query = ""): Promise<Answer> => ask(port, `/api/preview?w=296&h=128&${query}`)

const away = (): Promise<never> => Promise.reject(new Error("the world is away"))
const noFallback = (): never => {
  throw new Error("nothing to fall back on")
}
const badView = modeOf("BAD_VIEW", {
  view: () => {
    throw new TypeError("x is undefined")
  },
})
/** A page that is black when it is a stand-in. */
const standIn = (id: string, content: Mode["content"]): Mode =>
  modeOf(id, { content, view: (data) => plain((data as { words: string }).words === "stand-in" ? "black" : "white") })

/** What the content of WORLD does next. */
let world: Mode["content"]
const words =
  (text: string): Mode["content"] =>
  () =>
    Promise.resolve({ data: { words: text } })

test.before(async () => {
  clock = fakeClock()
  stage = await openStage({ clock, server: { limits: UNLIMITED } })
  port = await stage.app.listen()
  await load(
    stage,
    badView,
    standIn("STAND_IN", away),
    modeOf("WORLD", { cacheFor: 60, content: (context) => world(context) }),
    modeOf("SHAPELESS", { content: () => Promise.resolve({ data: { words: 5 } }) }),
    modeOf("NO_FALLBACK", { content: away, fallback: noFallback }),
    modeOf("BAD_ICON", { view: (_, { language }) => ({ language, body: column({}, icon("nobody-drew-this", 24)) }) }),
    modeOf("SKIPS", { content: () => Promise.resolve({ skip: "nothing today" }) }),
  )
})
test.after(() => stage.close())
test.before.each(() => {
  world = words("fresh")
})

test("shows the stand-in of a mode whose content fails, flagged, with the reason", async () => {
  const answer = await render("persona=STAND_IN")
  assert.equal(
    [answer.status, shade(answer), flags(answer)],
    [200, 0x000000, { fallback: "1", error: "content-failed" }],
  )
  const asPng = await preview("persona=STAND_IN")
  assert.equal([asPng.status, shade(asPng)], [200, 0x000000])
  assert.ok(logged("warn", "content.failed", "STAND_IN"), "a log line says so")
})

test("shows the stand-in of a mode whose content fails its own schema", async () => {
  const answer = await render("persona=SHAPELESS")
  assert.equal([answer.status, answer.headers["x-content-fallback"]], [200, "1"])
})

test("shows the last good content, marked with its hour, without the flag, and recovers", async () => {
  const fresh = await render("persona=WORLD")
  assert.equal(flags(fresh), WELL)
  world = away
  clock.advance(3 * 3_600_000)
  const stale = await render("persona=WORLD")
  assert.equal([stale.status, flags(stale)], [200, { fallback: undefined, error: "content-failed" }])
  assert.match(await wordsOf("WORLD"), /as of 09:05[^]*fresh/)
  clock.advance(24 * 3_600_000)
  assert.match(await wordsOf("WORLD"), /as of 21 Nov[^]*fresh/)
  world = words("new")
  const again = await render("persona=WORLD")
  assert.equal(flags(again), WELL)
  assert.not.match(await wordsOf("WORLD"), /as of/)
})

test("marks a stand-in with no hour when there is no last good content", async () => {
  world = away
  assert.match(await wordsOf("WORLD", "zh"), /stand-in/)
  assert.not.match(await wordsOf("WORLD", "zh"), /的内容/)
})

for (const [id, code] of [
  ["BAD_VIEW", "draw-failed"],
  ["BAD_ICON", "invalid"],
  ["NO_FALLBACK", "draw-failed"],
] as const) {
  test(`shows the next mode when ${id} cannot be drawn`, async () => {
    const answer = await render(`persona=${id}`)
    assert.equal([answer.status, flags(answer)], [200, { fallback: undefined, error: code }])
    assert.ok(answer.body.equals((await render()).body))
    assert.ok(logged("error", "page.failed", id), "a log line says so")
    const asPng = await preview(`persona=${id}`)
    assert.ok(asPng.body.equals((await preview()).body), "on a preview too")
  })
}

test("goes on to the next mode when one skips", async () => {
  const answer = await render("persona=SKIPS")
  assert.equal([answer.status, flags(answer)], [200, WELL])
  assert.ok(answer.body.equals((await render()).body))
})

test("draws a notice when no mode can be drawn: 200 and flagged to a device, 500 to a browser", async () => {
  const plugin = definePlugin({ id: "broken", setup: () => [MODES.of(badView)] })
  const bad = await openStage({ defaults: { mode: "BAD_VIEW" }, plugins: [plugin] })
  const there = await bad.app.listen()
  const device = await ask(there, "/api/render?w=296&h=128&persona=BAD_VIEW")
  const colours = await ask(there, "/api/render?colors=4&persona=BAD_VIEW")
  const browser = await ask(there, "/api/preview?w=296&h=128&persona=BAD_VIEW")
  const otherwise = await ask(there, "/api/render?w=296&h=128")
  const sentence =
    "None of the pages chosen for this screen could be drawn. The server will try again at the next refresh."
  const shape = { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }
  const notice = bad.app.get(DRAW).notice(shape, { title: "Something went wrong", message: sentence })
  await bad.close()
  assert.equal(
    [device.status, device.headers["content-type"], flags(device)],
    [200, "image/bmp", { fallback: "1", error: "draw-failed" }],
  )
  assert.ok(device.body.equals(notice.bytes))
  assert.equal([colours.status, colours.body.length], [200, 30_000])
  assert.equal([browser.status, browser.headers["content-type"]], [500, "image/png"])
  samePixels(pngPixels(browser.body).colours, bmpPixels(device.body).colours)
  assert.equal(
    [otherwise.status, flags(otherwise)],
    [200, { fallback: undefined, error: "draw-failed" }],
    "without persona the other modes stand behind it",
  )
})

test("answers in time when content never comes, with what there is", async () => {
  const clock = fakeClock()
  const never = (): Promise<never> => hangs(clock, 2_000)
  const slow = await openStage({ clock })
  await load(slow, standIn("NEVER", never), modeOf("NEVER_AT_ALL", { content: never, fallback: noFallback }))
  const there = await slow.app.listen()
  const [late, next] = [
    await ask(there, "/api/render?persona=NEVER"),
    await ask(there, "/api/render?persona=NEVER_AT_ALL"),
  ]
  await slow.close()
  assert.equal([late.status, shade(late), flags(late)], [200, 0x000000, { fallback: "1", error: "content-late" }])
  assert.equal([next.status, next.headers["x-content-fallback"]], [200, undefined])
})

test("spends its patience once, however many modes keep it waiting", async () => {
  const clock = fakeClock()
  const content = (): Promise<never> => hangs(clock, 2_000)
  const modes = ["A1", "A2", "A3", "A4"].map((id) => modeOf(id, { content, fallback: noFallback }))
  const slow = await openStage({
    clock,
    defaults: { mode: "A1" },
    plugins: [definePlugin({ id: "never", setup: () => [MODES.of(...modes)] })],
  })
  const there = await slow.app.listen()
  const answer = await ask(there, "/api/render")
  await slow.close()
  assert.equal([answer.status, flags(answer)], [200, { fallback: undefined, error: "draw-failed" }])
  const given = slow.log.lines
    .filter(({ event }) => event === "content.timed-out")
    .map(({ fields }) => (fields as { ms: number }).ms)
  assert.is(given[0], 2_000)
  assert.ok(given.length > 1 && given.slice(1).every((ms) => ms === 0), `given ${given.join(", ")} ms`)
})

function logged(level: string, event: string, mode: string): boolean {
  return stage.log.lines.some(
    (line) => line.level === level && line.event === event && (line.fields as { mode?: string }).mode === mode,
  )
}

/** The words of a page as a device would get it now. */
async function wordsOf(id: string, language = "en"): Promise<string> {
  const request: DrawRequest = {
    modes: [id],
    language,
    timeZone: "UTC",
    width: 296,
    height: 128,
    palette: "bw",
    codec: "bmp",
  }
  const drawn = await stage.app.get(DRAW).page(stage.app.get(MODES).get(id)!, request)
  return describe(drawn!.page)
}

test.run()
