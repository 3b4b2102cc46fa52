import { SECRETS } from "platen/sdk"
import { isSealed } from "platen/sdk/kit"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Mode, Picture } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage, requestFor } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { DATA } from "../../../pictures/content.js"

const test = suite("collage")

let stage: Stage
let mode: Mode
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2026-11-21T09:05:00Z") })
  mode = stage.app.get(MODES).get("COLLAGE")!
})
test.after(() => stage.close())

const day = { year: 2026, month: 11, day: 21, weekday: 6 }

async function drawn(cells: readonly object[], more: object = {}): Promise<Picture & { readonly data: Shown }> {
  const request = requestFor(stage.app, "COLLAGE", { width: 800, height: 480, palette: "bw" }, "en")
  const settings = { COLLAGE: { cells, ...more } }
  return (await stage.app.get(DRAW).picture({ ...request, settings })) as Picture & { readonly data: Shown }
}
interface Shown {
  readonly cells: readonly { readonly mode: string; readonly data: Readonly<Record<string, unknown>> }[]
  readonly fault: string
}

test("shows other modes with settings of their own, the same one twice", async () => {
  const { data } = await drawn([
    { mode: "memo", settings: { memo_text: "left" } },
    { mode: "MEMO", settings: { memo_text: "right" } },
    { mode: "CALENDAR" },
  ])
  assert.equal(
    data.cells.map(({ mode: id, data: own }) => [id, own.text]),
    [
      ["MEMO", "left"],
      ["MEMO", "right"],
      ["CALENDAR", undefined],
    ],
  )
})

test("shows what there is when the content of one fails, and says so when nothing is chosen", async () => {
  // No world: WEATHER has a place, and nobody answers.
  const { data, failure } = await drawn([
    { mode: "MEMO", settings: { memo_text: "left" } },
    { mode: "FEED", settings: { urls: ["https://a.example/"] } },
  ])
  assert.is(failure, undefined)
  assert.equal([data.cells.length, data.cells[1]!.data.feed], [2, null])
  assert.is((await drawn([])).data.fault, "cells")
  assert.is((await drawn([{ mode: "NOBODY" }])).data.fault, "modes")
})

test("is never part of itself", async () => {
  const { data } = await drawn([{ mode: "COLLAGE", settings: { cells: [{ mode: "MEMO" }] } }, { mode: "ZEN" }])
  assert.equal(
    data.cells.map(({ mode: id }) => id),
    ["ZEN"],
  )
})

test("seals the secrets of its cells", () => {
  const url = "https://calendar.example/private-0815.ics"
  const given = { cells: [{ mode: "AGENDA", settings: { feeds: [{ url }] } }, { mode: "MEMO" }, 5] }
  const read = mode.dialect!.read(given, day) as { cells: { settings: { feeds: { url: string }[] } }[] }
  const sealed = read.cells[0]!.settings.feeds[0]!.url
  assert.ok(isSealed(sealed))
  assert.is(stage.app.get(SECRETS).open(sealed), url)
  assert.equal(read.cells.slice(1), given.cells.slice(1))
})

for (const [width, height] of [
  [400, 300],
  [480, 800],
  [800, 480],
  [1200, 825],
] as const)
  for (const count of [1, 2, 3, 4, 6])
    test(`fills ${width} x ${height} with ${count} pages`, async () => {
      const ids = ["WEATHER", "AGENDA", "ZEN", "STOIC", "CALENDAR", "LIFEBAR"].slice(0, count)
      const own = { AGENDA: { feeds: [{ url: "https://a.example/" }] } } as Readonly<Record<string, object>>
      const cells = ids.map((id) => ({ mode: id, settings: own[id] ?? {} }))
      const request = {
        ...requestFor(stage.app, "COLLAGE", { width, height, palette: "bw" }, "en"),
        settings: { COLLAGE: { cells } },
      }
      const { data } = await drawn(cells)
      const known = { ...data, cells: data.cells.map((each) => ({ ...each, data: DATA[each.mode] ?? each.data })) }
      const { page } = (await stage.app.get(DRAW).page(mode, { ...request, data: known }))!
      const found = stage.app.get(RASTERIZER).lint(page, request)
      // A small panel has no room for many pages; what they lack there is cut.
      if (width > 400 && count <= 2)
        assert.equal(
          found.map(({ rule, message }) => `${rule}: ${message}`),
          [],
        )
    })

test.run()
