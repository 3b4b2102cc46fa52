import type { Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import type { Placement } from "../../kernel/engine/scene/layout.js"
import { entityOf, stateAnswer } from "../../plugins/sources/home-assistant/entity.js"
import type { Entity } from "../../plugins/sources/home-assistant/entity.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { HOUSEHOLD } from "../world/home-assistant.js"
import { pageAt } from "./pages.js"
import type { Size } from "./pages.js"

const test = suite("HOME: the page")
const SIZES = [
  [400, 300],
  [648, 480],
  [800, 480],
  [480, 800],
  [1304, 984],
] as const
const DISTANCES = ["desk", "room", "hall"] as const
const AT = "2026-11-21T09:05:00Z"

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock(AT) })
})
test.after(() => stage.close())

/** 96 temperatures of a day. */
const DAY = Array.from({ length: 96 }, (_, i) => 20 + Math.round(10 * Math.sin(i / 15)) / 10)
const HOUSE: readonly Entity[] = HOUSEHOLD.slice(0, 10).map((each) =>
  Object.assign(entityOf(each.entity_id, stateAnswer.parse(each)), each.state === "21.4" && { history: DAY }),
)

async function placed(
  entities: readonly Entity[],
  size: Size,
  distance: (typeof DISTANCES)[number] = "desk",
): Promise<{ readonly texts: readonly (Placement & { readonly node: Text })[]; readonly words: string }> {
  const settings = { HOME: { connection: "house", entities: ["sensor.one"] } }
  const { page, env, words } = await pageAt(stage, "HOME", { settings, data: { home: { entities } } }, size, distance)
  const all = layout(page, size[0], size[1], env)
  return { texts: all.filter((each): each is Placement & { node: Text } => each.node.type === "text"), words }
}

const isValue = ({ node }: { readonly node: Text }): boolean => node.fit === "fill" && node.family !== "sans"

test("sets the values of a row in one size on one baseline, words like numbers", async () => {
  for (const size of SIZES) {
    const cells = (await placed(HOUSE, size)).texts.filter((each) => isValue(each) && each.node.group === "grid")
    assert.is(cells.length, 9)
    assert.is(new Set(cells.map(({ px }) => px)).size, 1, size.join("x"))
    const rows = new Map<number, number>()
    for (const { top } of cells) rows.set(top, (rows.get(top) ?? 0) + 1)
    assert.equal([...new Set(rows.values())], [3], size.join("x"))
    for (const { node } of cells) assert.is(node.trim, "cap")
  }
})

test("sets no value smaller than the names, nor larger than the first, at every distance", async () => {
  for (const size of SIZES)
    for (const distance of DISTANCES) {
      const { texts } = await placed(HOUSE, size, distance)
      const shown = `${size.join("x")} ${distance}`
      const hero = texts.find(({ node }) => node.family === "display")!
      const cells = texts.filter((each) => isValue(each) && each.node !== hero.node)
      const names = texts.filter(({ node }) => node.group === "names")
      const [least, most] = [Math.min(...cells.map(({ px }) => px!)), Math.max(...cells.map(({ px }) => px!))]
      assert.ok(names.length > 0 && names.every(({ px }) => px! <= least), `${shown}: ${least}`)
      assert.ok(most < hero.px!, `${shown}: ${most} against ${hero.px}`)
    }
})

test("writes units whole at 60 % of their value, and one minus", async () => {
  const { texts, words } = await placed(HOUSE, [400, 300])
  assert.match(words, /21\.4 °C/)
  assert.match(words, /−3\.2 °C/)
  const units = texts.flatMap(({ node: { spans = [] } }) => spans.filter(({ text }) => text.trim() === "°C"))
  assert.is(units.length, 2)
  for (const { scale, family } of units) assert.equal([scale, family], [0.6, "serif"])
})

test("says once since when things are as they are where all agree, else where it differs", async () => {
  const doors = HOUSE.filter(({ kind }) => kind === "switch").slice(0, 4)
  const at = (hour: number): number => Date.parse(`2026-11-21T0${hour}:33:00Z`)
  const times = (words: string): readonly string[] => words.match(/since \d+:33/g) ?? []
  const all = doors.map((each) => ({ ...each, max: null, since: at(6) }))
  for (const size of SIZES) {
    assert.is(times((await placed(all, size)).words).length, 1, size.join("x"))
    const differing = [{ ...all[0]!, since: at(8) }, ...all.slice(1)]
    assert.is(new Set(times((await placed(differing, size)).words)).size, 2, size.join("x"))
    assert.is(times((await placed(differing, size)).words).length, 2, size.join("x"))
  }
})

test.run()
