import { suite } from "uvu"
import * as assert from "uvu/assert"
import { LOG, STORE } from "platen/sdk"
import { PANELS } from "platen/sdk/drawing"
import { MESSAGES, MODES } from "platen/sdk/mode"
import { builtInPlugins } from "../kernel/plugins/find.js"
import { checkMode, checkPlugin, fakeClock, fakeLog, fakeStore, openStage } from "./testing/index.js"
import type { Stage } from "./testing/index.js"
import { IS_FULL } from "./depth.js"
import { numberedModes } from "./pictures/atlas.js"
import { dateOfPanel, isOnPanel } from "./pictures/rotation.js"
import { setUp } from "./set-up.js"

const test = suite("conformance")

/** The first days of months, last days, a leap day and the ends of years: where a date is longest or a month shortest. */
const DATES = [
  "2026-02-17",
  "2026-02-28",
  "2026-05-31",
  "2026-09-30",
  "2026-11-21",
  "2026-12-31",
  "2027-01-01",
  "2027-02-01",
  "2027-08-31",
  "2028-02-29",
  "2028-03-01",
  "2028-10-31",
] as const

const clock = fakeClock(`${DATES[0]}T09:05:00Z`)
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

test("every built-in plugin keeps the contract", async () => {
  const plugins = await builtInPlugins()
  assert.ok(plugins.length >= 15, String(plugins.length))
  for (const plugin of plugins) checkPlugin(plugin)
})

for (const [d, date] of DATES.entries()) {
  test(`every built-in mode can be read in English and Chinese on its panels of ${date}`, async () => {
    clock.advance(Date.parse(`${date}T09:05:00Z`) - clock.now())
    const panels = stage.app
      .get(PANELS)
      .list()
      .map(({ id }) => id)
    const modes = numberedModes(stage)
    assert.ok(panels.length > 0 && (modes.length >= 5 || process.env.PLATEN_TEST_MODES))
    for (const [m, mode] of modes)
      for (const [l, language] of ["en", "zh"].entries()) {
        // Each panel has one date of a mode in one of the languages, and each date some panels.
        const shown = panels.filter((_, p) => {
          const turn = { mode: m, language: l, panel: p }
          return IS_FULL || (isOnPanel(turn) && dateOfPanel(turn, DATES.length) === d)
        })
        if (shown.length > 0) await checkMode(mode, { stage, languages: [language], panels: shown })
      }
  })
}

test("every built-in mode has a title and a description in English and Chinese, and a pictogram that there is", () => {
  const { typesetter } = stage.app.engine.rasterizer.env({ width: 400, height: 300, language: "en" })
  for (const { id, title, description, icon } of stage.app.get(MODES).list()) {
    assert.ok(title.en && title.zh && description?.en && description.zh, id)
    assert.ok(icon !== undefined && typesetter.book.hasIcon(icon), `${id}: ${icon}`)
  }
})

/** The sentence of an error: in English an error has its own. */
const SENTENCE = /^error\.[a-z-]+$/

test("every built-in phrase is there in English and Chinese", async () => {
  let found = 0
  for (const plugin of await builtInPlugins()) {
    const services = Object.entries(plugin.needs ?? {}).map(([name, token]) => [
      name,
      token.name === STORE.name ? fakeStore() : token.name === LOG.name ? fakeLog() : stage.app.get(token),
    ])
    const given = await setUp(plugin, Object.fromEntries(services), plugin.config?.parse({}) ?? {})
    const [en, zh] = ["en", "zh"].map((language) =>
      given
        .to(MESSAGES)
        .map((messages) => messages[language] ?? {})
        .flatMap((own) => Object.keys(typeof own === "function" ? own() : own))
        .sort(),
    )
    assert.equal(
      zh!.filter((key) => !SENTENCE.test(key)),
      en!.filter((key) => !SENTENCE.test(key)),
      plugin.id,
    )
    assert.equal(
      en!.filter((key) => !zh!.includes(key)),
      [],
      plugin.id,
    )
    found += en!.length
    await given.dispose()
  }
  assert.ok(found > 50, String(found))
})

test.run()
