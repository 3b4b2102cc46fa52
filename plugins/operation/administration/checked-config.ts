import { Invalid } from "platen/sdk"
import type { InstalledPlugin, Issue } from "platen/sdk"
import { stringify } from "yaml"
import { MASK } from "./masked.js"

/** Levels of a config, as of platen.yaml itself. */
const MAX_DEPTH = 32
const MAX_ISSUES = 50

export interface CheckedConfig {
  readonly ok: boolean
  readonly issues: Issue[]
  readonly yaml: string
}

/**
 * Checks a config against the schema of its plugin. `{ env: NAME }` and `{ file: PATH }` stand for texts that are looked up at the start alone, so
 * nothing is said of them. Throws Invalid for one that is nested too deep.
 */
export function checkedConfig({ id, schema }: Pick<InstalledPlugin, "id" | "schema">, config: unknown): CheckedConfig {
  if (isDeeper(config, MAX_DEPTH))
    throw new Invalid(`The config is nested deeper than ${MAX_DEPTH} levels: flatten it.`, {
      issues: [{ path: "config", message: "is nested too deep" }],
    })
  const references: string[][] = []
  const redacted: string[][] = []
  find(config, [], (path, value) => {
    if (value === MASK) redacted.push(path)
    else if (isReference(value)) references.push(path)
  })
  const read = config === false ? undefined : schema.safeParse(config ?? {})
  const wrong = (read?.error?.issues ?? [])
    .map(({ path, message, code }) => ({ path: path.map(String), message, code }))
    // One of several forms may fail for the reference that is in it.
    .filter(
      ({ path, code }) =>
        !references.some((each) => begins(path, each) || (code === "invalid_union" && begins(each, path))),
    )
  const masked = redacted.map((path) => ({
    path,
    message: "is shown in place of a secret: keep what stands in platen.yaml, or write { env: NAME }",
  }))
  const issues = [...wrong, ...masked]
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path.join("."), message }))
  return { ok: issues.length === 0, issues, yaml: stringify({ plugins: { [id]: config ?? true } }, { lineWidth: 0 }) }
}

/** Calls `found` with every value of a config and its path. */
function find(value: unknown, path: string[], found: (path: string[], value: unknown) => void): void {
  found(path, value)
  if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value)) find(each, [...path, key], found)
}

function isReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false
  const [[key, name] = [], ...more] = Object.entries(value)
  return more.length === 0 && (key === "env" || key === "file") && typeof name === "string"
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1))
}

function begins(path: readonly string[], start: readonly string[]): boolean {
  return start.every((part, i) => path[i] === part)
}
