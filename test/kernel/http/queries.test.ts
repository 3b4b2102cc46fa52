import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { queriesOf } from "../../../kernel/http/queries.js"
import { routeTo } from "./listening.js"

const test = suite("kernel/http/queries")

/** A route that counts how often its schema reads a query. */
function counting(): { readonly route: ReturnType<typeof routeTo>; readonly reads: () => number } {
  let reads = 0
  const query = z.object({
    w: z
      .string()
      .regex(/^\d+$/, "must be a number")
      .transform((text) => {
        reads++
        return { pixels: Number(text) }
      }),
  })
  return { route: routeTo("/a", () => ({}), { query }), reads: () => reads }
}

test("reads a text once for a route that is called with it again and again", () => {
  const [queryOf, { route, reads }] = [queriesOf(), counting()]
  const first = queryOf("?w=400").typed(route)
  assert.equal(first, { w: { pixels: 400 } })
  for (let i = 0; i < 5; i++) assert.is(queryOf("?w=400").typed(route), first)
  assert.is(reads(), 1)
  assert.equal(queryOf("?w=401").typed(route), { w: { pixels: 401 } })
})

test("reads it anew for another route", () => {
  const [queryOf, a, b] = [queriesOf(), counting(), counting()]
  queryOf("?w=1").typed(a.route)
  queryOf("?w=1").typed(b.route)
  assert.equal([a.reads(), b.reads()], [1, 1])
})

test("gives values that no caller can change for the next one", () => {
  const [queryOf, { route }] = [queriesOf(), counting()]
  const values = queryOf("?w=400").typed(route) as { w: { pixels: number } }
  assert.throws(() => {
    values.w.pixels = 1
  }, TypeError)
  assert.throws(() => {
    ;(queryOf("?w=400").raw as Record<string, string>).w = "1"
  }, TypeError)
})

test("remembers no fault: each call is told", () => {
  const [queryOf, { route }] = [queriesOf(), counting()]
  for (let i = 0; i < 3; i++) assert.throws(() => queryOf("?w=x").typed(route), /"w" is wrong: must be a number/)
})

test("forgets texts that are not called again, and never remembers long ones", () => {
  const [queryOf, { route, reads }] = [queriesOf(), counting()]
  const kept = queryOf("?w=1")
  for (let i = 0; i < 10_000; i++) {
    queryOf(`?w=2&i=${i}`)
    if (i % 1_000 === 0) assert.is(queryOf("?w=1"), kept, "what is in use stays")
  }
  assert.is.not(queryOf("?w=2&i=0"), queryOf("?w=2&i=1"))
  const old = queryOf("?w=3")
  for (let i = 0; i < 5_000; i++) queryOf(`?w=4&i=${i}`)
  assert.is.not(queryOf("?w=3"), old)
  const long = `?w=5&x=${"x".repeat(600)}`
  queryOf(long).typed(route)
  queryOf(long).typed(route)
  assert.is(reads(), 2)
})

test.run()
