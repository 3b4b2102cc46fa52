import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { Chance } from "../../../../plugins/pages/line-drawings/chance.js"
import { MOTIFS } from "../../../../plugins/pages/line-drawings/motifs/index.js"
import type { MotifName } from "../../../../plugins/pages/line-drawings/motifs/index.js"
import { ACCENT, INK, PAPER, Sheet } from "../../../../plugins/pages/line-drawings/sheet.js"
import { turns } from "../../../depth.js"
import { painted, picture } from "../../../setting.js"

const test = suite("line-drawings")
const SIZES = [
  [290, 100, 1],
  [120, 250, 1],
  [60, 42, 1],
  [370, 250, 1],
  [440, 700, 1],
  [1780, 1280, 2],
] as const
const NAMES = Object.keys(MOTIFS) as readonly MotifName[]

function drawn(
  name: MotifName,
  [width, height, hair]: readonly [number, number, number],
  variant: number,
  seed = 5,
): Sheet {
  const sheet = new Sheet(width, height, hair)
  MOTIFS[name](sheet, new Chance(seed), { variant, season: "autumn", moon: 0.3, south: false })
  return sheet
}

/** One kind of a motif at a size, another at the next. */
const kinds = turns(5)
const inked = ({ pixels }: Sheet): number => pixels.reduce((sum, tone) => sum + (tone === PAPER ? 0 : 1), 0)

for (const name of NAMES)
  test(`draws ${name} at every size: neither nothing nor all black, and the same again`, () => {
    for (const size of SIZES)
      for (const variant of size[0] > 1000 ? [name.length % 3] : kinds([0, 1, 2])) {
        const sheet = drawn(name, size, variant)
        const share = inked(sheet) / sheet.pixels.length
        assert.ok(share > 0.01 && share < 0.995, `${name} ${size.join("x")} ${variant}: ${share}`)
        if (size[0] < 400) assert.is(Buffer.compare(drawn(name, size, variant).pixels, sheet.pixels), 0)
      }
  })

test("differs by the seed and by the kind", () => {
  for (const name of NAMES) {
    const seen = new Set(
      [0, 1, 2].flatMap((variant) => [1, 2, 3].map((seed) => String(drawn(name, [120, 90, 1], variant, seed).pixels))),
    )
    assert.ok(seen.size >= 7, `${name}: ${seen.size} of 9`)
  }
})

test("draws nothing outside its box, also in a corner of a page", async () => {
  const node = { type: "drawing", motif: "tree", seed: 3, width: 60, height: 50 } as unknown as SceneNode
  const rows = picture(await painted(column({ padding: [10, 0, 0, 10] }, node), { width: 100, height: 80 }))
  const outside = rows.flatMap((row, y) =>
    [...row].filter((pixel, x) => pixel === "#" && (x < 10 || y < 10 || x >= 70 || y >= 60)),
  )
  assert.is(outside.length, 0)
  assert.match(rows.join(""), /#/)
})

test("draws a line of one pixel without corners, and clips it", () => {
  const sheet = new Sheet(20, 20, 1)
  sheet.line([
    [0.5, 0.5],
    [10.5, 7.5],
    [400, 300],
  ])
  for (let y = 1; y < 19; y++)
    for (let x = 1; x < 19; x++) {
      const at = (right: number, down: number): boolean => sheet.pixels[(y + down) * 20 + x + right] === INK
      if (at(0, 0)) assert.not.ok((at(1, 0) || at(-1, 0)) && (at(0, 1) || at(0, -1)), `${x} ${y}`)
    }
  assert.is(sheet.pixels[0], INK)
})

test("fills, hatches and masks what is inside", () => {
  const sheet = new Sheet(10, 10, 1)
  const square = [
    [2, 2],
    [8, 2],
    [8, 8],
    [2, 8],
  ] as const
  sheet.within([square], () => sheet.disc(5, 5, 20, ACCENT))
  assert.is(sheet.pixels.filter((tone) => tone === ACCENT).length, 36)
  sheet.area([square], PAPER)
  sheet.hatch([square], { angle: 90, gap: 3 })
  assert.is(sheet.pixels.filter((tone) => tone === INK).length, 12)
})

test.run()
