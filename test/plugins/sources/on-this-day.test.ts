import { readFileSync } from "node:fs"
import { z } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { eventOf, rowsSchema } from "../../../plugins/sources/on-this-day/events.js"
import plugin from "../../../plugins/sources/on-this-day/index.js"
import { checkSource } from "../../testing/index.js"
import { setUp } from "../../set-up.js"

const test = suite("source-on-this-day")
const FILE = new URL("../../../../plugins/sources/on-this-day/rows.json", import.meta.url)
const rows = rowsSchema.parse(JSON.parse(readFileSync(FILE, "utf8")))
/** By date, addresses of pages of two hosts that give the event and its full date. */
const found = z
  .record(z.string(), z.tuple([z.url(), z.url()]))
  .parse(JSON.parse(readFileSync(new URL("./sources.json", FILE), "utf8")))
const on = (year: number, month: number, day: number) => ({ year, month, day, weekday: 0 })

test("has an event for at least 300 days, one a day, in order of the days", () => {
  assert.ok(rows.length >= 300, `${rows.length}`)
  const days = rows.map(({ date }) => date)
  assert.equal(days, [...new Set(days)].sort())
  for (const { date, year } of rows) {
    const [month, day] = date.split("-").map(Number) as [number, number]
    const at = new Date(Date.UTC(2000, month - 1, day))
    at.setUTCFullYear(year)
    assert.equal([at.getUTCMonth() + 1, at.getUTCDate()], [month, day], `${year}-${date} is a day`)
  }
})

test("gives two sources of two hosts for every event, and both languages", () => {
  assert.equal(
    Object.keys(found),
    rows.map(({ date }) => date),
  )
  for (const { date, text } of rows) {
    const [one, other] = found[date]!.map((each) => new URL(each).hostname.replace(/^www\./, ""))
    assert.is.not(one, other, date)
    assert.ok(text.en.length >= 35 && text.en.length <= 125 && text.en.endsWith("."), `${date}: ${text.en}`)
    assert.ok(text.zh.length >= 12 && text.zh.length <= 50 && text.zh.endsWith("。"), `${date}: ${text.zh}`)
    assert.not.match(text.en, /["']/, "quotes and apostrophes are curly")
    assert.not.match(text.en, /\b(?:1[0-9]{3}|20[0-9]{2})\b/, "the year stands elsewhere")
  }
})

test("marks days that are converted from the Julian calendar, and has none of them where it was not in use", () => {
  const julian = rows.filter(({ calendar }) => calendar === "julian")
  assert.ok(julian.length > 0 && julian.length < 20)
  for (const { year } of julian) assert.ok(year < 1924)
  for (const { calendar, year, date } of rows)
    assert.ok(calendar === "julian" || `${year}-${date}` >= "1582-10-15", `${year}-${date}`)
})

test("answers the event of the day in the language, with the years since then", () => {
  const [{ date, year, text }] = rows as [(typeof rows)[number]]
  const [month, day] = date.split("-").map(Number) as [number, number]
  assert.equal(eventOf(rows, on(2026, month, day), "en"), {
    event: text.en,
    since: year,
    years: 2026 - year,
    oldStyle: false,
    from: "",
  })
  assert.is(eventOf(rows, on(2026, month, day), "zh-CN").event, text.zh)
  assert.is(eventOf(rows, on(2026, month, day), "de").event, text.en)
  assert.is(eventOf(rows, on(year, month, day), "en").event, "", "the year itself is not an anniversary")
})

test("answers a day without an event without words", () => {
  const missing = Array.from({ length: 365 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)))
    .map((at) => on(2026, at.getUTCMonth() + 1, at.getUTCDate()))
    .filter((day) => eventOf(rows, day, "en").event === "")
  assert.ok(missing.length > 0 && missing.length < 66)
  assert.equal(eventOf(rows, missing[0]!, "en"), { event: "", since: 0, years: 0, oldStyle: false, from: "" })
})

test("keeps to its schema, without a network", async () => {
  const [source] = (
    await setUp(plugin, { files: { text: async () => readFileSync(FILE, "utf8") } as never }, { wikipedia: false })
  ).to(SOURCES)
  for (let day = 1; day <= 28; day++) await checkSource(source!, {}, { day: on(2026, 2, day), language: "zh" })
})

test.run()
