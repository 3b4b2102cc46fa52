import { fakeClock } from "platen/testing"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { keptMacs } from "./stored.js"
import { everyMode, load, modeOf } from "./test-modes.js"

/** What wire-contract 11.11 to 11.25 lists as wrong elsewhere, each tried. */
const test = suite("editions/extended: hostile: known oddities")

type Screen = ExtendedDevice & { readonly owner: Person }

let here: Extended
test.before(async () => {
  here = await openExtended()
})
test.after(() => here.close())

async function configured(config: object = {}, at = here): Promise<Screen> {
  const screen = await at.owned()
  const saved = await at.post("/api/config", { mac: screen.mac, modes: ["DAILY"], ...config }, screen.owner.headers)
  if (saved.status !== 200) throw new Error(saved.text())
  return screen
}

const configOf = async ({ mac, owner }: Screen, at = here): Promise<Record<string, unknown>> =>
  (await at.at(`/api/config/${mac}`, { headers: owner.headers })).json() as Record<string, unknown>

test("takes the document's names of a config, and shows a change at the next render (11.11)", async () => {
  const screen = await configured({ modes: ["MEMO"], memo_text: "before" })
  const before = await screen.render()
  assert.is((await screen.render()).body.equals(before.body), true)
  await here.post(
    "/api/config",
    {
      mac: screen.mac,
      strategy: "cycle",
      refresh_interval: 45,
      tone: "deep",
      lat: 52.5,
      lon: 13.4,
      memo_text: "after",
    },
    screen.owner.headers,
  )
  const { refreshStrategy, refreshInterval, contentTone, latitude, longitude, modes } = await configOf(screen)
  assert.equal(
    [refreshStrategy, refreshInterval, contentTone, latitude, longitude, modes],
    ["cycle", 45, "deep", 52.5, 13.4, ["MEMO"]],
  )
  assert.is((await screen.render()).body.equals(before.body), false)
})

test("gives a panel of two inks a picture of one bit, and one of four its own, whatever was drawn before (11.12)", async () => {
  const screen = await configured()
  for (const colors of [4, 2, 3, 2, 4]) {
    const { headers, body } = await screen.render(`w=400&h=300&colors=${colors}`)
    assert.equal(
      [headers["content-type"], body.length],
      colors === 2 ? ["image/bmp", 15_662] : ["application/octet-stream", 30_000],
      String(colors),
    )
  }
})

test("draws a panel whose width is no multiple of four, and answers wrong values with what is wrong (11.13)", async () => {
  const screen = await configured()
  for (const [w, h] of [
    [101, 100],
    [102, 117],
    [103, 101],
  ] as const) {
    for (const colors of [3, 4]) {
      const { status, body } = await here.at(`/api/render?mac=${screen.mac}&w=${w}&h=${h}&colors=${colors}`, {
        headers: screen.headers,
      })
      assert.equal([status, body.length], [200, Math.ceil(w / 4) * h])
    }
  }
  assert.equal(
    [
      (await screen.post("switch", { mode: 5 })).status,
      (await here.post("/api/auth/login", { username: 5, password: "x" })).status,
    ],
    [422, 422],
  )
  for (const path of ["/api/render?mac=bad", `/api/widget/${screen.mac}?mode=NONE`]) {
    const answer = await here.at(path, { headers: screen.headers })
    assert.equal([answer.status, answer.headers["content-type"]!.startsWith("image/")], [400, true], path)
  }
})

test("knows one device by every spelling of its MAC (11.14)", async () => {
  const screen = await configured({ nickname: "one" })
  const spellings = [
    screen.mac.toLowerCase(),
    screen.mac.replaceAll(":", "-"),
    screen.mac.replaceAll(":", ""),
    encodeURIComponent(screen.mac),
  ]
  for (const mac of spellings) {
    assert.is(
      ((await here.at(`/api/config/${mac}`, { headers: screen.headers })).json() as { nickname: string }).nickname,
      "one",
      mac,
    )
    assert.is(
      (await here.post("/api/config", { mac: decodeURIComponent(mac), nickname: "one" }, screen.owner.headers)).status,
      200,
    )
  }
  assert.is(
    (await keptMacs(here)).filter(
      (mac) => decodeURIComponent(mac).toUpperCase().replaceAll(/[:-]/g, "") === screen.mac.replaceAll(":", ""),
    ).length,
    1,
  )
})

test("plants nothing in a device's pages by a preview, whatever it overrides (11.15)", async () => {
  const screen = await configured({ modes: ["MEMO", "STOIC"], strategy: "cycle", memo_text: "mine" })
  await screen.post("switch", { mode: "MEMO" }, screen.owner.headers)
  const kept = async (): Promise<string> => JSON.stringify(await screen.state(screen.owner.headers))
  const before = await kept()
  const override = encodeURIComponent(JSON.stringify({ memo_text: "planted" }))
  const planted = await here.at(
    `/api/preview?mac=${screen.mac}&persona=MEMO&w=296&h=128&no_cache=1&mode_override=${override}`,
    { headers: screen.owner.headers },
  )
  for (const query of ["intent=1", "no_cache=1", "memo_text=planted", "next=1", "persona=STOIC"])
    await here.at(`/api/preview?mac=${screen.mac}&w=296&h=128&${query}`, { headers: screen.owner.headers })
  assert.equal([planted.status, await kept()], [200, before])
  const shown = await screen.render()
  const mine = await configured({ modes: ["MEMO"], memo_text: "mine" })
  assert.is(shown.body.equals((await mine.render()).body), true, "it shows what its owner has written")
})

test("answers an admin who has a mode written, by token alone, without a failure of its own (11.16)", async () => {
  const answer = await here.post("/api/modes/generate", { description: "a poem" }, here.admin)
  assert.equal([answer.status, codeOf(answer)], [503, "model-not-configured"])
})

test("turns listening on and off without losing a field or a place in the history (11.17)", async () => {
  const screen = await configured({ city: "Oslo", lat: 59.9, lon: 10.7, llm_model: "some-model", memo_text: "keep" })
  const before = await configOf(screen)
  for (const enabled of [1, 0, 1, 0, 1, 0])
    await here.at(`/api/config/${screen.mac}/focus-listening?enabled=${enabled}`, {
      method: "PATCH",
      headers: screen.owner.headers,
    })
  assert.equal(await configOf(screen), before)
  assert.is(
    (
      (await here.at(`/api/config/${screen.mac}/history`, { headers: screen.owner.headers })).json() as {
        configs: unknown[]
      }
    ).configs.length,
    1,
  )
})

test("loses nothing that waits when it is started again (11.18)", async () => {
  const [clock, folder] = [fakeClock(), folderWith()]
  const first = await openExtended({ clock, dataFolder: folder })
  const screen = await configured({ modes: ["ZEN", "STOIC"], strategy: "cycle" }, first)
  const alertToken = ((await screen.post("alert-token", {}, screen.owner.headers)).json() as { token: string }).token
  await screen.post("alert", { sender: "a", message: "wait" }, { "x-agent-token": alertToken })
  await screen.post("switch", { mode: "STOIC" }, screen.owner.headers)
  const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#000" } })
    .png()
    .toBuffer()
  await first.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: screen.owner.headers,
    body: file,
  })
  await first.close()
  const second = await openExtended({ clock, dataFolder: folder })
  const render = (): Promise<{ headers: Readonly<Record<string, string>> }> =>
    second.at(`/api/render?mac=${screen.mac}&w=296&h=128`, { headers: screen.headers })
  const alert = await second.at(`/api/device/${screen.mac}/check_alert`, { headers: screen.headers })
  assert.is((alert.json() as { has_alert: boolean }).has_alert, true)
  const { headers } = await render()
  assert.equal([headers["x-preview-push"], headers["x-pending-refresh"]], ["1", "1"])
  await second.close()
})

test("calls a device online by its own interval, not by a quarter of an hour (11.19)", async () => {
  const screen = await configured({ refresh_interval: 60 })
  await screen.render()
  here.clock.advance(61 * 60_000)
  assert.is((await screen.state(screen.owner.headers)).is_online, true)
  here.clock.advance(60 * 60_000)
  assert.is((await screen.state(screen.owner.headers)).is_online, false)
})

test("takes a code that is posted again, and keeps it alive as long as it is shown (11.20)", async () => {
  const device = await here.device()
  const post = async (): Promise<unknown> =>
    ((await device.post("claim-token", { pair_code: "204060" })).json() as { pair_code: string }).pair_code
  for (let i = 0; i < 5; i++) {
    assert.is(await post(), "204060")
    here.clock.advance(20 * 60_000)
  }
  await device.render()
  here.clock.advance(29 * 60_000)
  const anna = await here.person()
  assert.is((await here.post("/api/claim/consume", { pair_code: "204060" }, anna.headers)).status, 200)
})

test("likes once, takes it off again, shares nothing that was not shown, and takes no day that is none (11.21)", async () => {
  const screen = await configured({ modes: ["STOIC"] })
  assert.equal([(await screen.get("share")).status, (await screen.post("favorite", {})).status], [404, 404])
  await screen.render()
  // What was shown is written down once the answer has left.
  for (let tries = 0; tries < 500 && (await screen.get("share")).status === 404; tries++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  for (let i = 0; i < 3; i++) assert.is((await screen.post("favorite", {})).status, 200)
  const { favorites } = (await screen.get("favorites")).json() as { favorites: { id: string; mode_id: string }[] }
  assert.equal(
    favorites.map(({ mode_id: mode }) => mode),
    ["STOIC"],
  )
  assert.is(
    (
      await here.at(`/api/device/${screen.mac}/favorite/${favorites[0]!.id}`, {
        method: "DELETE",
        headers: screen.headers,
      })
    ).status,
    200,
  )
  assert.equal(((await screen.get("favorites")).json() as { favorites: unknown[] }).favorites, [])
  for (const date of ["2099-01-01", "2026-02-30", "yesterday", "2026-13-01", ""])
    assert.is((await screen.post("habit/check", { habit: "run", date })).status, 422, date)
})

test("leads a code's picture to a page that there is, and says its time and version (11.22)", async () => {
  const device = await here.device()
  const { claim_url: link } = (await device.post("claim-token", { pair_code: "305070" })).json() as {
    claim_url: string
  }
  const { pathname, search } = new URL(link)
  const page = await here.at(pathname + search)
  assert.equal([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"])
  const health = (await here.at("/api/health")).json() as { timestamp: string; version: string }
  const { info } = (await here.at("/api/openapi.json")).json() as { info: { version: string } }
  assert.match(health.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.ok(typeof info.version === "string" && health.version !== "")
})

test("draws by the hour where the device hangs, and says times in UTC with Z (11.23)", async () => {
  const hour = modeOf("HOURS", {
    view: (_, { language, now }) => ({ language, body: { type: "text", text: String(now.hour) } as never }),
  })
  await load(here.stage, hour)
  const pages = await Promise.all(
    ["Asia/Tokyo", "America/New_York"].map(
      async (timezone) => (await (await configured({ modes: ["HOURS"], timezone })).render()).body,
    ),
  )
  assert.is(pages[0]!.equals(pages[1]!), false)
  const screen = await configured()
  await screen.render()
  for (const [name, value] of Object.entries(await screen.state(screen.owner.headers)))
    if (/_at$|_seen$|next_wake/.test(name) && value !== null) assert.match(String(value), /^\d{4}-.*Z$/, name)
})

test("draws every mode without a network, and waits for none (11.24)", async () => {
  const screen = await configured()
  for (const { id } of everyMode(here.stage)) {
    const { status } = await screen.render(`persona=${id}`)
    assert.is(status, 200, id)
  }
  assert.equal(
    here.stage.log.lines.filter(({ event }) => event === "content.timed-out"),
    [],
  )
})

test("flags no third stand-in, takes any heartbeat, and answers any host on the network (11.25)", async () => {
  await load(here.stage, modeOf("AWAY", { content: () => Promise.reject(new Error("away")) }))
  const screen = await configured({ modes: ["AWAY"] })
  const flags = []
  for (let i = 0; i < 4; i++) flags.push((await screen.render()).headers["x-content-fallback"])
  assert.equal(flags, ["1", "1", undefined, undefined])
  for (const body of [
    "{}",
    "",
    "x",
    '{"battery_voltage":"x","wifi_rssi":0}',
    '{"battery_voltage":99,"wifi_rssi":99}',
    "[1]",
    "null",
    "\0",
  ]) {
    const answer = await here.at(`/api/device/${screen.mac}/heartbeat`, {
      method: "POST",
      headers: { ...screen.headers, "content-type": "application/json" },
      body,
    })
    assert.equal([answer.status, answer.text()], [200, '{"ok":true}'], body)
  }
  for (const host of ["192.168.1.20:3000", "nas.local", "[fd00::1]:3000", "platen", "10.0.0.5"])
    assert.is((await screen.render("", { headers: { ...screen.headers, host } })).status, 200, host)
})

test.run()
