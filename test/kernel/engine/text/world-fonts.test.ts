import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column, text } from "platen/sdk/mode"
import { lint } from "../../../../kernel/lint/lint.js"
import type { Glyph } from "../../../../kernel/engine/text/raster.js"
import type { Paragraph, Run } from "../../../../kernel/engine/text/paragraph.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { sceneEnv, worldTypesetter } from "../../../setting.js"
import { fontsOf, paragraphOf, style } from "./set.js"

const test = suite("world-fonts")
const world = await worldTypesetter()

/** The lines of a field case: what people sent, as bug reports have it. */
const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../../../../../test/world/field/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")

/** Glyph ids of words, as `hb-shape --no-positions --no-glyph-names --no-clusters` of HarfBuzz 6.0.0 prints them. */
const WORDS: Readonly<Record<string, { readonly font: string; readonly words: Readonly<Record<string, string>> }>> = {
  my: {
    font: "noto-sans-myanmar",
    words: {
      မြန်မာ: "47 29 24 381 29 368",
      နိုင်ငံတော်: "262 369 209 8 381 8 377 372 20 368 381",
    },
  },
  km: {
    font: "noto-sans-khmer",
    words: {
      ភាសាខ្មែរ: "282 298 128 46 212 74",
    },
  },
  te: {
    font: "noto-sans-telugu",
    words: {
      తెలుగు: "272 51 63 25 63",
      పాఠశాల: "161 34 172 51",
    },
  },
  kn: {
    font: "noto-sans-kannada",
    words: {
      ಕನ್ನಡ: "23 42 117 35",
      ಶಾಲೆ: "164 60 267",
    },
  },
  ml: {
    font: "noto-sans-malayalam",
    words: {
      മലയാളം: "48 52 49 64 53 6",
      ക്ലാസ്: "166 64 58 77",
    },
  },
  gu: {
    font: "noto-sans-gujarati",
    words: {
      ગુજરાતી: "463 60 28 47 57 36 59",
      શાળા: "51 57 49 57",
    },
  },
  pa: {
    font: "noto-sans-gurmukhi",
    words: {
      ਪੰਜਾਬੀ: "37 77 24 51 39 53",
      ਸਕੂਲ: "48 17 55 44",
    },
  },
  si: {
    font: "noto-sans-sinhala",
    words: {
      සිංහල: "290 4 62 57",
      පන්තිය: "49 209 269 55",
    },
  },
  or: {
    font: "noto-sans-oriya",
    words: {
      ଓଡ଼ିଆ: "18 554 60 508",
      ବିଦ୍ୟାଳୟ: "42 60 37 212 59 48 78",
    },
  },
  lo: {
    font: "noto-sans-lao-looped",
    words: {
      ພາສາລາວ: "32 56 40 56 38 56 39",
      ນ້ຳ: "27 104 93 56",
    },
  },
}

/** Glyphs by id of a run's font. The cache of glyphs returns the same object for the same id. */
function idsOf({ cut: { face, px }, shaped }: Run): string {
  const ids = new Map<Glyph, number>(Array.from({ length: 1_000 }, (_, id) => [face.glyph(id, px), id]))
  return shaped.glyphs.map((glyph) => ids.get(glyph) ?? "none").join(" ")
}

for (const [language, { font, words }] of Object.entries(WORDS)) {
  test(`shapes ${language} with the package as HarfBuzz alone does, in regular and bold`, () => {
    for (const [word, ids] of Object.entries(words)) {
      const { runs, missing } = world.paragraph(word, style({ px: 20, language }))
      assert.equal(missing, [])
      assert.equal(
        runs.map((run) => `${run.cut.face.font.id}: ${idsOf(run)}`),
        [`${font}: ${ids}`],
        word,
      )
      const bold = world.paragraph(word, style({ px: 20, language, weight: "bold" }))
      assert.equal(
        bold.runs.map(({ cut }) => cut.face.font.id),
        [`${font}-bold`],
      )
    }
  })
}

test("tells of every line in a script that needs rules that its font is missing, and of none with the package", async () => {
  const found = async (line: string, env: Awaited<ReturnType<typeof sceneEnv>>): Promise<string[]> =>
    lint(column({ padding: 100 }, text(line, { px: 20 })), 800, 480, BW, env).map(({ message }) => message)
  const lines = linesOf("35-scripts.txt")
  const scripts = "Myanmar Khmer Telugu Kannada Malayalam Gujarati Gurmukhi Sinhala Lao".split(" ")
  for (const [i, line] of lines.entries()) {
    const script = scripts[i]
    const remedy = `add a font plugin that shapes ${script}, such as platen-fonts-world.`
    const told = `No font shapes the ${script} of "${line}", so its letters stand apart: ${remedy}`
    assert.equal(await found(line, await sceneEnv()), script === undefined ? [] : [told], line)
    assert.equal(await found(line, await sceneEnv(400, 300, "en", worldTypesetter())), [], line)
  }
})

/** Sizes of the faces that a paragraph is set in. */
const sizesOf = ({ runs }: Paragraph): number[] => runs.map(({ cut }) => cut.px)

test("draws rare Han in names without the package: no question mark, no box, and no small letters", () => {
  for (const line of linesOf("34-rare-han.txt")) {
    for (const language of ["en", "ja", "zh", "zh-Hant"]) {
      for (const px of [12, 14, 16, 20, 24, 34, 48, 100]) {
        const paragraph = paragraphOf(line, { px, language })
        assert.equal(paragraph.missing, [], `${line} in ${language}`)
        assert.is(paragraph.text, line)
        for (const { cut, shaped } of paragraph.runs)
          assert.not.ok(shaped.glyphs.includes(cut.face.glyph(0, cut.px)), `${line} in ${language}`)
        const least = px < 16 ? 12 : px
        assert.ok(Math.min(...sizesOf(paragraph)) >= least, `${line} in ${language} at ${px}: ${sizesOf(paragraph)}`)
      }
    }
  }
})

test("draws the sign of the letters to and mo as these two side by side", () => {
  const [run] = paragraphOf("𪜈", { px: 40, language: "ja" }).runs as [Run]
  const [glyph] = run.shaped.glyphs as [Glyph]
  assert.is(run.cut.face.font.id, "noto-sans-names")
  assert.ok(glyph.width > 25 && glyph.width <= 40 && glyph.height > 25)
})

test("sets rare Han and Korean with the package", () => {
  for (const char of ["𡊐", "𡍼"]) {
    assert.equal(paragraphOf(char, { px: 20, language: "ja" }).missing, [char])
    assert.equal(world.paragraph(char, style({ px: 20, language: "ja" })).missing, [])
  }
  for (const char of "㐀䪸糤") {
    const { cut } = world.paragraph(char, style({ px: 40, language: "ja" })).runs[0]!
    assert.match(cut.face.font.id, /^noto-sans-han-[123]$/)
  }
  const fonts = world.paragraph("한국어", style({ px: 20, language: "ko" })).runs.map(({ cut }) => cut.face.font.id)
  assert.equal(fonts, ["noto-sans-kr"])
})

test("draws an emoji of several characters as one sign of the text's size, and the space behind it", () => {
  for (const line of linesOf("36-emoji-sequences.txt")) {
    for (const px of [14, 20, 34]) {
      const { runs, missing } = paragraphOf(line, { px })
      assert.equal(missing, [])
      const signs = runs.filter(({ cut }) => cut.face.font.id === "noto-emoji")
      for (const { start, end, cut, shaped } of signs) {
        assert.is(cut.px, px)
        const drawn = shaped.glyphs.filter(({ height }) => height > 0)
        const count = [...new Intl.Segmenter().segment(line.slice(start, end))].filter(
          ({ segment }) => segment.trim() !== "",
        ).length
        assert.is(drawn.length, count, line)
        for (const { height } of drawn) assert.ok(height >= px * 0.45, `${line}: ${height} of ${px}`)
      }
      const spaces = runs.flatMap(({ shaped: { clusters, advances } }) =>
        [...clusters].flatMap((at, i) => (line[at] === " " ? [advances[i]! / 64] : [])),
      )
      assert.is(spaces.length, line.split(" ").length - 1)
      for (const wide of spaces) assert.ok(wide >= px / 8, `${line}: a space of ${wide} at ${px}`)
    }
  }
})

test("keeps a digit that is no keycap in the face of the text", () => {
  assert.equal(fontsOf("1 # * 2"), ["label-12"])
  assert.equal(fontsOf("7️⃣ 7"), ["noto-emoji", "label-12"])
})

test("draws a letter of the last resort at the multiple of its size that is nearest to the text's", () => {
  for (const [px, size] of [
    [12, 16],
    [20, 16],
    [24, 32],
    [34, 32],
    [40, 48],
    [60, 64],
    [100, 96],
    [200, 208],
  ] as const) {
    const [run] = paragraphOf("ភ", { px }).runs as [Run]
    assert.is(run.cut.px, size, `${px}`)
  }
})

test.run()
