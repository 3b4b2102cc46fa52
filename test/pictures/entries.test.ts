import { MODES } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DEFINED, definitionOf } from "../modes/definitions.js"
import type { Glyph } from "../../kernel/engine/text/raster.js"
import { IS_FULL } from "../depth.js"
import { atlasPage, modesDrawn } from "./atlas.js"
import type { AtlasPage } from "./atlas.js"
import { isWhole } from "./checks.js"
import { dataOf, SETTINGS } from "./content.js"
import { GOLDEN_SIZES as SIZES } from "./sizes.js"

/** Entries of every pool, set whole. */
const test = suite("entries")
const DAY_MS = 86_400_000
/** Days of a mode without a pool, whose sources compute a page for each. Its own tests have the days with the most. */
const DAYS_COMPUTED = 8
/** Entries of a pool that are drawn. */
const MANY = 14

interface Spec {
  readonly id: string
  readonly content: { readonly by?: string; readonly pool?: Readonly<Record<string, readonly unknown[]>> }
}
const specs = await Promise.all(DEFINED.map((name) => definitionOf<Spec>(name)))

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

let boxes: readonly Glyph[] | undefined

/** Whether a glyph is the box that stands for a character without one. */
function isBox(glyph: Glyph): boolean {
  const { book } = stage.app.engine.rasterizer.env({ width: 400, height: 300, language: "en" }).typesetter
  boxes ??= [12, 16, 20, 28]
    .flatMap((px) =>
      book
        .chain({ family: "sans", weight: "regular", px, language: "en", tabular: false })
        .map((cut) => cut.face.glyph(0, cut.px)),
    )
    .filter(({ width }) => width > 3)
  return boxes.some(
    (box) => box.width === glyph.width && box.height === glyph.height && Buffer.compare(box.bits, glyph.bits) === 0,
  )
}

/** Words that are broken inside, and characters without a glyph. */
function faultsOf({ name, placements }: AtlasPage): readonly string[] {
  return placements.flatMap(({ node, block }) => {
    if (node.type !== "text" || !block) return []
    const faults = [
      ...(block.tight ? ["is broken inside"] : []),
      ...block.missing.map((missing) => `has no glyph for ${missing}`),
      ...(block.glyphs.some(({ glyph }) => isBox(glyph)) ? ["has a box in place of a glyph"] : []),
    ]
    return faults.map((fault) => `${name}: "${node.text}" ${fault}`)
  })
}

for (const { id, content } of specs)
  for (const language of ["en", "zh"] as const)
    test(`breaks no word, cuts none and has each glyph in every entry of ${id} in ${language}`, async () => {
      const mode = modesDrawn(stage).find((each) => each.id === id)
      if (!mode) return
      const start = clock.now()
      // Of a pool that is chosen by season, all have come within a year.
      const days = content.by === undefined ? (content.pool?.[language]?.length ?? DAYS_COMPUTED) : 366
      const faults: string[] = []
      const more = { battery: { percent: 87 }, settings: SETTINGS, data: dataOf(id, language) }
      // Of a large pool some entries, and all in the nightly form.
      const step = IS_FULL ? 1 : Math.ceil(days / MANY)
      for (let day = 0; day < days; day += step, clock.advance(step * DAY_MS))
        for (const [width, height] of IS_FULL ? SIZES : [SIZES[(day / step) % SIZES.length]!]) {
          const page = await atlasPage(stage, mode, { width, height, palette: "bw", language }, more)
          faults.push(...isWhole(page), ...faultsOf(page))
        }
      clock.advance(start - clock.now())
      assert.equal(faults, [])
    })

test("has every mode that is a spec", () => {
  const known = stage.app.get(MODES).list()
  for (const { id } of specs)
    assert.ok(
      known.some((mode) => mode.id === id && mode.compiled),
      id,
    )
})

test.run()
