import { PALETTES } from "platen/sdk/drawing"
import { MODES, DRAW } from "platen/sdk/mode"
import type { Bitmap } from "platen/sdk/drawing"
import type { Mode, SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import { lint } from "../../kernel/lint/lint.js"
import { paint } from "../../kernel/engine/scene/paint.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { turns } from "../depth.js"
import { dataOf, SETTINGS } from "./content.js"
import { modesDrawn } from "./atlas.js"
import { golden } from "./golden.js"
import { requestFor } from "platen/testing"
import { envOf, screenOf } from "../preview.js"
import { GOLDEN_SIZES as SIZES } from "./sizes.js"

const test = suite("modes")
const LANGUAGES = ["en", "zh"] as const
const IDS = [
  "AGENDA",
  "AIR",
  "ALMANAC",
  "ARTWALL",
  "BIAS",
  "BRIEFING",
  "CALENDAR",
  "CHALLENGE",
  "COLLAGE",
  "COUNTDOWN",
  "DAILY",
  "FEED",
  "FITNESS",
  "HABIT",
  "HOME",
  "LETTER",
  "LIFEBAR",
  "MEMO",
  "MOON",
  "MY_ADAPTIVE",
  "MY_QUOTE",
  "NUMBERS",
  "PHOTOS",
  "POETRY",
  "QUESTION",
  "RECIPE",
  "RIDDLE",
  "ROAST",
  "STOIC",
  "STORY",
  "THISDAY",
  "TIMETABLE",
  "VOCABULARY",
  "WEATHER",
  "WORD_OF_THE_DAY",
  "ZEN",
]

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

const modeOf = (id: string): Mode => stage.app.get(MODES).get(id)!
const isDrawn = (id: string): boolean => modesDrawn(stage).some((mode) => mode.id === id)

async function pageOf(
  id: string,
  [width, height]: readonly [number, number],
  language: string,
  palette = "bw",
  percent = 87,
  settings = SETTINGS,
): Promise<SceneNode> {
  const request = {
    ...requestFor(stage.app, id, { width, height, palette }, language),
    battery: { percent },
    place: { name: "Berlin", latitude: 52.52, longitude: 13.4 },
    settings,
    data: dataOf(id, language),
  }
  return (await stage.app.get(DRAW).page(modeOf(id), request))!.page
}

async function draw(
  page: SceneNode,
  [width, height]: readonly [number, number],
  language: string,
  palette = "bw",
): Promise<Bitmap> {
  return paint(
    page,
    width,
    height,
    stage.app.get(PALETTES).get(palette)!,
    await envOf(stage.app, page, screenOf(stage.app, { width, height, language, palette })),
  )
}

const findings = (page: SceneNode, [width, height]: readonly [number, number], language: string): string[] =>
  lint(
    page,
    width,
    height,
    stage.app.get(PALETTES).get("bw")!,
    stage.app.engine.rasterizer.env(screenOf(stage.app, { width, height, language })),
  ).map(({ message }) => message)

for (const id of IDS) {
  test(`draws ${id} as its goldens show`, async () => {
    if (!isDrawn(id)) return
    for (const size of SIZES) {
      for (const language of LANGUAGES)
        golden(
          `${id.toLowerCase().replaceAll("_", "-")}-${size.join("x")}-${language}`,
          await draw(await pageOf(id, size, language), size, language),
        )
    }
    for (const language of LANGUAGES)
      golden(
        `${id.toLowerCase().replaceAll("_", "-")}-400x300-${language}-bwry`,
        await draw(await pageOf(id, SIZES[0], language, "bwry", 15), SIZES[0], language, "bwry"),
      )
  })
}

test("draws CALENDAR with reminders as its goldens show, and none of them cut off", async () => {
  if (!isDrawn("CALENDAR")) return
  for (const [language, reminders] of [
    ["en", { "11-24": "Dentist at nine", "11-30": "Rent", "12-24": "Christmas tree", "1-9": "Ada’s birthday" }],
    ["zh", { "11-24": "看牙医", "11-30": "交房租", "12-24": "装饰圣诞树", "1-9": "妈妈的生日" }],
  ] as const) {
    for (const size of SIZES) {
      const page = await pageOf("CALENDAR", size, language, "bw", 87, { CALENDAR: { reminders } })
      assert.equal(findings(page, size, language), [], `${size.join("x")} ${language}`)
      golden(`calendar-reminders-${size.join("x")}-${language}`, await draw(page, size, language))
    }
  }
})

test("draws TIMETABLE of a day as its goldens show, and none of it cut off", async () => {
  if (!isDrawn("TIMETABLE")) return
  const start = clock.now()
  // A Tuesday: one lesson is over, the next one has not begun.
  clock.advance(Date.parse("2026-11-24T09:35:00Z") - start)
  for (const size of [...SIZES, [200, 200], [480, 800]] as const) {
    for (const language of LANGUAGES) {
      const settings = { TIMETABLE: { ...SETTINGS.TIMETABLE, style: "daily" } }
      const page = await pageOf("TIMETABLE", size, language, "bw", 87, settings)
      assert.equal(findings(page, size, language), [], `${size.join("x")} ${language}`)
      golden(`timetable-daily-${size.join("x")}-${language}`, await draw(page, size, language))
    }
  }
  clock.advance(start - clock.now())
})

test("has every mode in the goldens", () => {
  assert.equal(
    stage.app
      .get(MODES)
      .list()
      .map(({ id }) => id),
    IDS,
  )
})

test("cuts no calendar: the last day of every month is on the page", async () => {
  if (!isDrawn("CALENDAR")) return
  const start = clock.now()
  const next = turns(LANGUAGES.length)
  for (let month = 0; month < 36; month++) {
    clock.advance(Date.UTC(2026, month, 15, 9) - clock.now())
    const last = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate()
    for (const language of LANGUAGES) {
      for (const size of next(SIZES)) {
        const page = await pageOf("CALENDAR", size, language)
        assert.equal(
          findings(page, size, language),
          [],
          `${2026 + Math.floor(month / 12)}-${(month % 12) + 1} ${size.join("x")} ${language}`,
        )
        assert.match(stage.app.engine.rasterizer.describe(page), new RegExp(`\\b${last}\\b`))
        const shown = layout(
          page,
          size[0],
          size[1],
          stage.app.engine.rasterizer.env(screenOf(stage.app, { width: size[0], height: size[1], language })),
        ).find(({ node }) => node.type === "text" && node.text === String(last))
        assert.ok(shown!.top + shown!.height < size[1] * 0.99, "and on the page")
      }
    }
  }
  clock.advance(start - clock.now())
})

test("says in plain text what the page says", async () => {
  const words = stage.app.engine.rasterizer.describe(await pageOf("STOIC", SIZES[0], "en"))
  assert.ok(words.includes("Sat 21 Nov") && words.includes("87%"), words)
  assert.ok(words.split("\n").length >= 3)
})

test.run()
