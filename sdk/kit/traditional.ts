import { isTraditionalChinese, languageChain } from "./language.js"
import { CHARACTERS, HONG_KONG, OTHERS, PAIRS, PHRASES, TAIWAN } from "./traditional-table.js"

/** Characters of the longest phrase. */
const MAX_PHRASE = 8

interface Table {
  readonly characters: ReadonlyMap<string, string>
  /** Traditional phrases by their simplified form. */
  readonly phrases: ReadonlyMap<string, string>
}

/** Read from its text on the first use: most servers never need it. */
let table: Table | undefined

/**
 * A text in simplified characters as readers of traditional Chinese write it, in the forms of their region: 头发 becomes 頭髮, 里面 becomes 裡面 for
 * zh-TW and 裏面 for zh-HK. Words stay as they are. Any other language has its text back. `language`: that of the page.
 */
export function toTraditional(text: string, language: string): string {
  if (!isTraditionalChinese(language) || !/\p{Script=Han}/u.test(text)) return text
  const { characters, phrases } = (table ??= readTable())
  const forms = languageChain(language).includes("zh-HK") ? FORMS.hongKong : FORMS.taiwan
  const signs = [...text]
  let out = ""
  for (let at = 0; at < signs.length;) {
    const phrase = phraseAt(signs, at, phrases)
    const part = phrase ?? signs[at]!
    out += phrase === undefined ? (characters.get(part) ?? part) : phrases.get(part)!
    at += phrase === undefined ? 1 : [...part].length
  }
  return out.replace(/\p{Script=Han}/gu, (sign) => forms.get(sign) ?? sign)
}

/** The longest phrase that begins at a place, in simplified characters. */
function phraseAt(signs: readonly string[], at: number, phrases: Table["phrases"]): string | undefined {
  for (let length = Math.min(MAX_PHRASE, signs.length - at); length > 1; length--) {
    const part = signs.slice(at, at + length).join("")
    if (phrases.has(part)) return part
  }
  return undefined
}

const FORMS = { taiwan: pairsOf(TAIWAN), hongKong: pairsOf(HONG_KONG) }

function readTable(): Table {
  const characters = pairsOf(CHARACTERS)
  const simplified = new Map([...characters].map(([from, to]) => [to, from] as const))
  for (const [to, from] of pairsOf(OTHERS)) simplified.set(to, from)
  const phrases = new Map(
    PHRASES.split(" ").map((to) => [[...to].map((sign) => simplified.get(sign) ?? sign).join(""), to] as const),
  )
  const pairs = PAIRS.split(" ")
  for (let i = 0; i < pairs.length; i += 2) phrases.set(pairs[i]!, pairs[i + 1]!)
  return { characters, phrases }
}

/** Characters by those before them. */
function pairsOf(text: string): ReadonlyMap<string, string> {
  const signs = [...text]
  return new Map(Array.from({ length: signs.length / 2 }, (_, i) => [signs[2 * i]!, signs[2 * i + 1]!] as const))
}
