/** A tag of XML or HTML. `start`, `end`: of the text from "<" to behind ">"; `attributes`: how many "=" stand outside of quotes. */
export interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly attributes: number
}

const NAME = /[^\s/>="'<]+/y
const MAX_NAME = 100
const [QUOTE, APOSTROPHE, SLASH, LESS, EQUALS, GREATER] = [34, 39, 47, 60, 61, 62]

/**
 * The tag that begins with the "<" at `start`. Undefined where no tag begins, null for one that does not end before the text does: a reader ends
 * there, so that reading stays linear. ">" within a quoted value does not end a tag.
 */
export function tagAt(text: string, start: number): Tag | null | undefined {
  const isEnd = text.charCodeAt(start + 1) === SLASH
  const from = start + (isEnd ? 2 : 1)
  if (!isNameStart(text.charCodeAt(from))) return undefined
  NAME.lastIndex = from
  const name = NAME.exec(text)![0]
  let quote = 0
  let before = 0
  let attributes = 0
  for (let at = from + name.length; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER)
      return { name: name.slice(0, MAX_NAME), start, end: at + 1, isEnd, isEmpty: before === SLASH, attributes }
    else if (code === EQUALS) attributes++
    // A quote anywhere else is a character like others: <a href="x"">.
    else if ((code === QUOTE || code === APOSTROPHE) && before === EQUALS) quote = code
    // An end tag without its ">": the next tag ends it.
    else if (code === LESS && isEnd)
      return { name: name.slice(0, MAX_NAME), start, end: at, isEnd, isEmpty: false, attributes }
    if (code > 32) before = code
  }
  return null
}

/** The end of a comment, a processing instruction or a declaration that begins at `start`: behind its last character, or that of the text. Undefined where none begins. */
export function skipped(text: string, start: number): number | undefined {
  if (text.startsWith("<!--", start)) return behind(text, "-->", start + 4)
  if (text.startsWith("<?", start)) return behind(text, ">", start + 2)
  return text.startsWith("<!", start) ? behind(text, ">", start + 2) : undefined
}

/** Behind the next occurrence of `end`; the length of the text where there is none. */
export function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}

/** The name without its prefix, in lower case: "encoded" of "content:encoded". */
export function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase()
}

/** Letters, "_" and all that is not ASCII. */
function isNameStart(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127
}
