import type { SceneNode, Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../kernel/engine/scene/layout.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { pageAt } from "../pages.js"
import type { Size } from "../pages.js"

const test = suite("timetable: the week")
const SIZES = [
  [400, 300],
  [648, 480],
  [800, 480],
  [480, 800],
  [1304, 984],
] as const

let stage: Stage
test.before(async () => {
  // A Tuesday.
  stage = await openStage({ clock: fakeClock("2026-11-24T09:10:00Z") })
})
test.after(() => stage.close())

const PERIODS = ["08:00-09:30", "09:45-11:15", "11:30-13:00", "14:00-15:30", "15:45-17:15", "18:30-20:00"]
const NAMES = {
  en: ["Algebra", "Statistics", "Chemistry", "English", "Physics"],
  de: ["Mathematik", "Gemeinschaftskunde", "Naturwissenschaften", "Darstellendes Spiel", "Physik"],
  zh: ["代数", "统计学", "思想品德", "英语", "物理"],
} as const

/** Six days with four lessons each: none of them twice in a row. */
const weekOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [`${i % 6}-${Math.floor(i / 6)}`, `${names[(i * 3) % names.length]}/R${i}`]),
  )

async function placed(
  size: Size,
  language: keyof typeof NAMES,
  { distance = "desk", ...more }: { distance?: "desk" | "room" | "hall"; short?: Record<string, string> } = {},
): Promise<{ readonly texts: readonly (Placement & { readonly node: Text })[]; readonly words: string }> {
  const settings = { TIMETABLE: { periods: PERIODS, courses: weekOf(NAMES[language]), ...more } }
  const { page, env, words } = await pageAt(stage, "TIMETABLE", { settings }, size, distance, language)
  const all = layout(page as SceneNode, size[0], size[1], env)
  return { texts: all.filter((each): each is Placement & { node: Text } => each.node.type === "text"), words }
}

/** The lessons of a grid: bold and sans, below the heads. */
const lessonsOf = (texts: readonly (Placement & { readonly node: Text })[], language: keyof typeof NAMES) =>
  texts.filter(
    ({ node }) =>
      node.weight === "bold" &&
      node.family === "sans" &&
      NAMES[language].some((name) => node.text.slice(0, 2) === name.slice(0, 2)),
  )

test("sets lessons in one size of at least 14 pixels, with a gutter of 8 between columns", async () => {
  for (const size of SIZES)
    for (const language of ["en", "de", "zh"] as const) {
      const lessons = lessonsOf((await placed(size, language)).texts, language)
      const shown = `${size.join("x")} ${language}`
      assert.ok(lessons.length >= 12, `${shown}: ${lessons.map(({ node }) => node.text).join(" ")}`)
      const sizes = [...new Set(lessons.map(({ node }) => node.px!))]
      assert.is(sizes.length, 1, `${shown}: ${sizes.join(", ")}`)
      assert.ok(sizes[0]! >= 14, `${shown}: ${sizes[0]}`)
      const columns = [...new Set(lessons.map(({ left, width }) => `${left} ${left + width}`))]
        .map((each) => each.split(" ").map(Number) as [number, number])
        .sort(([a], [b]) => a - b)
      for (const [i, [left]] of columns.entries())
        if (i > 0) assert.ok(left - columns[i - 1]![1] >= 8, `${shown}: ${left - columns[i - 1]![1]}`)
    }
})

test("cuts no lesson: it is hyphenated, or ends in a point, and Chinese stays on its line", async () => {
  for (const size of SIZES)
    for (const language of ["en", "de", "zh"] as const)
      for (const { node, block } of lessonsOf((await placed(size, language)).texts, language)) {
        assert.not.ok(block!.clipped, `${size.join("x")} ${node.text}`)
        // Of English names at these sizes, none is too long.
        if (language === "en") assert.ok((NAMES.en as readonly string[]).includes(node.text), node.text)
        if (language === "zh") assert.is(block!.lineCount, 1, node.text)
      }
})

test("shows fewer days where columns would be too narrow: today and the next ones, dates below their names", async () => {
  const { texts, words } = await placed([400, 300], "en")
  assert.match(words, /TUE\s+24\s+WED\s+25\s+THU\s+26\s+FRI\s+27\s/)
  assert.not.match(words, /SAT|MON/)
  const [name, date] = [texts.find(({ node }) => node.text === "WED")!, texts.find(({ node }) => node.text === "25")!]
  assert.ok(date.top >= name.top + name.height - 1 && date.left === name.left, "the date stands below")
  assert.match((await placed([800, 480], "en")).words, /MON\s+23\s+TUE\s+24.*SAT\s+28/s)
})

test("takes the short name of a lesson where its name is too wide, and only there", async () => {
  const short = { Gemeinschaftskunde: "GK", Physik: "Ph" }
  const { words } = await placed([400, 300], "de", { short })
  assert.match(words, /\bGK\b/)
  assert.not.match(words, /\bPh\b/)
  assert.match((await placed([1304, 984], "de", { short })).words, /Gemeinschaftskunde/)
})

test("sets nothing larger than the time, at every distance", async () => {
  for (const size of SIZES.slice(1))
    for (const distance of ["desk", "room", "hall"] as const) {
      const { texts } = await placed(size, "en", { distance })
      const hero = texts.find(({ node }) => node.family === "display")!
      for (const { node, px } of texts)
        if (node !== hero.node && px !== undefined)
          assert.ok(px < hero.px!, `${size.join("x")} ${distance} "${node.text}": ${px}`)
    }
})

test.run()
