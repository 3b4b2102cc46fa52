import { BadInput, Invalid } from "platen/sdk"
import type { Issue, RawQuery, z } from "platen/sdk"

/** The part after "?" as text by name; of a repeated name the last. Broken percent signs are taken as they stand. */
export function rawQuery(search: string | undefined): RawQuery {
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  if (!search || search.length < 2) return query
  for (const [name, value] of new URLSearchParams(search)) query[name] = value
  return query
}

/** Text to values. Throws BadInput (picture routes) or Invalid that names every parameter at fault. */
export function typedQuery(schema: z.ZodType | undefined, raw: RawQuery, picture: boolean): unknown {
  if (!schema) return {}
  const checked = schema.safeParse(raw)
  if (checked.success) return checked.data
  const issues = issuesOf(checked.error)
  const message = `${sentence(issues, "The parameter")} Correct the address.`
  throw picture ? new BadInput(message, { issues }) : new Invalid(message, { issues })
}

/** The named parts of a path as a schema reads them. Throws BadInput that names every part at fault. */
export function typedParams(schema: z.ZodType | undefined, raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!schema) return raw
  const checked = schema.safeParse(raw)
  // What the schema makes of them is between the route and its handler.
  if (checked.success) return checked.data as Readonly<Record<string, string>>
  const issues = issuesOf(checked.error)
  throw new BadInput(sentence(issues, "The path's part"), { issues })
}

/** Throws Invalid that names every field at fault. */
export function typedBody(schema: z.ZodType, body: unknown): unknown {
  const checked = schema.safeParse(body)
  if (checked.success) return checked.data
  const issues = issuesOf(checked.error)
  throw new Invalid(sentence(issues, "The field"), { issues })
}

/** So many are told: a short body can hold thousands of faults. */
const MOST_ISSUES = 20

function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({ path: path.join("."), message }))
}

function sentence(issues: readonly Issue[], what: string): string {
  return issues.slice(0, 3).map(({ path, message }) => `${what} "${path || "body"}" is wrong: ${message.replace(/\.$/, "")}.`).join(" ")
}
