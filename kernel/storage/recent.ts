import { lruSet } from "platen/sdk/kit"

/** Number of cached texts and their length in characters; together about 16 MB at most. */
const MAX_TEXTS = 2_000
const MAX_LENGTH = 8_192

/** Cache of the texts last read or written in this process. Other processes may have changed them: verify before use. */
export interface Recent {
  get(key: string): string | undefined
  /** `text` undefined: removes the entry. */
  set(key: string, text: string | undefined): void
}

export function recentTexts(): Recent {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key),
    set: (key, text) => {
      if (text === undefined || text.length > MAX_LENGTH) texts.delete(key)
      else lruSet(texts, key, text, MAX_TEXTS)
    },
  }
}
