/** A part of a template: one of some texts; `isLoose`: or any other text, also none. */
interface Part {
  readonly texts: readonly string[]
  readonly isLoose: boolean
}

/** A text that a template may have written. */
export interface Written {
  readonly quoted: string
  /** Whether its end is missing. */
  readonly isCut: boolean
  /** The words of the mode, of each language that the page may show. */
  readonly words: readonly unknown[]
}

/**
 * The number of characters of a text that a template has by itself, or by the words that it names; 0 where it cannot have written the text, or
 * would have written none of it.
 */
export function scoreOf(template: string, { quoted, isCut, words }: Written): number {
  if (!template.includes("{{") && !template.includes("{%")) return 0
  const parts = partsOf(template, words)
  const text = quoted.toLowerCase()
  const known = new Map<string, number>()
  const from = (part: number, at: number): number => {
    const key = `${part}/${at}`
    const score = known.get(key) ?? scoreFrom(part, at)
    known.set(key, score)
    return score
  }
  const scoreFrom = (part: number, at: number): number => {
    const { texts, isLoose } = parts[part] ?? { texts: [], isLoose: false }
    if (at >= text.length && (isCut || part >= parts.length)) return 0
    if (part >= parts.length) return -1
    let most = -1
    for (const each of texts) {
      const own = each.toLowerCase()
      const rest = text.slice(at)
      const after = rest.startsWith(own) ? from(part + 1, at + own.length) : isCut && own.startsWith(rest) ? 0 : -1
      if (after >= 0) most = Math.max(most, after + lettersOf(rest.startsWith(own) ? own : rest))
    }
    if (isLoose) for (let end = at; end <= text.length; end++) most = Math.max(most, from(part + 1, end))
    return most
  }
  return Math.max(0, from(0, 0))
}

const lettersOf = (text: string): number => text.replaceAll(/\s/g, "").length

const PART = /\{\{-?(.*?)-?\}\}|\{%.*?%\}/gs
const WORDS = /^\s*words((?:\.\w+)+)(\[[^\]]*\])?[^|]*(\|)?/

function partsOf(template: string, words: readonly unknown[]): readonly Part[] {
  const source = template.replaceAll("\n", " ").trim()
  const found = [...source.matchAll(PART)]
  const parts: Part[] = []
  let [at, tags] = [0, 0]
  const all = found.filter(([part]) => part.startsWith("{%")).length
  const plain = (text: string): void => {
    if (text !== "") parts.push({ texts: [text], isLoose: tags > 0 && tags < all })
  }
  for (const { 0: part, 1: expression, index } of found) {
    plain(source.slice(at, index))
    at = index + part.length
    if (expression === undefined) tags++
    const named = WORDS.exec(expression ?? "")
    const texts = named ? words.flatMap((own) => textsAt(own, named[1]!.slice(1).split("."))) : []
    // A filter may change the words.
    parts.push({ texts, isLoose: texts.length === 0 || named?.[3] !== undefined || (tags > 0 && tags < all) })
  }
  plain(source.slice(at))
  return parts
}

/** Every text at a path, or below it. */
function textsAt(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value === "string") return [value.replaceAll("\n", " ")]
  if (typeof value !== "object" || value === null) return []
  const [key, ...rest] = path
  const inner = value as Readonly<Record<string, unknown>>
  if (key === undefined) return Object.values(inner).flatMap((each) => textsAt(each, []))
  return Object.hasOwn(inner, key) ? textsAt(inner[key], rest) : []
}
