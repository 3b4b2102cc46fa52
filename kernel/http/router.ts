export interface Router<T> {
  /** The value whose pattern matches a path; undefined when none does. Letter case and one slash at the end make no difference. */
  find(path: string): T | undefined
}

interface Branch<T> {
  readonly fixed: Map<string, Branch<T>>
  parameter?: Branch<T>
  end?: { readonly value: T }
}

/**
 * Router of patterns such as "/api/config/:mac". A path without parameters costs one lookup; another one a lookup for each
 * part. Part by part, a fixed part is preferred to a parameter. Of two values for one pattern the first counts.
 */
export function routerOf<T>(entries: Iterable<readonly [pattern: string, value: T]>): Router<T> {
  const exact = new Map<string, T>()
  const root: Branch<T> = { fixed: new Map() }
  for (const [pattern, value] of entries) {
    if (!pattern.includes("/:")) {
      const path = folded(pattern)
      if (!exact.has(path)) exact.set(path, value)
    }
    insert(root, folded(pattern).split("/"), value)
  }
  return {
    find: (path) => exact.get(path) ?? exact.get(folded(path)) ?? walk(root, withoutSlash(path).split("/"), 0)?.value,
  }
}

function insert<T>(root: Branch<T>, parts: readonly string[], value: T): void {
  let branch = root
  for (const part of parts) {
    if (part.startsWith(":")) branch = branch.parameter ??= { fixed: new Map() }
    else {
      const next = branch.fixed.get(part) ?? { fixed: new Map() }
      branch.fixed.set(part, next)
      branch = next
    }
  }
  branch.end ??= { value }
}

function walk<T>(branch: Branch<T>, parts: readonly string[], i: number): Branch<T>["end"] {
  if (i === parts.length) return branch.end
  const part = parts[i]!
  const fixed = branch.fixed.get(part.toLowerCase())
  const found = fixed && walk(fixed, parts, i + 1)
  if (found || part === "" || !branch.parameter) return found
  return walk(branch.parameter, parts, i + 1)
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path
}

function folded(path: string): string {
  return withoutSlash(path).toLowerCase()
}
