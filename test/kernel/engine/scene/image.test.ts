import { column, grid, image, row, stack, text } from "platen/sdk/mode"
import type { Bitmap, Palette } from "platen/sdk/drawing"
import type { Image, SceneNode } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ditherImage } from "../../../../plugins/pages/pictures/dither/dithered-image.js"
import type { DitheredImage } from "platen/sdk/drawing"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import { paint } from "../../../../kernel/engine/scene/paint.js"
import { inkBox, pixel, sceneEnv } from "../../../setting.js"
import { palette } from "../../../plugins/pages/pictures/dither/lights.js"
import { box, placed } from "./place.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { depth } from "../../../depth.js"

const test = suite("image")

/** A picture of many tones and colours. */
const PHOTO = {
  width: 60,
  height: 45,
  data: Uint8Array.from({ length: 60 * 45 * 3 }, (_, i) => (i * 37 + (i >> 4) * 11) & 255),
}
const BLACK = { width: 4, height: 3, data: new Uint8Array(36) }

/** A scene painted with its pictures, each as large as its box; `raster`: what all of them show. */
async function shown(
  scene: SceneNode,
  width: number,
  height: number,
  on: Palette = BW,
  raster = PHOTO,
): Promise<Bitmap> {
  const env = await sceneEnv(width, height)
  const pictures = new Map<Image, DitheredImage>()
  for (const { node, width: w, height: h } of layout(scene, width, height, env)) {
    if (node.type === "image" && w > 0 && h > 0)
      pictures.set(
        node,
        ditherImage(raster, {
          width: w,
          height: h,
          fit: node.fit ?? "cover",
          focus: [0.5, 0.5],
          dither: "floyd-steinberg",
          levels: "none",
          palette: on,
        }),
      )
  }
  return paint(scene, width, height, on, { ...env, pictures })
}

test("grows into the room there is, unless it is given a size", async () => {
  const [photo, below] = [image("a"), column({ height: 40 })]
  const places = await placed(column({}, photo, below))
  assert.equal(
    [box(places, photo), box(places, below)],
    [
      [0, 0, 400, 260],
      [0, 260, 400, 40],
    ],
  )
})

const SIZES: readonly (readonly [string, Parameters<typeof image>[1], readonly number[], readonly number[]])[] = [
  ["a width", { width: 120 }, [0, 0, 120, 0], [0, 0, 120, 300]],
  ["a height", { height: 90 }, [0, 0, 400, 90], [0, 0, 0, 90]],
  ["both", { width: 120, height: 90 }, [0, 0, 120, 90], [0, 0, 120, 90]],
  ["a share", { width: "50%", height: "20%" }, [0, 0, 200, 60], [0, 0, 200, 60]],
  ["a share of the room", { grow: 3 }, [0, 0, 400, 300], [0, 0, 400, 300]],
  ["no growth", { grow: 0 }, [0, 0, 400, 0], [0, 0, 0, 300]],
  ["a bound", { maxHeight: 100, maxWidth: 150 }, [0, 0, 150, 100], [0, 0, 150, 100]],
]
for (const [what, props, inColumn, inRow] of SIZES) {
  test(`has the box that ${what} gives it, in a column and in a row`, async () => {
    const photo = image("a", props)
    assert.equal(box(await placed(column({}, photo)), photo), inColumn, "column")
    assert.equal(box(await placed(row({}, photo)), photo), inRow, "row")
  })
}

test("shares a row with others by what each grows", async () => {
  const photos = [image("a"), image("b", { grow: 2 }), image("c", { width: 100 })]
  const places = await placed(column({}, row({ height: 90 }, ...photos)))
  assert.equal(
    photos.map((photo) => box(places, photo)),
    [
      [0, 0, 100, 90],
      [100, 0, 200, 90],
      [300, 0, 100, 90],
    ],
  )
})

test("gives way to words beside it, down to nothing", async () => {
  const [photo, words] = [image("a", { width: 380 }), text("Words that want room", { px: 13, shrink: 0, lines: 1 })]
  const places = await placed(row({}, photo, words))
  const [, , width] = box(places, photo)
  assert.is(width! + box(places, words)[2]!, 400)
  const crowded = image("b")
  assert.equal(box(await placed(column({}, column({ height: 300, shrink: 0 }), crowded)), crowded), [0, 300, 400, 0])
})

test("fills its cell of a grid, and its layer of a stack within the padding", async () => {
  const [cell, layer] = [image("a"), image("b")]
  assert.equal(box(await placed(column({}, grid({ columns: 2 }, cell, column({ height: 80 })))), cell), [0, 0, 200, 80])
  assert.equal(box(await placed(stack({ padding: [5, 10] }, column({}), layer)), layer), [10, 5, 380, 290])
})

test("paints nothing in a box without a size, and does not fail", async () => {
  for (const props of [
    { width: 0, height: 50 },
    { width: 50, height: 0 },
    { width: 0, height: 0 },
  ]) {
    for (const round of [column, row])
      assert.is(inkBox(await shown(round({}, image("a", props)), 100, 80, BW, BLACK)), undefined, JSON.stringify(props))
  }
})

test("never leaves its box, nor the boxes round it", () => {
  const side = fc.integer({ min: 0, max: 70 })
  return fc.assert(
    fc.asyncProperty(
      side,
      side,
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("cover" as const, "contain" as const),
      async (left, top, width, height, w, h, fit) => {
        const photo = image("a", { width, height, fit, shrink: 0 })
        const scene = column({ padding: [top, 0, 0, left] }, column({ width: w, height: h, shrink: 0 }, photo))
        const drawn = inkBox(await shown(scene, 150, 120, BW, BLACK))
        const [right, bottom] = [Math.min(150, left + Math.min(width, w)), Math.min(120, top + Math.min(height, h))]
        if (!drawn) return
        assert.ok(
          drawn.left >= left && drawn.top >= top && drawn.right <= right && drawn.bottom <= bottom,
          `${JSON.stringify(drawn)} in ${left}, ${top} to ${right}, ${bottom}`,
        )
        if (fit === "cover") assert.equal(drawn, { left, top, right, bottom })
      },
    ),
    { numRuns: depth(300) },
  )
})

test("stays in its box though what was made for it is larger", async () => {
  const photo = image("a", { width: 20, height: 10 })
  const env = await sceneEnv(100, 80)
  const large = ditherImage(BLACK, {
    width: 60,
    height: 50,
    fit: "cover",
    focus: [0.5, 0.5],
    dither: "none",
    levels: "none",
    palette: BW,
  })
  assert.equal(
    inkBox(paint(column({ padding: 7 }, photo), 100, 80, BW, { ...env, pictures: new Map([[photo, large]]) })),
    { left: 7, top: 7, right: 27, bottom: 17 },
  )
})

test("stands in the middle of its box when all of it is shown, with paper round it", async () => {
  assert.equal(inkBox(await shown(column({}, image("a", { fit: "contain" })), 100, 80, BW, BLACK)), {
    left: 0,
    top: 2,
    right: 100,
    bottom: 77,
  })
})

/** True for every pixel of a part of two pages that is the same on both. */
function alike(one: Bitmap, other: Bitmap, left: number, top: number, right: number, bottom: number): boolean {
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (pixel(one, x, y) !== pixel(other, x, y)) return false
  return true
}

const ON: readonly Palette[] = [BW, BWRY, palette("grey16"), palette("spectra6")]
for (const on of ON) {
  test(`leaves words over it pure ink: ${on.id}`, async () => {
    const words = column({ padding: 10 }, text("Harbour, 1903", { px: 28, family: "serif" }))
    const [photo, empty] = [image("a"), column({})]
    const [both, alone, plain] = [
      await shown(stack({}, photo, words), 240, 90, on),
      await shown(stack({}, photo), 240, 90, on),
      await shown(stack({}, empty, words), 240, 90, on),
    ]
    let inked = 0
    for (let y = 0; y < 90; y++) {
      for (let x = 0; x < 240; x++) {
        const own = pixel(plain, x, y)
        inked += Number(own === 0)
        // The smooth edges of letters are mixed with the picture.
        if (own <= 1) assert.is(pixel(both, x, y), own === 0 ? 0 : pixel(alone, x, y), `${x}, ${y}`)
      }
    }
    assert.ok(inked > 300, `${inked} pixels of words`)
  })

  test(`leaves a white plate over it white: ${on.id}`, async () => {
    const plate = (): SceneNode =>
      column(
        { justify: "end", align: "start", padding: 9 },
        row({ fill: "white", padding: [3, 8], shrink: 0 }, text("At the harbour", { px: 13 })),
      )
    const [both, plain] = [
      await shown(stack({}, image("a"), plate()), 240, 90, on),
      await shown(stack({}, column({}), plate()), 240, 90, on),
    ]
    const { width, height, left, top } = layout(stack({}, column({}), plate()), 240, 90, await sceneEnv(240, 90)).find(
      ({ node }) => "fill" in node && node.fill === "white",
    )!
    assert.ok(width > 50 && height > 15)
    assert.ok(alike(both, plain, left, top, left + width, top + height))
    assert.not.ok(alike(both, plain, 0, 0, 240, top))
  })
}

test("covers what was painted before it, and is covered by what comes after", async () => {
  const below = stack({}, column({ fill: "black" }), column({ padding: 10 }, image("a", { fit: "contain" })))
  const white = { width: 4, height: 3, data: new Uint8Array(36).fill(255) }
  const bitmap = await shown(below, 60, 50, BW, white)
  assert.equal([pixel(bitmap, 0, 0), pixel(bitmap, 11, 25), pixel(bitmap, 30, 25)], [0, 1, 1])
})

test("is a frame where its picture is not known, as for the lint", async () => {
  const bitmap = paint(column({ padding: 5 }, image("a")), 40, 30, BW, await sceneEnv(40, 30))
  assert.equal(inkBox(bitmap), { left: 5, top: 5, right: 35, bottom: 25 })
  assert.equal([pixel(bitmap, 5, 15), pixel(bitmap, 6, 15), pixel(bitmap, 34, 24), pixel(bitmap, 33, 23)], [0, 1, 0, 1])
})

test("is spoken by its label, or not at all", () => {
  const scene = column(
    {},
    text("Above"),
    image("a", { label: "A harbour at dawn" }),
    image("b"),
    row({}, image("c", { label: "Left" }), text("Right")),
    column({ spoken: false }, image("d", { label: "Decoration" })),
  )
  assert.is(describe(scene), "Above\nA harbour at dawn\nLeft  Right")
})

test.run()
