import { lruSet } from "platen/sdk/kit"
/** The most texts, and the longest, that are remembered: about 16 MB at the very most. */
const MOST = 2_000
const LONGEST = 8_192

/** Texts as they were last read or written in this process. Others may have changed them since: whoever relies on one has to check. */
export interface Recent {
  get(key: string): string | undefined
  /** Undefined: nothing is remembered any more. */
  set(key: string, text: string | undefined): void
}

export function recentTexts(): Recent {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key),
    set: (key, text) => {
      if (text === undefined || text.length > LONGEST) texts.delete(key)
      else lruSet(texts, key, text, MOST)
    },
  }
}
