import { z } from "platen/sdk"

/** The parts of a JSON Schema that a sample depends on. */
interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
}

/** Maximum nesting of a sample: a schema may contain itself. */
const MAX_DEPTH = 12
/** Entries of a list in a sample: charts need two values. */
const ENTRIES = 2

/** A value that a schema accepts in its shape, with every field: templates are checked with it. Texts and numbers are arbitrary. */
export function sampleOf(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Schema
  return sampled(root, root.$defs ?? {}, 0)
}

function sampled(schema: Schema, defs: Readonly<Record<string, Schema>>, depth: number): unknown {
  if (depth > MAX_DEPTH) return null
  const inner = (each: Schema): unknown => sampled(each, defs, depth + 1)
  if (schema.$ref !== undefined) return inner(defs[schema.$ref.split("/").at(-1)!] ?? {})
  if ("const" in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(choices.find(({ type }) => type !== "null") ?? {})
  const type = typeof schema.type === "string" ? schema.type : schema.type?.find((each) => each !== "null")
  switch (type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, inner(each)]))
    case "array":
      return Array.from({ length: Math.max(ENTRIES, schema.minItems ?? 0) }, () => inner(schema.items ?? {}))
    case "number":
    case "integer":
      return Math.min(schema.maximum ?? 1, Math.max(schema.minimum ?? 1, 1))
    case "boolean":
      return true
    case "null":
      return null
    default:
      return "text"
  }
}
