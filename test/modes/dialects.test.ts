import { dayOf } from "platen/sdk/kit"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import countdown from "../../modes/countdown/mode.js"
import lifebar from "../../modes/lifebar/mode.js"

/** Between the settings that existing clients send and a mode's own. */
const test = suite("dialects of modes")

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)
const TODAY = dayAt("2026-11-21")
type Settings = Readonly<Record<string, unknown>>
const read = ({ dialect }: Mode, given: Settings): Settings => dialect!.read(given, TODAY)
const write = ({ dialect }: Mode, own: Settings, day = TODAY): Settings => dialect!.write(own, day)

test("makes an age a year of birth, which grows older", () => {
  assert.equal(read(lifebar, { age: 36, life_pct: 45, life_expect: 80 }), { life_expect: 80, birth_year: 1990 })
  assert.equal(write(lifebar, { life_expect: 80, birth_year: 1990 }), { age: 36, life_pct: 46.1 })
  assert.is(write(lifebar, { birth_year: 1990 }, dayAt("2030-01-01")).age, 40)
  assert.equal(read(lifebar, { age: "36" }), { birth_year: 1990 })
})

test("keeps a date of birth as long as the age that comes back agrees with it", () => {
  const own = { birth: "1990-12-24", life_expect: 100 }
  assert.equal(read(lifebar, { ...own, ...write(lifebar, own) }), own)
  assert.is(write(lifebar, own).age, 35)
  assert.equal(read(lifebar, { ...own, age: 20 }), { life_expect: 100, birth_year: 2006 })
  assert.equal(read(lifebar, { birth: "1990-12-24", birth_year: 1970 }), { birth: "1990-12-24" })
})

test("leaves an age out that is none, and says none of settings that tell of none", () => {
  for (const age of ["", "old", -1, 131, Number.NaN, null, {}])
    assert.equal(read(lifebar, { age, life_label: "x" }), { life_label: "x" })
  for (const own of [{}, { birth: 5 }, { birth: "2030-01-01" }, { birth_year: "1990" }])
    assert.equal(write(lifebar, own), {})
})

test("calls a countdown's list by either name, with the days of today", () => {
  const sent = [{ name: "Lisbon", date: "2027-03-14", type: "countdown", days: 999 }]
  const own = read(countdown, { events: sent })
  assert.equal(own, { countdownEvents: [{ name: "Lisbon", date: "2027-03-14", type: "countdown" }] })
  assert.equal(write(countdown, own), {
    events: [{ name: "Lisbon", date: "2027-03-14", type: "countdown", days: 113 }],
  })
  assert.equal(
    [
      write(countdown, {}),
      write(countdown, { countdownEvents: [{}] }),
      read(countdown, { events: "x" }),
      read(countdown, { events: [1, null] }),
    ],
    [{}, {}, { countdownEvents: "x" }, { countdownEvents: [1, null] }],
  )
})

test.run()
