import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenClass } from "platen/sdk/mode"
import type { ViewContext } from "platen/sdk/mode"
import { skyOf } from "../../../plugins/pages/pages/sky.js"
import { upcoming, whenOf } from "../../../modes/briefing/agenda.js"
import { CHINESE, ENGLISH, lineOf } from "../../../modes/briefing/lines.js"
import briefing from "../../../modes/briefing/mode.js"
import type { BriefingData, BriefingEvent, BriefingSettings } from "../../../modes/briefing/mode.js"
import { shortened } from "../../../modes/briefing/shortened.js"
import { wordsOf } from "../../../modes/briefing/words.js"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { SIZES } from "../../pictures/sizes.js"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import { DATA } from "../../pictures/content.js"
import { viewContext } from "../../plugins/pages/modes-json/specs.js"
import { described } from "../../setting.js"
import { requestFor } from "platen/testing"
import { INTERFACE_LANGUAGES, wordsIn } from "../../words.js"

const test = suite("briefing")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

const BERLIN = { latitude: 52.52, longitude: 13.4 }
const NOW = {
  year: 2026,
  month: 11,
  day: 21,
  weekday: 6,
  hour: 9,
  minute: 5,
  epoch: Date.parse("2026-11-21T09:05:00Z"),
}

function contextOf(
  language = "en",
  given: object = {},
  [width, height]: readonly [number, number] = [800, 480],
): ViewContext<BriefingSettings> {
  return viewContext({
    settings: briefing.settings!.parse(given),
    language,
    now: NOW,
    width,
    height,
    screen: screenClass(width, height),
    words: wordsIn(language),
    sky: (day) => skyOf(day, BERLIN, "UTC"),
  }) as ViewContext<BriefingSettings>
}

const event = (parts: Partial<BriefingEvent> & { readonly from: string; readonly to?: string }): BriefingEvent => ({
  title: "It",
  place: "",
  allDay: false,
  at: Date.parse(parts.from),
  until: Date.parse(parts.to ?? parts.from),
  first: parts.from.slice(0, 10),
  last: (parts.to ?? parts.from).slice(0, 10),
  ...parts,
})

for (const [what, given, isShown] of [
  ["one that is to come", { from: "2026-11-21T10:00Z", to: "2026-11-21T11:00Z" }, true],
  ["one that goes on", { from: "2026-11-21T08:00Z", to: "2026-11-21T10:00Z" }, true],
  ["one that is over", { from: "2026-11-21T08:00Z", to: "2026-11-21T09:05Z" }, false],
  ["a moment that is past", { from: "2026-11-21T09:00Z" }, false],
  ["a moment that is now", { from: "2026-11-21T09:05Z" }, true],
  ["a day that is today", { from: "2026-11-21", allDay: true }, true],
  ["a day that was yesterday", { from: "2026-11-20", allDay: true }, false],
  ["days that end today", { from: "2026-11-18", to: "2026-11-21", allDay: true }, true],
] as const)
  test(`${isShown ? "shows" : "leaves out"} ${what}`, () => {
    assert.is(upcoming([event(given)], contextOf()).length, isShown ? 1 : 0)
  })

for (const [what, given, language, expected] of [
  ["today", { from: "2026-11-21T10:05Z" }, "en", "10:05"],
  ["of all of today", { from: "2026-11-21", allDay: true }, "en", "all day"],
  ["that began yesterday", { from: "2026-11-20T10:00Z", to: "2026-11-22T10:00Z" }, "de", "ganztägig"],
  ["tomorrow", { from: "2026-11-22T10:05Z" }, "en", "Sun 10:05"],
  ["of all of Tuesday", { from: "2026-11-24", allDay: true }, "zh", "周二"],
  ["on a page with digits of its own", { from: "2026-11-21T10:05Z" }, "ar", "١٠:٠٥"],
] as const)
  test(`says when an appointment ${what} begins`, () => {
    assert.is(whenOf(event(given), contextOf(language)), expected)
  })

const FULL = briefing.data.parse(DATA.BRIEFING) as BriefingData
const NOTHING = briefing.fallback({ place: undefined } as never) as BriefingData
const shown = (
  data: BriefingData,
  language = "en",
  given: object = {},
  size: readonly [number, number] = [800, 480],
): string => described(briefing.view(data, contextOf(language, given, size)).body)

test("shows the weather, the appointments, the headlines and the line", () => {
  const words = shown(FULL)
  for (const part of ["10°", "light rain", "3° / 14°", "Dentist", "13:00", "Harbour reopens", "The Quay Post"])
    assert.ok(words.includes(part), `${part}: ${words}`)
  assert.ok(words.includes(lineOf(NOW, "en").text))
})

test("shows degrees in the units of the settings, else of the language", () => {
  assert.match(shown(FULL, "en", { units: "us" }), /49°/)
  assert.match(shown(FULL, "en-US"), /49°/)
  assert.match(shown(FULL, "en-US", { units: "metric" }), /10°/)
})

for (const [what, missing, sentence] of [
  ["without a place", "place", /Enter a place/],
  ["without a network", "network", /cannot be fetched/],
] as const)
  test(`says why there is no weather, with the day, sun, moon and the line, ${what}`, () => {
    for (const size of [
      [800, 480],
      [400, 300],
    ] as const) {
      const words = shown({ ...NOTHING, missing }, "en", {}, size)
      assert.match(words, sentence)
      for (const part of ["21", "November", "Sunrise", "Moon", lineOf(NOW, "en").text])
        assert.ok(words.includes(part), `${part}: ${words}`)
    }
  })

test("says that calendars are empty only of those that were read", () => {
  const feeds = [{ name: "Home", url: "x" }]
  assert.match(shown({ ...FULL, events: [] }, "en", { feeds }), /Nothing in the next seven days/)
  assert.not.match(shown({ ...FULL, events: [], unread: ["Home"] }, "en", { feeds }), /Nothing in the next/)
  assert.match(shown({ ...FULL, events: [], unread: ["Home"] }, "en", { feeds }), /Not read: Home/)
  assert.not.match(shown({ ...FULL, events: [] }), /Nothing in the next/)
})

test("names calendars that were not read on every screen", () => {
  const feeds = [{ name: "Home", url: "x" }]
  for (const size of SIZES)
    assert.match(shown({ ...FULL, unread: ["Home"] }, "en", { feeds }, size), /Not read: Home/, size.join("x"))
})

test("names calendars of which some entries were not read", () => {
  const feeds = [{ name: "Home", url: "x" }]
  const incomplete = [{ name: "Home", entries: 2 }]
  assert.match(shown({ ...FULL, incomplete }, "en", { feeds }), /Not read: Home \(entries: 2\)/)
  assert.match(shown({ ...FULL, events: [], incomplete }, "en", { feeds }), /Nothing in the next seven days/)
})

test("has sentences of its own in every language", () => {
  for (const language of INTERFACE_LANGUAGES) {
    const own = wordsOf(language)
    for (const [key, words] of Object.entries(own)) {
      assert.ok(words.length > 0, `${language} ${key}`)
      assert.is(words.includes("{names}"), key === "unread", `${language} ${key}`)
    }
    if (language !== "en") assert.is.not(own.free, wordsOf("en").free, language)
  }
})

test("has at least thirty different lines in English and in Chinese, each short", () => {
  for (const [pool, most] of [
    [ENGLISH, 52],
    [CHINESE, 20],
  ] as const) {
    assert.ok(pool.length >= 30)
    assert.is(new Set(pool).size, pool.length)
    for (const line of pool) assert.ok(line.length <= most, line)
  }
})

test("has one line all day, another on the next, and each before any comes again", () => {
  const day = (i: number): { year: number; month: number; day: number; weekday: number } => {
    const date = new Date(Date.UTC(2026, 10, 21 + i))
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
    }
  }
  const seen = new Set(ENGLISH.map((_, i) => lineOf(day(i), "fr").text))
  assert.is(seen.size, ENGLISH.length)
  assert.ok(CHINESE.includes(lineOf(NOW, "zh-CN").text))
  assert.is(lineOf(NOW, "fr").language, "en")
  assert.is(lineOf(NOW, "zh-TW").language, "zh-TW")
})

for (const [text, width, expected] of [
  ["short", 10, "short"],
  ["exactly 10", 10, "exactly 10"],
  ["a few words more", 12, "a few words…"],
  ["unbreakable", 5, "unbre…"],
  ["港口重新开放", 6, "港口重…"],
  ["ab👩‍👩‍👧cd", 3, "ab…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301…"],
] as const)
  test(`shortens ${JSON.stringify(text)} to ${width} letters`, () => {
    assert.is(shortened(text, width), expected)
  })

const LONG = "The committee that had been asked to shorten the names of committees has published its report "
  .repeat(3)
  .trim()
const many = Array.from({ length: 40 }, (_, i) =>
  event({ title: LONG, place: LONG, from: `2026-11-2${1 + (i % 7)}T20:00Z`, to: `2026-11-2${1 + (i % 7)}T21:00Z` }),
)
const EXTREMES: Readonly<Record<string, object>> = {
  "very long texts": { ...FULL, events: many, news: FULL.news.map(() => ({ title: LONG, source: LONG })) },
  "very cold": { ...FULL, weather: { ...FULL.weather!, temperature: -38.6, low: -40, high: -33.2, code: 67 } },
  "nothing but the weather": { ...FULL, events: [], news: [] },
  "no weather": { ...FULL, weather: null, missing: "place" },
  "nothing at all": NOTHING,
  "one of each": { ...FULL, events: [FULL.events[0]], news: [FULL.news[0]] },
  "no texts": {
    ...FULL,
    events: [event({ title: "", from: "2026-11-21T20:00Z" })],
    news: [{ title: "?", source: "" }],
  },
}

for (const [what, data] of Object.entries(EXTREMES))
  test(`draws a whole page with ${what} at every size`, async () => {
    const mode = stage.app.get(MODES).get("BRIEFING")!
    for (const size of SIZES) {
      for (const language of ["en", "de", "zh", "ja"]) {
        const screen = { width: size[0], height: size[1], palette: "bw", language }
        const request = { ...requestFor(stage.app, "BRIEFING", screen, language), place: BERLIN, data }
        const { page } = (await stage.app.get(DRAW).page(mode, request))!
        const findings = stage.app.get(RASTERIZER).lint(page, request)
        assert.equal(
          findings.map(({ message }) => message),
          [],
          `${size.join("x")} ${language}`,
        )
      }
    }
  })

test.run()
