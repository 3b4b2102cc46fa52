import { definePlugin } from "platen/sdk"
import { MESSAGES } from "platen/sdk/mode"
import type { Messages } from "platen/sdk/mode"
import { CODES, CONDITIONS } from "./conditions.js"

/** The codes of the table; one that no forecast gives has the words of the nearest lower one. */
const ALL = Array.from({ length: 100 }, (_, code) => code)

/** Words by code: "weather.61" is light rain. */
function messages(): Messages {
  return Object.fromEntries(
    Object.entries(CONDITIONS).map(([language, list]) => {
      const words = list.split("|")
      const wordOf = (code: number): string => words[CODES.findLastIndex((each) => each <= code)]!
      return [language, Object.fromEntries(ALL.map((code) => [`weather.${code}`, wordOf(code)]))]
    }),
  )
}

/** Plugin of the weather in words, by the code of a forecast: modes read them as `words("weather.61")`. */
export default definePlugin({ id: "weather-words", setup: () => [MESSAGES.of(messages())] })
