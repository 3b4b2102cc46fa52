import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../../depth.js"
import { dayOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Mode, Scene, SceneNode } from "platen/sdk/mode"
import { settingsOf } from "../../../plugins/pages/pages/mode-input.js"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import countdown from "../../../modes/countdown/mode.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
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
  ["days until", { events: [{ name: "Trip", date: "2027-03-26" }] }, ["125  days  Trip  Friday 26 March 2027"]],
  ["one day until", { events: [{ name: "Trip", date: "2026-11-22" }] }, ["1  day  Trip  Sunday 22 November 2026"]],
  ["today", { events: [{ name: "Trip", date: "2026-11-21" }] }, ["Today  Trip · Saturday 21 November 2026"]],
  [
    "today for what is counted up",
    { events: [{ name: "Trip", date: "2026-11-21", type: "countup" }] },
    ["Today  Trip · Saturday 21 November 2026"],
  ],
  ["one day ago", { events: [{ name: "Trip", date: "2026-11-20" }] }, ["1  day ago  Trip  Friday 20 November 2026"]],
  ["days ago", { events: [{ name: "Trip", date: "2026-11-01" }] }, ["20  days ago  Trip  Sunday 1 November 2026"]],
  [
    "one day since",
    { events: [{ name: "Home", date: "2026-11-20", type: "countup" }] },
    ["1  day  Home  since Friday 20 November 2026"],
  ],
  [
    "days since",
    { events: [{ name: "Home", date: "1926-12-16", type: "countup" }] },
    ["36,500  days  Home  since Thursday 16 December 1926"],
  ],
  [
    "the next of every year",
    { events: [{ name: "Anna", date: "1990-02-28", yearly: true }] },
    ["99  days  Anna  Sunday 28 February 2027"],
  ],
  [
    "days until in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2027-06-07" }] },
    ["198  天  高考  2027年6月7日 星期一"],
  ],
  [
    "one day until in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-11-22" }] },
    ["1  天  高考  2026年11月22日 星期日"],
  ],
  [
    "today in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-11-21" }] },
    ["今天  高考 · 2026年11月21日 星期六"],
  ],
  [
    "days ago in Chinese",
    { language: "zh", events: [{ name: "高考", date: "2026-06-07" }] },
    ["167  天前  高考  2026年6月7日 星期日"],
  ],
  [
    "days since in Japanese, which are no days to come",
    { events: [{ name: "犬", date: "2024-01-23", type: "countup" }], language: "ja" },
    ["1,033  日  犬  2024年1月23日火曜日から"],
  ],
  [
    "days since in Chinese",
    { language: "zh", events: [{ name: "戒烟", date: "2024-01-01", type: "countup" }] },
    ["1,055  天  戒烟  始于2024年1月1日 星期一"],
  ],
  ["the new year when nothing is set", {}, ["41  days  New Year’s Day  Friday 1 January 2027"]],
  ["the new year in Chinese", { language: "zh" }, ["41  天  元旦  2027年1月1日 星期五"]],
  [
    "the new year in English where it knows no better",
    { language: "xx" },
    ["41  days  New Year’s Day  Friday 1 January 2027"],
  ],
  ["the new year one day before", { iso: "2027-12-31" }, ["1  day  New Year’s Day  Saturday 1 January 2028"]],
  ["the new year on its day", { iso: "2027-01-01" }, ["Today  New Year’s Day · Friday 1 January 2027"]],
  ["the new year over a leap year", { iso: "2028-01-02" }, ["365  days  New Year’s Day  Monday 1 January 2029"]],
]
for (const [what, asked, lines] of SAYS)
  test(`says ${what}`, async () => {
    assert.equal(
      await linesAt(asked),
      lines.flatMap((line) => line.split("  ")),
    )
  })

const MIXED = [
  { name: "Home", date: "2024-01-01", type: "countup" },
  { name: "Trip", date: "2027-03-26" },
  { name: "Anna", date: "1990-02-28", yearly: true },
  { name: "Old", date: "2026-11-20" },
  { name: "Concert", date: "2026-12-05" },
  { name: "Soon", date: "2026-11-22" },
]

test("shows the nearest as its one big thing, and as many others as fit", async () => {
  assert.equal(await linesAt({ events: MIXED }), [
    "1",
    "day",
    "Soon",
    "Sunday 22 November 2026",
    "Concert  14 days",
    "Anna  99 days",
    "3 more",
  ])
  const rows = await Promise.all(
    [
      [128, 296],
      [212, 104],
      [296, 128],
      [400, 300],
      [800, 480],
      [1600, 1200],
    ].map(
      async ([width, height]) =>
        (await linesAt({ events: MIXED, width: width!, height: height! })).join("  ").match(/\d+ {1,2}days?/g)
          ?.length ?? 0,
    ),
  )
  assert.equal(rows, [1, 1, 2, 3, 4, 6])
})

test("names all that is today, and nothing else", async () => {
  const events = [...MIXED, { name: "Now", date: "2026-11-21" }, { name: "Here", date: "2026-11-21" }]
  assert.equal(await linesAt({ events }), ["Today", "Now · Here · Saturday 21 November 2026"])
})

test("says how many more there are where there is room, and nothing when all are shown", async () => {
  const said = async (asked: Asked): Promise<boolean> => (await linesAt(asked)).join("\n").includes("3 more")
  assert.is(await said({ events: MIXED }), true)
  assert.match((await linesAt({ events: MIXED, language: "zh" })).join("\n"), /另有3项/)
  assert.not.match((await linesAt({ events: MIXED.slice(0, 3) })).join("\n"), /more/)
})

test("lists what has been beside what comes", async () => {
  const lines = await linesAt({ events: [MIXED[0]!, MIXED[1]!, { name: "Old", date: "2026-11-20" }] })
  assert.equal(lines.slice(-2), ["Old  1 day ago", "Home  1,055 days"])
})

test("draws a stroke a day up to an event of the coming year, and red numbers in the last week", async () => {
  const nodes = async (date: string): Promise<readonly SceneNode[]> =>
    all((await sceneAt({ events: [{ name: "Trip", date }] })).body)
  const strokes = async (date: string): Promise<readonly (readonly [number, number])[]> =>
    (await nodes(date)).flatMap((node) => (node.type === "strokes" ? [[node.count, node.done] as const] : []))
  assert.equal(await strokes("2027-03-01"), [[108, 8]])
  assert.equal(await strokes("2028-03-01"), [])
  assert.equal(await strokes("2026-11-21"), [])
  assert.equal(await strokes("2026-11-01"), [])
  const isRed = async (date: string): Promise<boolean> =>
    (await nodes(date)).some((node) => node.type === "text" && node.ink === "red" && /^\d+$/.test(node.text))
  assert.equal(await Promise.all(["2026-11-22", "2026-11-28", "2026-11-29"].map(isRed)), [true, true, false])
})

test("uses the second ink for the last week alone", async () => {
  const red = async (asked: Asked) =>
    all((await sceneAt(asked)).body).flatMap((node) => (node.type === "text" && node.ink === "red" ? [node.text] : []))
  assert.equal(await red({ events: MIXED }), ["1"])
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
  assert.equal(settingsOf(mode, {}), { countdownEvents: [], design: "page" })
  assert.equal(settingsOf(mode, { countdownEvents: [GOOD] }), {
    countdownEvents: [{ ...GOOD, type: "countdown", yearly: false }],
    design: "page",
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
  const [next, sizes] = [turns(SIZES.length), turns(HOSTILE.length)]
  const names = HOSTILE.map((name) => name.toWellFormed().slice(0, 60)).filter((name) => name.trim() !== "")
  for (const [i, name] of names.entries()) {
    const some = sizes(SIZES, SIZES.length / 2)
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
      for (const size of some) {
        for (const language of next(["en", "zh"])) {
          const page = await pageOf(stage, "COUNTDOWN", { countdownEvents }, size, language)
          assert.equal(strays(stage, page, size, language), [], `${size.join("x")} ${language} ${name}`)
        }
      }
    }
  }
})

test("cuts no number, at any size", async () => {
  const next = turns(SIZES.length)
  for (const date of ["9999-12-31", "0001-01-01", "1926-12-16", "2026-11-22", "2026-11-20"]) {
    for (const size of SIZES) {
      for (const language of next(INTERFACE_LANGUAGES, 3)) {
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

test.run()
