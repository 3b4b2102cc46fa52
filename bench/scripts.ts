import { bmp } from "../plugins/pages/codecs/bmp.js"
import { paint } from "../kernel/engine/scene/paint.js"
import { openStage } from "platen/testing"
import { column, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { measure } from "./measure.js"
import { BW } from "../plugins/pages/panels/palettes.js"

// Draws a page whose fonts are large, in a process that has drawn nothing yet: the first page, and later ones of other words in the same scripts.
// Prints one JSON object. The fonts are unpacked before.

/** Words of twelve scripts, each of which needs a font of its own. */
const SCRIPTS = [
  "If it is not right",
  "Если это неправильно",
  "Αν δεν είναι σωστό",
  "不对的事不要做",
  "正しくなければ",
  "옳지 않으면",
  "إن لم يكن صوابا",
  "אם זה לא נכון",
  "यदि यह सही नहीं है",
  "যদি এটা ঠিক না হয়",
  "அது சரியல்ல என்றால்",
  "ถ้ามันไม่ถูกต้อง",
]
/** Han characters of Unicode's extension A, which few fonts have. */
const RARE = { first: 0x3400, count: 6_592 }
const HEADLINES =
  "江城晨报大桥今晨通车全程八公里连接南北两岸居民出行时间缩短一半专家称这是十年来最大的工程明天有雨气温下降请注意保暖"

/** The characters of a text, each moved by `by`. */
function moved(all: string, by: number): string {
  const characters = [...all]
  return characters.map((_, i) => characters[(i + by) % characters.length]).join("")
}

const PAGES: Readonly<Record<string, (i: number) => SceneNode>> = {
  twelve: (i) =>
    column(
      { padding: 8, gap: 2 },
      ...SCRIPTS.map((words) => text(`${words} ${moved(words, i + 1)}`, { px: 16, lines: 1 })),
    ),
  rare: (i) =>
    column(
      { padding: 8, gap: 2 },
      text(
        Array.from({ length: 200 }, (_, at) =>
          String.fromCodePoint(RARE.first + ((at * 97 + i * 13) % RARE.count)),
        ).join(""),
        { px: 16 },
      ),
    ),
  headlines: (i) =>
    column(
      { padding: 8, gap: 2 },
      ...Array.from({ length: 30 }, (_, at) => text(moved(HEADLINES, at * 7 + i).slice(0, 22), { px: 14, lines: 1 })),
    ),
}

const [which = "twelve"] = process.argv.slice(2)
const page = PAGES[which]!
const stage = await openStage()
await stage.app.engine.prepare()
const [width, height] = [800, 480]
const env = stage.app.engine.rasterizer.env({ width, height, language: "zh" })
const draw = (i: number): void => void bmp.encode(paint(page(i), width, height, BW, env))
const start = performance.now()
draw(0)
const firstMs = performance.now() - start
const later = await measure(60, (i) => draw(i + 100))
await stage.close()
process.stdout.write(JSON.stringify({ firstMs, later }))
