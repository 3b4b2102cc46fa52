import { definePlugin } from "platen/sdk"
import { MESSAGES } from "platen/sdk/mode"
import type { Messages } from "platen/sdk/mode"
import { ABSENT, CODES, CONDITIONS, ICONS } from "./conditions.js"

/** The codes of the table; one that no forecast gives has the words of the nearest lower one. */
const ALL = Array.from({ length: 100 }, (_, code) => code)

/** Words by code: "weather.61" is light rain. "weather.place" and "weather.network" are said where there is no weather. */
function messages(): Messages {
  return Object.fromEntries(
    Object.entries(CONDITIONS).map(([language, list]) => {
      const words = list.split("|")
      const wordOf = (code: number): string => words[CODES.findLastIndex((each) => each <= code)]!
      const { place, network } = ABSENT[language]!
      return [
        language,
        {
          ...Object.fromEntries(ALL.map((code) => [`weather.${code}`, wordOf(code)])),
          "weather.place": place,
          "weather.network": network,
        },
      ]
    }),
  )
}

/** Names of icons by code, the same in every language: "weather.icon.61", and at night "weather.icon.61.night". */
function icons(): Messages {
  const nameOf = (code: number): string => ICONS.findLast(([from]) => from <= code)![1]
  const entries = ALL.flatMap((code) => [
    [`weather.icon.${code}`, nameOf(code)],
    [`weather.icon.${code}.night`, nameOf(code).replace(/-day$/, "-night")],
  ])
  const names = Object.fromEntries(entries) as Record<string, string>
  return Object.fromEntries(Object.keys(CONDITIONS).map((language) => [language, names]))
}

/** Plugin of the weather in words, and of its icons, by the code of a forecast: modes read `words("weather.61")`, `words("weather.icon.61")`. */
export default definePlugin({ id: "weather-words", setup: () => [MESSAGES.of(messages()), MESSAGES.of(icons())] })
