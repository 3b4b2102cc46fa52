import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dayNumber, dayOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Mode, Scene } from "platen/sdk/mode"
import calendar from "../../../modes/calendar/mode.js"
import { all } from "../../plugins/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/modes-json/specs.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../words.js"
import { described as describe } from "../../setting.js"

const test = suite("calendar")
const mode: Mode = calendar

interface Asked {
  readonly iso?: string
  readonly language?: string
  readonly weekStart?: "monday" | "sunday"
  readonly width?: number
  readonly height?: number
  /** The day on the device's clock, when it is another. */
  readonly now?: string
  readonly reminders?: Readonly<Record<string, string>>
}

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)

async function sceneAt({
  iso = "2026-11-21",
  language = "en",
  weekStart = "monday",
  width = 400,
  height = 300,
  now = iso,
  reminders = {},
}: Asked = {}): Promise<Scene> {
  const settings = mode.settings!.parse({ weekStart, reminders })
  const outcome = await mode.content(contentContext({ settings, language, day: dayAt(iso) }))
  if ("skip" in outcome) throw new Error(outcome.skip)
  return mode.view(
    mode.data.parse(outcome.data),
    viewContext({
      settings,
      language,
      width,
      height,
      screen: screenClass(width, height),
      words: wordsIn(language),
      now: { ...dayAt(now), hour: 9, minute: 5, epoch: Date.parse(now) },
    }),
  )
}

const linesAt = async (asked?: Asked): Promise<string[]> => describe((await sceneAt(asked)).body).split("\n")

test("shows the month with week numbers", async () => {
  assert.equal(await linesAt(), [
    "November 2026  Week 47",
    "  Mon  Tue  Wed  Thu  Fri  Sat  Sun",
    "44              1",
    "45  2  3  4  5  6  7  8",
    "46  9  10  11  12  13  14  15",
    "47  16  17  18  19  20  21  22",
    "48  23  24  25  26  27  28  29",
    "49  30",
  ])
})

test("lists the nearest reminders by their next days, and today's alone", async () => {
  const reminders = {
    "1-9": "Ada",
    "11-24": " Dentist\n",
    "12-24": "Tree",
    "2-30": "never",
    "11-28": " ",
    "11-20": "yesterday",
  }
  assert.is((await linesAt({ reminders })).at(-1), "24 Nov Dentist  ·  24 Dec Tree  ·  9 Jan Ada")
  assert.is((await linesAt({ reminders: { ...reminders, "11-21": "Parcel" } })).at(-1), "Parcel")
  assert.is((await linesAt({ reminders: { "02-29": "Leap day" } })).at(-1), "29 Feb Leap day")
  assert.is((await sceneAt({ reminders, width: 296, height: 128 })).footer?.attribution, "24 Nov Dentist")
  assert.is((await sceneAt({ reminders, language: "zh" })).footer?.attribution, "11月24日 Dentist")
})

test("puts a frame round the days with reminders, and none else", async () => {
  const framed = async (reminders: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const found: string[] = []
    const walk = (node: unknown): void => {
      const { border, children = [] } = node as { border?: number; children?: readonly unknown[] }
      if (border) found.push((children[0] as { text: string }).text)
      for (const each of children) walk(each)
    }
    walk((await sceneAt({ reminders })).body)
    return found
  }
  assert.equal(
    [
      await framed({}),
      await framed({ "11-24": "Dentist", "11-1": "Fair", "12-1": "Door", "11-21": "today is filled" }),
    ],
    [[], ["1", "24"]],
  )
})

test("refuses reminders on what is no day", () => {
  for (const date of ["13-1", "0-1", "1-32", "24 Dec", "1-1-1"])
    assert.not.ok(mode.settings!.safeParse({ reminders: { [date]: "x" } }).success, date)
})

test("begins its weeks on Sunday when asked to", async () => {
  const lines = await linesAt({ weekStart: "sunday" })
  assert.is(lines[1]!.trim(), "Sun  Mon  Tue  Wed  Thu  Fri  Sat")
  assert.equal(
    lines.slice(2).map((line) => line.trim()),
    [
      "45  1  2  3  4  5  6  7",
      "46  8  9  10  11  12  13  14",
      "47  15  16  17  18  19  20  21",
      "48  22  23  24  25  26  27  28",
      "49  29  30",
    ],
  )
})

test("shows a Chinese month with festivals, terms and lunar days in place of week numbers", async () => {
  const lines = await linesAt({ language: "zh", iso: "2026-02-17" })
  assert.is(lines[0], "2026年2月  丙午马年 正月初一")
  assert.is(lines[1], "一  二  三  四  五  六  日")
  assert.match(lines.join("\n"), /16 除夕 {2}17 春节 {2}18 雨水/)
  assert.not.match((await linesAt()).join("\n"), /[一-鿿]/, "and an English one without")
})

test("says below how far the year is, or which term comes next", async () => {
  assert.equal((await sceneAt()).footer, { attribution: "Day 325 of 365" })
  assert.equal((await sceneAt({ language: "zh" })).footer, { attribution: "小雪 11月22日" })
})

test("shows a small month beside today on a flat strip", async () => {
  const [line, ...rest] = await linesAt({ width: 296, height: 128 })
  assert.match(line!, /^21 {2}Saturday {2}Nov 2026 {2}Mo {2}Tu/)
  assert.equal(rest, [])
})

test("marks today and no other day", async () => {
  for (const asked of [{}, { language: "zh" }, { width: 296, height: 128 }]) {
    const marked = all((await sceneAt(asked)).body).filter((node) => "fill" in node && node.fill === "black")
    assert.equal(
      marked.map((node) => describe(node).split("\n")[0]),
      ["21"],
    )
  }
})

test("puts the second ink on weekends, festivals and terms, never on today", async () => {
  const red = async (asked: Asked): Promise<string[]> =>
    all((await sceneAt(asked)).body).flatMap((node) => (node.type === "text" && node.ink === "red" ? [node.text] : []))
  assert.equal(await red({}), ["Sat", "Sun", "1", "7", "8", "14", "15", "22", "28", "29"])
  const chinese = await red({ language: "zh" })
  assert.ok(
    chinese.includes("小雪") && chinese.includes("立冬") && !chinese.includes("十三") && !chinese.includes("21"),
    chinese.join(),
  )
})

test("is of the day of its data, also when it is shown later", async () => {
  const later = { iso: "2026-11-30", now: "2026-12-02" }
  assert.is((await linesAt(later))[0], "November 2026  Week 49")
  assert.equal((await sceneAt(later)).footer, { attribution: "Day 334 of 365" })
  assert.match((await linesAt({ ...later, width: 296, height: 128 }))[0]!, /^30 {2}Monday {2}Nov 2026/)
})

test("has the same month offline", async () => {
  for (const language of INTERFACE_LANGUAGES) {
    const context = contentContext({ settings: mode.settings!.parse({}), language })
    assert.equal(await mode.content(context), { data: mode.fallback(context) })
  }
})

test("refuses a week that begins on another day", () => {
  assert.not.ok(mode.settings!.safeParse({ weekStart: "friday" }).success)
  assert.equal(mode.settings!.parse({}), { weekStart: "monday", reminders: {} })
})

test("knows every month of 2026 by its days", async () => {
  for (let month = 1; month <= 12; month++) {
    const lines = await linesAt({
      iso: new Date(Date.UTC(2026, month - 1, 15)).toISOString().slice(0, 10),
      weekStart: "sunday",
    })
    const days = lines
      .slice(2)
      .flatMap((line) => line.trim().split(/\s+/).slice(1))
      .map(Number)
    assert.equal(
      days,
      Array.from(
        { length: dayNumber(2026 + Math.floor(month / 12), (month % 12) + 1, 1) - dayNumber(2026, month, 1) },
        (_, i) => i + 1,
      ),
      `month ${month}`,
    )
  }
})

test.run()
