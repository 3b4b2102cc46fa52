import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dayOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Mode, Scene } from "platen/sdk/mode"
import { settingsOf } from "../../../plugins/pages/mode-input.js"
import { checkMode, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import countdown from "../../../modes/countdown/mode.js"
import { all } from "../../plugins/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/modes-json/specs.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../words.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "../memo/page.js"
import { described as describe } from "../../setting.js"

const test = suite("countdown")
const mode: Mode = countdown

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)

interface Asked {
  readonly events?: readonly object[]
  readonly iso?: string
  readonly language?: string
  readonly width?: number
  readonly height?: number
}

async function sceneAt({
  events = [],
  iso = "2026-11-21",
  language = "en",
  width = 400,
  height = 300,
}: Asked = {}): Promise<Scene> {
  const settings = mode.settings!.parse({ countdownEvents: events })
  const outcome = await mode.content(contentContext({ settings, language, day: dayAt(iso) }))
  if ("skip" in outcome) throw new Error(outcome.skip)
  // The device's clock may have gone on since: what is shown is of the content's own day.
  const now = { ...dayAt("2028-01-01"), hour: 9, minute: 5, epoch: Date.parse("2028-01-01") }
  return mode.view(
    mode.data.parse(outcome.data),
    viewContext({
      settings,
      language,
      width,
      height,
      screen: screenClass(width, height),
      words: wordsIn(language),
      now,
    }),
  )
}

const linesAt = async (asked: Asked): Promise<string[]> => describe((await sceneAt(asked)).body).split("\n")

const SAYS: readonly (readonly [string, Asked, readonly string[]])[] = [
  ["days until", { events: [{ name: "Trip", date: "2027-03-26" }] }, ["Trip", "125  days", "Friday 26 March 2027"]],
  ["one day until", { events: [{ name: "Trip", date: "2026-11-22" }] }, ["Trip", "1  day", "Sunday 22 November 2026"]],
  ["today", { events: [{ name: "Trip", date: "2026-11-21" }] }, ["Trip", "Today", "Saturday 21 November 2026"]],
  [
    "today for what is counted up",
    { events: [{ name: "Trip", date: "2026-11-21", type: "countup" }] },
    ["Trip", "Today", "Saturday 21 November 2026"],
  ],
  [
    "one day ago",
    { events: [{ name: "Trip", date: "2026-11-20" }] },
    ["Trip", "1  day ago", "Friday 20 November 2026"],
  ],
  ["days ago", { events: [{ name: "Trip", date: "2026-11-01" }] }, ["Trip", "20  days ago", "Sunday 1 November 2026"]],
  [
    "one day since",
    { events: [{ name: "Home", date: "2026-11-20", type: "countup" }] },
    ["Home", "1  day", "since Friday 20 November 2026"],
  ],
  [
    "days since",
    { events: [{ name: "Home", date: "1926-12-16", type: "countup" }] },
    ["Home", "36,500  days", "since Thursday 16 December 1926"],
  ],
  [
    "the next of every year",
    { events: [{ name: "Anna", date: "1990-02-28", yearly: true }] },
    ["Anna", "99  days", "Sunday 28 February 2027"],
  ],
  [
    "days until in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2027-06-07" }] },
    ["高考", "198  天", "2027年6月7日 星期一"],
  ],
  [
    "one day until in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-11-22" }] },
    ["高考", "1  天", "2026年11月22日 星期日"],
  ],
  [
    "today in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-11-21" }] },
    ["高考", "今天", "2026年11月21日 星期六"],
  ],
  [
    "days ago in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-06-07" }] },
    ["高考", "167  天前", "2026年6月7日 星期日"],
  ],
  [
    "days since in Chinese",
    { language: "zh", events: [{ name: "戒烟", date: "2024-01-01", type: "countup" }] },
    ["戒烟", "1,055  天", "始于2024年1月1日 星期一"],
  ],
  ["the new year when nothing is set", {}, ["New Year’s Day", "41  days", "Friday 1 January 2027"]],
  ["the new year in Chinese", { language: "zh" }, ["元旦", "41  天", "2027年1月1日 星期五"]],
  [
    "the new year in English where it knows no better",
    { language: "xx" },
    ["New Year’s Day", "41  days", "Friday 1 January 2027"],
  ],
  ["the new year one day before", { iso: "2027-12-31" }, ["New Year’s Day", "1  day", "Saturday 1 January 2028"]],
  ["the new year on its day", { iso: "2027-01-01" }, ["New Year’s Day", "Today", "Friday 1 January 2027"]],
  ["the new year over a leap year", { iso: "2028-01-02" }, ["New Year’s Day", "365  days", "Monday 1 January 2029"]],
]
for (const [what, asked, lines] of SAYS)
  test(`says ${what}`, async () => {
    assert.equal(await linesAt(asked), lines)
  })

const MIXED = [
  { name: "Home", date: "2024-01-01", type: "countup" },
  { name: "Trip", date: "2027-03-26" },
  { name: "Anna", date: "1990-02-28", yearly: true },
  { name: "Old", date: "2026-11-20" },
  { name: "Concert", date: "2026-12-05" },
  { name: "Now", date: "2026-11-21" },
]

test("shows the nearest as its one big thing, and as many others as fit", async () => {
  assert.equal(await linesAt({ events: MIXED }), [
    "Now",
    "Today",
    "Saturday 21 November 2026",
    "Concert  5 Dec 2026  14  days",
    "Anna  28 Feb 2027  99  days",
    "Trip  26 Mar 2027  125  days",
  ])
  const rows = await Promise.all(
    [
      [296, 128],
      [400, 300],
      [800, 480],
      [200, 150],
    ].map(
      async ([width, height]) =>
        (await linesAt({ events: MIXED, width: width!, height: height! })).join("  ").match(/\d+ {2}days?/g)!.length,
    ),
  )
  assert.equal(rows, [2, 3, 5, 1])
})

test("says below how many more there are, and nothing when all are shown", async () => {
  assert.equal((await sceneAt({ events: MIXED })).footer, { attribution: "2 more" })
  assert.equal((await sceneAt({ events: MIXED, language: "zh" })).footer, { attribution: "另有2项" })
  assert.is((await sceneAt({ events: MIXED, width: 800, height: 480 })).footer, undefined)
})

test("lists what has been beside what comes", async () => {
  const lines = await linesAt({ events: [MIXED[0]!, MIXED[1]!, { name: "Old", date: "2026-11-20" }] })
  assert.equal(lines.slice(3), ["Old  20 Nov 2026  1  day ago", "Home  since 1 Jan 2024  1,055  days"])
})

test("sets the dates and the numbers of its list one under the other", async () => {
  const size = [400, 300] as const
  for (const dates of [
    ["2027-03-26", "9999-12-31", "2026-11-22"],
    ["9999-12-31", "2026-11-22", "2026-11-20"],
  ]) {
    const countdownEvents = ["2026-11-21", ...dates].map((date, i) => ({ name: `E${i}`, date }))
    const placements = placed(stage, await pageOf(stage, "COUNTDOWN", { countdownEvents }, size, "en"), size, "en")
    for (const column of [/^[\d,]+$/, /^\d+ \w{3} \d{4}$/, /^days?( ago)?$/]) {
      const cells = placements.filter(({ node, px }) => node.type === "text" && px === 14 && column.test(node.text))
      assert.is(cells.length, 3, String(column))
      assert.is(new Set(cells.map(({ left, width }) => left + width)).size, 1, String(column))
      assert.ok(cells.every(({ block }) => !block!.clipped))
    }
  }
})

test("uses the second ink for today alone", async () => {
  const red = async (asked: Asked) =>
    all((await sceneAt(asked)).body).flatMap((node) => (node.type === "text" && node.ink === "red" ? [node.text] : []))
  assert.equal(await red({ events: MIXED }), ["Today"])
  assert.equal(await red({}), [])
})

const GOOD = { name: "a", date: "2027-01-01" }
const REFUSED: readonly (readonly [string, unknown, RegExp])[] = [
  ["eleven events", Array.from({ length: 11 }, () => GOOD), /countdownEvents: /],
  ["no list", GOOD, /countdownEvents: /],
  ["an event without a name", [GOOD, { ...GOOD, name: "" }], /countdownEvents\.1\.name: /],
  ["an event with blanks for a name", [{ ...GOOD, name: "  " }], /countdownEvents\.0\.name: /],
  ["a name that is too long", [{ ...GOOD, name: "a".repeat(61) }], /countdownEvents\.0\.name: /],
  ["a day that there is not", [{ ...GOOD, date: "2027-02-29" }], /countdownEvents\.0\.date: /],
  ["a date in another form", [{ ...GOOD, date: "1.1.2027" }], /countdownEvents\.0\.date: /],
  ["another type", [{ ...GOOD, type: "timer" }], /countdownEvents\.0\.type: /],
  ["a yes in words", [{ ...GOOD, yearly: "yes" }], /countdownEvents\.0\.yearly: /],
  ["a field that it does not know", [{ ...GOOD, colour: "red" }], /countdownEvents\.0: .*colour/],
]
for (const [what, countdownEvents, message] of REFUSED)
  test(`refuses ${what}, by the field's name`, () => {
    assert.throws(() => settingsOf(mode, { countdownEvents }), message)
  })

test("fills in what an event leaves out", () => {
  assert.equal(settingsOf(mode, {}), { countdownEvents: [] })
  assert.equal(settingsOf(mode, { countdownEvents: [GOOD] }), {
    countdownEvents: [{ ...GOOD, type: "countdown", yearly: false }],
  })
})

test("has the same days offline", async () => {
  for (const language of INTERFACE_LANGUAGES) {
    for (const countdownEvents of [[], MIXED]) {
      const context = contentContext({ settings: mode.settings!.parse({ countdownEvents }), language })
      assert.equal(await mode.content(context), { data: mode.fallback(context) })
    }
  }
})

test("keeps every hostile name and the largest numbers in their places, at every size", async () => {
  const names = HOSTILE.map((name) => name.toWellFormed().slice(0, 60)).filter((name) => name.trim() !== "")
  for (const [i, name] of names.entries()) {
    const events = ["2026-11-23", "9999-12-31", "0001-01-01", "1926-12-16"].map((date, at) => ({
      name: names[(i + at) % names.length]!,
      date,
      type: at > 1 ? "countup" : "countdown",
    }))
    for (const countdownEvents of [
      [{ name, date: "9999-12-31" }],
      [{ name, date: "0001-01-01", type: "countup" }],
      events,
    ]) {
      for (const size of SIZES) {
        for (const language of ["en", "zh"]) {
          const page = await pageOf(stage, "COUNTDOWN", { countdownEvents }, size, language)
          assert.equal(strays(stage, page, size, language), [], `${size.join("x")} ${language} ${name}`)
        }
      }
    }
  }
})

test("cuts no number, at any size", async () => {
  for (const date of ["9999-12-31", "0001-01-01", "1926-12-16", "2026-11-22", "2026-11-20"]) {
    for (const size of SIZES) {
      for (const language of INTERFACE_LANGUAGES) {
        const page = await pageOf(
          stage,
          "COUNTDOWN",
          {
            countdownEvents: [
              { name: "It", date },
              { name: "Other", date: "8888-08-08" },
            ],
          },
          size,
          language,
        )
        for (const { node, block } of placed(stage, page, size, language))
          if (node.type === "text" && /^[\d,]+$/.test(node.text))
            assert.not.ok(block!.clipped, `${node.text} ${size.join("x")} ${language}`)
      }
    }
  }
})

test("passes the check of modes", async () => {
  await checkMode(mode, { stage })
})

test.run()
