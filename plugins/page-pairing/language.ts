import { acceptedLanguages } from "platen/sdk/kit"
import { languageOf } from "./browser/words.js"
import type { Language } from "./browser/words.js"

/** Of what a caller asks for ("lang", then Accept-Language), the first that there is; else `usual`, else English. */
export function languageFor(asked: string | undefined, accepted: string | undefined, usual: string): Language {
  for (const tag of [asked ?? "", ...acceptedLanguages(accepted), usual]) {
    const language = languageOf(tag)
    if (language) return language
  }
  return "en"
}
