import { z } from "platen/sdk"
import { jsonSchema } from "platen/sdk/kit"

export type JsonSchema = Readonly<Record<string, unknown>>
/** Named schemas of a document, by name. */
export type Named = Record<string, JsonSchema>

export interface Parameter {
  readonly name: string
  readonly in: "query" | "path"
  readonly required: boolean
  readonly description?: unknown
  readonly schema: JsonSchema
}

/** The body of every JSON error. */
export const errorSchema: JsonSchema = answerSchema(
  z.looseObject({
    error: z
      .string()
      .describe(
        "The same as message; on firmware and alert routes some errors have a code that existing clients compare.",
      ),
    code: z.string().describe("Stable error code."),
    message: z.string().describe("One sentence with the fault and the remedy."),
    detail: z.string().describe("The same as message."),
    issues: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe("Faulty parts of the input."),
  }),
  {},
)

/** JSON Schema of an input. */
export function inputSchema(schema: z.ZodType, named: Named): JsonSchema {
  return referring(jsonSchema(schema), named)
}

/** JSON Schema of a response. */
export function answerSchema(schema: z.ZodType, named: Named): JsonSchema {
  return referring(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema, named)
}

/** Parameters of a query schema, without credentials, which are described as security schemes. */
export function queryParameters(query: z.ZodType | undefined, named: Named): readonly Parameter[] {
  return parametersOf(query, named)
    .filter(({ schema }) => !(schema["x-platen"] as { secret?: boolean } | undefined)?.secret)
    .map((each) => ({ ...each, in: "query" }))
}

/** Parameters of a path. `params`: their schema, if any. */
export function pathParameters(path: string, params: z.ZodType | undefined, named: Named): readonly Parameter[] {
  const read = parametersOf(params, named)
  return [...path.matchAll(/:([^/]+)/g)].map(([, name]) => ({
    schema: { type: "string" },
    ...read.find((each) => each.name === name),
    name: name!,
    in: "path",
    required: true,
  }))
}

function parametersOf(schema: z.ZodType | undefined, named: Named): readonly Omit<Parameter, "in">[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchema(schema, named) as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const shape = shapeOf(schema)
  return Object.entries(properties).map(([name, { description, ...each }]) => ({
    name,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: withDefault(asNumber(each), shape[name]),
  }))
}

/** Schemas of an object's fields, before any transformation of the object. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Readonly<Record<string, z.ZodType>>
  return schema instanceof z.ZodPipe ? shapeOf(schema.def.in as z.ZodType) : {}
}

/** Adds the default value, which a schema of transformed text has in its metadata, or fills in itself. */
function withDefault(described: JsonSchema, schema: z.ZodType | undefined): JsonSchema {
  const usual = schema?.meta()?.default ?? schema?.safeParse(undefined).data
  const type = described.type === "integer" ? "number" : described.type
  return usual === undefined || typeof usual !== type ? described : { ...described, default: usual }
}

/** Describes a number in a query by its meaning instead of as text. */
function asNumber({ pattern, ...schema }: JsonSchema): JsonSchema {
  const plain = ["integer", "number", "boolean"].includes(String(schema.type))
  return plain || pattern === undefined ? schema : { ...schema, pattern }
}

const LOCAL = "#/$defs/"
const SHARED = "#/components/schemas/"

/** Moves named schemas to the document and drops the dialect, which the document declares once. Throws Error for two schemas of one name. */
function referring({ $schema: _dialect, $defs = {}, ...schema }: JsonSchema, named: Named): JsonSchema {
  for (const [name, each] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
    const made = plain(each) as JsonSchema
    if (named[name] !== undefined && JSON.stringify(named[name]) !== JSON.stringify(made))
      throw new Error(`Two schemas have the name "${name}".`)
    named[name] = made
  }
  return plain(schema) as JsonSchema
}

/** Adjusts references, and drops bounds that only state the range of the number type and patterns that a format implies. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  const dated = "format" in value && (value.format === "date-time" || value.format === "date")
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (
        (key === "minimum" && each === Number.MIN_SAFE_INTEGER) ||
        (key === "maximum" && each === Number.MAX_SAFE_INTEGER) ||
        (key === "pattern" && dated)
      )
        return []
      return [[key, key === "$ref" && typeof each === "string" ? each.replace(LOCAL, SHARED) : plain(each)]]
    }),
  )
}
