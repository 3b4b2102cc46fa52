import { DISTANCES } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { pageAt } from "./pages.js"
import type { Size } from "./pages.js"

const test = suite("numbers")
const SIZES = [
  [400, 300],
  [648, 480],
  [800, 480],
  [480, 800],
  [296, 128],
  [1304, 984],
] as const
const SETTINGS = { requests: [{ url: "https://meter.example/" }], pick: [{ path: "$" }], decimals: 2, hours: 24 }

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2026-11-21T09:05:00Z") })
})
test.after(() => stage.close())

const value = (label: string, number: number | null, unit = "", list: readonly number[] = [], text = ""): object => ({
  label,
  number,
  text,
  unit,
  list,
})
const DAY = Array.from({ length: 96 }, (_, i) => Math.round((3.1 + 2.6 * Math.sin(i / 15 - 2)) * 10) / 10)
const OTHERS = [
  value("Household", 1.86, "kW"),
  value("Battery", 78, "%"),
  value("Car", null, "", [], "charging"),
  value("Ground water", -3.42, "m"),
  value("Since January", 3986, "kWh"),
  value("Price", 0.2834, "€/kWh"),
  value("Rain butt", 412, "l"),
]
const ROOF = value("Roof", 4.27, "kW", DAY)
const COUNTER = value("Counter since installation", 1_234_567_890.12, "kWh")

const drawn = (values: readonly object[], size: Size, distance: keyof typeof DISTANCES = "desk", language = "en") =>
  pageAt(stage, "NUMBERS", { settings: { NUMBERS: SETTINGS }, data: { numbers: { values } } }, size, distance, language)

/** The sizes in pixels of the first value, and of everything else in the body: texts and cells of tables. */
function sizesOf(page: SceneNode, [width, height]: Size, env: Parameters<typeof layout>[3]) {
  const placed = layout(page, width, height, env)
  const hero = placed.find(({ node }) => node.type === "text" && node.family === "display")!
  const below = placed.slice(placed.indexOf(hero) + 1)
  const texts = below.flatMap(({ node, px }) =>
    node.type === "text" ? [px!] : node.type === "table" ? [node.px!] : [],
  )
  return { hero: hero.px!, others: texts }
}

test("sets the first value larger than all others, on every size and at every distance", async () => {
  for (const size of SIZES)
    for (const distance of ["desk", "room", "hall"] as const)
      for (const values of [
        [ROOF, ...OTHERS],
        [ROOF, ...OTHERS.slice(0, 3)],
        [COUNTER, value("Next", 0), value("Service", null, "", [], "Wartungsintervallüberschreitung")],
        [COUNTER, ...OTHERS],
      ]) {
        const { page, env } = await drawn(values, size, distance)
        const { hero, others } = sizesOf(page, size, env)
        assert.ok(others.length > 0)
        assert.ok(Math.max(...others) < hero, `${size.join("x")} ${distance}: ${hero} against ${others.join(", ")}`)
      }
})

test("writes a true minus, and leaves the decimals of long numbers out", async () => {
  const { words } = await drawn([value("Freezer", -38.4, "°C"), COUNTER], [400, 300])
  assert.match(words, /−38\.4 °C/)
  assert.match(words, /1,234,567,890 kWh/)
  assert.not.match(words, /[-–]38/)
})

test("sets a unit at half of its value, in an italic serif", async () => {
  const { page } = await drawn([ROOF, ...OTHERS.slice(0, 2)], [800, 480])
  const units = textsOf(page).flatMap(({ spans = [] }) => spans.filter(({ text }) => text === " kW" || text === " %"))
  assert.is(units.length, 3)
  for (const unit of units) assert.equal([unit.family, unit.slant, unit.scale], ["serif", "italic", 0.5])
})

test("sets the others in two columns of one pitch, so that they share their lines", async () => {
  for (const size of SIZES.slice(0, 3)) {
    const { page, env } = await drawn([ROOF, ...OTHERS], size)
    const tables = layout(page, size[0], size[1], env).filter(({ node }) => node.type === "table")
    assert.is(tables.length, 2)
    const [left, right] = tables as [(typeof tables)[0], (typeof tables)[0]]
    assert.is(left.top, right.top)
    for (const { node } of tables) {
      const table = node as { readonly px?: number; readonly leading?: number; readonly even?: boolean }
      assert.not.ok(table.even, "rows are not spread")
      assert.ok(table.leading! >= 1.2 && table.leading! <= 1.7, String(table.leading))
    }
  }
})

test("names the highest and the lowest value of a curve and round hours below it", async () => {
  for (const size of SIZES) {
    const { page } = await drawn([ROOF, ...OTHERS], size)
    const [chart] = nodesOf(page).filter(({ type }) => type === "chart") as { points?: string[]; labels?: string[] }[]
    assert.equal(chart!.points, ["max", "min"])
    assert.equal(chart!.labels!.filter(Boolean), ["12:00", "18:00", "0:00", "6:00"], size.join("x"))
  }
})

const nodesOf = (node: SceneNode): readonly SceneNode[] => [
  node,
  ...("children" in node ? node.children.flatMap(nodesOf) : []),
]
const textsOf = (page: SceneNode): readonly Text[] => nodesOf(page).filter((node) => node.type === "text")

test.run()
