import { readdirSync } from "node:fs"
import { inLanguage, LOG, STORE } from "platen/sdk"
import { PANELS, RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MESSAGES, MODES } from "platen/sdk/mode"
import type { Panel } from "platen/sdk/drawing"
import { openStage, requestFor } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { builtInPlugins } from "../kernel/plugins/find.js"
import { dateOf, more, newYear, today, unitOf } from "../modes/countdown/words.js"
import { age, goneOf, lifeName, quarterName, weekName, yearName } from "../modes/lifebar/words.js"
import { EXAMPLES, phrase } from "../plugins/devices/habits/words.js"
import { titleOf, wordsOf } from "../plugins/devices/pairing/words.js"
import { CHARACTERS, PHRASES } from "../sdk/kit/traditional-table.js"
import { IS_FULL } from "./depth.js"
import { BERLIN, numberedModes } from "./pictures/atlas.js"
import { isPlaced, isReadAtSize } from "./pictures/rotation.js"
import { setUp } from "./set-up.js"
import { checkMode, fakeClock, fakeLog, fakeStore } from "./testing/index.js"
import { INTERFACE_LANGUAGES, wordsIn } from "./words.js"

const test = suite("interface words")

const clock = fakeClock("2026-11-22T14:05:00Z")
let stage: Stage
/** The phrases of every built-in plugin, by plugin, language and key. */
const all = new Map<string, Readonly<Record<string, Readonly<Record<string, string>>>>>()
test.before(async () => {
  stage = await openStage({ clock })
  for (const plugin of await builtInPlugins()) {
    const services = Object.entries(plugin.needs ?? {}).map(([name, token]) => [
      name,
      token.name === STORE.name ? fakeStore() : token.name === LOG.name ? fakeLog() : stage.app.get(token),
    ])
    const given = await setUp(plugin, Object.fromEntries(services), plugin.config?.parse({}) ?? {})
    for (const messages of given.to(MESSAGES))
      all.set(
        plugin.id,
        Object.fromEntries(
          Object.entries(messages).map(([tag, record]) => [tag, typeof record === "function" ? record() : record]),
        ),
      )
    await given.dispose()
  }
})
test.after(() => stage.close())

/** The sentence of an error: in English an error has its own. */
const SENTENCE = /^error(\.[a-z-]+)?$/
/** Phrases whose words need fewer parameters than the English ones. */
const SHORTER: Readonly<Record<string, readonly string[]>> = {
  "date.dayOfYear": ["zh", "zh-Hant"],
}
const parameters = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ")

for (const language of INTERFACE_LANGUAGES)
  test(`has every phrase of English in ${language}, with the same parameters`, () => {
    let found = 0
    for (const [plugin, messages] of all) {
      const [english, own] = [messages.en!, messages[language] ?? {}]
      for (const key of Object.keys(english)) {
        // A language with hours to 24 names no half of the day.
        assert.ok(own[key] || (own[key] === "" && english[key] === ""), `${plugin}: ${key}`)
        found++
        // The parts of a date are those that the language writes.
        if (SENTENCE.test(key) || (key.startsWith("date.") && !/week|dayOfYear/.test(key))) continue
        if (SHORTER[key]?.includes(language)) continue
        assert.is(parameters(own[key]!), parameters(english[key]!), `${plugin}: ${key}`)
      }
      const more = Object.keys(own).filter((key) => !(key in english) && !SENTENCE.test(key))
      assert.equal(more, [], plugin)
    }
    assert.ok(found > 100, String(found))
  })

test("has the same sentences of errors in every language but English", () => {
  for (const [plugin, messages] of all) {
    const { en, ...others } = messages
    if (!Object.keys(en!).some((key) => SENTENCE.test(key))) continue
    const keys = (own: Readonly<Record<string, string>>): readonly string[] => Object.keys(own).sort()
    for (const [language, own] of Object.entries(others)) {
      assert.equal(keys(own), keys(others.zh!), `${plugin} ${language}`)
      // English sentences do not stand among words of another language.
      for (const text of Object.values(own)) assert.not.match(text, /\{detail\}/, `${plugin} ${language}`)
    }
  }
})

/** The texts of tables that are no messages. */
function tablesOf(language: string): readonly string[] {
  const { words } = { words: wordsIn(language) }
  const date = { year: 2026, month: 11, day: 22, weekday: 0 }
  const counted = (["coming", "past", "since"] as const).flatMap((kind) =>
    [1, 2].flatMap((days) => {
      const event = { name: "", kind, days, date } as never
      return [unitOf(event, language), dateOf(event, "long", { language, words })]
    }),
  )
  const pages = (["pair", "confirm", "bind"] as const).flatMap((name) => Object.values(wordsOf(name, language)))
  return [
    ...counted,
    today(language),
    newYear(language),
    more(3, { language, words }),
    yearName(2026, language),
    weekName(language),
    lifeName(language),
    goneOf({ gone: 3, of: 7 }, language),
    ...[1, 2, 3, 4].map((number) => quarterName(number, language)),
    ...[
      { years: 1, days: 1 },
      { years: 30, days: 251 },
      { years: 0, days: 5 },
    ].map((life) => age(life as never, language, false)),
    ...(["example", "none", "begin", "unread", "wait", "after", "brief", "more"] as const).map((key) =>
      phrase(key, language, { of: 3, done: 1, count: 2 }),
    ),
    ...EXAMPLES.map(({ name }) => inLanguage(name, language)),
    ...pages,
  ]
}

test("says nothing in English in the tables of other languages", () => {
  const english = tablesOf("en")
  // Words that two languages share.
  const SHARED = new Set(["2026", "Open", "Stretching", "Urgent", "Week 47", "Zen", "Memo", "Countdown"])
  for (const language of INTERFACE_LANGUAGES) {
    if (language === "en") continue
    const own = tablesOf(language)
    assert.is(own.length, english.length, language)
    for (const [i, text] of own.entries())
      assert.ok(text !== "" && (text !== english[i] || SHARED.has(text)), `${language}: ${text}`)
  }
})

/** Characters that stand in simplified texts only: they have a traditional one, and are no part of any traditional text of the table. */
const TRADITIONAL = new Set([...CHARACTERS].filter((_, i) => i % 2 === 1).concat([...PHRASES]))
const SIMPLIFIED = new Set([...CHARACTERS].filter((sign, i) => i % 2 === 0 && !TRADITIONAL.has(sign)))

test("knows simplified characters", () => {
  assert.is([..."这块屏幕绑定后设置显示内容"].filter((sign) => SIMPLIFIED.has(sign)).join(""), "这块绑设显内")
})

test("has no Latin letters and no simplified characters in traditional Chinese", async () => {
  const titles = stage.app
    .get(MODES)
    .list()
    .map(({ title }) => title["zh-Hant"] ?? "")
  const pages = (["pair", "confirm", "bind"] as const).map((page) => titleOf(page)["zh-Hant"] ?? "")
  for (const language of ["zh-Hant", "zh-TW", "zh-HK"]) {
    const phrases = [...all.values()].flatMap((messages) =>
      Object.entries(messages[language] ?? {})
        .filter(([key, text]) => !/^(number|weather\.icon)\./.test(key) && !(text === "" && key.startsWith("time.")))
        .map(([, text]) => text),
    )
    for (const text of [...phrases, ...titles, ...pages, ...tablesOf(language)]) {
      assert.ok(text !== "", language)
      // What stays is a parameter, or the address of a page.
      assert.not.match(text.replace(/\{\w+\}|\/config/g, ""), /\p{Script=Latin}/u, `${language}: ${text}`)
      assert.equal(
        [...text].filter((sign) => SIMPLIFIED.has(sign)),
        [],
        `${language}: ${text}`,
      )
    }
  }
})

test("draws no Latin words in traditional Chinese: but those of the pages that teach English", async () => {
  const start = clock.now()
  const { app } = stage
  for (const [d, day] of [0, 37, 99, 174, 215, 300].entries())
    for (const [l, language] of ["zh-TW", "zh-HK"].entries())
      for (const [m, mode] of numberedModes(stage)) {
        // A mode has every sixth day in a language, and in the other one another.
        if (!IS_FULL && (d + l + m) % 6 > 0) continue
        if (["VOCABULARY", "WORD_OF_THE_DAY"].includes(mode.id)) continue
        clock.advance(start + day * 86_400_000 - clock.now())
        const screen = { width: 800, height: 480, palette: "bw", language } as const
        const drawn = await app.get(DRAW).page(mode, { ...requestFor(app, mode.id, screen, language), place: BERLIN })
        // A name stays a name.
        const text = app
          .get(RASTERIZER)
          .describe(drawn!.page)
          .replaceAll(/Home Assistant|Berlin/g, "")
        assert.not.match(text, /\p{Script=Latin}{2}/u, `${mode.id} ${language} on day ${day}`)
      }
  clock.advance(start - clock.now())
})

test("sets the marks of each language", () => {
  const texts = (language: string): readonly string[] => [
    ...[...all.values()].flatMap((messages) =>
      Object.entries(messages[language] ?? {}).flatMap(([key, text]) => (/^(list|number)\./.test(key) ? [] : [text])),
    ),
    ...tablesOf(language),
  ]
  for (const language of INTERFACE_LANGUAGES)
    for (const text of texts(language))
      assert.not.match(text, /['"]|\.\.\.| {2}|^\s|\p{L} [;!?]|\s\.$/u, `${language}: ${text}`)
  for (const text of texts("fr")) assert.not.match(text, /[^\u00a0][;!?]|\p{L}:(\s|$)/u, text)
  for (const language of ["ja", "zh", "zh-Hant"])
    for (const text of texts(language))
      assert.not.match(
        text.replace(/\{\w+\}/g, "x"),
        /[\p{Script=Han}\p{Script=Kana}][,;!?]|[\p{Script=Han}\p{Script=Kana}]\.$/u,
        text,
      )
})

/** The ids of panels, those of one size together. */
function panelsBySize(panels: readonly Panel[]): readonly (readonly string[])[] {
  const sizes = new Map<string, string[]>()
  for (const { id, width, height } of panels)
    sizes.set(`${width}x${height}`, [...(sizes.get(`${width}x${height}`) ?? []), id])
  return [...sizes.values()]
}

// Arabic, Hebrew and Hindi stand for the languages that have dates and no interface words.
for (const [l, language] of [
  ...INTERFACE_LANGUAGES.filter((each) => each !== "en" && each !== "zh"),
  "ar",
  "he",
  "hi",
].entries())
  test(`every built-in mode can be read in ${language} on every panel`, async () => {
    const sizes = panelsBySize(stage.app.get(PANELS).list())
    for (const [m, mode] of numberedModes(stage)) {
      // A mode has a fifth of the sizes in a language, and of panels of one size another: every mode has every size in some languages, there
      // by turns with a place and without.
      const panels = sizes.flatMap((same, s) =>
        IS_FULL ? same : isReadAtSize({ mode: m, language: l, size: s }) ? [same[(m + l) % same.length]!] : [],
      )
      for (const placed of IS_FULL ? [false, true] : [isPlaced({ mode: m, language: l })])
        await checkMode(mode, { stage, languages: [language], panels, ...(placed && { moment: { place: BERLIN } }) })
    }
  })

test("every built-in mode has a title in every language", () => {
  for (const { id, title } of stage.app.get(MODES).list())
    for (const language of INTERFACE_LANGUAGES) assert.ok(title[language], `${id}: ${language}`)
})

test("every language of the error pages has its file", () => {
  const files = readdirSync(new URL("../../plugins/pages/pages/messages/", import.meta.url))
  assert.equal(
    files.filter((name) => name !== "phrases.ts").sort(),
    INTERFACE_LANGUAGES.map((language) => `${language.toLowerCase()}.ts`).sort(),
  )
})

test.run()
