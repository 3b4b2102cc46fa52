import { column, text } from "platen/sdk/mode"
import type { Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { inkBox, painted, sceneEnv, worldTypesetter } from "../setting.js"
import { lint } from "../../kernel/lint/lint.js"
import { golden } from "./golden.js"
import { BW } from "../../plugins/pages/panels/palettes.js"

const test = suite("scripts")

/** What each language writes, and marks that go wrong where a face or a rule is missing. */
const LINES: readonly (readonly [string, string])[] = [
  ["en", "The quick “AVATAR” fox jumps — 1984, fig. 7; isn’t it?"],
  ["zh", "永和九年，岁在癸丑：“暮春之初”，会于会稽山阴之兰亭。"],
  ["zh-TW", "永和九年，歲在癸丑：「暮春之初」，會於會稽山陰之蘭亭。"],
  ["ja", "いろはにほへと「散りぬるを」、我が世誰ぞ常ならむ。"],
  ["ko", "나랏말싸미 중국에 달아 “문자와로” 서로 사맛디 아니할쎄."],
  ["ru", "Съешь же ещё этих мягких французских булок, да выпей чаю."],
  ["el", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, έτσι δεν είναι;"],
  ["vi", "Tiếng Việt: Đường phố Hà Nội nở đầy hoa sữa."],
  ["ar", "نص حكيم له سر قاطع وذو شأن عظيم (1984)."],
  ["he", "דג סקרן שט בים מאוכזב ולפתע מצא חברה (1984)."],
  ["en", "English, Русский, 中文，日本語、한국어, العربية and עברית."],
  ["en", "Sun ☀️ rain 🌧 cat 🐈 heart ❤️ flag 🇫🇷 family 👨‍👩‍👧"],
]

for (const [name, props, width, height] of [
  ["small", { px: 12 }, 400, 300],
  ["serif", { px: 16, family: "serif" }, 540, 350],
  ["large", { px: 24, family: "serif" }, 800, 560],
] as const satisfies readonly (readonly [string, Partial<Text>, number, number])[]) {
  test(`are set right at the ${name} size`, async () => {
    const scene = column(
      { padding: 10, gap: 4 },
      ...LINES.map(([language, words]) => text(words, { ...props, language })),
    )
    // With the package, which has Korean.
    const fonts = worldTypesetter()
    golden(`scripts-${name}`, await painted(scene, { width, height, fonts }))
    assert.equal(
      lint(scene, width, height, BW, await sceneEnv(width, height, "en", fonts)).filter(
        ({ rule }) => rule !== "clock-area",
      ),
      [],
      "no box for a glyph, nothing cut",
    )
  })
}

test("read from the right where they do", async () => {
  for (const words of ["שלום", "مرحبا"]) {
    const bitmap = await painted(column({ align: "stretch" }, text(words, { px: 20 })), { width: 200, height: 40 })
    const box = inkBox(bitmap)!
    assert.ok(box.right > 196 && box.left > 100, `${words} stands at the right`)
  }
})

test.run()
