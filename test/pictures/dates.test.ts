import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { IS_FULL } from "../depth.js"
import { atlasPage, numberedModes } from "./atlas.js"
import { isWhole } from "./checks.js"
import { DATA, SETTINGS } from "./content.js"
import { dateOfScreen, inksOfScreen, isAtSize } from "./rotation.js"
import { SIZES } from "./sizes.js"

const test = suite("dates")

/** Days on which pages differ: short and long months, months of six weeks, leap days, ends of years, festivals, polar times, and days of long names. */
const DATES = [
  "2026-01-01T00:05:00Z",
  "2026-02-17T08:30:00Z",
  "2026-03-01T07:30:00Z",
  "2026-03-29T01:30:00Z",
  "2026-04-05T12:00:00Z",
  "2026-05-31T22:59:00Z",
  "2026-06-21T12:00:00Z",
  "2026-07-15T06:00:00Z",
  "2026-08-30T18:45:00Z",
  "2026-09-25T20:00:00Z",
  "2026-10-25T00:30:00Z",
  "2026-11-23T09:05:00Z",
  "2026-12-21T15:00:00Z",
  "2026-12-24T17:00:00Z",
  "2026-12-31T23:59:00Z",
  "2027-02-06T10:00:00Z",
  "2027-02-28T07:30:00Z",
  "2027-05-01T09:00:00Z",
  "2027-08-08T08:08:00Z",
  "2027-09-22T11:11:00Z",
  "2028-01-26T13:00:00Z",
  "2028-02-29T12:00:00Z",
  "2028-07-30T21:00:00Z",
  "2028-10-31T16:20:00Z",
] as const

const clock = fakeClock(DATES[0])
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

for (const [day, at] of DATES.entries())
  test(`draws every mode whole on ${at}, with the content of that day`, async () => {
    clock.advance(Date.parse(at) - clock.now())
    const faults: string[] = []
    for (const [m, mode] of numberedModes(stage))
      for (const [size, [width, height]] of SIZES.entries())
        for (const [l, language] of ["en", "zh"].entries()) {
          const turn = { mode: m, size, language: l }
          if (!IS_FULL && (!isAtSize(turn) || dateOfScreen(turn, DATES.length) !== day)) continue
          for (const palette of IS_FULL ? ["bw", "bwry"] : [inksOfScreen(turn)]) {
            const page = await atlasPage(
              stage,
              mode,
              { width, height, palette, language },
              // What a page shows without content of its own changes from day to day.
              { settings: SETTINGS, ...(mode.compiled ? {} : { data: DATA[mode.id] }) },
            )
            faults.push(...isWhole(page))
          }
        }
    assert.equal(faults, [])
  })

test.run()
