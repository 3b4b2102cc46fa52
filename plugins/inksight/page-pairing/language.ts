import { acceptedLanguages } from "platen/sdk/kit"
import { languageOf } from "./browser/words.js"
import type { Language } from "./browser/words.js"

/** The first available language of the query "lang", the header Accept-Language and `fallback`; else English. */
export function languageFor(asked: string | undefined, accepted: string | undefined, fallback: string): Language {
  for (const tag of [asked ?? "", ...acceptedLanguages(accepted), fallback]) {
    const language = languageOf(tag)
    if (language) return language
  }
  return "en"
}
