import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dateOfPanel, dateOfScreen, inksOfScreen, isAtSize, isOnPanel, isPlaced, isReadAtSize } from "./rotation.js"

/** The pages that are drawn have all dates, inks and places together. */
const test = suite("rotation")
const [MODES, SIZES, PANELS, LANGUAGES] = [36, 15, 19, 10]
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

test("draws every mode and every size on every date, and both languages in both inks on each", () => {
  const pages = range(MODES).flatMap((mode) =>
    range(SIZES).flatMap((size) =>
      range(2).flatMap((language) =>
        isAtSize({ mode, size, language })
          ? [
              {
                mode,
                size,
                language,
                date: dateOfScreen({ mode, size, language }, 24),
                inks: inksOfScreen({ mode, size, language }),
              },
            ]
          : [],
      ),
    ),
  )
  for (const mode of range(MODES)) {
    const drawn = pages.filter((page) => page.mode === mode)
    assert.is(new Set(drawn.map(({ size }) => size)).size, SIZES, `mode ${mode}`)
    assert.is(new Set(drawn.map(({ language, inks }) => `${language} ${inks}`)).size, 4, `mode ${mode}`)
    assert.ok(new Set(drawn.map(({ date }) => date)).size >= 12, `mode ${mode}`)
  }
  for (const size of range(SIZES))
    assert.is(new Set(pages.filter((page) => page.size === size).map(({ date }) => date)).size, 24, `size ${size}`)
  for (const date of range(24)) {
    const drawn = pages.filter((page) => page.date === date)
    assert.is(new Set(drawn.map(({ language, inks }) => `${language} ${inks}`)).size, 4, `date ${date}`)
  }
})

test("draws every mode on every panel, and every panel on every date of the first and last days, in each language", () => {
  const pages = range(MODES).flatMap((mode) =>
    range(PANELS).flatMap((panel) =>
      range(2).flatMap((language) =>
        isOnPanel({ mode, panel, language })
          ? [{ mode, panel, language, date: dateOfPanel({ mode, panel, language }, 12) }]
          : [],
      ),
    ),
  )
  for (const mode of range(MODES)) {
    const drawn = pages.filter((page) => page.mode === mode)
    assert.is(new Set(drawn.map(({ panel }) => panel)).size, PANELS, `mode ${mode}`)
    for (const language of range(2))
      assert.ok(new Set(drawn.filter((page) => page.language === language).map(({ date }) => date)).size >= 3)
  }
  for (const panel of range(PANELS))
    for (const language of range(2)) {
      const drawn = pages.filter((page) => page.panel === panel && page.language === language)
      assert.is(new Set(drawn.map(({ date }) => date)).size, 12, `panel ${panel} in ${language}`)
    }
})

test("reads every mode at every size with a place and without, and every size in every language", () => {
  for (const mode of range(MODES))
    for (const size of range(SIZES)) {
      const read = range(LANGUAGES).filter((language) => isReadAtSize({ mode, language, size }))
      assert.is(new Set(read.map((language) => isPlaced({ mode, language }))).size, 2, `mode ${mode}, size ${size}`)
    }
  for (const language of range(LANGUAGES))
    for (const size of range(SIZES)) {
      const read = range(MODES).filter((mode) => isReadAtSize({ mode, language, size }))
      assert.is(new Set(read.map((mode) => isPlaced({ mode, language }))).size, 2, `language ${language}, size ${size}`)
    }
})

test.run()
