import { z } from "platen/sdk"
import { AREAS } from "platen/sdk/http"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Area } from "platen/sdk/http"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, inked, pngPixels, samePixels } from "../devices/pixels.js"
import { readBmp } from "../devices/reader.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { UNLIMITED } from "./extended-stage.js"
import { flags, shade, WELL } from "./shown.js"
import { load, modeOf, plain } from "./test-modes.js"

const test = suite("editions/extended")

let clock: FakeClock
let stage: Stage
let port: number
let builtIn: readonly string[]
const at = (path: string): Promise<Answer> => ask(port, path)
const render = (query = ""): Promise<Answer> => at(`/api/render?w=296&h=128&${query}`)
const preview = (query = ""): Promise<Answer> => at(`/api/preview?w=296&h=128&${query}`)

const shaded = z.object({ shade: z.enum(["black", "white"]).default("white") })

test.before(async () => {
  clock = fakeClock()
  stage = await openStage({ clock, server: { limits: UNLIMITED } })
  port = await stage.app.listen()
  builtIn = stage.app
    .get(MODES)
    .list()
    .map(({ id }) => id)
  await load(
    stage,
    modeOf("DARK", { view: () => plain("black") }),
    modeOf("TONGUE", { view: (_, { language }) => plain(language.startsWith("zh") ? "black" : "white") }),
    modeOf("SET", { settings: shaded, view: (_, { settings }) => plain((settings as z.output<typeof shaded>).shade) }),
  )
})
test.after(() => stage.close())

const SHAPE = { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }
function notice(title: string, message: string, shape: Partial<typeof SHAPE> = {}): Buffer {
  return Buffer.from(stage.app.get(DRAW).notice({ ...SHAPE, ...shape }, { title, message }).bytes)
}

test("answers health with status, the time in UTC with Z, and the version", async () => {
  const answer = await at("/api/health")
  assert.is(answer.status, 200)
  assert.equal(answer.json(), {
    status: "ok",
    timestamp: new Date(clock.now()).toISOString().replace(".000", ""),
    version: "0.0.0",
  })
})

test("draws for anyone, without a parameter, the default mode at 400 x 300", async () => {
  const answer = await at("/api/render")
  assert.equal([answer.status, answer.headers["content-type"], flags(answer)], [200, "image/bmp", WELL])
  assert.ok(answer.body.equals((await at("/api/render?w=400&h=300&persona=DAILY&v=3.3&lang=en&colors=2")).body))
})

test("says how long a render took and whether it had been drawn before", async () => {
  const query = "persona=ZEN&v=2.97"
  const [first, second] = [await render(query), await render(query)]
  assert.match(first.headers["x-render-time-ms"]!, /^\d+$/)
  assert.equal([first.headers["x-mode-id"], second.headers["x-mode-id"]], ["ZEN", "ZEN"])
  assert.equal([first.headers["x-cache-hit"], second.headers["x-cache-hit"]], ["0", "1"])
})

for (const [volts, percent] of [
  [3.3, 100],
  [3.29, 99],
  [3.31, 100],
  [4.2, 100],
  [1e9, 100],
  [1.65, 50],
  [1.64, 49],
  [0.66, 20],
  [0.65, 19],
  [0.033, 1],
  [0.032, 0],
  [0, 0],
  [-0.1, 0],
  [-1e9, 0],
] as const) {
  test(`maps ${volts} V to ${percent} %`, () => {
    assert.equal((stage.app.get(AREAS).get("extended") as Area).battery(volts), { percent })
  })
}

test("draws the battery that v says, 3.3 V when it says nothing", async () => {
  const [full, half] = [(await render("v=3.3")).body, (await render("v=1.65")).body]
  assert.not.ok(full.equals(half))
  for (const v of ["", "v=3.30&", "v=4.2", "v=999999999"]) assert.ok((await render(v)).body.equals(full), v)
  for (const v of ["v=1.66", "v=1.659999999", "v=%201.65%20"]) assert.ok((await render(v)).body.equals(half), v)
  assert.ok((await render("v=-5")).body.equals((await render("v=0")).body))
})

test("forces the mode that persona names, in any case of letters", async () => {
  for (const persona of ["DARK", "dark", "%20Dark%20"]) {
    assert.is(shade(await render(`persona=${persona}`)), 0x000000)
    assert.is(shade(await preview(`persona=${persona}`)), 0x000000)
  }
})

test("ignores a persona that no mode has", async () => {
  const { body } = await render()
  for (const persona of [
    "NOBODY",
    "",
    "%00",
    "../DAILY",
    "__proto__",
    "DAILY%0AZEN",
    "constructor",
    "禅",
    "x".repeat(65),
    "x".repeat(4_000),
  ].map(encodeURI)) {
    const answer = await render(`persona=${persona}`)
    assert.is(answer.status, 200, persona)
    assert.ok(answer.body.equals(body), persona)
  }
})

test("draws in the language that lang names, else in the operator's", async () => {
  for (const lang of ["zh", "zh-Hans-CN"]) assert.is(shade(await render(`persona=TONGUE&lang=${lang}`)), 0x000000, lang)
  for (const lang of ["en", "de", "xx-unknown"])
    assert.is(shade(await render(`persona=TONGUE&lang=${lang}`)), 0xffffff, lang)
  assert.is(shade(await render("persona=TONGUE")), 0xffffff)
  const chinese = await openStage({ defaults: { language: "zh" } })
  await load(chinese, modeOf("TONGUE", { view: (_, { language }) => plain(language === "zh" ? "black" : "white") }))
  const answer = await ask(await chinese.app.listen(), "/api/render?persona=TONGUE")
  await chinese.close()
  assert.is(shade(answer), 0x000000)
})

for (const [w, h] of [
  [100, 100],
  [1600, 1200],
  [100, 1200],
  [1600, 100],
  [101, 103],
] as const) {
  test(`draws ${w} x ${h}`, async () => {
    const [bmp, png] = [await at(`/api/render?w=${w}&h=${h}`), await at(`/api/preview?w=${w}&h=${h}`)]
    const [device, browser] = [bmpPixels(bmp.body), pngPixels(png.body)]
    assert.equal([bmp.status, device.width, device.height, png.status], [200, w, h, 200])
    assert.equal([browser.width, browser.height], [w, h])
    samePixels(browser.colours, device.colours)
  })
}

const [WIDTH, HEIGHT] = ["must be a whole number from 100 to 1600", "must be a whole number from 100 to 1200"]
for (const [name, value, rule, size] of [
  ["w", "99", "must be 100 to 1600", [400, 128]],
  ["w", "1601", "must be 100 to 1600", [400, 128]],
  ["w", "-400", "must be 100 to 1600", [400, 128]],
  ["h", "99", "must be 100 to 1200", [296, 300]],
  ["h", "1201", "must be 100 to 1200", [296, 300]],
  ["w", "", WIDTH, [400, 128]],
  ["w", "abc", WIDTH, [400, 128]],
  ["w", "400.5", WIDTH, [400, 128]],
  ["w", "4e2", WIDTH, [400, 128]],
  ["h", "0x80", HEIGHT, [296, 300]],
  ["h", "99999999999999999999", HEIGHT, [296, 300]],
  ["colors", "5", "must be 2 to 4", [296, 128]],
  ["colors", "red", "must be a whole number from 2 to 4", [296, 128]],
  ["v", "full", "must be a number", [296, 128]],
  ["v", "3,7,1", "must be a number", [296, 128]],
  ["refresh_min", "0", "must be 1 to 1440", [296, 128]],
  ["refresh_min", "1441", "must be 1 to 1440", [296, 128]],
  ["lang", "english please", "must be a language tag, such as en or zh", [296, 128]],
] as const) {
  test(`answers 400 to ${name}=${value} with a notice of ${size.join(" x ")} that names it`, async () => {
    const [width, height] = size
    const sentence = `The parameter "${name}" is wrong: ${rule}. Correct the address.`
    const query = `${name === "w" ? "" : "w=296&"}${name === "h" ? "" : "h=128&"}${name}=${encodeURIComponent(value)}`
    const [bmp, png] = [await at(`/api/render?${query}`), await at(`/api/preview?${query}`)]
    assert.equal(
      [bmp.status, bmp.headers["content-type"], flags(bmp)],
      [400, "image/bmp", { fallback: undefined, error: "bad-input" }],
    )
    assert.ok(
      bmp.body.equals(notice("The address is not right", sentence, { width, height })),
      "the notice says what is wrong",
    )
    assert.equal([png.status, png.headers["content-type"]], [400, "image/png"])
    samePixels(pngPixels(png.body).colours, bmpPixels(bmp.body).colours)
  })
}

test("writes the notice in the language asked for and in the format of the panel", async () => {
  const chinese = await at("/api/render?w=1&h=128&lang=zh")
  assert.ok(
    chinese.body.equals(notice("请求地址有误", "参数 w 不对，请检查设备的设置。", { width: 400, language: "zh" })),
  )
  const both = await at("/api/render?w=1&h=1&lang=zh")
  assert.ok(
    both.body.equals(
      notice("请求地址有误", "参数 w、h 不对，请检查设备的设置。", { width: 400, height: 300, language: "zh" }),
    ),
  )
  const raw = await at("/api/render?w=1&colors=4")
  assert.equal([raw.status, raw.headers["content-type"], raw.body.length], [400, "application/octet-stream", 30_000])
})

test("shows every built-in mode to a device as a preview shows it", async () => {
  assert.ok(builtIn.includes("DAILY"))
  for (const id of builtIn) {
    const { pixels } = await readBmp({ port, path: `/api/render?w=296&h=128&persona=${id}`, width: 296, height: 128 })
    const { colours } = pngPixels((await preview(`persona=${id}`)).body)
    samePixels(inked(pixels), colours, id)
  }
})

test("tries settings out on a preview, and says which are wrong", async () => {
  assert.is(shade(await preview("persona=SET")), 0xffffff)
  assert.is(shade(await preview(`persona=SET&mode_override=${encodeURIComponent('{"shade":"black"}')}`)), 0x000000)
  assert.is(shade(await preview("persona=SET")), 0xffffff, "it changes nothing")
  for (const [override, code] of [
    ['{"shade":"grey"}', "invalid"],
    ['{"shade":5}', "invalid"],
    ["{", "bad-input"],
    ["[]", "bad-input"],
    ["null", "bad-input"],
    ["5", "bad-input"],
    ["", "bad-input"],
  ] as const) {
    const answer = await preview(`persona=SET&mode_override=${encodeURIComponent(override)}`)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["x-render-error"]],
      [400, "image/png", code],
      override,
    )
  }
  const deep = `{"a":${"[".repeat(2_000)}${"]".repeat(2_000)}}`
  assert.is((await preview(`persona=SET&mode_override=${encodeURIComponent(deep)}`)).status, 200)
})

test.run()
