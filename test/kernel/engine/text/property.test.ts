import { column, row, screenClass, text } from "platen/sdk/mode"
import type { Bitmap } from "platen/sdk/drawing"
import type { Text } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { NodeKinds } from "../../../../kernel/engine/scene/node-kinds.js"
import { paint } from "../../../../kernel/engine/scene/paint.js"
import { pixel } from "../../../setting.js"
import { shaped } from "./shaped.js"
import { typesetter } from "./set.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../depth.js"

const test = suite("any text")
/** Pixels of page round the box, in which nothing may be painted. */
const MARGIN = 24
/** Sizes of the longest ladder, and the one that a node asks for: a text is set once at each, and an ellipsis with it. */
const SIZES = 33
const MARK = 4

const PIECES = [
  "a",
  "W",
  "g",
  "The quick ",
  "incomprehensibilities",
  " ",
  "  ",
  "\n",
  "\r\n",
  "\t",
  "“",
  "”",
  "(",
  ")",
  ",",
  ".",
  "…",
  "—",
  "-",
  "é",
  "Ễ",
  "ß",
  "ﬁ",
  "Ж",
  "Ω",
  "ΰ",
  "中",
  "文，",
  "。",
  "“引”",
  "《",
  "》",
  "か",
  "ッ",
  "ー",
  "한국",
  "어",
  "ﾊﾝ",
  "①",
  "\u3000",
  "שלום",
  "مرحبا",
  "مُحَمَّد",
  "لا",
  "(א)",
  "\u200f",
  "\u202e",
  "\u2067",
  "\u2069",
  "สวัสดี",
  "ที่",
  "हिन्दी",
  "க்ஷ",
  "မြန်မာ",
  "ខ្មែរ",
  "བོད",
  "😀",
  "👨‍👩‍👧",
  "👍🏽",
  "🇫🇷",
  "❤️",
  "1️⃣",
  "☀",
  "\ufe0f",
  "\u200d",
  "\u200b",
  "\ufeff",
  "\u00ad",
  "\u2060",
  "\u0301",
  "\u0489",
  "\u20e3",
  "\u3099",
  "\u0000",
  "\u0007",
  "\u001b",
  "\u0085",
  "\u2028",
  "\ud800",
  "\udc00",
  "\ufffd",
  "\uffff",
  "\ue000",
  "\u{10fffd}",
  "\u{20000}",
  "\u{1f1e6}",
  "\u{e0041}",
  "\u{1d165}",
]

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
)
const words = fc.oneof(
  { weight: 8, arbitrary: fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.integer({ min: 200, max: 10_000 }))
      .map(([pieces, length]) => pieces.join("").repeat(length).slice(0, length)),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 400 }) },
)
const size = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 4, arbitrary: fc.integer({ min: 20, max: 420 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  )
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

const node = fc
  .record({
    text: words,
    role: maybe(
      fc.constantFrom("caption" as const, "body" as const, "lead" as const, "title" as const, "display" as const),
    ),
    px: maybe(fc.integer({ min: 8, max: 60 })),
    family: maybe(fc.constantFrom("sans" as const, "serif" as const, "mono" as const)),
    weight: maybe(fc.constantFrom("regular" as const, "bold" as const)),
    fit: maybe(fc.constantFrom("shrink" as const, "ellipsis" as const, "clip" as const)),
    align: maybe(fc.constantFrom("start" as const, "center" as const, "end" as const)),
    balance: maybe(fc.boolean()),
    lines: maybe(fc.integer({ min: 1, max: 12 })),
    minPx: maybe(fc.integer({ min: 8, max: 20 })),
    wrap: maybe(fc.boolean()),
    tabular: maybe(fc.boolean()),
    leading: maybe(fc.double({ min: 0.5, max: 2.5, noNaN: true })),
    trim: maybe(fc.constantFrom("line" as const, "ink" as const)),
    language: maybe(fc.constantFrom("en", "zh-Hans", "zh-Hant", "ja", "ko", "ar", "th", "x", "")),
    grow: maybe(fc.constantFrom(0, 1)),
  })
  .map(
    (given) =>
      Object.fromEntries(
        Object.entries({ type: "text", ...given }).filter(([, value]) => value !== undefined),
      ) as unknown as Text,
  )

/** True when there is ink in the margin of a page. */
function strays(bitmap: Bitmap): boolean {
  const { width, height, stride, data } = bitmap
  for (const [from, to] of [
    [0, MARGIN],
    [height - MARGIN, height],
  ] as const) {
    for (let y = from; y < to; y++) for (let x = 0; x < width; x++) if (pixel(bitmap, x, y) !== 1) return true
  }
  for (let y = MARGIN; y < height - MARGIN; y++) {
    for (let i = 0; i < MARGIN / 8; i++) if (data[y * stride + i] !== 255) return true
    for (let x = width - MARGIN; x < width; x++) if (pixel(bitmap, x, y) !== 1) return true
  }
  return false
}

function check(scene: Text, width: number, height: number, direction: "row" | "column"): void {
  const box = (direction === "row" ? row : column)({ width, height, shrink: 0 }, scene)
  const page = column({ padding: MARGIN, align: "start" }, box)
  const env = { typesetter, screen: screenClass(width, height), kinds: new NodeKinds(), language: "en" }
  const given = shaped(() => {
    const bitmap = paint(page, width + 2 * MARGIN, height + 2 * MARGIN, BW, env)
    assert.not.ok(strays(bitmap), "paints outside its box")
  })
  const length = Math.max(scene.text.length, scene.text.normalize("NFC").length)
  assert.ok(given.units <= SIZES * (length + MARK), `${given.units} units are shaped for ${length}`)
  assert.ok(given.shown <= given.units + given.runs * 20, `${given.shown} units are shown for ${given.units}`)
}

test("paints inside its box, shapes no text oftener than at each size and never throws", () => {
  fc.assert(fc.property(node, size(1_600), size(1_200), fc.constantFrom("row" as const, "column" as const), check), {
    numRuns: depth(600),
  })
})

test("paints inside its box, shapes no text oftener than at each size and never throws: 10,000 characters of each kind in boxes from 1 x 1 to 1600 x 1200", () => {
  for (const each of [...PIECES.filter((_, i) => i % 3 === 0), "a你", "שלום abc ", "\u{f0000}\u{f0001}"]) {
    const long = each.repeat(Math.ceil(10_000 / each.length))
    check(text(long, { role: "display", fit: "shrink", balance: true }), 1, 300, "column")
    check(text(long, { role: "body", balance: true, align: "end" }), 400, 300, "row")
    check(text(long, { role: "title", fit: "shrink", minPx: 8, wrap: false }), 400, 1, "column")
  }
  check(text("中文 words ".repeat(2_000), { role: "display", fit: "shrink", minPx: 8 }), 1_600, 1_200, "column")
  check(
    text(Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(""), {
      role: "display",
      fit: "shrink",
    }),
    1_600,
    1_200,
    "row",
  )
})

test.run()
