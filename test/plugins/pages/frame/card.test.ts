import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column } from "platen/sdk/mode"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import { described as describe, sceneEnv } from "../../../setting.js"
import { framed } from "./contexts.js"

const test = suite("frame/card")
const ROOM = column({ grow: 1 })
const lines = (...[context, scene]: Parameters<typeof framed>): string[] =>
  describe(framed({ card: true, ...context }, scene)).split("\n")

test("signs a page with what it is and the day, and says nothing of a device", () => {
  assert.equal(lines({ battery: 5, rssi: -90 }), ["body", "Mine  21 November 2026"])
  assert.equal(lines({ language: "zh" }), ["body", "Mine  2026年11月21日"])
})

test("says whose words they are beside its name, or in a line of its own when they are long", () => {
  assert.equal(lines({}, { footer: { label: "Stoic", attribution: "Enchiridion 9" } }), [
    "body",
    "Stoic · Enchiridion 9  21 November 2026",
  ])
  assert.equal(lines({ language: "zh" }, { footer: { label: "斯多葛", attribution: "《手册》第五章" } }), [
    "body",
    "斯多葛 · 《手册》第五章  2026年11月21日",
  ])
  assert.equal(lines({}, { footer: { label: "Stoic", attribution: "Marcus Aurelius, Meditations IV.3" } }), [
    "body",
    "Marcus Aurelius, Meditations IV.3",
    "Stoic  21 November 2026",
  ])
})

test("signs a bare page, too", () => {
  assert.equal(lines({}, { frame: "bare" }), ["body", "Mine  21 November 2026"])
})

test("needs a name for no pictogram", () => {
  assert.equal(lines({ mode: { id: "MINE", title: "Mine", icon: undefined } }), ["body", "Mine  21 November 2026"])
})

test("lets the page have most of the card, with paper all round", async () => {
  for (const [width, height] of [
    [400, 300],
    [800, 450],
    [1600, 900],
  ] as const) {
    const env = await sceneEnv(width, height)
    const page = framed({ card: true, width, height }, { body: ROOM, footer: { attribution: "Analects" } })
    const {
      left,
      top,
      width: across,
      height: down,
    } = layout(page, width, height, env).find(({ node }) => node === ROOM)!
    assert.ok(
      left >= 8 && top >= 8 && left + across <= width - 8 && across > width * 0.94 && down > height * 0.75,
      `${width} x ${height}: ${left} ${top} ${across} ${down}`,
    )
  }
})

test.run()
