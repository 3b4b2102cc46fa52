import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { bar, numberMode, viewMode } from "./bars.js"
import { MOUNTS, openCore, underBoth } from "./core-stage.js"
import type { Config } from "./core-stage.js"
import { load } from "./test-modes.js"

/** The config of a device: saved, read, listed, brought back. */
const test = suite("editions/core: configs")

const length = z.object({ length: z.number().default(3) })
const both = underBoth(test, ({ stage }) =>
  load(
    stage,
    numberMode("ONE", 1),
    numberMode("TWO", 2),
    numberMode("TONE", ({ tone }) => tone.length),
    viewMode("TONGUE", ({ language }) => (language === "zh" ? 21 : 22)),
    viewMode("SET", ({ settings }) => (settings as z.output<typeof length>).length, { settings: length }),
  ),
)

/** Every field of the document's table but the mac, none as it is by default. */
const TABLE: Config = {
  nickname: "Kitchen 厨房",
  modes: ["STOIC", "DAILY", "RECIPE"],
  strategy: "cycle",
  refresh_interval: 45,
  language: "zh",
  tone: "humor",
  lat: 52.52,
  lon: 13.405,
  llm_provider: "deepseek",
  llm_model: "deepseek-chat",
}

both(
  "stores every field of the document, answers with its id, and gives it back as JSON of the same types",
  async ({ at, post, device }) => {
    const { mac, config } = device()
    const saved = await post({ mac, ...TABLE })
    assert.equal(
      [saved.status, saved.headers["content-type"], saved.json()],
      [200, "application/json; charset=utf-8", { ok: true, config_id: 1 }],
    )
    const read = await config()
    assert.equal(Object.fromEntries(["mac", ...Object.keys(TABLE)].map((key) => [key, read[key]])), { mac, ...TABLE })
    const { headers, body } = await at(`/api/config/${mac}`)
    assert.equal([headers["content-type"], headers["cache-control"]], ["application/json; charset=utf-8", "no-store"])
    assert.is(body.toString(), JSON.stringify(JSON.parse(body.toString())), "compact, and not escaped")
  },
)

both("needs no field but the mac", async ({ post, device }) => {
  const { mac, config } = device()
  assert.equal((await post({ mac })).json(), { ok: true, config_id: 1 })
  const { modes, strategy, refresh_interval: minutes, language, tone, lat, lon } = await config()
  assert.equal(
    [modes, strategy, minutes, language, tone, lat, lon],
    [["DAILY"], "random", 60, "en", "neutral", null, null],
  )
})

/** Names that mean one field, and a value that is not the default. */
const SPELLINGS: readonly (readonly [readonly string[], unknown])[] = [
  [["nickname"], "Hall"],
  [["modes"], ["ZEN"]],
  [["strategy", "refresh_strategy", "refreshStrategy"], "cycle"],
  [["refresh_interval", "refreshInterval"], 30],
  [["language", "mode_language", "modeLanguage"], "zh"],
  [["tone", "content_tone", "contentTone"], "deep"],
  [["character_tones", "characterTones"], ["Li Bai"]],
  [["city"], "Berlin"],
  [["timezone"], "Asia/Tokyo"],
  [["admin1"], "Hesse"],
  [["country"], "Germany"],
  [["llm_provider", "llmProvider"], "aliyun"],
  [["llm_model", "llmModel"], "qwen-max"],
  [["image_provider", "imageProvider"], "aliyun"],
  [["image_model", "imageModel"], "qwen-image-max"],
  [["countdown_events", "countdownEvents"], [{ name: "Trip", date: "2027-01-01", type: "countdown" }]],
  [["memo_text", "memoText"], "Milk"],
  [["mode_overrides", "modeOverrides"], { SET: { length: 7 } }],
]

for (const [names, value] of SPELLINGS) {
  for (const name of names) {
    both(`takes ${name}, and answers ${names.join(", ")}`, async ({ device }) => {
      const { save, config } = device()
      assert.equal((await save({ [name]: value })).json(), { ok: true, config_id: 1 })
      const read = await config()
      for (const each of names) assert.equal(read[each], value, each)
    })
  }
}

both("takes latitude and longitude by both names, and answers both", async ({ device }) => {
  for (const fields of [
    { lat: -33.87, lon: 151.21 },
    { latitude: -33.87, longitude: 151.21 },
    { lat: -33.87, longitude: 151.21 },
  ]) {
    const { save, config } = device()
    await save(fields)
    const { lat, latitude, lon, longitude } = await config()
    assert.equal([lat, latitude, lon, longitude], [-33.87, -33.87, 151.21, 151.21])
  }
})

both(
  "takes the device's flags as booleans and as numbers, and answers what the firmware searches for",
  async ({ at, device }) => {
    for (const [fields, texts] of [
      [
        { is_focus_listening: true, always_active: 1 },
        ['"focus_listening":1', '"is_focus_listening":true', '"always_active":1', '"is_always_active":true'],
      ],
      [
        { focus_listening: 1, is_always_active: true },
        ['"focus_listening":1', '"is_focus_listening":true', '"always_active":1', '"is_always_active":true'],
      ],
      [
        { focus_listening: 0, always_active: false },
        ['"focus_listening":0', '"is_focus_listening":false', '"always_active":0', '"is_always_active":false'],
      ],
    ] as const) {
      const { mac, save } = device()
      await save(fields)
      const text = (await at(`/api/config/${mac}`)).text()
      for (const each of texts) assert.is(text.split(each).length, 2, `${each} once in ${text}`)
    }
  },
)

both("takes the document's name before the others when a call sends several", async ({ device }) => {
  const { save, config } = device()
  await save({
    strategy: "cycle",
    refreshStrategy: "random",
    refresh_interval: 30,
    refreshInterval: 40,
    tone: "deep",
    contentTone: "humor",
    lat: 1,
    latitude: 2,
    lon: 3,
    longitude: 4,
  })
  const { strategy, refresh_interval: minutes, tone, lat, lon } = await config()
  assert.equal([strategy, minutes, tone, lat, lon], ["cycle", 30, "deep", 1, 3])
})

both("takes a config back as it was read, with one of the document's fields changed", async ({ device }) => {
  const other: Config = {
    nickname: "Attic",
    modes: ["ZEN"],
    strategy: "random",
    refresh_interval: 120,
    language: "en",
    tone: "deep",
    lat: 48.1,
    lon: 11.6,
    llm_provider: "aliyun",
    llm_model: "qwen-max",
  }
  for (const [field, value] of Object.entries(other)) {
    const { save, config } = device()
    await save(TABLE)
    assert.is((await save({ ...(await config()), [field]: value })).status, 200)
    const read = await config()
    assert.equal(
      Object.fromEntries(Object.keys(TABLE).map((key) => [key, read[key]])),
      { ...TABLE, [field]: value },
      field,
    )
  }
})

both("keeps the values of fields that a call leaves out", async ({ device }) => {
  const { save, config } = device()
  await save({ ...TABLE, city: "Berlin", memoText: "Milk", mode_overrides: { SET: { length: 7 } } })
  const before = await config()
  await save({ nickname: "Porch" })
  assert.equal(await config(), { ...before, nickname: "Porch", id: 2 })
  await save({})
  assert.equal(await config(), { ...before, nickname: "Porch", id: 3 })
})

both("takes empty text for nothing where nothing is not a value, and for empty where it is", async ({ device }) => {
  const { save, config } = device()
  await save({ strategy: "cycle", language: "zh", tone: "deep", nickname: "Hall", memo_text: "Milk" })
  await save({ strategy: "", language: "", tone: "", nickname: "", memo_text: "" })
  const { strategy, language, tone, nickname, memo_text: memo } = await config()
  assert.equal([strategy, language, tone, nickname, memo], ["cycle", "zh", "deep", "", ""])
})

both("answers 404 for a device without a config, and an empty history", async ({ at, device }) => {
  const { mac } = device()
  const answer = await at(`/api/config/${mac}`)
  const body = answer.json() as { error: string; code: string; message: string; detail: string }
  assert.equal(
    [answer.status, body.code, body.detail, Object.keys(body)],
    [404, "config-not-found", body.message, ["error", "code", "message", "detail"]],
  )
  assert.equal((await at(`/api/config/${mac}/history`)).json(), { mac, configs: [] })
})

both("lists the five newest configs, newest first, one of them active, each as it was", async ({ device, clock }) => {
  const { mac, save, history } = device()
  for (let i = 1; i <= 7; i++) {
    clock.advance(60_000)
    await save({ nickname: `n${i}`, refresh_interval: 10 + i })
    const records = await history()
    assert.equal(
      records.map(({ id, nickname, is_active: active }) => [id, nickname, active]),
      [i, i - 1, i - 2, i - 3, i - 4].filter((id) => id > 0).map((id) => [id, `n${id}`, Number(id === i)]),
    )
  }
  for (const record of await history()) {
    assert.equal([record.mac, record.refresh_interval], [mac, 10 + (record.id as number)])
    assert.match(String(record.created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  }
  const [newest, second] = await history()
  assert.is(Date.parse(String(newest!.created_at)) - Date.parse(String(second!.created_at)), 60_000)
})

both("gives the record of a device the shape that its history has", async ({ device }) => {
  const { save, config, history } = device()
  await save(TABLE)
  assert.equal(await history(), [await config()])
})

both("makes an earlier config the active one, and no new record", async ({ device }) => {
  const { save, config, history, activate } = device()
  for (let i = 1; i <= 3; i++) await save({ nickname: `n${i}` })
  const before = await history()
  const answer = await activate(1)
  assert.equal([answer.status, answer.json()], [200, { ok: true }])
  assert.equal([(await config()).nickname, (await config()).id], ["n1", 1])
  assert.equal(
    (await history()).map((record) => ({ ...record, is_active: 0 })),
    before.map((record) => ({ ...record, is_active: 0 })),
  )
  assert.equal(
    (await history()).map(({ is_active: active }) => active),
    [0, 0, 1],
  )
  await activate(1)
  assert.equal(
    (await history()).map(({ is_active: active }) => active),
    [0, 0, 1],
    "twice is once",
  )
})

both("gives every config an id of its own, also after activation and pruning", async ({ device }) => {
  const { save, history, activate } = device()
  const ids: unknown[] = []
  for (let i = 0; i < 12; i++) {
    ids.push(((await save({ nickname: `n${i}` })).json() as { config_id: unknown }).config_id)
    if (i % 3 === 2) await activate((await history()).at(-1)!.id as number)
  }
  assert.equal(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  assert.equal(
    (await history()).map(({ id }) => id),
    [12, 11, 10, 9, 8],
  )
  assert.is((await activate(7)).status, 404, "what was pruned is gone")
})

both("builds on the config that is active, not on the newest", async ({ device }) => {
  const { save, config, activate } = device()
  await save({ nickname: "old", refresh_interval: 20 })
  await save({ nickname: "new", refresh_interval: 30 })
  await activate(1)
  await save({ tone: "deep" })
  const { nickname, refresh_interval: minutes, tone } = await config()
  assert.equal([nickname, minutes, tone], ["old", 20, "deep"])
})

both("does not activate what is not this device's", async ({ at, device }) => {
  const [mine, other] = [device(), device()]
  await mine.save()
  for (let i = 0; i < 3; i++) await other.save()
  for (const [id, status] of [
    [3, 404],
    [0, 404],
    [999_999_999, 404],
    ["x", 422],
    ["1.5", 422],
    ["-1", 422],
    ["1e0", 422],
    ["%20", 422],
    ["99999999999999999999", 422],
  ] as const) {
    const answer = await mine.activate(id)
    const body = answer.json() as { code: string; issues?: readonly { path: string }[] }
    assert.equal(
      [answer.status, body.code, body.issues?.[0]?.path],
      status === 404 ? [404, "config-not-found", undefined] : [422, "invalid", "config_id"],
      String(id),
    )
  }
  assert.is((await at(`/api/config/${device().mac}/activate/1`, { method: "PUT" })).status, 404)
  assert.is((await mine.config()).id, 1)
})

const CHANGES: readonly (readonly [string, object, number, object, number])[] = [
  ["mode", { modes: ["ONE"] }, 1, { modes: ["TWO"] }, 2],
  ["language", { modes: ["TONGUE"], language: "en" }, 22, { language: "zh" }, 21],
  ["tone", { modes: ["TONE"], tone: "deep" }, 4, { tone: "positive" }, 8],
  [
    "settings",
    { modes: ["SET"], mode_overrides: { SET: { length: 5 } } },
    5,
    { mode_overrides: { SET: { length: 9 } } },
    9,
  ],
  [
    "settings taken away",
    { modes: ["SET"], mode_overrides: { SET: { length: 5 } } },
    5,
    { mode_overrides: { set: null } },
    3,
  ],
]
for (const [what, first, shown, second, then] of CHANGES) {
  both(
    `shows a saved and an activated change at the next render, though the page was drawn before: ${what}`,
    async ({ device }) => {
      const { save, render, preview, activate } = device()
      await save(first)
      assert.equal([bar(await render()), bar(await render()), bar(await preview())], [shown, shown, shown])
      await save(second)
      assert.equal([bar(await render()), bar(await preview())], [then, then])
      await activate(1)
      assert.equal([bar(await preview()), bar(await render())], [shown, shown])
    },
  )
}

both("says once, at the next render, that a saved or activated config was waiting", async ({ device }) => {
  const { save, render, activate } = device()
  const pending = async (): Promise<string | undefined> => (await render()).headers["x-pending-refresh"]
  assert.is(await pending(), undefined, "nothing was saved yet")
  await save()
  assert.equal([await pending(), await pending()], ["1", undefined])
  await activate(1)
  assert.equal([await pending(), await pending()], ["1", undefined])
})

for (const mount of MOUNTS) {
  test(`keeps configs and their ids over a restart (at ${mount.mount})`, async () => {
    const dataFolder = folderWith()
    const first = await openCore(mount, { dataFolder })
    const { mac, save } = first.device()
    for (let i = 0; i < 6; i++) await save({ ...TABLE, nickname: `n${i}` })
    const before = (await first.at(`/api/config/${mac}/history`)).json()
    await first.close()
    const second = await openCore(mount, { dataFolder })
    const after = (await second.at(`/api/config/${mac}/history`)).json()
    const next = (await second.post({ mac })).json()
    await second.close()
    assert.equal([after, next], [before, { ok: true, config_id: 7 }])
  })
}

test.run()
