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
 * A JSON schema as services take it that keep to one: objects are closed, and bounds of texts, numbers and lists are left out. `optional`: what may
 * be absent is required and may be null ("null"), or stays as it is ("absent"). The judge of the answer is the caller's own schema.
 */
export function strictSchema(schema: unknown, optional: "null" | "absent"): unknown {
  if (Array.isArray(schema)) return schema.map((each) => strictSchema(each, optional))
  if (typeof schema !== "object" || schema === null) return schema
  const { properties, required, ...rest } = schema as Schema
  const kept = Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) => (UNKNOWN.has(key) ? [] : [[key, strictSchema(value, optional)]])),
  )
  if (typeof properties !== "object" || properties === null) return kept
  const needed = new Set((required as readonly string[] | undefined) ?? [])
  const fields = Object.entries(properties).map(([key, value]) => {
    const inner = strictSchema(value, optional)
    return [key, needed.has(key) || optional === "absent" ? inner : { anyOf: [inner, { type: "null" }] }]
  })
  return {
    ...kept,
    properties: Object.fromEntries(fields),
    required: optional === "null" ? Object.keys(properties) : [...needed],
    additionalProperties: false,
  }
}
