import { definition } from "../editions/extended-studio-stage.js"

/** A definition whose view is one text. */
export function textMode(text: string, more: object = {}): Record<string, unknown> {
  return definition("NASTY", "x", { view: { type: "text", text }, ...more })
}

/** Boxes in one another, rows and columns in turn, each with a text that shrinks; `inner` stands innermost. */
export function nestedMode(depth: number, inner: object): Record<string, unknown> {
  let view: object = inner
  for (let i = 0; i < depth; i++)
    view = {
      type: i % 2 === 0 ? "row" : "column",
      children: [view, { type: "text", text: `beside ${i} ${"some words ".repeat(5)}`, fit: "shrink" }],
    }
  return definition("NASTY", "x", { view })
}

const LONG = "long words and short ones ".repeat(150).slice(0, 3_900)

/** What was seen to stop a server, by the report's own letters. */
export const REPORTED: Readonly<Record<string, Record<string, unknown>>> = {
  "A2a has_exp over 900,000": textMode(
    "{% assign a = (1..900000) %}{{ a | has_exp: 'i', \"a | has_exp: 'j', 'false'\" }}",
  ),
  "A2a has_exp over 4,000": textMode("{% assign a = (1..4000) %}{{ a | has_exp: 'i', \"a | has_exp: 'j', 'false'\" }}"),
  "A2b find_exp": textMode("{% assign a = (1..900) %}{{ a | find_exp: 'i', \"a | find_exp: 'j', 'a contains 0'\" }}"),
  "A2c compared nested lists": textMode(
    "{% assign a = (1..2) %}{% assign b = (1..2) %}{% assign c = (1..2) %}{% for i in (1..40) %}{% assign b = b | push: b %}{% assign c = c | push: c %}{% endfor %}{% if b == c %}x{% endif %}",
  ),
  "A2d output of nested lists": textMode(
    "{% assign b = (1..2) %}{% for i in (1..26) %}{% assign b = b | push: b %}{% endfor %}{{ b }}",
  ),
  "A2d join of nested lists": textMode(
    "{% assign b = (1..2) %}{% for i in (1..40) %}{% assign b = b | push: b %}{% endfor %}{{ b | join }}",
  ),
  "A2d nested by unshift": textMode(
    "{% assign b = (1..2) %}{% for i in (1..40) %}{% assign b = b | unshift: b %}{% endfor %}{{ b }}",
  ),
  "A2e has_exp over 1,000,000": textMode("{% assign a = (1..1000000) %}{{ a | has_exp: 'i', 'false' }}"),
  "A2e sort_natural": textMode("{% assign a = (1..1000000) %}{{ a | sort_natural | join }}"),
  "A2 hidden from the check": textMode(
    "{% if screen.width == 640 %}{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}{% endif %}",
  ),
  ...Object.fromEntries(
    [16, 22, 26, 31].map((depth) => [
      `A3 nested ${depth} deep`,
      nestedMode(depth, { type: "text", text: LONG, fit: "shrink", px: 400 }),
    ]),
  ),
  "A3 a leaf that grows": nestedMode(26, { type: "text", text: LONG, fit: "shrink", px: 400, grow: 1 }),
  "A3 shrinking texts by each": definition("NASTY", "x", {
    fields: { quote: { type: "text" }, list: { type: "list" } },
    content: { pool: { en: [{ quote: "x", list: Array.from({ length: 200 }, (_, i) => `entry ${i}`) }] } },
    view: {
      type: "column",
      children: Array.from({ length: 8 }, () => ({
        type: "text",
        each: "list",
        text: "{{ item }}",
        fit: "shrink",
        px: 100,
      })),
    },
  }),
  "A3 filled boxes": definition("NASTY", "x", {
    fields: { quote: { type: "text" }, list: { type: "list" } },
    content: { pool: { en: [{ quote: "x", list: Array.from({ length: 199 }, () => "x") }] } },
    view: {
      type: "stack",
      children: Array.from({ length: 9 }, () => ({
        type: "column",
        children: [{ type: "column", each: "list", fill: "black", grow: 1, children: [] }],
      })),
    },
  }),
  "A3 texts that never wrap": definition("NASTY", "x", {
    view: {
      type: "column",
      children: Array.from({ length: 5 }, () => ({ type: "text", text: LONG, wrap: false, fit: "shrink", px: 300 })),
    },
  }),
}

const listsWith = (quote: string): object => ({
  fields: { quote: { type: "text" }, list: { type: "list" } },
  content: { pool: { en: [{ quote, list: Array.from({ length: 200 }, (_, i) => `${i}`.repeat(20)) }] } },
})
const LISTS = listsWith(LONG)
const loop = (body: string, levels: number, times = 1_000): string =>
  Array.from({ length: levels }).reduce<string>(
    (inner, _, i) => `{% for v${i} in (1..${times}) %}${inner}{% endfor %}`,
    body,
  )
const grown = (step: string, times: number, shown: string): string =>
  `{% assign a = 'xxxxxxxxxxxxxxxx' %}{% assign l = a | split: '' %}{% for i in (1..${times}) %}${step}{% endfor %}${shown}`

/** Templates that try to cost more than a page is worth. */
const TEMPLATES: readonly string[] = [
  ...[2, 3, 4, 6, 9].flatMap((levels) => [
    loop("x", levels),
    loop("{{ screen.width }}", levels, 60),
    loop("{% assign a = a | append: 'x' %}", levels, 300),
  ]),
  ...[
    "append: a",
    "prepend: a",
    "replace: 'x', a",
    "replace: 'x', 'xxxxxxxxxx'",
    "url_encode",
    "escape",
    "jsonify",
    "cgi_escape",
    "json",
    "inspect",
    "base64_encode",
    "newline_to_br",
    "slugify",
    "upcase",
  ].flatMap((filter) => [20, 200].map((times) => grown(`{% assign a = a | ${filter} %}`, times, "{{ a }}"))),
  ...[
    "concat: l",
    "reverse",
    "sort",
    "sort_natural",
    "uniq",
    "compact",
    "map: 'size'",
    "where: 'size', 1",
    "slice: 0, 100000",
  ].flatMap((filter) =>
    [30, 300].map((times) => grown(`{% assign l = l | concat: l | ${filter} %}`, times, "{{ l | join }}")),
  ),
  "{% assign a = 'x,' %}{% for i in (1..30) %}{% assign a = a | append: a %}{% endfor %}{{ a | split: ',' | join: a }}",
  "{{ 'x' | truncate: 999999999, 'y' }}",
  "{{ 1 | date: '%1000000000Y' }}",
  "{{ 1 | date: '%999999999d' }}",
  "{{ '9' | times: 99999999999999999999 | times: 99999999999999999999 }}",
  "{{ (1..1e999) | size }}",
  "{{ (-999999999..999999999) | size }}",
  "{% for i in (1..999999999) %}{% break %}{% endfor %}",
  "{% tablerow i in (1..100000) cols:1 %}{{ i }}{% endtablerow %}",
  "{% capture a %}{% for i in (1..900) %}{% for j in (1..900) %}x{% endfor %}{% endfor %}{% endcapture %}{{ a }}",
  "{% cycle 'a', 'b' %}".repeat(190),
  "{% increment n %}".repeat(200),
  "{% if true %}".repeat(120) + "x" + "{% endif %}".repeat(120),
  "{{ quote | replace: '', quote }}",
  "{{ list | join: quote | split: '' | reverse | join }}",
  "{{ list | map: 'a' | map: 'b' | sum }}",
  "{% assign b = list %}{% for i in (1..100) %}{% assign b = b | concat: list %}{% endfor %}{% for x in b %}{% for y in b %}{% if x == y %}{{ x }}{% endif %}{% endfor %}{% endfor %}",
  `{{ '${"(".repeat(1_000)}' | strip_html }}`,
  `{{ '${"<".repeat(3_000)}' | strip_html }}`,
  `{{ '${"<script>".repeat(400)}' | strip_html }}`,
  `{{ '${"a ".repeat(1_900)}' | truncatewords: 100000 }}`,
]

const leaf = (more: object = {}): object => ({ type: "text", text: "{{ quote }}", fit: "shrink", px: 400, ...more })
const many = (count: number, node: (i: number) => object, type = "column"): object => ({
  type,
  children: Array.from({ length: count }, (_, i) => node(i)),
})
const tower = (depth: number, node: object, wrap: (inner: object, i: number) => object): object =>
  Array.from({ length: depth }).reduce<object>((inner, _, i) => wrap(inner, i), node)

/** Views that try to cost more than a page is worth. */
const VIEWS: readonly object[] = [
  ...[5, 8, 10].flatMap((depth) => [
    tower(depth - 1, leaf(), (inner, i) => ({
      type: i % 2 ? "row" : "column",
      align: "center",
      children: [inner, leaf({ px: 100 })],
    })),
    tower(depth - 1, leaf(), (inner, i) => ({
      type: i % 2 ? "row" : "column",
      align: "baseline",
      children: [leaf({ basis: "50%" }), inner],
    })),
    tower(
      depth - 1,
      many(100, () => leaf({ text: "short words" })),
      (inner, i) => ({ type: i % 2 ? "row" : "column", children: [inner] }),
    ),
    tower(depth - 1, leaf(), (inner) => ({ type: "grid", columns: 2, children: [inner, leaf({ px: 50 })] })),
    tower(depth - 1, leaf(), (inner) => ({ type: "stack", children: [inner, leaf({ px: 50 })] })),
    tower(depth - 1, leaf(), (inner, i) => ({
      type: i % 2 ? "row" : "column",
      grow: 1,
      basis: "1%",
      padding: 5,
      children: [inner, { type: "spacer" }],
    })),
  ]),
  many(200, () => leaf()),
  many(200, () => leaf({ wrap: false })),
  many(200, () => leaf({ balance: true })),
  many(200, () => leaf({ minPx: 8, lines: 200 }), "row"),
  many(200, () => ({ type: "column", each: "list", children: [] })),
  many(100, () => ({ type: "text", each: "list", text: "{{ item }}", fit: "shrink", px: 200 })),
  many(6, () => ({ type: "image", source: "still-life", grow: 1 })),
  many(200, () => ({ type: "image", source: "still-life", grow: 1 })),
  { type: "grid", columns: 64, children: Array.from({ length: 200 }, () => leaf({ text: "x" })) },
  { type: "grid", columns: 1, even: true, children: Array.from({ length: 200 }, () => leaf()) },
  many(200, (i) => ({ type: "icon", name: "feather", size: 12 + i })),
  many(200, () => ({ type: "progress", value: "{{ 1 }}", height: 2000 })),
]

/** A hundred and more by hand. */
export const HAND_MADE: readonly Record<string, unknown>[] = [
  ...TEMPLATES.map((text) => textMode(text.slice(0, 4_000), LISTS)),
  ...VIEWS.map((view) => definition("NASTY", "x", { ...LISTS, view })),
  ...[
    "禅意的文字".repeat(700),
    "نص عربي طويل ".repeat(280),
    "a\u0301\u0302\u0303\u0304".repeat(700),
    "👩‍👩‍👧".repeat(400),
    "\u202e\u2066x".repeat(1_000),
    "\n".repeat(3_900),
  ].flatMap((quote) =>
    [1, 5, 150].map((count) => definition("NASTY", "x", { ...listsWith(quote), view: many(count, () => leaf()) })),
  ),
]

type Random = () => number
const FILTERS = [
  "append: quote",
  "prepend: 'abc'",
  "split: ''",
  "join: ' '",
  "concat: list",
  "reverse",
  "sort",
  "uniq",
  "map: 'x'",
  "size",
  "times: 1000000",
  "replace: 'x', quote",
  "truncate: 5000",
  "upcase",
  "escape",
  "json",
  "first",
  "last",
  "slice: 0, 10",
  "has: 'x'",
  "where: 'x'",
  "sum",
  "find: 'x'",
  "date: '%Y'",
  "strip_html",
  "newline_to_br",
]

/** Any definition, of a kind that a page could send. `random`: 0 to below 1. */
export function randomMode(random: Random): Record<string, unknown> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const expression = (): string =>
    `${pick(["quote", "list", "screen.width", "settings.size", "(1..50)", "(1..900)", "date.day", "'text'", "a"])}${Array.from({ length: Math.floor(random() * 6) }, () => ` | ${pick(FILTERS)}`).join("")}`
  const piece = (depth: number): string => {
    const kind = random()
    if (kind < 0.35 || depth > 5) return `{{ ${expression()} }} `
    if (kind < 0.5) return `{% assign a = ${expression()} %}`
    if (kind < 0.75)
      return `{% for i in ${pick(["list", "(1..9)", "(1..200)", "(1..3000)", "a"])} %}${piece(depth + 1)}${piece(depth + 1)}{% endfor %}`
    if (kind < 0.85)
      return `{% if ${pick(["quote", "a", "list"])} ${pick(["==", "contains", "!=", ">"])} ${pick(["quote", "a", "list", "3"])} %}${piece(depth + 1)}{% else %}${piece(depth + 1)}{% endif %}`
    if (kind < 0.93) return `{% capture a %}${piece(depth + 1)}${piece(depth + 1)}{% endcapture %}`
    return pick(["words ", "禅 ", "{{ quote }}"])
  }
  const text = (): string =>
    `{% assign a = quote %}${Array.from({ length: 1 + Math.floor(random() * 4) }, () => piece(0))
      .join("")
      .slice(0, 1_500)}`
  const placed = (): object => ({
    ...(random() < 0.3 && { grow: Math.floor(random() * 3) }),
    ...(random() < 0.1 && { basis: "50%" }),
    ...(random() < 0.1 && { each: "list" }),
    ...(random() < 0.1 && { height: Math.floor(random() * 2000) }),
    ...(random() < 0.1 && { when: "quote != blank" }),
    ...(random() < 0.1 && { minHeight: 500 }),
    ...(random() < 0.1 && { maxWidth: "20%" }),
  })
  const node = (depth: number): object => {
    const kind = random()
    if (depth > 8 || kind < 0.45)
      return {
        type: "text",
        ...placed(),
        text: text(),
        ...(random() < 0.5 && { fit: "shrink" }),
        ...(random() < 0.3 && { px: 8 + Math.floor(random() * 390) }),
        ...(random() < 0.1 && { wrap: false }),
        ...(random() < 0.1 && { balance: true }),
      }
    if (kind < 0.55)
      return pick<object>([
        { type: "spacer" },
        { type: "rule" },
        { type: "icon", name: "feather", size: 48 },
        { type: "progress", value: "{{ quote }}" },
        { type: "image", source: "my-adaptive/still-life", grow: 1 },
      ])
    const type = pick(["row", "column", "stack", "grid"])
    return {
      type,
      ...placed(),
      ...(type === "grid" && { columns: 1 + Math.floor(random() * 64) }),
      ...(type !== "grid" && random() < 0.3 && { align: pick(["center", "baseline", "stretch"]) }),
      children: Array.from({ length: Math.floor(random() * (depth === 0 && random() < 0.2 ? 30 : 5)) }, () =>
        node(depth + 1),
      ),
    }
  }
  return definition("NASTY", "x", { ...(random() < 0.3 ? LISTS : listsWith("some words")), view: node(0) })
}
