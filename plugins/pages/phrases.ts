import type { Catalog } from "platen/sdk"
import type { Messages, Phrases } from "platen/sdk/mode"

/** Phrases that plugins contribute, by language. */
export function phrasesOf(all: Catalog<Messages>): Phrases {
  const get = all.get as (key: string) => string | undefined
  return {
    phrase: (language, key) => get(`${language}/${key}`) ?? get(`${language.split("-")[0]}/${key}`) ?? get(`en/${key}`),
    speaks: (language) => {
      const wanted = language.toLowerCase()
      const bases = new Set([wanted, wanted.split("-")[0]])
      return all.list().some((messages) => Object.keys(messages).some((each) => bases.has(each.toLowerCase())))
    },
  }
}
