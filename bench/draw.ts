import { screenClass } from "platen/sdk/mode"
import { bmp } from "../plugins/pages/codecs/bmp.js"
import { png } from "../plugins/pages/codecs/png.js"
import { layout } from "../kernel/engine/scene/layout.js"
import { paint, paintPlacements } from "../kernel/engine/scene/paint.js"
import { openStage } from "platen/testing"
import { measure } from "./measure.js"
import { pageScene, pageTexts } from "./page.js"
import { BW } from "../plugins/pages/panels/palettes.js"

// Measures layout, paint and encoding of the page, separately and together. Prints one JSON object.
const started = performance.now()
const stage = await openStage()
const figures: Record<string, unknown> = { openMs: performance.now() - started }
for (const [width, height] of [
  [400, 300],
  [800, 480],
] as const) {
  const env = {
    ...stage.app.engine.rasterizer.env({ width, height, language: "zh" }),
    screen: screenClass(width, height),
  }
  const scene = (i: number) => pageScene(pageTexts(String(100_000 + i)))
  const same = pageScene(pageTexts("same"))
  const first = performance.now()
  bmp.encode(paint(same, width, height, BW, env))
  const firstMs = performance.now() - first
  const placements = layout(same, width, height, env)
  const bitmap = paintPlacements(placements, width, height, BW, env)
  figures[`${width}x${height}`] = {
    firstMs,
    newText: await measure(1_500, (i) => bmp.encode(paint(scene(i), width, height, BW, env))),
    sameText: await measure(1_500, () => bmp.encode(paint(same, width, height, BW, env))),
    layout: await measure(1_000, () => layout(same, width, height, env)),
    paint: await measure(1_000, () => paintPlacements(placements, width, height, BW, env)),
    bmp: await measure(1_000, () => bmp.encode(bitmap)),
    png: await measure(1_000, () => png.encode(bitmap)),
  }
}
await stage.close()
process.stdout.write(JSON.stringify(figures))
