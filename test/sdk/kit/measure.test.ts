import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenClass } from "platen/sdk/mode"
import { rolePx } from "../../../kernel/engine/text/type-scale.js"
import { captionPx, linesOf, measured } from "platen/sdk/kit"
import { sharedTypesetter } from "../../setting.js"
import { SIZES } from "../../modes/memo/page.js"

const test = suite("measure")

const TEXTS: Readonly<Record<string, string>> = {
  prose:
    "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood.",
  notes:
    "Ring the plumber (0123 456789) about the tap; half past six, illicit fillet jiffy, lilies & 3 kg of flour @ 2.50 = 7.50",
  capitals: "WIDE MOTORWAY MAMMALS WANT MANY WARM WINDOWS AND MORE MAHOGANY",
  Chinese:
    "这一天的早晨，天色还没有全亮，院子里的人已经起来了。水缸里结了薄薄的一层冰，灶上的火却烧得很旺，大家都说今年的冬天来得早。",
  mixed: "星期三 10:30 去看 Dr. Müller，带上 X-ray 片子和医保卡，然后到 Café Central 喝一杯。",
  Russian: "Не забыть позвонить сантехнику и полить цветы в понедельник утром до работы",
  Greek: "Θυμήσου να ποτίσεις τα λουλούδια και να πληρώσεις το ενοίκιο την Παρασκευή",
  Arabic: "هذا نص طويل إلى حد ما ليختبر ما يحدث عندما يكون النص من اليمين إلى اليسار ويحتاج إلى عدة أسطر",
  pictures: "🎉🎂🎈 Party! 😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
  aWord: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
}

for (const [name, text] of Object.entries(TEXTS)) {
  test(`tells how many lines ${name} fills, never too few`, async () => {
    const typesetter = await sharedTypesetter()
    const form = measured(text)
    for (const px of [10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40, 48]) {
      if (/[\u4e00-\u9fff]/.test(text) && ![12, 18, 24, 40, 48].includes(px)) continue
      for (const width of [160, 260, 352, 728].filter((each) => each >= px * 9)) {
        const style = { family: "serif", weight: "regular", px, language: "en", tabular: false } as const
        const { lineCount } = typesetter.block(text, {
          style,
          width,
          lines: Infinity,
          lineHeight: px,
          balance: false,
          align: "start",
          mark: "none",
          trim: "line",
        })
        const told = linesOf(form, px, width)
        assert.ok(told >= lineCount, `${told} instead of ${lineCount} lines at ${px} in ${width}`)
        assert.ok(told <= Math.ceil(lineCount * 1.3) + 1, `${told} instead of ${lineCount} lines at ${px} in ${width}`)
      }
    }
  })
}

test("counts the lines that a text asks for", () => {
  assert.is(linesOf(measured("a\n\nb"), 12, 300), 3)
  assert.is(linesOf(measured(""), 12, 300), 1)
})

test("knows how large a caption is, or a little more", () => {
  for (const [width, height] of SIZES) {
    for (const distance of ["desk", "room", "hall"] as const) {
      const screen = screenClass(width, height, { distance })
      const px = rolePx("caption", "alphabet", screen)
      assert.ok(captionPx(screen) >= px && captionPx(screen) < px * 1.25 + 1, `${width}x${height} ${distance}: ${px}`)
    }
  }
})

test("knows which marks reach out of their lines", () => {
  assert.equal(
    ["ไม่", "हिन्दी", "Zürich", "中文"].map((text) => measured(text).tall),
    [true, true, false, false],
  )
})

test("knows the widest word and the longest line", () => {
  const { widest, longest } = measured("a bcd\nef")
  assert.ok(widest > 1.5 && widest < 2.2, String(widest))
  assert.ok(longest > widest && longest < 3.5, String(longest))
  assert.is(measured("中文").widest, measured("中").longest, "each ideograph for itself")
})

test.run()
