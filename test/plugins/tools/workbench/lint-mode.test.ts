import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen, run } from "../../../platen.js"
import type { Ended } from "../../../child.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"
import { compiled, SPEC } from "../../pages/modes-json/specs.js"

const test = suite("platen lint-mode")

/** A spec of which everything is used. */
const GOOD = {
  ...SPEC,
  fields: { quote: SPEC.fields.quote, lines: SPEC.fields.lines },
  view: { type: "text", text: "{{ quote }}", when: "lines" },
}

const lint = (spec: unknown, ...args: readonly string[]): Promise<Ended> =>
  platen(["lint-mode", "my-mode.json", ...args], { cwd: folderWith({ "my-mode.json": JSON.stringify(spec) }) })

test("finds nothing in a good spec", async () => {
  const { code, stdout, stderr } = await lint({
    ...GOOD,
    content: { pool: { ...GOOD.content.pool, zh: [{ quote: "中文", lines: [] }] } },
  })
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /^MINE is fine on \d+ panels in en, zh\.\n$/)
})

/** What it prints of a file with these lines. */
const lintText = async (...lines: readonly string[]): Promise<Ended> =>
  platen(["lint-mode", "my-mode.json"], { cwd: folderWith({ "my-mode.json": lines.join("\n") }) })

test("says each fault with its file, line, column and path, in the order of the file", async () => {
  const { code, stdout, stderr } = await lintText(
    "{",
    '  "spec": 1, "id": "MINE", "title": { "en": "Mine" },',
    '  "fields": { "quote": { "type": "text" } },',
    '  "content": { "pool": { "en": [{ "quote": "a" }, {',
    '\t"quote": 5',
    "  }, {}] } },",
    '  "view": { "type": "text", "text": "a", "colour": 1 },',
    '  "icno": "sun"',
    "}",
  )
  assert.equal([code, stderr], [1, ""])
  assert.match(stdout, /^my-mode\.json:7:42 view: "colour" is unknown here: remove it; allowed keys: .*\n/)
  assert.match(stdout, /\nmy-mode\.json:8:3: "icno" is unknown here: write "icon"\n$/)
  assert.is(stdout.trimEnd().split("\n").length, 2)
})

test("says where the faults of the content are", async () => {
  const { stdout } = await lintText(
    '{ "spec": 1, "id": "MINE", "title": { "en": "Mine" }, "icon": "fether",',
    '  "fields": { "quote": { "type": "text" } },',
    '  "content": { "source": { "name": "pictrue" }, "pool": { "en": [{ "quote": "a" }, {',
    '\t"quote": 5',
    "  }, {}] } },",
    '  "view": { "type": "row", "children": [{ "type": "text", "text": "{{ qoute }}" },',
    '    { "type": "text", "when": "quote =", "text": "b" }] } }',
  )
  assert.equal(stdout.trimEnd().split("\n"), [
    'my-mode.json:1:63 icon: there is no icon "fether": use "feather", or another that `platen plugins --icons` lists',
    'my-mode.json:3:36 content.source.name: there is no source "pictrue": use "picture", or enable the plugin that provides it; `platen plugins --sources` lists the available sources',
    'my-mode.json:4:11 content.pool.en.1.quote: "quote" is 5: write text in double quotes',
    'my-mode.json:5:6 content.pool.en.2.quote: "quote" is missing: write text in double quotes',
    "my-mode.json:6:67 view.children.0.text: undefined variable: qoute, line:1, col:4",
    'my-mode.json:7:31 view.children.1.when: "quote =" is not a condition: write "==" to compare, such as author == "Poe" or author != blank',
  ])
})

test("says what no spec is", async () => {
  const { code, stdout } = await lint([])
  assert.is(code, 1)
  assert.is(stdout, 'my-mode.json:1:1: a mode is an object, not []: write { "spec": 1, ... }\n')
})

test("says where a file stops being JSON", async () => {
  const { code, stdout, stderr } = await lintText("{", '  "spec": 1,', '  "id": "MINE",', "}")
  assert.equal([code, stderr], [1, ""])
  assert.is(stdout, "my-mode.json:3:15: remove this comma: nothing follows it before }\n")
})

test("wants English in a pool, which compiles without", async () => {
  const zh = [{ quote: "中文", lines: [] }]
  const { code, stdout } = await lint({ ...GOOD, content: { pool: { zh } } })
  assert.is(code, 1)
  assert.match(
    stdout,
    /^my-mode\.json:1:\d+ content\.pool: the pool has no English entries, so English screens show another language: add entries under en\n$/,
  )
  assert.is(compiled({ ...GOOD, content: { pool: { zh } } }).id, "MINE")
})

const MODES = new URL("../../../../../modes/", import.meta.url)

test("finds nothing in a built-in mode's own file", async () => {
  const file = fileURLToPath(new URL("roast", MODES))
  const { code, stdout } = await platen(["lint-mode", file], { cwd: folderWith() })
  assert.is(code, 0, stdout)
})

test("finds nothing in the file from which a plugin of the config has its mode", async () => {
  const moon = fileURLToPath(new URL("../examples/platen-plugin-moon", MODES))
  const cwd = folderWith({ "platen.yaml": `plugins: { ${moon}: }` })
  const { code, stdout } = await platen(["lint-mode", `${moon}/moon.json`], { cwd })
  assert.is(code, 0, stdout)
})

test("refuses the id of a built-in mode, of data or of code, to any other definition", async () => {
  for (const spec of [
    { ...GOOD, id: "DAILY" },
    { ...GOOD, id: "CALENDAR" },
  ]) {
    const { code, stdout } = await lint(spec)
    assert.is(code, 1)
    assert.match(stdout, /^my-mode\.json:1:\d+ id: (DAILY|CALENDAR) is a built-in mode: choose another id\n$/)
  }
})

test("says panel, language and rule of what cannot be read", async () => {
  const crowded = {
    ...GOOD,
    fields: { quote: { type: "text" } },
    view: SPEC.view,
    content: { pool: { en: [{ quote: "word ".repeat(700) }], zh: [{ quote: "字" }] } },
  }
  const { code, stdout } = await lint(crowded)
  assert.is(code, 1)
  assert.match(
    stdout,
    /^my-mode\.json:1:\d+ content\.pool\.en\.0\.quote: clipped: "word word.* pixels too high: .* \(worst on \S+: 4\.2-bw, .*10\.3-bw in en\)$/m,
  )
  assert.is(stdout.split("\n").filter((line) => line.includes("clipped")).length, 1, "one line for all panels")
  assert.not.match(stdout, / zh: /)
  const chinese = await lint(crowded, "--lang", "zh")
  assert.is(chinese.code, 0, chinese.stdout)
})

test("refuses a file that is not there, and a folder without a mode", async () => {
  await refused(() => run("lint-mode", ["gone.json"]), "gone.json does not exist: name a .json or .yaml file")
  const { code, stdout } = await platen(["lint-mode", folderWith()], {})
  assert.is(code, 1)
  assert.match(stdout, /has no mode\.json: add one, or name a file\n$/)
})

test("says in which file of a folder a fault is, also in YAML", async () => {
  const cwd = folderWith({
    "tide/mode.yaml": [
      "spec: 1",
      "id: TIDE",
      "icon: fether",
      "styles: { label: { lines: 1 } }",
      "components:",
      "  Line: { type: text, style: lable, text: '{{ words.low }}' }",
      "view: Line",
    ].join("\n"),
    "tide/words/en.json": '{\n  "title": "Low tide",\n  "words": { "low": 5 }\n}',
  })
  const { code, stdout } = await platen(["lint-mode", "tide"], { cwd })
  assert.is(code, 1)
  assert.equal(stdout.trimEnd().split("\n"), [
    'tide/mode.yaml:6:30 components.Line.style: there is no style "lable": write "label", or add it to "styles"',
    'tide/words/en.json:3:21 words.en.low: "low" is 5: write a text, a list of texts, or an object of them',
  ])
})

test("advises: what nothing uses, what repeats", async () => {
  const line = (text: string): object => ({ type: "text", text, lines: 1 })
  const { code, stdout } = await lint({
    ...SPEC,
    fields: { quote: SPEC.fields.quote, spare: { type: "text", optional: true } },
    content: { pool: { en: [{ quote: "a" }] } },
    screens: { small: { classes: ["xs"] } },
    styles: { label: {} },
    components: { Foot: "rule" },
    variables: { sum: 1 },
    filters: { twice: "{{ value }}" },
    view: { type: "column", children: [line("{{ quote }}"), line("b"), line("c"), line("d")] },
  })
  assert.is(code, 0, "advice is no fault")
  assert.equal(
    stdout
      .trimEnd()
      .split("\n")
      .map((each) => each.replace(/^my-mode\.json:\d+:\d+ /, "")),
    [
      'fields.spare: advice: nothing uses "spare": remove it',
      'view.children: advice: these 4 nodes differ in their texts alone: make a component, or repeat one by "each"',
      'screens.small: advice: nothing uses "small": remove it',
      'styles.label: advice: nothing uses "label": remove it',
      'components.Foot: advice: nothing uses "Foot": remove it',
      'variables.sum: advice: nothing uses "sum": remove it',
      'filters.twice: advice: nothing uses "twice": remove it',
      "MINE is fine on 19 panels in en.",
    ],
  )
})

/** A mode of one line, of which an entry, a day or a setting may be too long. */
const LINE = {
  spec: 1,
  id: "MINE",
  title: { en: "Mine" },
  view: { type: "column", children: [{ type: "text", text: "{{ quote }}", role: "body", lines: 1 }] },
}
const LONG = "A sentence that is much too long for a single line of the smallest of the panels, and of many others"

test("draws the widest entries of the pool beside that of the day, and names them", async () => {
  const entries = ["a", "b", "c", LONG, "d", "e"].map((quote) => ({ quote }))
  const pooled = { ...LINE, fields: { quote: { type: "text" } }, content: { pool: { en: entries } } }
  const { code, stdout } = await lint(pooled, "--at", "2026-11-21")
  assert.is(code, 1)
  assert.match(
    stdout,
    /^my-mode\.json:\d+:\d+ content\.pool\.en\.3\.quote: clipped: "A sentence .* lines, and may have 1: .*\n$/,
  )
  const longer = entries.map(({ quote }) => ({ quote: `${quote} ${LONG}` }))
  const all = await lint({ ...pooled, content: { pool: { en: longer } } }, "--at", "2026-11-21")
  assert.is(all.stdout.trim().split("\n").length, 1, "one line for all entries")
  const view = { ...LINE.view, children: [{ ...LINE.view.children[0], text: "Now: {{ quote }}" }] }
  const { stdout: twice } = await lint({ ...pooled, view }, "--at", "2026-11-21")
  assert.match(
    twice,
    / view\.children\.0\.text: clipped: "Now: A sentence .* \(with content\.pool\.en\.3, worst on \S+: 4\.2-bw, /,
  )
})

test("draws the days of the coming week of a mode without a pool, and names them", async () => {
  const text = `{% if date.weekdayNumber == 5 %}${LONG}{% else %}a{% endif %}`
  const view = { ...LINE.view, children: [{ ...LINE.view.children[0], text }] }
  const { code, stdout } = await lint({ ...LINE, view }, "--at", "2026-11-21")
  assert.is(code, 1)
  assert.match(
    stdout,
    / view\.children\.0\.text: clipped: "A sentence .* \(on 2026-11-27, worst on \S+: 4\.2-bw, .* in en\)\n$/,
  )
})

test("draws with settings", async () => {
  const settings = { name: { type: "text", label: { en: "Name" }, default: "a" } }
  const view = { ...LINE.view, children: [{ ...LINE.view.children[0], text: "{{ settings.name }}" }] }
  const named = { ...LINE, settings, view }
  assert.is((await lint(named)).code, 0)
  const { code, stdout } = await lint(named, "--set", JSON.stringify({ name: LONG }))
  assert.is(code, 1)
  assert.match(stdout, /clipped: "A sentence /)
  await refused(() => run("lint-mode", ["a.json", "--set", "{"]), "a.json does not exist")
})

test("says one line for each node and rule, with the worst of its texts", async () => {
  const days = { en: ["Mo", LONG, `One ${LONG.repeat(2).slice(0, 190)}`], de: ["Mo", "Di", LONG] }
  const view = {
    ...LINE.view,
    children: [{ type: "text", text: "{{ item }}", each: "words.days", role: "body", lines: 1 }],
  }
  const words = Object.fromEntries(Object.entries(days).map(([tag, all]) => [tag, { days: all }]))
  const { stdout } = await lint({ ...LINE, words, view })
  assert.match(stdout, /^my-mode\.json:\d+:\d+ words\.en\.days\.2: clipped: [^\n]* in en; [^\n]* in de\)\n$/, stdout)
})

test("advises where a choice, which is a text, is compared with a number", async () => {
  const options = ["0", "1"].map((value) => ({ value, label: { en: value } }))
  const label = { en: "Day" }
  const settings = {
    day: { type: "select", label, options, default: "0" },
    other: { type: "select", label, options: [...options, { value: "all", label }], default: "all" },
  }
  const line = (when: string): object => ({ type: "text", text: "a", when })
  const said = async (...conditions: readonly string[]): Promise<Ended> =>
    lint({ ...LINE, settings, view: { type: "column", children: conditions.map(line) } })
  const { code, stdout } = await said("settings.day == 1", "date.weekdayNumber != settings.day")
  assert.is(code, 0)
  for (const at of [0, 1])
    assert.match(
      stdout,
      new RegExp(
        ` view\\.children\\.${at}\\.when: advice: the value of settings\\.day is a text, which equals no number: compare with`,
      ),
    )
  const { stdout: good } = await said("settings.day == '1'", "settings.day > 0", "settings.other == 1")
  assert.not.match(good, /advice/)
})

test("says that a field takes one expression", async () => {
  const view = { type: "text", text: "a", weight: "{% if date.day == 1 %}bold{% else %}regular{% endif %}" }
  const { code, stdout } = await lint({ ...LINE, view })
  assert.is(code, 1)
  assert.match(
    stdout,
    / view\.weight: "weight" takes one expression: write "\{\{ name \}\}", and compute it in a variable/,
  )
})

/** A list of which one entry looks different: by an expression, by two nodes, by a property of a component. */
const emphasised = (child: object): object => ({
  ...LINE,
  words: { en: { days: ["a", "b", "c"] } },
  components: {
    Row: {
      properties: ["text", "isToday"],
      variables: { weight: "{% if isToday %}bold{% else %}regular{% endif %}" },
      view: { type: "text", text: "{{ text }}", weight: "{{ weight }}", lines: 1 },
    },
  },
  view: { type: "column", children: [child, { type: "Row", text: "z", isToday: false }] },
})

test("takes the emphasis of an entry as a property of a component with a variable", async () => {
  const row = { type: "Row", each: "words.days", text: "{{ item }}", isToday: "{{ index == 1 }}" }
  const { code, stdout } = await lint(emphasised(row))
  assert.is(code, 0, stdout)
  const cwd = folderWith({ "my-mode.json": JSON.stringify(emphasised(row)) })
  const { stdout: drawn } = await platen(["render", "my-mode.json"], { cwd })
  assert.match(drawn, /^my-mode\.png/)
})

test("asks for one file", async () => {
  for (const args of [[], ["a.json", "b.json"]])
    await refused(() => run("lint-mode", args), "name one file: platen lint-mode my-mode.json")
})

test.run()
