import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { dayOf } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { ContentContext } from "platen/sdk/mode"
import { refused } from "../../../refused.js"
import { wordsIn } from "../../../words.js"
import { compiled, contentContext, faultsOf, sceneOf, SPEC, viewContext } from "./specs.js"

const test = suite("compile")

const TOLD = {
  ...SPEC,
  $schema: "../x.json",
  title: { en: "Mine", zh: "我的" },
  description: { en: "About." },
  icon: "sun",
  version: 3,
  cacheFor: 600,
  hourly: true,
  suits: { parts: ["morning"], weekend: true },
}

test("is a mode like any other", () => {
  const { id, title, description, icon, version, cacheFor, hourly, suits, settings, compiled: asData } = compiled(TOLD)
  assert.equal(
    { id, title, description, icon, version, cacheFor, hourly, suits, settings, asData },
    {
      id: "MINE",
      title: { en: "Mine", zh: "我的" },
      description: { en: "About." },
      icon: "sun",
      version: 3,
      cacheFor: 600,
      hourly: true,
      suits: { parts: ["morning"], weekend: true },
      settings: undefined,
      asData: true,
    },
  )
})

test("has nothing that its spec leaves out", () => {
  assert.equal(Object.keys(compiled(SPEC)).sort(), [
    "advice",
    "compiled",
    "content",
    "data",
    "definition",
    "fallback",
    "id",
    "title",
    "view",
  ])
  assert.is(compiled(SPEC).definition, SPEC)
})

const pool = Array.from({ length: 12 }, (_, i) => ({ quote: `Entry ${i}`, lines: [] }))
const quoteOn = (context: Partial<ContentContext>): string =>
  (compiled({ ...SPEC, content: { pool: { en: pool } } }).fallback(contentContext(context)) as { quote: string }).quote

test("shows each entry of its pool once, one a day", () => {
  const days: readonly LocalDay[] = Array.from({ length: 12 }, (_, i) => dayOf(20_000 + i))
  assert.equal(days.map((day) => quoteOn({ day })).sort(), pool.map(({ quote }) => quote).sort())
})

const SEASONAL = {
  ...SPEC,
  fields: { quote: { type: "text" }, season: { type: "text" } },
  content: {
    by: "season",
    pool: {
      en: ["spring", "summer", "autumn", "winter"].flatMap((season) =>
        [1, 2, 3].map((i) => ({ quote: `${season} ${i}`, season })),
      ),
    },
  },
}

test("shows by season, each entry of it once, at the place's hemisphere", () => {
  const mode = compiled(SEASONAL)
  const on = (day: LocalDay, latitude?: number): string =>
    (
      mode.fallback(contentContext({ day, ...(latitude !== undefined && { place: { latitude, longitude: 0 } }) })) as {
        quote: string
      }
    ).quote
  const days = Array.from({ length: 3 }, (_, i) => dayOf(20_600 + i))
  assert.equal(days.map((day) => on(day)).sort(), ["spring 1", "spring 2", "spring 3"], "the end of May 2026")
  assert.equal(days.map((day) => on(day, -33.9)).sort(), ["autumn 1", "autumn 2", "autumn 3"])
})

test("has an entry for every season, or does not compile", () => {
  const pool = { en: SEASONAL.content.pool.en.filter(({ season }) => season !== "winter" && season !== "summer") }
  assert.equal(faultsOf({ ...SEASONAL, content: { by: "season", pool } }), [
    { path: "content.pool.en", message: "no entry has the season summer or winter: add an entry for each" },
  ])
})

test("has its pool for content too when it has no source", async () => {
  const mode = compiled({ ...SPEC, content: { pool: { en: pool } } })
  assert.equal(await mode.content(contentContext()), { data: mode.fallback(contentContext()) })
})

const POOLS = {
  zh: [{ quote: "中文", lines: [] }],
  "zh-TW": [{ quote: "臺灣", lines: [] }],
  en: [{ quote: "English", lines: [] }],
}
const LANGUAGES = {
  en: "English",
  "en-GB": "English",
  zh: "中文",
  "zh-CN": "中文",
  "zh-Hant-HK": "中文",
  "zh-TW": "臺灣",
  fr: "English",
}
for (const [language, quote] of Object.entries(LANGUAGES)) {
  test(`shows ${language} the entries in ${quote}`, () => {
    assert.is(
      (compiled({ ...SPEC, content: { pool: POOLS } }).fallback(contentContext({ language })) as { quote: string })
        .quote,
      quote,
    )
  })
}

test("shows simplified entries in traditional characters to those who read these", () => {
  const zh = [{ quote: "头发里面", lines: ["面条", "English"], books: [{ title: "红楼梦", year: 1791 }] }]
  const shown = (language: string, pool: object = { zh }): unknown =>
    compiled({ ...SPEC, content: { pool } }).fallback(contentContext({ language }))
  assert.equal(shown("zh-TW"), {
    quote: "頭髮裡面",
    lines: ["麵條", "English"],
    books: [{ title: "紅樓夢", year: 1791 }],
  })
  assert.is((shown("zh-HK") as { quote: string }).quote, "頭髮裏面")
  for (const language of ["zh", "zh-Hans-TW", "ja"]) assert.equal(shown(language), zh[0], language)
  const taiwan = [{ quote: "里", lines: [] }]
  assert.equal(shown("zh-TW", { zh, "zh-Hant": taiwan }), taiwan[0], "its own entries stay as they are")
})

test("shows what language it has when that is not English", () => {
  const mode = compiled({ ...SPEC, content: { pool: { zh: POOLS.zh } } })
  assert.is((mode.fallback(contentContext({ language: "fr" })) as { quote: string }).quote, "中文")
})

test("says in which language its content is where that is not the page's", () => {
  const said = (language: string, content: object): string | undefined =>
    sceneOf({ content }, { quote: "Q", lines: [] }, { language }).contentLanguage
  const both = { pool: { en: POOLS.en, zh: POOLS.zh } }
  for (const [language, expected] of [
    ["en-GB", undefined],
    ["zh-TW", undefined],
    ["de", "en"],
    ["ar", "en"],
  ] as const)
    assert.is(said(language, both), expected, language)
  assert.is(said("de", { pool: { zh: POOLS.zh } }), "zh")
})

test("checks content against its fields", () => {
  const { data } = compiled(SPEC)
  assert.ok(
    data.safeParse({ quote: "a", lines: ["b"], books: [{ title: "c", year: 1 }], loud: true, share: 0.5 }).success,
  )
  const wrong = [
    { quote: "a" },
    { quote: 1, lines: [] },
    { quote: "a".repeat(41), lines: [] },
    { quote: "a", lines: [1] },
    { quote: "a", lines: [], books: [{ title: "c" }] },
    { quote: "a", lines: [], extra: 1 },
    { quote: "a", lines: Array.from({ length: 201 }, () => "a") },
  ]
  for (const each of wrong) assert.not.ok(data.safeParse(each).success, JSON.stringify(each).slice(0, 80))
})

const tides = defineSource({
  name: "tides",
  parameters: z.object({ port: z.string(), days: z.number() }),
  result: z.object({ quote: z.string(), lines: z.array(z.string()) }),
  read: ({ port, days }) => Promise.resolve({ quote: port, lines: [String(days)] }),
})
const READING = {
  ...SPEC,
  settings: { port: { type: "text", label: { en: "Port" }, default: "Brest" } },
  content: {
    ...SPEC.content,
    source: { name: "tides", parameters: { port: "{{ settings.port }}/{{ language }}/{{ place.name }}", days: 3 } },
  },
}

test("asks a source, its parameters filled from settings, language and place", async () => {
  const calls: unknown[] = []
  const mode = compiled(READING, [tides])
  assert.is(
    mode.view({ quote: "Q", lines: [] }, viewContext({ language: "de", settings: { port: "Brest" } })).contentLanguage,
    undefined,
    "the language of a source is unknown",
  )
  const source = ((name: string, parameters: unknown) => {
    calls.push([name, parameters])
    return Promise.resolve({ quote: "High", lines: [] })
  }) as ContentContext["source"]
  const place = { name: "Bern", latitude: 1, longitude: 2 }
  assert.equal(await mode.content(contentContext({ settings: { port: "Hull" }, language: "zh", place, source })), {
    data: { quote: "High", lines: [] },
  })
  await mode.content(contentContext({ settings: { port: "Hull" }, source }))
  assert.equal(calls, [
    ["tides", { port: "Hull/zh/Bern", days: 3 }],
    ["tides", { port: "Hull/en/", days: 3 }],
  ])
})

test("fails when a source's answer lacks the fields, so that the pool is shown", async () => {
  const mode = compiled(READING, [tides])
  let failed: unknown
  await mode.content(contentContext({ source: () => Promise.resolve({ words: "x" }) })).catch((error: unknown) => {
    failed = error
  })
  assert.instance(failed, Error)
  assert.equal(mode.fallback(contentContext()), SPEC.content.pool.en[0])
})

test("reads settings of every kind, with their defaults", () => {
  const label = { en: "A" }
  const settings = {
    name: { type: "text", label, maxLength: 5 },
    greeting: { type: "text", label, default: "Hi", multiline: true },
    cups: { type: "number", label, min: 1, max: 9 },
    share: { type: "number", label, default: 0.5 },
    loud: { type: "toggle", label, default: true },
    born: { type: "date", label },
    since: { type: "date", label, default: "2026-01-31" },
    unit: {
      type: "select",
      label,
      default: "c",
      options: [
        { value: "c", label },
        { value: "f", label },
      ],
    },
  }
  const schema = compiled({ ...SPEC, settings }).settings!
  assert.equal(schema.parse({}), {
    name: "",
    greeting: "Hi",
    cups: 1,
    share: 0.5,
    loud: true,
    since: "2026-01-31",
    unit: "c",
  })
  assert.ok(schema.safeParse({ name: "Ada", cups: 9, loud: false, born: "2024-02-29", unit: "f" }).success)
  for (const wrong of [
    { name: "Adalbert" },
    { cups: 10 },
    { cups: "3" },
    { loud: "yes" },
    { born: "2026-02-29" },
    { unit: "k" },
    { other: 1 },
  ]) {
    assert.not.ok(schema.safeParse(wrong).success, JSON.stringify(wrong))
  }
})

test("lets templates see fields, settings, date, screen and language", () => {
  const text =
    "{{ quote }}|{{ settings.cups }}|{{ date.day }}.{{ date.month }}.{{ date.year }} {{ date.hour }}:{{ date.minute }} {{ date.week }} {{ date.weekday }} {{ date.short }}|{{ screen.class }} {{ screen.width }}x{{ screen.height }}|{{ language }}"
  const { body } = sceneOf(
    { view: { type: "text", text }, settings: { cups: { type: "number", label: { en: "Cups" }, default: 3 } } },
    { quote: "Q", lines: [] },
    { width: 800, height: 480, language: "zh" },
  )
  assert.is((body as { text: string }).text, "Q|3|21.11.2026 9:5 47 <weekday.6> <date.short>|m 800x480|zh")
})

test("lets templates tell languages apart", () => {
  const text =
    "{{ base }}{% if locale.chinese %} chinese{% endif %}{% if locale.traditional %} traditional{% endif %}{% if locale.rightToLeft %} from the right{% endif %}"
  for (const [language, said] of [
    ["en-GB", "en"],
    ["zh", "zh chinese"],
    ["zh-Hans-CN", "zh chinese"],
    ["zh-TW", "zh chinese traditional"],
    ["ar-EG", "ar from the right"],
  ] as const) {
    const { body } = sceneOf({ view: { type: "text", text } }, { quote: "Q", lines: [] }, { language })
    assert.is((body as { text: string }).text, said)
  }
})

test("lets templates write numbers as the language does, and compare them", () => {
  const text =
    "{{ date.day | digits }} {{ '08:05' | digits }} {{ 36500 | number }} {{ 0.5 | number }} {{ 'x' | number }} {{ 47 | percent }} {{ 'x' | percent }}{% if date.day == 21 and date.week < 48 %} equal{% endif %} {{ date.long }}"
  for (const [language, said] of [
    ["en", "21 08:05 36,500 0.5 x 47% x equal Saturday 21 November 2026"],
    ["de", "21 08:05 36.500 0,5 x 47\u00a0% x equal Samstag, 21. November 2026"],
    ["ar", "٢١ ٠٨:٠٥ ٣٦٬٥٠٠ ٠٫٥ x ٤٧٪\u061c x equal السبت، ٢١ نوفمبر ٢٠٢٦"],
  ] as const) {
    const { body } = sceneOf(
      { view: { type: "text", text } },
      { quote: "Q", lines: [] },
      { language, words: wordsIn(language) },
    )
    assert.is((body as { text: string }).text, said)
  }
})

test("has the footer and the frame that the spec gives it", () => {
  const data = { quote: "Q", lines: [] }
  const { footer, frame, language } = sceneOf(
    { icon: "sun", frame: "bare", footer: { label: "{{ quote }}!", attribution: "{{ language }}", icon: "feather" } },
    data,
    { language: "zh" },
  )
  assert.equal(
    { footer, frame, language },
    { footer: { icon: "feather", label: "Q!", attribution: "zh" }, frame: "bare", language: "zh" },
  )
  const plain = sceneOf({ icon: "sun", footer: { label: "{% if false %}x{% endif %}" } }, data)
  assert.equal([plain.footer, plain.frame], [{ icon: "sun" }, "full"], "an empty line is none")
})

test("says in one sentence what is wrong, and how much more", async () => {
  const one = await refused(() => compiled({ ...SPEC, id: "mine" }), "mine", "id: ")
  assert.is(one.status, 422)
  await refused(
    () => compiled({ ...SPEC, icon: "moon", footer: { icon: "moon" } }),
    "MINE",
    'icon: there is no icon "moon": use one that `platen plugins --icons` lists (and 1 more)',
  )
  await refused(() => compiled(null), "the spec")
})

test("shows an entry for several days, and the one before it", async () => {
  const pool = { en: Array.from({ length: 5 }, (_, i) => ({ quote: `q${i}`, lines: [] })) }
  const view = { type: "text", text: "{{ quote }} {{ part }} {{ previous.quote }}" }
  const mode = compiled({ ...SPEC, content: { pool, days: 3, previous: true }, view })
  const shown = []
  for (let day = 20_001; day < 20_001 + 18; day++) {
    const data = mode.fallback({ ...contentContext(), day: dayOf(day) }) as {
      quote: string
      part: number
      previous: { quote: string }
    }
    assert.ok(mode.data.safeParse(data).success)
    shown.push(data)
  }
  const whole = shown.filter(({ part }) => part === 0)
  assert.equal(
    shown.slice(0, 6).map(({ part }) => part),
    [0, 1, 2, 0, 1, 2],
  )
  assert.is(new Set(whole.slice(0, 5).map(({ quote }) => quote)).size, 5, "all of them before one comes again")
  for (const [i, { previous }] of whole.entries()) if (i > 0) assert.is(previous.quote, whole[i - 1]!.quote)
  const one = compiled({
    ...SPEC,
    content: { pool: { en: [pool.en[0]!] }, previous: true },
    view: { type: "text", text: "{{ quote }}", when: "previous" },
  })
  assert.is((one.fallback(contentContext()) as { previous: unknown }).previous, null)
  assert.match(
    String(faultsOf({ ...SPEC, view }).map(({ message }) => message)),
    /part/,
    "without days there is no part",
  )
  assert.match(
    String(
      faultsOf({
        ...SPEC,
        fields: { ...SPEC.fields, previous: { type: "text", optional: true } },
        content: { pool, previous: true },
      }).map(({ message }) => message),
    ),
    /reserved/,
  )
})

test("shows the entries of earlier days beside that of today", async () => {
  const pool = { en: Array.from({ length: 9 }, (_, i) => ({ quote: `q${i}`, lines: [] })) }
  const view = { type: "text", each: "earlier", text: "{{ item.ago }} {{ item.quote }}" }
  const earlier = [1, 3, 7, 16]
  interface Shown {
    readonly quote: string
    readonly earlier: readonly { readonly quote: string; readonly ago: number }[]
  }
  const shownBy = (content: object, day: number): Shown => {
    const mode = compiled({ ...SPEC, content, view })
    const data = mode.fallback({ ...contentContext(), day: dayOf(day) })
    assert.ok(mode.data.safeParse(data).success)
    return data as Shown
  }
  for (let day = 20_001; day < 20_011; day++) {
    const { earlier: shown } = shownBy({ pool, earlier }, day)
    assert.equal(
      shown.map(({ ago }) => ago),
      [1, 3, 7],
      "the pool has no entry of 16 days ago that has not been shown again",
    )
    for (const { ago, quote } of shown) assert.is(quote, shownBy({ pool, earlier }, day - ago).quote)
  }
  const stays = { pool, days: 3, earlier: [1, 2] }
  assert.equal(
    shownBy(stays, 20_007).earlier.map(({ quote }) => quote),
    [shownBy(stays, 20_004).quote, shownBy(stays, 20_001).quote],
    "an entry of several days counts once",
  )
  assert.equal(shownBy({ pool: { en: [pool.en[0]!] }, earlier }, 20_001).earlier, [])
})

test("refuses what the list of earlier entries cannot be", () => {
  const view = { type: "text", each: "earlier", text: "{{ item.quote }}" }
  const { pool } = SPEC.content
  const said = (spec: object): string =>
    String(faultsOf({ ...SPEC, view, ...spec }).map(({ path, message }) => `${path}: ${message}`))
  for (const earlier of [[], [0], [61], [1.5], [3, 1], [2, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9], true])
    assert.match(said({ content: { pool, earlier } }), /content\.earlier/, `${earlier}`)
  assert.match(said({ content: { pool } }), /earlier/, "without the key there is no such list")
  const content = { pool, earlier: [1, 3] }
  assert.match(said({ content, view: { ...view, text: "{{ item.qoute }}" } }), /qoute/)
  for (const name of ["earlier", "ago"])
    assert.match(
      said({ content, fields: { ...SPEC.fields, [name]: { type: "number", optional: true } } }),
      `fields.${name}: "${name}" is a reserved name`,
    )
  assert.match(said({ content: { ...content, source: { name: "tide-table" } } }), /content\.earlier: only entries/)
  assert.match(said({ content: { ...content, write: { instructions: { en: "Write." } } } }), /"previous" and "earlier"/)
})

const CARDS = {
  ...SPEC,
  fields: { word: { type: "text", maxLength: 40 }, note: { type: "text", optional: true } },
  settings: {
    cards: {
      type: "list",
      label: { en: "Cards" },
      max: 100,
      of: {
        word: { type: "text", label: { en: "Word" }, maxLength: 40 },
        note: { type: "text", label: { en: "Note" } },
      },
    },
  },
  content: { pool: { en: [{ word: "built in", note: "n" }] }, own: "cards", earlier: [1] },
  view: { type: "text", text: "{{ word }} {{ note }} {{ earlier[0].word }}" },
}

test("shows the entries of a setting in place of the pool", () => {
  const mode = compiled(CARDS)
  const shown = (cards: readonly object[], language = "en"): unknown => {
    const data = mode.fallback(contentContext({ settings: mode.settings!.parse({ cards }) as object, language }))
    assert.ok(mode.data.safeParse(data).success)
    return data
  }
  assert.equal(shown([]), { word: "built in", note: "n", earlier: [] })
  assert.equal(shown([{ note: "no word" }]), { word: "built in", note: "n", earlier: [] })
  assert.equal(shown([{ word: "mine" }, { word: "  " }]), { word: "mine", earlier: [] })
  const two = [{ word: "one", note: "1" }, { word: "two" }]
  assert.is((shown(two) as { earlier: readonly unknown[] }).earlier.length, 1)
  assert.equal(shown(two, "fr"), shown(two), "in the same order in every language")
  const noted = (settings: object): unknown =>
    mode.view({ word: "w", earlier: [] }, viewContext({ language: "fr", settings })).contentLanguage
  assert.equal([noted({ cards: [] }), noted({ cards: two })], ["en", undefined])
})

test("refuses a setting whose entries would not be entries of the pool", () => {
  const said = (spec: object): string =>
    String(faultsOf({ ...CARDS, ...spec }).map(({ path, message }) => `${path}: ${message}`))
  const list = (of: unknown): object => ({ settings: { cards: { ...CARDS.settings.cards, of } } })
  const { word, note } = CARDS.settings.cards.of
  assert.is(said({}), "")
  assert.match(said({ content: { ...CARDS.content, own: "card" } }), /content\.own: there is no setting "card"/)
  assert.match(said(list("text")), /content\.own: there is no setting "cards" that is a list with fields/)
  assert.match(said(list({ note })), /settings\.cards\.of: the field "word" is missing/)
  assert.match(said(list({ word, other: note })), /settings\.cards\.of\.other: no field "other"/)
  assert.match(said(list({ word, note: { type: "number", label: { en: "N" } } })), /of\.note: no field "note" takes/)
  assert.match(said(list({ word: { ...word, maxLength: 50 } })), /of\.word: it may be longer.*"maxLength": 40/)
  assert.match(said({ content: { ...CARDS.content, by: "season" } }), /content\.own: its entries take the place/)
})

test.run()
