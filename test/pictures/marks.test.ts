import { column, row, rule, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lint } from "../../kernel/lint/lint.js"
import { painted, sceneEnv, worldTypesetter } from "../setting.js"
import { golden } from "./golden.js"
import { BW } from "../../plugins/pages/panels/palettes.js"

const test = suite("marks")

/** Marks above and below, joins, numbers in either direction, and scripts side by side on one baseline. */
const LINES: readonly (readonly [string, string])[] = [
  ["vi", "Ế Ỗ Ữ Ẫ Ặ ử ệ ỹ, ĐƯỜNG PHỐ"],
  ["pl", "Zażółć gęślą jaźń. Příliš žluťoučký kůň"],
  ["el", "ᾧ ΐ ΰ Ἀχιλλεύς· Ὀδυσσεύς"],
  ["ru", "Ёлка, подъём, майский йод"],
  ["ar", "مُحَمَّدٌ رَسُولٌ؛ لا إله ١٢٣"],
  ["he", "שָׁלוֹם עֲלֵיכֶם, 12:30 (כן)"],
  ["fa", "پژوهش گچ ۴۵۶"],
  ["th", "ที่นี่ น้ำ กู้ ป่า"],
  ["ko", "값 읽다 뷁 (서울)"],
  ["ja", "がぎぐ パピプ ッャュ ーｰ 々"],
  ["en", "Hg中Жgかy한ψשم😀Q“”½—→°C"],
]

/** With the package, which has Korean. */
const fonts = worldTypesetter()

const page = (px: number, family: "sans" | "serif"): SceneNode =>
  column(
    { padding: 8, gap: 3 },
    ...LINES.flatMap(([language, words]) => [text(words, { px, family, language }), rule({ style: "dotted" })]),
  )

for (const [px, family, width, height] of [
  [12, "sans", 260, 300],
  [13, "sans", 280, 320],
  [20, "serif", 420, 440],
  [28, "serif", 560, 580],
] as const) {
  test(`stand where they should at ${px} pixels`, async () => {
    golden(`scripts-marks-${px}`, await painted(page(px, family), { width, height, fonts }))
    assert.equal(
      lint(page(px, family), width, height, BW, await sceneEnv(width, height, "en", fonts)).filter(
        ({ rule }) => rule !== "clock-area",
      ),
      [],
    )
  })
}

test("follow the language where Han characters have several forms", async () => {
  const forms = (px: number): SceneNode =>
    row(
      { gap: 14, padding: [2, 8] },
      ...["zh-Hans", "zh-Hant", "ja", "ko"].map((language) => text("返今房冷草", { px, language, lines: 1 })),
    )
  golden(
    "scripts-forms",
    await painted(column({}, forms(12), forms(16), forms(24)), { width: 600, height: 110, fonts }),
  )
})

test.run()
