import { suite } from "uvu"
import * as assert from "uvu/assert"
import { field, fields, inLanguage, localised, secret, z } from "platen/sdk"

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
  const expected = { en: "colour", "en-US": "color", "en-GB": "colour", zh: "颜色", "zh-TW": "顏色", "zh-Hans-CN": "颜色", fr: "colour", "": "colour" }
  for (const [language, words] of Object.entries(expected)) assert.is(inLanguage(text, language), words, language)
})

test("keeps what a form shows beside a field", () => {
  const schema = field(z.number().min(1), { label: { en: "Cups", zh: "杯" }, help: { en: "A day." }, widget: "number", unit: "cups" })
  assert.equal(fields.get(schema), { label: { en: "Cups", zh: "杯" }, help: { en: "A day." }, widget: "number", unit: "cups" })
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

test.run()
