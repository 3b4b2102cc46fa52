import type { Fields, Json } from "./expand.js"

/** The fields of a record with other values; undefined leaves one out. A node has few, but a definition has thousands of nodes: building lists of entries would take as long as all else. */
export function recordOf(fields: Fields, change: (value: Json) => Json | undefined): Record<string, Json> {
  const made: Record<string, Json> = {}
  for (const [key, value] of Object.entries(fields)) {
    const changed = change(value)
    // Assigned, that name would set the prototype; schemas leave it out, too.
    if (changed !== undefined && key !== "__proto__") made[key] = changed
  }
  return made
}
