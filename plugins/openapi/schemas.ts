import { z } from "platen/sdk"
import { jsonSchema } from "platen/sdk/kit"

export type JsonSchema = Readonly<Record<string, unknown>>
/** Schemas that have a name, by it: what a document refers to. */
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
        "The same sentence; on firmware and alert routes some errors hold a code that existing clients compare.",
      ),
    code: z.string().describe("A stable code."),
    message: z.string().describe("One sentence: what is wrong, and the remedy."),
    detail: z.string().describe("The same sentence."),
    issues: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe("The parts of the input that are wrong."),
  }),
  {},
)

/** What may be sent. */
export function inputSchema(schema: z.ZodType, named: Named): JsonSchema {
  return referring(jsonSchema(schema), named)
}

/** What is answered. */
export function answerSchema(schema: z.ZodType, named: Named): JsonSchema {
  return referring(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema, named)
}

/** Of a query's schema each parameter; a credential is told of elsewhere. */
export function queryParameters(query: z.ZodType | undefined, named: Named): readonly Parameter[] {
  return parametersOf(query, named)
    .filter(({ schema }) => !(schema["x-platen"] as { secret?: boolean } | undefined)?.secret)
    .map((each) => ({ ...each, in: "query" }))
}

/** Of each named part of a path; `params`: the schema that reads them, if there is one. */
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
    schema: withUsual(asNumber(each), shape[name]),
  }))
}

/** The schemas of an object's fields, whatever is made of the object backgroundTasks. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Readonly<Record<string, z.ZodType>>
  return schema instanceof z.ZodPipe ? shapeOf(schema.def.in as z.ZodType) : {}
}

/** What is meant when it is left out, which a schema of text that stands for something else does not tell. */
function withUsual(described: JsonSchema, schema: z.ZodType | undefined): JsonSchema {
  const usual = schema?.safeParse(undefined).data
  const type = described.type === "integer" ? "number" : described.type
  return usual === undefined || typeof usual !== type ? described : { ...described, default: usual }
}

/** In a query a number is text; described it is what it means. */
function asNumber({ pattern, ...schema }: JsonSchema): JsonSchema {
  const plain = ["integer", "number", "boolean"].includes(String(schema.type))
  return plain || pattern === undefined ? schema : { ...schema, pattern }
}

const LOCAL = "#/$defs/"
const SHARED = "#/components/schemas/"

/** The schema as a part of a document: the dialect is said there, once, and what has a name stands there under it. Throws for two things of one name. */
function referring({ $schema: _dialect, $defs = {}, ...schema }: JsonSchema, named: Named): JsonSchema {
  for (const [name, each] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
    const made = plain(each) as JsonSchema
    if (named[name] !== undefined && JSON.stringify(named[name]) !== JSON.stringify(made))
      throw new Error(`Two schemas are called "${name}".`)
    named[name] = made
  }
  return plain(schema) as JsonSchema
}

/** References lead to where they lead now; bounds that are only those of the number's type, and patterns that a format implies, are left out. */
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
