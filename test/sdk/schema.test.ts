import { suite } from "uvu"
import * as assert from "uvu/assert"
import { field, fields, inLanguage, localised, secret, z } from "platen/sdk"
import { redacted } from "platen/sdk/kit"

const test = suite("schema")

test("takes text in several languages, English among them", () => {
  assert.ok(localised.safeParse({ en: "Day" }).success)
  assert.ok(localised.safeParse({ en: "Day", "zh-Hant": "天" }).success)
  for (const wrong of [{}, { zh: "天" }, { en: "" }, { en: "Day", zh: "" }, { en: "Day", zh: 1 }, "Day"]) {
    assert.not.ok(localised.safeParse(wrong).success, JSON.stringify(wrong))
  }
})

test("finds the exact language, else its base, else English", () => {
  const text = { en: "colour", "en-US": "color", zh: "颜色", "zh-TW": "顏色" }
  const expected = {
    en: "colour",
    "en-US": "color",
    "en-GB": "colour",
    zh: "颜色",
    "zh-TW": "顏色",
    "zh-Hans-CN": "颜色",
    fr: "colour",
    "": "colour",
  }
  for (const [language, words] of Object.entries(expected)) assert.is(inLanguage(text, language), words, language)
})

test("keeps what a form shows beside a field", () => {
  const schema = field(z.number().min(1), {
    label: { en: "Cups", zh: "杯" },
    help: { en: "A day." },
    widget: "number",
    unit: "cups",
  })
  assert.equal(fields.get(schema), {
    label: { en: "Cups", zh: "杯" },
    help: { en: "A day." },
    widget: "number",
    unit: "cups",
  })
  assert.is(schema.description, "A day.")
  assert.ok(schema.safeParse(1).success && !schema.safeParse(0).success, "and checks as before")
})

test("leaves the schema that was given without it", () => {
  const plain = z.string()
  field(plain, { label: { en: "Name" } })
  assert.is(fields.get(plain), undefined)
  assert.is(field(plain, { label: { en: "Name" } }).description, "Name")
})

test("marks a credential, so that it is never logged or returned", () => {
  const key = secret({ label: { en: "Key" } })
  assert.equal(fields.get(key), { label: { en: "Key" }, secret: true })
  assert.equal(fields.get(secret()), { secret: true })
  assert.not.ok(key.safeParse("").success)
  assert.ok(key.safeParse("k").success)
})

test("cannot be told that a credential is none", () => {
  assert.is(fields.get(secret({ secret: false }))?.secret, true)
})

const key = secret()
const HIDDEN: Readonly<Record<string, readonly [z.ZodType, unknown]>> = {
  "what is optional": [z.object({ a: key.optional() }), { a: "s3cret" }],
  "what has a default": [z.object({ a: key.default("x") }), { a: "s3cret" }],
  "what may be null": [z.object({ a: key.nullable() }), { a: "s3cret" }],
  "what is read-only": [z.object({ a: key.readonly() }), { a: "s3cret" }],
  "what is caught": [z.object({ a: key.catch("x") }), { a: "s3cret" }],
  "what is changed on the way": [z.object({ a: key.transform((text) => text.trim()) }), { a: "s3cret" }],
  "one of several": [z.object({ a: z.union([z.literal(false), key]) }), { a: "s3cret" }],
  "a part of one of several": [z.union([z.object({ b: z.number() }), z.object({ a: key })]), { a: "s3cret" }],
  "a part of one that is told apart": [
    z.discriminatedUnion("type", [z.object({ type: z.literal("x"), a: key }), z.object({ type: z.literal("y") })]),
    { type: "x", a: "s3cret" },
  ],
  "a part of both": [z.intersection(z.object({ b: z.number() }), z.object({ a: key })), { b: 1, a: "s3cret" }],
  "one of a pair": [z.tuple([z.string(), key]), ["user", "s3cret"]],
  "each of a list": [z.array(z.object({ a: key })), [{ a: "s3cret" }]],
  "each of a record": [z.record(z.string(), key), { mine: "s3cret" }],
}
for (const [what, [schema, value]] of Object.entries(HIDDEN)) {
  test(`hides a secret that is ${what}`, () => {
    assert.ok(schema.safeParse(value).success)
    assert.is(JSON.stringify(redacted(schema, value)), JSON.stringify(value).replace("s3cret", "[secret]"))
  })
}

test("hides nothing else", () => {
  const schema = z.object({
    a: z.union([z.string(), z.number()]).optional(),
    b: z.tuple([z.string()]).rest(z.number()),
    c: z.array(z.string()),
    d: key,
  })
  assert.equal(redacted(schema, { a: 1, b: ["x", 2], c: ["y"], d: "s3cret", e: "more" }), {
    a: 1,
    b: ["x", 2],
    c: ["y"],
    d: "[secret]",
    e: "more",
  })
})

test.run()
