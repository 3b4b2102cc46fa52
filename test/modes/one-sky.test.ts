import { dayNumber, dayOf } from "platen/sdk/kit"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { skyOf } from "../../plugins/pages/pages/sky.js"
import { skyOfDay } from "../../plugins/sources/sky/sky.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { IS_FULL } from "../depth.js"
import { described } from "../setting.js"
import { pageOf } from "./memo/page.js"

const test = suite("one-sky")

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2027-02-28T07:30:00Z") })
})
test.after(() => stage.close())

const REYKJAVIK = { name: "Reykjavik", latitude: 64.15, longitude: -21.94, timeZone: "Atlantic/Reykjavik" }
const shown = async (id: string, width: number, height: number): Promise<string> => {
  const { timeZone, ...place } = REYKJAVIK
  const settings = id === "MOON" ? { design: "facts" } : {}
  const page: SceneNode = await pageOf(stage, id, settings, [width, height], "en", { place, timeZone })
  return described(page).replaceAll("\u00a0", " ")
}

test("has one sunrise, one sunset and one moon on all pages of a morning", async () => {
  const moon = await shown("MOON", 400, 300)
  const [, rise, set] = /(\d+:\d\d) – (\d+:\d\d)/.exec(moon)!
  const [, lit] = /(\d+)% lit/.exec(moon)!
  assert.equal([rise, set, lit], ["8:40", "18:42", "44"])
  // Offline pages, too: neither CALENDAR nor WEATHER without a network asks the source.
  for (const [id, width, height] of [
    ["DAILY", 400, 300],
    ["CALENDAR", 800, 480],
    ["WEATHER", 800, 480],
    ["BRIEFING", 800, 480],
  ] as const) {
    const page = await shown(id, width, height)
    assert.ok(page.includes("8:40") && page.includes("18:42"), `${id}: ${page}`)
  }
  assert.match(await shown("DAILY", 400, 300), /Moon {2}44%/)
})

for (const [timeZone, latitude, longitude] of [
  ["Atlantic/Reykjavik", 64.15, -21.94],
  ["Pacific/Kiritimati", 1.87, -157.4],
  ["America/Santiago", -33.45, -70.67],
  ["Africa/Cairo", 30.04, 31.24],
] as const)
  test(`computes the same sky for pages as the source does, on ${IS_FULL ? "every third day" : "every eleventh day"} in ${timeZone}`, () => {
    const place = { latitude, longitude }
    const first = dayNumber(2026, 1, 1)
    for (let number = first; number < first + 365; number += IS_FULL ? 3 : 11) {
      const day = dayOf(number)
      const [page, source] = [skyOf(day, place, timeZone), skyOfDay({ day, timeZone, place })]
      const { name, phase, lit } = source.moon
      assert.equal([page.moon.name, page.moon.phase, page.moon.lit], [name, phase, lit])
      if (page.sun && "rise" in page.sun)
        assert.equal([page.sun.rise.epoch, page.sun.set.epoch], [source.sun.rise, source.sun.set])
    }
  })

test.run()
