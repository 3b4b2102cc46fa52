import { BadInput, Invalid } from "platen/sdk"
import type { Issue, z } from "platen/sdk"
import type { RawQuery } from "platen/sdk/http"

/** The part after "?" as text by name; of a repeated name the last. Broken percent signs are taken as they stand. */
export function rawQuery(search: string | undefined): RawQuery {
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  if (!search || search.length < 2) return query
  for (const [name, value] of new URLSearchParams(search)) {
    // Two devices are none: whoever looks for one finds that this is no address.
    query[name] = name === "mac" && query.mac !== undefined && query.mac !== value ? `${query.mac},${value}` : value
  }
  return query
}

/** Text to values. Throws BadInput (picture routes) or Invalid that names every parameter at fault. */
export function typedQuery(schema: z.ZodType | undefined, raw: RawQuery, picture: boolean): unknown {
  if (!schema) return {}
  const checked = schema.safeParse(raw, { error: plainly })
  if (checked.success) return checked.data
  const issues = issuesOf(checked.error)
  const message = `${sentence(issues, "The parameter", "The address")} Correct the address.`
  throw picture ? new BadInput(message, { issues }) : new Invalid(message, { issues })
}

/** The named parts of a path as a schema reads them. Throws BadInput that names every part at fault. */
export function typedParams(
  schema: z.ZodType | undefined,
  raw: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!schema) return raw
  const checked = schema.safeParse(raw)
  // What the schema makes of them is between the route and its handler.
  if (checked.success) return checked.data as Readonly<Record<string, string>>
  const issues = issuesOf(checked.error)
  throw new BadInput(sentence(issues, "The path's part", "The path"), { issues })
}

/** Throws Invalid that names every field at fault. */
export function typedBody(schema: z.ZodType, body: unknown): unknown {
  const checked = schema.safeParse(body, { error: plainly })
  if (checked.success) return checked.data
  const issues = issuesOf(checked.error)
  throw new Invalid(sentence(issues, "The field", "The request's body"), { issues })
}

/** What is asked for, in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

/** So many unknown names are told, and so many characters of each. */
const [MAX_KEYS, MAX_KEY] = [3, 40]

/** Of a fault of which the schema itself says nothing: the library's own words name no remedy. Undefined: they are good enough. */
function plainly({
  code,
  input,
  expected = "",
  keys = [],
}: {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly expected?: string
  readonly keys?: readonly string[]
}): string | undefined {
  if (code === "unrecognized_keys")
    return `it has ${keys
      .slice(0, MAX_KEYS)
      .map((key) => `"${key.slice(0, MAX_KEY)}"`)
      .join(", ")}, which nothing here is called: leave that out`
  if (code !== "invalid_type") return undefined
  const kind = KINDS[expected] ?? expected
  return input === undefined ? `it is missing: send ${kind}` : `must be ${kind}`
}

/** So many are told: a short body can hold thousands of faults. */
const MAX_ISSUES = 20

function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({ path: path.join("."), message }))
}

/** `whole`: what is wrong when it is no part alone. */
function sentence(issues: readonly Issue[], part: string, whole: string): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path === "" ? whole : `${part} "${path}"`} is wrong: ${message.replace(/\.$/, "")}.`)
    .join(" ")
}
