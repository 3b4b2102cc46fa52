import { languageOf } from "./browser/words.js"
import type { Language } from "./browser/words.js"

/** Of what a caller asks for ("lang", then Accept-Language), the first that there is; else `usual`, else English. */
export function languageFor(asked: string | undefined, accepted: string | undefined, usual: string): Language {
  for (const tag of [asked ?? "", ...byQuality(accepted ?? ""), usual]) {
    const language = languageOf(tag)
    if (language) return language
  }
  return "en"
}

const MOST_TAGS = 20

/** The best first; what is not wanted is left out. Source: RFC 9110 12.5.4. */
function byQuality(header: string): readonly string[] {
  return header.split(",").slice(0, MOST_TAGS).map((part) => {
    const [tag = "", ...parameters] = part.split(";")
    const quality = parameters.map((each) => /^\s*q=([\d.]{1,5})\s*$/i.exec(each)?.[1]).find((each) => each !== undefined)
    return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
  }).filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality).map(({ tag }) => tag)
}
