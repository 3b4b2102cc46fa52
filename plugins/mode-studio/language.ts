import { acceptedLanguages } from "platen/sdk/kit"

/** The language that a caller reads best, by the header Accept-Language; `usual` when that names none. */
export function languageOf(accepted: string | undefined, usual: string): string {
  return acceptedLanguages(accepted)[0] ?? usual
}
