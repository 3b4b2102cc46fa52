import { z } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { numberMode } from "./bars.js"
import { underBoth } from "./core-stage.js"
import type { CoreDevice } from "./core-stage.js"
import { load } from "./test-modes.js"

/** What a config may not be, and what is left out of it. */
const test = suite("editions/core: faults of configs")

const settings = z.object({
  length: z.number().default(3),
  words: z.string().optional(),
  country: z.string().max(2).optional(),
})
const both = underBoth(test, ({ stage }) => load(stage, numberMode("ONE", 1), numberMode("SET", 2, { settings })))

interface Failure {
  readonly error: string
  readonly code: string
  readonly message: string
  readonly detail: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** The body of an error, after a look at its shape. */
function failure(answer: Answer): Failure {
  const body = answer.json() as Failure
  assert.is(answer.headers["content-type"], "application/json; charset=utf-8")
  assert.equal(
    Object.keys(body).filter((key) => key !== "issues"),
    ["error", "code", "message", "detail"],
  )
  assert.equal([body.error, body.detail], [body.message, body.message])
  assert.match(body.message, /^[A-Z"].*\.$/, "one sentence")
  return body
}

const rule = { startHour: 8, endHour: 12, modes: ["ONE"] }
for (const [path, fields] of [
  ["nickname", { nickname: 5 }],
  ["nickname", { nickname: "x".repeat(33) }],
  ["nickname", { nickname: null }],
  ["modes", { modes: "ONE" }],
  ["modes", { modes: [] }],
  ["modes", { modes: {} }],
  ["modes.1", { modes: ["ONE", 5] }],
  ["modes", { modes: Array.from({ length: 65 }, () => "ONE") }],
  ["modes", { modes: ["NOBODY"] }],
  ["modes", { modes: ["", " ", "NOBODY", "../x", "__proto__", "constructor"] }],
  ["strategy", { strategy: "sideways" }],
  ["strategy", { refreshStrategy: "CYCLE" }],
  ["strategy", { strategy: 5 }],
  ["strategy", { strategy: "__proto__" }],
  ["refresh_interval", { refresh_interval: 9 }],
  ["refresh_interval", { refresh_interval: 1441 }],
  ["refresh_interval", { refresh_interval: 30.5 }],
  ["refresh_interval", { refresh_interval: "30" }],
  ["refresh_interval", { refresh_interval: null }],
  ["refresh_interval", { refresh_interval: 0 }],
  ["refresh_interval", { refresh_interval: -60 }],
  ["refresh_interval", { refresh_interval: 1e308 }],
  ["refreshInterval", { refreshInterval: 5 }],
  ["language", { language: "english please" }],
  ["language", { language: 5 }],
  ["language", { language: "x".repeat(36) }],
  ["tone", { tone: 5 }],
  ["tone", { tone: "x".repeat(101) }],
  ["character_tones", { character_tones: ["a", "b", "c", "d", "e", "f"] }],
  ["lat", { lat: 90.01, lon: 0 }],
  ["lat", { lat: -90.01, lon: 0 }],
  ["lat", { lat: "52", lon: 0 }],
  ["lon", { lat: 0, lon: 180.01 }],
  ["lon", { lat: 0, lon: -181 }],
  ["longitude", { latitude: 0, longitude: {} }],
  ["timezone", { timezone: "Berlin" }],
  ["timezone", { timezone: "../../etc/passwd" }],
  ["city", { city: "x".repeat(41) }],
  ["llm_provider", { llm_provider: 5 }],
  ["llm_model", { llm_model: "x".repeat(101) }],
  ["memo_text", { memo_text: "x".repeat(2_001) }],
  ["countdown_events.0.name", { countdown_events: [{ name: " ", date: "2027-01-01" }] }],
  ["countdown_events.0.date", { countdown_events: [{ name: "Trip", date: "soon" }] }],
  ["countdown_events", { countdown_events: Array.from({ length: 11 }, () => ({ name: "Trip", date: "2027-01-01" })) }],
  ["time_slot_rules.0.startHour", { time_slot_rules: [{ ...rule, startHour: 24 }] }],
  ["timeSlotRules.1.endHour", { timeSlotRules: [rule, { ...rule, endHour: 25 }] }],
  ["mode_overrides", { mode_overrides: [] }],
  ["mode_overrides.SET", { mode_overrides: { SET: 5 } }],
  ["mode_overrides.SET.length", { mode_overrides: { set: { length: "long" } } }],
  ["mode_overrides.SET.country", { mode_overrides: { SET: { country: "Germany" } } }],
  ["mode_overrides.SET.latitude", { mode_overrides: { SET: { latitude: 91 } } }],
  ["is_focus_listening", { is_focus_listening: "yes" }],
  ["always_active", { always_active: 2 }],
] as const) {
  both(`answers 422 that names ${path} to ${JSON.stringify(fields).slice(0, 60)}`, async ({ device }) => {
    const { save, config } = device()
    await save({ nickname: "as it was" })
    const answer = await save(fields)
    const { code, message, issues } = failure(answer)
    assert.equal(
      [answer.status, code, issues?.some((issue) => issue.path === path)],
      [422, "invalid", true],
      JSON.stringify(issues),
    )
    assert.ok(message.includes(`"${path}"`), message)
    assert.equal([(await config()).id, (await config()).nickname], [1, "as it was"], "nothing was saved")
  })
}

both("names every field at fault at once", async ({ device }) => {
  const { issues } = failure(await device().save({ nickname: 5, refresh_interval: 5, lat: 100, modes: [] }))
  assert.equal(issues?.map(({ path }) => path).sort(), ["lat", "modes", "nickname", "refresh_interval"])
  const catalogs = failure(
    await device().save({ strategy: "x", timezone: "x", modes: ["X"], mode_overrides: { SET: { length: "x" } } }),
  )
  assert.equal(catalogs.issues?.map(({ path }) => path).sort(), [
    "mode_overrides.SET.length",
    "modes",
    "strategy",
    "timezone",
  ])
})

both("answers 422 to a body without a mac, or that is no object", async ({ at, post }) => {
  for (const body of [{}, { mac: 5 }, { mac: null }, { mac: ["0A:00:00:00:00:FF"] }, { nickname: "x" }]) {
    const answer = await post(body)
    assert.equal([answer.status, failure(answer).issues?.[0]?.path], [422, "mac"], JSON.stringify(body))
  }
  for (const body of ["[]", "null", "5", '"x"', ""]) {
    const answer = await at("/api/config", { method: "POST", body })
    assert.equal([answer.status, failure(answer).code], [422, "invalid"], body)
  }
})

both("answers 400 to what is not JSON, and to a mac that is none", async ({ at, post }) => {
  for (const body of [
    "{",
    '{"mac":}',
    "mac=0A:00:00:00:00:FF",
    "\0",
    Buffer.from([0xff, 0xfe]),
    '{"mac":"0A:00:00:00:00:FF","lat":NaN}',
  ]) {
    const answer = await at("/api/config", { method: "POST", body })
    assert.equal([answer.status, failure(answer).code], [400, "bad-input"], String(body))
  }
  for (const mac of [
    "",
    " ",
    "x",
    "0A:00:00:00:00",
    "0A:00:00:00:00:FF:00",
    "0G:00:00:00:00:FF",
    "0A.00.00.00.00.FF",
    "0A%3A00%3A00%3A00%3A00%3AFF",
    "0A:00:00:00:00:FF\n",
  ]) {
    const answer = await post({ mac })
    const { code, issues } = failure(answer)
    assert.equal([answer.status, code, issues?.[0]?.path], [400, "bad-input", "mac"], mac)
  }
})

both("leaves unknown fields out with a warning each", async ({ at, device }) => {
  const { mac, config } = device()
  const body = `{"mac":"${mac}","nickname":"Hall","colour":"red","Nickname":"x","toString":1,"constructor":{},"__proto__":{"tone":"evil","nickname":"evil"}}`
  const answer = await at("/api/config", { method: "POST", body })
  const { ok, warnings } = answer.json() as { ok: boolean; warnings: readonly string[] }
  assert.equal([answer.status, ok], [200, true])
  for (const name of ["colour", "Nickname", "toString", "constructor"])
    assert.ok(
      warnings.some((warning) => warning.includes(`"${name}"`)),
      name,
    )
  const read = await config()
  assert.equal(
    [read.nickname, read.tone, read.colour, ({} as { tone?: string }).tone],
    ["Hall", "neutral", undefined, undefined],
  )
})

both("leaves unknown modes out with a warning each, as long as one is left", async ({ device }) => {
  const { save, config } = device()
  const { warnings } = (await save({ modes: ["NOBODY", " one ", "set", "ONE", "__proto__"] })).json() as {
    warnings: readonly string[]
  }
  assert.equal([warnings.length, (await config()).modes], [2, ["ONE", "SET"]])
  for (const name of ["NOBODY", "__PROTO__"])
    assert.ok(
      warnings.some((warning) => warning.includes(name)),
      name,
    )
})

both(
  "leaves out settings that a mode does not have, and keeps those of a mode that is not installed, with a warning each",
  async ({ device }) => {
    const { save, config } = device()
    const given = {
      set: { length: 7, width: 2, toString: "x", city: "Rome" },
      ONE: { anything: 1 },
      NOBODY: { length: 7 },
    }
    const { warnings } = (await save({ mode_overrides: given })).json() as { warnings: readonly string[] }
    for (const name of ["SET.width", "SET.toString", "ONE.anything", "NOBODY"])
      assert.ok(
        warnings.some((warning) => warning.includes(name)),
        `${name} in ${warnings.join(" ")}`,
      )
    assert.equal(
      [warnings.length, (await config()).mode_overrides],
      [4, { SET: { length: 7, city: "Rome" }, NOBODY: { length: 7 } }],
    )
  },
)

both("never shows keys that pages send along", async ({ at, device }) => {
  const { mac, save } = device()
  assert.equal((await save({ llmApiKey: "sk-secret-1", imageApiKey: "sk-secret-2", screenSize: "400x300" })).json(), {
    ok: true,
    config_id: 1,
  })
  for (const path of [`/api/config/${mac}`, `/api/config/${mac}/history`])
    assert.not.match((await at(path)).text(), /secret/)
})

/** Names that the firmware searches the whole text for. Source: wire-contract 4.5. */
const FLAGS = [
  "is_focus_listening",
  "focus_listening",
  "is_always_active",
  "always_active",
  "token",
  "pair_code",
  "runtime_mode",
  "pending_refresh",
  "pending_mode",
]
/** Places where a config takes what it does not know. */
const PLACES: Readonly<Record<string, (key: string) => object>> = {
  "a mode's settings": (key) => ({ mode_overrides: { SET: { [key]: true } } }),
  "settings of a mode that nobody has": (key) => ({ modeOverrides: { NOBODY: { deep: [{ [key]: 1 }] } } }),
  "a rule of times": (key) => ({ time_slot_rules: [{ ...rule, [key]: 1 }] }),
  "the depth of a rule": (key) => ({
    time_slot_rules: [rule, { ...rule, more: { and: [{ more: { [key]: true } }] } }],
  }),
}
for (const [place, fields] of Object.entries(PLACES)) {
  both(`refuses the names of the firmware's flags in ${place}`, async ({ device }) => {
    for (const flag of FLAGS) {
      const screen = device()
      const answer = await screen.save(fields(flag))
      const { code, issues } = failure(answer)
      assert.equal(
        [answer.status, code, issues?.some(({ path }) => path.endsWith(`.${flag}`))],
        [422, "invalid", true],
        flag,
      )
      assert.equal(await screen.history(), [])
    }
  })
}

both("never answers a text in which the firmware finds a flag that nobody set", async ({ at, device }) => {
  for (const fields of [
    ...['x"is_focus_listening', '"always_active', '\\"is_always_active'].map((key) => ({
      time_slot_rules: [
        { ...rule, [key]: true },
        { ...rule, [key]: 1 },
      ],
    })),
    { nickname: '"focus_listening":1', memo_text: '"is_focus_listening":true,"is_always_active": true' },
  ]) {
    const { mac, save } = device()
    await save({ nickname: "plain" })
    await save(fields)
    const text = (await at(`/api/config/${mac}`)).text()
    for (const pattern of [
      /"is_focus_listening": ?true/,
      /"focus_listening": ?1/,
      /"is_always_active": ?true/,
      /"always_active": ?1/,
    ])
      assert.not.match(text, pattern)
  }
})

/** Saves a rule with so much text in it. */
const saveText = ({ save }: CoreDevice, text: string): Promise<Answer> =>
  save({ time_slot_rules: [{ ...rule, note: text }] })

for (const [letter, bytes] of [
  ["x", 1],
  ["é", 2],
  ["界", 3],
  ['"', 2],
] as const) {
  both(`takes 16 KB as the device reads it, and answers 413 to one ${letter} more`, async ({ at, device }) => {
    const screen = device()
    await saveText(screen, "")
    const room = 16_384 - (await at(`/api/config/${screen.mac}`)).body.length
    const fits = letter.repeat(Math.floor(room / bytes)) + "x".repeat(room % bytes)
    assert.is((await saveText(screen, fits)).status, 200)
    assert.is((await at(`/api/config/${screen.mac}`)).body.length, 16_384)
    const answer = await saveText(screen, `${fits}${letter}`)
    assert.equal([answer.status, failure(answer).code], [413, "too-large"])
    assert.equal(
      [(await screen.config()).id, (await screen.save({ nickname: "" })).json()],
      [2, { ok: true, config_id: 3 }],
      "a refused one takes no id",
    )
  })
}

both("answers 413 to a body that no config can be, and goes on", async ({ device }) => {
  const screen = device()
  for (const size of [70_000, 1_000_000]) {
    const answer = await saveText(screen, "x".repeat(size))
    assert.equal([answer.status, failure(answer).code], [413, "too-large"])
  }
  assert.is((await screen.save()).status, 200)
})

both("answers 422 to what is nested without end", async ({ at, device }) => {
  for (const levels of [20, 500, 1_900]) {
    const screen = device()
    const deep = `${'{"a":['.repeat(levels)}1${"]}".repeat(levels)}`
    for (const field of [
      `"mode_overrides":{"SET":{"words":${deep}}}`,
      `"time_slot_rules":[{"startHour":1,"endHour":2,"modes":[],"x":${deep}}]`,
    ]) {
      const answer = await at("/api/config", { method: "POST", body: `{"mac":"${screen.mac}",${field}}` })
      assert.equal([answer.status, failure(answer).code], [422, "invalid"], `${levels} levels`)
    }
  }
})

test.run()
