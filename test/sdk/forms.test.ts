import { field, secret, z } from "platen/sdk"
import { jsonSchema, redacted } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("forms")

const config = z.strictObject({
  endpoint: z.url().default("https://example.org"),
  key: secret({ label: { en: "Key", zh: "密钥" } }).optional(),
  accounts: z.array(z.object({ name: z.string(), password: secret() })).default([]),
  byHost: z.record(z.string(), secret()).optional(),
  every: field(z.number().min(1), { label: { en: "Every" }, unit: "minutes" }),
})

test("prints one schema as JSON Schema, with what a form shows", () => {
  const printed = jsonSchema(config) as {
    required: string[]
    additionalProperties: boolean
    properties: Record<string, Record<string, unknown>>
  }
  assert.equal(printed.required, ["every"], "of the input: what has a default may be left out")
  assert.is(printed.additionalProperties, false)
  assert.equal(printed.properties.every?.["x-platen"], { label: { en: "Every" }, unit: "minutes" })
  assert.is(printed.properties.every?.minimum, 1)
  assert.equal(printed.properties.key?.["x-platen"], { label: { en: "Key", zh: "密钥" }, secret: true })
})

test("takes every secret out of a value, however deep, and nothing else", () => {
  const value = {
    endpoint: "https://example.org",
    key: "k-1",
    accounts: [{ name: "ann", password: "p-1" }],
    byHost: { "a.org": "t-1" },
    every: 5,
  }
  const shown = redacted(config, value)
  assert.equal(shown, {
    endpoint: "https://example.org",
    key: "[secret]",
    accounts: [{ name: "ann", password: "[secret]" }],
    byHost: { "a.org": "[secret]" },
    every: 5,
  })
  assert.is(value.key, "k-1", "the value itself is untouched")
})

test("leaves what is not there, and what the schema does not know, as it is", () => {
  assert.equal(redacted(config, { every: 1, other: "x" }), { every: 1, other: "x" })
  assert.is(redacted(config, undefined), undefined)
  assert.is(redacted(z.string(), "plain"), "plain")
})

test.run()
