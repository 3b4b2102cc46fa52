import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { LANGUAGES, languageOf, said, wordsIn } from "../../../../plugins/inksight/page-pairing/browser/words.js"
import type { WordKey } from "../../../../plugins/inksight/page-pairing/browser/words.js"

const test = suite("plugins/inksight/page-pairing/words")

const KEYS = Object.keys(wordsIn("en")) as WordKey[]
const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort()

test("are there in every language, each once, with the same blanks", () => {
  for (const language of LANGUAGES) {
    const words = wordsIn(language)
    assert.equal(Object.keys(words).sort(), [...KEYS].sort())
    for (const key of KEYS) {
      assert.equal(blanks(words[key]), blanks(wordsIn("en")[key]), key)
      assert.ok(words[key].trim() !== "", key)
    }
  }
})

test("are in Chinese where they should be: no sentence was left in English", () => {
  for (const key of KEYS) if (key !== "language.other") assert.match(wordsIn("zh")[key], /\p{Script=Han}/u, key)
})

test("say a fault in one sentence, with a full stop", () => {
  for (const key of KEYS.filter((each) => each.startsWith("fault.") || each.startsWith("done."))) {
    assert.match(wordsIn("en")[key], /^[^\n]*\.$/, key)
    assert.match(wordsIn("zh")[key], /。$/, key)
  }
})

test("are all used", () => {
  const folder = new URL("../../../../../plugins/inksight/page-pairing/", import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith("words.ts"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n")
  // Codes of the API, and outcomes, come together with their prefix.
  const unused = KEYS.filter((key) => !sources.includes(`"${key}"`) && !/^(fault|done)\./.test(key))
  assert.equal(unused, [])
})

test("have enough of a difference to their ground, by day and by night", () => {
  const css = readFileSync(new URL("../../../../../plugins/inksight/page-pairing/page.css", import.meta.url), "utf8")
  for (const part of [css.split("@media")[0]!, css.split("@media")[1]!]) {
    const colours = Object.fromEntries(
      [...part.matchAll(/--(\w+): #(\w+);/g)].map(([, name, hex]) => [name!, light(hex!)]),
    )
    // Source: WCAG 2.2, 1.4.3 for text and 1.4.11 for the frames of fields.
    for (const [name, least] of [
      ["ink", 7],
      ["faint", 4.5],
      ["good", 4.5],
      ["bad", 4.5],
      ["rule", 3],
    ] as const) {
      const [low, high] = [colours[name]!, colours.paper!].sort((a, b) => a - b) as [number, number]
      assert.ok((high + 0.05) / (low + 0.05) >= least, `${name}: ${(high + 0.05) / (low + 0.05)}`)
    }
  }
})

/** Relative luminance, 0 to 1. Source: WCAG 2.2. */
function light(hex: string): number {
  const whole = hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex
  const [red, green, blue] = [0, 2, 4]
    .map((i) => Number.parseInt(whole.slice(i, i + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test("fill their blanks, and leave open what nobody fills", () => {
  assert.is(said(wordsIn("en"), "devices.seen", { time: "{time}" }), "last seen {time}")
  assert.is(said(wordsIn("en"), "requests.text", { user: "$&<b>" }), "$&<b> requests access to {mac}")
})

test("are chosen by the base of a tag, English for what is not there", () => {
  assert.equal(["en", "zh-TW", "ZH_cn", " en-GB", "de", "", "__proto__"].map(languageOf), [
    "en",
    "zh",
    "zh",
    "en",
    undefined,
    undefined,
    undefined,
  ])
  assert.is(wordsIn("de"), wordsIn("en"))
})

test.run()
