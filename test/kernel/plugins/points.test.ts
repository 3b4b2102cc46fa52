import { definePlugin, extensionPoint, onDispose, onReady, provide, token } from "platen/sdk"
import type { Catalog, Plugin, Point } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../child.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"
import { hosting } from "./hosting.js"

const test = suite("kernel/plugins/points")

interface Model {
  readonly id: string
  readonly rank: number
}
const model = (id: string, rank = 0): Model => ({ id, rank })

/** A plugin that opens a point and shows its catalog once it may be read. */
function opening(point: Point<Model>, read: (catalog: Catalog<Model>) => void): Plugin {
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
    const opener = opening(point, (catalog) => {
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
    await hosting().start([opening(point, (catalog) => (seen = names(catalog))), ...plugins])
    assert.equal(seen, expected, point.name)
  }
  const two = [giving("p1", single, model("a")), giving("p2", single, model("b"))]
  await refused(
    () => hosting().start([opening(single, () => {}), ...two]),
    '"p1" and "p2"',
    '"test.single"',
    "takes one",
  )
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
  await refused(() => hosting().start([opening(point, () => {}), second]), '"opener" and "second" both open')
  const twice = [giving("p1", point, model("a")), giving("p2", point, model("a"))]
  await refused(() => hosting().start([opening(point, () => {}), ...twice]), '"p1" and "p2"', '"a"')
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
  await refused(() => hosting().start([wrong]), '"wrong"', "no contribution", "POINT.of(...)")
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
