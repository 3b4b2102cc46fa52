import { column, icon, row, rule, stack, text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout, Layouts } from "../../../../kernel/engine/scene/layout.js"
import { painted, pixel, sceneEnv } from "../../../setting.js"
import { baseline, box, placed } from "./place.js"

const test = suite("layoutNode")

test("sets nested rows of baselines on one line with the row round them", async () => {
  const [small, large, beside] = [
    text("a", { px: 12, shrink: 0 }),
    text("b", { px: 40, shrink: 0 }),
    text("c", { px: 40, shrink: 0 }),
  ]
  const level = await placed(row({ align: "baseline" }, row({ align: "baseline", padding: 3 }, small, large), beside))
  assert.is(new Set([small, large, beside].map((each) => baseline(level, each))).size, 1)
  const [deep, first] = [text("d", { px: 60, shrink: 0 }), text("e", { px: 12, shrink: 0 })]
  const below = await placed(
    row({ align: "baseline" }, deep, column({ padding: 3 }, row({ align: "baseline" }, icon("sun", 12), first))),
  )
  assert.is(baseline(below, first), baseline(below, deep))
})

test("keeps a rule in a row of baselines as high as the row", async () => {
  const line = rule()
  assert.equal(
    box(await placed(row({ align: "baseline", height: 50 }, text("a"), line, text("b")), 200, 50), line).slice(2),
    [1, 50],
  )
  const page = row({ align: "baseline" }, column({ width: 10 }), rule(), column({ width: 10 }))
  const bitmap = await painted(page, { width: 30, height: 20 })
  for (let y = 0; y < 20; y++) assert.is(pixel(bitmap, 10, y), 0, `${y}`)
})

test("lets a child of a row of baselines ask for another place, and does not push the others for it", async () => {
  const [low, plain, other] = [
    text("low", { px: 60, self: "end", shrink: 0 }),
    text("a", { px: 12, shrink: 0 }),
    text("b", { px: 20, shrink: 0, self: "baseline" }),
  ]
  const placements = await placed(row({ align: "baseline" }, low, plain, other), 400, 200)
  const [, top, , height] = box(placements, low) as [number, number, number, number]
  assert.is(top + height, 200)
  assert.is(baseline(placements, plain), baseline(placements, other))
  assert.is(box(placements, other)[1], 0)
})

test("sets baselines anew in a tree that another page has used", async () => {
  const env = { ...(await sceneEnv()), layouts: new Layouts() }
  const page = (px: number) =>
    row(
      { align: "baseline" },
      row({ align: "baseline" }, text("Ag", { px, shrink: 0 })),
      text("Hg", { px: 16, shrink: 0 }),
    )
  for (const px of [12, 48, 16]) {
    const scene = page(px)
    const [inner, outer] = layout(scene, 400, 300, env).filter(({ node }) => node.type === "text")
    assert.is(inner!.top + inner!.block!.baseline, outer!.top + outer!.block!.baseline, `${px}`)
  }
})

test("gives every child of a stack the whole box within its padding and border", async () => {
  const [under, over] = [column({ fill: "black" }), column({ align: "center" }, text("x"))]
  for (const size of [{ height: 60 }, { grow: 1 }]) {
    const placements = await placed(
      column({}, stack({ ...size, padding: [1, 2, 3, 4], border: 5 }, under, over)),
      100,
      60,
    )
    assert.equal(
      [under, over].map((each) => box(placements, each)),
      [
        [9, 6, 84, 46],
        [9, 6, 84, 46],
      ],
    )
  }
})

test("makes a stack without a size as high as its first child", async () => {
  const [around, under, over] = [
    column({ height: 30, shrink: 0 }),
    text("one\ntwo", { px: 13 }),
    text("three\nfour\nfive", { px: 13 }),
  ]
  const whole = stack({ padding: 2 }, under, over)
  const placements = await placed(column({}, around, whole))
  assert.equal(box(placements, whole), [0, 30, 400, 40])
  assert.equal(box(placements, over), box(placements, under))
})

test("leaves a stack's child the height it asks for", async () => {
  const under = column({ height: 10, shrink: 0 })
  assert.is(box(await placed(stack({}, under, text("x")), 100, 60), under)[3], 10)
})

test.run()
