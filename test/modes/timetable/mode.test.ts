import { screenClass } from "platen/sdk/mode"
import type { Mode, SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import timetable from "../../../modes/timetable/mode.js"
import { wordsOf } from "../../../modes/timetable/words.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
import { described as describe } from "../../setting.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../words.js"
import { HOSTILE, pageOf, SIZES, strays } from "../memo/page.js"

const test = suite("timetable")
const mode: Mode = timetable

/** A Tuesday. */
const clock = fakeClock("2026-11-24T09:10:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

/** A screen with room for a whole week below the present. */
const WIDE = [648, 480] as const
const PERIODS = ["08:00-08:45", "09:00-09:45", "10:15-11:00"]
const COURSES = { "0-0": "Maths/B12", "1-0": "Music", "1-1": "Physics/P1", "1-2": "Sports/Gym", "3-0": "Latin" }

interface Asked {
  readonly settings?: object
  readonly language?: string
  readonly weekday?: number
  readonly hour?: number
  readonly size?: readonly [number, number]
}

async function sceneAt({
  settings: given = { periods: PERIODS, courses: COURSES },
  language = "en",
  weekday = 2,
  hour = 9,
  size: [width, height] = [400, 300],
}: Asked = {}): Promise<SceneNode> {
  const settings = mode.settings!.parse(given)
  const outcome = await mode.content(contentContext({ settings, language }))
  if ("skip" in outcome) throw new Error(outcome.skip)
  const now = { year: 2026, month: 11, day: 22 + weekday, weekday, hour, minute: 10, epoch: 0 }
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
  ).body
}

const saidAt = async (asked: Asked = {}): Promise<string> => describe(await sceneAt(asked)).replace(/\s+/g, " ")
const DAILY = { style: "daily", periods: PERIODS, courses: COURSES }

test("says what runs, until when, and what comes next", async () => {
  assert.match(await saidAt(), /Physics, P1, until 9:45 · Next: 10:15 Sports$/)
  assert.match(await saidAt({ hour: 7 }), /Next: 8:00 Music, in 50 min$/)
  assert.match(await saidAt({ hour: 6 }), /Next: 8:00 Music, in 1 h 50 min, ?$|Next: 8:00 Music, in 1 h 50 min$/)
  assert.match(await saidAt({ hour: 12 }), /No more lessons today · Next: Thu 8:00 Latin$/)
  assert.match(await saidAt({ weekday: 3 }), /No lessons today · Next: Thu 8:00 Latin$/)
})

test("says in its daily page the lessons of today, or of the next day with some", async () => {
  const today = await saidAt({ settings: DAILY })
  assert.match(today, /^NOW, UNTIL 9:45 Physics P1 Next · in 65 min 10:15 Sports TUESDAY/)
  for (const name of ["Music", "Physics", "Sports"]) assert.ok(today.split("TUESDAY")[1]!.includes(name), name)
  const idle = await saidAt({ settings: DAILY, weekday: 3 })
  assert.match(idle, /^WEDNESDAY 25 No lessons today Next · Thursday 8:00 Latin THURSDAY/)
})

test("has columns for the days from Monday to Friday, and of the weekend for those with lessons", async () => {
  const heads = async (courses: object): Promise<readonly string[]> =>
    (await saidAt({ settings: { periods: PERIODS, courses }, size: WIDE })).match(
      /\b(MON|TUE|WED|THU|FRI|SAT|SUN)\b/g,
    ) ?? []
  assert.equal(await heads(COURSES), ["MON", "TUE", "WED", "THU", "FRI"])
  assert.equal(await heads({ ...COURSES, "6-0": "Choir" }), ["MON", "TUE", "WED", "THU", "FRI", "SUN"])
  assert.equal(await heads({ "5-0": "Choir" }), ["SAT"])
})

/** Boxes that are filled with an ink, with the words in them. */
function filledBoxes(node: SceneNode): readonly string[] {
  const children = "children" in node ? node.children : []
  const own = "fill" in node && typeof node.fill === "string" ? [`${node.fill} ${describe(node)}`] : []
  return [...own, ...children.flatMap(filledBoxes)]
}

test("calls the days as their owner does, and has a column for each that has a name", async () => {
  const weekdays = ["Day A", "Day B", "", "Day D", "Day E", "Day F"]
  const settings = { periods: PERIODS, courses: COURSES, weekdays }
  const said = await saidAt({ settings, weekday: 3, size: WIDE })
  for (const name of ["DAY A", "DAY B", "WED", "DAY D", "DAY E", "DAY F"])
    assert.ok(said.includes(name), `${name}: ${said}`)
  assert.not.ok(/\b(MON|TUE|THU|FRI|SAT)\b/.test(said), said)
  assert.match(await saidAt({ settings: { ...settings, style: "daily" }, weekday: 2, hour: 20 }), /DAY D/)
  for (const size of [
    [296, 128],
    [400, 300],
    [800, 480],
  ] as const)
    assert.equal(strays(stage, await pageOf(stage, "TIMETABLE", settings, size, "en"), size, "en"), [])
})

test("marks today and the running lesson, and nothing that does not run", async () => {
  const marked = async (asked: Asked): Promise<readonly string[]> =>
    filledBoxes(await sceneAt(asked)).map((words) => words.replace(/\s+/g, " "))
  assert.equal(await marked({}), ["red 24", "black Physics P1"])
  assert.equal(await marked({ hour: 12 }), ["red 24"])
  assert.equal(await marked({ settings: DAILY }), ["red 9:00 9:45 Physics P1"])
  assert.equal(await marked({ weekday: 6 }), [])
  const untimed = { periods: ["P1", "P2"], courses: { "1-0": "Music" } }
  assert.equal(await marked({ settings: untimed }), ["red 24"])
})

test("shows the days of the next week once the lessons of this one are over", async () => {
  assert.match(await saidAt({ weekday: 5, size: WIDE }), /MON 23.*FRI 27/)
  assert.match(await saidAt({ weekday: 6, size: WIDE }), /MON 30.*FRI 4/)
})

test("says in every language where lessons are entered, and invents none", async () => {
  for (const language of INTERFACE_LANGUAGES)
    for (const settings of [{}, { periods: PERIODS }, { courses: { "0-0": " " } }])
      assert.is(await saidAt({ language, settings }), wordsOf(language).empty)
})

test("has every word in every language, with the same parameters", () => {
  const parameters = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
  const english = wordsOf("en")
  for (const language of INTERFACE_LANGUAGES.filter((each) => each !== "en")) {
    const own = wordsOf(language)
    for (const key of Object.keys(english) as (keyof typeof english)[]) {
      assert.equal(parameters(own[key]), parameters(english[key]), `${language} ${key}`)
      assert.is.not(own[key], english[key], `${language} ${key}`)
    }
  }
})

test("refuses settings that no page could show", () => {
  for (const settings of [
    { courses: { "7-0": "x" } },
    { courses: { "0-16": "x" } },
    { courses: { "0-0": "x".repeat(81) } },
    { periods: Array.from({ length: 17 }, () => "x") },
    { style: "monthly" },
  ])
    assert.not.ok(mode.settings!.safeParse(settings).success, JSON.stringify(settings).slice(0, 60))
})

const all = (text: (i: number) => string, days: number, periods: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: days * periods }, (_, i) => [`${Math.floor(i / periods)}-${i % periods}`, text(i)]),
  )

test("keeps everything in its place: one lesson, all lessons, and texts that are hard to set", async () => {
  const hours = Array.from({ length: 16 }, (_, i) => `${String(i + 6).padStart(2, "0")}:00-${i + 6}:50`)
  for (const style of ["weekly", "daily"])
    for (const [name, settings] of [
      ["one", { style, courses: { "1-0": "Maths" } }],
      ["all", { style, periods: hours, courses: all((i) => `Lesson ${i}/Room ${i}`, 7, 16) }],
      [
        "long",
        { style, periods: hours, courses: all(() => "Very long name of a lesson ".repeat(2) + "/Room 1", 5, 4) },
      ],
      [
        "hostile",
        {
          style,
          periods: HOSTILE.slice(0, 16).map((each) => each.slice(0, 40)),
          courses: all((i) => HOSTILE[i]!, 1, 16),
        },
      ],
    ] as const)
      for (const size of SIZES) {
        const page = await pageOf(stage, "TIMETABLE", settings, size, "en")
        assert.equal(strays(stage, page, size, "en"), [], `${name} ${style} ${size.join("x")}`)
      }
})

test.run()
