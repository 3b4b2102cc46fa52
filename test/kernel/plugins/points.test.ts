import { phrasesOf } from "../../../plugins/pages/pages/phrases.js"
import { definePlugin, extensionPoint, onDispose, onReady, opening, provide, token } from "platen/sdk"
import { MESSAGES, MODES, SOURCES } from "platen/sdk/mode"
import type { Catalog, Plugin, Point } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"
import { Points } from "../../../kernel/plugins/points.js"
import { BW } from "../../../plugins/pages/panels/palettes.js"
import { all, hosting, mode, modesIn, opened, POINTS, sizes, source } from "./hosting.js"

const test = suite("kernel/plugins/points")

interface Model {
  readonly id: string
  readonly rank: number
}
const model = (id: string, rank = 0): Model => ({ id, rank })

/** A plugin that opens a point and shows its catalog once it may be read. */
function openerOf(point: Point<Model>, read: (catalog: Catalog<Model>) => void): Plugin {
  return definePlugin({
    id: "opener",
    opens: [point],
    needs: { models: point },
    setup: ({ models }) => [onReady(() => read(models))],
  })
}
const giving = (id: string, point: Point<Model>, ...models: readonly Model[]): Plugin =>
  definePlugin({ id, setup: () => [point.of(...models)] })
const names = (catalog: Catalog<Model>): readonly string[] => catalog.list().map(({ id }) => id)

test("brings together what plugins contribute, whoever comes first", async () => {
  const point = extensionPoint<Model>("test.models", { combine: "byKey", key: ({ id }) => id })
  for (const order of [0, 1]) {
    let seen: readonly unknown[] = []
    const opener = openerOf(point, (catalog) => {
      seen = [names(catalog), catalog.get("b")?.id, catalog.get("c"), catalog.list() === catalog.list()]
    })
    const others = [giving("first", point, model("a"), model("b")), giving("second", point, model("d"))]
    await hosting().start(order === 0 ? [opener, ...others] : [...others, opener])
    assert.equal(seen, [["a", "b", "d"], "b", undefined, true])
  }
})

test("combines by rank, all in order, and one alone", async () => {
  const ranked = extensionPoint<Model>("test.ranked", { combine: "byRank", rank: ({ rank }) => rank })
  const every = extensionPoint<Model>("test.every", { combine: "all" })
  const single = extensionPoint<Model>("test.single", { combine: "one" })
  for (const [point, expected] of [
    [ranked, ["b", "c", "a"]],
    [every, ["a", "b", "c"]],
  ] as const) {
    let seen: readonly string[] = []
    const plugins = [giving("p1", point, model("a", 3), model("b", 1)), giving("p2", point, model("c", 2))]
    await hosting().start([openerOf(point, (catalog) => (seen = names(catalog))), ...plugins])
    assert.equal(seen, expected, point.name)
  }
  const two = [giving("p1", single, model("a")), giving("p2", single, model("b"))]
  await refused(
    () => hosting().start([openerOf(single, () => {}), ...two]),
    '"p1" and "p2"',
    '"test.single"',
    "takes only one value",
  )
})

test("is not opened without the catalog that its readers see", async () => {
  const own = extensionPoint<string, { first(): string }>("acme.first", { combine: "all" }, { ownCatalog: true })
  const plain = definePlugin({ id: "plain", opens: [own], setup: () => [] })
  await refused(() => hosting().start([plain]), '"plain"', '"acme.first"', "opening(POINT, catalog)")
  let read = ""
  const opener = definePlugin({
    id: "opener",
    opens: [opening(own, (all) => ({ first: () => all.list()[0]! }))],
    needs: { own },
    setup: ({ own: catalog }) => [
      own.of("one", "two"),
      onReady(() => {
        read = catalog.first()
      }),
    ],
  })
  await hosting().start([opener])
  assert.is(read, "one")
})

test("stops the start where nobody opens a point, two open it, or two contribute one key", async () => {
  const point = extensionPoint<Model>("test.models", { combine: "byKey", key: ({ id }) => id })
  await refused(
    () => hosting().start([giving("lonely", point, model("a"))]),
    '"lonely"',
    '"test.models"',
    "no enabled plugin opens",
  )
  const reader = definePlugin({ id: "reader", needs: { models: point }, setup: () => [] })
  await refused(() => hosting().start([reader]), '"reader" needs "test.models"')
  const second = definePlugin({ id: "second", opens: [point], setup: () => [] })
  await refused(() => hosting().start([openerOf(point, () => {}), second]), '"opener" and "second" both open')
  const twice = [giving("p1", point, model("a")), giving("p2", point, model("a"))]
  await refused(() => hosting().start([openerOf(point, () => {}), ...twice]), '"p1" and "p2"', '"a"')
})

test("names whoever reads a point during setup", async () => {
  const point = extensionPoint<Model>("test.models", { combine: "all" })
  const early = definePlugin({
    id: "early",
    opens: [point],
    needs: { models: point },
    setup: ({ models }) => {
      models.list()
      return []
    },
  })
  await refused(() => hosting().start([early]), '"early" reads the point "test.models" during setup')
})

test("orders plugins by services alone: two that contribute to each other's points are no circle", async () => {
  const [left, right] = [
    extensionPoint<Model>("test.left", { combine: "all" }),
    extensionPoint<Model>("test.right", { combine: "all" }),
  ]
  const seen: string[] = []
  const plugin = (id: string, own: Point<Model>, other: Point<Model>): Plugin =>
    definePlugin({
      id,
      opens: [own],
      needs: { own, other },
      setup: (needs) => [
        other.of(model(`from ${id}`)),
        onReady(() => seen.push(`${id}: ${names(needs.own).join()}`) as never),
      ],
    })
  await hosting().start([plugin("left", left, right), plugin("right", right, left)])
  assert.equal(seen, ["left: from right", "right: from left"])
})

test("takes services and moments in the same list, and undoes in reverse", async () => {
  const service = token<string>("test.service")
  const done: string[] = []
  const plugin = definePlugin({
    id: "listed",
    provides: [service],
    setup: () => [
      provide(service, "here"),
      onDispose(() => done.push("first") as never),
      onReady(() => done.push("ready") as never),
      onDispose(() => done.push("second") as never),
    ],
  })
  const { host, container, start } = hosting()
  await start([plugin])
  assert.is(container.get(service), "here")
  await host.stop()
  assert.equal(done, ["ready", "second", "first"])
  const wrong = definePlugin({ id: "wrong", setup: () => [{ modes: [] }] as never })
  await refused(() => hosting().start([wrong]), '"wrong"', "is not a contribution", "POINT.of(...)")
})

/** A value of each kind that two plugins may not both contribute, called so, with the key under which it is found. */
const EACH: Readonly<Record<string, readonly [Point<never, unknown>, (id: string) => unknown, key?: string]>> = {
  mode: [MODES as never, (id) => mode(id.toUpperCase()), "SAME"],
  source: [SOURCES as never, source],
  font: [
    POINTS.fonts as never,
    (id) => ({
      id,
      file: new URL("file:///f.ttf"),
      families: ["sans"],
      rank: 0,
      covers: [],
      sizes: { min: 8, max: 9 },
    }),
  ],
  "icon set": [POINTS.icons as never, (id) => ({ id })],
  palette: [POINTS.palettes as never, (id) => ({ ...BW, id })],
  panel: [POINTS.panels as never, (id) => ({ id, title: "x", width: 1, height: 1, palette: "bw", codec: "bmp" })],
  codec: [POINTS.codecs as never, (id) => ({ id, type: "x/y", encode: () => new Uint8Array() })],
  picture: [POINTS.pictures as never, (id) => ({ id, file: new URL("file:///p.jpg") })],
  decoder: [POINTS.decoders as never, (id) => ({ id, module: new URL("file:///d.js") })],
  strategy: [POINTS.strategies as never, (id) => ({ id })],
  observer: [POINTS.observers as never, (id) => ({ id })],
  policy: [POINTS.policies as never, (id) => ({ id, admit: () => undefined })],
  realm: [POINTS.areas as never, (id) => ({ id, mount: "/", battery: () => ({ percent: 1 }) })],
  message: [MESSAGES as never, (id) => ({ en: { [id]: "x" } }), "en/same"],
}

const sized = (points: Points): object => sizes((point) => all(points, point).list())

function sealed(): Points {
  const points = opened()
  points.seal()
  return points
}

for (const [name, [point, make, key = "same"]] of Object.entries(EACH)) {
  test(`refuses a second ${name} of one name`, async () => {
    const points = sealed()
    points.add("first", point, [make("same")])
    const [before, list] = [sized(points), all(points, point).list()]
    await refused(
      () => points.add("second", point, [make("other"), make("same")]),
      '"first"',
      '"second"',
      `"${key}"`,
      `"${point.name}"`,
      "turn one off",
      "rename",
    )
    assert.equal([sized(points), all(points, point).list()], [before, list], "nothing of the second is left")
  })

  test(`takes a ${name} of that name again once the first is gone`, () => {
    const points = sealed()
    const undo = points.add("first", point, [make("same")])
    undo()
    assert.equal(sized(points), {})
    const again = make("same")
    points.add("second", point, [again])
    assert.equal([Object.values(sized(points)), all(points, point).list()], [[1], [again]])
    undo()
    assert.equal(Object.values(sized(points)), [1], "the first cannot take the second's away")
    assert.ok(all(points, point).get(key) !== undefined)
  })

  test(`gives the very same list of each ${name} on every call, until one is contributed or taken back`, () => {
    const points = sealed()
    points.add("first", point, [make("same")])
    const first = all(points, point).list()
    assert.ok(Object.isFrozen(first))
    assert.is(all(points, point).list(), first, "also in another catalog")
    const undo = points.add("second", point, [make("other")])
    const second = all(points, point).list()
    assert.equal([second.length, first.length], [2, 1])
    assert.is(all(points, point).list(), second)
    undo()
    assert.equal(all(points, point).list(), first)
  })
}

for (const [name, point] of [
  ["frame", POINTS.frames],
  ["chooser", POINTS.choosers],
] as const)
  test(`takes two of one rank for a ${name}, in the order of their plugins`, () => {
    const points = sealed()
    for (const [owner, rank] of [
      ["a", 5],
      ["b", 0],
      ["c", 5],
      ["d", 0],
    ] as const)
      points.add(owner, point, [{ id: "same", rank, owner }])
    const list = all<{ readonly owner?: string }, unknown>(points, point as never).list()
    assert.equal(
      list.map(({ owner }) => owner),
      ["b", "d", "a", "c"],
    )
    assert.is(all(points, point as never).list(), list)
  })

test("undoes what it took before the one that conflicts", async () => {
  const points = sealed()
  points.add("first", MODES, [mode("TWO")])
  await refused(() => points.add("second", MODES, [mode("ONE"), mode("TWO")]), '"TWO"')
  assert.equal(
    modesIn(points)
      .list()
      .map(({ id }) => id),
    ["TWO"],
  )
  points.add("third", MODES, [mode("ONE")])
})

test("says which mode, not how it is kept", async () => {
  const points = sealed()
  points.add("first", MODES, [mode("SAME")])
  await refused(() => points.add("second", MODES, [mode("SAME")]), 'both contribute "SAME" to the point "platen.modes"')
})

test("refuses names that are none", async () => {
  const points = sealed()
  const told = (id: string, point: string): readonly string[] => [
    '"mine"',
    `contributes "${id}" to the point "${point}"`,
    "must be",
  ]
  for (const id of ["daily", "D", "9LIVES", "DAILY!", `A${"B".repeat(32)}`])
    await refused(() => points.add("mine", MODES, [mode(id)]), ...told(id, "platen.modes"))
  for (const name of ["Weather", "w", "weather_now"])
    await refused(() => points.add("mine", SOURCES, [source(name)]), ...told(name, "platen.sources"))
  for (const id of ["Mine/harbour", "mine/", "/harbour"])
    await refused(
      () => points.add("mine", POINTS.pictures, [{ id, file: new URL("file:///p.jpg") }]),
      ...told(id, "platen.bundled-pictures"),
    )
  assert.equal(sized(points), {})
})

test("may not be read during setup", async () => {
  const points = opened()
  points.add("first", MODES, [mode("ONE")])
  points.add("first", MESSAGES, [{ en: { a: "b" } }])
  for (const read of [
    () => modesIn(points).list(),
    () => modesIn(points).get("ONE"),
    () => all(points, SOURCES).list(),
    () => phrasesOf(all(points, MESSAGES)).phrase("en", "a"),
    () => phrasesOf(all(points, MESSAGES)).speaks("en"),
  ]) {
    await refused(read, '"test"', "during setup", "onReady")
  }
})

test("knows whose a thing is", () => {
  const points = opened()
  const [one, two] = [mode("ONE"), mode("TWO")]
  points.add("first", MODES, [one])
  assert.equal([points.ownerOf(one), points.ownerOf(two)], ["first", undefined])
})

test("finds a phrase in the language, its base, then English", () => {
  const points = sealed()
  points.add("words", MESSAGES, [
    { en: { a: "a-en", b: "b-en", c: "c-en" }, zh: { a: "a-zh", b: "b-zh" }, "zh-TW": { a: "a-tw" } },
  ])
  const messages = phrasesOf(all(points, MESSAGES))
  assert.equal(
    ["a", "b", "c", "d"].map((key) => messages.phrase("zh-TW", key)),
    ["a-tw", "b-zh", "c-en", undefined],
  )
  assert.is(messages.phrase("fr", "a"), "a-en")
  assert.is(messages.phrase("zh-tw", "a"), "a-tw")
  assert.equal(
    ["zh-TW", "zh-HK", "ZH", "en-GB", "fr"].map((language) => messages.speaks(language)),
    [true, true, true, true, false],
  )
})

const OPENER = `
import { definePlugin, extensionPoint, onReady } from "platen/sdk"
export const TIDES = extensionPoint("acme.tides", { combine: "byKey", key: ({ port }) => port })
export default definePlugin({
  id: "acme-tides", opens: [TIDES], needs: { tides: TIDES },
  setup: ({ tides }) => [onReady(() => { if (tides.get("hamburg")?.metres !== 3.6) throw new Error("the tide is missing") })],
})`
const GIVER = `
import { definePlugin, extensionPoint } from "platen/sdk"
const TIDES = extensionPoint("acme.tides", { combine: "byKey", key: ({ port }) => port })
export default definePlugin({ id: "acme-hamburg", setup: () => [TIDES.of({ port: "hamburg", metres: 3.6 })] })`

test("is opened in one package outside the tree and contributed to from another", async () => {
  const cwd = folderWith({
    "tides/index.mjs": OPENER,
    "tides/package.json": '{"exports":"./index.mjs"}',
    "node_modules/acme-hamburg/index.js": GIVER,
    "node_modules/acme-hamburg/package.json": '{"type":"module","exports":"./index.js"}',
    "platen.yaml": "plugins: { ./tides: , acme-hamburg: }\n",
    "alone.yaml": "plugins: { acme-hamburg: }\n",
  })
  const { code, stdout, stderr } = await platen(["plugins"], { cwd })
  assert.is(code, 0, stderr)
  for (const id of ["acme-tides", "acme-hamburg"]) assert.match(stdout, id)
  const alone = await platen(["plugins"], { cwd, env: { PLATEN_CONFIG: "alone.yaml" } })
  assert.is(alone.code, 1)
  assert.match(alone.stderr, /"acme-hamburg" contributes to the point "acme\.tides", which no enabled plugin opens/)
})

test.run()
