import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended, Person } from "./extended-stage.js"

/** Settings of single modes, as InkSight's dialogs send and read them. */
const test = suite("inksight settings")

const clock = fakeClock("2026-11-21T09:05:00Z")
let here: Extended
test.before(async () => {
  here = await openExtended({ clock })
})
test.after(() => here.close())

const EVENTS = [{ name: "Trip to Lisbon", date: "2027-03-14", type: "countdown", days: 113 }]
const KNOWN = {
  COUNTDOWN: { events: EVENTS },
  LIFEBAR: { age: 36, life_expect: 100, life_pct: 36, life_label: "Century" },
  CALENDAR: { reminders: { "11-24": "Dentist", "1-9": "Birthday" } },
  TIMETABLE: { style: "weekly", periods: ["08:00-09:30"], courses: { "0-0": "Maths/B12" } },
}
const WEATHER = { city: "Hangzhou", forecast_days: 3 }
const LATER = {
  PAPERCRAFT: { quote: "Less, but better.", author: "Dieter Rams" },
}
interface Overrides {
  readonly COUNTDOWN: { readonly events: readonly Readonly<Record<string, unknown>>[] }
  readonly LIFEBAR: Readonly<Record<string, unknown>>
  readonly CALENDAR: object
  readonly TIMETABLE: object
}

/** The page sends the whole config, and reads it again when it is opened the next time. */
async function opened(overrides: object): Promise<{
  readonly mac: string
  readonly owner: Person
  readonly warnings: readonly string[]
  read(): Promise<Overrides & Readonly<Record<string, unknown>>>
}> {
  const { mac, owner, headers } = await here.owned()
  const saved = await here.post(
    "/api/config",
    {
      mac,
      modes: ["COUNTDOWN", "LIFEBAR", "CALENDAR"],
      refreshStrategy: "cycle",
      refreshInterval: 60,
      modeOverrides: overrides,
    },
    owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  return {
    mac,
    owner,
    warnings: (saved.json() as { warnings?: readonly string[] }).warnings ?? [],
    read: async () =>
      ((await here.at(`/api/config/${encodeURIComponent(mac)}`, { headers })).json() as { mode_overrides: never })
        .mode_overrides,
  }
}

test("takes what the dialogs send, and gives it back", async () => {
  const { warnings, read } = await opened(KNOWN)
  assert.equal(warnings, [])
  const { COUNTDOWN, LIFEBAR, CALENDAR, TIMETABLE } = await read()
  assert.equal(
    COUNTDOWN.events.map(({ name, date, type, days }) => ({ name, date, type, days })),
    EVENTS,
  )
  const { age, life_expect: expected, life_label: label, life_pct: share } = LIFEBAR
  assert.equal([age, expected, label, share], [36, 100, "Century", 36.9])
  assert.equal(CALENDAR, KNOWN.CALENDAR)
  assert.equal(TIMETABLE, KNOWN.TIMETABLE)
})

test("takes what it has given back", async () => {
  const { mac, owner, read } = await opened(KNOWN)
  const before = await read()
  assert.is(
    (await here.post("/api/config", { mac, modeOverrides: before }, owner.headers)).text().includes("warnings"),
    false,
  )
  assert.equal(await read(), before)
})

test("draws what the dialogs send: on the screen as in the preview before it is saved", async () => {
  const { mac, owner } = await opened({})
  for (const [persona, settings] of Object.entries(KNOWN)) {
    const preview = async (query: string): Promise<Buffer> => {
      const answer = await here.at(`/api/preview?persona=${persona}&w=400&h=300&no_cache=1${query}`)
      assert.equal(
        [answer.status, answer.headers["content-type"], answer.headers["x-render-error"]],
        [200, "image/png", undefined],
        `${persona}: ${answer.headers["x-render-error"]}`,
      )
      return answer.body
    }
    const tried = await preview(`&mode_override=${encodeURIComponent(JSON.stringify(settings))}`)
    assert.not.ok(tried.equals(await preview("")), `${persona} shows its settings`)
    await here.post("/api/config", { mac, modeOverrides: { [persona]: settings } }, owner.headers)
    const saved = await here.at(`/api/preview?mac=${mac}&persona=${persona}&w=400&h=300&v=3.3`, {
      headers: owner.headers,
    })
    const without = await here.at(
      `/api/preview?mac=${mac}&persona=${persona}&w=400&h=300&v=3.3&mode_override=${encodeURIComponent(JSON.stringify(settings))}`,
      { headers: owner.headers },
    )
    assert.ok(saved.body.equals(without.body), `${persona} as it was tried out`)
  }
})

test("keeps the settings of modes that are not installed, and says so", async () => {
  const { warnings, read } = await opened({ ...KNOWN, ...LATER })
  assert.equal(
    warnings,
    Object.keys(LATER).map(
      (id) => `mode_overrides.${id}: this mode is not installed: its settings are kept until it is.`,
    ),
  )
  const { PAPERCRAFT } = await read()
  assert.equal({ PAPERCRAFT }, LATER)
})

test("takes a timetable that is too long, and cuts it", async () => {
  const periods = Array.from({ length: 20 }, (_, i) => `${i}:00`)
  const courses = { "0-0": `${"M".repeat(90)}/B12`, "6-15": "Late/Gym", "0-16": "gone", x: "gone", "1-1": " " }
  const { warnings, read } = await opened({ TIMETABLE: { style: "list", periods, courses } })
  assert.equal(warnings, [])
  assert.equal((await read()).TIMETABLE, {
    style: "weekly",
    periods: periods.slice(0, 16),
    courses: { "0-0": "M".repeat(80), "6-15": "Late/Gym" },
  })
})

test("takes the city and the days of the weather, and gives them back", async () => {
  const { warnings, read } = await opened({ WEATHER })
  assert.equal(
    warnings.filter((warning) => !/cannot be looked up now/.test(warning)),
    [],
    "there is no world here",
  )
  const { city, forecast_days: days } = (await read()).WEATHER as Record<string, unknown>
  assert.equal({ city, forecast_days: days }, WEATHER)
})

test("previews another mode in place of one that is not installed, without its settings", async () => {
  for (const [persona, settings] of Object.entries(LATER)) {
    const answer = await here.at(
      `/api/preview?persona=${persona}&w=400&h=300&mode_override=${encodeURIComponent(JSON.stringify(settings))}`,
    )
    assert.equal([answer.status, answer.headers["content-type"]], [200, "image/png"], persona)
  }
})

test("holds what it keeps to the size of a config, and to what a device may read", async () => {
  const { mac, owner, read } = await opened(KNOWN)
  const before = await read()
  for (const [overrides, status] of [
    [{ PAPERCRAFT: { quote: "x".repeat(17_000) } }, 413],
    [{ WEATHER: { deep: { always_active: 1 } } }, 422],
  ] as const) {
    assert.is((await here.post("/api/config", { mac, modeOverrides: overrides }, owner.headers)).status, status)
  }
  assert.equal(await read(), before)
})

test("grows older by itself", async () => {
  const { read } = await opened(KNOWN)
  clock.advance(60 * 86_400_000)
  assert.equal([(await read()).LIFEBAR.age, (await read()).COUNTDOWN.events[0]!.days], [37, 53])
})

test.run()
