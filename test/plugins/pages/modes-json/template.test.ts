import { Liquid } from "liquidjs"
import { Invalid } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bounded, lookup, spend, usualParser } from "../../../../plugins/pages/modes-json/template.js"
import type { Parsed } from "../../../../plugins/pages/modes-json/template.js"
import type { Scope } from "../../../../plugins/pages/modes-json/scope.js"

const test = suite("template")
const template = (source: string): Parsed<string> => usualParser.template(source)
const condition = (source: string): Parsed<boolean> => usualParser.condition(source)

const SCOPE: Scope = {
  quote: "Words",
  none: null,
  zero: 0,
  half: 0.5,
  on: true,
  off: false,
  empty_text: "",
  lines: ["a", "b", "c"],
  books: [{ title: "T", year: 1 }],
  settings: { name: "Ada", size: "big" },
}

/** Plain Liquid is the judge of what a template says: the short ways of ours must say the same. */
const SAME = [
  "plain",
  "{{ quote }}",
  "{{quote}}",
  "{{ none }}",
  "{{ zero }}",
  "{{ half }}",
  "{{ on }}",
  "{{ off }}",
  "{{ lines }}",
  "{{ lines.size }}",
  "{{ lines.first }}",
  "{{ quote.size }}",
  "{{ books.first.title }}",
  "{{ settings.name }}",
  "{{ settings.size }}",
  "{{ settings.nothing }}",
  "{{ nothing }}",
  "{{ nothing.at.all }}",
  "{{ true }}",
  "{{ nil }}",
  "{{ lines.nothing }}",
  "a {{ quote }} b",
  "{{ quote }}{{ zero }}",
  "{% if on %}yes{% endif %}",
  "{{ quote | upcase }}",
  "{{ lines | join: '-' }}",
  "{% for line in lines %}{{ forloop.index }}{{ line }}{% endfor %}",
  "{{ '2026-11-21T09:05:00Z' | date: '%d.%m.%Y %H:%M' }}",
  "{{ 86400 | date: '%Y-%m-%d' }}",
]
const plain = new Liquid({ ownPropertyOnly: true, timezoneOffset: 0, preserveTimezones: true })
for (const source of SAME)
  test(`says what Liquid says: ${source}`, () => {
    assert.is(template(source)(SCOPE), plain.parseAndRenderSync(source, SCOPE))
  })

test("writes percent in European digits where there is no language", () => {
  assert.is(template("{{ 47 | percent }} {{ 'x' | percent }}")({}), "47% x")
})

test("shows text as it is, markup and all", () => {
  assert.is(template("{{ quote }} <b>&")({ quote: '<i>"x"</i>' }), '<i>"x"</i> <b>&')
})

test("knows which names its scope lacks", () => {
  for (const source of ["{{ quote }}", "{{ books.first.title }}", "{% if on %}{{ zero }}{% endif %}", "plain"])
    template(source).check(SCOPE)
  for (const source of [
    "{{ nothing }}",
    "{{ settings.nothing }}",
    "x {{ nothing }}",
    "{% if nothing %}{% endif %}",
    "{% for a in nothing %}{% endfor %}",
  ]) {
    assert.throws(() => template(source).check(SCOPE), /undefined variable: (settings\.)?nothing/, source)
  }
})

const SHUT = [
  "{{ quote.constructor }}",
  "{{ quote.__proto__ }}",
  "{{ lines.constructor.constructor }}",
  "{{ settings.__proto__ }}",
  "{{ settings.constructor.name }}",
  "{{ settings.hasOwnProperty }}",
  "{{ settings['__proto__'] }}",
  "{{ settings['constructor']['constructor'] }}",
  "{% assign c = settings.constructor %}{{ c }}{{ c.name }}",
  "{{ lines | map: 'constructor' }}",
  "{{ lines.push }}",
  "{{ __proto__ }}",
  "{{ constructor }}",
  "{{ toString }}",
  "{{ process }}",
  "{{ globalThis }}",
  "{{ lines | where: 'constructor' }}",
]
for (const source of SHUT)
  test(`sees nothing but values: ${source}`, () => {
    assert.is(template(source)(SCOPE), "")
  })

test("cannot see its own budget", () => {
  assert.not.match(template("{{ settings | json }}{{ lines | json }}")(bounded(SCOPE)), /until|nodes/)
})

for (const tag of [
  "include 'a'",
  "render 'a'",
  "layout 'a'",
  "block a",
  "render '/etc/passwd'",
  "include '../../package.json'",
]) {
  test(`reads no files: {% ${tag} %}`, () => {
    assert.throws(() => template(`{% ${tag} %}`), /not found/)
    assert.throws(() => template(`{% if false %}{% ${tag} %}{% endif %}`), /not found/)
  })
}

test("has no clock and no chance in it", () => {
  for (const filter of ["date: '%Y'", "date_to_string", "date_to_long_string", "date_to_xmlschema", "date_to_rfc822"]) {
    for (const now of ["'now'", "'today'"])
      assert.throws(() => template(`{{ ${now} | ${filter} }}`)(SCOPE), /server's clock/, `${now} ${filter}`)
  }
  assert.throws(() => template("{{ lines | sample }}"), /undefined filter: sample/)
})

test("writes dates the same in whatever zone the server stands", () => {
  const zone = process.env.TZ
  try {
    const said = ["UTC", "Asia/Kathmandu", "America/St_Johns"].map((name) => {
      process.env.TZ = name
      return template(
        "{{ 1795251900 | date: '%Y-%m-%d %H:%M' }} {{ '2026-11-21' | date_to_string }} {{ '2026-11-21 09:05' | date: '%H' }} {{ '2026-11-21T23:30:00+08:00' | date: '%H:%M' }}",
      )(SCOPE)
    })
    assert.equal(
      said,
      Array.from({ length: 3 }, () => "2026-11-21 09:05 21 Nov 2026 09 15:30"),
    )
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

/** Each would keep the server busy for minutes, or fill its memory. */
const ENDLESS = [
  "{% for i in (1..1000000) %}{{ i }}{% endfor %}",
  "{% for i in (1..100000) %}{% for j in (1..100000) %}x{% endfor %}{% endfor %}",
  "{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}",
  "{% tablerow i in (1..1000000) %}{{ i }}{% endtablerow %}",
  "{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
  "{% assign a = 'x,x,x,x' %}{% for i in (1..60) %}{% assign b = a | split: ',' %}{% assign a = b | concat: b | concat: b | join: ',' %}{% endfor %}{{ a }}",
]
for (const source of ENDLESS) {
  test(`stops ${source.slice(0, 70)}`, () => {
    assert.throws(() => template(source)(SCOPE), /the templates of the view/)
  })
}

/** Each was seen to keep the server busy for minutes. */
const ATTACKS = [
  "{% assign a = (1..900000) %}{{ a | has_exp: 'i', \"a | has_exp: 'j', 'false'\" }}",
  "{% assign a = (1..4000) %}{{ a | has_exp: 'i', \"a | has_exp: 'j', 'false'\" }}",
  "{% assign a = (1..900) %}{{ a | find_exp: 'i', \"a | find_exp: 'j', 'a contains 0'\" }}",
  "{% assign a = (1..9) %}{% assign b = a | push: a %}{% assign c = b | unshift: b %}{{ c }}",
  "{% assign g = items | group_by: 'a' %}{% assign m = g | map: 'items' %}{{ m }}",
  "{{ lines | where_exp: 'i', 'true' }}",
  "{{ lines | reject_exp: 'i', 'true' }}",
  "{{ lines | group_by_exp: 'i', 'i' }}",
  "{{ lines | find_index_exp: 'i', 'true' }}",
]
for (const source of ATTACKS) {
  test(`knows nothing of what ${source.slice(0, 60)} would need`, () => {
    assert.throws(() => template(source)(SCOPE), /undefined filter|the templates of the view/)
  })
}

test("gives all templates of a view one budget, not one each, and counts no clock", () => {
  const scope = bounded(SCOPE)
  const [endless, short] = [template(ENDLESS[0]!), template("{% for i in (1..100) %}{{ i }}{% endfor %}")]
  assert.is(short(scope).length, 192)
  assert.throws(
    () => endless(scope),
    (error: unknown) => error instanceof Invalid && error.code === "budget-items",
  )
  for (let i = 0; i < 200; i++)
    assert.throws(
      () => endless({ ...scope, index: i }),
      (error: unknown) => error instanceof Invalid && error.code === "budget-items",
    )
  assert.throws(() => short(scope), /list items/, "it is spent")
  assert.is(short(bounded(SCOPE)).length, 192, "the next view has one of its own")
  const steps = bounded(SCOPE)
  assert.throws(
    () => {
      for (;;) short({ ...steps, index: 0 })
    },
    (error: unknown) => error instanceof Invalid && error.code === "budget-steps",
  )
})

for (const [what, most] of [
  ["nodes", 2000],
  ["text", 20_000],
  ["pictures", 6],
] as const) {
  test(`ends a view that has ${what} without end`, () => {
    const scope = bounded(SCOPE)
    for (let i = 0; i < most; i++) spend({ ...scope, index: i }, what)
    assert.throws(
      () => spend(scope, what),
      (error: unknown) =>
        error instanceof Invalid && error.code === `budget-${what}` && error.message.includes(`more than ${most}`),
    )
    spend(bounded(SCOPE), what, most)
    assert.throws(() => spend(bounded(SCOPE), what, most + 1), /more than/)
  })
}

test("refuses a template that is too long to parse", () => {
  assert.throws(() => template(`{{ quote }}${"x".repeat(20_000)}`), /limit/)
})

test("holds or does not", () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ["on", true],
    ["off", false],
    ["quote == 'Words'", true],
    ["quote == 'x' or zero == 0", true],
    ["on and off", false],
    ["lines.size > 2", true],
    ["nothing", false],
    ["none", false],
    ["quote contains 'ord'", true],
    ["empty_text == blank", true],
    ["half > 0.4", true],
  ]
  for (const [source, expected] of cases) assert.is(condition(source)(SCOPE), expected, source)
})

test("knows which names of a condition its scope lacks", () => {
  condition("quote != blank").check(SCOPE)
  assert.throws(() => condition("qoute != blank").check(SCOPE), /qoute/)
  assert.throws(() => condition("quote | shout"), /shout/)
})

test("looks up own values at a path", () => {
  assert.is(lookup(SCOPE, ["settings", "name"]), "Ada")
  assert.is(lookup(SCOPE, ["lines", "1"]), "b")
  for (const path of [
    ["settings", "toString"],
    ["settings", "__proto__"],
    ["nothing"],
    ["none", "x"],
    ["quote", "length"],
    ["zero", "x"],
  ])
    assert.is(lookup(SCOPE, path), undefined, path.join("."))
})

for (const [text, columns, expected] of [
  ["Kitchen", 7, "Kitchen"],
  ["Kitchen", 6, "Kitch…"],
  ["Living room heat", 8, "Living…"],
  ["厨房温度", 10, "厨房温度"],
  ["厨房温度", 9, "厨房温…"],
  ["厨房温度", 8, "厨房…"],
  ["👩‍👩‍👧 family", 4, "👩‍👩‍👧…"],
  ["", 3, ""],
] as const)
  test(`cuts "${text}" to ${columns} columns`, () =>
    assert.is(template(`{{ text | cut: ${columns} }}`)({ text }), expected))

test("cuts a text without end in bounded time, and what is no text to nothing", () => {
  assert.is(template("{{ text | cut: 3 }}")({ text: `e${"\u0301".repeat(1_000_000)}` }).length <= 129, true)
  assert.is(template("{{ text | cut }}{{ none | cut: 3 }}{{ list | cut: 3 }}")({ text: "a", list: [1] }), "a")
})

test.run()
