import { languageChain } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type { Messages, Phrases } from "platen/sdk/mode"

/** Phrases that plugins contribute, by language. */
export function phrasesOf(all: Catalog<Messages>): Phrases {
  const get = all.get as (key: string) => string | undefined
  return {
    phrase: (language, key) => {
      for (const tag of languageChain(language)) {
        const phrase = get(`${tag}/${key}`)
        if (phrase !== undefined) return phrase
      }
      return get(`en/${key}`)
    },
    speaks: (language) => {
      const chain = languageChain(language)
      return all.list().some((messages) => chain.some((tag) => Object.hasOwn(messages, tag)))
    },
  }
}
