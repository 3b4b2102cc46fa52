import { suite } from "uvu"
import * as assert from "uvu/assert"
import { field, z } from "platen/sdk"
import { CONFIG } from "platen/sdk/device"
import { defineSource } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { without } from "../../../../plugins/pages/mode-studio/clean.js"
import { definitionIn as given, named, readMode } from "../../../../plugins/pages/mode-studio/definition.js"
import { languageOf } from "../../../../plugins/pages/mode-studio/language.js"
import { lazily } from "../../../../plugins/pages/mode-studio/lazy.js"
import { settingShown, settingsShown } from "../../../../plugins/pages/mode-studio/settings.js"
import { refused } from "../../../refused.js"
import { catalog, deviceWith, modeOf, record } from "../../devices/configs/catalogs.js"

const definitionIn = (body: Readonly<Record<string, unknown>>): object => given(body, { list: () => [] }).definition

const test = suite("mode-studio")

/** A header, and the language that is read from it. */
const ACCEPTED: readonly (readonly [string | undefined, string])[] = [
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["zh", "zh"],
  ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"],
  ["en;q=0.5, zh;q=0.8", "zh"],
  ["fr;q=0", "en"],
  ["fr;q=x", "en"],
  ["de ; q=0.3 , es ;q=0.2", "de"],
  ["<script>", "en"],
  [`${"a".repeat(5000)}`, "en"],
  [`${"x,".repeat(30)}zh;q=1`, "x"],
]
for (const [header, language] of ACCEPTED) {
  test(`reads ${language} in "${String(header).slice(0, 40)}"`, () => {
    assert.is(languageOf(header, "en"), language)
  })
}

test("finds a definition under mode_def or as the body itself, with its id by either name", () => {
  assert.equal(definitionIn({ mode_def: { id: "A", view: 1 }, mac: "x", view: 2 }), { id: "A", view: 1 })
  assert.equal(
    definitionIn({
      mode_id: "B",
      mac: "x",
      w: 1,
      h: 2,
      colors: 2,
      lang: "en",
      responseType: "json",
      response_type: "json",
      view: 2,
    }),
    { id: "B", view: 2 },
  )
  assert.equal(definitionIn({ mode_def: { mode_id: "C", mac: "kept by nobody", settings: {} } }), {
    id: "C",
    settings: {},
  })
  assert.equal(definitionIn({ id: "D", mode_id: "E" }), { id: "D" })
  assert.equal(definitionIn({ view: 1 }), { view: 1 })
  assert.equal(
    definitionIn({ id: "F", title: { en: "Tides", zh: "潮汐" }, display_name: "潮汐", cacheable: true, icon: "" }),
    { id: "F", title: { en: "Tides", zh: "潮汐" } },
  )
  assert.equal(
    [
      definitionIn({ title: { en: "Tides" }, display_name: "Sea" }),
      definitionIn({ display_name: "Sea" }),
      definitionIn({ title: 5, display_name: " " }),
    ],
    [{ title: { en: "Sea" } }, { title: { en: "Sea" } }, { title: 5 }],
  )
  assert.equal([named({ view: 1 }), named({ id: "A" })], [{ id: "PREVIEW", view: 1 }, { id: "A" }])
})

test("lets a definition name a source, but none that fetches arbitrary URLs", async () => {
  const source = (name: string, fetchesUserUrls?: boolean): ReturnType<typeof defineSource> =>
    defineSource({
      name,
      parameters: z.object({}),
      result: z.unknown(),
      read: async () => ({}),
      ...(fetchesUserUrls !== undefined && { fetchesUserUrls }),
    })
  const all = [source("tides"), source("picture", true)].map((each) => ({ ...each, id: each.name }))
  const compile = (spec: unknown): ReturnType<typeof modeOf> => {
    const { id, content } = spec as {
      readonly id: string
      readonly content: { readonly source?: { readonly name: string } }
    }
    return modeOf(id, { asks: content.source ? [["content.source.name", content.source.name]] : [] })
  }
  const tools = { confine: { read: compile, check: async (spec: unknown) => compile(spec) }, sources: catalog(all) }
  for (const content of [{}, { source: { name: "tides" } }])
    assert.is(readMode({ id: "MINE", content }, "user/anna", tools).id, "MINE")
  const error = await refused(
    () => readMode({ id: "MINE", content: { source: { name: "picture" } } }, "user/anna", tools),
    "picture",
    "arbitrary URLs",
  )
  assert.equal([error.code, error.issues?.[0]?.path], ["mode-invalid", "content.source.name"])
})

test("compiles when it is first asked for more than its name, once", () => {
  let times = 0
  const made = modeOf("MINE", {
    settings: z.strictObject({}),
    cacheFor: 600,
    hourly: true,
    version: 2,
    suits: { weekend: true },
  })
  const mode = lazily(
    { id: "MINE", title: { en: "Mine", zh: "我的" }, description: { en: "About." }, icon: "sun" },
    () => {
      times++
      return made
    },
    () => assert.unreachable(),
  )
  assert.equal(
    [mode.id, mode.title, mode.description, mode.icon, mode.compiled, mode.hidden, times],
    ["MINE", { en: "Mine", zh: "我的" }, { en: "About." }, "sun", true, undefined, 0],
  )
  assert.equal(
    [mode.settings, mode.data, mode.cacheFor, mode.hourly, mode.version, mode.suits],
    [made.settings, made.data, 600, true, 2, { weekend: true }],
  )
  assert.is(times, 1)
})

test("is a mode that cannot be drawn once it no longer compiles, and says so once", async () => {
  const told: unknown[] = []
  const mode = lazily(
    { id: "MINE", title: 5 },
    () => {
      throw new Error("the source is gone")
    },
    (error) => told.push(error),
  )
  assert.equal([mode.title, mode.settings, mode.cacheFor], [{ en: "MINE" }, undefined, undefined])
  await refused(() => mode.content({} as never), "MINE", "no longer compiles")
  await refused(() => mode.fallback({} as never), "MINE")
  assert.is(told.length, 1)
})

test("takes a mode out of every config that names it, and leaves the others as they are", () => {
  const device = deviceWith({ modes: ["MINE", "ZEN"], settings: { MINE: { a: 1 }, ZEN: { b: 2 } } })
  const records = [
    device.get(CONFIG).records[0]!,
    record(2, { modes: ["MINE"] }, false),
    record(3, { modes: ["ZEN"], settings: { MINE: {} } }, false),
    record(4, { modes: ["ZEN"] }, false),
  ]
  const done = without(device.with(CONFIG, { records }), "MINE", "DAILY")!
  assert.is(done.cleaned, 3)
  assert.equal(
    done.device.get(CONFIG).records.map(({ config: { modes, settings } }) => [modes, settings]),
    [
      [["ZEN"], { ZEN: { b: 2 } }],
      [["DAILY"], {}],
      [["ZEN"], {}],
      [["ZEN"], {}],
    ],
  )
  assert.equal(
    done.device.get(CONFIG).records.map(({ active }) => active),
    [true, false, false, false],
  )
  assert.is(done.device.get(CONFIG).records[3], records[3])
  assert.is(without(device.with(CONFIG, { records: [records[3]!] }), "MINE", "DAILY"), undefined)
})

const label = { en: "Label", zh: "标签" }

/** A setting, and how a form gets it. */
const SETTINGS: readonly (readonly [string, z.ZodType, object])[] = [
  [
    "text",
    field(z.string().default("hi"), { label, widget: "text" }),
    { key: "a", label: "标签", type: "text", default: "hi" },
  ],
  ["many lines", field(z.string(), { label, widget: "textarea" }), { key: "a", label: "标签", type: "textarea" }],
  [
    "a number",
    field(z.number().min(0.5).max(9).default(1), { label, widget: "number" }),
    { key: "a", label: "标签", type: "number", default: 1, min: 0.5, max: 9 },
  ],
  [
    "a whole number without bounds",
    field(z.number().int(), { label }),
    { key: "a", label: "标签", type: "number", step: 1 },
  ],
  [
    "a choice",
    field(z.enum(["x", "y"]), { label, options: { x: { en: "X!", zh: "某" } } }),
    {
      key: "a",
      label: "标签",
      type: "select",
      options: [
        { value: "x", label: "某" },
        { value: "y", label: "y" },
      ],
    },
  ],
  [
    "yes or no",
    field(z.boolean().default(false), { label, widget: "toggle" }),
    { key: "a", label: "标签", type: "boolean", default: false },
  ],
  [
    "a day",
    field(z.iso.date().optional(), { label, widget: "date" }),
    { key: "a", label: "标签", type: "text", placeholder: "YYYY-MM-DD" },
  ],
  [
    "a list",
    field(z.array(z.object({ b: z.string() })).default([]), { label, widget: "list" }),
    { key: "a", label: "标签", type: "textarea", default: [], as_json: true },
  ],
  [
    "help",
    field(z.string(), { label, help: { en: "Help.", zh: "帮助。" } }),
    { key: "a", label: "标签", type: "text", description: "帮助。" },
  ],
  ["nothing that it says of itself", z.string(), { key: "a", label: "a", type: "text" }],
]
for (const [what, schema, shown] of SETTINGS) {
  test(`shows ${what} to forms`, () => {
    const [setting] = settingsShown({ settings: z.strictObject({ a: schema }) } as Pick<Mode, "settings">, "zh")
    assert.equal(setting, shown)
    assert.equal(settingShown.parse(setting), setting)
  })
}

test("shows no credential, and nothing of a mode without settings", () => {
  assert.equal(
    settingsShown(
      { settings: z.strictObject({ key: field(z.string(), { label, secret: true }) }) } as Pick<Mode, "settings">,
      "en",
    ),
    [],
  )
  assert.equal(settingsShown({}, "en"), [])
})

test.run()
