import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, token } from "platen/sdk"
import type { Plugin } from "platen/sdk"
import { order } from "../../../kernel/plugins/order.js"
import { refused } from "../../refused.js"

const test = suite("order")
const KERNEL = token<unknown>("platen.kernel")
const has = ({ name }: { readonly name: string }): boolean => name === KERNEL.name

function plugin(id: string, needs: readonly string[] = [], provides: readonly string[] = []): Plugin {
  return definePlugin({
    id,
    needs: Object.fromEntries(needs.map((name) => [name, token(name)])),
    provides: provides.map((name) => token(name)),
    setup: () => [],
  })
}

const ids = (plugins: readonly Plugin[]): string[] => plugins.map(({ id }) => id)

test("keeps plugins as given that need nothing of one another", () => {
  assert.equal(ids(order([plugin("c"), plugin("a"), plugin("b", ["platen.kernel"])], has)), ["c", "a", "b"])
})

test("puts what provides before what needs", () => {
  assert.equal(ids(order([plugin("c", ["b"]), plugin("b", ["a"], ["b"]), plugin("a", [], ["a"])], has)), [
    "a",
    "b",
    "c",
  ])
})

test("sets every plugin up once, after all it needs, however they are given", () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc.record({
      needs: fc.array(fc.array(fc.nat(size), { maxLength: 4 }), { minLength: size, maxLength: size }),
      given: fc.shuffledSubarray(
        Array.from({ length: size }, (_, i) => i),
        { minLength: size },
      ),
    }),
  )
  fc.assert(
    fc.property(graph, ({ needs, given }) => {
      const all = needs.map((each, i) =>
        plugin(
          `p${i}`,
          each.filter((other) => other < i).map((other) => `s${other}`),
          [`s${i}`],
        ),
      )
      const sorted = order(
        given.map((i) => all[i]!),
        has,
      )
      assert.is(new Set(sorted).size, all.length)
      sorted.forEach((each, at) => {
        for (const name of Object.keys(each.needs!))
          assert.ok(sorted.findIndex(({ id }) => id === name.replace("s", "p")) < at, `${each.id} needs ${name}`)
      })
    }),
  )
})

test("refuses two plugins that provide one service", async () => {
  await refused(
    () => order([plugin("first", [], ["acme.maps"]), plugin("second", [], ["acme.maps"])], has),
    '"first"',
    '"second"',
    '"acme.maps"',
    "turn one off",
  )
})

test("refuses a plugin that provides what the server itself does", async () => {
  await refused(() => order([plugin("first", [], ["platen.kernel"])], has), '"first"', '"platen.kernel"', "server")
})

test("refuses a need that nobody meets", async () => {
  await refused(() => order([plugin("first", ["acme.maps"])], has), '"first"', '"acme.maps"', "enable")
})

test("refuses needs that go round in a circle, and shows the circle alone", async () => {
  const round = [
    plugin("outside", ["a"]),
    plugin("one", ["c"], ["a"]),
    plugin("two", ["a"], ["b"]),
    plugin("three", ["b"], ["c"]),
  ]
  const { message } = await refused(
    () => order(round, has),
    '"one" needs "three" needs "two" needs "one"',
    "turn one off",
  )
  assert.not.match(message, /outside/)
})

test("refuses a plugin that needs its own service", async () => {
  await refused(() => order([plugin("one", ["a"], ["a"])], has), '"one" needs "one"')
})

test.run()
