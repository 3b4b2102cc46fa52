import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { described } from "../setting.js"
import { pageOf } from "./memo/page.js"
import type { Size } from "./memo/page.js"

const test = suite("date-forms")

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2027-02-28T07:30:00Z") })
})
test.after(() => stage.close())

const PLACE = { name: "Reykjavik", latitude: 64.15, longitude: -21.94 }
const page = (id: string, size: Size, language: string, settings = {}): Promise<SceneNode> =>
  pageOf(stage, id, settings, size, language, { place: PLACE })

test("writes month and year of DAILY as each language does", async () => {
  for (const [language, month] of [
    ["ja", "2027年2月"],
    ["th", "กุมภาพันธ์ 2570"],
    ["de", "Februar 2027"],
    ["en", "February 2027"],
    ["bg", "февруари 2027\u00a0г."],
  ] as const) {
    const words = described(await page("DAILY", [800, 480], language))
    assert.ok(words.includes(month), `${language}: ${words}`)
  }
})

test("names the weekday of DAILY once below its masthead", async () => {
  for (const size of [
    [480, 800],
    [300, 400],
    [800, 480],
  ] as const)
    assert.is(described(await page("DAILY", size, "zh")).split("星期日").length - 1, 1, size.join("x"))
})

test("writes hours to 12 in American English", async () => {
  const american = described(await page("DAILY", [800, 480], "en-US"))
  assert.match(american, /\d:\d\d\u00a0AM/)
  assert.match(american, /\d:\d\d\u00a0PM/)
  assert.not.match(described(await page("DAILY", [800, 480], "en")), /AM|PM/)
  assert.match(
    described(await page("MOON", [800, 480], "en-US", { design: "facts" })),
    /\d:\d\d\u00a0AM – \d+:\d\d\u00a0PM/,
  )
})

test.run()
