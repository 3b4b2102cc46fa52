import { suite } from "uvu"
import * as assert from "uvu/assert"
import { faultsOf, SPEC } from "./specs.js"

const test = suite("faults")
const label = { en: "A" }
const text = (source: string, rest: object = {}): object => ({ view: { type: "text", text: source, ...rest } })
const nested = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ type: "row", children: [inner] }), {
    type: "text",
    text: "a",
  })

test("finds nothing in a good spec", () => {
  assert.equal(faultsOf(SPEC), [])
})

/** What is wrong, what is changed of a good spec, the path and the words of the one fault. */
const FAULTS: readonly (readonly [string, object, string, RegExp])[] = [
  ["an unknown key", { colour: "red" }, "", /"colour"/],
  ["another format", { spec: 2 }, "spec", /1/],
  ["a bad id", { id: "mine" }, "id", /capitals/],
  ["no English title", { title: { zh: "我" } }, "title.en", /./],
  ["a bad part of the day", { suits: { parts: ["tea"] } }, "suits.parts.0", /"morning"/],
  ["a cache of no time", { cacheFor: 0 }, "cacheFor", /1/],
  ["a pictogram that there is not", { icon: "moon" }, "icon", /"moon"/],
  ["a pictogram of the footer that there is not", { footer: { icon: "moon" } }, "footer.icon", /"moon"/],

  ["a bad name of a field", { fields: { "1st": { type: "text" } } }, "fields.1st", /begin with a letter/],
  ["a bad kind of field", { fields: { ...SPEC.fields, more: { type: "json" } } }, "fields.more.type", /"list"/],
  [
    "a list of a bad kind",
    { fields: { ...SPEC.fields, more: { type: "list", of: { a: "json" } } } },
    "fields.more.of",
    /"text"/,
  ],
  ...["date", "settings", "screen", "language", "item", "index", "empty"].map(
    (name) =>
      [
        `a field called ${name}`,
        { fields: { ...SPEC.fields, [name]: { type: "text", optional: true } } },
        `fields.${name}`,
        /call it something else/,
      ] as const,
  ),

  ["no pool", { content: {} }, "content.pool", /at least one entry/],
  ["a pool without languages", { content: { pool: {} } }, "content.pool", /at least one entry/],
  ["a language without entries", { content: { pool: { en: [] } } }, "content.pool.en", /1/],
  ["an entry that lacks a field", { content: { pool: { en: [{ quote: "a" }] } } }, "content.pool.en.0.lines", /./],
  [
    "an entry with a field too many",
    { content: { pool: { en: [{ quote: "a", lines: [], x: 1 }] } } },
    "content.pool.en.0",
    /"x"/,
  ],
  [
    "an entry of the wrong kind",
    {
      content: {
        pool: {
          en: [
            { quote: "a", lines: [] },
            { quote: "b", lines: [5] },
          ],
        },
      },
    },
    "content.pool.en.1.lines.0",
    /string/,
  ],
  [
    "an entry that is too long",
    { content: { pool: { en: [{ quote: "a".repeat(41), lines: [] }] } } },
    "content.pool.en.0.quote",
    /40/,
  ],
  [
    "a source that there is not",
    { content: { ...SPEC.content, source: { name: "tides" } } },
    "content.source.name",
    /"tides".*enable/,
  ],

  ["an unknown node", { view: { type: "table" } }, "view.type", /'column'/],
  [
    "an unknown node within",
    { view: { type: "row", children: [{ type: "column", children: [{ type: "table" }] }] } },
    "view.children.0.children.0.type",
    /'grid'/,
  ],
  ["an unknown key of a node", text("a", { colour: "red" }), "view", /"colour"/],
  ["a bad length", text("a", { width: "50px" }), "view.width", /50%/],
  ["a bad padding", { view: { type: "row", padding: [1, 2, 3], children: [] } }, "view.padding", /items/],
  ["a size that nobody can read", text("a", { px: 5 }), "view.px", /8/],
  ["a grid without columns", { view: { type: "grid", children: [] } }, "view.columns", /./],
  ["a share above 1", { view: { type: "progress", value: 1.5 } }, "view.value", /1/],
  ["boxes nested too deep", { view: nested(11) }, "view", /11 boxes.*10 are the most/],
  [
    "more nodes than a page is made of",
    {
      view: {
        type: "column",
        children: Array.from({ length: 11 }, () => ({
          type: "row",
          children: Array.from({ length: 190 }, () => ({ type: "spacer" })),
        })),
      },
    },
    "view",
    /2102 nodes: 2000/,
  ],
  ["objects nested too deep", { view: nested(40) }, "", /nested/],
  ["boxes nested as deep as a stack is", { view: nested(5000) }, "", /nested/],
  [
    "a pictogram of a node that there is not",
    { view: { type: "row", children: [{ type: "icon", name: "moon", size: 16 }] } },
    "view.children.0.name",
    /"moon"/,
  ],

  ["a template that is not closed", text("{{ quote"), "view.text", /not closed/],
  ["an unknown filter", text("{{ quote | shout }}"), "view.text", /shout/],
  ["an unknown tag", text("{% shout %}"), "view.text", /shout/],
  ["an unknown name", text("{{ qoute }}"), "view.text", /qoute/],
  ["an unknown name within a list", text("{{ item.title }}", { each: "lines" }), "view.text", /item\.title/],
  [
    "an unknown name of a label",
    { view: { type: "icon", name: "sun", size: 16, label: "{{ qoute }}" } },
    "view.label",
    /qoute/,
  ],
  ["an unknown name of a share", { view: { type: "progress", value: "{{ qoute }}" } }, "view.value", /qoute/],
  ["an unknown name in the footer", { footer: { attribution: "{{ qoute }}" } }, "footer.attribution", /qoute/],
  ["a template of the footer that is not closed", { footer: { label: "{{ quote" } }, "footer.label", /not closed/],
  [
    "an unknown name in another view",
    { variants: [{ when: {}, view: { type: "text", text: "{{ qoute }}" } }] },
    "variants.0.view.text",
    /qoute/,
  ],
  [
    "an unknown condition of another view",
    { variants: [{ when: { maxheight: 1 }, view: SPEC.view }] },
    "variants.0.when",
    /"maxheight"/,
  ],
  ["an unknown name in a condition", text("a", { when: "qoute != blank" }), "view.when", /qoute/],
  ["a bad condition", text("a", { when: "quote | shout" }), "view.when", /shout/],
  ["a list that there is not", text("a", { each: "line" }), "view.each", /"line"/],
  ["a list that is none", text("a", { each: "quote" }), "view.each", /"quote"/],
  [
    "a list within a list",
    { view: { type: "row", each: "lines", children: [{ type: "text", text: "{{ item }}", each: "lines" }] } },
    "view.children.0.each",
    /repeated already/,
  ],

  [
    "a bad name of a setting",
    { settings: { "a-b": { type: "toggle", label, default: true } } },
    "settings.a-b",
    /begin with a letter/,
  ],
  ["a setting without a label", { settings: { a: { type: "toggle", default: true } } }, "settings.a.label", /./],
  [
    "a default that cannot be chosen",
    { settings: { a: { type: "select", label, default: "x", options: [{ value: "y", label }] } } },
    "settings.a.default",
    /"y"/,
  ],
  [
    "a default out of range",
    { settings: { a: { type: "number", label, default: 9, max: 5 } } },
    "settings.a.default",
    /5/,
  ],
  [
    "a range that leaves out what stands when nothing is set",
    { settings: { a: { type: "number", label, max: -1 } } },
    "settings.a.default",
    /-1/,
  ],
  [
    "a default that is too long",
    { settings: { a: { type: "text", label, default: "abc", maxLength: 2 } } },
    "settings.a.default",
    /2/,
  ],
  [
    "a day that there is not",
    { settings: { a: { type: "date", label, default: "2026-02-30" } } },
    "settings.a.default",
    /date/,
  ],
]
for (const [what, change, path, says] of FAULTS) {
  test(`finds ${what}`, () => {
    const faults = faultsOf({ ...SPEC, ...change })
    assert.equal(
      faults.map((fault) => fault.path),
      [path],
      JSON.stringify(faults),
    )
    assert.match(faults[0]!.message, says)
  })
}

for (const key of ["spec", "id", "title", "fields", "content", "view"]) {
  test(`finds that ${key} is missing`, () => {
    assert.equal(
      faultsOf(Object.fromEntries(Object.entries(SPEC).filter(([name]) => name !== key))).map(({ path }) => path),
      [key],
    )
  })
}

test("finds what is no spec at all", () => {
  for (const input of [null, undefined, 5, "spec", [], true])
    assert.equal(
      faultsOf(input).map(({ path }) => path),
      [""],
    )
})

test("finds all faults of the form at once", () => {
  const paths = faultsOf({
    ...SPEC,
    id: "mine",
    title: {},
    colour: 1,
    view: { type: "row", children: [{ type: "text" }, { type: "icon", name: "sun" }] },
  }).map(({ path }) => path)
  assert.equal(paths.sort(), ["", "id", "title.en", "view.children.0.text", "view.children.1.size"])
})

test("finds all faults of the content at once, each once", () => {
  const paths = faultsOf({
    ...SPEC,
    icon: "moon",
    footer: { label: "{{ qoute }}" },
    content: {
      pool: {
        en: [
          { quote: 1, lines: [] },
          { quote: "a", lines: [2] },
        ],
        zh: [{ quote: "a", lines: [] }],
      },
      source: { name: "tides", parameters: { port: "{{ x" } },
    },
    view: {
      type: "column",
      children: [
        { type: "text", text: "{{ a }} {{ b }}" },
        { type: "icon", name: "moon", size: 16 },
        { type: "text", text: "{{ c | shout }}" },
      ],
    },
  }).map(({ path }) => path)
  assert.equal(paths.sort(), [
    "content.pool.en.0.quote",
    "content.pool.en.1.lines.0",
    "content.source.name",
    "content.source.parameters.port",
    "footer.label",
    "icon",
    "view.children.0.text",
    "view.children.1.name",
    "view.children.2.text",
  ])
})

test("tells fifty of very many faults, each cut short", () => {
  const names = Array.from({ length: 400 }, (_, i) => `${"x".repeat(i === 0 ? 900 : 5)}${i}`)
  const faults = faultsOf({
    ...SPEC,
    view: { type: "column", children: names.slice(0, 200).map((name) => ({ type: "text", text: `{{ ${name} }}` })) },
  })
  assert.is(faults.length, 50)
  assert.ok(faults.every(({ path, message }) => path.length <= 200 && message.length <= 400))
  assert.is(faultsOf({ ...SPEC, content: { pool: { en: Array.from({ length: 9000 }, () => ({})) } } }).length, 50)
  assert.is(faultsOf({ ...SPEC, view: { type: "column", children: names.slice(0, 200).map(() => 5) } }).length, 50)
  const [long] = faultsOf({ ...SPEC, content: { pool: { ["x".repeat(900)]: [{}] } } })
  assert.is(long!.path.length, 200)
})

test.run()
