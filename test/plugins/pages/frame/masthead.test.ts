import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column, screenClass, stack } from "platen/sdk/mode"
import type { FrameContext, SceneNode } from "platen/sdk/mode"
import { blockLeft, layout } from "../../../../kernel/engine/scene/layout.js"
import { described as describe, inkBox, painted, sceneEnv } from "../../../setting.js"
import { all, BODY, framed } from "./contexts.js"
import { INTERFACE_LANGUAGES } from "../../../words.js"

const test = suite("masthead")
const ROOM = column({ grow: 1 })
const OLD = { hour: 8, minute: 5, month: 11, day: 20, today: true } as const

const bare = (context: Partial<FrameContext>, body: SceneNode = BODY): SceneNode =>
  framed(context, { frame: "bare", body })

test("says nothing on a bare page while there is nothing to be said", () => {
  for (const battery of [undefined, 20, 21, 50, 100])
    assert.is(bare(battery === undefined ? {} : { battery, rssi: -90 }), BODY, `${battery} %`)
})

test("warns of a low battery on a bare page", () => {
  for (const battery of [0, 1, 19]) assert.is(describe(bare({ battery })), `body\n${battery}%`)
  assert.ok(
    all(bare({ battery: 5 })).some((node) => "fill" in node && node.fill === "red"),
    "in red where there is any",
  )
})

test("marks old content old on a bare page, and leaves a good battery out", () => {
  assert.is(describe(bare({ asOf: OLD, battery: 80 })), "body\nas of 08:05")
  assert.is(describe(bare({ asOf: { ...OLD, today: false } })), "body\nas of 20 Nov")
  assert.is(describe(bare({ asOf: { ...OLD, today: false }, language: "zh" })), "body\n11月20日的内容")
})

test("leaves the date out where the name has no room beside it, for a screen that is read from afar", () => {
  const screen = screenClass(400, 300, { mmPerPixel: 0.22, distance: "room" })
  const named = (title: string, more: Partial<FrameContext> = {}): string =>
    describe(framed({ mode: { id: "MINE", title, icon: "sun" }, battery: 80, ...more }))
  const long = "A name of many words"
  assert.match(named(long), /21 Nov/)
  assert.match(named("Mine", { screen }), /21 Nov/)
  assert.not.match(named(long, { screen }), /21 Nov/)
})

test("says both on one plate", () => {
  assert.is(describe(bare({ asOf: OLD, battery: 7 })), "body\nas of 08:05  7%")
})

test("leaves the page the whole screen, and says it over it", async () => {
  for (const [width, height] of [
    [200, 150],
    [296, 128],
    [400, 300],
    [800, 480],
    [1600, 1200],
  ] as const) {
    const page = bare({ width, height, asOf: OLD, battery: 3 }, ROOM)
    assert.is(page.type, "stack")
    const places = layout(page, width, height, await sceneEnv(width, height))
    const room = places.find(({ node }) => node === ROOM)!
    assert.equal([room.left, room.top, room.width, room.height], [0, 0, width, height])
    const plate = places.find(({ node }) => "fill" in node && node.fill === "white")!
    assert.ok(
      plate.left + plate.width > width * 0.9 && plate.top + plate.height > height * 0.9 && plate.top > height / 2,
      "in the lower right corner",
    )
    assert.ok(
      plate.left + plate.width < width && plate.top + plate.height < height,
      `it ends at ${plate.left + plate.width}, ${plate.top + plate.height} of ${width} x ${height}`,
    )
  }
})

test("has a white plate that is no larger than its words need", async () => {
  const black = stack({}, column({ fill: "black" }))
  const bitmap = await painted(bare({ asOf: OLD }, black), { width: 400, height: 300 })
  const paper = { ...bitmap, data: bitmap.data.map((byte) => ~byte & 255) }
  const { left, top, right, bottom } = inkBox(paper)!
  assert.ok(
    right - left > 40 && right - left < 120 && bottom - top > 12 && bottom - top < 30,
    `${right - left} x ${bottom - top}`,
  )
})

for (const language of INTERFACE_LANGUAGES) {
  test(`is whole on a widget of 200 x 150 in ${language}, with old content and a full battery too`, async () => {
    for (const asOf of [undefined, OLD, { ...OLD, today: false }]) {
      const page = framed({ width: 200, height: 150, language, battery: 100, ...(asOf && { asOf }) })
      const places = layout(page, 200, 150, await sceneEnv(200, 150, language)).filter(({ top }) => top < 20)
      const most = Math.max(...places.map(({ left, width }) => left + width))
      assert.ok(places.length > 3 && most <= 200, `it ends at ${most}`)
    }
  })
}

for (const language of ["en", "ar", "he"])
  test(`keeps the area in which a device paints its clock free but for the icon, in ${language}`, async () => {
    for (const [width, height] of [
      [296, 128],
      [400, 300],
      [800, 480],
    ] as const) {
      const page = framed({ width, height, language, battery: 100 }, { body: ROOM })
      const there = layout(page, width, height, await sceneEnv(width, height, language))
      for (const placement of there.filter(({ block }) => block)) {
        const { node, top } = placement
        assert.ok(
          blockLeft(placement) > width * 0.14 || top > height * 0.08,
          `${node.type === "text" ? node.text : node.type} at ${blockLeft(placement)}`,
        )
      }
      const words = there.filter(({ block }) => block).map(({ left }) => left)
      assert.is(language === "en", words[0] === Math.min(...words), "the name is where reading begins")
    }
  })

test("says on a narrow page its name as it is written where capitals have no room", () => {
  const shown = (title: string, width: number): string =>
    describe(framed({ width, height: 122, mode: { id: "MINE", title, icon: undefined } }))
      .split("  ")[0]!
      .split("\n")[0]!
  assert.is(shown("Compte à rebours", 250), "Compte à rebours")
  assert.is(shown("Compte à rebours", 400), "COMPTE À REBOURS")
  assert.is(shown("Memo", 250), "MEMO")
})

test("says on a narrow page what is most important: old content, a low battery, else the day where it has room", () => {
  const first = (context: Partial<FrameContext>): string =>
    describe(framed({ width: 230, height: 150, ...context })).split("\n")[0]!
  assert.is(first({ battery: 100 }), "MINE  Sat 21 Nov")
  assert.is(first({ battery: 7 }), "MINE  7%")
  assert.is(first({ battery: 7, asOf: OLD }), "MINE  as of 08:05")
  for (const language of INTERFACE_LANGUAGES)
    assert.is(first({ width: 128, height: 296, language, battery: 100 }), "MINE")
})

test.run()
