import { SOURCE_READS } from "platen/sdk/mode"
import type { OnThisDay } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { hangs, quiet } from "../../until.js"
import { misbehaviour, startWorld, unending } from "../../world/server.js"
import type { Answers, World } from "../../world/server.js"

const test = suite("source-on-this-day, wikipedia")

/** A day that the table has, and one that it lacks. */
const [WITH, WITHOUT] = [
  [7, 20],
  [2, 11],
] as const

/** An event in the documented shape. */
const event = (year: number, text: string, more: object = {}): object => ({
  text,
  year,
  pages: [{ type: "standard", title: "A_page", extract: "A page about it.", lang: "de" }],
  ...more,
})
const OLD = event(1788, "Ein Schiff legt ab und kommt an")
const selected = (...events: readonly unknown[]): object => ({ selected: events })

const clock = fakeClock("2026-11-21T09:30:00Z")
let world: World
let stage: Stage
let off: Stage
test.before(async () => {
  world = await startWorld()
  const fetch = guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} })
  const endpoint = `${world.origin}/feed/v1/wikipedia/`
  stage = await openStage({ clock, random: () => 0, config: { "source-on-this-day": { endpoint } }, fetch })
  off = await openStage({ clock, config: { "source-on-this-day": { endpoint, wikipedia: false } }, fetch })
})
test.after(async () => {
  await stage.close()
  await off.close()
  await world.close()
})

interface Asked {
  readonly language?: string
  readonly year?: number
  readonly from?: Stage
}

/** What the source answers on a day. */
async function on([month, day]: readonly [number, number], asked: Asked = {}): Promise<OnThisDay> {
  const { language = "de", year = 2026, from = stage } = asked
  const where = { language, timeZone: "UTC", day: { year, month, day, weekday: 6 } }
  return (await from.app.get(SOURCE_READS).read("on-this-day", {}, where, { caller: "test" })).data as OnThisDay
}

const path = (language: string, type: string, [month, day]: readonly [number, number]): string =>
  `/feed/v1/wikipedia/${language}/onthisday/${type}/0${month}/${String(day).padStart(2, "0")}`

/** Sets what the feed answers, days after the last test, so that nothing is kept of that. */
async function feed(paths: Readonly<Record<string, Answers>>): Promise<void> {
  await quiet(clock)
  clock.advance(3 * 86_400_000)
  for (const [at, answers] of Object.entries(paths)) world.set(at, answers)
}

test("gives an event in the language of the page, named as Wikipedia's, in place of one in another language", async () => {
  await feed({ [path("de", "selected", WITH)]: selected(OLD) })
  assert.equal(await on(WITH), {
    event: "Ein Schiff legt ab und kommt an.",
    since: 1788,
    years: 238,
    oldStyle: false,
    from: "Wikipedia",
  })
})

test("does not ask for a day that its own table has in the language of the page", async () => {
  await feed({})
  const before = world.calls.length
  for (const language of ["en", "en-GB", "zh", "zh-Hant"]) assert.is((await on(WITH, { language })).from, "")
  assert.is(world.calls.length, before)
})

test("has no events of Wikipedia in languages that the feed lacks or mixes", async () => {
  await feed({})
  const before = world.calls.length
  for (const language of ["nl", "ja", "zh", "zh-Hant"]) assert.is((await on(WITHOUT, { language })).event, "", language)
  assert.is(world.calls.length, before)
})

test("fills a day that the table lacks in English", async () => {
  await feed({
    [path("en", "selected", WITHOUT)]: selected(event(1839, "A camera is pointed at the moon (pictured).")),
  })
  const answer = await on(WITHOUT, { language: "en-US" })
  assert.equal([answer.event, answer.since, answer.from], ["A camera is pointed at the moon.", 1839, "Wikipedia"])
})

test("takes another event each year, and the same one all day", async () => {
  const events = [event(1788, "Der erste Fall von dreien."), event(1801, "Der zweite Fall von dreien."), OLD]
  await feed({ [path("fr", "selected", WITHOUT)]: selected(...events) })
  const all = []
  for (const year of [2026, 2027, 2028, 2026]) all.push((await on(WITHOUT, { language: "fr", year })).event)
  assert.is(new Set(all).size, 3)
  assert.is(all[0], all[3])
})

test("leaves out what is recent, too long, too short, of an uncertain calendar, or in another shape", async () => {
  const bad = [
    event(1952, "Etwas, woran noch viele sich erinnern."),
    event(1066, "Eine Schlacht, deren Tag im alten Kalender steht."),
    event(-44, "Ein Tag vor unserer Zeitrechnung."),
    event(1700, "Kurz."),
    event(1700, "Sehr lang. ".repeat(20)),
    event(1700, "x".repeat(401)),
    { text: 5, year: 1700 },
    { text: "Ein Ereignis ohne Jahr, wie ein Feiertag." },
    null,
  ]
  await feed({
    [path("es", "selected", WITHOUT)]: selected(...bad),
    [path("es", "events", WITHOUT)]: { events: [...bad, OLD] },
  })
  assert.is((await on(WITHOUT, { language: "es" })).since, 1788, "from the long list where the short one has none")
  await feed({ [path("es", "events", WITHOUT)]: { events: bad } })
  assert.is((await on(WITHOUT, { language: "es" })).event, "")
})

test("shows its words as plain text", async () => {
  await feed({
    [path("it", "selected", WITHOUT)]: selected(
      event(1800, "  Una\u202e nave\n parte   (nella foto: la nave) \u0000e arriva  "),
    ),
  })
  assert.is((await on(WITHOUT, { language: "it" })).event, "Una nave parte e arriva.")
})

test("asks Wikipedia once, however a language is written", async () => {
  await feed({ [path("de", "selected", WITHOUT)]: selected(OLD) })
  const before = world.calls.length
  for (const language of ["de", "de-AT", "de-x-a1", "DE-x-a2"]) assert.is((await on(WITHOUT, { language })).since, 1788)
  assert.is(world.calls.length, before + 1)
})

test("goes without Wikipedia where the operator says so", async () => {
  await feed({ [path("de", "selected", WITHOUT)]: selected(OLD) })
  const before = world.calls.length
  assert.is((await on(WITHOUT, { from: off })).event, "")
  assert.is(world.calls.length, before)
})

for (const [what, answers] of Object.entries({ ...misbehaviour(selected(OLD)), "status 404": {} as object }))
  test(`has its own words, or none, for ${what}, and asks again half an hour later`, async () => {
    const gone: Answers = (_, response) => response.writeHead(404).end()
    const [one, other] = [path("de", "selected", WITH), path("de", "events", WITH)]
    await feed({ [one]: what === "status 404" ? gone : answers, [other]: what === "status 404" ? gone : answers })
    const answer = await on(WITH)
    assert.equal([answer.from, answer.event !== ""], ["", true], "the table's English words")
    world.set(one, selected(OLD))
    clock.advance(29 * 60_000)
    assert.is((await on(WITH)).from, "", "left alone")
    clock.advance(2 * 60_000)
    await on(WITH)
    await quiet(clock)
    assert.is((await on(WITH)).from, what === "status 404" ? "" : "Wikipedia")
  })

test("waits for no answer that never ends", async () => {
  for (const [i, begin] of Object.values(unending(selected(OLD))).entries()) {
    const answers: typeof begin = (request, response) => {
      begin(request, response)
      void hangs(clock, 6_000)
    }
    await feed({ [path("sv", "selected", [2, i + 1])]: answers })
    assert.is((await on([2, i + 1], { language: "sv" })).from, "")
  }
})

test.run()
