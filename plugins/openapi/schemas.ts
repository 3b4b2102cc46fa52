import { jsonSchema, z } from "platen/sdk"

export type JsonSchema = Readonly<Record<string, unknown>>

/** `{ error, message, detail }`: what every refusal of a JSON route looks like. */
export const errorSchema: JsonSchema = bare(z.toJSONSchema(z.looseObject({
  error: z.string().describe("A stable code."),
  message: z.string().describe("One sentence: what is wrong, and the remedy."),
  detail: z.string().describe("The same sentence."),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional().describe("The parts of the input that are wrong."),
}), { io: "output" }) as JsonSchema)

/** What may be sent. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return bare(jsonSchema(schema))
}

/** What is answered. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema)
}

/** Of a query's schema each parameter. */
export function parametersOf(query: z.ZodType | undefined): Readonly<Record<string, unknown>>[] {
  if (!query) return []
  const { properties = {}, required = [] } = inputSchema(query) as { properties?: Readonly<Record<string, JsonSchema>>; required?: readonly string[] }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name, in: "query", required: required.includes(name), ...(description !== undefined && { description }), schema: asNumber(schema),
  }))
}

/** In a query a number is text; described it is what it means. */
function asNumber({ pattern, ...schema }: JsonSchema): JsonSchema {
  const number = schema.type === "integer" || schema.type === "number"
  return number || pattern === undefined ? schema : { ...schema, pattern }
}

/** The dialect is said once, for all of the document. */
function bare({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema
}
