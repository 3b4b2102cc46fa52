import { Invalid } from "platen/sdk"

/** An object of a definition. */
export type Fields = Readonly<Record<string, unknown>>

/** Levels that a definition may have: those of people have 8. */
const MAX_DEPTH = 24
/** Values, keys not counted. */
const MAX_VALUES = 8_000
/** Characters of all texts and keys. */
const MAX_CHARACTERS = 200_000

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A field of an object, never one that all objects inherit. */
export function own(fields: unknown, key: string): unknown {
  return isFields(fields) && Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** A field that is an object; {} where it is none. */
export function fieldsOf(fields: unknown, key: string): Fields {
  const value = own(fields, key)
  return isFields(value) ? value : {}
}

/** A field that is a list; [] where it is none. */
export function listOf(fields: unknown, key: string): readonly unknown[] {
  const value = own(fields, key)
  return Array.isArray(value) ? value : []
}

/** A field that is a text with more than spaces. */
export function textOf(fields: unknown, key: string): string | undefined {
  const value = own(fields, key)
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/** A field that is a number within bounds; a number beyond them becomes the bound. */
export function numberOf(fields: unknown, key: string, [least, most]: readonly [number, number]): number | undefined {
  const value = own(fields, key)
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined
  return Math.min(most, Math.max(least, value))
}

/** Throws Invalid for a definition that is nested too deeply or too large to be converted. Works without recursion. */
export function checkSize(definition: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: definition, depth: 1 }]
  let [values, characters] = [0, 0]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    values++
    if (typeof value === "string") characters += value.length
    if (depth > MAX_DEPTH) throw tooLarge(`has more than ${MAX_DEPTH} levels`)
    if (typeof value === "object" && value !== null) {
      const keys = Object.keys(value)
      values += keys.length
      if (values > MAX_VALUES) throw tooLarge(`has more than ${MAX_VALUES} values`)
      for (const key of keys) {
        if (!Array.isArray(value)) characters += key.length
        open.push({ value: (value as Fields)[key], depth: depth + 1 })
      }
      values -= keys.length
    }
    if (values > MAX_VALUES) throw tooLarge(`has more than ${MAX_VALUES} values`)
    if (characters > MAX_CHARACTERS) throw tooLarge(`has more than ${MAX_CHARACTERS} characters`)
  }
}

function tooLarge(how: string): Invalid {
  return new Invalid(`The definition in InkSight's format ${how}: it cannot be converted, so shorten it.`, {
    code: "mode-invalid",
    issues: [{ path: "", message: `${how}: shorten it` }],
  })
}

/** Whether words are Chinese: a definition does not say in which language it is. */
export const isChinese = (words: string): boolean => /\p{Script=Han}/u.test(words)

/** The width of words in ems of their size, roughly: what the size of a line and the number of lines are guessed from. */
export function emsOf(words: string): number {
  const wide = words.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu)?.length ?? 0
  return wide + (words.length - wide) * 0.5
}
