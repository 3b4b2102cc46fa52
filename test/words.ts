import { MESSAGES } from "platen/sdk/mode"
import { filled } from "platen/sdk/kit"
import frame from "../plugins/pages/frame/index.js"
import { phrasesOf } from "../plugins/pages/pages/phrases.js"
import weatherWords from "../plugins/sources/weather-words/index.js"
import words from "../plugins/pages/words/index.js"
import { setUp } from "./set-up.js"

const given = await Promise.all([words, weatherWords, frame].map((plugin) => setUp(plugin, {}, {})))
const all = given.flatMap((each) => each.to(MESSAGES))
const phrases: ReadonlyMap<string, string> = new Map(
  all.flatMap((messages) =>
    Object.entries(messages).flatMap(([language, own]) =>
      Object.entries(typeof own === "function" ? own() : own).map(
        ([key, phrase]) => [`${language}/${key}`, phrase] as const,
      ),
    ),
  ),
)
const { phrase } = phrasesOf({ get: (key: string) => phrases.get(key), list: () => all } as never)

/** The languages in which pages have interface words. "zh-HK" has those of "zh-Hant". */
export const INTERFACE_LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "nl", "zh", "zh-Hant"] as const

/** The words of the built-in plugins for a language, as a view gets them. */
export function wordsIn(
  language: string,
): (key: string, parameters?: Readonly<Record<string, string | number>>) => string {
  return (key, parameters = {}) => filled(phrase(language, key) ?? key, parameters)
}
