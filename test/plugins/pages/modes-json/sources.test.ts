import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Upstream, z } from "platen/sdk"
import { withSecrets } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { ContentContext, SceneNode, Source } from "platen/sdk/mode"
import { sampleOf } from "../../../../plugins/pages/modes-json/samples.js"
import { checkedMode } from "../../../../plugins/pages/mode-studio/definition.js"
import { compiled, contentContext, faultsOf, viewContext } from "./specs.js"

const test = suite("sources of a spec")

const tide = z.object({
  at: z.number(),
  metres: z.number().nullable(),
  waves: z.array(z.object({ height: z.number(), from: z.enum(["north", "south"]) })),
})
const tides = defineSource({
  name: "tides",
  parameters: z.strictObject({ ports: z.array(z.string()).default([]), days: z.number().default(1) }),
  result: tide,
  read: () => Promise.reject(new Error("not asked here")),
})
const moon = defineSource({
  name: "moon",
  parameters: z.strictObject({}),
  result: z.object({ lit: z.number() }),
  read: () => Promise.reject(new Error("not asked here")),
})
const SPEC = {
  spec: 1,
  id: "SHORE",
  title: { en: "Shore" },
  fields: {},
  settings: { ports: { type: "list", label: { en: "Ports" }, max: 3 } },
  words: { en: { high: "High water", none: "Nothing known" }, de: { high: "Hochwasser" } },
  content: {
    sources: {
      sea: { name: "tides", parameters: { ports: { from: "settings.ports" }, days: 2 } },
      moon: { name: "moon", optional: true },
    },
  },
  view: {
    type: "column",
    children: [
      { type: "text", when: "sea", text: "{{ words.high }} {{ sea.at | local_time }}" },
      { type: "text", when: "sea == nil", text: "{{ words.none }}" },
      { type: "text", each: "sea.waves", text: "{{ item.height }} {{ item.from }}" },
      { type: "icon", name: "{{ moon.lit }}sun", size: 24 },
    ],
  },
}
const SEA = { at: Date.UTC(2026, 10, 21, 13, 5), metres: null, waves: [{ height: 2, from: "north" }] }
const SOURCES: readonly Source[] = [tides, moon]

/** Texts and icons of a scene. */
function shown(node: SceneNode): string[] {
  if (node.type === "text") return [node.text]
  if (node.type === "icon") return [`icon ${node.name}`]
  return "children" in node ? (node.children as readonly SceneNode[]).flatMap(shown) : []
}

test("asks all of them, with lists of the settings as they are, and has their answers as variables", async () => {
  const mode = compiled(SPEC, SOURCES)
  const calls: unknown[] = []
  const source = ((name: string, parameters: unknown, options: unknown) => {
    calls.push([name, parameters, options])
    return Promise.resolve(name === "tides" ? SEA : undefined)
  }) as ContentContext["source"]
  const outcome = await mode.content(contentContext({ settings: { ports: ["Hull", "Brest"] }, source }))
  assert.equal(outcome, { data: { sea: SEA, moon: null } })
  assert.equal(calls, [
    ["tides", { ports: ["Hull", "Brest"], days: 2 }, { optional: false }],
    ["moon", {}, { optional: true }],
  ])
  assert.equal(mode.data.parse({ sea: SEA, moon: null }), { sea: SEA, moon: null })
  assert.not(mode.data.safeParse({ sea: { at: 1 }, moon: null }).success, "an answer in another shape")
})

test("does not ask a source whose condition does not hold", async () => {
  const sea = { ...SPEC.content.sources.sea, when: "settings.ports != empty" }
  const mode = compiled({ ...SPEC, content: { sources: { ...SPEC.content.sources, sea } } }, SOURCES)
  const calls: string[] = []
  const source = ((name: string) => {
    calls.push(name)
    return Promise.resolve(SEA)
  }) as ContentContext["source"]
  await mode.content(contentContext({ settings: { ports: [] }, source }))
  assert.equal(calls, ["moon"])
  await mode.content(contentContext({ settings: { ports: ["Hull"] }, source }))
  assert.equal(calls, ["moon", "tides", "moon"])
  const found = faultsOf({ ...SPEC, content: { sources: { sea: { ...sea, when: "ports = 1" } } } }, SOURCES)
  assert.ok(
    found.some(({ path }) => path === "content.sources.sea.when"),
    JSON.stringify(found),
  )
})

test("fails when one that is not optional fails, and then shows a page without answers", async () => {
  const mode = compiled(SPEC, SOURCES)
  const source = ((name: string) =>
    name === "tides" ? Promise.reject(new Upstream("gone")) : Promise.resolve({ lit: 1 })) as ContentContext["source"]
  let failure: unknown
  await mode.content(contentContext({ source })).catch((error: unknown) => (failure = error))
  assert.instance(failure, Upstream)
  const data = mode.fallback(contentContext())
  assert.equal(data, { sea: null, moon: null })
  assert.equal(shown(mode.view(data, viewContext({ settings: { ports: [] } })).body), ["Nothing known", "icon sun"])
})

test("keeps the entry of its pool beside the answers", async () => {
  const pool = { en: [{ motto: "Ebb and flow" }] }
  const mode = compiled({ ...SPEC, fields: { motto: { type: "text" } }, content: { ...SPEC.content, pool } }, SOURCES)
  const source = (() => Promise.resolve(SEA)) as unknown as ContentContext["source"]
  assert.equal((await mode.content(contentContext({ source }))) as unknown, {
    data: { motto: "Ebb and flow", sea: SEA, moon: SEA },
  })
})

test("writes its own words in the page's language, else in English, and leaves out icons that there are not", () => {
  const mode = compiled(SPEC, SOURCES)
  const texts = (language: string, lit: number | null): string[] =>
    shown(
      mode.view(
        { sea: SEA, moon: lit === null ? null : { lit } },
        viewContext({ language, timeZone: "Europe/Berlin", settings: { ports: [] } }),
      ).body,
    )
  assert.equal(texts("de-AT", null), ["Hochwasser 14:05", "2 north", "icon sun"])
  assert.equal(texts("fr", 3), ["High water 14:05", "2 north"], '"3sun" is no icon')
  assert.equal(
    shown(mode.view({ sea: null, moon: null }, viewContext({ language: "de", settings: { ports: [] } })).body)[0],
    "Nothing known",
    "a word that German lacks",
  )
})

for (const [name, change, path, message] of [
  [
    "a variable that is a field",
    { fields: { sea: { type: "text" } }, content: { ...SPEC.content, pool: { en: [{ sea: "x" }] } } },
    "content.sources.sea",
    /is a field/,
  ],
  [
    "a variable with a reserved name",
    { content: { sources: { date: { name: "tides" } } } },
    "content.sources.date",
    /reserved/,
  ],
  [
    "a source that there is not",
    { content: { sources: { sea: { name: "tide" } } } },
    "content.sources.sea.name",
    /no source "tide": use "tides"/,
  ],
  [
    "both kinds of sources",
    { content: { ...SPEC.content, source: { name: "tides" } } },
    "content.sources",
    /either "source"/,
  ],
  ["a field that an answer lacks", { view: { type: "text", text: "{{ sea.depth }}" } }, "view.text", /depth/],
  [
    "a list that an answer lacks",
    { view: { type: "text", each: "sea.ships", text: "x" } },
    "view.each",
    /no list "sea.ships"/,
  ],
  ["a word that is missing", { view: { type: "text", text: "{{ words.low }}" } }, "view.text", /low/],
  [
    "more sources than six",
    {
      content: {
        sources: Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`sea${i}`, { name: "tides" }])),
      },
    },
    "content.sources",
    /more than 6 names/,
  ],
] as const)
  test(`finds ${name}`, () => {
    const found = faultsOf({ ...SPEC, ...change }, SOURCES)
    assert.ok(
      found.some((issue) => issue.path === path && message.test(issue.message)),
      JSON.stringify(found),
    )
  })

test("refuses a user's mode whose sources fetch addresses that its user names", async () => {
  const fetching = { ...tides, fetchesUserUrls: true }
  const confine = {
    read: () => compiled(SPEC, SOURCES),
    check: () => Promise.resolve(compiled(SPEC, SOURCES)),
  }
  const sources = { get: (name: string) => (name === "tides" ? fetching : moon), list: () => [fetching, moon] }
  let failure: { issues?: readonly { path: string }[] } = {}
  await checkedMode(SPEC, { caller: "u" }, { confine, sources }).catch((error: object) => (failure = error))
  assert.equal(
    failure.issues?.map(({ path }) => path),
    ["content.sources.sea.name"],
  )
})

test("marks its secrets, so that they are sealed", () => {
  const mode = compiled(
    {
      ...SPEC,
      settings: {
        ...SPEC.settings,
        keys: {
          type: "list",
          label: { en: "Keys" },
          of: { name: { type: "text", label: { en: "Name" } }, value: { type: "secret", label: { en: "Value" } } },
        },
      },
    },
    SOURCES,
  )
  const given = { ports: [], keys: [{ name: "a", value: "hush" }] }
  assert.equal(
    withSecrets(mode.settings!, given, () => "sealed"),
    { ports: [], keys: [{ name: "a", value: "sealed" }] },
  )
})

test("makes samples of schemas with every field", () => {
  assert.equal(sampleOf(tide), {
    at: 1,
    metres: 1,
    waves: [
      { height: 1, from: "north" },
      { height: 1, from: "north" },
    ],
  })
  type Tree = { readonly inner: readonly Tree[] }
  const tree: z.ZodType<Tree> = z.object({ inner: z.array(z.lazy(() => tree)) })
  assert.type(JSON.stringify(sampleOf(tree)), "string", "a schema that contains itself ends")
})

test("hides secrets from the view, and hands them to sources alone", () => {
  const label = { en: "A" }
  const settings = {
    key: { type: "secret", label },
    none: { type: "secret", label },
    list: { type: "list", label, of: { url: { type: "secret", label }, name: { type: "text", label } } },
  }
  const text =
    "{{ settings.key }} {{ settings.none }}{{ settings.list[0].url }} {{ settings.list[0].name }}{% if settings.none == blank %} unset{% endif %}"
  const mode = compiled({ spec: 1, id: "VAULT", title: { en: "Vault" }, settings, view: { type: "text", text } })
  const given = { key: "sesame", none: "", list: [{ url: "https://a.test/sesame", name: "A" }] }
  assert.equal(shown(mode.view({}, viewContext({ settings: given })).body), ["••• ••• A unset"])
})

for (const [template, expected] of [
  ["{{ at | local_time }}", "23:30"],
  ["{{ at | local_date }}", "<date.dayMonth 21 month.short.11>"],
  ['{{ at | local_date: "weekday" }}', "weekday.6"],
  ['{{ day | local_date: "weekdayShort" }}', "weekday.short.1"],
  ["{{ day | days_until }}", "2"],
  ["{{ at | days_until }}", "0"],
  ["{{ none | local_time }}{{ none | local_date }}{{ none | days_until }}", ""],
  ["{{ '2026-11-21T17:45:00Z' | local_time }}", "23:30"],
  ["{{ '2026-11-21T18:45:00.500+01:00' | local_time }}", "23:30"],
  ["{{ '2026-11-21 08:05' | local_time }}", "8:05"],
  ["{{ '2026-11-22T20:00:00Z' | days_until }}", "2"],
  ["{{ '2026-13-45T99:00:00Z' | local_time }}{{ 'soon' | local_date }}{{ '2026-11-21' | local_time }}", ""],
  ["{{ '2026-11-21T17:45:00Z' | date: '%H:%M %z' }}", "23:30 +0545"],
  ["{{ '2026-11-21T12:45:30-05:00' | date: '%d %b %H:%M:%S' }}", "21 Nov 23:30:30"],
  ["{{ '2026-11-21 17:45:00.25Z' | date: '%Y-%m-%d %H:%M' }}", "2026-11-21 23:30"],
  ["{{ '2026-11-21T18:45:00+01:00' | date_to_xmlschema }}", "2026-11-21T23:30:00+05:45"],
  ["{{ 1795283100 | date: '%H:%M' }}", "23:30"],
  ["{{ '2026-11-21 08:05' | date: '%H:%M' }} {{ day | date: '%A' }}", "08:05 Monday"],
  ["{{ '1883-11-18T12:00:00Z' | date: '%H' }}", "17"],
  [
    "{{ 61 | weather_words }} {{ 1 | weather_icon }} {{ 1 | weather_icon: false }}",
    "weather.61 weather.icon.1 weather.icon.1.night",
  ],
  ["{{ none | weather_words }}{{ none | weather_icon }}", "thermometer"],
  ["{{ 'hail' | weather_words }}{{ 'hail' | weather_icon }}", "cloudy"],
  ["{{ nil | weather_words }}{{ nil | weather_icon }}", "thermometer"],
] as const)
  test(`writes ${template} on the clock of the device`, () => {
    const spec = {
      spec: 1,
      id: "CLOCK",
      title: { en: "Clock" },
      fields: { at: { type: "number" }, day: { type: "text" }, none: { type: "text" } },
      content: { pool: { en: [{ at: Date.UTC(2026, 10, 21, 17, 45), day: "2026-11-23", none: "" }] } },
      view: { type: "text", text: template },
    }
    const mode = compiled(spec)
    const words = (key: string): string => (key === "date.dayMonth" ? "<date.dayMonth {day} {monthShort}>" : key)
    const [data] = spec.content.pool.en
    const context = viewContext({ timeZone: "Asia/Kathmandu", words })
    const { body } = mode.view(data, { ...context, now: { ...context.now, year: 2026, month: 11, day: 21 } })
    assert.equal(shown(body), expected === "" ? [] : [expected])
  })

test.run()
