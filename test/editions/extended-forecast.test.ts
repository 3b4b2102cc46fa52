import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, Forbidden, z } from "platen/sdk"
import { defineMode, defineSource, MODES, SOURCES, text } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

const test = suite("editions/extended-forecast")

const SENTENCE = 'You have no album "famly": ask the operator to grant it to you.'
let refuses = false
let reads = 0
const word = (id: string): Mode =>
  defineMode({
    id,
    title: { en: id },
    settings: z.strictObject({ word: z.string().default(id) }),
    data: z.object({ word: z.string() }),
    cacheFor: 1,
    content: async ({ settings, source }) => {
      if (id === "TWO" && refuses) await source("album", {})
      return { data: { word: settings.word } }
    },
    fallback: () => ({ word: "nothing" }),
    view: (data) => ({ language: "en", body: text(data.word) }),
  }) as unknown as Mode
const album = defineSource({
  name: "album",
  parameters: z.strictObject({}),
  result: z.strictObject({}),
  cacheFor: 1,
  read: () => {
    reads++
    return Promise.reject(new Forbidden(SENTENCE, { code: "connection-not-granted" }))
  },
})

let open: Extended
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  open = await openExtended({
    plugins: [
      definePlugin({
        id: "words-under-test",
        setup: () => [MODES.of(word("ONE"), word("TWO"), word("THREE")), SOURCES.of(album)],
      }),
    ],
  })
})
test.after(() => open.close())
test.before.each(async () => {
  refuses = false
  screen = await open.owned()
  await save({ modes: ["ONE", "TWO", "THREE"], strategy: "cycle", refresh_interval: 60 })
})

const save = async (body: object): Promise<void> => {
  const answer = await open.post("/api/config", { mac: screen.mac, ...body }, screen.owner.headers)
  assert.is(answer.status, 200, answer.text())
}
const render = (query = ""): ReturnType<Extended["at"]> =>
  open.at(`/api/render?v=4.0&mac=${screen.mac}&w=400&h=300${query}`, { headers: screen.headers })
const get = (path: string, headers = screen.owner.headers): ReturnType<Extended["at"]> =>
  open.at(`/api/device/${screen.mac}/${path}`, { headers })
interface Wake {
  readonly ahead: number
  readonly at: string
  readonly mode: string
  readonly by: string
  readonly detail: string
  readonly minutes: number
  readonly certain: boolean
}
const forecast = async (query = ""): Promise<readonly Wake[]> => {
  const answer = await get(`forecast${query}`)
  assert.is(answer.status, 200, answer.text())
  return (answer.json() as { wakes: readonly Wake[] }).wakes
}

test("says what each wake of a day will show, and the device then shows just that", async () => {
  await render()
  const wakes = await forecast("?hours=5")
  assert.equal(
    wakes.map(({ ahead, mode, by, detail, minutes, certain }) => [ahead, mode, by, detail, minutes, certain]),
    ["TWO", "THREE", "ONE", "TWO", "THREE"].map((mode, i) => [i + 1, mode, "config-strategy", "cycle", 60, true]),
  )
  assert.equal(await forecast("?hours=5"), wakes, "looking takes nothing")
  for (const { at, mode } of wakes) {
    open.clock.advance(Date.parse(at) - open.clock.now())
    assert.is((await render()).headers["x-mode-id"], mode)
  }
})

test("follows the hours of a playlist and the minutes of its entries", async () => {
  const playlist = [
    { mode: "ONE", from: "06:00", to: "10:00", minutes: 30 },
    { mode: "TWO", from: "10:00", to: "06:00", settings: { word: "night" } },
  ]
  const saved = await open.post(`/api/device/${screen.mac}/playlist`, { playlist }, screen.owner.headers, "PUT")
  assert.is(saved.status, 200, saved.text())
  await render()
  const wakes = await forecast("?hours=24")
  for (const { at, mode } of wakes) {
    const hour = new Date(at).getUTCHours()
    assert.is(mode, hour >= 6 && hour < 10 ? "ONE" : "TWO", at)
  }
  assert.is(new Set(wakes.map(({ mode }) => mode)).size, 2)
  const night = wakes.find(({ mode }) => mode === "TWO")!
  const picture = await open.at(`/api/preview?mac=${screen.mac}&ahead=${night.ahead}`, {
    headers: screen.owner.headers,
  })
  assert.equal([picture.status, picture.headers["x-mode-id"]], [200, "TWO"])
  const usual = await open.at(`/api/preview?mac=${screen.mac}&persona=TWO&at=${night.at}`, {
    headers: screen.owner.headers,
  })
  assert.not.equal(picture.body, usual.body, "with the settings of its entry")
})

test("says in words what a page says: the one that was sent, the next, and any preview", async () => {
  const before = ((await get("why")).json() as { shown: unknown }).shown
  await render()
  const why = (await get("why")).json() as Record<"shown" | "next", { readonly text: string }>
  // Below the header with the title of the mode.
  const body = (text: string): string | undefined => text.split("\n")[1]
  assert.equal([before, body(why.shown.text), body(why.next.text)], [null, "ONE", "TWO"])
  const trial = `persona=TWO&mode_override=${encodeURIComponent('{"word":"milk"}')}`
  const said = await get(`preview?${trial}&text=1`)
  assert.equal([said.status, said.headers["content-type"]], [200, "text/plain; charset=utf-8"])
  assert.is(body(said.text()), "milk")
  const own = (await get("preview?persona=THREE")).headers["content-type"]
  assert.is(own, "image/png")
  const stranger = await open.person()
  assert.is((await get(`preview?${trial}&text=1`, stranger.headers)).status, 403)
})

test("knows the day on which a screen first showed a mode", async () => {
  await save({ modes: ["RIDDLE"], timezone: "UTC" })
  const words = async (): Promise<string> =>
    ((await get("why")).json() as { shown: { text: string } }).shown.text.toUpperCase()
  await render()
  assert.not.match(await words(), /YESTERDAY/)
  open.clock.advance(60_000)
  await render()
  assert.not.match(await words(), /YESTERDAY/, "also when it wakes once more")
  open.clock.advance(86_400_000)
  await render()
  assert.match(await words(), /YESTERDAY/)
})

test("says where chance decides", async () => {
  await save({ strategy: "random" })
  await render()
  const wakes = await forecast("?hours=48")
  assert.ok(wakes.some(({ certain }) => !certain))
  assert.equal(await forecast("?hours=48"), wakes, "and says the same twice")
})

test("asks no source for a moment that a stranger chooses", async () => {
  refuses = true
  reads = 0
  const at = encodeURIComponent(new Date(open.clock.now() + 86_400_000 * 40).toISOString())
  const page = await open.at(`/api/preview?persona=TWO&w=200&h=100&at=${at}`)
  assert.equal([page.status, reads], [200, 0])
  await open.at(`/api/preview?mac=${screen.mac}&persona=TWO&w=200&h=100&at=${at}`, { headers: screen.owner.headers })
  assert.is(reads, 1, "for somebody who has signed in it is asked")
})

test("looks at a hundred wakes at most, and within its hours", async () => {
  await save({ refresh_interval: 10 })
  await render()
  assert.is((await forecast("?hours=168")).length, 100)
  assert.is((await forecast("?hours=1")).length, 6)
  for (const query of ["?hours=0", "?hours=169", "?hours=x"]) assert.is((await get(`forecast${query}`)).status, 422)
  assert.is((await open.at(`/api/preview?mac=${screen.mac}&ahead=101`, { headers: screen.owner.headers })).status, 400)
})

test("says why a page is on the wall, and in a sentence what fails", async () => {
  await render()
  type Page = { mode: string; by: string; detail: string | null; fallback: { code: string; message: string } | null }
  const why = async (): Promise<{ shown: Page | null; next: Page }> =>
    (await get("why")).json() as { shown: Page; next: Page }
  const well = await why()
  assert.equal([well.shown?.mode, well.shown?.by, well.shown?.fallback], ["ONE", "config-strategy", null])
  assert.equal(
    [well.next.mode, well.next.by, well.next.detail, well.next.fallback],
    ["TWO", "config-strategy", "cycle", null],
  )
  refuses = true
  open.clock.advance(3_600_000)
  const failing = await why()
  assert.equal(failing.next.fallback, { code: "connection-not-granted", message: SENTENCE })
  const preview = (headers: Person["headers"], query = `mac=${screen.mac}&`): ReturnType<Extended["at"]> =>
    open.at(`/api/preview?${query}persona=TWO&no_cache=1`, { headers })
  const told = (await preview(screen.owner.headers)).headers["x-render-message"]
  assert.is(told && decodeURIComponent(told), SENTENCE)
  assert.is((await preview({}, "")).headers["x-render-message"], undefined, "strangers are told the code alone")
  await render()
  assert.equal((await why()).shown!.fallback, { code: "connection-not-granted", message: SENTENCE })
})

test("hands out the very pixels that were sent, in the colours of the glass", async () => {
  assert.is((await get("picture")).status, 404, "nothing was sent yet")
  const { body } = await render()
  const png = await get("picture")
  assert.equal([png.status, png.headers["content-type"]], [200, "image/png"])
  const [sent, seen] = [bmpPixels(body).colours, pngPixels(png.body).colours]
  const light = (colour: number): boolean => (colour & 0xff) > 0x80
  assert.equal(seen.length, sent.length)
  assert.ok(sent.every((colour, i) => light(colour) === light(seen[i]!)))
  assert.is(new Set(seen).size, 2)
  const colour = await render("&colors=4")
  assert.equal([colour.headers["content-type"], (await get("picture")).status], ["application/octet-stream", 200])
})

test("is for the people of a screen, and gone with it", async () => {
  await render()
  const bob = await open.person()
  for (const path of ["forecast", "why", "picture"])
    for (const [headers, status] of [
      [bob.headers, 403],
      [{}, 401],
      [screen.headers, 401],
      [open.admin, 200],
      [screen.owner.headers, 200],
    ] as const)
      assert.is((await get(path, headers)).status, status, path)
  await open.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })
  assert.is((await get("picture", open.admin)).status, 404)
  assert.is((await open.at("/api/device/00:00:00:00:00:99/why", { headers: open.admin })).status, 404)
})

test.run()
