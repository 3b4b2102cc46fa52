import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { FONTS } from "platen/sdk/drawing"
import type { Font, IconSet } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { builtInPlugins } from "../../../../kernel/plugins/find.js"
import { Typesetter } from "../../../../kernel/engine/text/block.js"
import { FontBook } from "../../../../kernel/engine/text/fonts.js"
import type { Style } from "../../../../kernel/engine/text/fonts.js"
import { outlines } from "../../../../plugins/pages/icons/outlines.js"
import { freetype } from "../../../../kernel/engine/text/raster.js"
import { fontsOf, glyphOf, rowsOf, style, typesetter } from "./set.js"
import { worldTypesetter } from "../../../setting.js"
import { setUp } from "../../../set-up.js"

const test = suite("fonts")
const world = await worldTypesetter()
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-fonts-"))
const open = await freetype()
const DEJAVU = new URL(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"))
const face = (id: string, file: URL, given: Partial<Font> = {}): Font => ({
  id,
  file,
  families: ["sans"],
  rank: 0,
  covers: [[0x20, 0x7ff]],
  sizes: { min: 8, max: 400 },
  ...given,
})

test.after(() => rmSync(folder, { recursive: true }))

test("reads no font before a glyph is asked of it, and none of the large ones for an English page", async () => {
  const fonts = (
    await Promise.all(
      (await builtInPlugins()).filter(({ id }) => id.startsWith("fonts-")).map((plugin) => setUp(plugin, {}, {})),
    )
  ).flatMap((given) => given.to(FONTS))
  let opened = 0
  const setter = new Typesetter(
    new FontBook((font) => {
      opened += 1
      return open(font)
    }, fonts),
  )
  assert.is(opened, 0)
  setter.paragraph("“Begin the morning” — Café, 20 °C… it’s 50 % done: 1–2", style())
  assert.is(opened, 1, "the label face")
  setter.paragraph("“Begin the morning” — Café, 20 °C… it’s 50 % done: 1–2", style({ px: 20, family: "serif" }))
  assert.is(opened, 2, "the book face")
  setter.paragraph("Naïve, in italics", style({ px: 20, family: "serif", slant: "italic" }))
  assert.is(opened, 3, "its italic")
  setter.paragraph("Bold too: naïve", style({ weight: "bold" }))
  assert.is(opened, 4, "the bold label face")
  setter.paragraph("中文", style())
  assert.is(opened, 5, "Fusion Pixel")
  setter.paragraph("中文", style({ px: 24 }))
  assert.is(opened, 6, "Noto Sans SC")
  setter.paragraph("中文", style({ px: 40 }))
  assert.is(opened, 7, "Noto Serif SC")
  setter.paragraph("中文 and English again", style({ px: 20, family: "serif" }))
  assert.is(opened, 7)
})

test("chooses the forms of Han characters by language", () => {
  const expected = {
    "zh-Hans": "sc",
    zh: "sc",
    "zh-CN": "sc",
    "zh-Hant": "tc",
    "zh-TW": "tc",
    "zh-HK": "tc",
    ja: "jp",
    "ja-JP": "jp",
    ko: "kr",
    en: "sc",
  }
  for (const [language, variant] of Object.entries(expected)) {
    assert.equal(fontsOf("直角", { language }), [`fusion-pixel-${variant}`], language)
  }
  const forms = ["zh-Hans", "zh-Hant", "ja", "ko"].map((language) =>
    [..."返今房"].map((char) => rowsOf(glyphOf(char, { language })).join("/")).join(" "),
  )
  assert.is(new Set(forms).size, 4, "and they are drawn differently")
})

const FAMILIES = ["sans", "serif", "mono", "display", "brush"] as const
const LOOKS = FAMILIES.flatMap((family) =>
  (["regular", "bold"] as const).flatMap((weight) =>
    (["roman", "italic"] as const).map((slant) => ({ family, weight, slant })),
  ),
)

test("sets Han in the forms of the reader's region at every size, in every family", () => {
  /** Faces with the forms of each region. The brush, which only its own family has, is asked for by name. */
  const regions: Readonly<Record<string, RegExp>> = {
    sc: /^(fusion-pixel-sc|unifont|noto-sans-sc|noto-serif-sc)$/,
    tc: /^(fusion-pixel-tc|noto-sans-tc)$/,
    jp: /^(fusion-pixel-jp|noto-sans-jp)$/,
    kr: /^(fusion-pixel-kr|noto-sans-kr)$/,
  }
  const readers = { zh: "sc", "zh-CN": "sc", en: "sc", "zh-TW": "tc", "zh-HK": "tc", ja: "jp", ko: "kr" }
  const check = (language: string, region: string, look: (typeof LOOKS)[number], px: number): void => {
    // The forms of Korea are in the package.
    const { book } = language === "ko" ? world : typesetter
    const chain = book.chain(style({ language, ...look, px }))
    for (const char of "直骨角刃") {
      const { id } = book.find(chain, char.codePointAt(0)!)!.face.font
      const isBrush = look.family === "brush" && id === "brush"
      if (!isBrush) assert.match(id, regions[region]!, `${char} in ${language}, ${JSON.stringify(look)} ${px}`)
    }
  }
  for (const [language, region] of Object.entries(readers))
    for (const look of LOOKS) for (let px = 8; px <= 200; px++) check(language, region, look, px)
})

test("sets Chinese in the pixel faces at the sizes that they were drawn for, and in no larger size than is asked for", () => {
  const expected = {
    12: "fusion-pixel-sc",
    15: "fusion-pixel-sc",
    16: "unifont",
    17: "noto-sans-sc",
    30: "noto-sans-sc",
    31: "noto-serif-sc",
  }
  for (const family of ["sans", "serif", "display"] as const) {
    for (const [px, font] of Object.entries(expected))
      assert.equal(fontsOf("直角", { px: Number(px), family, language: "zh" }), [font], `${family} ${px}`)
  }
  for (const language of ["zh", "zh-TW", "ja", "ko"]) {
    for (const family of ["sans", "display"] as const) {
      for (let px = 12; px <= 200; px++) {
        const { advance } = glyphOf("直", { px, family, language })
        assert.ok(advance <= px, `${language} ${family}: ${advance} at ${px}`)
      }
    }
  }
})

test("takes the face of the family, the weight and the size", () => {
  assert.equal(fontsOf("Text", { family: "sans" }), ["label-12"])
  assert.equal(fontsOf("Text", { family: "sans", weight: "bold" }), ["label-12-bold"])
  assert.equal(fontsOf("Text", { family: "sans", px: 28 }), ["dejavu-sans"])
  assert.equal(fontsOf("Text", { family: "mono" }), ["dejavu-mono"])
  assert.equal(fontsOf("Text", { family: "serif", px: 20 }), ["book-20"])
  assert.equal(fontsOf("Text", { family: "serif", px: 20, weight: "bold" }), ["book-20-bold"])
  assert.equal(fontsOf("Text", { family: "serif", px: 20, slant: "italic" }), ["book-20-italic"])
  assert.equal(fontsOf("Text", { family: "serif", px: 28 }), ["text"])
  assert.equal(fontsOf("Text", { family: "serif", px: 28, weight: "bold", slant: "italic" }), ["text-bold-italic"])
  for (const family of ["serif", "display"] as const) {
    const arabic = (given: Partial<Style>): string[] => fontsOf("الميناء", { family, px: 28, language: "ar", ...given })
    assert.equal(arabic({}), ["naskh"])
    assert.equal(arabic({ slant: "italic", px: 60 }), ["naskh"])
    assert.equal(arabic({ weight: "bold" }), ["naskh-bold"])
    assert.equal(arabic({ px: 24 }), ["dejavu-sans"], "small letters keep their dots")
  }
  assert.equal(fontsOf("22", { family: "display", px: 120 }), ["libre-caslon-text"])
  assert.equal(fontsOf("Text", { family: "display", px: 20 }), ["book-20"])
  assert.equal(fontsOf("山", { family: "brush", px: 200, language: "zh" }), ["brush"])
  assert.equal(fontsOf("中文", { px: 16 }), ["unifont"])
  assert.equal(fontsOf("中文", { px: 28 }), ["noto-sans-sc"])
  assert.equal(fontsOf("中文", { px: 40 }), ["noto-serif-sc"])
  for (const [language, font] of [
    ["ja", "noto-sans-jp"],
    ["zh-TW", "noto-sans-tc"],
    ["zh-HK", "noto-sans-tc"],
  ] as const)
    assert.equal(fontsOf("直角", { px: 20, language }), [font], language)
})

test("sets a word wholly in one face", () => {
  const serif = { family: "serif", px: 20 } as const
  assert.equal(fontsOf("Škoda", serif), ["text"], "the book face has no good Š")
  assert.equal(fontsOf("a Škoda b", serif), ["book-20", "text", "book-20"])
  assert.equal(fontsOf("/ˈpetrɪkɔː/", serif), ["book-20", "text", "book-20"])
  assert.equal(fontsOf("Ночь и day", serif), ["text", "book-20"])
})

test("sets a pixel face at the sizes it was drawn for alone", () => {
  for (const px of [12, 13, 14, 15]) assert.is(glyphOf("中", { px }).advance, 12)
  assert.is(glyphOf("中", { px: 16 }).advance, 16)
})

test("has no face that covers what its file lacks", () => {
  const chain = typesetter.book.chain(style())
  const dejavu = chain.find((cut) => cut.face.font.id === "dejavu-sans")!.face
  assert.ok(dejavu.covers(0x41))
  assert.not.ok(dejavu.covers(0x4e2d), "not in the file")
  const fusion = chain.find((cut) => cut.face.font.id === "fusion-pixel-sc")!.face
  assert.not.ok(fusion.covers(0x41), "in the file, but not asked of it")
  assert.not.ok(fusion.covers(0x10ffff))
})

test("names a font that cannot be read, and goes on with the others", () => {
  const whole = readFileSync(DEJAVU)
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(0xfffffff0, 12 + 12)
  const files: Record<string, Uint8Array> = {
    "not-a-font": Buffer.from("GIF89a, whatever its name says, and long enough to be read as a table"),
    "cut-short": whole.subarray(0, 20_000),
    "of-no-bytes": new Uint8Array(0),
    "lies-about-size": huge,
    "woff-two": Buffer.from("wOF2............"),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, `${name}.ttf`)
    writeFileSync(file, bytes)
    const setter = new Typesetter(
      new FontBook(open, [face(`my-${name}`, pathToFileURL(file)), face("dejavu", DEJAVU, { families: ["mono"] })]),
    )
    for (let i = 0; i < 3; i++) {
      assert.throws(
        () => setter.paragraph("Hello", style()),
        (error: Error & { code?: string }) =>
          error.message.includes(`"my-${name}"`) &&
          error.message.includes(`${name}.ttf`) &&
          error.code === "font-broken",
        name,
      )
    }
    assert.is(setter.paragraph("Ωδή", style({ family: "mono" })).missing.length, 0)
  }
})

test("names a font whose file is gone", () => {
  const setter = new Typesetter(new FontBook(open, [face("lost", pathToFileURL(path.join(folder, "lost.ttf")))]))
  assert.throws(() => setter.paragraph("Hello", style()), /"lost" \(lost\.ttf\).*ENOENT/)
})

test("draws the same after the outlines of a font made room for others", () => {
  const before = rowsOf(glyphOf("Ж", { px: 37 }))
  for (const [text, px] of [
    ["中", 16],
    ["中", 28],
    ["😀", 20],
    ["ア", 12],
    ["ก", 16],
    ["A", 20],
  ] as const) {
    for (const language of ["zh-Hans", "zh-Hant", "ja", "ko"])
      for (const family of ["sans", "serif", "mono"] as const) glyphOf(text, { px, language, family })
  }
  assert.equal(rowsOf(glyphOf("Ж", { px: 37 })), before)
})

test("draws pictograms by hand at 12 and 16, from outlines above, in the middle of their square", () => {
  const { book } = typesetter
  for (const name of Object.keys(outlines)) {
    for (const px of [12, 16, 24, 48]) {
      const glyph = book.icon(name, px)!
      assert.ok(
        glyph.width > 0 && glyph.width <= px && glyph.height <= px,
        `${name} at ${px}: ${glyph.width} x ${glyph.height}`,
      )
      assert.ok(
        glyph.left >= 0 && -glyph.top >= 0 && glyph.left + glyph.width <= px && glyph.height - glyph.top <= px,
        `${name} at ${px} stays in its square`,
      )
    }
  }
  assert.is(book.icon("no-such-icon", 24), undefined)
})

test("draws a pictogram that has no outline at the nearest size below, and refuses ragged rows", () => {
  const rows = (side: number): string[] => Array.from({ length: side }, () => "#".repeat(side))
  const set: IconSet = { id: "mine", bitmaps: { "dot@12": rows(12), "dot@16": rows(16) } }
  const book = new FontBook(open, [], [set])
  assert.equal(
    [8, 12, 15, 16, 48].map((px) => book.icon("dot", px)!.width),
    [12, 12, 12, 16, 16],
  )
  assert.throws(() => new FontBook(open, [], [{ id: "mine", bitmaps: { "dot@2": ["##", "#"] } }]), /"dot@2" of "mine"/)
})

test("names the icon font that cannot be read", () => {
  const book = new FontBook(
    open,
    [],
    [{ id: "my-icons", outlines: { file: pathToFileURL(path.join(folder, "gone.woff")), glyphs: { sun: 0xf101 } } }],
  )
  assert.throws(() => book.icon("sun", 24), /"my-icons" \(gone\.woff\)/)
})

test.run()
