import { PALETTES } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { DrawRequest } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { alertPage } from "../../../../plugins/devices/alerts/page.js"
import { bmpPixels } from "../../../devices/pixels.js"
import { described as describe } from "../../../setting.js"
import { INTERFACE_LANGUAGES } from "../../../words.js"

const test = suite("plugins/devices/alerts/page")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

const SIZES = [
  [296, 128],
  [400, 300],
  [648, 480],
  [800, 480],
  [128, 296],
  [100, 100],
  [1600, 1200],
] as const
const SAID = {
  en: { sender: "Home server", message: "The backup has failed: the disk is full." },
  zh: { sender: "家庭服务器", message: "门口的烟雾报警器响了，请马上查看。" },
} as const

interface Shown {
  readonly sender?: string
  readonly message?: string
  readonly critical?: boolean
  readonly language?: string
}

function request(width: number, height: number, { language = "en", ...said }: Shown): DrawRequest {
  const settings = { sender: "Anna", message: "Now", critical: false, hour: 9, minute: 5, ...said }
  return {
    modes: ["ALERT"],
    settings: { ALERT: settings },
    language,
    timeZone: "UTC",
    width,
    height,
    palette: "bw",
    codec: "bmp",
    purpose: "trial",
  }
}

for (const [width, height] of SIZES) {
  for (const language of INTERFACE_LANGUAGES) {
    const said = SAID[language === "zh" ? "zh" : "en"]
    for (const critical of [false, true]) {
      test(`can be read at ${width} x ${height} in ${language}${critical ? ", when it is critical" : ""}`, async () => {
        const asked = request(width, height, { ...said, language, critical })
        const drawn = (await stage.app.get(DRAW).page(alertPage, asked))!
        const env = stage.app.engine.rasterizer.env(asked)
        assert.equal(lint(drawn.page, width, height, stage.app.get(PALETTES).get("bw")!, env), [])
        assert.match(describe(drawn.page), said.message)
      })
    }
  }
}

test("says who, what and when, and that it is urgent when it is", async () => {
  const said = async (shown: Shown, width = 400): Promise<readonly string[]> =>
    describe((await stage.app.get(DRAW).page(alertPage, request(width, 300, shown)))!.page)
      .split("\n")
      .filter(Boolean)
  assert.equal((await said({})).slice(1), ["Anna  9:05", "Now"])
  assert.match((await said({}))[0]!, /^ALERT/)
  assert.match((await said({ critical: true }))[0]!, /^URGENT/)
  assert.match((await said({ critical: true, language: "zh" }))[0]!, /^紧急/)
  assert.equal((await said({}, 139)).slice(1), ["Anna", "Now"], "no time where there is no room for it")
})

test("shows what is critical white on black, and all else black on white", async () => {
  const corners = async (critical: boolean): Promise<number[]> => {
    const { bytes } = await stage.app.get(DRAW).picture(request(400, 300, { critical }))
    const { colours } = bmpPixels(Buffer.from(bytes))
    return [400 * 150, 400 * 151 - 1, 400 * 299, 400 * 300 - 1].map((at) => colours[at]!)
  }
  assert.equal([new Set(await corners(true)), new Set(await corners(false))], [new Set([0]), new Set([0xffffff])])
})

test("sets a short message large and a long one whole", async () => {
  const inked = async (message: string): Promise<number> => {
    const { bytes } = await stage.app.get(DRAW).picture(request(400, 300, { message }))
    return bmpPixels(Buffer.from(bytes)).colours.filter((colour) => colour === 0).length
  }
  const short = await inked("Dinner is ready!")
  assert.ok(short > (await inked(`Dinner is ready! ${" ".repeat(120)}`)) * 1.5, "the larger the letters, the more ink")
  const words = "All taps are shut although the meter counts. ".repeat(11).trim()
  const drawn = (await stage.app.get(DRAW).page(alertPage, request(400, 300, { message: words })))!
  assert.equal(
    lint(
      drawn.page,
      400,
      300,
      stage.app.get(PALETTES).get("bw")!,
      stage.app.engine.rasterizer.env(request(400, 300, {})),
    ),
    [],
  )
})

test("says all of a sender's long name where there is room for two lines of it", async () => {
  const sender = "The home server in the cellar of our grandmother's house, 2nd".slice(0, 60)
  for (const [width, height] of [
    [400, 300],
    [648, 480],
    [800, 480],
  ] as const) {
    for (const critical of [false, true]) {
      const asked = request(width, height, { sender, critical })
      const { page } = (await stage.app.get(DRAW).page(alertPage, asked))!
      assert.equal(
        lint(page, width, height, stage.app.get(PALETTES).get("bw")!, stage.app.engine.rasterizer.env(asked)),
        [],
        `${width} x ${height}`,
      )
    }
  }
})

test("fills the smallest panel with a few words", async () => {
  for (const [message, least] of [
    ["Now", 48],
    ["Dinner is ready!", 34],
    ["The backup has failed: the disk is full.", 24],
  ] as const) {
    const asked = request(296, 128, { message })
    const { page } = (await stage.app.get(DRAW).page(alertPage, asked))!
    const px =
      layout(page, 296, 128, stage.app.engine.rasterizer.env(asked)).find(
        ({ node }) => node.type === "text" && node.text === message,
      )?.px ?? 0
    assert.ok(px >= least, `${message} ${px}`)
  }
})

test("is a page that nobody chooses", () => {
  assert.is(stage.app.get(MODES).get("ALERT"), undefined)
})

test.run()
