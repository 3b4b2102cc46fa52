type Schema = Readonly<Record<string, unknown>>

/** Keys of JSON Schema that strict answers do not know. */
const UNKNOWN = new Set([
  "$schema",
  "default",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "propertyNames",
  "minProperties",
  "maxProperties",
])

/**
 * A JSON schema as strict answers take it: objects are closed, every property is required, and one that may be absent may be null. The judge of
 * the answer is the caller's own schema. Source: "Structured outputs" in the API guide of OpenAI.
 */
export function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema)
  if (typeof schema !== "object" || schema === null) return schema
  const { properties, required, ...rest } = schema as Schema
  const kept = Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) => (UNKNOWN.has(key) ? [] : [[key, strictSchema(value)]])),
  )
  if (typeof properties !== "object" || properties === null) return kept
  const needed = new Set((required as readonly string[] | undefined) ?? [])
  const fields = Object.entries(properties).map(([key, value]) => {
    const inner = strictSchema(value)
    return [key, needed.has(key) ? inner : { anyOf: [inner, { type: "null" }] }]
  })
  return {
    ...kept,
    properties: Object.fromEntries(fields),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}
