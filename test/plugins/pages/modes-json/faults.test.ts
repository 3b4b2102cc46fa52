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

test("leaves out what would set a prototype", () => {
  const view = JSON.parse('{ "type": "text", "text": "a", "__proto__": { "px": "wrong" } }') as object
  const styles = { big: JSON.parse('{ "__proto__": { "px": "wrong" } }') as object }
  for (const parts of [{ view }, { styles, view: { type: "text", text: "a", style: "big" } }])
    assert.equal(faultsOf({ ...SPEC, ...parts }), [])
})

/** What is wrong, what is changed of a good spec, the path and the words of the one fault. */
const FAULTS: readonly (readonly [string, object, string, RegExp])[] = [
  ["an unknown key", { colour: "red" }, "", /^"colour" is unknown here: remove it; allowed keys: .*"fields"/],
  ["a misspelt key", { veiw: 1 }, "", /^"veiw" is unknown here: write "view"$/],
  [
    "more unknown keys than anybody reads",
    { veiw: 1, b: 2, c: 3, d: 4, e: 5 },
    "",
    /^"veiw" is unknown here: write "view"; "b" is unknown here: remove it; "c" is [^;]*; 2 more are unknown; allowed keys: /,
  ],
  ["another format", { spec: 2 }, "spec", /1/],
  ["a bad id", { id: "mine" }, "id", /capitals/],
  ["no English title", { title: { zh: "我" } }, "title.en", /^"en" is missing: write the text in English/],
  ["a bad part of the day", { suits: { parts: ["tea"] } }, "suits.parts.0", /"morning"/],
  ["a cache of no time", { cacheFor: 0 }, "cacheFor", /1/],
  ["a pictogram that there is not", { icon: "moon" }, "icon", /"moon": use one that `platen plugins --icons` lists/],
  ["a pictogram that is misspelt", { icon: "fether" }, "icon", /"fether": use "feather", or another that `platen/],
  ["a pictogram of the footer that there is not", { footer: { icon: "moon" } }, "footer.icon", /"moon"/],

  ["a bad name of a field", { fields: { "1st": { type: "text" } } }, "fields.1st", /begin with a letter/],
  ["a bad kind of field", { fields: { ...SPEC.fields, more: { type: "json" } } }, "fields.more.type", /"list"/],
  [
    "a list of a bad kind",
    { fields: { ...SPEC.fields, more: { type: "list", of: { a: "json" } } } },
    "fields.more.of",
    /"text"/,
  ],
  ...["date", "settings", "screen", "language", "inks", "year", "sky", "item", "index", "empty"].map(
    (name) =>
      [
        `a field called ${name}`,
        { fields: { ...SPEC.fields, [name]: { type: "text", optional: true } } },
        `fields.${name}`,
        /reserved name: rename the field/,
      ] as const,
  ),

  ["no pool", { content: {} }, "content.pool", /at least one entry/],
  ["a pool without languages", { content: { pool: {} } }, "content.pool", /at least one entry/],
  [
    "a language without entries",
    { content: { pool: { en: [] } } },
    "content.pool.en",
    /^"en" is empty: write an entry$/,
  ],
  [
    "an entry that lacks a field",
    { content: { pool: { en: [{ quote: "a" }] } } },
    "content.pool.en.0.lines",
    /^"lines" is missing: write a list$/,
  ],
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
    /^"lines\.0" is 5: write text in double quotes$/,
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
    /"tides": enable.*`platen plugins --sources`/,
  ],

  [
    "a misspelt source",
    { content: { ...SPEC.content, source: { name: "tide-tabel" } } },
    "content.source.name",
    /"tide-tabel": use "tide-table", or enable/,
  ],

  ["an unknown node", { view: { type: "tafel" } }, "view.type", /^"type" is "tafel": write "column"/],
  [
    "an unknown node within",
    { view: { type: "row", children: [{ type: "column", children: [{ type: "tafel" }] }] } },
    "view.children.0.children.0.type",
    /"grid"/,
  ],
  [
    "a missing field of a node that a plugin draws",
    { view: { type: "table" } },
    "view.rows",
    /^"rows" is missing: write a list, or write text in double quotes$/,
  ],
  [
    "a field of another kind of a node that a plugin draws",
    { view: { type: "table", rows: 5 } },
    "view.rows",
    /^"rows" is 5: write a list, or write text in double quotes$/,
  ],
  [
    "an entry of another kind in a field of a node that a plugin draws",
    { view: { type: "moon", phase: { of: "today" } } },
    "view.phase",
    /^"phase" is an object: write a number, or write text in double quotes$/,
  ],
  ["an unknown key of a node", text("a", { colour: "red" }), "view", /"colour"/],
  [
    "a misspelt role",
    text("a", { role: "titel" }),
    "view.role",
    /^"role" is "titel": write "title"; allowed values: "cap/,
  ],
  [
    "a text that is a number",
    text("a", { family: 3 }),
    "view.family",
    /^"family" is 3: write "sans", "serif", "mono", "display" or "brush"$/,
  ],
  [
    "a length that is a list",
    text("a", { width: [1] }),
    "view.width",
    /^"width" is \[1\]: write a number of units.*"50%"$/,
  ],
  ["a half pixel", text("a", { px: 8.5 }), "view.px", /^"px" is 8\.5: write a whole number$/],
  ["a focus of one share", { view: { type: "image", source: "a", focus: [1] } }, "view.focus", /two shares/],
  ["a condition of nothing", text("a", { when: "" }), "view.when", /^"when" is empty: write text$/],
  [
    "a condition with one equals sign",
    text("a", { when: "quote =" }),
    "view.when",
    /^"quote =" is not a condition: write "==" to compare/,
  ],
  ["a condition that is none", text("a", { when: "(" }), "view.when", /^"\(" is not a condition: write one, such as /],
  ["a bad length", text("a", { width: "50px" }), "view.width", /50%/],
  [
    "a bad padding",
    { view: { type: "row", padding: [1, 2, 3], children: [] } },
    "view.padding",
    /^"padding" is \[1, 2, 3\]: write a number for all sides, \[vertical, horizontal\], or \[top/,
  ],
  ["a size that nobody can read", text("a", { px: 5 }), "view.px", /8/],
  [
    "a grid without columns",
    { view: { type: "grid", children: [] } },
    "view.columns",
    /^"columns" is missing: write a number$/,
  ],
  ["a share above 1", { view: { type: "progress", value: 1.5 } }, "view.value", /1/],
  ["boxes nested too deep", { view: nested(11) }, "view", /^boxes are nested 11 levels deep: nest at most 10$/],
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
    /more than 2000 nodes on one screen: use fewer/,
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
  ["an unknown name in a condition", text("a", { when: "qoute != blank" }), "view.when", /qoute$/],
  ["a bad condition", text("a", { when: "quote | shout" }), "view.when", /shout$/],
  ["a list that there is not", text("a", { each: "line" }), "view.each", /"line"/],
  ["a list that is none", text("a", { each: "quote" }), "view.each", /"quote"/],
  [
    "a list within a list within a list",
    {
      view: {
        type: "row",
        each: "lines",
        children: [{ type: "row", each: "lines", children: [{ type: "text", text: "{{ item }}", each: "lines" }] }],
      },
    },
    "view.children.0.children.0.each",
    /repeated already/,
  ],

  [
    "a bad name of a setting",
    { settings: { "a-b": { type: "toggle", label, default: true } } },
    "settings.a-b",
    /begin with a letter/,
  ],
  [
    "a setting without a label",
    { settings: { a: { type: "toggle", default: true } } },
    "settings.a.label",
    /^"label" is missing: write a label/,
  ],
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

for (const key of ["spec", "id", "title", "view"]) {
  test(`finds that ${key} is missing, and says what to write`, () => {
    const faults = faultsOf(Object.fromEntries(Object.entries(SPEC).filter(([name]) => name !== key)))
    assert.equal(
      faults.map(({ path }) => path),
      [key],
    )
    assert.match(faults[0]!.message, new RegExp(`^"${key}" is missing: .*"${key}": `))
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

test("says in plain words what it finds behind very many other faults", () => {
  const of = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, "json"]))
  const lists = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`list${i}`, { type: "list", of, colour: 1 }]))
  const faults = faultsOf({ ...SPEC, fields: { ...SPEC.fields, ...lists } })
  assert.equal(
    faults.map(({ message }) => message.split(":")[0]),
    Array.from({ length: 5 }, () => ['"of" is an object', '"colour" is unknown here']).flat(),
  )
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
