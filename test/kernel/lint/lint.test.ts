import { column, icon, rule, row, stack, text } from "platen/sdk/mode"
import type { Palette } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lint } from "../../../kernel/lint/lint.js"
import type { Finding } from "platen/sdk/drawing"
import { sceneEnv } from "../../setting.js"
import { BW, BWRY } from "../../../plugins/pages/panels/palettes.js"

const test = suite("lint")

async function findings(
  scene: SceneNode,
  { width = 400, height = 300, palette = BW }: { width?: number; height?: number; palette?: Palette } = {},
): Promise<Finding[]> {
  const all = lint(scene, width, height, palette, await sceneEnv(width, height))
  // These scenes begin at the top edge, as no page does.
  return all.filter(({ rule: name }) => name !== "clock-area")
}

async function rules(scene: SceneNode, page = {}): Promise<string> {
  return (await findings(scene, page)).map(({ rule: name }) => name).join(" ")
}

test("is silent on a good page", async () => {
  const scene = column(
    { padding: 12, gap: 8 },
    row(
      { justify: "between", align: "baseline" },
      text("Sat 21 Nov", { role: "caption" }),
      text("87%", { role: "caption" }),
    ),
    rule(),
    text("The best way of avenging yourself is not to become like the wrong-doer.", {
      role: "title",
      fit: "shrink",
      balance: true,
      grow: 1,
    }),
    row({ gap: 6, align: "center" }, icon("sun", 24), text("Marcus Aurelius, 沉思录 ☀️")),
  )
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [648, 480],
    [800, 480],
    [200, 150],
    [1_600, 1_200],
  ] as const) {
    for (const palette of [BW, BWRY])
      assert.equal(await findings(scene, { width, height, palette }), [], `${width} x ${height}`)
  }
})

test("finds a text that is cut", async () => {
  const [finding, ...more] = await findings(column({}, text("word ".repeat(300))))
  assert.is(more.length, 0)
  assert.is(finding!.rule, "clipped")
  assert.match(
    finding!.message,
    /^"word word .*…" does not fit its box of 400 x \d+ pixels: it is \d+ pixels too high: /,
  )
  assert.is(await rules(column({}, text("one two", { lines: 1, width: 30 }))), "clipped")
  assert.match(finding!.message, / \d+ pixels too high: give it room, fewer words, or `fit: "shrink"`\.$/)
  assert.is(await rules(column({}, text("one two", { lines: 1, width: 30, fit: "clip" }))), "clipped")
})

test("says how many lines, and how many pixels, a text lacks", async () => {
  const message = async (scene: Parameters<typeof findings>[0]): Promise<string> => (await findings(scene))[0]!.message
  assert.match(
    await message(column({}, text("one two three", { lines: 1, width: 40 }))),
    /: it has 4 lines, and may have 1: /,
  )
  const [low, lower] = await Promise.all(
    [60, 48].map((height) => message(column({}, text("one two three", { width: 40, height })))),
  )
  const by = (said: string): number => Number(/it is (\d+) pixels too high/.exec(said)![1])
  assert.is(by(lower!) - by(low!), 12)
  const cut = column({}, column({ height: 8, shrink: 0 }, text("word")))
  assert.match(await message(cut), /box of 400 x 8 pixels: it is 17 pixels too high: give/)
})

test("says of everything that is clipped how many lines or pixels it lacks", async () => {
  const said = new Set<string>()
  for (const fit of [undefined, "shrink", "fill", "clip"] as const)
    for (const trim of [undefined, "ink", "cap"] as const)
      for (const turn of [undefined, 90] as const)
        for (const lines of [1, 2])
          for (const words of ["Mon", "Mon\nTue", "one two"])
            for (const [width, height] of [
              [12, 20],
              [38, 19],
              [38, 48],
              [90, 24],
            ] as const) {
              const look = { width, height, lines, shrink: 0, ...(fit && { fit }), ...(trim && { trim }) }
              const scene = column({}, text(words, { ...look, role: "title", ...(turn && { turn }) }))
              for (const { rule: name, message } of await findings(scene))
                if (name === "clipped")
                  said.add(
                    /: it has \d (lines), and may have \d: /.exec(message)?.[1] ??
                      /: it is \d+ pixels? too (wide|high): /.exec(message)?.[1] ??
                      /^The (ink) of /.exec(message)?.[1] ??
                      message,
                  )
            }
  assert.equal([...said].sort(), ["high", "ink", "lines", "wide"])
})

test("advises no shrinking where a text shrinks already", async () => {
  const [finding] = await findings(column({}, text("word ".repeat(700), { fit: "shrink" })))
  assert.match(finding!.message, /^"word .* pixels too high: give it room or fewer words\.$/)
})

test("finds a text for which there is not even one line", async () => {
  assert.is(await rules(column({}, column({ height: 8, shrink: 0 }, text("word")))), "clipped")
})

test("finds a text that reaches out of the box round it", async () => {
  assert.is(
    await rules(
      row({}, column({ width: 60 }, row({ width: 200, shrink: 0 }, text("a line of two hundred", { shrink: 0 })))),
    ),
    "clipped",
  )
})

test("finds what no font has, once for each character, by number", async () => {
  const found = await findings(column({}, text("a\ue000b\ue000c\u{10fffd}")))
  assert.equal(
    found.map(({ rule: name }) => name),
    ["missing-glyph", "missing-glyph"],
  )
  assert.match(found[0]!.message, /U\+E000/)
  assert.match(found[1]!.message, /U\+10FFFD/)
})

test("finds a script that no font shapes, once for a text", async () => {
  const unshaped = {
    Khmer: "ភាសាខ្មែរ",
    Myanmar: "မြန်မာဘာသာ",
    Sinhala: "සිංහල",
    Telugu: "తెలుగు",
    Malayalam: "മലയാളം",
    Kannada: "ಕನ್ನಡ",
    Gujarati: "ગુજરાતી",
    Gurmukhi: "ਪੰਜਾਬੀ",
    Lao: "ພາສາລາວ",
    Tibetan: "བོད་སྐད",
    Syriac: "ܣܘܪܝܝܐ",
    Mongolian: "ᠮᠣᠩᠭᠣᠯ",
  }
  for (const [script, words] of Object.entries(unshaped)) {
    const found = await findings(column({}, text(`12 ${words}, ${words}`)))
    assert.equal(
      found.map(({ rule: name }) => name),
      ["no-shaping-font"],
      script,
    )
    const named = ["Tibetan", "Syriac", "Mongolian"].includes(script) ? "" : ", such as platen-fonts-world"
    const remedy = `add a font plugin that shapes ${script}${named}\\.$`
    assert.match(found[0]!.message, new RegExp(`^No font shapes the ${script} of "12 .*", so .*: ${remedy}`))
  }
})

test("finds no fault with scripts that are shaped, with those that need no shaping, and with digits", async () => {
  for (const words of [
    "हिन्दी বাংলা தமிழ் ไทย",
    "العربية פרסית עברית",
    "Ελληνικά русский հայերեն ქართული",
    "ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ ⵜⴰⵎⴰⵣⵉⵖⵜ አማርኛ",
    "中文 かな 한국어 😀",
    "០១២ ௧௨ ౧౨",
  ]) {
    for (const family of ["sans", "serif", "mono"] as const)
      assert.equal(await findings(column({}, text(words, { family }))), [], `${words} ${family}`)
  }
})

test("finds what is too small to read, shrunk or not", async () => {
  assert.is(await rules(text("tiny", { px: 9 })), "illegible")
  assert.is(await rules(text("fine", { px: 10 })), "")
  const shrunk = await findings(
    row(
      {},
      column({ width: 120 }, text("shrunk until nobody reads it", { px: 13, fit: "shrink", minPx: 8, lines: 1 })),
    ),
  )
  assert.match(shrunk.map(({ message }) => message).join(), /is set at 8 pixels/)
})

test("finds an icon that nobody has drawn", async () => {
  const [finding] = await findings(column({}, icon("no-such-icon", 24)))
  assert.is(finding!.rule, "unknown-icon")
  assert.match(finding!.message, /"no-such-icon"/)
})

test("finds texts and icons that overlap, but not where they are stacked", async () => {
  const both = [text("one", { shrink: 0 }), icon("sun", 24)] as const
  assert.is(
    await rules(column({}, row({ height: 5, shrink: 0 }, column({ height: 20, shrink: 0 }, both[0])), both[1])),
    "clipped",
  )
  const over = column(
    {},
    column({ height: 10, shrink: 0 }, row({ height: 40, shrink: 0 }, icon("sun", 40))),
    text("under the sun"),
  )
  assert.is(await rules(over), "clipped overlap")
  assert.is(await rules(stack({}, ...both)), "")
  assert.is(await rules(stack({}, column({}, text("a"), text("b")), column({}, text("c")))), "")
})

test("finds ink that a box or the page cuts off, though the box of the text is whole", async () => {
  const high = column({ height: 14, shrink: 0 }, row({ height: 24, shrink: 0 }, icon("sun", 24)))
  assert.match(
    (await findings(column({}, high)))[0]!.message,
    /^The ink of Icon "sun" is cut off at its foot by \d+ pixels: /,
  )
})

test("finds cut ink in a box that is far larger than the page, at the cost of a page", async () => {
  const wide = row(
    { width: 200_000, height: 200_000, shrink: 0 },
    text("wide", { px: 40, width: 150_000, shrink: 0, lines: 1 }),
  )
  assert.ok((await findings(column({}, wide))).length < 3)
})

test("finds words of which an ellipsis leaves a few letters", async () => {
  for (const [words, isFound] of [
    ["D…", true],
    ["The…", true],
    ["WED…", true],
    ["Dentist…", false],
    ["10:00 Review…", false],
    ["…", false],
    ["无花果…", false],
    ["Bread …", false],
    ["مرحبا…", false],
  ] as const)
    assert.is(await rules(column({}, text(words))), isFound ? "clipped" : "", words)
})

test("finds a text that fills its box and is smaller than the captions", async () => {
  const caption = text("A caption", { role: "caption", px: 20, shrink: 0 })
  const hero = (width: number): SceneNode =>
    column({}, caption, column({ width, height: 30 }, text("Hero", { fit: "fill", minPx: 10, lines: 1 })))
  assert.is(await rules(hero(200)), "")
  assert.is(await rules(hero(30)), "hierarchy")
})

test("finds what colour alone tells apart, on a panel that has colours", async () => {
  const scene = row({}, icon("sun", 24), icon("sun", 24, { ink: "red" }))
  assert.is(await rules(scene, { palette: BWRY }), "colour-only")
  assert.is(await rules(scene, { palette: BW }), "")
  assert.is(
    await rules(row({}, icon("sun", 24, { label: "now" }), icon("sun", 24, { ink: "red", label: "later" })), {
      palette: BWRY,
    }),
    "",
  )
})

test("does not mind empty texts", async () => {
  assert.is(await rules(column({}, column({ height: 4 }, text(""), text("   ")))), "")
})

test("takes the ink of the box round an icon for its own", async () => {
  const scene = row({}, icon("sun", 24), row({ ink: "red" }, icon("sun", 24)))
  assert.is(await rules(scene, { palette: BWRY }), "colour-only")
  assert.is(await rules(row({ ink: "red" }, icon("sun", 24), icon("sun", 24, { ink: "red" })), { palette: BWRY }), "")
})

test("finds ink that there is no height for", async () => {
  const numeral = text("21", { px: 64, trim: "ink", lines: 1 })
  assert.is(await rules(column({}, column({ height: 20 }, numeral))), "clipped")
  assert.is(await rules(column({}, column({ height: 60 }, numeral))), "")
})

test("finds ink that stands in the middle of a box of which the middle is cut off", async () => {
  const low = (height: number): SceneNode =>
    column(
      { height, shrink: 0 },
      column({ height: 100, shrink: 0 }, text("21", { px: 40, trim: "ink", lines: 1, grow: 1 })),
    )
  assert.is(await rules(column({}, low(40))), "clipped")
  assert.is(await rules(column({}, low(70))), "")
})

test.run()
