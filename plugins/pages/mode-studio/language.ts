import { acceptedLanguages } from "platen/sdk/kit"

/** The preferred language of the header Accept-Language; `fallback` when it names none. */
export function languageOf(accepted: string | undefined, fallback: string): string {
  return acceptedLanguages(accepted)[0] ?? fallback
}
