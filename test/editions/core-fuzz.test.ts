import { Agent } from "node:http"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { MOUNTS, openCore } from "./core-stage.js"
import type { Config, Core } from "./core-stage.js"
import { encoded, garbage, headers, isPicture, lastOf, mostly, parameter, searchOf } from "./garbage.js"
import type { Parameter } from "./garbage.js"
import { depth } from "../depth.js"

const test = suite("editions/core: fuzz")

/** Under each mount. */
const CALLS = 1_000
/** In which an answer must be whole, in milliseconds. */
const MAC = "0A:00:00:00:00:01"

interface Call {
  readonly kind: "picture" | "save" | "other"
  readonly method: string
  readonly path: string
  readonly query: readonly Parameter[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

const mac = mostly(
  fc.constantFrom(MAC, "0a:00:00:00:00:01", "0A-00-00-00-00-02", "0A0000000003", "0A%3A00%3A00%3A00%3A00%3A01"),
  garbage.map(encoded),
)
const get = fc.constant("GET")
const none = fc.constant<readonly Parameter[]>([])

const volts: Parameter = ["v", "3.7"]
const query = fc
  .tuple(mostly(fc.constant([volts]), none), fc.array(parameter, { maxLength: 7 }))
  .map(([v, others]) => [...v, ...others])
const picture = fc.record({
  kind: fc.constant("picture" as const),
  method: get,
  query,
  headers,
  path: fc.constantFrom(
    "/api/render",
    "/api/render",
    "/api/preview",
    "/api/v1/render",
    "/api/v1/preview",
    "/api/preview/",
    "/API/Render",
  ),
})

const other = fc.record({
  kind: fc.constant("other" as const),
  query: fc.array(parameter, { maxLength: 2 }),
  headers,
  method: fc.constantFrom("GET", "GET", "PUT", "PUT", "POST", "DELETE", "HEAD"),
  path: fc
    .tuple(mac, mostly(fc.constantFrom("1", "2", "7", "0", "-1", "1e1", "99999999999"), garbage.map(encoded)))
    .chain(([device, id]) =>
      fc.constantFrom(
        `/api/config/${device}`,
        `/api/config/${device}/history`,
        `/api/config/${device}/activate/${id}`,
        `/api/v1/config/${device}/activate/${id}`,
        "/api/config",
        `/api/config/${device}/${id}`,
        "/api/firmware/releases",
        "/api/firmware/validate-url",
        "/api/health",
      ),
    ),
})

/** Stands for what JSON.stringify cannot write. */
const HUGE = "a number beyond all bounds"
const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`)
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  garbage,
  fc.object({ key: garbage, maxDepth: 3 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>(
    null,
    "",
    HUGE,
    1e308,
    -0,
    "\ud800",
    "\udc00x",
    "x".repeat(3_000),
    deep(100),
    { __proto__: null, a: [{}] },
    Object.fromEntries([
      ["__proto__", { modes: ["ZEN"] }],
      ["is_focus_listening", true],
    ]),
  ),
)
const value = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 7 }, { arbitrary: wrong, weight: 1 })
const words = (most: number): fc.Arbitrary<unknown> =>
  value(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: most }),
      fc.constantFrom("", "厨房", "👨‍👩‍👧", "a\ud800b", "<b>&amp;", "{{ date.day }}", "\0\u2028\u202e"),
    ),
  )
const mode = fc.constantFrom(
  "DAILY",
  "stoic",
  "ZEN",
  "POETRY",
  "CALENDAR",
  "RECIPE",
  "MY_ADAPTIVE",
  "COUNTDOWN",
  "MEMO",
  "LIFEBAR",
  "NOBODY",
  "__proto__",
)
const modes = value(fc.array(value(mode), { maxLength: 8 }))
const hours = fc.integer({ min: -1, max: 25 })
const day = value(fc.constantFrom("2027-01-01", "0000-01-01", "9999-12-31", "2024-02-29", "2026-11-21"))
const events = value(
  fc.array(
    fc.record(
      { name: words(60), date: day, type: value(fc.constantFrom("countdown", "countup")), yearly: value(fc.boolean()) },
      { requiredKeys: ["name", "date"] },
    ),
    { maxLength: 3 },
  ),
)
const settings = fc.record(
  {
    COUNTDOWN: value(fc.record({ countdownEvents: events }, { requiredKeys: [] })),
    HABIT: value(
      fc.record(
        {
          habitItems: value(
            fc.array(fc.record({ name: value(words(62)), done: value(fc.boolean()) }, { requiredKeys: [] }), {
              maxLength: 5,
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    LIFEBAR: value(
      fc.record(
        { birth: day, life_expect: value(fc.integer({ min: 0, max: 131 })), life_label: words(25) },
        { requiredKeys: [] },
      ),
    ),
    MEMO: value(
      fc.record({ memo_text: words(300), latitude: value(fc.double({ min: -91, max: 91 })) }, { requiredKeys: [] }),
    ),
    CALENDAR: value(
      fc.record({ weekStart: value(fc.constantFrom("monday", "sunday")), city: words(20) }, { requiredKeys: [] }),
    ),
    MY_ADAPTIVE: value(
      fc.record(
        {
          image_url: value(fc.constantFrom("", "https://example.org/a.png")),
          caption: words(90),
          fit: value(fc.constantFrom("cover", "contain")),
          dither: value(fc.constantFrom("bayer", "none")),
        },
        { requiredKeys: [] },
      ),
    ),
    nobody: wrong,
  },
  { requiredKeys: [] },
)
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  nickname: words(34),
  modes,
  strategy: value(fc.constantFrom("cycle", "random", "smart", "time_slot", "")),
  refreshStrategy: value(fc.constantFrom("cycle", "smart")),
  refresh_interval: value(fc.integer({ min: 9, max: 1441 })),
  refreshInterval: value(fc.integer({ min: 10, max: 1440 })),
  language: value(fc.constantFrom("en", "zh", "zh-Hant-TW", "ar", "mixed", "xx", "")),
  modeLanguage: value(fc.constantFrom("en", "zh")),
  tone: words(60),
  characterTones: value(fc.array(words(20), { maxLength: 5 })),
  city: words(42),
  lat: value(fc.double({ min: -91, max: 91, noNaN: true })),
  lon: value(fc.double({ min: -181, max: 181, noNaN: true })),
  longitude: value(fc.constantFrom(0, 180, -180, null)),
  timezone: value(fc.constantFrom("", "Europe/Berlin", "asia/tokyo", "Etc/GMT+12", "UTC", "+05:30")),
  admin1: words(40),
  country: words(40),
  llm_provider: words(50),
  llm_model: words(50),
  memo_text: words(200),
  countdown_events: events,
  countdownEvents: events,
  time_slot_rules: value(
    fc.array(
      fc.record(
        {
          startHour: value(hours),
          endHour: value(hours),
          startMinute: value(hours),
          start: value(fc.constantFrom("07:30", "24:00", "7")),
          end: value(fc.constantFrom("24:00", "06:15")),
          weekdays: value(fc.array(value(fc.constantFrom(1, 7, 8, "Mon", "sunday", "")), { maxLength: 3 })),
          modes,
          note: wrong,
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
  ),
  mode_overrides: value(settings),
  is_focus_listening: value(fc.boolean()),
  always_active: value(fc.constantFrom(0, 1, 2)),
  unknown: wrong,
}
const near = fc
  .tuple(
    mostly<unknown>(fc.constantFrom(MAC, MAC, "0a-00-00-00-00-02", "0A0000000003"), wrong),
    fc.array(
      fc.constantFrom(...Object.keys(FIELDS)).chain((name) => FIELDS[name]!.map((each) => [name, each] as const)),
      { maxLength: 5 },
    ),
  )
  .map(([device, fields]) => written({ mac: device, ...Object.fromEntries(fields) }))
const far = fc.oneof(
  wrong.map(written),
  fc.json({ maxDepth: 5 }),
  garbage,
  fc.uint8Array({ maxLength: 60 }),
  fc.dictionary(garbage, wrong, { maxKeys: 5 }).map((fields) => written(Object.assign(fields, { mac: MAC }))),
  fc.constantFrom(
    "",
    "{",
    `{"mac":"${MAC}"`,
    `{"mac":"${MAC}","mac":5}`,
    `\ufeff{"mac":"${MAC}"}`,
    `{"mac":"${MAC}","__proto__":{"nickname":"x"}}`,
    `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    "[".repeat(60_000),
    " ".repeat(70_000),
  ),
)
const save = fc.record({
  kind: fc.constant("save" as const),
  method: fc.constant("POST"),
  path: fc.constantFrom("/api/config", "/api/v1/config"),
  query: none,
  headers,
  body: fc.oneof({ arbitrary: near, weight: 4 }, { arbitrary: far as fc.Arbitrary<string | Uint8Array>, weight: 1 }),
})

function written(json: unknown): string {
  return (JSON.stringify(json) ?? "null").replaceAll(JSON.stringify(HUGE), "1e999")
}

for (const mount of MOUNTS) {
  test(`answers ${depth(CALLS)} calls, as it should, and never with a failure of its own (at ${mount.mount})`, async () => {
    const core = await openCore(mount)
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    const call = fc.oneof<fc.Arbitrary<Call>[]>(picture, save, save, other)
    await fc.assert(
      fc.asyncProperty(call, async (each) => {
        check(each, await answered(core, agent, each))
        if (each.kind === "save") await checkDevice(core)
      }),
      { numRuns: depth(CALLS), includeErrorInReport: true, endOnFailure: true },
    )
    agent.destroy()
    assert.equal(
      core.stage.log.lines.filter(({ level }) => level === "error"),
      [],
    )
    assert.equal(Object.keys(Object.prototype), [], "nothing was written where it belongs to everybody")
    const screen = core.device()
    const saved = await screen.save({ modes: ["ZEN"], nickname: "plain", language: "en", tone: "neutral", city: "" })
    const [shown, read] = [await screen.render(), await screen.config()]
    await core.close()
    assert.equal(
      [saved.status, shown.status, shown.body.length, shown.headers["x-render-error"], read.modes, read.nickname],
      [200, 200, 5_182, undefined, ["ZEN"], "plain"],
    )
  })
}

function answered({ at }: Core, agent: Agent, { method, path, query, headers, body }: Call): Promise<Answer> {
  return at(path + searchOf(query), { method, headers, agent, ...(body !== undefined && { body }) })
}

/** What the documents let an answer of each kind be. */
const STATUSES = { picture: [200, 304, 400], save: [200, 400, 413, 422], other: [200, 400, 404, 405, 422] } as const

function check(call: Call, { status, headers: got, body, text, json }: Answer): void {
  const { kind, method, path, query, headers } = call
  if (!(STATUSES[kind] as readonly number[]).includes(status))
    throw new Error(`status ${status}: ${text().slice(0, 300)}`)
  if (status === 304 && headers["if-none-match"] === undefined) throw new Error("304 unasked")
  if (method === "HEAD" || status === 304) return assert.is(body.length, 0)
  assert.equal([got["content-length"], got["cache-control"]], [String(body.length), "no-store"])
  if (kind === "picture") return isPicture(/render/i.test(path) ? "render" : "preview", lastOf(query), body)
  assert.is(got["content-type"], "application/json; charset=utf-8")
  const answer = json() as Readonly<Record<string, unknown>>
  if (status === 200)
    return assert.ok(kind === "other" || (answer.ok === true && Number.isInteger(answer.config_id)), text())
  assert.equal(
    ["error", "code", "message", "detail"].filter((key) => typeof answer[key] !== "string" || answer[key] === ""),
    [],
  )
  assert.is(
    answer.issues !== undefined,
    status === 422 || (status === 400 && /hardware|two devices/.test(String(answer.message))),
    text(),
  )
}

/** What was saved can be read, fits the device, and can be shown. */
async function checkDevice({ at, render, preview }: Core): Promise<void> {
  const { configs } = (await at(`/api/config/${MAC}/history`)).json() as { configs: readonly Config[] }
  const ids = configs.map(({ id }) => id as number)
  assert.ok(configs.length <= 5 && ids.every((id, i) => i === 0 || id < ids[i - 1]!), `ids ${ids.join(" ")}`)
  assert.is(configs.filter(({ is_active: active }) => active === 1).length, Math.min(1, configs.length))
  const read = await at(`/api/config/${MAC}`)
  assert.ok(
    read.status === (configs.length > 0 ? 200 : 404) && read.body.length <= 16_384,
    `${read.status}, ${read.body.length} bytes`,
  )
  for (const answer of [await render(`mac=${MAC}`), await preview(`mac=${MAC}`)]) {
    const failed = answer.headers["x-render-error"]
    // The world is away: what a mode asks of it may fail, and nothing else. A picture from an address is for those who sign in.
    if (answer.status !== 200 || ![undefined, "content-failed", "upstream", "sign-in-needed"].includes(failed))
      throw new Error(`${answer.status}, ${failed} with the config ${read.text()}`)
  }
}

test.run()
