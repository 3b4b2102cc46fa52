import { suite } from "uvu"
import * as assert from "uvu/assert"
import { dateOfPanel, dateOfScreen, inksOfScreen, isPlaced } from "./rotation.js"

/** The pages that are drawn have all dates, inks and places together. */
const test = suite("rotation")
const [MODES, SIZES, PANELS, LANGUAGES] = [25, 15, 19, 10]
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

test("draws every mode and every size on every date, and both languages in both inks on each", () => {
  const pages = range(MODES).flatMap((mode) =>
    range(SIZES).flatMap((size) =>
      range(2).map((language) => ({
        mode,
        size,
        language,
        date: dateOfScreen({ mode, size, language }, 24),
        inks: inksOfScreen({ mode, size, language }),
      })),
    ),
  )
  for (const mode of range(MODES))
    assert.is(new Set(pages.filter((page) => page.mode === mode).map(({ date }) => date)).size, 24, `mode ${mode}`)
  for (const size of range(SIZES))
    assert.is(new Set(pages.filter((page) => page.size === size).map(({ date }) => date)).size, 24, `size ${size}`)
  for (const date of range(24)) {
    const drawn = pages.filter((page) => page.date === date)
    assert.is(new Set(drawn.map(({ language, inks }) => `${language} ${inks}`)).size, 4, `date ${date}`)
  }
})

test("draws every mode and every panel on every date of the first and last days, in each language", () => {
  for (const language of [0, 1]) {
    for (const mode of range(MODES))
      assert.is(new Set(range(PANELS).map((panel) => dateOfPanel({ mode, language, panel }, 12))).size, 12)
    for (const panel of range(PANELS))
      assert.is(new Set(range(MODES).map((mode) => dateOfPanel({ mode, language, panel }, 12))).size, 12)
  }
})

test("draws every mode, and every panel, with a place and without in every language", () => {
  for (const language of range(LANGUAGES)) {
    for (const mode of range(MODES))
      assert.is(new Set(range(PANELS).map((panel) => isPlaced({ mode, language, panel }))).size, 2)
    for (const panel of range(PANELS))
      assert.is(new Set(range(MODES).map((mode) => isPlaced({ mode, language, panel }))).size, 2)
  }
})

test.run()
