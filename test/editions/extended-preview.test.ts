import { definePlugin, z } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pngPixels } from "../devices/pixels.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { bar, bars, numberMode, viewMode } from "./bars.js"
import { cutMode } from "./cut.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { alerted } from "./listener.js"
import { stored } from "./stored.js"
import { load, modeOf } from "./test-modes.js"

/** The document: "browser preview, returns image/png"; decisions 6, 10, 20, 25, 28. */
const test = suite("editions/extended: preview")

type Owned = ExtendedDevice & { readonly owner: Person }

let folder: string
let extended: Extended
/** Times that content was made. */
let made = 0

const words = z.object({
  memo_text: z.string().max(2000).default(""),
  extra: z.number().max(90).default(0),
})
/** A page that says how long its text is, and its other setting. */
const noted = modeOf("NOTED", {
  settings: words,
  view: (_, { settings }) =>
    bars((settings as z.output<typeof words>).memo_text.length, (settings as z.output<typeof words>).extra),
})
const broken = modeOf("BROKEN", {
  view: () => {
    throw new TypeError("x is undefined")
  },
})

test.before(async () => {
  folder = emptyFolder()
  extended = await openExtended({
    dataFolder: folder,
    defaults: { place: { name: "Bern", latitude: 46.9, longitude: 7.4 } },
  })
  await load(
    extended.stage,
    noted,
    numberMode("ONE", 1),
    numberMode("TWO", 2),
    numberMode("THREE", 3),
    numberMode("COUNTED", () => ++made, { cacheFor: 3_600 }),
    numberMode("PLACED", ({ place }) => (place ? Math.round(place.latitude) : 0), { cacheFor: 0 }),
    numberMode("FAILS", () => Promise.reject(new Error("the world is away"))),
    viewMode("BATTERY", ({ battery = 0 }) => battery),
    viewMode("TONGUE", ({ language }) => (language.startsWith("zh") ? 2 : language.startsWith("de") ? 3 : 1)),
    broken,
    slow.mode,
  )
})
test.after(() => extended.close())

const preview = (query: string, asked?: Asked): Promise<Answer> =>
  extended.at(`/api/preview?w=296&h=128&${query}`, asked)
/** By the device's owner. */
const own = ({ mac, owner }: Owned, query = ""): Promise<Answer> =>
  preview(`mac=${mac}&${query}`, { headers: owner.headers })
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value))

async function configured(fields: object = {}): Promise<Owned> {
  const screen = await extended.owned()
  const saved = await extended.post(
    "/api/config",
    { mac: screen.mac, modes: ["ONE", "TWO", "THREE"], strategy: "cycle", ...fields },
    screen.owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  return screen
}

const slow = cutMode("SLOW", 5)

/** What is kept, once nothing is being written any more. */
async function kept(): Promise<Readonly<Record<string, string>>> {
  for (let i = 0; i < 5; i++) await extended.at("/api/health")
  return stored(folder)
}

test("is a PNG of the size asked for, with what existing pages read beside it", async () => {
  const answer = await preview("persona=ONE&no_cache=1")
  const {
    "x-cache-hit": hit,
    "x-preview-bypass": bypass,
    "x-preview-status": status,
    "x-llm-required": llm,
    "content-length": length,
  } = answer.headers
  assert.equal(
    [answer.status, answer.headers["content-type"], pngPixels(answer.body).width, pngPixels(answer.body).height],
    [200, "image/png", 296, 128],
  )
  assert.equal([hit, bypass, status, llm, length], ["0", "1", "no_llm_required", "0", String(answer.body.length)])
  const again = await preview("persona=ONE")
  assert.equal([again.headers["x-cache-hit"], again.headers["x-preview-bypass"]], ["1", "0"])
  assert.is((await preview("persona=FAILS")).headers["x-preview-status"], "fallback_used")
})

test("has the panel's inks for colors, and 400 x 300 when no size is said", async () => {
  const answer = await extended.at("/api/preview?persona=ONE&colors=4")
  assert.equal(
    [answer.status, answer.headers["content-type"], pngPixels(answer.body).width, pngPixels(answer.body).height],
    [200, "image/png", 400, 300],
  )
})

test("is open without mac; with one it takes the device's token, a bound user or an admin, and nobody else", async () => {
  const screen = await configured()
  const [stranger, other] = [await extended.person(), await configured()]
  for (const [who, headers, status] of [
    ["nobody", {}, 401],
    ["a wrong token", { "x-device-token": "x" }, 401],
    ["another device", other.headers, 401],
    ["somebody signed in", stranger.headers, 403],
    ["another's owner", other.owner.headers, 403],
    ["the device", screen.headers, 200],
    ["its owner", screen.owner.headers, 200],
    ["an admin", extended.admin, 200],
    ["a wrong token and the owner", { ...screen.owner.headers, "x-device-token": "x" }, 401],
  ] as const) {
    const answer = await preview(`mac=${screen.mac}`, { headers })
    assert.equal([answer.status, answer.headers["content-type"]], [status, "image/png"], who)
    const streamed = await extended.at(`/api/preview/stream?mac=${screen.mac}`, { headers })
    assert.is(streamed.status, status, `${who}, as events`)
  }
  const token = ((await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }).token
  assert.is(
    (await preview(`mac=${screen.mac}`, { headers: { "x-device-token": token } })).status,
    403,
    "a token that waits for the owner",
  )
})

test("says 400 in the picture for a mac that is none", async () => {
  const answer = await preview("mac=nonsense", { headers: extended.admin })
  assert.equal(
    [answer.status, answer.headers["content-type"], answer.headers["x-render-error"]],
    [400, "image/png", "bad-input"],
  )
})

test("shows the mode that persona names, else what the device would show next", async () => {
  const screen = await configured()
  assert.equal(
    [bar(await own(screen, "persona=two")), bar(await own(screen)), bar(await own(screen, "persona=NOBODY"))],
    [2, 1, 1],
  )
  await screen.post("switch", { mode: "THREE" })
  assert.equal([bar(await own(screen)), bar(await own(screen, "persona=TWO"))], [3, 2])
})

test("shows a page though a picture waits that was pushed", async () => {
  const screen = await configured()
  const picture = (await preview("persona=TWO")).body
  assert.is(
    (
      await extended.at(`/api/device/${screen.mac}/apply-preview`, {
        method: "POST",
        headers: screen.owner.headers,
        body: picture,
      })
    ).status,
    200,
  )
  assert.equal(
    [
      bar(await own(screen)),
      bar(await own(screen, "persona=THREE")),
      bar(await own(screen, `persona=NOTED&memo_text=abc`)),
    ],
    [1, 3, 3],
  )
  assert.is((await screen.render()).headers["x-preview-push"], "1", "and the picture still waits")
})

test("draws the battery that v says, else what the device said last, else 3.3 V", async () => {
  const screen = await configured()
  await screen.render("v=1.65")
  assert.equal(
    [
      bar(await own(screen, "persona=BATTERY")),
      bar(await own(screen, "persona=BATTERY&v=0.33")),
      bar(await preview("persona=BATTERY")),
    ],
    [50, 10, 100],
  )
  assert.equal(
    [bar(await own(screen, "persona=BATTERY&v=nan")), bar(await own(screen, "persona=BATTERY&v=0,33"))],
    [50, 10],
    "a reading that failed is none",
  )
  assert.is(bar(await extended.at(`/api/preview?w=296&h=128&v=full&persona=BATTERY`)), 0, "a word is an error")
})

test("tries a text out on the mode that shows one, before what mode_override says, and on no other", async () => {
  const screen = await configured({ mode_overrides: { NOTED: { memo_text: "1234" } } })
  const asked = async (query: string): Promise<number[]> => {
    const answer = await own(screen, `persona=NOTED&${query}`)
    return [bar(answer), bar(answer, 1)]
  }
  assert.equal(await asked(""), [4, 0])
  assert.equal(await asked("memo_text=1234567"), [7, 0])
  assert.equal(await asked("memo_text="), [0, 0])
  assert.equal(await asked(`mode_override=${json({ memo_text: "12", extra: 9 })}`), [2, 9])
  assert.equal(await asked(`mode_override=${json({ memo_text: "12", extra: 9 })}&memo_text=123`), [3, 9])
  assert.is(bar(await own(screen, "persona=TWO&memo_text=1234567")), 2)
  assert.is(bar(await preview("persona=NOTED&memo_text=12345")), 5, "without a device")
})

test("shows the memo that is tried out as the memo that is saved", async () => {
  const screen = await configured({ modes: ["MEMO"], memo_text: "Milk and bread" })
  const other = await configured({ modes: ["MEMO"], memo_text: "Something else" })
  assert.ok(
    (await own(other, `memo_text=${encodeURIComponent("Milk and bread")}`)).body.equals((await own(screen)).body),
  )
  assert.not.ok((await own(other)).body.equals((await own(screen)).body))
})

test("tries another city out, of which nothing is known but its name", async () => {
  const screen = await configured({ city: "Oslo", lat: 59.9, lon: 10.7 })
  const placed = async (query: string): Promise<number> => bar(await own(screen, `persona=PLACED&${query}`))
  assert.equal(
    [
      await placed(""),
      await placed("city_override=Oslo"),
      await placed("city_override=%20Oslo%20"),
      await placed("city_override="),
      await placed("city_override=Rome"),
    ],
    [60, 60, 60, 60, 0],
  )
  assert.is(await placed(""), 60, "for this preview only")
  const open = async (query: string): Promise<number> => bar(await preview(`persona=PLACED&${query}`))
  assert.equal([await open(""), await open("city_override=Bern"), await open("city_override=Rome")], [47, 47, 0])
  const plain = await extended.owned()
  assert.equal(
    [bar(await own(plain, "persona=PLACED")), bar(await own(plain, "persona=PLACED&city_override=Rome"))],
    [47, 0],
    "a device without a config",
  )
})

test("is written in lang, else in the device's language; without a device in ui_language", async () => {
  const screen = await configured({ language: "de" })
  const [of, open] = [
    async (query: string) => bar(await own(screen, `persona=TONGUE&${query}`)),
    async (query: string) => bar(await preview(`persona=TONGUE&${query}`)),
  ]
  assert.equal([await of(""), await of("lang=zh"), await of("ui_language=zh")], [3, 2, 3])
  assert.equal(
    [await open(""), await open("lang=zh"), await open("ui_language=zh"), await open("ui_language=zh&lang=de")],
    [1, 2, 2, 3],
  )
})

test("makes content anew for no_cache=1, and shows nobody else what came of it", async () => {
  const first = bar(await preview("persona=COUNTED"))
  assert.equal(
    [bar(await preview("persona=COUNTED")), bar(await preview("persona=COUNTED&no_cache=0"))],
    [first, first],
  )
  assert.equal(
    [bar(await preview("persona=COUNTED&no_cache=1")), bar(await preview("persona=COUNTED"))],
    [first + 1, first],
  )
})

for (const [name, value, error] of [
  ["mode_override", "{", "must be a JSON object"],
  ["mode_override", "[]", "must be a JSON object"],
  ["mode_override", '"x"', "must be a JSON object"],
  ["mode_override", "", "must be a JSON object"],
  ["city_override", "x".repeat(41), "must have at most 40 characters"],
  ["memo_text", "x".repeat(2001), "must have at most 2000 characters"],
  ["ui_language", "klingon please", "must be a language tag, such as en or zh"],
  ["v", "full", "must be a number"],
  ["w", "99", "must be 100 to 1600"],
  ["colors", "5", "must be 2 to 4"],
  ["look", "paper", "must be nominal or measured"],
] as const) {
  test(`answers 400 to ${name}=${value.slice(0, 20)} with a picture that names it`, async () => {
    const query = `${name}=${encodeURIComponent(value)}`
    const [drawn, told] = [await preview(query), await extended.at(`/api/preview/stream?${query}`)]
    assert.equal(
      [drawn.status, drawn.headers["content-type"], drawn.headers["x-render-error"]],
      [400, "image/png", "bad-input"],
    )
    const { issues, message } = told.json() as { issues: unknown; message: string }
    assert.equal([told.status, issues], [422, [{ path: name, message: error }]])
    assert.match(message, `The parameter "${name}" is wrong: ${error}.`)
  })
}

test("answers 400 for settings that the mode does not take, and is not put off by those it does not know", async () => {
  const wrong = await preview(`persona=NOTED&mode_override=${json({ extra: "many" })}`)
  assert.equal([wrong.status, wrong.headers["x-render-error"]], [400, "invalid"])
  assert.is(
    bar(await preview(`persona=NOTED&mode_override=${json({ memo_text: "12", city: "Rome", nobody: [{}] })}`)),
    2,
  )
})

test("answers 500 with a picture when no page can be drawn", async () => {
  const alone = await openExtended({
    defaults: { mode: "BROKEN" },
    plugins: [definePlugin({ id: "broken", setup: () => [MODES.of(broken)] })],
  })
  const drawn = await alone.at("/api/preview?persona=BROKEN")
  const told = await alone.at("/api/preview/stream?persona=BROKEN")
  await alone.close()
  assert.equal(
    [drawn.status, drawn.headers["content-type"], drawn.headers["x-render-error"]],
    [500, "image/png", "draw-failed"],
  )
  assert.equal(
    eventsOf(told).map(([name, data]) => [name, data.code, data.requires_invite_code]),
    [
      ["status", undefined, undefined],
      ["error", "draw-failed", false],
    ],
  )
  assert.not.match(told.text(), "undefined", "what broke stays in the log")
})

test("says for intent=1 what it would show, and draws and makes nothing", async () => {
  const screen = await configured({ modes: ["COUNTED"] })
  const before = made
  const answer = await own(screen, "intent=1&no_cache=1")
  assert.equal([answer.status, answer.headers["content-type"]], [200, "application/json; charset=utf-8"])
  assert.equal(answer.json(), {
    cache_hit: false,
    usage_source: "server_api_key",
    persona: "COUNTED",
    requires_invite_code: false,
    llm_mode_requires_quota: false,
  })
  assert.is(((await own(screen, "intent=1&persona=two")).json() as { persona: string }).persona, "TWO")
  assert.is(made, before)
  assert.is((await preview(`intent=1&mode_override=${json([])}`)).status, 400)
})

test("changes nothing at all, whatever is asked", async () => {
  const screen = await configured({ modes: ["SLOW"] })
  await slow.cut(extended, screen)
  const config = { mac: screen.mac, modes: ["ONE", "SLOW", "THREE"], memo_text: "1234", strategy: "random" }
  assert.is((await extended.post("/api/config", config, screen.owner.headers)).status, 200)
  await screen.render("persona=ONE")
  extended.clock.advance(1)
  await alerted(screen)
  await screen.post("switch", { mode: "THREE" })
  await extended.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: screen.owner.headers,
    body: (await preview("persona=ONE")).body,
  })
  const unowned = await extended.device()
  await unowned.render()
  const before = await kept()
  assert.ok(
    Object.keys(before).some((key) => key.includes(screen.mac)),
    "it sees the store",
  )
  const all =
    "v=1&persona=NOTED&city_override=Rome&memo_text=x&no_cache=1&lang=zh&ui_language=de&colors=4&rssi=-40&refresh_min=11&next=1"
  for (const query of [
    "",
    "next=1",
    "persona=COUNTED&no_cache=1",
    "persona=FAILS",
    "persona=BROKEN",
    "persona=MY_ADAPTIVE",
    `${all}&mode_override=${json({ extra: 5 })}`,
    "w=1",
    "mode_override={",
  ]) {
    for (const [who, headers] of [
      ["owner", screen.owner.headers],
      ["device", screen.headers],
      ["admin", extended.admin],
    ] as const) {
      for (const path of [
        `/api/preview?mac=${screen.mac}&${query}`,
        `/api/preview?mac=${screen.mac}&${query}&intent=1`,
        `/api/preview/stream?mac=${screen.mac}&${query}`,
      ]) {
        for (const method of ["GET", "HEAD"]) await extended.at(path, { headers, method })
        assert.equal(await stored(folder), before, `${who}: ${path}`)
      }
    }
    await extended.at(`/api/preview?mac=${unowned.mac}&${query}`, { headers: unowned.headers })
    await extended.at(`/api/preview?mac=0E:FF:00:00:00:01&${query}`, { headers: extended.admin })
    await preview(query)
  }
  assert.equal(await kept(), before)
})

/** Events by name, with their data. */
function eventsOf(answer: Answer): (readonly [string, Readonly<Record<string, unknown>>])[] {
  const parts = answer.text().split("\n\n")
  assert.is(parts.pop(), "", "it ends with a whole event")
  return parts.map((part) => {
    const [, name, data] = /^event: (\w+)\ndata: (\{.*\})$/.exec(part) ?? []
    return [name!, JSON.parse(data!) as Record<string, unknown>] as const
  })
}

test("comes as events, each when it happens, with the picture in the last", async () => {
  const answer = await extended.at("/api/preview/stream?w=296&h=128&persona=TWO&lang=zh")
  assert.equal(
    [
      answer.status,
      answer.headers["content-type"],
      answer.headers["cache-control"],
      answer.headers["x-accel-buffering"],
      answer.headers["content-length"],
    ],
    [200, "text/event-stream; charset=utf-8", "no-store, no-transform", "no", undefined],
  )
  const [status, result, ...more] = eventsOf(answer)
  assert.equal(more, [])
  assert.equal(status, ["status", { stage: "drawing", message: "正在绘制页面……" }])
  assert.is(result![0], "result")
  const { image_url: url, cache_hit: hit, ...rest } = result![1]
  assert.equal(
    [typeof hit, rest],
    [
      "boolean",
      {
        stage: "done",
        message: "完成",
        persona: "TWO",
        usage_source: "server_api_key",
        preview_status: "no_llm_required",
        llm_required: false,
      },
    ],
  )
  const [head, bytes] = (url as string).split(",")
  assert.is(head, "data:image/png;base64")
  assert.ok(Buffer.from(bytes!, "base64").equals((await preview("persona=TWO&lang=zh")).body))
})

test("writes a space behind each comma and colon of an event, as existing pages read them", async () => {
  const answer = await extended.at("/api/preview/stream?persona=FAILS&w=100&h=100")
  assert.match(
    answer.text(),
    /^event: status\ndata: \{"stage": "drawing", "message": "Drawing the page..."\}\n\nevent: result\ndata: \{"stage": "done", "message": "Done", "persona": "FAILS", "cache_hit": (true|false), "usage_source": "server_api_key", "image_url": "data:image\/png;base64,[\w+/=]+", "preview_status": "fallback_used", "llm_required": false\}\n\n$/,
  )
})

test("says in an event what is wrong with the settings that are tried", async () => {
  const events = eventsOf(
    await extended.at(`/api/preview/stream?persona=NOTED&mode_override=${json({ extra: "many" })}`),
  )
  const [, [name, data]] = events as [unknown, [string, Record<string, unknown>]]
  assert.equal([events.length, name, data.code], [2, "error", "invalid"])
  assert.match(data.message as string, "extra")
})

test("sends nothing but the head of the events to HEAD", async () => {
  const head = await extended.at("/api/preview/stream?persona=ONE", { method: "HEAD" })
  assert.equal(
    [head.status, head.body.length, head.headers["content-type"]],
    [200, 0, "text/event-stream; charset=utf-8"],
  )
})

test.run()
