import { DRAW } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { numberMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"
import { load, modeOf, plain } from "./test-modes.js"

/** Wire-contract 3.24 to 3.26 and 3.32: what a device has shown. */
const test = suite("editions/extended: what was shown")

type Screen = ExtendedDevice & { readonly owner: Person }
interface Row {
  readonly id: string
  readonly mode_id: string
  readonly content: unknown
  readonly time: string
  readonly is_favorite: boolean
  readonly favorite_id: string | null
}

/** Round trips after which the server has seen that a connection ended. */
const ROUND_TRIPS = 5

let extended: Extended
/** What the content of CHANGING is next. */
let number = 0
test.before(async () => {
  extended = await openExtended()
  await load(
    extended.stage,
    numberMode("ONE", 1),
    numberMode("TWO", 2),
    numberMode("CHANGING", () => ++number, { cacheFor: 0 }),
    modeOf("TONGUE", {
      view: (_, { language, now }) => plain(language === "zh" && now.hour === 17 ? "black" : "white"),
    }),
  )
})
test.after(() => extended.close())

const history = async (screen: Screen, query = ""): Promise<Row[]> =>
  ((await screen.get(`history${query}`)).json() as { history: Row[] }).history
const favorites = async (screen: Screen, query = ""): Promise<Row[]> =>
  ((await screen.get(`favorites${query}`, screen.owner.headers)).json() as { favorites: Row[] }).favorites

/** The history once it has so many rows: they are written after the answer. */
async function rows(screen: Screen, count: number): Promise<Row[]> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await history(screen)
    if (found.length >= count) return found
  }
  throw new Error(`there are never ${count} rows`)
}

async function showing(...modes: readonly string[]): Promise<Screen> {
  const screen = await extended.owned()
  for (const [i, mode] of modes.entries()) {
    await screen.render(`persona=${mode}`)
    await rows(screen, i + 1)
    extended.clock.advance(1_000)
  }
  return screen
}

test("lists what was shown, newest first", async () => {
  const start = extended.clock.now()
  const screen = await showing("ONE", "TWO")
  const answer = await screen.get("history", screen.owner.headers)
  const body = answer.json() as { mac: string; history: Row[] }
  assert.is(body.mac, screen.mac)
  assert.equal(
    body.history.map(({ id: _id, ...row }) => row),
    [
      {
        mode_id: "TWO",
        content: { number: 2 },
        time: new Date(start + 1_000).toISOString(),
        is_favorite: false,
        favorite_id: null,
      },
      {
        mode_id: "ONE",
        content: { number: 1 },
        time: new Date(start).toISOString(),
        is_favorite: false,
        favorite_id: null,
      },
    ],
  )
  for (const { id } of body.history) assert.match(id, /^[0-9a-z]{16}$/)
  assert.equal(
    (await history(screen)).map(({ id }) => id),
    body.history.map(({ id }) => id),
    "ids stay",
  )
})

test("pages through it, and shows one mode alone", async () => {
  const screen = await showing("ONE", "TWO", "ONE", "TWO", "ONE")
  const modes = async (query: string): Promise<string> =>
    (await history(screen, query)).map(({ mode_id: id }) => id[0]).join("")
  assert.equal(
    [
      await modes("?limit=2"),
      await modes("?limit=2&offset=1"),
      await modes("?offset=4"),
      await modes("?offset=5"),
      await modes("?mode=one"),
      await modes("?mode=ONE&limit=1&offset=2"),
      await modes("?mode=THREE"),
      await modes("?mode="),
    ],
    ["OT", "TO", "O", "", "OOO", "O", "", "OTOTO"],
  )
})

for (const [call, query] of [
  ["history", "limit=0"],
  ["history", "limit=101"],
  ["history", "offset=-1"],
  ["history", "limit=x"],
  ["history", `mode=${"x".repeat(101)}`],
  ["favorites", "limit=0"],
  ["favorites", "limit=101"],
  ["favorites", "offset=-1"],
] as const) {
  test(`answers 422 to ${call}?${query.slice(0, 20)} and names it`, async () => {
    const answer = await (await extended.owned()).get(`${call}?${query}`)
    assert.equal(
      [answer.status, (answer.json() as { issues: { path: string }[] }).issues[0]!.path],
      [422, query.split("=")[0]],
    )
  })
}

test("has only what the device was shown: no preview, no pairing page, no picture that was pushed, nothing of an admin or of a token that waits", async () => {
  const screen = await extended.device()
  await screen.render()
  const owner = await extended.person()
  await screen.post("claim-token", { pair_code: "737373" })
  await extended.post("/api/user/devices", { mac: screen.mac, code: "737373" }, owner.headers)
  const mine: Screen = { ...screen, owner }
  await extended.at(`/api/preview?mac=${screen.mac}&persona=ONE`, { headers: owner.headers })
  await screen.render("persona=ONE", { method: "HEAD" })
  await screen.render("persona=ONE", { headers: { ...extended.admin, "x-device-token": "" } })
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  await screen.render("persona=ONE", { headers: { "x-device-token": token } })
  await extended.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: owner.headers,
    body: ONE_PIXEL,
  })
  assert.is((await screen.render()).headers["x-preview-push"], "1")
  await screen.render("persona=TWO")
  assert.equal(
    (await rows(mine, 1)).map(({ mode_id: id }) => id),
    ["TWO"],
  )
})

test("has nothing that did not arrive", async () => {
  const screen = await extended.owned()
  const [asked, go] = [gate(), gate()]
  await load(
    extended.stage,
    numberMode(
      "SLOW",
      async () => {
        asked.open()
        await go.opened
        return 5
      },
      { cacheFor: 0 },
    ),
  )
  const socket = await opened(
    extended.port,
    head(`/api/render?v=3.7&w=296&h=128&mac=${screen.mac}&persona=SLOW`, "GET", `X-Device-Token: ${screen.token}`),
  )
  await asked.opened
  socket.destroy()
  for (let i = 0; i < ROUND_TRIPS; i++) await extended.at("/api/health")
  go.open()
  for (let i = 0; i < ROUND_TRIPS; i++) await extended.at("/api/health")
  await screen.render("persona=TWO")
  assert.equal(
    (await rows(screen, 1)).map(({ mode_id: id }) => id),
    ["TWO"],
  )
})

test("loses no row of renders at once", async () => {
  const screen = await extended.owned()
  await Promise.all(Array.from({ length: 12 }, () => screen.render("persona=CHANGING")))
  const contents = (await rows(screen, 12)).map(({ content }) => (content as { number: number }).number)
  assert.is(new Set(contents).size, 12)
})

test("likes what is shown, or what was last shown of a mode, once", async () => {
  const screen = await showing("ONE", "TWO")
  const like = (body?: object): Promise<Answer> => screen.post("favorite", body, screen.owner.headers)
  const answer = (await like()).json() as { id: string }
  assert.equal(answer, { ok: true, message: "Content favorited", mode_id: "TWO", id: answer.id })
  extended.clock.advance(1_000)
  const second = (await like({ mode: "one" })).json() as { id: string; message: string }
  assert.is(second.message, "Mode favorited")
  await Promise.all([like(), like({ mode: "TWO" }), like({ mode: "" })])
  assert.equal(
    (await favorites(screen)).map(({ id, mode_id: mode, content }) => [id, mode, content]).sort(),
    [
      [answer.id, "TWO", { number: 2 }],
      [second.id, "ONE", { number: 1 }],
    ].sort(),
  )
  assert.equal(
    (await history(screen)).map(({ is_favorite: liked, favorite_id: id }) => [liked, id]),
    [
      [true, answer.id],
      [true, second.id],
    ],
  )
  assert.equal((await favorites(screen, "?limit=1&offset=1")).length, 1)
  const empty = await extended.at(`/api/device/${screen.mac}/favorite`, {
    method: "POST",
    headers: screen.owner.headers,
  })
  assert.is(empty.status, 200, "without a body")
})

test("likes a mode that this screen never showed", async () => {
  const screen = await extended.owned()
  assert.is((await screen.post("favorite", { mode: "ONE" }, screen.owner.headers)).status, 200)
  assert.equal(
    (await favorites(screen)).map(({ mode_id: id, content }) => [id, content]),
    [["ONE", {}]],
  )
})

test("takes a favorite off again", async () => {
  const screen = await showing("ONE")
  const { id } = (await screen.post("favorite", {}, screen.owner.headers)).json() as { id: string }
  const off = (which: string, headers = screen.owner.headers): Promise<Answer> =>
    extended.at(`/api/device/${screen.mac}/favorite/${which}`, { method: "DELETE", headers })
  const somebody = await extended.person()
  assert.is((await off(id, somebody.headers)).status, 403)
  const [first, again] = [await off(id), await off(id)]
  assert.equal(
    [first.status, first.json(), again.status, codeOf(again)],
    [200, { ok: true }, 404, "favorite-not-found"],
  )
  assert.equal([await favorites(screen), (await history(screen))[0]!.is_favorite], [[], false])
  for (const which of ["x", "..%2f..", "%00", "x".repeat(200)]) assert.is((await off(which)).status, 404, which)
})

for (const [body, status, code] of [
  [{ mode: "NOBODY" }, 422, "mode-unsupported"],
  [{ mode: "PAIRING" }, 422, "mode-unsupported"],
  [{ mode: 5 }, 422, "invalid"],
  [{}, 404, "content-not-found"],
  [[], 422, "invalid"],
] as const) {
  test(`answers ${status} to a favorite of ${JSON.stringify(body)} of a screen that showed nothing`, async () => {
    const screen = await extended.owned()
    const answer = await screen.post("favorite", body, screen.owner.headers)
    assert.equal([answer.status, codeOf(answer)], [status, code])
  })
}

for (const [w, h] of [
  [800, 450],
  [400, 300],
  [1600, 900],
] as const) {
  test(`shares what was shown as a card of ${w} x ${h}`, async () => {
    const screen = await showing("STOIC")
    const answer = await screen.get(`share?w=${w}&h=${h}`, screen.owner.headers)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["content-length"]],
      [200, "image/png", String(answer.body.length)],
    )
    const { width, height, colours } = pngPixels(answer.body)
    assert.equal([width, height, [...new Set(colours)].sort()], [w, h, [0x000000, 0xffffff]])
    assert.ok(
      colours.subarray(0, w * 4).every((colour) => colour === 0xffffff),
      "paper at its edge",
    )
  })
}

test("shares at 800 x 450 unless asked otherwise, the content that was shown and no newer one", async () => {
  const screen = await showing("CHANGING")
  const [first, second] = [await screen.get("share"), await screen.get("share")]
  assert.equal([pngPixels(first.body).width, pngPixels(first.body).height], [800, 450])
  assert.ok(first.body.equals(second.body))
  extended.clock.advance(3 * 86_400_000)
  assert.ok((await screen.get("share")).body.equals(first.body), "signed with the day on which it was shown")
  await screen.render("persona=CHANGING")
  await rows(screen, 2)
  assert.not.ok((await screen.get("share")).body.equals(first.body))
})

test("shares in the language and the time zone of the device", async () => {
  const screen = await extended.owned()
  await extended.post(
    "/api/config",
    { mac: screen.mac, modes: ["TONGUE"], language: "zh", timezone: "Asia/Shanghai" },
    screen.owner.headers,
  )
  extended.clock.advance(Date.parse("2026-12-24T09:30:00Z") - extended.clock.now())
  await screen.render()
  await rows(screen, 1)
  const { colours, width } = pngPixels((await screen.get("share")).body)
  assert.is(colours[width * 200 + 400], 0x000000)
})

test("draws the reason when there is nothing to share, in the size asked for", async () => {
  const screen = await extended.owned()
  const answer = await screen.get("share?w=400&h=300")
  assert.equal(
    [answer.status, answer.headers["content-type"], answer.headers["x-render-error"], pngPixels(answer.body).width],
    [404, "image/png", "content-not-found", 400],
  )
  const words = {
    title: "Nothing to share yet",
    message: "Once the screen has shown a page, there is a card of it here.",
  }
  const said = extended.stage.app
    .get(DRAW)
    .notice({ width: 400, height: 300, palette: "bw", codec: "png", language: "en" }, words)
  assert.ok(answer.body.equals(said.bytes))
  for (const query of ["w=399", "w=1601", "h=299", "h=901", "w=x"]) {
    const refused = await screen.get(`share?${query}`)
    assert.equal(
      [refused.status, refused.headers["content-type"], refused.headers["x-render-error"]],
      [400, "image/png", "bad-input"],
      query,
    )
  }
})

test("lets the device, its members and an admin look, and nobody else", async () => {
  const screen = await showing("ONE")
  const somebody = await extended.person()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  for (const call of ["history", "favorites", "share"]) {
    const statuses = await Promise.all(
      [
        screen.headers,
        screen.owner.headers,
        extended.admin,
        {},
        { "x-device-token": "x" },
        somebody.headers,
        { "x-device-token": token },
      ].map(async (headers) => (await screen.get(call, headers as Readonly<Record<string, string>>)).status),
    )
    assert.equal(statuses, [200, 200, 200, 401, 401, 403, 403], call)
  }
})

test("forgets it with the device", async () => {
  const screen = await showing("ONE")
  await screen.post("favorite", {}, screen.owner.headers)
  assert.is(
    (await extended.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })).status,
    200,
  )
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  const headers = { "x-device-token": token }
  const [shown, liked] = [
    (await screen.get("history", headers)).json(),
    (await screen.get("favorites", headers)).json(),
  ]
  assert.equal(
    [shown, liked],
    [
      { mac: screen.mac, history: [] },
      { mac: screen.mac, favorites: [] },
    ],
  )
})

test.run()
