import { Invalid } from "platen/sdk"
import { column, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmp } from "../../../../plugins/pages/codecs/bmp.js"
import { SceneRasterizer } from "../../../../kernel/engine/rasterizer.js"
import { MAX_PARAGRAPHS } from "../../../../kernel/engine/scene/budget.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { catalog } from "../../../plugins/devices/configs/catalogs.js"
import { KINDS, sharedTypesetter } from "../../../setting.js"

const test = suite("budget of a page")
const typesetter = await sharedTypesetter()

/** A rasterizer on a clock that passes by so many milliseconds whenever it is read, and by `leap` more the tenth time. */
function rasterizerOf(step: number, leap = 0): SceneRasterizer {
  let [now, reads] = [0, 0]
  return new SceneRasterizer({
    typesetter: () => typesetter,
    kinds: () => KINDS,
    palettes: catalog([BW]),
    codecs: catalog([bmp]),
    sandbox: { page: () => Promise.reject(new Error("no sandbox is needed")) },
    ticks: () => (now += step + (++reads === 10 ? leap : 0)),
  })
}
const page = (count: number, word: string): SceneNode =>
  column({}, ...Array.from({ length: count }, (_, i) => text(`${word} ${i}`, { px: 12, lines: 1 })))
const screen = { width: 400, height: 300, language: "en", palette: BW.id, codec: bmp.id }
const drawn = (rasterizer: SceneRasterizer, scene: SceneNode): string => {
  try {
    return rasterizer.draw(scene, screen).encoded.type
  } catch (error) {
    assert.instance(error, Invalid)
    return (error as Invalid).code
  }
}

test("ends a page that takes too long, and not the next", () => {
  const rasterizer = rasterizerOf(10)
  assert.is(drawn(rasterizer, page(300, "long")), "budget-time")
  for (const word of ["short", "other", "words"]) assert.is(drawn(rasterizer, page(20, word)), "image/bmp")
  assert.is(drawn(rasterizer, page(300, "again")), "budget-time")
})

test("does not blame a page for a machine that stood still", () => {
  assert.is(drawn(rasterizerOf(1, 60_000), page(20, "still")), "image/bmp")
  assert.is(drawn(rasterizerOf(90, 60_000), page(20, "slow")), "budget-time")
})

test("counts the time of each page by itself, also where it keeps the boxes of an earlier one", () => {
  const rasterizer = rasterizerOf(10)
  for (let i = 0; i < 60; i++) assert.is(drawn(rasterizer, page(30, `day ${i}`)), "image/bmp", String(i))
})

test("ends a page of too many paragraphs", () => {
  const rasterizer = rasterizerOf(0)
  assert.is(drawn(rasterizer, page(MAX_PARAGRAPHS + 10, "x")), "budget-paragraphs")
  assert.is(drawn(rasterizer, page(30, "y")), "image/bmp")
})

test("bounds all that is done with a page", () => {
  for (const work of [
    (rasterizer: SceneRasterizer, scene: SceneNode) => rasterizer.paint(scene, screen),
    (rasterizer: SceneRasterizer, scene: SceneNode) => rasterizer.boxes(scene, screen),
    (rasterizer: SceneRasterizer, scene: SceneNode) => rasterizer.lint(scene, screen),
  ])
    assert.throws(() => work(rasterizerOf(10), page(300, "long")), /2 seconds/)
})

test.run()
