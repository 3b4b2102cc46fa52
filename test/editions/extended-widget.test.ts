import { until } from "../until.js"
import { definePlugin, OBSERVERS } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import type { RequestEvent } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pngPixels } from "../devices/pixels.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { bar, numberMode, viewMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { othersTokens, stored } from "./stored.js"
import { load, modeOf } from "./test-modes.js"
import { refusal } from "../refusal.js"

/** The document: "read-only widget image, returns image/png, does not update device state"; decisions 10, 20. */
const test = suite("editions/extended: widget")

type Owned = ExtendedDevice & { readonly owner: Person }

let folder: string
let extended: Extended
/** What observers are told. */
const events: RequestEvent[] = []

test.before(async () => {
  folder = emptyFolder()
  const watches = definePlugin({
    id: "watches",
    setup: () => [OBSERVERS.of({ id: "watches", request: (event) => events.push(event) })],
  })
  extended = await openExtended({ dataFolder: folder, plugins: [watches] })
  await load(
    extended.stage,
    numberMode("ONE", 1, { title: { en: "One", zh: "一" }, icon: "book" }),
    numberMode("TWO", 2),
    numberMode("THREE", 3),
    viewMode("BATTERY", ({ battery = 0 }) => battery),
    viewMode("SCREEN", ({ width }) => width / 10),
    modeOf("BROKEN", {
      view: () => {
        throw new TypeError("x is undefined")
      },
    }),
    modeOf("SKIPS", { content: () => Promise.resolve({ skip: "nothing today" }) }),
  )
})
test.after(() => extended.close())

async function configured(fields: object = {}): Promise<Owned> {
  const screen = await extended.owned()
  const saved = await extended.post(
    "/api/config",
    { mac: screen.mac, modes: ["TWO", "ONE"], strategy: "cycle", ...fields },
    screen.owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  return screen
}

const widget = (mac: string, query = "", asked?: Asked): Promise<Answer> =>
  extended.at(`/api/widget/${mac}?${query}`, asked)
const own = ({ mac, owner }: Owned, query = ""): Promise<Answer> => widget(mac, query, { headers: owner.headers })
const tokenCall = ({ mac, owner }: Owned, query = "", headers = owner.headers): Promise<Answer> =>
  extended.post(`/api/device/${mac}/widget-token?${query}`, {}, headers)
const withdraw = ({ mac, owner }: Owned, headers = owner.headers): Promise<Answer> =>
  extended.at(`/api/device/${mac}/widget-token`, { method: "DELETE", headers })
const tokenOf = (answer: Answer): string => (answer.json() as { token: string }).token
const size = ({ body }: Answer): readonly number[] => [pngPixels(body).width, pngPixels(body).height]

test("is a PNG of the first of the device's modes, of known length, to be kept for five minutes by who got it", async () => {
  const answer = await own(await configured())
  const {
    "content-type": type,
    "content-length": length,
    "cache-control": cache,
    "x-inksight-mode": mode,
    "transfer-encoding": chunked,
  } = answer.headers
  assert.equal(
    [answer.status, type, length, cache, mode, chunked],
    [200, "image/png", String(answer.body.length), "private, max-age=300", "TWO", undefined],
  )
  assert.equal([bar(answer), size(answer)], [2, [400, 300]])
})

test("shows the mode that is asked for, in any case of letters, whether it is the device's or not", async () => {
  const screen = await configured()
  for (const [mode, shown] of [
    ["THREE", 3],
    ["three", 3],
    ["%20one%20", 1],
    ["", 2],
  ] as const) {
    const answer = await own(screen, `mode=${mode}`)
    assert.equal(
      [answer.status, bar(answer), answer.headers["x-inksight-mode"]],
      [200, shown, ["ONE", "TWO", "THREE"][shown - 1]],
      mode,
    )
  }
})

test("shows the operator's mode of a device without a config, and the next when one cannot be drawn or has nothing today", async () => {
  const plain = await own(await extended.owned())
  assert.equal([plain.status, plain.headers["x-inksight-mode"]], [200, "DAILY"])
  const hurt = await configured({ modes: ["BROKEN", "SKIPS", "THREE"] })
  const answer = await own(hurt)
  assert.equal(
    [answer.status, bar(answer), answer.headers["x-inksight-mode"], answer.headers["x-render-error"]],
    [200, 3, "THREE", "draw-failed"],
  )
})

test("answers 400 with a picture of the asked size to a mode that is not installed", async () => {
  const screen = await configured()
  for (const mode of ["NOBODY", "PAIRING", "..%2FDAILY", "__proto__", encodeURIComponent("禅")]) {
    const answer = await own(screen, `mode=${mode}&size=large`)
    assert.equal(
      [
        answer.status,
        answer.headers["content-type"],
        answer.headers["x-render-error"],
        size(answer),
        answer.headers["cache-control"],
      ],
      [400, "image/png", "bad-input", [800, 480], "no-store"],
      mode,
    )
  }
  assert.is((await own(screen, `mode=${"x".repeat(101)}`)).status, 400)
  const data = await extended.at(`/api/widget/${screen.mac}/data?mode=NOBODY`, { headers: screen.owner.headers })
  assert.equal(refusal(data), [400, "bad-input"])
})

test("is of the size that w and h or a name say; the name counts", async () => {
  const screen = await configured({ modes: ["SCREEN"] })
  for (const [query, asked] of [
    ["size=small", [200, 150]],
    ["size=medium", [400, 300]],
    ["size=large", [800, 480]],
    ["size=small&w=800&h=480", [200, 150]],
    ["w=296&h=128", [296, 128]],
    ["w=100&h=100", [100, 100]],
    ["w=1600&h=1200", [1600, 1200]],
    ["w=123", [123, 300]],
  ] as const) {
    const answer = await own(screen, query)
    assert.equal([answer.status, size(answer), bar(answer)], [200, asked, Math.round(asked[0] / 10)], query)
  }
  for (const query of ["w=99", "w=1601", "h=99", "h=1201", "w=", "h=x", "size=huge", "size=", "size=toString"]) {
    const answer = await own(screen, query)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["x-render-error"], size(answer)],
      [400, "image/png", "bad-input", [400, 300]],
      query,
    )
  }
})

test("draws the battery that the device said last", async () => {
  const screen = await configured({ modes: ["BATTERY"] })
  await screen.render("v=1.65")
  // The volts are stored once the picture has been sent.
  await until(async () => bar(await own(screen)) === 50, "half a battery")
})

test("answers 304 to who has the page, and only then", async () => {
  const screen = await configured()
  const { etag } = (await own(screen)).headers
  const again = await widget(screen.mac, "", { headers: { ...screen.owner.headers, "if-none-match": etag! } })
  assert.equal([again.status, again.body.length, again.headers["cache-control"]], [304, 0, "private, max-age=300"])
})

test("answers 500 with a picture that nobody keeps when no page can be drawn", async () => {
  const broken = modeOf("BROKEN", {
    view: () => {
      throw new TypeError("x is undefined")
    },
  })
  const alone = await openExtended({
    defaults: { mode: "BROKEN" },
    plugins: [definePlugin({ id: "broken", setup: () => [MODES.of(broken)] })],
  })
  const { mac, owner } = await alone.owned()
  const [answer, data] = [
    await alone.at(`/api/widget/${mac}`, { headers: owner.headers }),
    await alone.at(`/api/widget/${mac}/data`, { headers: owner.headers }),
  ]
  await alone.close()
  assert.equal(
    [answer.status, answer.headers["content-type"], answer.headers["cache-control"], answer.headers["x-render-error"]],
    [500, "image/png", "no-store", "draw-failed"],
  )
  assert.equal(refusal(data), [500, "draw-failed"])
})

test("takes the device's token, a bound user, an admin or the widget token, and nobody else", async () => {
  const [screen, other] = [await configured(), await configured()]
  const [token, elsewhere] = [tokenOf(await tokenCall(screen)), tokenOf(await tokenCall(other))]
  const stranger = await extended.person()
  const provisional = tokenOf(await extended.post(`/api/device/${screen.mac}/token`))
  for (const [who, headers, query, status, code] of [
    ["nobody", {}, "", 401, "device-token-invalid"],
    ["the device", screen.headers, "", 200, undefined],
    ["its owner", screen.owner.headers, "", 200, undefined],
    ["an admin", extended.admin, "", 200, undefined],
    ["the widget token", {}, `token=${token}`, 200, undefined],
    ["an empty one", {}, "token=", 401, "device-token-invalid"],
    ["a wrong one", {}, "token=x", 401, "widget-token-invalid"],
    ["another device's", {}, `token=${elsewhere}`, 401, "widget-token-invalid"],
    ["the device's own token in its place", {}, `token=${screen.token}`, 401, "widget-token-invalid"],
    ["a wrong one of the owner", screen.owner.headers, "token=x", 200, undefined],
    ["the right one of a stranger", stranger.headers, `token=${token}`, 200, undefined],
    ["a stranger", stranger.headers, "", 403, "forbidden"],
    ["another's owner", other.owner.headers, "", 403, "forbidden"],
    [
      "a wrong device token beside the right one",
      { "x-device-token": "x" },
      `token=${token}`,
      401,
      "device-token-invalid",
    ],
    ["a device token that waits for the owner", { "x-device-token": provisional }, "", 403, "device-unconfirmed"],
  ] as const) {
    const answer = await widget(screen.mac, query, { headers })
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["x-render-error"]],
      [status, "image/png", code],
      who,
    )
    const data = await extended.at(`/api/widget/${screen.mac}/data?${query}`, { headers })
    assert.equal([data.status, (data.json() as { code?: string }).code], [status, code], `${who}, as data`)
  }
  for (const path of [
    `preview?mac=${screen.mac}&token=${token}`,
    `device/${screen.mac}/state?token=${token}`,
    `config/${screen.mac}?token=${token}`,
  ]) {
    assert.is((await extended.at(`/api/${path}`)).status, 401, path)
  }
  assert.is((await widget("0E:FF:00:00:00:99", `token=${token}`)).status, 401, "a device that nobody knows")
  assert.is((await widget("nonsense", `token=${token}`)).status, 400)
  assert.is(
    (await widget(screen.mac.toLowerCase().replaceAll(":", "%3A"), `token=${token}`)).status,
    200,
    "in any spelling of its address",
  )
})

test("gives the owner one token until another is wanted, and takes it back", async () => {
  const screen = await configured()
  const first = await tokenCall(screen)
  assert.equal(first.json(), { ok: true, token: tokenOf(first), regenerated: false })
  assert.match(tokenOf(first), /^[\w-]{43}$/)
  for (const query of ["", "regenerate=false", "regenerate=0"])
    assert.is(tokenOf(await tokenCall(screen, query)), tokenOf(first), query)
  const second = await tokenCall(screen, "regenerate=true")
  assert.equal(
    [second.json(), tokenOf(second) === tokenOf(first)],
    [{ ok: true, token: tokenOf(second), regenerated: true }, false],
  )
  assert.equal(
    [
      (await widget(screen.mac, `token=${tokenOf(first)}`)).status,
      (await widget(screen.mac, `token=${tokenOf(second)}`)).status,
    ],
    [401, 200],
  )
  assert.is((await tokenCall(screen, "regenerate=perhaps")).status, 422)
  for (let i = 0; i < 2; i++) {
    assert.equal((await withdraw(screen)).json(), { ok: true })
    assert.is((await widget(screen.mac, `token=${tokenOf(second)}`)).status, 401)
  }
  assert.equal(await othersTokens(extended, screen), [])
})

test("gives the token to the owner and an admin alone", async () => {
  const screen = await configured()
  const stranger = await extended.person()
  for (const [who, headers, status] of [
    ["nobody", {}, 401],
    ["the device", screen.headers, 401],
    ["a stranger", stranger.headers, 403],
    ["an admin", extended.admin, 200],
  ] as const) {
    assert.equal(
      [(await tokenCall(screen, "", headers)).status, (await withdraw(screen, headers)).status],
      [status, status],
      who,
    )
  }
  assert.equal(
    [(await extended.post("/api/device/0E:FF:00:00:00:99/widget-token", {}, extended.admin)).status],
    [404],
    "of a device that never called",
  )
  assert.is(
    (await extended.at("/api/device/0E:FF:00:00:00:99/widget-token", { method: "DELETE", headers: extended.admin }))
      .status,
    404,
  )
})

test("gives one token to several who ask at once, and of several new ones the last written", async () => {
  const screen = await configured()
  const tokens = (await Promise.all(Array.from({ length: 8 }, () => tokenCall(screen)))).map(tokenOf)
  assert.is(new Set(tokens).size, 1)
  const anew = (await Promise.all(Array.from({ length: 8 }, () => tokenCall(screen, "regenerate=1")))).map(tokenOf)
  const right = await Promise.all(anew.map(async (token) => (await widget(screen.mac, `token=${token}`)).status))
  assert.equal([new Set(anew).size, right.filter((status) => status === 200).length], [8, 1])
})

test("is forgotten with the device", async () => {
  const screen = await configured()
  const token = tokenOf(await tokenCall(screen))
  await extended.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })
  assert.is((await widget(screen.mac, `token=${token}`)).status, 401)
})

test("says as data what the picture shows", async () => {
  const screen = await configured({ modes: ["ONE"], language: "zh" })
  const answer = await extended.at(`/api/widget/${screen.mac}/data`, { headers: screen.owner.headers })
  assert.equal([answer.status, answer.headers["cache-control"]], [200, "private, max-age=300"])
  assert.equal(answer.json(), {
    mac: screen.mac,
    mode_id: "ONE",
    display_name: "一",
    icon: "book",
    updated_at: new Date(extended.clock.now()).toISOString(),
    preview_url: `/api/preview?mac=${encodeURIComponent(screen.mac)}&persona=ONE`,
    content: { number: 1 },
  })
  const other = (
    await extended.at(`/api/widget/${screen.mac}/data?mode=two`, { headers: screen.owner.headers })
  ).json() as Record<string, unknown>
  assert.equal([other.mode_id, other.icon, other.content], ["TWO", "", { number: 2 }])
})

test("writes nothing, whoever looks and however", async () => {
  const screen = await configured({ modes: ["ONE", "TWO"] })
  const token = tokenOf(await tokenCall(screen))
  await screen.render()
  await screen.post("switch", { mode: "TWO" })
  for (let i = 0; i < 5; i++) await extended.at("/api/health")
  const before = await stored(folder)
  for (const query of ["", "mode=THREE", "mode=NOBODY", "size=large", "w=1", "mode=BROKEN"]) {
    for (const [headers, more] of [
      [screen.owner.headers, ""],
      [screen.headers, ""],
      [extended.admin, ""],
      [{}, `token=${token}`],
      [{}, "token=x"],
    ] as const) {
      for (const path of ["", "/data"])
        await extended.at(`/api/widget/${screen.mac}${path}?${query}&${more}`, { headers })
    }
  }
  for (let i = 0; i < 5; i++) await extended.at("/api/health")
  assert.equal(await stored(folder), before)
})

test("lets no token reach a log or an observer", async () => {
  const screen = await configured()
  const token = tokenOf(await tokenCall(screen))
  for (const path of ["", "/data"]) {
    for (const query of [
      `token=${token}`,
      `token=${token}&mode=BROKEN`,
      `token=${token}&w=1`,
      `token=${token}x`,
      `token=${token}&mode=NOBODY`,
    ])
      await extended.at(`/api/widget/${screen.mac}${path}?${query}`)
  }
  const told = JSON.stringify([
    events,
    extended.stage.log.lines.map(({ fields, ...line }) => ({
      ...line,
      fields: Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Error ? [value.message, value.stack, value] : value,
      ]),
    })),
  ])
  assert.ok(told.includes(`/api/widget/${screen.mac}`), "they are told of the call")
  assert.not.ok(told.includes(token))
})

test.run()
