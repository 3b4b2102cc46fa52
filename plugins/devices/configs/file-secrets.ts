import { isSealed, withoutSealed, withSecrets } from "platen/sdk/kit"
import type { Issue, Secrets } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import type { ScreensFile } from "platen/sdk/screens-file"

type Settings = Readonly<Record<string, unknown>>

const NO_SECRET =
  'the server has no secret to keep here, or what stands beside it has changed: write { secret: NAME } with a NAME of "screens-file.secrets" in platen.yaml'

/** What the server has stored for some settings. `marks`: of all secrets of the device. */
interface Known {
  readonly stored?: Settings | undefined
  readonly marks: ReadonlySet<string>
  readonly mode: Mode | undefined
  /** Of the settings, in the entry. */
  readonly path: string
}

/**
 * Settings of the file as a body has them: named secrets as texts, those that are left out as the marks of the stored ones. A mark that the
 * server does not know, since the secret was entered anew, stands for the secret in its place.
 */
export function withNamedSecrets(
  given: Settings,
  { stored = {}, marks, mode, path }: Known,
  file: Pick<ScreensFile, "secret">,
): { readonly settings: Settings; readonly issues: readonly Issue[]; readonly warnings: readonly string[] } {
  const issues: Issue[] = []
  const warnings: string[] = []
  const named = (value: unknown): unknown => {
    const name = nameOf(value)
    if (name !== undefined) return file.secret(name) ?? value
    if (isFields(value) && value.set === true && !marks.has(String(value.of))) return { set: true }
    if (typeof value === "string" && value !== "")
      warnings.push(
        `${path}: a secret stands in the file as plain text: name it in platen.yaml and write { secret: NAME }.`,
      )
    return value
  }
  const filled = withOmitted(given, stored) as Settings
  const settings = (mode?.settings ? withSecrets(mode.settings, filled, named) : filled) as Settings
  for (const [at, value] of leavesOf(settings, path)) {
    const name = nameOf(value)
    if (name === undefined) continue
    issues.push({
      path: at,
      message:
        file.secret(name) === undefined
          ? `there is no secret "${name}": add it to "screens-file.secrets" in platen.yaml, such as ${name}: { env: ${name} }`
          : "is no setting for a secret: write the value itself",
    })
  }
  return { settings, issues, warnings }
}

/** The marks of the secrets in a value as callers read it. */
export function marksIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return found
  const { set, of } = value as { readonly set?: unknown; readonly of?: unknown }
  if (set === true && typeof of === "string") found.add(of)
  for (const inner of Object.values(value)) marksIn(inner, found)
  return found
}

/** The paths at which a secret was to be kept, and is not. `given`: with marks; `after`: as it would be stored. */
export function lostSecrets(given: unknown, after: unknown, path: string): readonly Issue[] {
  const isMark = (given as { readonly set?: unknown } | null | undefined)?.set === true
  if (isMark) return isSealed(after) ? [] : [{ path, message: NO_SECRET }]
  if (typeof given !== "object" || given === null) return []
  return Object.entries(given).flatMap(([key, value]) =>
    lostSecrets(value, (after as Settings | null | undefined)?.[key], `${path}.${key}`),
  )
}

/** A value in which each secret whose text is the stored one stays sealed as it was, so that it does not count as changed. */
export function withSameSecrets(after: unknown, before: unknown, secrets: Pick<Secrets, "open">): unknown {
  if (isSealed(after)) return isSealed(before) && opened(after, secrets) === opened(before, secrets) ? before : after
  if (typeof after !== "object" || after === null || typeof before !== "object" || before === null) return after
  const of = (value: unknown, key: string): unknown => withSameSecrets(value, (before as Settings)[key], secrets)
  if (Array.isArray(after)) return after.map((value, i) => of(value, String(i)))
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, of(value, key)]))
}

/** The text of a secret; undefined for one that was sealed with another key, which equals none. */
function opened(sealed: string, secrets: Pick<Secrets, "open">): string | undefined {
  try {
    return secrets.open(sealed)
  } catch {
    return undefined
  }
}

/** Settings with the marks of stored secrets that they leave out. Entries of lists have none: they may stand for others. */
function withOmitted(given: unknown, stored: unknown): unknown {
  if (!isFields(given) || !isFields(stored)) return given
  const kept = Object.entries(stored).flatMap(([key, value]) => {
    if (Object.hasOwn(given, key)) return [[key, withOmitted(given[key], value)] as const]
    return isSealed(value) ? [[key, withoutSealed(value)] as const] : []
  })
  return { ...given, ...Object.fromEntries(kept) }
}

const isFields = (value: unknown): value is Settings =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The name in `{ secret: NAME }`. */
function nameOf(value: unknown): string | undefined {
  if (!isFields(value)) return undefined
  const [key, ...more] = Object.keys(value)
  return key === "secret" && more.length === 0 && typeof value.secret === "string" ? value.secret : undefined
}

/** Every object and value with its path. */
function* leavesOf(value: unknown, path: string): Generator<readonly [path: string, value: unknown]> {
  yield [path, value]
  if (typeof value !== "object" || value === null || nameOf(value) !== undefined) return
  for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, `${path}.${key}`)
}
