import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

/** Settings that the newest pages of InkSight send. */
const test = suite("inksight: settings of the newest pages")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

const MEMO = {
  memo_title_1: "Groceries",
  memo_text_1: "Milk\nBread",
  memo_title_2: "Calls",
  memo_text_2: "Ring the plumber",
  memo_title_3: "",
  memo_text_3: "",
}
const TIMETABLE = {
  style: "weekly",
  periods: ["08:00-08:45"],
  courses: { "0-0": "Maths/B12" },
  weekdays: ["Day A", "Day B", "Day C", "Day D", "Day E", "Day F"],
}
const MY_ADAPTIVE = { image_url: "", image_urls: ["https://example.org/1.jpg", "", "https://example.org/2.jpg"] }

for (const [mode, sent, expected] of [
  ["MEMO", MEMO, MEMO],
  ["MEMO", { mode_settings: MEMO }, MEMO],
  [
    "MEMO",
    { ...MEMO, memo_title_1: "x".repeat(500), memo_text_1: 7 },
    { memo_title_1: "x".repeat(80), memo_text_1: undefined },
  ],
  ["TIMETABLE", TIMETABLE, TIMETABLE],
  ["TIMETABLE", { ...TIMETABLE, weekdays: [0, 1, 2, 3, 4, 5] }, { weekdays: ["", "", "", "", "", ""] }],
  ["MY_ADAPTIVE", MY_ADAPTIVE, { image_urls: ["https://example.org/1.jpg", "https://example.org/2.jpg"] }],
] as const) {
  test(`keeps those of ${mode} without a warning: ${JSON.stringify(sent).slice(0, 60)}`, async () => {
    const { mac, owner } = await extended.owned()
    const saved = await extended.post(
      "/api/config",
      { mac, modes: [mode], mode_overrides: { [mode]: sent } },
      owner.headers,
    )
    assert.equal([saved.status, (saved.json() as { warnings?: unknown }).warnings], [200, undefined])
    const { mode_overrides: kept } = (await extended.at(`/api/config/${mac}`, { headers: owner.headers })).json() as {
      mode_overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    for (const [key, value] of Object.entries(expected)) assert.equal(kept[mode]![key], value, key)
  })
}

test("shows a memo that is tried out, in place of the notes that are saved", async () => {
  const [noted, plain] = [await extended.owned(), await extended.owned()]
  const save = async ({ mac, owner }: typeof noted, memo: object): Promise<void> => {
    await extended.post("/api/config", { mac, modes: ["MEMO"], mode_overrides: { MEMO: memo } }, owner.headers)
  }
  await save(noted, MEMO)
  await save(plain, { memo_text: "Milk and bread" })
  const page = async ({ mac, owner }: typeof noted, more = ""): Promise<Buffer> =>
    (await extended.at(`/api/preview?mac=${mac}&v=3.3${more}`, { headers: owner.headers })).body
  assert.not.ok((await page(noted)).equals(await page(plain)))
  assert.ok((await page(noted, "&memo_text=Milk%20and%20bread")).equals(await page(plain)))
})

test.run()
