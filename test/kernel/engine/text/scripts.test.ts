import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Run } from "../../../../kernel/engine/text/paragraph.js"
import type { Glyph } from "../../../../kernel/engine/text/raster.js"
import { fontsOf, paragraphOf, style, typesetter } from "./set.js"

const test = suite("scripts")

/** Glyph ids of words, as `hb-shape --no-positions --no-glyph-names --no-clusters` of HarfBuzz 6.0.0 prints them. */
const WORDS: Readonly<Record<string, { readonly font: string; readonly words: Readonly<Record<string, string>> }>> = {
  hi: {
    font: "noto-sans-devanagari",
    words: {
      क्षत्रिय: "90 542 304 81",
      श्रीमान्: "317 33 80 31 75 103",
      विद्यार्थी: "542 84 450 31 72 640",
      प्रकृति: "309 56 36 542 71",
    },
  },
  bn: {
    font: "noto-sans-bengali",
    words: {
      ক্ষুদ্র: "125 62 215 277",
      বাংলাদেশ: "47 59 11 52 59 66 42 53",
      শ্রীকৃষ্ণ: "236 270 61 25 64 168",
    },
  },
  ta: {
    font: "noto-sans-tamil",
    words: { தமிழ்: "25 29 42 94", கொக்கு: "46 18 41 77 102", ஸ்ரீ: "163" },
  },
  th: {
    font: "noto-sans-thai-looped",
    words: { น้ำใจไมตรี: "36 132 64 71 10 72 46 32 50 124", ที่นี่: "34 124 106 36 124 106" },
  },
}

/** Glyphs by id of a run's font. The cache of glyphs returns the same object for the same id. */
function idsOf({ cut: { face, px }, shaped }: Run): string {
  const ids = new Map<Glyph, number>(Array.from({ length: 1_000 }, (_, id) => [face.glyph(id, px), id]))
  return shaped.glyphs.map((glyph) => ids.get(glyph) ?? "none").join(" ")
}

for (const [language, { font, words }] of Object.entries(WORDS)) {
  test(`shapes ${language} as HarfBuzz alone does, in one font`, () => {
    for (const px of [14, 20, 32]) {
      for (const [word, ids] of Object.entries(words)) {
        const { runs, missing } = paragraphOf(word, { px, language })
        assert.equal(missing, [])
        assert.equal(
          runs.map((run) => `${run.cut.face.font.id}: ${idsOf(run)}`),
          [`${font}: ${ids}`],
          `${word} at ${px}`,
        )
      }
    }
  })

  test(`sets ${language} in that font in every family, and in its bold`, () => {
    const [word] = Object.keys(words) as [string]
    for (const family of ["sans", "serif", "mono", "display", "brush"] as const) {
      assert.equal(fontsOf(word, { family, px: 20, language }), [font], family)
      assert.equal(fontsOf(word, { family, px: 20, language, weight: "bold" }), [`${font}-bold`], `${family} bold`)
    }
  })
}

test("joins letters to conjuncts", () => {
  for (const [word, count] of [
    ["क्षत्रिय", 4],
    ["শ্রীকৃষ্ণ", 6],
    ["ஸ்ரீ", 1],
  ] as const)
    assert.is(paragraphOf(word).runs[0]!.shaped.glyphs.length, count, word)
})

test("places marks over and under the letters", () => {
  for (const word of ["प्रकृति", "ক্ষুদ্র", "ที่นี่"]) {
    const [{ shaped }] = paragraphOf(word, { px: 20 }).runs as [Run]
    const isPlaced = shaped.glyphs.map((_, i) => shaped.advances[i] === 0 && shaped.xOffsets[i] !== 0)
    assert.ok(isPlaced.includes(true), word)
  }
})

test("draws no dotted circle in a word, but one under a mark that stands alone", () => {
  const circled = (text: string): boolean =>
    paragraphOf(text, { px: 20 }).runs.some(({ cut: { face, px }, shaped }) => {
      const { glyphs } = face.shaper.shape("◌", 0, 1, { px, rightToLeft: false, language: "en", tabular: false })
      return shaped.glyphs.some((glyph) => glyph === glyphs[0])
    })
  for (const { words } of Object.values(WORDS))
    for (const word of Object.keys(words)) assert.not.ok(circled(word), word)
  for (const mark of ["ि", "ি", "ி"]) assert.ok(circled(mark), mark)
})

test("sets Latin letters and digits among them in the usual faces, and a danda in the face of its text", () => {
  assert.equal(fontsOf("दिल्ली 12 °C, ok", { language: "hi" }), ["noto-sans-devanagari", "label-12"])
  assert.equal(fontsOf("ไทย2026ไทย", { language: "th" }), [
    "noto-sans-thai-looped",
    "label-12",
    "noto-sans-thai-looped",
  ])
  assert.equal(fontsOf("বাংলাদেশ।", { language: "bn" }), ["noto-sans-bengali"])
  assert.equal(fontsOf("हिन्दी।", { language: "hi" }), ["noto-sans-devanagari"])
})

test("chooses them before Unifont at every size", () => {
  for (const { font, words } of Object.values(WORDS)) {
    const [word] = Object.keys(words) as [string]
    for (let px = 8; px <= 200; px++) {
      const chain = typesetter.book.chain(style({ px }))
      assert.is(typesetter.book.find(chain, word.codePointAt(0)!)!.face.font.id, font, `${px}`)
    }
  }
})

test.run()
