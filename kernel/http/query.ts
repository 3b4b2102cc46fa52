import { BadInput, Invalid } from "platen/sdk"
import type { Issue, z } from "platen/sdk"
import type { RawQuery } from "platen/sdk/http"

/** Parses the query string into text by name. The last of a repeated name wins. Malformed percent-escapes are kept literally. */
export function rawQuery(search: string | undefined): RawQuery {
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  if (!search || search.length < 2) return query
  for (const [name, value] of new URLSearchParams(search)) {
    // Two different devices make the MAC invalid.
    query[name] = name === "mac" && query.mac !== undefined && query.mac !== value ? `${query.mac},${value}` : value
  }
  return query
}

/** Validates the query. Throws BadInput (picture routes) or Invalid that names every faulty parameter. */
export function typedQuery(schema: z.ZodType | undefined, raw: RawQuery, picture: boolean): unknown {
  if (!schema) return {}
  return typed(schema, raw, ["The parameter", "The address"], (message, more) => {
    const sentence = `${message} Correct the address.`
    return picture ? new BadInput(sentence, more) : new Invalid(sentence, more)
  })
}

/** Validates the path parameters. Throws BadInput that names every faulty one. */
export function typedParams(
  schema: z.ZodType | undefined,
  raw: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  // A schema may convert the values; only the route's handler sees their type.
  return schema
    ? (typed(schema, raw, ["The path parameter", "The path"], (...told) => new BadInput(...told)) as typeof raw)
    : raw
}

/** Validates a JSON body. Throws Invalid that names every faulty field. */
export function typedBody(schema: z.ZodType, body: unknown): unknown {
  return typed(schema, body, ["The field", "The request's body"], (...told) => new Invalid(...told))
}

/** The value as the schema reads it. `names`: of a part, and of the whole. Throws what `faultOf` makes of its faults. */
function typed(
  schema: z.ZodType,
  raw: unknown,
  [part, whole]: readonly [string, string],
  faultOf: (message: string, more: { readonly issues: readonly Issue[] }) => Error,
): unknown {
  const checked = schema.safeParse(raw, { error: plainly })
  if (checked.success) return checked.data
  const issues = checked.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path.join("."), message }))
  throw faultOf(sentence(issues, part, whole), { issues })
}

/** Expected types in plain words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

/** Number of unknown names that are reported, and characters of each. */
const [MAX_KEYS, MAX_KEY] = [3, 40]

/** What zod tells of a fault. */
type Fault = Partial<Readonly<{ code: string; input: unknown; expected: string; keys: readonly string[] }>>

/** Message with a remedy for faults for which the schema has no message of its own; undefined keeps zod's message. */
function plainly({ code, input, expected = "", keys = [] }: Fault): string | undefined {
  if (code === "unrecognized_keys")
    return `it has ${keys
      .slice(0, MAX_KEYS)
      .map((key) => `"${key.slice(0, MAX_KEY)}"`)
      .join(", ")}, which is unknown: remove it`
  if (code !== "invalid_type") return undefined
  const kind = KINDS[expected] ?? expected
  return input === undefined ? `it is missing: send ${kind}` : `must be ${kind}`
}

/** Number of faults that are reported: a short body can hold thousands. */
const MAX_ISSUES = 20

/** One sentence per fault, three at most. `whole`: the subject when the fault has no path. */
function sentence(issues: readonly Issue[], part: string, whole: string): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path === "" ? whole : `${part} "${path}"`} is wrong: ${message.replace(/\.$/, "")}.`)
    .join(" ")
}
