import type { Chart } from "platen/sdk/mode"
import { column } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PageBudget } from "../../../../kernel/engine/scene/budget.js"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { NodeKinds } from "../../../../kernel/engine/scene/node-kinds.js"
import chart from "../../../../plugins/pages/nodes/chart.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { compiled, SPEC, viewContext } from "../modes-json/specs.js"
import { painted, picture, sceneEnv } from "../../../setting.js"
import { meet, recorder } from "./recorded.js"
import { depth } from "../../../depth.js"

const test = suite("nodes/chart")
const record = await recorder()

const node = (kind: Chart["kind"], values: Chart["values"], more: Partial<Chart> = {}): Chart => ({
  type: "chart",
  kind,
  values,
  ...more,
})
const drawn = async (one: Chart, width: number, height: number, palette = BW): Promise<readonly string[]> =>
  picture(await painted(column({}, one), { width, height, palette }))

test("draws bars of one width and rhythm on a base line, and none for what is missing", async () => {
  assert.equal(await drawn(node("bars", [1, 2, null, 0, 4], { scale: false }), 20, 6), [
    "................###.",
    "................###.",
    "....###.........###.",
    "....###.........###.",
    "###.###.........###.",
    "####################",
  ])
  assert.equal(
    await drawn(
      node(
        "bars",
        [
          [2, 1],
          [1, -1],
        ],
        { scale: false, looks: [{}, { fill: "black" }] },
      ),
      16,
      7,
    ),
    [
      "..##............",
      "..####....##....",
      "..####....##....",
      "################",
      "............##..",
      "................",
      "................",
    ],
  )
})

test("draws a line from value to value, and its area down to the zero line", async () => {
  assert.equal(await drawn(node("sparkline", [0, 4, 4, null, 2, 0], { looks: [{ stroke: 1 }] }), 11, 5), [
    "..###......",
    "..#........",
    ".#......#..",
    ".#.......#.",
    "#.........#",
  ])
  assert.equal(
    await drawn(node("area", [2, 2, -2, -2], { scale: false, looks: [{ stroke: 0, fill: "black" }] }), 13, 9),
    [
      "####.........",
      "#####........",
      "#####........",
      "######.......",
      "#############",
      ".......######",
      ".......######",
      "........#####",
      "#############",
    ],
  )
})

test("draws a gap where a value is missing, and a dot for a value alone", async () => {
  const { fills } = record(chart, node("sparkline", [3, null, 3, null, null, 3, 3]), { width: 61, height: 11 })
  const columns = new Set(fills.flatMap(({ left, right }) => Array.from({ length: right - left }, (_, i) => left + i)))
  for (let x = 0; x < 61; x++) {
    const isNear = x <= 1 || (x >= 18 && x <= 22) || x >= 49
    if (!isNear) assert.not.ok(columns.has(x), `${x}`)
  }
  assert.ok(columns.has(0) && columns.has(20) && columns.has(55))
})

test("draws an empty frame where there is no number, and says so", async () => {
  for (const values of [[], [null, null], [[], [null]]]) {
    const empty = node("line", values as Chart["values"], { label: "Rain" })
    assert.equal(await drawn(empty, 6, 4), ["######", "#....#", "#....#", "######"])
    const findings = lint(column({}, empty), 200, 100, BW, await sceneEnv(200, 100))
    assert.equal(
      findings.map(({ message }) => message),
      ['The chart "Rain" has no number to show: leave it out where there is none.'],
    )
    assert.is(describe(empty, new NodeKinds([chart])), "Rain: no values")
  }
})

test("draws rain the darker the more there is, standing or hanging", async () => {
  const inked = (hang: boolean): Promise<readonly string[]> =>
    drawn(node("rain", [1, 2, 3, 4], { hang, scale: false, to: 4 }), 32, 33)
  const standing = await inked(false)
  const shares = [0, 1, 2, 3].map((i) => {
    const high = Math.round((33 - 1) * (i + 1)) / 4
    const rows = standing.slice(33 - high + 1, 31).map((row) => row.slice(i * 8 + 1, i * 8 + 6))
    return [...rows.join("")].filter((each) => each === "#").length / rows.join("").length
  })
  shares.slice(1).forEach((share, i) => assert.ok(share > shares[i]!, shares.join(" ")))
  const hanging = await inked(true)
  assert.match(hanging[0]!, /^#+$/)
  assert.match(hanging[32]!, /^\.{24}#+\.$/)
})

test("draws one thing in its own ink: now, else the points", async () => {
  const red = async (more: Partial<Chart>, kind: Chart["kind"] = "line"): Promise<number> => {
    const rows = await drawn(node(kind, [1, 3, 2, 5, 4], { ink: "red", ...more }), 120, 60, BWRY)
    return [...rows.join("")].filter((each) => each === "r").length
  }
  assert.is(await red({}), 0)
  assert.ok((await red({ points: ["max"] })) > 8)
  const line = await red({ now: 2 })
  assert.ok(line > 20)
  assert.ok((await red({ now: 2, points: ["max"] })) <= line, "not both")
  assert.ok((await red({ now: 3 }, "bars")) > 100)
  const heat = await drawn(
    node(
      "heat",
      [
        [1, 2],
        [3, 4],
      ],
      { ink: "red", now: 1 },
    ),
    40,
    40,
    BWRY,
  )
  assert.ok(heat.every((row) => !row.slice(0, 20).includes("r")))
})

test("is drawn in the ink of the box round it", async () => {
  for (const kind of ["line", "area", "bars", "rain", "sparkline", "heat"] as const) {
    const one = node(kind, [1, 3, 2, null, 4], { labels: ["a", "b", "c", "d", "e"], points: ["all"] })
    const plain = await drawn(one, 160, 96)
    const inverted = picture(await painted(column({ fill: "black", ink: "white" }, one), { width: 160, height: 96 }))
    assert.equal(
      inverted.map((row) => row.replaceAll(/./g, (each) => (each === "#" ? "." : "#"))),
      plain,
      kind,
    )
  }
})

test("keeps labels apart, the first and the last among them", () => {
  const labels = Array.from({ length: 25 }, (_, i) => `${i}`)
  for (let width = 60; width < 400; width += 7) {
    const { words } = record(chart, node("line", labels.map(Number), { labels, scale: false }), { width, height: 80 })
    const sorted = words.toSorted((a, b) => a.left - b.left)
    sorted.slice(1).forEach((each, i) => assert.ok(each.left - sorted[i]!.right >= 3, `${width}: ${i}`))
    assert.ok(sorted.length >= 2 && sorted[0]!.left <= 8 && sorted.at(-1)!.right >= width - 8, `${width}`)
  }
})

test("is described by its range and by what stands out", () => {
  assert.is(
    describe(
      node("line", [-1.5, 3, null, 2], { unit: "°", label: "Outside", labels: ["6", "9", "12", "15"] }),
      new NodeKinds([chart]),
    ),
    "Outside: −1.5° to 3.0°, first −1.5°, last 2.0°, highest 3.0° at 9, lowest −1.5° at 6, 1 missing",
  )
})

test("tells each series in words, and rows of cells by their range", () => {
  const kinds = new NodeKinds([chart])
  assert.is(
    describe(
      node(
        "line",
        [
          [1, 2],
          [4, 3],
        ],
        { names: ["Oslo", "Rome"], unit: "mm" },
      ),
      kinds,
    ),
    "Oslo: 1 mm to 2 mm, first 1 mm, last 2 mm, highest 2 mm, lowest 1 mm\nRome: 3 mm to 4 mm, first 4 mm, last 3 mm, highest 4 mm, lowest 3 mm",
  )
  assert.is(
    describe(
      node(
        "heat",
        [
          [1, null],
          [4, 3],
        ],
        { label: "Visits" },
      ),
      kinds,
    ),
    "Visits: 2 rows, 1 to 4",
  )
  assert.is(
    describe(node("bars", [1, 2], { label: "Schritte", summary: "mehr als gestern" }), kinds),
    "Schritte: mehr als gestern",
  )
})

test("says what it has no room for", async () => {
  const messages = async (one: Chart, width: number, height: number): Promise<readonly string[]> =>
    lint(column({}, { ...one, width, height } as Chart), 300, 200, BW, await sceneEnv(300, 200)).map(
      ({ message }) => message,
    )
  const full = node(
    "line",
    [
      [1, 2, 3],
      [2, 3, 1],
    ],
    { labels: ["a", "b", "c"], names: ["Stockholm", "Oslo"] },
  )
  assert.equal(await messages(full, 200, 100), [])
  assert.match((await messages(full, 20, 100))[0]!, /^The chart cannot be read in 20 x 100 pixels: give it 24 x 12\.$/)
  assert.match((await messages(full, 200, 24)).join(), /no room for its labels in 200 x 24 pixels/)
  assert.match((await messages(full, 60, 100)).join(), /no room for its names in 60 x 100 pixels/)
})

test("has its columns below one another where charts share a gutter", () => {
  const lefts = [node("bars", [1, 200]), node("rain", [1, 2])].map((one) => {
    const { fills } = record(chart, { ...one, gutter: 40 }, { width: 200, height: 80 })
    return Math.min(...fills.map(({ left }) => left))
  })
  assert.equal(lefts, [40, 40])
})

const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -20, max: 40 }),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
)
const values = fc.oneof(
  fc.array(value, { maxLength: 60 }),
  fc.array(fc.array(value, { maxLength: 30 }), { minLength: 1, maxLength: 8 }),
)
const word = fc.string({ unit: fc.constantFrom("a", "W", "12", "。", " ", "ß"), maxLength: 12 })
const ink = fc.constantFrom("black" as const, "red" as const)
const fill = fc.oneof(ink, fc.record({ tone: fc.double({ min: 0, max: 1, noNaN: true }) }))
const anyChart = fc
  .record(
    {
      kind: fc.constantFrom(
        "line" as const,
        "area" as const,
        "bars" as const,
        "rain" as const,
        "sparkline" as const,
        "heat" as const,
      ),
      values,
      low: fc.array(value, { maxLength: 60 }),
      labels: fc.array(word, { maxLength: 60 }),
      names: fc.array(word, { maxLength: 8 }),
      looks: fc.array(
        fc.record(
          { stroke: fc.double({ min: 0, max: 8, noNaN: true }), dash: fc.constant([2, 3] as const), ink, fill },
          { requiredKeys: [] },
        ),
        { maxLength: 4 },
      ),
      unit: fc.constantFrom("°", "mm", "%", ""),
      decimals: fc.integer({ min: 0, max: 4 }),
      from: fc.double({ min: -100, max: 0, noNaN: true }),
      to: fc.double({ min: 0.001, max: 100, noNaN: true }),
      now: fc.double({ min: 0, max: 70, noNaN: true }),
      nowLabel: word,
      points: fc.uniqueArray(
        fc.constantFrom("first" as const, "last" as const, "max" as const, "min" as const, "all" as const),
      ),
      smooth: fc.boolean(),
      hang: fc.boolean(),
      scale: fc.boolean(),
      gutter: fc.integer({ min: 0, max: 400 }),
    },
    { requiredKeys: ["kind", "values"] },
  )
  .map((fields): Chart => ({ type: "chart", ...fields }) as Chart)

test("paints whatever its schema allows inside of its box, with all words whole and apart, and never throws", async () => {
  const env = await sceneEnv()
  fc.assert(
    fc.property(
      anyChart,
      fc.integer({ min: 1, max: 420 }),
      fc.integer({ min: 1, max: 320 }),
      fc.constantFrom([400, 300] as const, [1600, 1200] as const),
      (one, width, height, screen) => {
        const { type: _, ...fields } = one
        assert.ok(chart.schema.safeParse(fields).success, JSON.stringify(chart.schema.safeParse(fields).error))
        const { fills, words } = record(chart, one, { width, height, screen })
        for (const each of [...fills, ...words])
          assert.ok(
            each.left >= 0 && each.top >= 0 && each.right <= width && each.bottom <= height,
            `${JSON.stringify(each)} in ${width} x ${height}`,
          )
        words.forEach((a, i) => {
          for (const b of words.slice(i + 1)) assert.not.ok(meet(a, b), `${JSON.stringify(a)} and ${JSON.stringify(b)}`)
        })
        assert.equal(record(chart, one, { width, height, screen }), { fills, words }, "the same again")
        describe(one, new NodeKinds([chart]))
        lint(column({}, one), width, height, BW, env)
      },
    ),
    { numRuns: depth(400) },
  )
})

test("draws 2000 numbers of 60 series in a fraction of a second, and sets few words", async () => {
  const many = Array.from({ length: 60 }, (_, k) =>
    Array.from({ length: 2000 }, (__, i) => ((i * 7919 + k * 31) % 997) - 300),
  )
  const labels = Array.from({ length: 2000 }, (_, i) => `${i}`)
  for (const kind of ["line", "area", "bars", "rain", "heat"] as const) {
    const one = node(kind, kind === "heat" ? many : many.slice(0, 8), { labels, points: ["all"] })
    const env = { ...(await sceneEnv()), budget: Object.assign(new PageBudget(), { paragraphs: 3000 }) }
    assert.ok(lint(column({}, one), 400, 300, BW, env).length <= 2)
    assert.ok((await drawn(one, 400, 300)).length === 300)
  }
})

test("refuses what is no number, and ends that are the wrong way round", () => {
  const ok = (fields: object): boolean => chart.schema.safeParse({ kind: "line", values: [1], ...fields }).success
  assert.ok(ok({}))
  for (const wrong of [NaN, Infinity, -Infinity, 1e13, "1"])
    for (const fields of [{ values: [wrong] }, { low: [wrong] }, { from: wrong }, { now: wrong }])
      assert.not.ok(ok(fields), JSON.stringify(fields))
  assert.ok(ok({ from: 1, to: 2 }))
  assert.not.ok(ok({ from: 2, to: 2 }))
  assert.not.ok(ok({ values: Array.from({ length: 2001 }, () => 1) }))
  assert.not.ok(ok({ kind: "pie" }))
})

test("is a node of JSON modes: its numbers are templates that give values", () => {
  const view = {
    type: "chart",
    kind: "line",
    values: "{{ books | map: 'year' | json }}",
    labels: "{{ books | map: 'title' | json }}",
    gutter: 20,
    height: "50%",
  }
  const books = [
    { title: "A", year: 3 },
    { title: "B", year: 5 },
  ]
  const one = compiled({ ...SPEC, view }).view({ quote: "", lines: [], books } as never, viewContext())
  assert.equal(one.body, { type: "chart", kind: "line", values: [3, 5], labels: ["A", "B"], gutter: 20, height: "50%" })
  const two = compiled({
    ...SPEC,
    view: { ...view, values: "[{{ books | map: 'year' | json }}, {{ books | map: 'year' | json }}]" },
  })
  assert.equal((two.view({ quote: "", lines: [], books } as never, viewContext()).body as Chart).values, [
    [3, 5],
    [3, 5],
  ])
})

test.run()
