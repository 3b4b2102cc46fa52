import { dayOf } from "platen/sdk/kit"
import { screenClass, MODES } from "platen/sdk/mode"
import type { Device } from "platen/sdk/device"
import type { ContentContext, Mode, Scene } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { settingsOf } from "../../../../plugins/pages/pages/mode-input.js"
import type { Placement } from "../../../../kernel/engine/scene/layout.js"
import { checkMode, openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { habitMode } from "../../../../plugins/devices/habits/mode.js"
import type { HabitData } from "../../../../plugins/devices/habits/mode.js"
import { habitName } from "../../../../plugins/devices/habits/name.js"
import { HABITS } from "../../../../plugins/devices/habits/slice.js"
import type { Habit } from "../../../../plugins/devices/habits/slice.js"
import { withDay } from "../../../../plugins/devices/habits/weeks.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "../../../modes/memo/page.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../../words.js"
import { deviceWith, NOON, service } from "../configs/catalogs.js"
import { all } from "../../pages/frame/contexts.js"
import { contentContext, viewContext } from "../../pages/modes-json/specs.js"
import { deviceOf } from "../../known-devices.js"
import { described as describe } from "../../../setting.js"

const test = suite("habits/mode")

/** Saturday. */
const TODAY = Math.floor(NOON / 86_400_000)

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

/** Each habit's days, counted back from today. */
const recorded = (habits: Readonly<Record<string, readonly number[]>>): Habit[] =>
  Object.entries(habits).map(([name, back]) => ({
    name,
    weeks: back.reduce<Habit["weeks"]>((weeks, days) => withDay(weeks, TODAY - days, true, TODAY - 365), {}),
  }))

interface Asked {
  readonly known?: Device | undefined
  readonly items?: readonly object[]
  readonly language?: string
  readonly today?: number
  /** False: for nobody in particular. */
  readonly own?: boolean
  readonly fails?: boolean
}

function settingOf({ known, items = [], language = "en", today = TODAY, own = true, fails = false }: Asked): {
  readonly mode: Mode
  readonly context: ContentContext
} {
  const mode = habitMode({
    service,
    devices: { get: () => (fails ? Promise.reject(new Error("the store is away")) : Promise.resolve(known)) },
  })
  const settings = mode.settings!.parse({ habitItems: items })
  return {
    mode,
    context: contentContext({
      settings,
      language,
      day: dayOf(today),
      ...(own && { mac: "0A:00:00:00:00:01", realm: "extended" }),
    }),
  }
}

async function dataOf(asked: Asked): Promise<HabitData> {
  const { mode, context } = settingOf(asked)
  const outcome = await mode.content(context)
  if ("skip" in outcome) throw new Error(outcome.skip)
  return mode.data.parse(outcome.data) as HabitData
}

/** "1101..." of each: Monday first, marks and none. */
const weeks = ({ habits }: HabitData): readonly (readonly [string, string])[] =>
  habits.map(({ name, week }) => [name, week.map(Number).join("")])

function sceneOf(
  data: HabitData,
  {
    language = "en",
    width = 400,
    height = 300,
  }: { readonly language?: string; readonly width?: number; readonly height?: number } = {},
): Scene {
  return settingOf({}).mode.view(
    data,
    viewContext({
      settings: {},
      language,
      width,
      height,
      screen: screenClass(width, height),
      words: wordsIn(language),
    }),
  )
}

const linesOf = (...args: Parameters<typeof sceneOf>): string[] => describe(sceneOf(...args).body).split("\n")

const three = { Walk: [0, 1, 5], Read: [2, 9], Swim: [] }

test("shows what was recorded by name, this week's days alone", async () => {
  const data = await dataOf({ known: deviceWith({}).with(HABITS, { habits: recorded(three) }) })
  assert.equal(
    [data.of, weeks(data)],
    [
      "device",
      [
        ["Read", "0001000"],
        ["Swim", "0000000"],
        ["Walk", "1000110"],
      ],
    ],
  )
  assert.equal(linesOf(data), ["1", "of 3 today", "Read  1", "Swim  0", "Walk  3"])
})

test("begins the week anew on Monday", async () => {
  const known = deviceWith({}).with(HABITS, { habits: recorded({ Walk: [0, 1] }) })
  assert.equal(weeks(await dataOf({ known, today: TODAY + 1 })), [["Walk", "0000110"]])
  assert.equal(weeks(await dataOf({ known, today: TODAY + 2 })), [["Walk", "0000000"]])
})

const items = [
  { name: "Yoga", done: true },
  { name: " walk ", done: false },
  { name: "Walk", done: false },
  { name: "Walk", done: true },
]

test("shows those of the settings first, each name once, and lets what was recorded count", async () => {
  const saved = { settings: { HABIT: { habitItems: items } } }
  const data = await dataOf({ known: deviceWith(saved).with(HABITS, { habits: recorded(three) }), items })
  assert.equal(weeks(data), [
    ["Yoga", "0000010"],
    ["walk", "0000000"],
    ["Walk", "1000110"],
    ["Read", "0001000"],
    ["Swim", "0000000"],
  ])
})

test("takes what the settings call done for the day on which they were saved, and for no later one", async () => {
  const known = deviceWith({ settings: { HABIT: { habitItems: [{ name: "Yoga", done: true }] } } })
  const of = async (today: number): Promise<unknown> =>
    weeks(await dataOf({ known, items: [{ name: "Yoga", done: true }], today }))
  assert.equal(
    [await of(TODAY), await of(TODAY + 1), await of(TODAY + 2)],
    [[["Yoga", "0000010"]], [["Yoga", "0000010"]], [["Yoga", "0000000"]]],
  )
})

test("takes what is being tried out for today", async () => {
  const known = deviceWith({ settings: { HABIT: { habitItems: [{ name: "Yoga", done: false }] } } })
  assert.equal(weeks(await dataOf({ known, items: [{ name: "Yoga", done: true }], today: TODAY + 1 })), [
    ["Yoga", "0000001"],
  ])
  assert.equal(weeks(await dataOf({ own: false, items: [{ name: "Yoga", done: true }, { name: "Tea" }] })), [
    ["Yoga", "0000010"],
    ["Tea", "0000000"],
  ])
})

for (const [language, says] of [
  ["en", ["No habits yet", "Name the first one in this screen’s settings, and it appears here."]],
  ["zh", ["还没有习惯", "在这块屏幕的设置里写下第一个习惯，它就会出现在这里。"]],
] as const) {
  test(`says how to begin to a device without habits, and nothing else: ${language}`, async () => {
    for (const known of [undefined, deviceOf(), deviceWith({})])
      assert.equal(linesOf(await dataOf({ known, language }), { language }), says)
  })
}

for (const [language, says] of [
  ["en", "Example"],
  ["zh", "示例"],
] as const) {
  test(`says of an example that it is one, at every size: ${language}`, async () => {
    const data = await dataOf({ own: false, language })
    assert.is(data.of, "example")
    for (const [width, height] of SIZES) {
      const page = await pageOf(stage, "HABIT", {}, [width, height], language)
      const mark = placed(stage, page, [width, height], language).find(
        ({ node }) => node.type === "text" && node.text === says,
      )
      assert.ok(mark?.block && !mark.block.clipped, `${width}x${height}`)
      assert.not.match(describe(page), /of 4|\/ 4/)
    }
  })
}

test("has nothing done in an example that is still to come", async () => {
  for (let day = 0; day < 7; day++) {
    const { habits } = await dataOf({ own: false, today: TODAY + 2 + day })
    assert.ok(
      habits.every(({ week }) => week.every((done, i) => !done || i <= day)),
      String(day),
    )
  }
})

test("says when the store is away that it cannot be read, and shows what the settings tell", async () => {
  const { mode, context } = settingOf({ fails: true, items: [{ name: "Tea" }] })
  try {
    await mode.content(context)
    assert.unreachable("it took no notice")
  } catch (error) {
    assert.is((error as Error).message, "the store is away")
  }
  const data = mode.fallback(context) as HabitData
  assert.equal([data.of, weeks(data)], ["unread", [["Tea", "0000000"]]])
  const bare = settingOf({ fails: true })
  assert.equal(linesOf(bare.mode.fallback(bare.context) as HabitData), [
    "Not available just now",
    "Your habits could not be read; they come back at a later refresh.",
  ])
})

const many = (count: number): HabitData => ({
  day: { year: 2026, month: 11, day: 21, weekday: 6 },
  of: "device",
  habits: Array.from({ length: count }, (_, i) => ({
    name: `Habit ${i + 1}`,
    week: [true, false, true, false, true, i % 2 === 0, false],
  })),
})

test("shows six on the smallest panel, and says how many more there are", () => {
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [648, 480],
    [800, 480],
  ] as const) {
    for (const [language, words] of [
      ["en", (left: number) => `${left} more`],
      ["zh", (left: number) => `另有${left}项`],
      ["zh-TW", (left: number) => `另有${left}項`],
      ["de", (left: number) => `noch ${left}`],
    ] as const) {
      const said = (count: number): string => describe(sceneOf(many(count), { width, height, language }).body)
      const names = (count: number): number => said(count).match(/Habit \d+/g)!.length
      assert.is(names(6), 6, `${width}x${height}`)
      assert.not.ok(said(6).includes(words(0)))
      const shown = names(24)
      assert.ok(shown >= 6 && shown < 24, `${width}x${height}: ${shown}`)
      assert.ok(said(24).includes(words(24 - shown)), `${width}x${height} ${language}: ${24 - shown}`)
    }
  }
})

test("keeps every row of as many as there are in its place, at every panel", () => {
  for (const size of SIZES) {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 24]) {
      for (const language of INTERFACE_LANGUAGES) {
        const { body } = sceneOf(many(count), { width: size[0], height: size[1], language })
        const names = all(body).flatMap((node) =>
          node.type === "text" && node.text.startsWith("Habit ") ? [node.text] : [],
        )
        assert.ok(names.length >= Math.min(count, size[1] < 110 ? 3 : 5), `${size.join("x")} ${count}: ${names.length}`)
      }
    }
  }
})

const named = (names: readonly string[], done: boolean): HabitData => ({
  ...many(1),
  habits: names.map((name) => ({ name, week: Array.from({ length: 7 }, () => done) })),
})

function shownOn(data: HabitData, [width, height]: readonly [number, number], language = "en"): Placement[] {
  const { body } = sceneOf(data, { width, height, language })
  return placed(stage, body, [width, height], language)
}

function shownWords(data: HabitData, [width, height]: readonly [number, number]): string {
  return describe(sceneOf(data, { width, height }).body)
}

test("says long names whole where the page is wide enough", () => {
  for (const [name, language] of [
    ["Practise the violin for half an hour with a friend", "en"],
    ["睡前读二十页纸质书，不看手机也不看电视节目了", "zh"],
  ] as const) {
    const row = shownOn(named([name, "Run"], true), [800, 480], language).find(
      ({ node }) => node.type === "text" && node.text === name,
    )
    assert.is(row?.block?.clipped, false, name)
  }
})

test("cuts nothing off a round numeral", () => {
  for (const size of [
    [400, 300],
    [648, 480],
    [800, 480],
    [1600, 1200],
  ] as const) {
    const numeral = shownOn(named(["Run"], false), size).find(({ node }) => node.type === "text" && node.text === "0")
    assert.ok(numeral?.block, "it stands there")
    const top = numeral.top + Math.min(...numeral.block.glyphs.map(({ y }) => y))
    assert.ok(top >= numeral.clip.top, `${size.join("x")}: ${top}, ${numeral.clip.top}`)
    assert.ok(numeral.block.height > size[1] * 0.15, "and is the one large thing")
  }
})

test("says on one line how many are done where the numeral has no room", () => {
  const names = Array.from({ length: 4 }, (_, i) => `Habit ${i}`)
  for (const size of [
    [296, 128],
    [212, 104],
    [200, 200],
    [128, 296],
  ] as const)
    assert.match(shownWords(named(names, false), size), /0 of 4 today/, size.join("x"))
  assert.not.match(shownWords(named(names, false), [400, 300]), /0 of 4 today/)
})

test("counts the days in a row on which all was done, over weeks, and inverts the page when today is done", async () => {
  const today = { year: 2026, month: 11, day: 21, weekday: 6 }
  const all6 = [true, true, true, true, true, true, false]
  const rows = [
    { name: "Run", week: all6, past: [0, 127, 127] },
    { name: "Read", week: all6, past: [127, 124, 127] },
  ]
  const scene = (habits: readonly object[]): Scene =>
    sceneOf({ day: today, of: "device", habits } as never, { width: 800, height: 480, language: "en" })
  // Six days of this week, seven of the last one, and from Wednesday on of the one before.
  assert.match(describe(scene(rows).body), /^18\ndays in a row/)
  assert.ok("fill" in scene(rows).body && (scene(rows).body as { fill: unknown }).fill === "black")
  const open = [{ name: "Run", week: [true, true, true, true, true, false, false], past: [127] }]
  assert.match(describe(scene(open).body), /^12\ndays in a row/, "a day that is not over ends nothing")
  assert.not.ok((scene(open).body as { fill?: unknown }).fill)
})

test("shows the weeks before this one where there is room, from the first with a mark", () => {
  const today = { year: 2026, month: 11, day: 21, weekday: 6 }
  const week = [true, false, false, false, false, true, false]
  const walls = (past: readonly number[], width: number, height: number): string[] =>
    all(
      sceneOf({ day: today, of: "device", habits: [{ name: "Run", week, past }] } as never, {
        width,
        height,
        language: "en",
      }).body,
    ).flatMap((node) => (node.type === "marks" ? [node.states] : []))
  assert.equal(walls([], 800, 480), ["#oooo#."])
  assert.ok(walls([3, 64], 1600, 1200).length > 1)
  assert.is(walls([3, 64], 1600, 1200).at(-1), "#oooo#.")
  assert.is(walls([3, 64], 1600, 1200).at(-2), "oooooo#")
})

test("gives names the room of the week where there is too little for both", () => {
  const shown = shownOn(named(["Drink water", "Run"], true), [200, 150])
  assert.equal(shown.filter(({ node, block }) => node.type === "text" && block?.clipped).length, 0)
  assert.equal(shown.filter(({ node }) => node.type === "marks").length, 2, "and each has its marks")
})

test("uses the second ink for today alone", () => {
  const red = all(sceneOf(many(3)).body).flatMap((node) =>
    "fill" in node && node.fill === "red" && "children" in node ? node.children : [],
  )
  assert.equal(
    red.map((node) => (node.type === "text" ? node.text : "")),
    ["S"],
  )
})

for (const [what, habitItems, message] of [
  ["25 habits", Array.from({ length: 25 }, (_, i) => ({ name: `${i}` })), /habitItems: must have at most 24/],
  ["no list", { name: "Tea" }, /habitItems: /],
  ["a habit without a name", [{ done: true }], /habitItems\.0\.name: /],
  ["a name of blanks", [{ name: "Tea" }, { name: "  " }], /habitItems\.1\.name: must have a letter/],
  ["a name that is too long", [{ name: "a".repeat(61) }], /habitItems\.0\.name: must have at most 60/],
  ["a yes in words", [{ name: "Tea", done: "yes" }], /habitItems\.0\.done: /],
] as const)
  test(`refuses ${what}, by the field's name`, () => {
    assert.throws(() => settingsOf(settingOf({}).mode, { habitItems }), message)
  })

test("keeps every hostile name in its place, at every size", async () => {
  const names = [...new Set(HOSTILE.flatMap((name) => habitName.safeParse(name).data ?? []))]
  assert.ok(names.length > 10)
  for (let i = 0; i < names.length; i += 3) {
    const habitItems = Array.from({ length: 6 }, (_, at) => ({
      name: names[(i + at) % names.length]!,
      done: at % 2 === 0,
    }))
    for (const size of SIZES) {
      for (const language of ["en", "zh"]) {
        const page = await pageOf(stage, "HABIT", { habitItems }, size, language)
        assert.equal(strays(stage, page, size, language), [], `${size.join("x")} ${language} ${names[i]}`)
      }
    }
  }
})

test("passes the check of modes", async () => {
  await checkMode(stage.app.get(MODES).get("HABIT")!, { stage })
})

test.run()
