const TAG = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/
const MAX_TAGS = 20

/** The language tags (BCP 47) of an Accept-Language header, the best first, without refused ones (q=0). At most 20 are read. Source: RFC 9110, 12.5.4. */
export function acceptedLanguages(header = ""): readonly string[] {
  return header
    .split(",")
    .slice(0, MAX_TAGS)
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((each) => each.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => TAG.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** A language tag in its canonical form, "zh-Hant-TW" for "ZH-hant-tw"; undefined for what is none. Source: RFC 5646. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Tags that other tags replaced, and those whose words are the same for a reader. */
const REPLACED: Readonly<Record<string, string>> = { cmn: "zh", in: "id", iw: "he", no: "nb", tl: "fil" }
/** The regions that write traditional Chinese. Macau writes as Hong Kong does. */
const TRADITIONAL: Readonly<Record<string, readonly string[]>> = {
  HK: ["zh-HK", "zh-Hant"],
  MO: ["zh-MO", "zh-HK", "zh-Hant"],
  TW: ["zh-TW", "zh-Hant"],
}
const RIGHT_TO_LEFT_LANGUAGES: ReadonlySet<string> = new Set([
  "ar",
  "ckb",
  "dv",
  "fa",
  "he",
  "ps",
  "sd",
  "ug",
  "ur",
  "yi",
])
const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set(["Arab", "Hebr", "Nkoo", "Syrc", "Thaa"])

interface Subtags {
  /** Lower case, the one that replaced it. */
  readonly language: string
  /** "Hant". */
  readonly script: string | undefined
  /** "TW". */
  readonly region: string | undefined
}

function subtagsOf(tag: string): Subtags {
  const [first = "", ...rest] = tag.split("-")
  const language = first.toLowerCase()
  const script = rest.find((each) => /^[a-z]{4}$/i.test(each))
  const region = rest.find((each) => /^([a-z]{2}|\d{3})$/i.test(each))
  return {
    language: REPLACED[language] ?? language,
    script: script && script[0]!.toUpperCase() + script.slice(1).toLowerCase(),
    region: region?.toUpperCase(),
  }
}

/**
 * The tags whose words a reader of a language understands, the closest first: for "pt-BR" these are "pt-BR" and "pt"; for "zh-TW" "zh-TW", "zh-Hant"
 * and "zh"; for "zh-Hans-CN" "zh-Hans-CN", "zh-Hans" and "zh". English, which comes last, is left out. `tag`: BCP 47, letters of either case.
 */
export function languageChain(tag: string): readonly string[] {
  const { language, script, region } = subtagsOf(tag)
  const whole = [language, script, region].filter((each) => each !== undefined).join("-")
  const scripted = script === undefined ? [] : [`${language}-${script}`]
  const regional =
    language === "zh" && script !== "Hans"
      ? (TRADITIONAL[region ?? ""] ?? [])
      : language === "sr" && script === undefined && region === "ME"
        ? ["sr-Latn"]
        : []
  return [...new Set([tag, whole, ...regional, ...scripted, language])]
}

/** Whether a language is a form of Chinese, whatever its script and region. `tag`: BCP 47. */
export function isChinese(tag: string): boolean {
  return subtagsOf(tag).language === "zh"
}

/** Whether a language is written in traditional Chinese characters. */
export function isTraditionalChinese(tag: string): boolean {
  return languageChain(tag).includes("zh-Hant")
}

/** Whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  const { language, script } = subtagsOf(tag)
  return script === undefined ? RIGHT_TO_LEFT_LANGUAGES.has(language) : RIGHT_TO_LEFT_SCRIPTS.has(script)
}
