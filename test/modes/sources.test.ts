import { existsSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DEFINED, definitionOf, MODES } from "./definitions.js"

/** Where the quotations of a pool were found: sources.json in the folder of its mode. */
interface Sources {
  readonly texts: Readonly<Record<string, Text>>
  /** By language, in the order of the pool. */
  readonly rows: Readonly<Record<string, readonly Row[]>>
  /** That all of the pool is our own writing, in words; then there are neither texts nor rows. */
  readonly own?: string
}
/** A whole text as it is stored. One without a translator is in its own language. */
interface Text {
  readonly address: string
  readonly author: string
  readonly work: string
  readonly translator?: { readonly name: string; readonly died: number }
  readonly language: string
}
/** The sentence as it stands in the text, and where. `translation`: the pool has our rendering of it. `own`: the entry is our own writing, and has nothing else. */
interface Row {
  readonly text: string
  readonly place: string
  readonly found: string
  readonly own?: true
  readonly translation?: "own"
}
type Entry = Readonly<Record<string, string | readonly string[] | boolean>>
interface Spec {
  readonly content: { readonly pool?: Readonly<Record<string, readonly Entry[]>> }
}

const test = suite("sources")
const fileOf = (mode: string): URL => new URL(`${mode}/sources.json`, MODES)
const LARGE = ["daily", "poetry", "stoic", "vocabulary", "word-of-the-day", "zen"]
/** Modes whose entries are our own writing. */
const OWN = new Set(["vocabulary", "word-of-the-day"])
/** Pools that are our own writing as a whole, and how many entries a language has. */
const WRITTEN: Readonly<Record<string, number>> = {
  bias: 60,
  challenge: 60,
  fitness: 60,
  letter: 60,
  "my-quote": 60,
  question: 60,
  recipe: 60,
  riddle: 60,
  roast: 60,
  story: 60,
}
const SOURCED = DEFINED.filter((mode) => existsSync(fileOf(mode)) && !Object.hasOwn(WRITTEN, mode))

/** The year up to which a translator may have lived: the translations are free 70 years later. */
const FREE = 1955
/** How many quotations a language has in the large pools. */
const MANY = 120

/** A quotation begins with a capital and ends as a sentence does, also where it is a part of one. */
const plain = (text: string): string =>
  text
    .replaceAll(/[“”„"「」『』]/g, "“")
    .replaceAll(/[‘’']/g, "’")
    .replaceAll(/\s*(?:--+|[–—])\s*/g, "—")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/[.,;:!?。，；：！？…]+$/, "")

/** The letters alone: a text in traditional Chinese has the marks of its own print. */
const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu) ?? []

/** Holds that a quotation is a found sentence in simplified letters: letter by letter, and each letter the same everywhere. */
function assertSimplified(quotation: string, found: string, simplified: Map<string, string>): void {
  const [letters, from] = [lettersOf(quotation), lettersOf(found)]
  assert.is(letters.length, from.length, quotation)
  for (const [at, letter] of from.entries()) {
    assert.is(letters[at], simplified.get(letter) ?? letters[at], `${quotation}: ${letter}`)
    simplified.set(letter, letters[at]!)
  }
}

const quotationOf = (entry: Entry): string =>
  [entry.quote ?? entry.lines ?? entry.line ?? entry.example ?? ""].flat().join(" ")

for (const [mode, most] of Object.entries(WRITTEN))
  test(`${mode}: says that it is our own writing, and has enough for two months`, async () => {
    const { texts, own } = JSON.parse(readFileSync(fileOf(mode), "utf8")) as Sources
    assert.equal([texts, own], [{}, "All entries are our own writing."])
    const { content } = await definitionOf<Spec>(mode)
    for (const [language, entries] of Object.entries(content.pool!))
      assert.ok(entries.length >= most, `${language}: ${entries.length}`)
  })

for (const mode of LARGE) test(`${mode}: says where its quotations were found`, () => assert.ok(SOURCED.includes(mode)))

for (const mode of SOURCED) {
  const { texts, rows } = JSON.parse(readFileSync(fileOf(mode), "utf8")) as Sources
  const { content } = await definitionOf<Spec>(mode)
  const pool = content.pool!

  test(`${mode}: each text has an address, and a translator who died long ago`, () => {
    const used = new Set(Object.values(rows).flatMap((each) => each.flatMap(({ text }) => text ?? [])))
    for (const [id, text] of Object.entries(texts)) {
      assert.is(new URL(text.address).protocol, "https:", id)
      for (const said of [text.author, text.work, text.language]) assert.ok(said.trim() !== "", id)
      if (text.translator !== undefined) {
        assert.ok(text.translator.name.trim() !== "", id)
        assert.ok(Number.isInteger(text.translator.died) && text.translator.died <= FREE, id)
      }
      assert.ok(used.has(id), `${id}: no quotation is from it`)
    }
  })

  test(`${mode}: has a source for each language of the pool`, () =>
    assert.equal(Object.keys(rows).sort(), Object.keys(pool).sort()))

  for (const [language, entries] of Object.entries(pool))
    test(`${mode} ${language}: each quotation stands so in a stored text`, () => {
      const found = rows[language]!
      const simplified = new Map<string, string>()
      assert.is(found.length, entries.length)
      for (const [index, entry] of entries.entries()) {
        const row = found[index]!
        if (OWN.has(mode)) {
          assert.equal(row, { own: true })
          continue
        }
        const said = `${index}: ${quotationOf(entry)}`
        assert.ok(Object.hasOwn(texts, row.text), said)
        for (const given of [row.place, row.found]) assert.ok(given.trim() !== "", said)
        const own = texts[row.text]!.language
        if (language === "zh" && own === "zh-Hant") assertSimplified(quotationOf(entry), row.found, simplified)
        else if (row.translation === undefined) assert.is(plain(quotationOf(entry)), plain(row.found), said)
        else {
          assert.is(row.translation, "own", said)
          assert.is.not(own, language, said)
        }
      }
    })

  if (LARGE.includes(mode))
    for (const [language, entries] of Object.entries(pool))
      test(`${mode} ${language}: a third of a year without a quotation twice`, () => {
        assert.ok(entries.length >= MANY, `${entries.length} entries`)
        assert.is(new Set(entries.map((entry) => plain(quotationOf(entry)))).size, entries.length)
      })
}

test.run()
