import { column, text } from "platen/sdk/mode"
import type { Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { inkBox, painted, pixel } from "../../../setting.js"
import { blockOf, paragraphOf, style, typesetter } from "./set.js"
import type { Piece } from "../../../../kernel/engine/text/itemise.js"

const test = suite("spans")
const serif = { family: "serif", px: 20 } as const

test("sets each part in its own style, in one paragraph", () => {
  const pieces: Piece[] = [
    { text: "the work ", style: style(serif) },
    { text: "Don Quixote", style: style({ ...serif, slant: "italic" }) },
    { text: ", ii", style: style({ ...serif, px: 28, features: ["smcp"] }) },
  ]
  const paragraph = typesetter.paragraph("", style(serif), pieces)
  assert.is(paragraph.text, "the work Don Quixote, ii")
  assert.equal(
    paragraph.runs.map(({ start, end, cut }) => [start, end, cut.face.font.id]),
    [
      [0, 9, "book-20"],
      [9, 20, "book-20-italic"],
      [20, 24, "text"],
    ],
  )
})

test("finds what no font has in every part", () => {
  const { text: shown, missing } = typesetter.paragraph("", style(), [
    { text: "a\ue123", style: style() },
    { text: "b\ue124c", style: style({ weight: "bold" }) },
  ])
  assert.is(shown, "a?b?c")
  assert.equal(missing, ["\ue123", "\ue124"])
})

test("spaces letters, and joins none that are spaced", () => {
  const plain = paragraphOf("SENECA", serif).offsets.at(-1)!
  const spaced = paragraphOf("SENECA", { ...serif, tracking: 3 * 64 }).offsets.at(-1)!
  assert.is(spaced - plain, 6 * 3 * 64)
  assert.is(paragraphOf("fi", { ...serif, px: 28, tracking: 64 }).runs[0]!.shaped.glyphs.length, 2)
})

test("spaces Latin, Greek and Cyrillic letters alone, with the digits among them", () => {
  const spaces = (words: string): number[] => {
    const plain = paragraphOf(words, serif)
    const tracked = paragraphOf(words, { ...serif, tracking: 3 * 64 })
    return tracked.runs.map(({ shaped }, i) => {
      const width = (advances: readonly number[]): number => advances.reduce((sum, each) => sum + each, 0)
      return (width(shaped.advances) - width(plain.runs[i]!.shaped.advances)) / (3 * 64)
    })
  }
  assert.equal(spaces("Ωмега 28"), [6, 2])
  assert.equal(spaces("28"), [2])
  for (const words of ["रविवार", "วันอาทิตย์", "الأحد", "יום ראשון", "星期日 28", "ラーメン", "월요일"])
    assert.ok(
      spaces(words).every((count) => count === 0),
      words,
    )
  const mixed = paragraphOf("SUN रवि 28", serif)
  assert.equal(
    spaces("SUN रवि 28"),
    mixed.runs.map(({ start, end }) => (start === 0 ? end : 0)),
  )
})

test("uses the features that a face has", () => {
  const small = paragraphOf("seneca", { ...serif, px: 28, features: ["smcp"] })
  assert.is.not(
    JSON.stringify(small.runs[0]!.shaped.glyphs.map(({ bits }) => [...bits])),
    JSON.stringify(paragraphOf("seneca", { ...serif, px: 28 }).runs[0]!.shaped.glyphs.map(({ bits }) => [...bits])),
  )
})

test("raises a part, and makes room for it", () => {
  const pieces: Piece[] = [
    { text: "x", style: style(serif) },
    { text: "2", style: style(serif), raise: 30 },
  ]
  const raised = blockOf("x2", serif, { pieces })
  const plain = blockOf("x2", serif)
  assert.ok(raised.height >= plain.height + 15, `${raised.height} of ${plain.height}`)
  const [x, two] = raised.glyphs
  assert.ok(two!.y + two!.glyph.height < x!.y, "it is above")
  assert.ok(two!.y >= 0, "and inside the block")
})

test("paints a part in its own ink", async () => {
  const node: Text = text("ab", { px: 40, spans: [{ text: "a" }, { text: "b", ink: "red" }] })
  const bitmap = await painted(column({}, node), { width: 120, height: 60, palette: BWRY })
  const red = BWRY.entries.findIndex(({ ink }) => ink === "red")
  const box = inkBox(bitmap)!
  const middle = (box.left + box.right) >> 1
  const inks = (from: number, to: number): Set<number> => {
    const seen = new Set<number>()
    for (let y = box.top; y < box.bottom; y++) for (let x = from; x < to; x++) seen.add(pixel(bitmap, x, y))
    return seen
  }
  assert.ok(inks(middle + 4, box.right).has(red) && !inks(middle + 4, box.right).has(0))
  assert.ok(inks(box.left, middle - 4).has(0) && !inks(box.left, middle - 4).has(red))
})

test("breaks lines across parts as in one text", () => {
  const words = "nothing delights the mind so much as faithful friendship"
  const pieces = words.split(/(?<= )/).map((word): Piece => ({ text: word, style: style(serif) }))
  const whole = blockOf(words, serif, { width: 160, lineHeight: 24 })
  const parts = blockOf(words, serif, { width: 160, lineHeight: 24, pieces })
  assert.equal([parts.lineCount, parts.width, parts.height], [whole.lineCount, whole.width, whole.height])
})

test.run()
