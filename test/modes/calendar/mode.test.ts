import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../../depth.js"
import { dayNumber, dayOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Grid, Mode, Place, Scene, SceneNode } from "platen/sdk/mode"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import calendar from "../../../modes/calendar/mode.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
import { skyOf } from "../../../plugins/pages/pages/sky.js"
import { wordsIn } from "../../words.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "../memo/page.js"
import { described as describe } from "../../setting.js"

const test = suite("calendar")
const mode: Mode = calendar

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

interface Asked {
  readonly iso?: string
  readonly language?: string
  readonly weekStart?: "auto" | "monday" | "sunday" | "saturday"
  readonly width?: number
  readonly height?: number
  /** The day on the device's clock, when it is another. */
  readonly now?: string
  readonly reminders?: Readonly<Record<string, string>>
  readonly place?: Place
}

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)

async function sceneAt({
  iso = "2026-11-21",
  language = "en",
  weekStart = "auto",
  width = 400,
  height = 300,
  now = iso,
  reminders = {},
  place,
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
      sky: (day) => skyOf(day, place, "UTC"),
    }),
  )
}

/** The names of the days, the weeks line by line, and the other words of the page. */
async function partsAt(asked?: Asked): Promise<{ names: string; weeks: string[]; words: string[] }> {
  const { body } = await sceneAt(asked)
  const [names, weeks, ...others] = all(body).filter((node): node is Grid => node.type === "grid")
  assert.equal(others, [])
  const within = new Set<SceneNode>([names!, weeks!].flatMap((node) => all(node)))
  const words = all(body).filter((node) => !within.has(node) && !("children" in node))
  return {
    names: describe(names!).trim(),
    weeks: describe(weeks!)
      .split("\n")
      .map((line) => line.trim()),
    words: words.flatMap((node) => describe(node).split("\n")).filter((line) => line !== ""),
  }
}

const WIDE = { width: 648, height: 480 } as const

test("shows the month with week numbers beside the day", async () => {
  assert.equal(await partsAt(WIDE), {
    names: "MO  TU  WE  TH  FR  SA  SU",
    weeks: [
      "44              1",
      "45  2  3  4  5  6  7  8",
      "46  9  10  11  12  13  14  15",
      "47  16  17  18  19  20  21  22",
      "48  23  24  25  26  27  28  29",
      "49  30",
    ],
    words: ["SATURDAY", "21", "November", "Week 47 · Day 325 of 365", "Moon: waxing gibbous"],
  })
})

test("numbers no weeks where there is little room, and says the number of this one", async () => {
  const { weeks, words } = await partsAt()
  assert.equal(weeks.slice(0, 2), ["1", "2  3  4  5  6  7  8"])
  assert.equal(words, ["SATURDAY", "21", "November", "Week 47", "Moon: waxing gibbous"])
})

const REMINDERS = {
  "1-9": "Ada",
  "11-24": " Dentist\n",
  "12-24": "Tree",
  "2-30": "never",
  "11-28": " ",
  "11-20": "yesterday",
}
const lastOf = async (asked: Asked): Promise<string> => (await partsAt(asked)).words.at(-1)!

test("lists the nearest reminders by their next days, and today's alone", async () => {
  assert.is(await lastOf({ ...WIDE, reminders: REMINDERS }), "24 Nov Dentist · 24 Dec Tree · 9 Jan Ada")
  assert.is(await lastOf({ reminders: { ...REMINDERS, "11-21": "Parcel" } }), "Parcel")
  assert.is(await lastOf({ reminders: { "02-29": "Leap day" } }), "29 Feb Leap day")
  assert.is(await lastOf({ reminders: REMINDERS, language: "zh" }), "11月24日 Dentist")
  assert.is(await lastOf({ reminders: { "11-14": "Past" } }), "Moon: waxing gibbous", "not for half a year")
})

test("shows as many reminders as the line has room for, the nearest always", async () => {
  assert.is(await lastOf({ reminders: REMINDERS }), "24 Nov Dentist · 24 Dec Tree")
  const long = { "11-24": "Dentist, with the papers of the last two years", "12-24": "Tree" }
  assert.is(await lastOf({ reminders: long }), "24 Nov Dentist, with the papers of the last two years")
  assert.is(await lastOf({ reminders: {} }), "Moon: waxing gibbous")
})

test("shows the next reminder on small screens too, in place of a lesser part", async () => {
  for (const [width, height] of SIZES.filter(([w, h]) => screenClass(w, h).id === "xs")) {
    for (const [language, says] of [
      ["en", "24 Nov Dentist"],
      ["zh", "11月24日 Dentist"],
    ] as const) {
      const { words } = await partsAt({ width, height, language, reminders: REMINDERS })
      assert.equal(words.slice(1), [language === "en" ? "November" : "2026年11月", says], `${width}x${height}`)
    }
  }
})

test("sets a reminder of today in bold, and no other", async () => {
  const weight = async (asked: Asked): Promise<string | undefined> => {
    const found = all((await sceneAt(asked)).body).find((node) => node.type === "text" && node.text.includes("Parcel"))
    return found?.type === "text" ? (found.weight ?? "regular") : undefined
  }
  for (const size of [{}, { width: 296, height: 128 }, { width: 200, height: 200 }]) {
    assert.is(await weight({ ...size, reminders: { "11-21": "Parcel" } }), "bold")
    assert.is(await weight({ ...size, reminders: { "11-22": "Parcel" } }), "regular")
  }
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
  const { names, weeks } = await partsAt({ ...WIDE, weekStart: "sunday" })
  assert.is(names, "SU  MO  TU  WE  TH  FR  SA")
  assert.equal(weeks, [
    "45  1  2  3  4  5  6  7",
    "46  8  9  10  11  12  13  14",
    "47  15  16  17  18  19  20  21",
    "48  22  23  24  25  26  27  28",
    "49  29  30",
  ])
})

test("begins its weeks and tints its weekends as the language does", async () => {
  const shown = async (language: string) => {
    const asked = { language, iso: "2026-11-21", ...WIDE }
    const [, weeks] = all((await sceneAt(asked)).body).filter((node): node is Grid => node.type === "grid")
    const tinted = weeks!.children
      .slice(8, 16)
      .flatMap((node, i) => ("fill" in node && typeof node.fill === "object" ? [i] : []))
    return [(await partsAt(asked)).names, tinted.join()]
  }
  assert.equal(await shown("ar"), ["س  ح  ن  ث  ر  خ  ج", "1,7"])
  assert.equal(await shown("ar-SA"), ["ح  ن  ث  ر  خ  ج  س", "6,7"])
  assert.equal(await shown("ar-MA"), ["ن  ث  ر  خ  ج  س  ح", "6,7"])
  assert.equal(await shown("en-US"), ["SUN  MON  TUE  WED  THU  FRI  SAT", "1,7"])
  assert.equal(await shown("de"), ["MO  DI  MI  DO  FR  SA  SO", "6,7"])
  assert.equal(await shown("fa"), ["ش  ی  د  س  چ  پ  ج", "7"])
  assert.match((await partsAt({ ...WIDE, language: "ar", weekStart: "sunday" })).names, /^ح/)
})

test("shows a Chinese month with festivals, terms and lunar days in place of week numbers", async () => {
  for (const size of [{}, WIDE, { width: 480, height: 800 }]) {
    const { names, weeks, words } = await partsAt({ language: "zh", iso: "2026-02-17", ...size })
    assert.is(names, "一  二  三  四  五  六  日")
    assert.is(weeks[3], "16 除夕  17 春节  18 雨水  19 初三  20 初四  21 初五  22 初六")
    assert.equal(
      words.toSorted(),
      ["星期二", "17", "2026年2月", "丙午马年 正月初一", "雨水  2月18日", "月相: 新月"].toSorted(),
    )
  }
  const english = await partsAt(WIDE)
  assert.not.match([...english.weeks, ...english.words].join("\n"), /[一-鿿]/, "and an English one without")
})

test("shows the lunar date of today where cells have no room for theirs", async () => {
  for (const [width, height] of SIZES.filter(([w, h]) => screenClass(w, h).id === "xs")) {
    const { weeks, words } = await partsAt({ language: "zh", width, height })
    assert.equal([weeks[1], words.at(-1)], ["2  3  4  5  6  7  8", "十月十三"], `${width}x${height}`)
  }
})

test("shortens a label of three characters where a cell has room for two", async () => {
  for (const [iso, narrow, wide] of [
    ["2026-10-20", "1 国庆", "1 国庆节"],
    ["2025-07-15", "25 闰六", "25 闰六月"],
    ["2025-12-01", "20 冬月", "20 十一月"],
    ["2026-01-01", "19 腊月", "19 十二月"],
    ["2033-12-01", "22 闰冬", "22 闰冬月"],
  ] as const) {
    const on = async (size: Asked): Promise<string[]> =>
      (await partsAt({ language: "zh", iso, ...size })).weeks.flatMap((line) => line.split("  "))
    assert.ok((await on({})).includes(narrow), narrow)
    assert.ok((await on({ width: 1200, height: 825 })).includes(wide), wide)
  }
})

const BERLIN = { latitude: 52.52, longitude: 13.4 }

test("says when the sun rises and sets where the device stands, and the phase of the moon", async () => {
  const { words } = await partsAt({ ...WIDE, place: BERLIN })
  assert.equal(words.slice(4), ["Sunrise  6:38", "Sunset  15:06", "Moon: waxing gibbous"])
  assert.equal((await partsAt({ place: BERLIN })).words.slice(4), ["Sun", "6:38 – 15:06", "Moon: waxing gibbous"])
  const polar = await partsAt({ ...WIDE, place: { latitude: 78.2, longitude: 15.6 } })
  assert.equal(polar.words.slice(4), ["Moon: waxing gibbous"], "no times where it does not rise")
})

test("draws the moon as it is seen from the half of the earth", async () => {
  const moon = async (place?: Place) => {
    const node = all((await sceneAt(place ? { place } : {})).body).find(({ type }) => type === "moon")
    return node?.type === "moon" ? [node.south, node.phase.toFixed(2)] : undefined
  }
  assert.equal(
    [await moon(), await moon(BERLIN), await moon({ latitude: -33.9, longitude: 18.4 })],
    [
      [false, "0.40"],
      [false, "0.40"],
      [true, "0.40"],
    ],
  )
})

test("shows a small month beside today on a flat strip", async () => {
  assert.equal(await partsAt({ width: 296, height: 128 }), {
    names: "MO  TU  WE  TH  FR  SA  SU",
    weeks: [
      "1",
      "2  3  4  5  6  7  8",
      "9  10  11  12  13  14  15",
      "16  17  18  19  20  21  22",
      "23  24  25  26  27  28  29",
      "30",
    ],
    words: ["21", "November"],
  })
})

test("names the days by a letter where columns are narrow", async () => {
  assert.is((await partsAt({ width: 128, height: 296 })).names, "M  T  W  T  F  S  S")
  assert.is((await partsAt({ width: 128, height: 296, weekStart: "sunday" })).names, "S  M  T  W  T  F  S")
})

test("marks today and no other day", async () => {
  for (const asked of [{}, { language: "zh" }, { width: 296, height: 128 }, { width: 480, height: 800 }]) {
    const marked = all((await sceneAt(asked)).body).filter((node) => "fill" in node && node.fill === "black")
    assert.equal(
      marked.map((node) => describe(node).split("\n")[0]),
      ["21"],
    )
  }
})

test("tints weekends, and keeps the dots away from small figures", async () => {
  const cells = async (asked: Asked): Promise<readonly SceneNode[]> => {
    const [, weeks] = all((await sceneAt(asked)).body).filter((node): node is Grid => node.type === "grid")
    return weeks!.children
  }
  const tinted = (await cells({})).map((node) => "fill" in node && typeof node.fill === "object")
  assert.equal(
    tinted,
    Array.from({ length: 42 }, (_, i) => i % 7 > 4),
  )
  const plates = async (asked: Asked): Promise<number> =>
    (await cells(asked)).flatMap((node) => all(node)).filter((node) => "fill" in node && node.fill === "white").length
  assert.equal([await plates({}), await plates({ width: 1600, height: 1200 })], [9 - 1, 0])
})

test("puts the second ink on weekends, festivals and terms, never on today", async () => {
  const red = async (asked: Asked): Promise<string[]> =>
    all((await sceneAt(asked)).body).flatMap((node) => (node.type === "text" && node.ink === "red" ? [node.text] : []))
  assert.equal(await red({}), ["SA", "SU", "1", "7", "8", "14", "15", "22", "28", "29"])
  const chinese = await red({ language: "zh" })
  assert.ok(
    chinese.includes("小雪") && chinese.includes("立冬") && !chinese.includes("十三") && !chinese.includes("21"),
    chinese.join(),
  )
})

test("is of the day of its data, also when it is shown later", async () => {
  const later = { iso: "2026-11-30", now: "2026-12-02" }
  assert.equal((await partsAt({ ...later, ...WIDE })).words, [
    "MONDAY",
    "30",
    "November",
    "Week 49 · Day 334 of 365",
    "Moon: waning gibbous",
  ])
  assert.equal((await partsAt({ ...later, width: 296, height: 128 })).words, ["30", "November"])
})

test("has the same month offline", async () => {
  for (const language of ["en", "zh"]) {
    const context = contentContext({ settings: mode.settings!.parse({}), language })
    assert.equal(await mode.content(context), { data: mode.fallback(context) })
  }
})

test("refuses a week that begins on another day", () => {
  assert.not.ok(mode.settings!.safeParse({ weekStart: "friday" }).success)
  assert.equal(mode.settings!.parse({}), { weekStart: "auto", reminders: {}, design: "page" })
})

test("knows every month of 2026 by its days", async () => {
  for (let month = 1; month <= 12; month++) {
    const { weeks } = await partsAt({
      iso: new Date(Date.UTC(2026, month - 1, 15)).toISOString().slice(0, 10),
      weekStart: "sunday",
      ...WIDE,
    })
    const days = weeks.flatMap((line) => line.split(/\s+/).slice(1)).map(Number)
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

/** The first is of six weeks, the second of four, the third has the longest name, the fourth a leap month of the moon. */
const MONTHS = ["2026-08-31", "2027-02-14", "2026-09-30", "2025-07-15"]

test("shows the day, its month and every day of the month whole, at every size", async () => {
  const [next, sizes] = [turns(SIZES.length), turns(MONTHS.length)]
  for (const iso of MONTHS) {
    for (const size of sizes(SIZES, SIZES.length / 2)) {
      for (const language of next(["en", "zh"])) {
        const page = await pageOf(stage, "CALENDAR", {}, size, language, { at: Date.parse(`${iso}T09:00Z`) })
        const name = `${iso} ${size.join("x")} ${language}`
        const texts = placed(stage, page, size, language).flatMap(({ node, block, clip }) => {
          if (node.type !== "text" || node.text === "") return []
          assert.ok(block && !block.clipped && clip.bottom - clip.top >= block.height, `${name}: ${node.text} is cut`)
          return [node.text]
        })
        const { year, month, day } = dayAt(iso)
        const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
        for (let each = 1; each <= count; each++)
          assert.ok(texts.filter((text) => text === String(each)).length >= (each === day ? 2 : 1), `${name}: ${each}`)
        assert.ok(
          texts.some((text) => /^(August|February|September|July)$|^\d+年\d+月$/.test(text)),
          name,
        )
        assert.equal(strays(stage, page, size, language), [], name)
      }
    }
  }
})

test("keeps every hostile reminder in its place, at every size", async () => {
  const [next, sizes] = [turns(SIZES.length), turns(HOSTILE.length)]
  for (const own of HOSTILE) {
    const text = own.slice(0, 60)
    const some = sizes(SIZES, SIZES.length / 2)
    for (const reminders of [{ "11-21": text }, { "11-23": text, "11-24": text }]) {
      for (const size of some) {
        for (const language of next(["en", "zh"])) {
          const page = await pageOf(stage, "CALENDAR", { reminders }, size, language)
          assert.equal(strays(stage, page, size, language), [], `${size.join("x")} ${language} ${text}`)
        }
      }
    }
  }
})

test.run()
