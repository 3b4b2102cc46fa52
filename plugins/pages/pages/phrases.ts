import { languageChain } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type { MessageRecord, Messages, Phrases } from "platen/sdk/mode"

/** Phrases that plugins contribute, by language. */
export function phrasesOf(all: Catalog<Messages>): Phrases {
  const get = all.get as (key: string) => unknown
  // Most languages are never read: their records are made when they are.
  const records = new Map<unknown, MessageRecord>()
  const made = (tag: string): MessageRecord | undefined => {
    const make = get(`${tag}/`) as (() => MessageRecord) | undefined
    if (make && !records.has(make)) records.set(make, make())
    return make && records.get(make)
  }
  const phrase = (tag: string, key: string): string | undefined =>
    (get(`${tag}/${key}`) as string | undefined) ?? made(tag)?.[key]
  return {
    phrase: (language, key) => {
      for (const tag of languageChain(language)) {
        const found = phrase(tag, key)
        if (found !== undefined) return found
      }
      return phrase("en", key)
    },
    speaks: (language) => {
      const chain = languageChain(language)
      return all.list().some((messages) => chain.some((tag) => Object.hasOwn(messages, tag)))
    },
  }
}
