import { suite } from "uvu"
import * as assert from "uvu/assert"
import { column } from "platen/sdk/mode"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { messages } from "../../../../plugins/pages/frame/messages.js"
import { described as describe, sceneEnv } from "../../../setting.js"
import { all, BODY, frame, framed } from "./contexts.js"

const test = suite("frame")
const ROOM = column({ grow: 1 })
const lines = (...parts: Parameters<typeof framed>): string[] => describe(framed(...parts)).split("\n")

test("puts a masthead above a page, and a line below it where it has something to say", () => {
  assert.equal(lines({ battery: 100 }), ["MINE  Sat 21 Nov  100%", "body"])
  assert.equal(lines({}, { footer: { attribution: "Analects" } }), ["MINE  Sat 21 Nov", "body", "Analects"])
})

test("leaves a bare page as it is", () => {
  assert.is(framed({}, { frame: "bare" }), BODY)
})

test("lets the page have the room between, the same whatever the lines say", async () => {
  const says: readonly Parameters<typeof framed>[] = [
    [{}],
    [{ battery: 50 }],
    [{ battery: 5, asOf: { hour: 8, minute: 5, month: 11, day: 20, today: true } }],
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

test("speaks the page's language", () => {
  assert.equal(lines({ language: "zh", battery: 5 }), ["MINE  11月21日 周六  5%", "body"])
})

test("leaves the area of a device's clock to the icon of the mode", async () => {
  for (const [width, height] of [
    [250, 122],
    [296, 128],
    [400, 300],
    [480, 800],
    [800, 480],
    [1872, 1404],
  ] as const) {
    const page = framed({ width, height, battery: 80 }, { body: ROOM })
    const name = `${width} x ${height}`
    assert.equal(
      lint(page, width, height, BW, await sceneEnv(width, height)).map(({ rule }) => rule),
      [],
      name,
    )
    const places = layout(page, width, height, await sceneEnv(width, height))
    const [heavy, hairline] = places.filter(({ node }) => node.type === "rule")
    assert.ok(heavy!.top + heavy!.height <= Math.max(2, height * 0.02), name)
    assert.ok(hairline!.top >= height * 0.08, name)
    assert.ok(heavy!.height > hairline!.height, name)
    for (const { node, left, width: wide } of places) {
      if (node.type === "text") assert.ok(left >= width * 0.15, `${name}: ${node.text}`)
      if (node.type === "icon" && node.name === "sun") assert.ok(left + wide <= width * 0.14 + 1, name)
    }
  }
})

test("is whole on a page on which a clock has covered its area", () => {
  for (const [width, height] of [
    [296, 128],
    [800, 480],
  ] as const) {
    const words = lines({ width, height, battery: 80, mode: { id: "MINE", title: "Mine", icon: "sun" } })
    assert.match(words[0]!, /MINE/)
    assert.match(words[0]!, /21 Nov/)
  }
})

test("marks old content old, with the time, or the day when it is not of today", () => {
  const asOf = { hour: 8, minute: 5, month: 11, day: 20 }
  assert.is(lines({ asOf: { ...asOf, today: true } })[0], "MINE  as of 08:05  Sat 21 Nov")
  assert.is(lines({ asOf: { ...asOf, today: false } })[0], "MINE  as of 20 Nov  Sat 21 Nov")
  assert.is(lines({ language: "zh", asOf: { ...asOf, today: false } })[0], "MINE  11月20日的内容  11月21日 周六")
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

test("names the mode in capitals, or what the scene says in its place", () => {
  const icons = (...parts: Parameters<typeof framed>): string[] =>
    all(framed(...parts)).flatMap((node) => (node.type === "icon" ? [node.name] : []))
  assert.equal([lines()[0], icons()], ["MINE  Sat 21 Nov", ["sun"]])
  assert.equal(
    [
      lines({}, { footer: { icon: "feather", label: "Other", attribution: "Ada" } }),
      icons({}, { footer: { icon: "feather" } }),
    ],
    [["OTHER  Sat 21 Nov", "body", "Ada"], ["feather"]],
  )
  assert.equal(icons({ mode: { id: "MINE", title: "Mine", icon: undefined } }), [])
  assert.match(lines({ language: "tr", mode: { id: "I", title: "istanbul", icon: undefined } })[0]!, /^İSTANBUL/)
})

test("draws the icon at a size that it has", () => {
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
  assert.equal(px, [12, 16, 16, 24, 32])
})

test("has every phrase in every language", () => {
  assert.equal(Object.keys(messages.zh).sort(), Object.keys(messages.en).sort())
})

test("is wrapped before what a plugin puts round all", () => {
  assert.is(frame.rank, 50)
})

test("says below a page that its content is in another language, in the page's language", () => {
  const said = (language: string, contentLanguage: string, width = 400, height = 300): string =>
    describe(framed({ language, width, height }, { contentLanguage, footer: { attribution: "Meditations" } }))
      .split("\n")
      .at(-1)!
  assert.is(said("de", "en"), "auf Englisch  Meditations")
  assert.is(said("fr", "zh"), "en chinois  Meditations")
  assert.is(said("en", "ja"), "in Japanese  Meditations")
  assert.is(said("de", "ja"), "auf Japanisch  Meditations")
  assert.is(said("ar", "en"), "الإنجليزية  Meditations")
  assert.is(said("de", "en", 250, 122), "Meditations", "there is no room on the smallest pages")
})

test.run()
