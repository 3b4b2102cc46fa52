import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column } from "platen/sdk/mode"
import { describe } from "../../../kernel/engine/scene/describe.js"
import { layout } from "../../../kernel/engine/scene/layout.js"
import { messages } from "../../../plugins/frame/messages.js"
import { sceneEnv } from "../../setting.js"
import { all, BODY, frame, framed, frameContext } from "./contexts.js"

const test = suite("frame")
const ROOM = column({ grow: 1 })
const lines = (...parts: Parameters<typeof framed>): string[] => describe(framed(...parts)).split("\n")

test("puts a line above a page and one below it", () => {
  assert.equal(lines({ battery: 100 }), ["AM  Sat 21 Nov  100%", "body", "Mine"])
})

test("leaves a bare page as it is", () => {
  assert.is(framed({}, { frame: "bare" }), BODY)
})

test("lets the page have the room between, the same whatever the lines say", async () => {
  const says: readonly Parameters<typeof framed>[] = [
    [{}],
    [{ battery: 50 }],
    [{ battery: 5, asOf: { hour: 8, minute: 5, month: 11, day: 20, today: true } }],
    [{}, { footer: { attribution: "Analects" } }],
    [{ mode: { id: "MINE", title: "Mine", icon: undefined } }],
  ]
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [648, 480],
    [800, 480],
    [1600, 1200],
  ] as const) {
    const env = await sceneEnv(width, height)
    const rooms = says.map(([context, scene]) => {
      const page = framed({ ...context, width, height }, { ...scene, body: ROOM })
      const { top, height: room } = layout(page, width, height, env).find(({ node }) => node === ROOM)!
      return `${top} ${room}`
    })
    assert.is(new Set(rooms).size, 1, `${width} x ${height}: ${rooms.join(", ")}`)
    assert.ok(Number(rooms[0]!.split(" ")[1]) > height * 0.7, `${width} x ${height}: ${rooms[0]}`)
  }
})

const PARTS = [
  [0, "Night"],
  [4, "Night"],
  [5, "Dawn"],
  [7, "Dawn"],
  [8, "AM"],
  [11, "AM"],
  [12, "Noon"],
  [13, "Noon"],
  [14, "PM"],
  [17, "PM"],
  [18, "Eve"],
  [22, "Eve"],
  [23, "Night"],
] as const
for (const [hour, word] of PARTS) {
  test(`says ${word} at ${hour}`, () => {
    const { now } = frameContext()
    assert.match(lines({ now: { ...now, hour } })[0]!, new RegExp(`^${word}  `))
  })
}

test("says it in full where there is room", () => {
  assert.is(lines({ width: 800, height: 480 })[0], "Morning  Sat 21 Nov")
  assert.is(lines({ width: 296, height: 128 })[0], "AM  Sat 21 Nov")
})

test("speaks the page's language", () => {
  assert.equal(lines({ language: "zh", battery: 5 }), ["上午  11月21日 周六  5%", "body", "Mine"])
})

test("keeps the label within the share of the width in which a device draws its own clock", () => {
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [800, 480],
  ] as const) {
    const bar = all(framed({ width, height })).find((node) => node.type === "row")!
    const { padding, children } = bar as {
      padding: readonly [number, number, number, number]
      children: readonly { width: number }[]
    }
    assert.is(padding[3] + children[0]!.width, Math.floor(width * 0.14), `${width} x ${height}`)
  }
})

test("marks old content old, with the time, or the day when it is not of today", () => {
  const asOf = { hour: 8, minute: 5, month: 11, day: 20 }
  assert.is(lines({ asOf: { ...asOf, today: true } })[0], "AM  as of 08:05  Sat 21 Nov")
  assert.is(lines({ asOf: { ...asOf, today: false } })[0], "AM  as of 20 Nov  Sat 21 Nov")
  assert.is(lines({ language: "zh", asOf: { ...asOf, today: false } })[0], "上午  11月20日的内容  11月21日 周六")
})

test("shows no battery when it knows none", () => {
  assert.not.match(lines()[0]!, /%/)
})

/** The boxes of a battery that are filled, outside in, by their ink and width. */
function cells(battery: number): readonly (readonly [unknown, unknown])[] {
  return all(framed({ battery })).flatMap((node) =>
    "fill" in node && node.fill !== undefined && "width" in node && node.width !== 2
      ? [[node.fill, node.width] as const]
      : [],
  )
}

test("fills the battery by its charge, and colours it when it runs low", () => {
  const charges = [0, 1, 19, 20, 49, 50, 100]
  assert.equal(charges.map(cells), [
    [],
    [],
    [["red", 3]],
    [["yellow", 3]],
    [["yellow", 8]],
    [["black", 8]],
    [["black", 16]],
  ])
})

test("shows the edition's own picture of the battery when it has one", () => {
  const nodes = all(framed({ battery: 40, batteryIcon: "battery-40" }))
  assert.ok(nodes.some((node) => node.type === "icon" && node.name === "battery-40" && node.px === 12))
  assert.ok(nodes.some((node) => node.type === "text" && node.text === "40%"))
  assert.not.ok(nodes.some((node) => "fill" in node && node.fill !== undefined))
})

test("names the mode below, or what the scene says in its place", () => {
  const icons = (...parts: Parameters<typeof framed>): string[] =>
    all(framed(...parts)).flatMap((node) => (node.type === "icon" ? [node.name] : []))
  assert.equal([lines().at(-1), icons()], ["Mine", ["sun"]])
  assert.equal(
    [
      lines({}, { footer: { icon: "feather", label: "Other", attribution: "Ada" } }).at(-1),
      icons({}, { footer: { icon: "feather" } }),
    ],
    ["Other  Ada", ["feather"]],
  )
  assert.equal(icons({ mode: { id: "MINE", title: "Mine", icon: undefined } }), [])
})

test("draws the pictogram below at a size that it has", () => {
  const px = [
    [296, 128],
    [400, 300],
    [648, 480],
    [900, 700],
    [1600, 1200],
  ].map(([width, height]) => {
    const icon = all(framed({ width: width!, height: height! })).find((node) => node.type === "icon")
    return icon?.type === "icon" ? icon.px : 0
  })
  assert.equal(px, [12, 12, 16, 20, 28])
})

test("has every phrase in every language", () => {
  assert.equal(Object.keys(messages.zh).sort(), Object.keys(messages.en).sort())
})

test("is wrapped before what a plugin puts round all", () => {
  assert.is(frame.rank, 50)
})

test.run()
