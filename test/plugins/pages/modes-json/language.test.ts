import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import { faultsOf, sceneOf, SPEC } from "./specs.js"

/** What the format has for saying a page once for all screens. */
const test = suite("modes-json: the language")
const DATA = { quote: "Words", lines: ["a", "b"], books: [{ title: "One", year: 1 }], share: 0.25 }
const SMALL = { width: 200, height: 200 }
const TALL = { width: 480, height: 800 }
const SCREENS = { small: { classes: ["xs"] }, tall: { shapes: ["upright", "column"] } }

const bodyOf = (spec: object, context: Partial<ViewContext> = {}, data: object = DATA): SceneNode =>
  sceneOf(spec, data, context).body
/** The texts of a page, in order. */
function textsOf(node: SceneNode): readonly string[] {
  if ("text" in node && typeof node.text === "string") return [node.text]
  return "children" in node ? (node.children as readonly SceneNode[]).flatMap(textsOf) : []
}
const textsIn = (spec: object, context: Partial<ViewContext> = {}, data: object = DATA): readonly string[] =>
  textsOf(bodyOf(spec, context, data))
const text = (words: string, more: object = {}): object => ({ type: "text", text: words, ...more })
const column = (...children: readonly unknown[]): object => ({ type: "column", children })

test("draws a page on the first screen that suits, else on the base", () => {
  const view = text({ base: "base", small: "small", tall: "tall" } as never)
  const drawn = (context: Partial<ViewContext>): readonly string[] => textsIn({ screens: SCREENS, view }, context)
  assert.equal([drawn({}), drawn(SMALL), drawn(TALL)], [["base"], ["small"], ["tall"]])
  const inks = { screens: { red: { inks: [3, 4] } }, view: text({ base: "black", red: "red" } as never) }
  assert.equal([textsIn(inks), textsIn(inks, { palette: "bwr" })], [["black"], ["red"]])
})

test("takes values by screen anywhere: of any field, its sides, a kind, a whole node, several screens at once, and within one another", () => {
  const view = {
    type: { base: "row", "small, tall": "column" },
    gap: { base: 4, small: null },
    at: { left: { base: "1%", small: "2%" } },
    children: { base: [text("a"), { base: text("b"), small: null }], tall: [text({ base: "c" } as never)] },
  }
  const shape = (context: Partial<ViewContext>): unknown => {
    const { children, ...rest } = bodyOf({ screens: SCREENS, view }, context) as unknown as {
      readonly children: SceneNode[]
    }
    return [rest, children.flatMap(textsOf)]
  }
  assert.equal(shape({}), [{ type: "row", gap: 4, at: { left: "1%" } }, ["a", "b"]])
  assert.equal(shape(SMALL), [{ type: "column", at: { left: "2%" } }, ["a"]])
  assert.equal(shape({ width: 300, height: 600 }), [{ type: "column", gap: 5, at: { left: "1%" } }, ["c"]])
})

test("gives texts, spans, tables and their columns the looks of their styles", () => {
  const spec = {
    screens: SCREENS,
    styles: {
      line: { role: "caption", lines: 1, weight: { base: "bold", small: null } },
      note: { extends: "line", slant: "italic", lines: 2 },
      part: { weight: { base: "bold", small: null } },
    },
    view: column(
      text("a", { style: "note", lines: 3 }),
      text("b", { style: "note", slant: null }),
      { type: "text", text: ["c", { text: "d", style: "part" }] as never },
      { type: "table", rows: [["x", "y"]], columns: [{ style: "line", lines: 4 }, {}] },
      { type: "rule", style: "dotted" },
    ),
  }
  const [a, b, c, table, rule] = (bodyOf(spec) as unknown as { readonly children: Record<string, unknown>[] }).children
  assert.equal(a, { type: "text", text: "a", role: "caption", weight: "bold", slant: "italic", lines: 3 })
  assert.equal(b, { type: "text", text: "b", role: "caption", weight: "bold", lines: 2 })
  assert.equal(c!.spans, [{ text: "c" }, { text: "d", weight: "bold" }])
  assert.equal(table!.columns, [{ role: "caption", weight: "bold", lines: 4 }, {}])
  assert.equal(rule, { type: "rule", style: "dotted" }, "other kinds have a style of their own")
  const [small] = (bodyOf(spec, SMALL) as unknown as { readonly children: Record<string, unknown>[] }).children
  assert.is(small!.weight, undefined, "null takes away what a style extends")
})

test("puts components in: their properties are values, their nodes stand in the parent", () => {
  const spec = {
    components: {
      Pair: {
        properties: ["name", "value", { name: "unit", default: "km" }],
        variables: { shown: "{{ value | times: 2 }} {{ unit }}" },
        view: [text("{{ name }}"), text("{{ shown }}", { when: "value > 1" })],
      },
      Rule: { type: "rule" },
      Empty: [],
    },
    view: column(
      { type: "Pair", name: "{{ quote }}", value: "{{ share | times: 10 }}" },
      "Rule",
      "Empty",
      { type: "Pair", name: "none", value: "{{ share }}", unit: "m" },
      { type: "Pair", name: "{{ book.title }}", value: 3, each: "book in books", when: "book.year == 1" },
    ),
  }
  assert.equal(textsIn(spec), ["Words", "5 km", "none", "One", "6 km"])
})

test("gives placement to the one root of a component, and holds both conditions", () => {
  const spec = {
    components: { Big: text("{{ quote }}", { when: "share > 0", grow: 1 }), Outer: "Big" },
    view: column(
      { type: "Big", grow: 2, width: "50%" },
      { type: "Outer", grow: 3 },
      { type: "Big", when: "share > 1" },
    ),
  }
  const { children } = bodyOf(spec) as unknown as {
    readonly children: { readonly grow: number; readonly width?: string }[]
  }
  assert.equal(
    children.map(({ grow, width }) => [grow, width]),
    [
      [2, "50%"],
      [3, undefined],
    ],
  )
  assert.equal(textsIn(spec, {}, { ...DATA, share: 0 }), [])
})

test("places nodes that a property brings, which see what their user sees", () => {
  const spec = {
    components: {
      Framed: {
        properties: ["name", { name: "inner", default: { type: "text", text: "usual" } }],
        view: column(text("{{ name }}"), { slot: "inner" }),
      },
    },
    view: column(
      {
        type: "Framed",
        each: "line in lines",
        name: "head",
        inner: [
          text("{{ line }} {{ index }}"),
          "rule",
          { base: "spacer" },
          { type: "Framed", name: "{{ line }}", inner: text("{{ line }}!") },
        ],
      },
      { type: "Framed", name: "last" },
    ),
  }
  assert.equal(textsIn(spec), ["head", "a 0", "a", "a!", "head", "b 1", "b", "b!", "last", "usual"])
})

test("hides from a component what its user has: it sees the page, its properties and its variables", () => {
  const own = { components: { Line: text("{{ item }}") }, view: column({ type: "Line", each: "lines" }) }
  assert.match(faultsOf({ ...SPEC, ...own })[0]!.message, /undefined variable: item/)
  const shadowed = {
    variables: { size: "page" },
    components: {
      Inner: { properties: ["size"], view: text("{{ size }}") },
      Outer: { variables: { size: "own" }, view: [text("{{ size }}"), { type: "Inner", size: "{{ size }} given" }] },
    },
    view: column(text("{{ size }}"), "Outer"),
  }
  assert.equal(textsIn(shadowed), ["page", "own", "own given"])
})

test("computes variables once, when they are read, also from one another and by screen", () => {
  const spec = {
    screens: SCREENS,
    variables: {
      count: { base: 2, small: 1 },
      some: "{{ lines | slice: 0, count }}",
      noisy: "{{ share > 0.5 or quote == 'Words' }}",
      words: undefined,
      shown: "{{ some | join: '+' }}{% if noisy %}!{% endif %}",
      broken: "{{ quote | times: 1 | divided_by: 0 }}",
    },
    view: column(text("{{ shown }}"), text("{{ item }}", { each: "some" }), text("loud", { when: "noisy" })),
    footer: { label: "{{ shown }}" },
  }
  delete (spec.variables as Record<string, unknown>).words
  assert.equal(textsIn(spec), ["a+b!", "a", "b", "loud"])
  assert.equal(textsIn(spec, SMALL), ["a!", "a", "loud"])
  assert.is(sceneOf(spec, DATA).footer?.label, "a+b!")
})

test("has filters of its own, with arguments, which may use one another and leak nothing", () => {
  const spec = {
    filters: {
      twice: "{{ value | times: 2 }}",
      unit: { parameters: ["name"], template: "{% assign n = value | twice %}{{ n }} {{ name }}{{ quote }}" },
    },
    view: column(
      text("{{ share | twice }}"),
      text("{{ 3 | unit: 'km' }}{{ n }}"),
      text("x", { when: "share | twice" }),
    ),
  }
  assert.match(faultsOf({ ...SPEC, ...spec })[0]!.message, /undefined variable: n/, "no assign leaves its template")
  spec.view = column(text("{{ share | twice }}"), text("{{ 3 | unit: 'km' }}"))
  assert.equal(textsIn(spec), ["0.5", "6 kmWords"])
})

test("repeats a node for the entries of an expression, by their name, and for the keys of an object, two deep", () => {
  const spec = {
    words: { en: { week: { mo: ["Maths", "Art"], tu: ["Sport"] } } },
    view: column(
      {
        type: "column",
        each: "day in words.week",
        children: [text("{{ day.key }}"), text("{{ lesson }} {{ index }}", { each: "lesson in day.value" })],
      },
      text("{{ line }}", { each: "line in lines | reverse" }),
    ),
  }
  assert.equal(textsIn(spec), ["mo", "Maths 0", "Art 1", "tu", "Sport 0", "b", "a"])
})

test("gives fields the values of expressions: nil leaves a field out, a value of another kind too", () => {
  const spec = {
    view: column(text("a", { lines: "{{ lines.size }}", ink: "{{ nothing }}", grow: "{{ quote }}" }), {
      type: "chart",
      kind: "line",
      values: "{{ books | map: 'year' }}",
      label: "{{ share }}",
      to: "{{ nothing }}",
    }),
  }
  assert.equal(
    faultsOf({ ...SPEC, ...spec }).map(({ path }) => path),
    ["view.children.0.ink", "view.children.0.grow", "view.children.1.to"],
  )
  const { children } = bodyOf({
    ...spec,
    view: column(text("a", { lines: "{{ books[0].year }}", grow: "{{ share }}", shrink: "{{ nil }}" }), {
      type: "chart",
      kind: "line",
      values: "{{ books | map: 'year' }}",
      label: "{{ share }}",
      to: "{{ nil }}",
    }),
  }) as unknown as { readonly children: unknown[] }
  assert.equal(children, [
    { type: "text", text: "a", lines: 1, grow: 0.25 },
    { type: "chart", kind: "line", values: [1], label: "0.25" },
  ])
})

test("has words that are lists and objects, each in the language that has it", () => {
  const spec = {
    words: { en: { winds: ["N", "E"], day: "day" }, de: { winds: ["N", "O"] } },
    view: text("{{ words.winds[1] }} {{ words.day }}"),
  }
  assert.equal([textsIn(spec), textsIn(spec, { language: "de-AT" })], [["E day"], ["O day"]])
})

test("needs neither fields nor a pool where settings and sources say all", () => {
  const { fields: _, content: __, ...rest } = SPEC
  const spec = {
    ...rest,
    settings: { tasks: { type: "list", label: { en: "Tasks" }, default: ["Tea"] } },
    view: text("{{ settings.tasks | join: ', ' }}"),
  }
  assert.equal(faultsOf(spec), [])
  assert.match(
    faultsOf({ ...spec, settings: { tasks: { type: "list", label: { en: "T" }, default: [3] } } })[0]!.path,
    /^settings\.tasks/,
  )
})

/** A part that breaks one rule, the path of the fault, and its words. */
const FAULTS: readonly (readonly [what: string, parts: object, path: string, says: RegExp])[] = [
  [
    "a screen that there is not",
    { screens: SCREENS, view: text({ base: "a", smal: "b" } as never) },
    "view.text.smal",
    /^there is no screen "smal": write "small"/,
  ],
  [
    "a screen that stands twice",
    { screens: SCREENS, view: text({ base: "a", small: "b", "tall, small": "c" } as never) },
    "view.text.tall, small",
    /twice/,
  ],
  ["a screen whose name is taken", { screens: { base: {} } }, "screens.base", /not a valid name/],
  [
    "a style that there is not",
    { styles: { label: {} }, view: text("a", { style: "lable" }) },
    "view.style",
    /^there is no style "lable": write "label", or add it/,
  ],
  [
    "styles that extend each other",
    { styles: { a: { extends: "b" }, b: { extends: "a" } }, view: text("a", { style: "a" }) },
    "styles.a.extends",
    /circle: a, b, a$/,
  ],
  [
    "a style with a field that texts have not",
    { styles: { a: { widht: 3 } }, view: text("a", { style: "a" }) },
    "view",
    /"widht" is unknown here: write "width"/,
  ],
  [
    "a component that there is not",
    { components: { Day: "rule" }, view: column("Dya") },
    "view.children.0.type",
    /^there is no component "Dya": write "Day", or add it/,
  ],
  [
    "components that hold each other",
    { components: { A: column("B"), B: column({ type: "A" }) }, view: column("A") },
    "components.A",
    /circle: A, B, A$/,
  ],
  [
    "a component that holds itself by its default",
    {
      components: { A: { properties: [{ name: "x", default: { type: "A" } }], view: column({ slot: "x" }) } },
      view: "A",
    },
    "components.A",
    /circle: A, A$/,
  ],
  [
    "a property that a component has not",
    { components: { A: { properties: ["name"], view: text("{{ name }}") } }, view: { type: "A", name: "x", nam: "y" } },
    "view.nam",
    /has no property "nam": write "name"/,
  ],
  [
    "a property that is missing",
    { components: { A: { properties: ["name"], view: text("{{ name }}") } }, view: { type: "A" } },
    "view",
    /needs "name"/,
  ],
  [
    "placement of a list",
    { components: { A: [text("a"), text("b")] }, view: column({ type: "A", grow: 1 }) },
    "view.children.0",
    /gives a list of nodes/,
  ],
  [
    "a slot without a property",
    { components: { A: column({ slot: "inner" }) }, view: column("A") },
    "components.A.children.0",
    /no property "inner"/,
  ],
  [
    "variables that need each other",
    { variables: { a: "{{ b }}", b: "{{ a | plus: 1 }}" }, view: text("x") },
    "variables.a",
    /circle: a, b, a$/,
  ],
  [
    "variables of a component that need each other",
    { components: { A: { variables: { a: "{{ a }}" }, view: text("x") } }, view: "A" },
    "components.A.variables.a",
    /circle/,
  ],
  [
    "filters that need each other",
    { filters: { a: "{{ value | b }}", b: "{{ value | a }}" }, view: text("x") },
    "filters.a",
    /circle/,
  ],
  ["a filter that Liquid has", { filters: { upcase: "{{ value }}" }, view: text("x") }, "filters.upcase", /already/],
  [
    "a variable that reads what there is not",
    { variables: { a: "{{ nothing }}" }, view: text("x") },
    "variables.a",
    /undefined variable: nothing/,
  ],
  [
    "a template of a component that reads what there is not",
    { components: { A: text("{{ nothing }}") }, view: "A" },
    "components.A.text",
    /undefined variable: nothing/,
  ],
  [
    "a fault on one screen alone",
    { screens: SCREENS, view: text("a", { lines: { base: 1, small: 0 } }) },
    "view.lines",
    /"lines" is 0/,
  ],
  ["a view of several nodes", { components: { A: [text("a"), text("b")] }, view: "A" }, "view", /one node/],
  ["a node that is a number", { view: column(text("a"), 5) }, "view.children.1", /a node is an object/],
]
for (const [what, parts, path, says] of FAULTS)
  test(`finds ${what}`, () => {
    const faults = faultsOf({ ...SPEC, ...parts })
    assert.is(faults[0]?.path, path, JSON.stringify(faults))
    assert.match(faults[0]!.message, says)
  })

test("refuses components that multiply, screens that do, and boxes that are too deep", () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`C${i}`, column(`C${i + 1}`, `C${i + 1}`)]).concat([
      ["C20", text("x")] as never,
    ]),
  )
  assert.match(faultsOf({ ...SPEC, components: doubled, view: "C0" })[0]!.message, /more than 2000 nodes on one screen/)
  const wide = { Row: column(...Array.from({ length: 190 }, () => text("x"))) }
  const screens = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`s${i}`, { minWidth: i + 1 }]))
  const view = column(...Array.from({ length: 10 }, () => "Row"))
  assert.match(
    faultsOf({ ...SPEC, components: wide, screens, view })[0]!.message,
    /more than 3000 nodes on all screens/,
  )
  const long = text("x".repeat(3_900))
  const many = column(...Array.from({ length: 10 }, () => column(...Array.from({ length: 95 }, () => "Long"))))
  assert.match(
    faultsOf({ ...SPEC, components: { Long: long }, view: many })[0]!.message,
    /more than 1000000 characters/,
  )
  const variants = Array.from({ length: 16 }, () => ({ when: {}, view: text("x") }))
  assert.match(
    faultsOf({ ...SPEC, screens, variants, view: text("x") })[0]!.message,
    /17 views on 13 screens are 221 pages/,
  )
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`E${i}`, i === 59 ? text("x") : [`E${i + 1}`]]),
  )
  assert.match(faultsOf({ ...SPEC, components: chain, view: column("E0") })[0]!.message, /more than 50 deep/)
  const nested = Object.fromEntries(
    Array.from({ length: 11 }, (_, i) => [`D${i}`, i === 10 ? text("x") : column(`D${i + 1}`)]),
  )
  assert.equal(faultsOf({ ...SPEC, components: nested, view: "D0" }), [])
  const deeper = { ...nested, D10: column(text("x")) }
  assert.match(faultsOf({ ...SPEC, components: deeper, view: "D0" })[0]!.message, /nested 11 levels deep/)
})

test("offers components that every mode can use, with their words, over which its own come", () => {
  const view = column(
    { type: "platen/Offline", when: "lines.size == 0", text: "never" },
    { type: "platen/Offline" },
    { type: "platen/Moon", size: 40, grow: 2 },
  )
  const body = bodyOf({ view }) as unknown as { readonly children: readonly SceneNode[] }
  assert.equal(textsOf(body as never).slice(0, 1), ["What this page shows cannot be fetched now."])
  assert.equal(textsIn({ view }, { language: "de-AT" }).slice(0, 1), [
    "Was diese Seite zeigt, kann gerade nicht geladen werden.",
  ])
  const moon = body.children[1] as unknown as Readonly<Record<string, unknown>>
  assert.equal([moon.type, moon.width, moon.height, moon.grow], ["moon", 40, 40, 2])
  const own = {
    components: { Moon: text("own") },
    view: column("Moon", { type: "platen/Notice", text: "a", most: 20 }),
  }
  assert.equal(textsIn(own), ["own", "a"])
  assert.match(String(faultsOf({ view: { type: "platen/Ofline" } }).map(({ message }) => message)), /platen\/Offline/)
  assert.match(String(faultsOf({ view: { type: "platen/Notice" } }).map(({ message }) => message)), /needs "text"/)
  assert.ok(faultsOf({ components: { "platen/Offline": text("mine") }, view: text("a") }).length > 0)
})

test.run()
