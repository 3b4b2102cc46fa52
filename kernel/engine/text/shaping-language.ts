/** Languages as shaping tells them apart, by the tags that texts bear. */
const known = new Map<string, string>()
/** Tags that are remembered: callers may name any number. */
const MAX_KNOWN = 500
const NONE = "und"

/** Of Chinese the script and the region choose other forms of one letter. */
const CHINESE = /^zh-(hans|hant|cn|hk|mo|sg|tw)\b/i
const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" })

/**
 * One of a bounded number of languages: HarfBuzz keeps every language that it is ever given for good, and searches them one after the other.
 * `tag`: BCP 47. Returns the primary language, of Chinese with its script or region; "und" for one that has no name.
 */
export function shapingLanguage(tag: string): string {
  let language = known.get(tag)
  if (language === undefined) {
    language = CHINESE.exec(tag)?.[0].toLowerCase() ?? primaryOf(tag)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(tag, language)
  }
  return language
}

function primaryOf(tag: string): string {
  const primary = tag.split("-")[0]!.toLowerCase()
  // Of letters alone: a tag of another form is no language's.
  return /^[a-z]{2,3}$/.test(primary) && names.of(primary) !== undefined ? primary : NONE
}
