import { column, rule, spacer, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import { lintPlacements } from "../../kernel/lint/lint.js"
import { paintPlacements } from "../../kernel/engine/scene/paint.js"
import { BW } from "../../plugins/pages/panels/palettes.js"
import { sceneEnv } from "../setting.js"
import type { AtlasPage } from "./atlas.js"
import { isFilled, isWhole, isWithinMargins } from "./checks.js"

/** Each check of the atlas finds its fault, and nothing on a page without it. */
const test = suite("checks of the atlas")

async function pageOf(scene: SceneNode, width = 800, height = 480): Promise<AtlasPage> {
  const env = await sceneEnv(width, height)
  const placements = layout(scene, width, height, env)
  const screen = { width, height, palette: "bw", language: "en" }
  return {
    ...screen,
    name: `TEST ${width}x${height} en bw`,
    mode: "TEST",
    scene,
    placements,
    findings: () => lintPlacements(placements, width, height, BW, env),
    bitmap: async () => paintPlacements(placements, width, height, BW, env),
  }
}

const LONG = "A page that is filled with words from its head to its foot has no room that is empty. ".repeat(14)
const framed = (...children: readonly SceneNode[]): SceneNode =>
  column({ padding: [40, 40], gap: 8, align: "stretch" }, rule({ thickness: 3 }), ...children)
const within = async (page: AtlasPage): Promise<readonly string[]> => isWithinMargins(page, await page.bitmap())

test("find nothing on a page that is whole, within its margins and filled", async () => {
  const page = await pageOf(framed(text("A title", { px: 90, lines: 1 }), text(LONG.slice(0, 600), { px: 24 })))
  assert.equal([isWhole(page), await within(page), isFilled(page)], [[], [], []])
})

test("find words that are cut", async () => {
  const [fault] = isWhole(await pageOf(framed(text(LONG.repeat(4), { px: 24 }))))
  assert.match(fault ?? "", /^TEST 800x480 en bw: clipped: /)
})

test("find ink outside the margins, at either side", async () => {
  const base = column({ padding: [30, 60], align: "stretch" }, rule({ thickness: 3 }), spacer())
  assert.equal(await within(await pageOf(base)), [])
  for (const left of [2, 770]) {
    const page = await pageOf(
      column(
        { align: "stretch" },
        column({ padding: [30, 60], align: "stretch" }, rule({ thickness: 3 })),
        column({ padding: [0, 0, 0, left], align: "start" }, text("il", { px: 20, lines: 1 })),
      ),
    )
    assert.match(
      (await within(page))[0] ?? "",
      /^TEST 800x480 en bw: row \d+ reaches out of the margins$/,
      String(left),
    )
  }
})

test("find wide empty room, and a large page on which nothing is large", async () => {
  assert.match(isFilled(await pageOf(framed(text("alone", { px: 90, lines: 1 }))))[0] ?? "", /[3-9]\d % empty/)
  const small = await pageOf(
    column({ padding: 20 }, ...Array.from({ length: 20 }, () => text(LONG.slice(0, 90), { px: 14, lines: 1 }))),
  )
  assert.match(isFilled(small)[0] ?? "", /the highest element [0-9] %$/)
  assert.equal(isFilled(await pageOf(column({}, text("alone", { px: 12 })), 400, 300)), [], "small pages may be plain")
  const lines: string[] = []
  isFilled(small, (line) => lines.push(line))
  assert.is(lines.length, 1)
})

test.run()
