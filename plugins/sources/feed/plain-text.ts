import { unescaped } from "./entities.js"
import { behind, skipped, tagAt } from "./markup.js"

/** Characters of a text that are looked at. */
const MAX_READ = 16_000
/** Elements whose content is not text of the page. */
const HIDDEN = new Set(
  "script style template head noscript iframe object svg math audio video canvas select textarea".split(" "),
)
/** Elements that do not part the words before and behind them. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
)
/** A tag that has its end tag, or needs none: what tells markup in a title from a "<" that is meant so. */
const MARKUP = /<\/[a-z][a-z\d]{0,15}\s{0,9}>|<(?:br|img|wbr|hr)\b/i
/** Control characters, surrogates without their other half, non-characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
const SPACES = /(?:(?!\ufeff)\s)+/g

/** The text of HTML: without tags, its character references replaced once, each run of white space one space. */
export function textOfHtml(html: string): string {
  const given = html.slice(0, MAX_READ)
  let text = ""
  let at = 0
  while (at < given.length) {
    const less = given.indexOf("<", at)
    if (less < 0) break
    text += unescaped(given.slice(at, less))
    const step = markupAt(given, less)
    text += step.text
    at = step.end
  }
  return clean(text + unescaped(given.slice(at)))
}

/** The text of a title that may be HTML. Without an end tag in it, each "<" is meant as it stands. */
export function textOfTitle(title: string): string {
  const given = title.slice(0, MAX_READ)
  return MARKUP.test(given) ? textOfHtml(given) : clean(unescaped(given))
}

/** A text that is no HTML: each run of white space one space, and without characters that are not seen. */
export function clean(text: string): string {
  return text.slice(0, MAX_READ).replaceAll(SPACES, " ").replaceAll(UNSEEN, "").replaceAll(/ {2,}/g, " ").trim()
}

/** What the "<" at `start` begins: the text that stands for it, and where reading goes on. */
function markupAt(html: string, start: number): { readonly text: string; readonly end: number } {
  if (html.startsWith("<![CDATA[", start)) {
    const end = behind(html, "]]>", start + 9)
    return { text: html.slice(start + 9, html.startsWith("]]>", end - 3) ? end - 3 : end), end }
  }
  const other = skipped(html, start)
  if (other !== undefined) return { text: "", end: other }
  const tag = tagAt(html, start)
  if (tag === null) return { text: "", end: html.length }
  if (!tag) return { text: "<", end: start + 1 }
  const name = tag.name.toLowerCase()
  if (HIDDEN.has(name) && !tag.isEnd && !tag.isEmpty) return { text: " ", end: behindElement(html, name, tag.end) }
  return { text: INLINE.has(name) ? "" : " ", end: tag.end }
}

/** Behind the end tag of an element whose content is not read; the end of the text where there is none. */
function behindElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, "gi")
  end.lastIndex = from
  const found = end.exec(html)
  return found ? behind(html, ">", found.index) : html.length
}

/** A text of at most `max` characters, the last of which is an ellipsis where something was cut; cut behind a word where there are words. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // Neither between the halves of a character, nor before a mark that belongs to it.
  let end = max - 1
  while (end > 0 && (text[end - 1] === "\u200d" || /^[\udc00-\udfff\p{M}\u200d]/u.test(text.slice(end, end + 2)))) end--
  const head = text.slice(0, end)
  const space = text[end] === " " ? end : head.lastIndexOf(" ")
  return `${head.slice(0, space > max / 2 ? space : end).replace(/[\s,;:.\-–—(]{1,20}$/, "")}…`
}
