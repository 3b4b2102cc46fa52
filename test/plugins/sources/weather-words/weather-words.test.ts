import { MESSAGES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import plugin from "../../../../plugins/sources/weather-words/index.js"
import { CODES, CONDITIONS } from "../../../../plugins/sources/weather-words/conditions.js"
import { setUp } from "../../../set-up.js"
import { INTERFACE_LANGUAGES, wordsIn } from "../../../words.js"

const test = suite("weather words")

test("has the weather of every code, and why there is none, in every language", async () => {
  const given = await setUp(plugin, {}, {})
  const [messages] = given.to(MESSAGES)
  assert.equal(Object.keys(messages!).sort(), [...INTERFACE_LANGUAGES].sort())
  for (const [language, record] of Object.entries(messages!)) {
    assert.is(Object.keys(record).length, 102, language)
    for (const word of Object.values(record as Readonly<Record<string, string>>)) assert.ok(word.length > 0, language)
  }
})

for (const [language, list] of Object.entries(CONDITIONS))
  test(`has one entry for each code in ${language}`, () => {
    assert.is(list.split("|").length, CODES.length)
  })

for (const [language, key, expected] of [
  ["en", "weather.0", "clear"],
  ["en", "weather.61", "light rain"],
  ["en", "weather.99", "thunderstorm, heavy hail"],
  ["de", "weather.95", "Gewitter"],
  ["zh-CN", "weather.3", "阴"],
  ["zh-TW", "weather.3", "陰"],
  ["ja", "weather.71", "小雪"],
  ["sv", "weather.45", "fog"],
  ["en", "weather.62", "light rain"],
  ["en", "weather.44", "overcast"],
] as const)
  test(`says ${expected} for ${key} in ${language}`, () => {
    assert.is(wordsIn(language)(key), expected)
  })

for (const [code, suffix, name] of [
  [0, "", "clear-day"],
  [2, ".night", "partly-cloudy-night"],
  [3, ".night", "cloudy"],
  [48, "", "fog"],
  [57, "", "sleet"],
  [65, "", "heavy-rain"],
  [67, "", "sleet"],
  [77, "", "snow"],
  [81, ".night", "showers-night"],
  [82, "", "heavy-rain"],
  [86, "", "snow-showers-day"],
  [99, "", "thunderstorm"],
] as const)
  test(`has the icon ${name} for ${code}${suffix}`, () => {
    for (const language of ["en", "zh-TW"]) assert.is(wordsIn(language)(`weather.icon.${code}${suffix}`), name)
  })

test.run()
