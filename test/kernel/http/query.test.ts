import { BadInput, Invalid, z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { rawQuery, typedBody, typedQuery } from "../../../kernel/http/query.js"

const test = suite("http/query")

function thrown(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error("nothing was thrown")
}

const number = (message: string) => z.string().regex(/^\d+$/, message)
const screen = z.object({
  w: number("must be a number.").transform(Number),
  h: number("must be a number").default("300").transform(Number),
})

for (const [search, expected] of [
  [undefined, {}],
  ["", {}],
  ["?", {}],
  ["?w=400&h=300", { w: "400", h: "300" }],
  ["?w=1&w=2&w=3", { w: "3" }],
  ["?name=a+b%20c%2Bd", { name: "a b c+d" }],
  ["?mac=AA%3ABB", { mac: "AA:BB" }],
  ["?city=%E5%8C%97%E4%BA%AC", { city: "北京" }],
  ["?w", { w: "" }],
  ["?=x&&&", { "": "x" }],
  ["?a=%zz&b=%&c=%E5", { a: "%zz", b: "%", c: "\uFFFD" }],
] as const) {
  test(`reads ${search ?? "no query"} as text by name`, () => {
    assert.equal({ ...rawQuery(search) }, expected)
  })
}

test("keeps names that objects have by birth to what the caller sent", () => {
  const query = rawQuery("?__proto__=x&constructor=y")
  assert.is(query.__proto__, "x")
  assert.is(query.constructor, "y")
  assert.is(query.toString, undefined)
  assert.is(({} as Record<string, unknown>).x, undefined)
})

test("turns text into values, with defaults and without names nobody knows", () => {
  assert.equal(typedQuery(screen, rawQuery("?w=296&bpp=1"), false), { w: 296, h: 300 })
  assert.equal(typedQuery(undefined, rawQuery("?w=296"), false), {})
})

test("answers 422 on a JSON route and 400 on a picture route, naming every parameter", () => {
  const [json, picture] = [false, true].map((each) => thrown(() => typedQuery(screen, rawQuery("?w=a&h=b"), each)))
  assert.instance(json, Invalid)
  assert.instance(picture, BadInput)
  for (const error of [json, picture] as Invalid[]) {
    assert.equal(
      error.issues?.map(({ path }) => path),
      ["w", "h"],
    )
    assert.is(
      error.message,
      'The parameter "w" is wrong: must be a number. The parameter "h" is wrong: must be a number. Correct the address.',
    )
  }
})

test("says three faults at most and lists them all", () => {
  const many = z.object(Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, z.string()])))
  const error = thrown(() => typedQuery(many, rawQuery(""), false)) as Invalid
  assert.is(error.issues?.length, 5)
  assert.is(error.message.match(/The parameter/g)?.length, 3)
})

test("checks a body by its schema and names a field by its dotted path", () => {
  const schema = z.object({ place: z.object({ latitude: z.number("must be a number") }) })
  assert.equal(typedBody(schema, { place: { latitude: 1 } }), { place: { latitude: 1 } })
  const deep = thrown(() => typedBody(schema, { place: { latitude: "1" } })) as Invalid
  assert.instance(deep, Invalid)
  assert.equal(deep.issues, [{ path: "place.latitude", message: "must be a number" }])
  assert.match(deep.message, /^The field "place\.latitude" is wrong: must be a number\.$/)
})

test("says in plain words what is asked for where a schema says nothing of it", () => {
  const schema = z.strictObject({ name: z.string(), count: z.int().optional(), list: z.array(z.number()).optional() })
  for (const [body, message] of [
    [undefined, "The request's body is wrong: it is missing: send an object."],
    [5, "The request's body is wrong: must be an object."],
    [{}, 'The field "name" is wrong: it is missing: send text.'],
    [
      { name: 5, count: 1.5, list: ["x"] },
      'The field "name" is wrong: must be text. The field "count" is wrong: must be a whole number. The field "list.0" is wrong: must be a number.',
    ],
    [
      { name: "", a: 1, ["b".repeat(50)]: 2, c: 3, d: 4 },
      `The request's body is wrong: it has "a", "${"b".repeat(40)}", "c", which is unknown: remove it.`,
    ],
  ] as const)
    assert.is(thrown(() => typedBody(schema, body)).message, message)
  assert.is(
    thrown(() => typedQuery(z.strictObject({ url: z.string() }), rawQuery("?to=x"), false)).message,
    'The parameter "url" is wrong: it is missing: send text. The address is wrong: it has "to", which is unknown: remove it. Correct the address.',
  )
})

test.run()
