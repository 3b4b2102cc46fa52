import { z } from "zod"
import { fields } from "../schema.js"

/** A schema as JSON Schema (draft 2020-12) of its input. "x-platen" holds the `FieldMeta` of each field that has one. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: made }) => {
      const meta = fields.get(zodSchema as unknown as z.ZodType)
      if (meta) made["x-platen"] = meta
    },
  }) as Record<string, unknown>
}

/** A value in which every secret of its schema is replaced by "[secret]", so that it can be shown or logged. */
export function redacted(schema: z.ZodType, value: unknown): unknown {
  return withSecrets(schema, value, () => "[secret]")
}

/** A value in which every secret of its schema is changed. */
export function withSecrets(schema: z.ZodType, value: unknown, change: (secret: unknown) => unknown): unknown {
  if (value === undefined || value === null) return value
  if (fields.get(schema)?.secret) return change(value)
  const redacted = (inner: z.ZodType, each: unknown): unknown => withSecrets(inner, each, change)
  if (schema instanceof z.ZodObject && typeof value === "object") {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, shape[key] ? redacted(shape[key], each) : each]),
    )
  }
  if (schema instanceof z.ZodTuple && Array.isArray(value)) {
    const { items, rest } = schema.def as unknown as { items: readonly z.ZodType[]; rest: z.ZodType | null }
    return value.map((each, i) => redacted(items[i] ?? rest ?? z.unknown(), each))
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => redacted(schema.element as z.ZodType, each))
  if (schema instanceof z.ZodRecord && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, redacted(schema.valueType as z.ZodType, each)]),
    )
  }
  return within(schema).reduce<unknown>((shown, inner) => redacted(inner, shown), value)
}

/** The schemas that a schema is made of and that read the same value: what is optional, one of several, piped. */
function within(schema: z.ZodType): readonly z.ZodType[] {
  const {
    innerType,
    options,
    in: first,
    out,
    left,
    right,
  } = schema.def as unknown as Readonly<Record<string, z.ZodType | readonly z.ZodType[] | undefined>>
  return [innerType, options, first, out, left, right]
    .flat()
    .filter((inner): inner is z.ZodType => inner instanceof z.ZodType)
}
