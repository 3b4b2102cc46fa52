import { isDeepStrictEqual } from "node:util"

/** Characters of a value in a line of a diff. */
const MAX_VALUE = 160

/** The lines that say how a value changes: "~ language: "en" -> "de"". Empty where it stays as it is; the order of keys does not count. */
export function changesOf(before: unknown, after: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isSecret(before) && isSecret(after)) return [`~ ${path}: another secret`]
  if (isFields(before) && isFields(after)) {
    const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])]
    return keys.flatMap((key) => changesOf(before[key], after[key], path === "" ? key : `${path}.${key}`))
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path)
  if (before === undefined) return [`+ ${path}: ${shown(after)}`]
  if (after === undefined) return [`- ${path}: ${shown(before)}`]
  return [`~ ${path}: ${shown(before)} -> ${shown(after)}`]
}

/** The changes of a list: of its values one by one where it keeps its length, else what is added and removed. Numbers count from 1. */
function listChanges(before: readonly unknown[], after: readonly unknown[], path: string): readonly string[] {
  if (before.length === after.length)
    return after.flatMap((value, i) => changesOf(before[i], value, `${path}[${i + 1}]`))
  const [kept, left] = [common(before, after), common(after, before)]
  return [
    ...before.flatMap((value, i) => (kept.has(i) ? [] : [`- ${path}[${i + 1}]: ${shown(value)}`])),
    ...after.flatMap((value, i) => (left.has(i) ? [] : [`+ ${path}[${i + 1}]: ${shown(value)}`])),
  ]
}

/** The places of the values in `list` that `other` has too, in the same order: the longest such choice. */
function common(list: readonly unknown[], other: readonly unknown[]): ReadonlySet<number> {
  const lengths = Array.from({ length: list.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0))
  for (let i = list.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i]![j] = isDeepStrictEqual(list[i], other[j])
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const found = new Set<number>()
  for (let i = 0, j = 0; i < list.length && j < other.length;) {
    if (isDeepStrictEqual(list[i], other[j])) {
      found.add(i++)
      j++
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return found
}

/** A value in one line, without characters that control a terminal. */
function shown(value: unknown): string {
  const text = printable(JSON.stringify(value))
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}...` : text
}

/** Text without control characters: what a user typed must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "")
}

/** Whether a value stands for a secret that is set. */
function isSecret(value: unknown): boolean {
  return isFields(value) && value.set === true && typeof value.of === "string"
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
