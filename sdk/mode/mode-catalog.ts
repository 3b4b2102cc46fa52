import type { Mode } from "./mode.js"

/**
 * The modes by id. A caller sees the modes without a scope, and those of the scopes that it names. A scoped mode never hides one of the same id
 * without a scope. Every caller sees the modes of GLOBAL_SCOPE, after all others.
 */
export interface ModeCatalog {
  get(id: string, scopes?: readonly string[]): Mode | undefined
  /** In order of their ids. */
  list(scopes?: readonly string[]): readonly Mode[]
  /** As `get`, and finds hidden pages as well. */
  page(id: string, scopes?: readonly string[]): Mode | undefined
  /** Whether a mode without a scope has the id, hidden or not. */
  installed(id: string): boolean
}

/** The scope that every caller sees. Its modes give way to all others of the same id. */
export const GLOBAL_SCOPE = "everybody"

/** The key of a mode among those of all scopes: "scope/ID". An id with a slash gets a key that the point refuses. */
export function modeKey({ id, scope = "" }: Pick<Mode, "id" | "scope">): string {
  const key = scope === "" ? id : `${scope}/${id}`
  return id.includes("/") ? `${key}/` : key
}
