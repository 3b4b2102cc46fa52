import { languageChain, lruSet } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type { MessageRecord, Messages, Phrases } from "platen/sdk/mode"

/** Languages whose phrases are remembered as they were found. */
const MAX_LANGUAGES = 100

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
  const found = (language: string, key: string): string | undefined => {
    for (const tag of languageChain(language)) {
      const own = phrase(tag, key)
      if (own !== undefined) return own
    }
    return phrase("en", key)
  }
  const known = new Map<string, Map<string, string>>()
  return {
    phrase: (language, key) => {
      const own = known.get(language) ?? new Map<string, string>()
      if (own.size === 0) lruSet(known, language, own, MAX_LANGUAGES)
      const text = own.get(key) ?? found(language, key)
      if (text !== undefined) own.set(key, text)
      return text
    },
    speaks: (language) => {
      const chain = languageChain(language)
      return all.list().some((messages) => chain.some((tag) => Object.hasOwn(messages, tag)))
    },
  }
}
