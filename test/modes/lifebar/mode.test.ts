import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../../depth.js"
import { dayOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Mode, Scene, SceneNode } from "platen/sdk/mode"
import { settingsOf } from "../../../plugins/pages/pages/mode-input.js"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import lifebar from "../../../modes/lifebar/mode.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../words.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "../memo/page.js"
import { described as describe } from "../../setting.js"

const test = suite("lifebar")
const mode: Mode = lifebar

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

interface Asked {
  readonly iso?: string
  readonly language?: string
  readonly settings?: object
  readonly width?: number
  readonly height?: number
}

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)
const contextAt = ({ iso = "2026-11-21", language = "en", settings = {} }: Asked) =>
  contentContext({ settings: mode.settings!.parse(settings), language, day: dayAt(iso) })

async function sceneAt(asked: Asked = {}): Promise<Scene> {
  const { language = "en", width = 400, height = 300 } = asked
  const context = contextAt(asked)
  const outcome = await mode.content(context)
  if ("skip" in outcome) throw new Error(outcome.skip)
  // The device's clock may have gone on since: what is shown is of the content's own day.
  const now = { ...dayAt("2029-05-05"), hour: 9, minute: 5, epoch: Date.parse("2029-05-05") }
  return mode.view(
    mode.data.parse(outcome.data),
    viewContext({
      settings: context.settings,
      language,
      width,
      height,
      screen: screenClass(width, height),
      words: wordsIn(language),
      now,
    }),
  )
}

const linesAt = async (asked?: Asked): Promise<string[]> => describe((await sceneAt(asked)).body).split("\n")
const BORN = { birth: "1990-03-15" }

const SAYS: readonly (readonly [string, Asked, readonly string[]])[] = [
  [
    "how much of each is over",
    {},
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%"],
  ],
  [
    "it in Chinese",
    { language: "zh" },
    ["88%  2026年", "已过324天，共365天", "第四季度  55%", "十一月  66%", "本周  71%"],
  ],
  [
    "it in English where it knows no better",
    { language: "xx" },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%"],
  ],
  [
    "weeks from Sunday",
    { settings: { weekStart: "sunday" } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  85%"],
  ],
  [
    "nothing on the first day",
    { iso: "2024-01-01" },
    ["0%  2024", "0 of 366 days gone", "Quarter 1  0%", "January  0%", "This week  0%"],
  ],
  [
    "not all on the last",
    { iso: "2024-12-31" },
    ["99%  2024", "365 of 366 days gone", "Quarter 4  98%", "December  96%", "This week  14%"],
  ],
  [
    "it on 29 February",
    { iso: "2028-02-29" },
    ["16%  2028", "59 of 366 days gone", "Quarter 1  64%", "February  96%", "This week  14%"],
  ],
  [
    "a life",
    { settings: BORN },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%", "Life  45%"],
  ],
  [
    "a life in Chinese",
    { language: "zh", settings: BORN },
    ["88%  2026年", "已过324天，共365天", "第四季度  55%", "十一月  66%", "本周  71%", "人生  45%"],
  ],
  [
    "another number of years",
    { settings: { ...BORN, life_expect: 120 } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%", "Life  30%"],
  ],
  [
    "a life by another name",
    { settings: { ...BORN, life_label: " The\nlong  run " } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%", "The long run  45%"],
  ],
  [
    "a life by its own name when the other cannot be seen",
    { settings: { ...BORN, life_label: " \u200b " } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%", "Life  45%"],
  ],
  [
    "a name without the marks that pile up on it",
    { settings: { ...BORN, life_label: "Z\u0334\u0327\u0322\u031bo" } },
    [
      "88%  2026",
      "324 of 365 days gone",
      "Quarter 4  55%",
      "November  66%",
      "This week  71%",
      "Z\u0334\u0327o  45%".normalize("NFC"),
    ],
  ],
  [
    "no more than all of a life",
    { settings: { birth: "1890-03-15" } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%", "Life  100%"],
  ],
  [
    "nothing of a life to come",
    { settings: { birth: "2026-11-22", life_label: "Baby" } },
    ["88%  2026", "324 of 365 days gone", "Quarter 4  55%", "November  66%", "This week  71%"],
  ],
  [
    "it on a flat strip",
    { width: 296, height: 128, settings: BORN },
    ["88%", "2026", "Quarter 4  55%", "November  66%", "This week  71%", "Life  45%", "324 of 365 days gone"],
  ],
  [
    "what there is room for on a small page",
    { width: 200, height: 150, settings: BORN },
    ["88%", "2026", "Quarter 4  55%", "November  66%", "This week  71%", "Life  45%", "324 of 365 days gone"],
  ],
]
for (const [what, asked, lines] of SAYS)
  test(`says ${what}`, async () => {
    assert.equal(await linesAt(asked), lines)
  })

const AGES: readonly (readonly [string, Asked, string | undefined])[] = [
  ["of years and days", { settings: BORN }, "36 years and 251 days old"],
  ["of one year and one day", { settings: { birth: "2025-11-20" } }, "1 year and 1 day old"],
  ["of years alone", { settings: { birth: "1990-11-21" } }, "36 years old"],
  ["of days alone", { settings: { birth: "2026-11-11" } }, "10 days old"],
  ["of a first day", { settings: { birth: "2026-11-21" } }, "0 days old"],
  ["in Chinese", { language: "zh", settings: BORN }, "36岁零251天"],
  ["of days alone in Chinese", { language: "zh", settings: { birth: "2026-11-11" } }, "10天"],
  ["not where there is little room", { width: 200, height: 150, settings: BORN }, undefined],
  ["not in the footer where it stands over a wall of weeks", { width: 800, height: 480, settings: BORN }, undefined],
  ["of nobody", {}, undefined],
  ["of nobody yet", { settings: { birth: "2030-01-01" } }, undefined],
]
for (const [what, asked, says] of AGES)
  test(`says the age ${what}`, async () => {
    assert.is((await sceneAt(asked)).footer?.attribution, says)
  })

/** The share of each bar: a row of a black part and a hairline. */
const barsOf = (node: SceneNode): number[] =>
  all(node).flatMap((each) => {
    if (each.type !== "row") return []
    const [gone, rest] = each.children as readonly {
      readonly fill?: string
      readonly grow?: number
      readonly height?: number
    }[]
    return gone?.fill === "black" && rest?.fill === "black" && rest.height === 1 ? [gone.grow!] : []
  })

const nodesOf = <T extends SceneNode["type"]>(node: SceneNode, type: T): Extract<SceneNode, { type: T }>[] =>
  all(node).filter((each): each is Extract<SceneNode, { type: T }> => each.type === type)

test("draws the year as a stroke a day, by its months, and today in red", async () => {
  const [strokes, ...more] = nodesOf((await sceneAt()).body, "strokes")
  assert.is(more.length, 0)
  assert.equal([strokes!.count, strokes!.done, strokes!.ink], [365, 324, "red"])
  assert.equal(strokes!.starts, [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])
  assert.is(strokes!.names?.length, 12)
  const [leap] = nodesOf((await sceneAt({ iso: "2028-02-29" })).body, "strokes")
  assert.equal([leap!.count, leap!.done, leap!.starts![2]], [366, 59, 60])
})

test("draws a life as a wall of weeks from 800 pixels, this week in red", async () => {
  const wallAt = async (asked: Asked) => nodesOf((await sceneAt(asked)).body, "marks")
  const [wall] = await wallAt({ width: 800, height: 480, settings: BORN })
  assert.is(wall!.columns, 52)
  assert.is(wall!.states.length, 80 * 52)
  assert.equal([wall!.states.match(/#/g)!.length, wall!.states.match(/x/g)!.length], [1907, 1])
  assert.match(wall!.states, /^#+xo+$/)
  assert.is((await wallAt({ width: 480, height: 800, settings: BORN }))[0]!.columns, 104)
  assert.equal(await wallAt({ width: 648, height: 480, settings: BORN }), [])
  assert.equal(await wallAt({ width: 800, height: 480 }), [])
  const [over] = await wallAt({ width: 800, height: 480, settings: { birth: "1890-03-15" } })
  assert.match(over!.states, /^#+x$/)
  assert.match((await linesAt({ width: 800, height: 480, settings: BORN })).join("\n"), /36 years and 251 days old/)
})

test("fills each bar as far as its figure says", async () => {
  assert.equal(barsOf((await sceneAt({ settings: BORN })).body), [0.55, 0.66, 0.71, 0.45])
})

const REFUSED: readonly (readonly [string, object, RegExp])[] = [
  ["a day that there is not", { birth: "2026-02-30" }, /LIFEBAR are invalid: birth: /],
  ["a date in another form", { birth: "15.3.1990" }, /birth: /],
  ["no years at all", { life_expect: 0 }, /life_expect: /],
  ["too many years", { life_expect: 131 }, /life_expect: /],
  ["half a year", { life_expect: 80.5 }, /life_expect: /],
  ["years in words", { life_expect: "80" }, /life_expect: /],
  ["a name that is too long", { life_label: "a".repeat(25) }, /life_label: /],
  ["a week that begins on another day", { weekStart: "friday" }, /weekStart: /],
  ["a field that it does not know", { age: 36 }, /age/],
]
for (const [what, settings, message] of REFUSED)
  test(`refuses ${what}, by the field's name`, () => {
    assert.throws(() => settingsOf(mode, settings), message)
  })

test("expects eighty years and weeks from Monday unless told otherwise", () => {
  assert.equal(settingsOf(mode, {}), { life_expect: 80, life_label: "", weekStart: "monday", design: "page" })
  assert.equal(settingsOf(mode, { ...BORN, life_expect: 130 }), {
    ...BORN,
    life_expect: 130,
    life_label: "",
    weekStart: "monday",
    design: "page",
  })
})

test("has the same shares offline", async () => {
  for (const settings of [{}, BORN]) {
    const context = contextAt({ settings })
    assert.equal(await mode.content(context), { data: mode.fallback(context) })
  }
})

test("keeps every hostile name in its place, at every size", async () => {
  const [next, sizes] = [turns(SIZES.length), turns(HOSTILE.length)]
  for (const name of HOSTILE) {
    const some = sizes(SIZES, SIZES.length / 2)
    for (const birth of ["0001-01-01", "1990-03-15"]) {
      for (const size of some) {
        for (const language of next(["en", "zh"])) {
          const page = await pageOf(stage, "LIFEBAR", { birth, life_label: name.slice(0, 24) }, size, language)
          assert.equal(strays(stage, page, size, language), [], `${size.join("x")} ${language} ${name}`)
        }
      }
    }
  }
})

test("cuts no figure and no name of its own, at any size", async () => {
  const next = turns(SIZES.length)
  for (const size of SIZES) {
    for (const language of next(INTERFACE_LANGUAGES, 3)) {
      const page = await pageOf(stage, "LIFEBAR", { birth: "1890-01-01" }, size, language)
      const cut = placed(stage, page, size, language).flatMap(({ node, block }) =>
        node.type === "text" && block!.clipped && !["上午"].includes(node.text) ? [node.text] : [],
      )
      assert.equal(cut, [], `${size.join("x")} ${language}`)
    }
  }
})

test.run()
