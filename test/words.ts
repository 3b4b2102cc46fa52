import { MESSAGES } from "platen/sdk/mode"
import { filled } from "platen/sdk/kit"
import frame from "../plugins/frame/index.js"
import words from "../plugins/words/index.js"
import { setUp } from "./set-up.js"

const given = await Promise.all([words, frame].map((plugin) => setUp(plugin, {}, {})))

/** The words of the built-in plugins for a language, as a view gets them. */
export function wordsIn(
  language: string,
): (key: string, parameters?: Readonly<Record<string, string | number>>) => string {
  const phrases: Readonly<Record<string, string>> = Object.assign(
    {},
    ...given.flatMap((each) => each.to(MESSAGES).map((messages) => messages[language])),
  )
  return (key, parameters = {}) => filled(phrases[key] ?? key, parameters)
}
