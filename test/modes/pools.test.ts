import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DEFINED, definitionOf } from "./definitions.js"

const test = suite("pools")

type Entry = Readonly<Record<string, string | readonly string[] | boolean>>
interface Spec {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly content: {
    readonly pool?: Readonly<Record<string, readonly Entry[]>>
    readonly source?: unknown
    readonly sources?: unknown
  }
  readonly words?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const specs = await Promise.all(DEFINED.map((name) => definitionOf<Spec>(name)))
const pools = specs.flatMap(({ id, fields, content }) =>
  Object.entries(content.pool ?? {}).map(([language, entries]) => ({
    id,
    language,
    entries,
    quotes: "author" in fields,
    alone: content.source === undefined,
  })),
)
const texts = (entry: Entry): string[] =>
  Object.values(entry)
    .flat()
    .filter((value): value is string => typeof value === "string")

/** What a reader would call the same: letters and digits alone. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

test("has the built-in modes, each in English and Chinese", () => {
  for (const id of ["DAILY", "POETRY", "STOIC", "ZEN"])
    assert.ok(
      specs.some((spec) => spec.id === id),
      id,
    )
  for (const { id, content, words } of specs) {
    if (content.sources === undefined) assert.ok(content.pool?.en && content.pool.zh, id)
    else assert.ok(words?.en && words.zh, id)
  }
})

const LANGUAGES = ["de", "en", "es", "fr", "it", "ja", "nl", "zh", "zh-Hant"]

/** The texts of a word: of a list or an object all of them, by their places. */
function textsOf(word: unknown, at = ""): readonly (readonly [at: string, text: string])[] {
  if (typeof word === "string") return [[at, word]]
  return Object.entries(word as object).flatMap(([key, each]) => textsOf(each, `${at}.${key}`))
}

for (const { id, words, content } of specs.filter((spec) => spec.words !== undefined))
  test(`${id}: has all its words in every language, with the same gaps to fill`, () => {
    const gaps = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
    const all = (language: string): ReadonlyMap<string, string> => new Map(textsOf(words![language]))
    // Words of a mode of a pool may be in the languages of its pool alone.
    const spoken = Object.keys(words!).sort()
    assert.equal(
      spoken,
      content.pool && spoken.length < LANGUAGES.length ? Object.keys(content.pool).sort() : LANGUAGES,
    )
    for (const language of Object.keys(words!)) {
      assert.equal([...all(language).keys()].sort(), [...all("en").keys()].sort(), language)
      for (const [at, text] of all(language)) {
        assert.ok(text.trim() !== "", `${language} ${at}`)
        assert.equal(gaps(text), gaps(all("en").get(at)!), `${language} ${at}`)
      }
    }
  })

for (const { id, language, entries, quotes, alone } of pools) {
  if (alone)
    test(`${id} ${language}: a month without repeats`, () => {
      assert.ok(entries.length >= 30, `${entries.length} entries`)
    })

  if (quotes)
    test(`${id} ${language}: every entry has an author and a work`, () => {
      for (const entry of entries) {
        for (const words of [entry.author, entry.work ?? entry.title])
          assert.ok(typeof words === "string" && words.trim() !== "", JSON.stringify(entry))
      }
    })

  test(`${id} ${language}: no entry twice, nor a long part of one`, () => {
    for (const field of ["quote", "line", "word", "lines", "tip", "book", "about"]) {
      const seen = new Map<string, Entry>()
      for (const entry of entries) {
        if (entry[field] === undefined) continue
        const key = plain([entry[field]].flat().join(" "))
        assert.is(seen.get(key), undefined, `${field}: ${key}`)
        seen.set(key, entry)
      }
      const keys = [...seen.keys()]
      if (["quote", "line", "lines"].includes(field))
        for (const key of keys)
          assert.equal(
            keys.filter((other) => other.includes(key)),
            [key],
          )
    }
  })

  test(`${id} ${language}: set as print is`, () => {
    for (const text of entries.flatMap(texts)) {
      assert.not.match(text, /["'`]|\.\.\.|--| - |\s{2}|^\s|\s$|\p{Cc}|[\u00a0\ufeff\ufffd]/u, text)
      if (language === "zh") assert.not.match(text, /[,;:?!()]|[\u4e00-\u9fff]\.|\s[\u4e00-\u9fff]/u, text)
      else assert.not.match(text, /[\u3000-\u9fff\uff00-\uffef]/u, text)
    }
  })

  test(`${id} ${language}: quotation marks and brackets close`, () => {
    for (const text of entries.flatMap((entry) => Object.values(entry).map((value) => [value].flat().join("\n")))) {
      for (const [open, close] of ["“”", "《》", "（）", "「」", "()", "〔〕"]) {
        assert.is(text.split(open!).length, text.split(close!).length, text)
      }
    }
  })
}

test.run()
