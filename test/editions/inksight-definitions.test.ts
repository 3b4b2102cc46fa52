import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { definition } from "./extended-studio-stage.js"

/** What InkSight's editor of modes sends and reads. */
const test = suite("inksight definitions")

let here: Extended
test.before(async () => {
  here = await openExtended()
})
test.after(() => here.close())

/** What the editor adds to whatever stands in its text field. */
const around = (mac: string, name: string): object => ({
  mode_id: "TIDES",
  display_name: name,
  mac,
  cacheable: true,
  icon: "star",
})
interface Read {
  readonly mode_id: string
  readonly display_name: string
  readonly mac: string
  readonly cacheable: boolean
  readonly icon: string
}

test("takes a definition with what the editor adds, and gives that back", async () => {
  const { mac, owner } = await here.owned()
  const { id: _id, icon: _icon, ...made } = definition("TIDES")
  const whole = { ...made, ...around(mac, "Title of TIDES") }
  const preview = await here.post(
    "/api/modes/custom/preview",
    { mode_def: whole, w: 400, h: 300, colors: 2, responseType: "image" },
    owner.headers,
  )
  assert.equal([preview.status, preview.headers["content-type"]], [200, "image/png"])
  assert.equal((await here.post("/api/modes/custom", whole, owner.headers)).json(), { ok: true, mode_id: "TIDES" })
  const read = async (): Promise<Read> =>
    (await here.at(`/api/modes/custom/TIDES?mac=${encodeURIComponent(mac)}`, { headers: owner.headers })).json() as Read
  const { mode_id: id, display_name: name, mac: of, cacheable, icon } = await read()
  assert.equal([id, name, of, cacheable, icon], ["TIDES", "Title of TIDES", mac, true, "star"])
  assert.is(
    (await here.post("/api/modes/custom", { ...(await read()), display_name: "High water" }, owner.headers)).status,
    200,
    "the editor sends all that it has read",
  )
  assert.is((await read()).display_name, "High water")
  const { modes } = (await here.at(`/api/modes?mac=${mac}`, { headers: owner.headers })).json() as {
    modes: readonly { mode_id: string; display_name: string }[]
  }
  assert.is(modes.find((mode) => mode.mode_id === "TIDES")?.display_name, "High water")
})

test("says in one sentence that a definition has InkSight's format", async () => {
  const { mac, owner } = await here.owned()
  const theirs = {
    mode_id: "MY_WORD",
    display_name: "My word",
    icon: "star",
    cacheable: true,
    description: "One word.",
    mac,
    content: {
      type: "llm_json",
      prompt_template: "{context}",
      output_schema: { word: { type: "string" } },
      fallback: { word: "enough" },
    },
    layout: {
      status_bar: { line_width: 1 },
      body: [{ type: "centered_text", field: "word", font_size: 40 }],
      footer: { label: "WORD" },
    },
  }
  for (const [path, body] of [
    ["/api/modes/custom", theirs],
    ["/api/modes/custom/preview", { mode_def: theirs, w: 400, h: 300 }],
  ] as const) {
    const answer = await here.post(path, body, owner.headers)
    const { error, code, issues } = answer.json() as { error: string; code: string; issues: readonly unknown[] }
    assert.equal([answer.status, code, issues.length], [422, "mode-invalid", 1])
    assert.match(error, /^The definition is in the format of InkSight [^.]*content\.type[^]*\.$/)
  }
})

test.run()
