import { Invalid } from "platen/sdk"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { ContentContext, Mode } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenOf } from "../../preview.js"
import { layout } from "../../../kernel/engine/scene/layout.js"
import { envOf } from "../../preview.js"
import { definitionOf } from "../definitions.js"
import { parameters } from "../../../plugins/sources/feed/parameters.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { DATA } from "../../pictures/content.js"
import { turns } from "../../depth.js"
import { SIZES } from "../../pictures/sizes.js"
import { contentContext } from "../../plugins/pages/modes-json/specs.js"
import { INTERFACE_LANGUAGES } from "../../words.js"

const test = suite("feed page")

const NOW = Date.UTC(2026, 10, 21, 9, 5)
let stage: Stage
let mode: Mode
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2026-11-21T09:05:00Z") })
  mode = stage.app.get(MODES).get("FEED")!
})
test.after(() => stage.close())

interface Item {
  readonly title: string
  readonly summary: string
  readonly source: string
  readonly at: number | null
}
const item = (parts: Partial<Item> = {}): object => ({
  title: "Ice breaks up",
  summary: "It began at noon.",
  author: "",
  source: "The Quay Post",
  at: NOW - 3_600_000,
  link: "",
  ...parts,
})
const answer = (
  items: readonly object[],
  feeds: readonly object[] = [{ title: "The Quay Post", ok: true }],
): object => ({
  feed: { feeds, items },
})
const URLS = ["https://news.example/rss"]

async function pageOf(
  data: object,
  { settings = { urls: URLS } as object, size = [800, 480] as readonly [number, number], language = "en" } = {},
) {
  const screen = { width: size[0], height: size[1], palette: "bw", language }
  const request = { ...requestFor(stage.app, "FEED", screen, language), settings: { FEED: settings }, data }
  const { page } = (await stage.app.get(DRAW).page(mode, request))!
  return { page, screen }
}

async function shown(data: object, options?: Parameters<typeof pageOf>[1]): Promise<string> {
  return stage.app.engine.rasterizer.describe((await pageOf(data, options)).page)
}

/** The content for settings, and what the source was asked; the source refuses what it refuses. */
async function contentOf(given: object): Promise<{ readonly data: unknown; readonly asked: unknown }> {
  let asked: unknown
  const source = ((name: string, question: unknown) => {
    asked = { name, question }
    const checked = parameters.safeParse(question)
    return checked.success
      ? Promise.resolve((DATA.FEED as { readonly feed: unknown }).feed)
      : Promise.reject(new Invalid("The parameters are wrong."))
  }) as ContentContext["source"]
  const outcome = await mode.content(contentContext({ settings: mode.settings!.parse(given), source }))
  return { data: "data" in outcome ? outcome.data : undefined, asked }
}

test("asks for the headlines of the feeds, as many as the settings say", async () => {
  assert.equal((await contentOf({ urls: URLS })).asked, {
    name: "feed",
    question: { urls: URLS, connection: "", items: 5 },
  })
  const { asked, data } = await contentOf({ urls: URLS, items: 30 })
  assert.equal(asked, { name: "feed", question: { urls: URLS, connection: "", items: 30 } })
  assert.ok(mode.data.safeParse(data).success)
})

test("asks nobody without an address, and says what to enter in every language", async () => {
  assert.equal((await contentOf({})).data, { feed: null })
  const data = mode.fallback(contentContext({ settings: mode.settings!.parse({}) })) as object
  const { words } = await definitionOf<{ words: Record<string, Record<string, string>> }>("feed")
  for (const language of INTERFACE_LANGUAGES) {
    assert.ok((await shown(data, { settings: {}, language })).includes(words[language]!.enter!), language)
    assert.ok((await shown(data, { language })).includes(words[language]!.unreachable!), language)
  }
})

test("says that feeds have no headlines where they have none", async () => {
  assert.match(await shown(answer([])), /The feeds have no headlines/)
})

test("shows the newest headline with its summary, source and time, and the others below it", async () => {
  const words = await shown(DATA.FEED as object)
  for (const part of [
    "Harbour reopens",
    "The first ferry",
    "THE QUAY POST",
    "7:40",
    "Library lends",
    "NORTHERN COURIER",
  ])
    assert.ok(words.includes(part), `${part}: ${words}`)
})

for (const [what, at, expected] of [
  ["today", NOW - 3_600_000, /8:05/],
  ["a moment ago in the next day of another zone", NOW, /9:05/],
  ["on the day before", NOW - 86_400_000, /Fri/],
  ["six days ago", NOW - 6 * 86_400_000, /Sun/],
  ["a week ago", NOW - 7 * 86_400_000, /14 Nov/],
] as const)
  test(`says when a headline was published ${what}`, async () => {
    assert.match(await shown(answer([item({ at })])), expected)
  })

test("says no time of a headline without one", async () => {
  assert.not.match(await shown(answer([item({ at: null })])), /1970|1 Jan|Thu|0:00/)
})

test("leaves out summaries where the settings say so", async () => {
  const data = answer([item()])
  assert.match(await shown(data), /It began at noon/)
  assert.not.match(await shown(data, { settings: { urls: URLS, summaries: false } }), /It began at noon/)
})

test("names feeds that could not be read, and no others", async () => {
  const feeds = [
    { title: "The Quay Post", ok: true },
    { title: "gone.example", ok: false },
    { title: "lost.example", ok: false },
  ]
  assert.match(await shown(answer([item()], feeds)), /Not read this time: gone\.example, lost\.example/)
  assert.not.match(await shown(answer([item()])), /Not read/)
})

test("shows three headlines on the smallest screens", async () => {
  const items = ["One", "Two", "Three", "Four"].map((title) => item({ title }))
  for (const size of SIZES.filter(([width, height]) => width * height < 264 * 177)) {
    const words = await shown(answer(items), { size })
    assert.equal(
      ["One", "Two", "Three", "Four"].map((title) => words.includes(title)),
      [true, true, true, false],
      size.join("x"),
    )
  }
})

test("sets no headline smaller than its source, however long a word of another one is", async () => {
  const titles = [
    "Rechtsschutzversicherungsgesellschaften klagen",
    "Neue Uhr am Rathaus",
    "Möwen",
    "Regen",
    "Eis",
    "Brot",
  ]
  const items = titles.map((title) => item({ title }))
  for (const size of SIZES.filter(([width, height]) => width >= 400 && height >= 300)) {
    const { page, screen } = await pageOf(answer(items), { size, language: "de" })
    const placements = layout(page, screen.width, screen.height, await envOf(stage.app, page, screen))
    const sizesOf = (isIt: (words: string) => boolean): readonly number[] =>
      placements.flatMap(({ node, px }) => (node.type === "text" && px !== undefined && isIt(node.text) ? [px] : []))
    const others = new Set(sizesOf((words) => titles.slice(1).includes(words)))
    const sources = sizesOf((words) => /\d:\d\d$/.test(words))
    assert.is(others.size, 1, `${size.join("x")}: one size`)
    assert.ok(Math.min(...others) > Math.max(...sources.slice(1)), `${size.join("x")}: ${[...others]}, ${sources}`)
  }
})

test("names a source where it changes, and the time of each headline", async () => {
  const items = ["A", "A", "A", "B"].map((source, i) => item({ title: `Title ${i}`, source }))
  const settings = { urls: URLS, summaries: false }
  const lines = (await shown(answer(items), { settings })).split("\n")
  const after = (title: string): string | undefined => lines[lines.indexOf(title) + 1]
  assert.match(after("Title 1") ?? "", /^A {2}\d/, "the first in the column")
  assert.match(after("Title 2") ?? "", /^\d/)
  assert.match(after("Title 3") ?? "", /^B {2}\d/)
})

const LONG = "The committee that had been asked to shorten the names of committees has published its report ".repeat(4)
const HAN = "港口在四十年来最长的封冻后重新开放首班渡轮清晨出发载着面包邮件和十一位乘客".repeat(8).slice(0, 300)
const many = (count: number, parts: Partial<Item>): object =>
  answer(Array.from({ length: count }, (_, i) => item({ at: NOW - i * 86_400_000, ...parts })))
const EXTREMES: Readonly<Record<string, object>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 30].map((count) => [`${count} headlines`, many(count, {})])),
  "30 very long headlines": many(30, { title: LONG.slice(0, 300), summary: LONG, source: LONG.slice(0, 200) }),
  "8 very long Chinese headlines": many(8, { title: HAN, summary: HAN + HAN, source: HAN.slice(0, 200) }),
  "very short headlines": many(5, { title: "Ice", summary: "", source: "Q" }),
  "one word of 300 letters": many(3, { title: "x".repeat(300), summary: "y".repeat(600), source: "z".repeat(200) }),
  "headlines in many scripts": answer(
    [
      "افتتاح الميناء بعد أطول تجمد منذ أربعين عاما",
      "Порт открылся после самого долгого ледостава за сорок лет",
      "四十年ぶりの長い凍結のあと港が再開",
      "בית ספר חדש נפתח",
      "बंदरगाह चालीस साल बाद खुला",
    ].map((title) => item({ title, source: title.slice(0, 12) })),
  ),
  "feeds that were not read": answer(
    [item()],
    Array.from({ length: 8 }, () => ({ title: LONG.slice(0, 200), ok: false })),
  ),
  "no headlines": answer([]),
  "no answer": { feed: null },
}

const next = turns(SIZES.length)
for (const [what, data] of Object.entries(EXTREMES))
  test(`draws a whole page with ${what} at every size`, async () => {
    for (const size of SIZES) {
      for (const language of next(["en", "zh", "de"])) {
        const { page, screen } = await pageOf(data, { size, language })
        const findings = stage.app.get(RASTERIZER).lint(page, screenOf(stage.app, screen))
        assert.equal(
          findings.map(({ message }) => message),
          [],
          `${size.join("x")} ${language}`,
        )
      }
    }
  })

test.run()
