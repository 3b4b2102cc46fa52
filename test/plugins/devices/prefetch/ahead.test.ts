import { suite } from "uvu"
import * as assert from "uvu/assert"
import { livedDay } from "./day.js"

const test = suite("ahead")

/** `npm run day` lives a whole day of 100 screens through. */
const [SCREENS, HOURS] = [12, 9]

test("lets at least 95 % of wakes find fresh content, and none without in two hours without a network", async () => {
  const day = await livedDay({ devices: SCREENS, hours: HOURS, away: [HOURS - 3, HOURS - 1] })
  assert.ok(day.wakes > SCREENS * 3, `${day.wakes} wakes`)
  assert.ok(day.fresh / day.wakes >= 0.95, `${day.fresh} of ${day.wakes} are fresh`)
  assert.equal([day.fallbacks, day.unmarked, day.blank], [0, 0, 0])
  const { fallback = 0, stale = 0, fresh = 0, cached = 0 } = day.away
  // Pages that no screen has shown before have no old content: they say so.
  assert.ok(fallback <= (fallback + stale + fresh + cached) * 0.05, JSON.stringify(day.away))
  assert.ok(stale > 0, "old content is shown as old")
  const { hit = 0, none = 0 } = day.ahead
  assert.ok(hit > none * 3, JSON.stringify(day.ahead))
})

test("makes few calls: one for all screens of a town", async () => {
  const day = await livedDay({ devices: 8, hours: 3, away: [24, 24] })
  const forecasts = day.calls["api.open-meteo.com"]!
  assert.ok(forecasts < day.wakes, `${forecasts} calls for ${day.wakes} wakes`)
})

test("is what makes the difference", async () => {
  const ready = await livedDay({ devices: 6, hours: 4, away: [24, 24] })
  const without = await livedDay({ devices: 6, hours: 4, away: [24, 24], isAhead: false })
  assert.ok(ready.fresh / ready.wakes > without.fresh / without.wakes + 0.05)
})

test.run()
