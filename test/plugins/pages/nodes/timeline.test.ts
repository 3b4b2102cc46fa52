import type { Timeline, TimelineEntry } from "platen/sdk/mode"
import { column } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PageBudget } from "../../../../kernel/engine/scene/budget.js"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { NodeKinds } from "../../../../kernel/engine/scene/node-kinds.js"
import { typeOf } from "../../../../kernel/engine/scene/words.js"
import timeline from "../../../../plugins/pages/nodes/timeline.js"
import { planOf } from "../../../../plugins/pages/nodes/timeline/plan.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { compiled, SPEC, viewContext } from "../modes-json/specs.js"
import { painted, picture, sceneEnv } from "../../../setting.js"
import { meet, recorder } from "./recorded.js"
import type { Area } from "./recorded.js"
import { depth } from "../../../depth.js"

const test = suite("nodes/timeline")
const record = await recorder()
const env = await sceneEnv()
const type = typeOf(env)

const node = (entries: readonly TimelineEntry[], more: Partial<Timeline> = {}): Timeline => ({
  type: "timeline",
  entries,
  ...more,
})
const at = (start: number, end: number, title = "Some title", detail?: string): TimelineEntry => ({
  start: start * 60,
  end: end * 60,
  title,
  ...(detail !== undefined && { detail }),
})
const messages = (one: Timeline, width: number, height: number): readonly string[] =>
  lint(column({}, { ...one, width, height } as Timeline), 400, 300, BW, env).map(({ message }) => message)

test("places entries by their time", () => {
  const { entries, area } = planOf(node([at(9, 10), at(11, 13), at(17, 18)]), { width: 300, height: 280 }, type)
  const hour = (area.bottom - area.top - 1) / 9
  for (const { entry, bar } of entries) {
    assert.ok(Math.abs(bar.top - (area.top + (entry.start / 60 - 9) * hour)) <= 0.5, entry.title)
    assert.ok(Math.abs(bar.bottom - (area.top + (entry.end! / 60 - 9) * hour)) <= 1.5, entry.title)
  }
})

test("shows the hours round its entries, a day where it has none, and the ends that it is given", () => {
  const hours = (one: Timeline, height = 290): readonly number[] =>
    planOf(one, { width: 300, height }, type).marks.map(({ at: row }) => row)
  assert.is(hours(node([at(9.5, 10.5)])).length, 3)
  assert.is(hours(node([at(9, 12)])).length, 4)
  assert.is(hours(node([])).length, 13, "every second hour of a day")
  assert.is(hours(node([at(9, 12)], { from: 0, to: 1440 }), 100).length, 7, "every fourth")
  assert.is(hours(node([at(9, 10)], { from: 540, to: 600, step: 15 })).length, 5)
  assert.is(hours(node([{ start: 3, end: 8, title: "x" }], { step: 1 })).length, 6, "any numbers")
})

test("takes words at places of their own in place of the hours", () => {
  const marks = [
    { place: 1, text: "Monday" },
    { place: 2, text: "Tuesday" },
    { place: 9, text: "never" },
  ]
  const plan = planOf(node([{ start: 1, end: 3, title: "x" }], { step: 1, marks }), { width: 300, height: 200 }, type)
  assert.is(plan.marks.length, 2)
  assert.is(
    describe(node([{ start: 1, end: 3, title: "x", detail: "y" }], { marks }), new NodeKinds([timeline])),
    "x  y",
  )
})

test("puts entries that overlap in lanes beside one another, and gives one the lanes that are free", () => {
  const plan = planOf(node([at(9, 12), at(9.5, 10.5), at(10, 11), at(13, 14)]), { width: 400, height: 280 }, type)
  const [long, first, second, alone] = plan.entries.map(({ box }) => box) as [Area, Area, Area, Area]
  for (const [a, b] of [
    [long, first],
    [long, second],
    [first, second],
  ] as const)
    assert.not.ok(meet(a, b))
  assert.ok(first.left > long.left && second.left > first.left)
  assert.is(alone.right - alone.left, plan.area.right - plan.area.left)
})

test("keeps one line for a short entry, and says what is left out", () => {
  const short = node([at(9, 9.1, "Short"), at(10, 18, "Long", "with some detail")])
  const { entries } = planOf(short, { width: 300, height: 200 }, type)
  assert.ok(entries.every(({ words }) => words.isWhole))
  assert.equal(messages(short, 300, 200), [])
  const crowded = node([at(9, 9.2, "A title that is far too long for its room", "and a detail that is"), at(9.2, 20)])
  const [message] = messages(crowded, 120, 200)
  assert.match(
    message!,
    /^"A title that is far too long for its room" of the timeline is not whole in \d+ x \d+ pixels: /,
  )
  assert.match(messages(short, 30, 200)[0]!, /cannot be read in 30 x 200 pixels: give it 40 x 40/)
  assert.match(
    messages(node([at(9, 10, "Early")], { from: 720, to: 1000 }), 300, 200)[0]!,
    /^"Early" of the timeline is outside of the time that it shows/,
  )
})

test("breaks no word, whatever the room", () => {
  for (let width = 60; width < 400; width += 20) {
    const { entries } = planOf(
      node([at(9, 10, "Incomprehensibilities", "characteristically"), at(9, 10, "Counterrevolutionary")]),
      { width, height: 150 },
      type,
    )
    for (const { words } of entries)
      if (words.isWhole)
        assert.ok(
          words.parts.every((part) => !part.words.tight),
          `${width}`,
        )
  }
})

test("draws now in its own ink, with the time, and no line through words", async () => {
  const one = node([at(9, 12, "Work", "in the morning")], { now: 10.5 * 60, ink: "red" })
  const rows = picture(await painted(column({}, one), { width: 300, height: 200, palette: BWRY }))
  const red = rows.flatMap((row, y) => (row.includes("r") ? [y] : []))
  assert.ok(red.length >= 7 && red.length <= 16, "as high as the word of the time")
  const line = rows.filter((row) => /r{60}/.test(row))
  assert.is(line.length, 1)
  const { words, fills } = record(timeline, one, { width: 300, height: 200 })
  for (const fill of fills) for (const word of words) assert.not.ok(meet(fill, word), JSON.stringify({ fill, word }))
  assert.not.ok(
    picture(await painted(column({}, { ...one, now: 2000 }), { width: 300, height: 200, palette: BWRY }))
      .join("")
      .includes("r"),
  )
})

test("is described in the order of the day", () => {
  const one = node([at(14, 15.5, "Dentist", "3rd floor"), at(9, 9, "Stand-up"), at(23.5, 24.5, "Night")])
  assert.is(
    describe(one, new NodeKinds([timeline])),
    "9:00  Stand-up\n14:00–15:30  Dentist  3rd floor\n23:30–0:30  Night",
  )
})

test("goes across as well as down", () => {
  const plan = planOf(node([at(9, 10), at(12, 13)], { direction: "across" }), { width: 400, height: 120 }, type)
  const [first, second] = plan.entries.map(({ bar }) => bar) as [Area, Area]
  assert.is(first.top, second.top)
  const hour = (plan.area.right - plan.area.left - 1) / 4
  assert.ok(Math.abs(second.left - first.left - 3 * hour) <= 1)
})

const time = fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.double({ min: -1e9, max: 1e9, noNaN: true }))
const word = fc.string({ unit: fc.constantFrom("a", "word ", "Longer", " ", "会议", "-"), maxLength: 12 })
const short = fc.string({ unit: fc.constantFrom("a", "9:", "会", " "), maxLength: 10 })
const anyTimeline = fc
  .record(
    {
      entries: fc.array(
        fc.record({ start: time, end: time, title: word, detail: word }, { requiredKeys: ["start", "title"] }),
        { maxLength: 14 },
      ),
      direction: fc.constantFrom("down" as const, "across" as const),
      from: fc.integer({ min: 0, max: 700 }),
      to: fc.integer({ min: 701, max: 1440 }),
      step: fc.oneof(fc.constantFrom(1, 15, 60, 1440), fc.double({ min: 0.001, max: 1e9, noNaN: true })),
      marks: fc.array(fc.record({ place: time, text: short }), { maxLength: 30 }),
      now: time,
      nowLabel: short,
      px: fc.integer({ min: 10, max: 40 }),
      family: fc.constantFrom("sans" as const, "serif" as const),
    },
    { requiredKeys: ["entries"] },
  )
  .map((fields): Timeline => ({ type: "timeline", ...fields }))

test("paints whatever its schema allows inside of its box, with its words apart, and never throws", () => {
  fc.assert(
    fc.property(
      anyTimeline,
      fc.integer({ min: 1, max: 420 }),
      fc.integer({ min: 1, max: 320 }),
      (one, width, height) => {
        const { type: _, ...fields } = one
        assert.ok(timeline.schema.safeParse(fields).success)
        const { fills, words } = record(timeline, one, { width, height })
        for (const each of [...fills, ...words])
          assert.ok(
            each.left >= 0 && each.top >= 0 && each.right <= width && each.bottom <= height,
            `${JSON.stringify(each)} in ${width} x ${height}`,
          )
        words.forEach((a, i) => {
          for (const b of words.slice(i + 1)) assert.not.ok(meet(a, b), `${JSON.stringify(a)} and ${JSON.stringify(b)}`)
        })
        assert.equal(record(timeline, one, { width, height }), { fills, words }, "the same again")
        describe(one, new NodeKinds([timeline]))
        messages(one, width, height)
      },
    ),
    { numRuns: depth(300) },
  )
})

test("sets few words for a hundred entries", async () => {
  const many = Array.from({ length: 100 }, (_, i) =>
    at(i / 8, i / 8 + 2, `Entry number ${i}`, "with a detail that is long enough"),
  )
  const bounded = { ...env, budget: Object.assign(new PageBudget(), { paragraphs: 6000 }) }
  for (const direction of ["down", "across"] as const)
    assert.ok(lint(column({}, node(many, { direction })), 400, 300, BW, bounded).length > 0)
})

test("refuses times that are no numbers, and ends that are the wrong way round", () => {
  const ok = (fields: object): boolean => timeline.schema.safeParse({ entries: [], ...fields }).success
  assert.ok(ok({ from: 1, to: 2, step: 0.5 }))
  for (const wrong of [NaN, Infinity, 1e10, "9:00"]) {
    assert.not.ok(ok({ entries: [{ start: wrong, title: "x" }] }), String(wrong))
    assert.not.ok(ok({ now: wrong }), String(wrong))
  }
  for (const fields of [{ from: 2, to: 1 }, { step: 0 }, { entries: [{ start: 1 }] }, { direction: "up" }])
    assert.not.ok(ok(fields), JSON.stringify(fields))
})

test("is a node of JSON modes", () => {
  const view = {
    type: "timeline",
    entries: [{ start: 540, end: 600, title: "{{ quote }}" }],
    now: "{{ date.hour | times: 60 | plus: date.minute | json }}",
  }
  const { body } = compiled({ ...SPEC, view }).view({ quote: "First", lines: [] } as never, viewContext())
  assert.equal(body, { type: "timeline", entries: [{ start: 540, end: 600, title: "First" }], now: 545 })
})

test.run()
