/** Cached shaping languages, by the language tags of texts. */
const known = new Map<string, string>()
/** Number of cached tags: callers can use any number of them. */
const MAX_KNOWN = 500
const NONE = "und"

/** Chinese tags whose script or region selects other glyph forms. */
const CHINESE = /^zh-(hans|hant|cn|hk|mo|sg|tw)\b/i
const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" })

/**
 * Maps a tag to one of a bounded number of languages: HarfBuzz stores every language it ever receives, and searches them
 * linearly. `tag`: BCP 47. Returns the primary language, for Chinese with script or region; "und" for an unknown one.
 */
export function shapingLanguage(tag: string): string {
  const language = known.get(tag) ?? CHINESE.exec(tag)?.[0].toLowerCase() ?? primaryOf(tag)
  if (known.size >= MAX_KNOWN && !known.has(tag)) known.clear()
  known.set(tag, language)
  return language
}

function primaryOf(tag: string): string {
  const primary = tag.split("-")[0]!.toLowerCase()
  // A primary language has only letters.
  return /^[a-z]{2,3}$/.test(primary) && names.of(primary) !== undefined ? primary : NONE
}
