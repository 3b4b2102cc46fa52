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

const theirs = {
  mode_id: "MY_WORD",
  display_name: "My word",
  icon: "sunny",
  cacheable: true,
  description: "One word.",
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
interface Answered {
  readonly mode_id: string
  readonly warning?: string
  readonly report: readonly { readonly path: string; readonly result: string; readonly message: string }[]
}

test("converts a definition in InkSight's format, and says what became of it", async () => {
  const { mac, owner } = await here.owned()
  const preview = await here.post("/api/modes/custom/preview", { mode_def: theirs, w: 400, h: 300 }, owner.headers)
  assert.equal([preview.status, preview.headers["content-type"]], [200, "image/png"])
  const told = await here.post(
    "/api/modes/custom/preview",
    { mode_def: theirs, w: 400, h: 300, responseType: "json" },
    owner.headers,
  )
  const before = (told.json() as Answered).report
  const saved = await here.post("/api/modes/custom", { ...theirs, mac }, owner.headers)
  const { mode_id: id, warning, report } = saved.json() as Answered
  assert.equal([saved.status, id, report], [200, "MY_WORD", before])
  assert.is(warning, "1 part of the definition is not in the mode, which was converted: see report.")
  assert.equal(
    report.filter(({ result }) => result === "refused").map(({ path }) => path),
    ["content"],
  )
  const read = await here.at(`/api/modes/custom/MY_WORD?mac=${encodeURIComponent(mac)}`, { headers: owner.headers })
  const { spec, icon, content } = read.json() as { spec: number; icon: string; content: unknown }
  assert.equal([spec, icon, content], [1, "sun", { pool: { en: [{ word: "enough" }] } }])
})

test("refuses a definition that is too large to be converted", async () => {
  const { owner } = await here.owned()
  const large = { ...theirs, layout: { body: Array.from({ length: 13_000 }, () => 1) } }
  const answer = await here.post("/api/modes/custom/preview", { mode_def: large, w: 400, h: 300 }, owner.headers)
  const { error, code } = answer.json() as { error: string; code: string }
  assert.equal([answer.status, code], [422, "mode-invalid"])
  assert.match(error, /has more than 8000 values/)
})

test("says in one sentence that nothing converts InkSight's format", async () => {
  const without = await openExtended({ config: { "inksight-definitions": false } })
  try {
    const { mac, owner } = await without.owned()
    for (const [path, body] of [
      ["/api/modes/custom", { ...theirs, mac }],
      ["/api/modes/custom/preview", { mode_def: theirs, w: 400, h: 300 }],
    ] as const) {
      const answer = await without.post(path, body, owner.headers)
      const { error, code, issues } = answer.json() as { error: string; code: string; issues: readonly unknown[] }
      assert.equal([answer.status, code, issues.length], [422, "mode-invalid", 1])
      assert.match(error, /^The definition is in the format of InkSight [^.]*content\.type[^]*\.$/)
    }
  } finally {
    await without.close()
  }
})

test.run()
