import { ICONS, NODES, PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { lintMode } from "platen/sdk/kit"
import { SERVICE } from "platen/sdk"
import { COMPILE, DRAW, SOURCES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { FORMAT_EXAMPLES } from "../../../../plugins/pages/modes-json/format-examples.js"
import { formatText } from "../../../../plugins/pages/modes-json/format-text.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"

const test = suite("the mode format as text")

let stage: Stage
let text: string
test.before(async () => {
  stage = await openStage({ clock: fakeClock("2026-11-26T09:05:00Z") })
  const { app } = stage
  text = formatText(
    { kinds: app.get(NODES).list(), sources: app.get(SOURCES).list(), icons: app.get(ICONS).names() },
    FORMAT_EXAMPLES,
  )
})
test.after(() => stage.close())

/** Characters of a token, about. */
const PER_TOKEN = 4

test("is short enough for a model: 12,000 tokens at most", () => {
  assert.ok(text.length / PER_TOKEN <= 12_000, `${text.length} characters`)
})

test("says every kind of node, source and icon, one line a property", () => {
  const { app } = stage
  for (const { type } of app.get(NODES).list()) assert.match(text, new RegExp(`^# ${type}$`, "m"))
  for (const { name } of app.get(SOURCES).list()) assert.match(text, new RegExp(`^${name}: .* -> `, "m"))
  for (const icon of app.get(ICONS).names()) assert.ok(text.includes(` ${icon}`) || text.includes(`${icon} `), icon)
  for (const line of [
    "gap (0 to 200): Units between the columns.",
    "role (caption | body | lead | title | display): Size by what the text is: it scales with the screen.",
    "platen/Notice: text, most (optional)",
  ])
    assert.ok(text.includes(`\n${line}\n`), line)
  assert.not.match(text, /undefined|\[object/)
})

for (const example of FORMAT_EXAMPLES as readonly { readonly id: string; readonly words?: object }[])
  test(`has an example without a fault: ${example.id}`, async () => {
    const { app } = stage
    const needs = {
      panels: app.get(PANELS),
      draw: app.get(DRAW),
      rasterizer: app.get(RASTERIZER),
      service: app.get(SERVICE),
      areas: app.get(AREAS),
    }
    const mode = app.get(COMPILE)(example)
    assert.equal(await mode.advice?.(), [])
    assert.equal(await lintMode(needs, mode, Object.keys(example.words ?? { en: 1 })), [])
  })

test.run()
