import { paint } from "../kernel/engine/scene/paint.js"
import { openStage } from "platen/testing"
import { PANELS } from "platen/sdk/drawing"
import { column, text, MODES, DRAW } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { BW } from "../plugins/pages/panels/palettes.js"

// Draws every mode on every panel in some languages and prints the resident memory.
// "all": English and Chinese, then a page that uses every other font. Only pages of text, unless "pictures" is given.
const [which = "en", what = "words"] = process.argv.slice(2)
const languages = which === "all" ? ["en", "zh"] : [which]
const PICTURES: ReadonlySet<string> = new Set(["MY_ADAPTIVE"])
const EVERYTHING = [
  "漢字繁體 12",
  "日本語の文字",
  "한국어 글자",
  "Кириллица Ελληνικά Tiếng Việt",
  "العربية עברית",
  "😀 ☂ ♞",
  "ไทย ⠿ ᚠ",
]

const start = performance.now()
const stage = await openStage()
const opened = performance.now() - start
const { app } = stage
// As a server does before it listens: no page inflates a font.
if (which === "all") await app.engine.prepare()
let first = 0
for (const panel of app.get(PANELS).list()) {
  for (const mode of app
    .get(MODES)
    .list()
    .filter(({ id }) => what === "pictures" || !PICTURES.has(id))) {
    for (const language of languages) {
      const { purpose: _, ...request } = requestFor(app, mode.id, panel, language)
      await app.get(DRAW).picture(request)
      first ||= performance.now() - start
    }
  }
}
if (which === "all") {
  for (const language of ["zh-TW", "ja", "ko", "en"]) {
    const env = app.engine.rasterizer.env({ width: 400, height: 300, language })
    for (const px of [12, 16, 24]) {
      paint(
        column(
          {},
          ...EVERYTHING.flatMap((words) => [
            text(words, { px }),
            text(words, { px, family: "serif", weight: "bold" }),
            text(words, { px, family: "mono" }),
          ]),
        ),
        400,
        1200,
        BW,
        env,
      )
      // As between the pages of a server: what a page has opened may go after it.
      await new Promise(setImmediate)
    }
  }
}
const { rss, heapUsed, external } = process.memoryUsage()
process.stdout.write(
  JSON.stringify({
    openMs: opened,
    firstPictureMs: first,
    rssMb: rss / 1e6,
    heapMb: heapUsed / 1e6,
    externalMb: external / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1e3,
  }),
)
await stage.close()
