import type { z } from "platen/sdk"
import { nearest, oneOf } from "./nearest.js"

type Raw = z.core.$ZodRawIssue
/** A zod `error` function: the sentence for an issue; undefined: zod's own message. */
export type Sentences = (issue: Raw) => string | undefined

/** Maximum number of issues with unknown keys whose keys are compared with the known ones: comparing thousands takes long. */
const MAX_COMPARED = 200
/** Maximum number of unknown keys that a sentence names. */
const MAX_KEYS = 3
const MAX_SHOWN = 40

/** The sentences for one parse. `hints`: remedies for missing keys, by path or by `*.` and the name. */
export function sentences(hints: Readonly<Record<string, string>> = {}): Sentences {
  let compared = 0
  return (issue) =>
    issue.code === "unrecognized_keys" && compared++ >= MAX_COMPARED ? undefined : sentence(issue, hints)
}

/** The `error` option of a schema with a remedy of its own: "write" and `what`. */
export function write(what: string): { readonly error: Sentences } {
  return { error: (issue) => remedy(issue, issue.input, `write ${what}`) }
}

function sentence(issue: Raw, hints: Readonly<Record<string, string>>): string | undefined {
  switch (issue.code) {
    case "invalid_type": {
      const kind = `write ${KINDS[issue.expected] ?? issue.expected}`
      if ((issue.path ?? []).length > 0) return remedy(issue, issue.input, hintFor(issue, hints) ?? kind)
      // Without a path it is the mode itself, or one of the kinds that a field may have.
      const isMode = knownTo(issue.inst).includes("spec")
      return isMode ? `a mode is an object, not ${shown(issue.input)}: write { "spec": 1, ... }` : kind
    }
    case "invalid_value": {
      const hint = hintFor(issue, hints)
      return hint === undefined ? choice(issue, issue.input, issue.values) : remedy(issue, undefined, hint)
    }
    case "invalid_union":
      return union(issue)
    case "unrecognized_keys":
      return unknownKeys(issue.keys, knownTo(issue.inst))
    case "invalid_key":
      return `${nameOf(issue)} is not a valid name: ${issue.issues[0]?.message}`
    case "too_small":
    case "too_big":
      return size(issue)
    case "invalid_format":
      return issue.format === "date" ? remedy(issue, issue.input, 'write a date, such as "2026-11-21"') : undefined
    default:
      return undefined
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text in double quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
}

function remedy(issue: Raw, value: unknown, what: string): string {
  return `${nameOf(issue)} is ${value === undefined ? "missing" : shown(value)}: ${what}`
}

/** The last key of the path with the list indexes after it: "lines.0". */
function nameOf({ path = [] }: Raw): string {
  const last = path.findLastIndex((key) => typeof key === "string")
  return JSON.stringify(path.slice(Math.max(0, last)).join("."))
}

function hintFor({ path = [], input }: Raw, hints: Readonly<Record<string, string>>): string | undefined {
  if (input !== undefined) return undefined
  return hints[path.join(".")] ?? hints[`*.${String(path.at(-1))}`]
}

/** The value itself when it is short, else its kind. */
function shown(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN - 1)}…` : value)
  if (Array.isArray(value))
    return value.length <= 6 && value.every((each) => typeof each === "number") ? `[${value.join(", ")}]` : "a list"
  return value === undefined ? "nothing" : value !== null && typeof value === "object" ? "an object" : String(value)
}

function choice(issue: Raw, value: unknown, values: readonly unknown[]): string {
  const near =
    typeof value === "string"
      ? nearest(
          value,
          values.filter((each) => typeof each === "string"),
        )
      : []
  const rest = near.length > 0 && near.length < values.length
  return remedy(issue, value, rest ? `write ${oneOf(near)}; allowed values: ${list(values)}` : `write ${oneOf(values)}`)
}

function list(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ")
}

function union(issue: Raw & { readonly code: "invalid_union" }): string {
  const { discriminator, options, input, errors } = issue
  if (discriminator !== undefined && options)
    return choice(issue, (input as Readonly<Record<string, unknown>>)[discriminator], options as readonly unknown[])
  const found = errors.flatMap(([first]) => (first ? [first] : []))
  const deep = found.filter(({ path }) => path.length > 0)
  if (deep.length > 0 && input !== undefined) return unique(deep).join(", or ")
  return remedy(issue, input, unique(found).join(", or "))
}

function unique(issues: readonly { readonly message: string }[]): readonly string[] {
  return [...new Set(issues.map(({ message }) => message))]
}

/** The keys of an object schema. */
function knownTo(schema: unknown): readonly string[] {
  return Object.keys((schema as Partial<z.core.$ZodObject> | undefined)?._zod?.def.shape ?? {})
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const named = keys.slice(0, MAX_KEYS).map((key) => ({ key: shown(key), near: nearest(key, known) }))
  const more = keys.length > MAX_KEYS ? [`${keys.length - MAX_KEYS} more are unknown`] : []
  const sentences = named.map(
    ({ key, near }) => `${key} is unknown here: ${near.length > 0 ? `write ${oneOf(near)}` : "remove it"}`,
  )
  const possible = named.some(({ near }) => near.length === 0) ? [`allowed keys: ${list(known)}`] : []
  return [...sentences, ...more, ...possible].join("; ")
}

function size(issue: Raw & { readonly code: "too_small" | "too_big" }): string {
  const { input, inclusive = true } = issue
  const bound =
    issue.code === "too_small"
      ? inclusive
        ? `${issue.minimum} or more`
        : `more than ${issue.minimum}`
      : inclusive
        ? `${issue.maximum} or less`
        : `less than ${issue.maximum}`
  const fewer = bound.replace(/less$/, "fewer")
  if (input === "") return `${nameOf(issue)} is empty: write text`
  if (typeof input === "string") return `${nameOf(issue)} has ${input.length} characters: write ${fewer}`
  if (!Array.isArray(input)) return remedy(issue, input, `write ${bound}`)
  if (input.length === 0) return `${nameOf(issue)} is empty: write an entry`
  return `${nameOf(issue)} has ${input.length} entries: give it ${fewer}`
}
