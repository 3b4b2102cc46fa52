import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { breakLines } from "../../../../kernel/engine/text/lines.js"
import type { Line } from "../../../../kernel/engine/text/lines.js"
import type { Piece } from "../../../../kernel/engine/text/itemise.js"
import type { Paragraph } from "../../../../kernel/engine/text/paragraph.js"
import { blockOf, glyphOf, paragraphOf, style, typesetter, widthOf } from "./set.js"
import { depth } from "../../../depth.js"

const test = suite("soft hyphens")
const SHY = "\u00ad"
const SHIP = `Donau${SHY}dampf${SHY}schiff`

const shown = ({ text }: Paragraph, { start, end, cut, hyphen }: Line): string =>
  text.slice(start, end) + (hyphen ? "-" : "") + (cut ? "…" : "")

function linesOf(text: string, width: number, { balance = false, most = Infinity, ...given } = {}): string[] {
  const paragraph = paragraphOf(text, given)
  const ellipsis = paragraphOf("…", given).offsets.at(-1)!
  return breakLines(paragraph, { width: width * 64, most, balance, ellipsis }).lines.map((line) =>
    shown(paragraph, line),
  )
}

test("breaks a word at a soft hyphen, where the hyphen has room", () => {
  assert.equal(linesOf(SHIP, widthOf("Donaudampfschiff")), ["Donaudampfschiff"])
  assert.equal(linesOf(SHIP, widthOf("Donaudampf-")), ["Donaudampf-", "schiff"])
  assert.equal(linesOf(SHIP, widthOf("Donaudampf-") - 1), ["Donau-", "dampfschiff"])
  assert.equal(linesOf(`die ${SHIP}`, widthOf("die Donau-")), ["die Donau-", "dampfschiff"])
  assert.equal(linesOf(`die ${SHIP}`, widthOf("die Donau-") - 1), ["die", "Donau-", "dampfschiff"])
})

test("breaks a word elsewhere, and without a hyphen, where none has room", () => {
  assert.equal(linesOf(`mm${SHY}mm`, widthOf("mm")), ["mm", "mm"])
  assert.equal(linesOf(`m${SHY}m`, 1), ["m", "m"])
})

test("keeps a word whole where the line is nearly full without it, or two lines before it have hyphens", () => {
  const word = `hy${SHY}phen`
  assert.equal(linesOf(`mm ${word}`, widthOf("mm hy-")), ["mm hy-", "phen"])
  assert.equal(linesOf(`mmmmmmmmmmmmmmmmmmmmmmmm ${word}`, widthOf("mmmmmmmmmmmmmmmmmmmmmmmm hy-")), [
    "mmmmmmmmmmmmmmmmmmmmmmmm",
    "hyphen",
  ])
  const three = linesOf(`mmmm m${SHY}mmmm m${SHY}mmmm m${SHY}mmmm`, widthOf("mmmm m-"))
  assert.equal(three, ["mmmm m-", "mmmm m-", "mmmm", "mmmmm"])
})

test("draws the hyphen at the end of its line", () => {
  const block = blockOf(SHIP, {}, { width: widthOf("Donau-") })
  const plain = blockOf("Donau-\ndampf-\nschiff", {}, { width: widthOf("Donau-") })
  assert.equal(block.glyphs, plain.glyphs)
  assert.ok(block.wrapped && !block.tight && !block.clipped)
})

test("takes its hyphen from the face and the ink of the letter before", () => {
  const bold = { px: 20, weight: "bold" } as const
  const pieces: Piece[] = [
    { text: "a ", style: style({ px: 20 }) },
    { text: "Donau", style: style(bold), ink: "red" },
    { text: `${SHY}dampf`, style: style({ px: 20 }) },
  ]
  const block = blockOf(
    "",
    { px: 20 },
    { pieces, width: Math.ceil(widthOf("a ", { px: 20 }) + widthOf("Donau-", bold)) },
  )
  const hyphens = block.glyphs.filter(({ glyph }) => glyph === glyphOf("-", bold))
  assert.equal(
    hyphens.map(({ ink }) => ink),
    ["red"],
  )
  assert.is(block.lineCount, 2)
  assert.equal(
    [...paragraphOf(`Ško${SHY}da`, { family: "serif", px: 20 }).hyphens.values()].map(({ cut }) => cut.face.font.id),
    ["text"],
    "the word is not in the book face",
  )
  assert.equal(
    [...paragraphOf(`हिन्दी${SHY}भाषा`).hyphens.values()].map(({ cut }) => cut.face.font.id),
    ["label-12"],
    "the face of the word has no hyphen",
  )
})

test("draws the hyphen at the left of a word that reads from the right, and after one that does not", () => {
  const given = { px: 20 }
  const firstLine = (text: string, width: number): string[] => {
    const [hyphen] = [...paragraphOf(text, given).hyphens.values()]
    const block = blockOf(text, given, { width, lineHeight: 30 })
    assert.is(block.lineCount, 2)
    return block.glyphs
      .filter(({ y }) => y < 30)
      .toSorted((a, b) => a.x - b.x)
      .map(({ glyph }) => (glyph === hyphen!.shaped.glyphs[0] ? "-" : "letter"))
  }
  const four = Array.from({ length: 4 }, () => "letter")
  assert.equal(firstLine(`שלום${SHY}עולם`, widthOf("שלום", given) + 8), ["-", ...four])
  assert.equal(firstLine(`שלום Goet${SHY}hebrief`, widthOf("שלום Goet-", given)), [...four, "-", ...four])
})

test("breaks at none beside a space, a mark or another place to break, nor in a ligature", () => {
  const soft = (text: string, given = {}): number[] => [...paragraphOf(text, given).hyphens.keys()]
  assert.equal(soft(`ab${SHY}cd`), [2])
  assert.equal(soft(`a1${SHY}2b`), [2])
  assert.equal(soft(`ab${SHY}${SHY}cd`), [2])
  for (const text of [`${SHY}ab`, `ab${SHY}`, `ab ${SHY}cd`, `ab${SHY} cd`, `ab${SHY}.`, `(${SHY}ab`, `ab-${SHY}cd`])
    assert.equal(soft(text), [], JSON.stringify(text))
  assert.equal(soft(`中${SHY}文`), [], "a line may begin there without a hyphen")
  assert.equal(soft(`क्${SHY}ष`), [], "inside one glyph")
  assert.equal(soft(`of${SHY}fice`, { family: "serif", px: 28, features: ["liga"] }), [])
  assert.equal(soft(`of${SHY}fice`, { family: "serif", px: 18 }), [2], "no ligature at this size")
})

test("keeps them where characters are composed or replaced", () => {
  const soft = (text: string): string => {
    const { text: set, hyphens } = paragraphOf(text)
    return [...set].map((char, i) => (hyphens.has(i) ? `|${char}` : char)).join("")
  }
  assert.is(soft(`u\u0308ber${SHY}mut`), "über|mut")
  assert.is(soft(`\u{10fffd}\u{10fffd}ab${SHY}cd\u{10fffd}ef${SHY}gh`), "??ab|cd?ef|gh")
  assert.is(soft(`u${SHY}\u0308ber${SHY}mut`), "übermut", "one is inside a letter")
  assert.is(soft(`a\r${SHY}\nb`), "a\nb")
  assert.is(soft(`a\t${SHY}b\u0007c${SHY}d`), "a bc|d")
})

test("replaces the hyphen by the ellipsis where a text is cut", () => {
  assert.equal(linesOf(SHIP, widthOf("Donaudampf-"), { most: 1 }), ["Donaudam…"])
})

test("breaks balanced lines between words rather than inside them, and counts the hyphen", () => {
  const words = `Nach dem Re${SHY}gen scheint die Son${SHY}ne wie${SHY}der`
  assert.equal(linesOf(words, 120, { balance: true }), ["Nach dem Regen", "scheint die", "Sonne wieder"])
  for (let width = 30; width < 200; width++) {
    const paragraph = paragraphOf(`${SHIP} ${SHIP}`)
    const { lines, tight } = breakLines(paragraph, { width: width * 64, most: Infinity, balance: true, ellipsis: 0 })
    if (!tight) for (const line of lines) assert.ok(widthOf(shown(paragraph, line)) <= width, `${width}`)
  }
})

const LATIN = [
  "Donau",
  "dampf",
  "fi",
  "ff",
  "AV",
  "Größe",
  "Škoda",
  "e\u0301",
  "\u0308",
  "a",
  " ",
  "\n",
  ".",
  "(",
  "-",
  "12",
]
const OTHERS = [
  "中",
  "文，",
  "カ",
  "ッ",
  "한국",
  "שלום",
  "سلام",
  "لا",
  "हिन्दी",
  "क्",
  "ष",
  "ক্ষু",
  "กำ",
  "ខ្មែរ",
  "😀",
  "👨‍",
  "👩",
]
const ODD = ["\u200d", "\u0007", "\r", "\ue123", "\u{10fffd}", "\ud83d", "\ude00"]
const piece = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...LATIN) },
  { weight: 5, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  { weight: 16, arbitrary: fc.constant(SHY) },
)
const hyphenated = fc.array(piece, { maxLength: 60, size: "max" }).map((pieces) => pieces.join(""))
const px = fc.constantFrom(12, 14, 20, 28)
const family = fc.constantFrom("sans" as const, "serif" as const)

test("draws the same with soft hyphens and without in a box that is wide enough", () => {
  fc.assert(
    fc.property(hyphenated, px, family, (text, size, name) => {
      const given = { px: size, family: name }
      const [soft, plain] = [text, text.replaceAll(SHY, "")].map((each) => blockOf(each, given, { width: 100_000 }))
      assert.equal(soft, plain)
    }),
    { numRuns: depth(400) },
  )
})

test("ends a line inside a word with a hyphen that is in the box, if there is room for it", () => {
  let count = 0
  fc.assert(
    fc.property(
      hyphenated,
      px,
      family,
      fc.integer({ min: 10, max: 200 }),
      fc.boolean(),
      (text, size, name, width, balance) => {
        const given = { px: size, family: name }
        const paragraph = paragraphOf(text, given)
        const { lines } = breakLines(paragraph, { width: width * 64, most: Infinity, balance, ellipsis: undefined })
        const ends = lines.slice(0, -1).filter(({ end }) => paragraph.hyphens.has(end))
        count += ends.length
        for (const { end, hyphen, width: long } of ends) {
          const room = width * 64 - long
          if (hyphen) assert.ok(room >= 0, "within the box")
          else assert.ok(room < paragraph.hyphens.get(end)!.shaped.advances[0]!, "no room for a hyphen")
        }
        const block = blockOf(text, given, { width, balance, lineHeight: size * 2 })
        const drawn = block.glyphs.filter(({ glyph }) =>
          [...paragraph.hyphens.values()].some(({ shaped }) => shaped.glyphs[0] === glyph),
        )
        const written = [...paragraph.text].filter((char) => char === "-").length
        assert.ok(drawn.length >= lines.filter(({ hyphen }) => hyphen).length, "each is drawn")
        assert.ok(drawn.length <= written + lines.filter(({ hyphen }) => hyphen).length, "and none besides")
        if (!block.tight)
          for (const { x, glyph } of block.glyphs) assert.ok(x >= 0 && x + glyph.width <= width, `${x} in ${width}`)
      },
    ),
    { numRuns: depth(600) },
  )
  assert.ok(count > depth(100), `${count} lines end at one`)
})

test("draws what stands in two pieces like one text", () => {
  const pieces = [`Donau${SHY}`, `dampf${SHY}schiff`].map((text): Piece => ({ text, style: style() }))
  const width = widthOf("Donau-")
  assert.equal(typesetter.paragraph("", style(), pieces).hyphens.size, 2)
  assert.equal(blockOf("", {}, { pieces, width }).lineCount, blockOf(SHIP, {}, { width }).lineCount)
})

test.run()
