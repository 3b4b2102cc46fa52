import { createRequire } from "node:module"
import { languageChain } from "platen/sdk/kit"
import { byteCache } from "./cache.js"

interface Patterns {
  hyphenateSync(text: string, options: { readonly hyphenChar: string; readonly minWordLength: number }): string
}

const load = createRequire(import.meta.url)
const patterns = new Map<string, Patterns | undefined>()
const known = byteCache<readonly number[]>(256 << 10)

const NONE: readonly number[] = []
const HYPHEN = "\u00ad"
/** Letters of a word before a hyphen and after it at least, and of a word that may have one. */
const LEFT = 2
const RIGHT = 3
const MIN_WORD = LEFT + RIGHT
/** Words that must stay whole: with digits or marks inside, as addresses have, or with hyphens of their own. */
const FIXED = /[\p{N}@_/\\\u00ad\u2010-\u2015-]|[.:]\p{L}/u
/** Capitals and marks: of names, and of letters that are not composed. */
const ODD_INSIDE = /.[\p{Lu}\p{M}]/u
/** Languages whose patterns are for their Latin transcription. */
const TRANSCRIBED: ReadonlySet<string> = new Set(["zh"])

/**
 * Indices of a text between letters, in increasing order, at which a word may be hyphenated by the patterns of its language; none in a
 * language without patterns. They are loaded when the first text needs them.
 */
export function hyphenPoints(text: string, language: string): readonly number[] {
  const of = patternsOf(language)
  if (!of) return NONE
  const key = `${language}/${text}`
  let found = known.get(key)
  if (!found) {
    found = [...text.matchAll(/\S+/g)].flatMap(({ index, 0: token }) =>
      FIXED.test(token) ? [] : inside(token, index, of),
    )
    known.set(key, found, 100 + key.length * 2 + found.length * 8)
  }
  return found
}

/** Points of the words of a token, such as a word and its quotation marks. `start`: index of the token in the text. */
function inside(token: string, start: number, of: Patterns): number[] {
  return [...token.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].flatMap(({ index, 0: word }) =>
    word.length < MIN_WORD || ODD_INSIDE.test(word) ? [] : pointsOf(word, of).map((at) => start + index + at),
  )
}

function pointsOf(word: string, of: Patterns): number[] {
  const points: number[] = []
  let at = 0
  for (const part of of.hyphenateSync(word, { hyphenChar: HYPHEN, minWordLength: MIN_WORD }).split(HYPHEN)) {
    at += part.length
    if (at >= LEFT && at <= word.length - RIGHT) points.push(at)
  }
  return points
}

/** The patterns of the closest language. */
function patternsOf(language: string): Patterns | undefined {
  for (const tag of languageChain(language).map((each) => each.toLowerCase())) {
    if (!patterns.has(tag)) patterns.set(tag, loaded(tag))
    const found = patterns.get(tag)
    if (found) return found
  }
  return undefined
}

function loaded(tag: string): Patterns | undefined {
  if (!/^[a-z]{2,3}(-[a-z]{2,4}|-\d+)*$/.test(tag) || TRANSCRIBED.has(tag.split("-")[0]!)) return undefined
  try {
    return load(`hyphen/${tag}`) as Patterns
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined
    throw error
  }
}
