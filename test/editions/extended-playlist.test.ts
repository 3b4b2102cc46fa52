import { suite } from "uvu"
import * as assert from "uvu/assert"
import { defineMode, text } from "platen/sdk/mode"
import { secret, z } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

const test = suite("editions/extended-playlist")

/** What pages were made of: mode, word, and the name of the place. */
const made: (readonly unknown[])[] = []
/** The cities that were looked up. */
const asked: string[] = []

/** A mode of one word, which says nothing when it is told so. */
const word = (id: string): Mode =>
  defineMode({
    id,
    title: { en: id },
    settings: z.strictObject({
      word: z.string().default(id),
      key: secret().or(z.literal("")).default(""),
    }),
    data: z.object({ word: z.string() }),
    cacheFor: 1,
    content: async ({ settings, place }) => {
      made.push([id, settings.word, place?.name])
      return { data: { word: settings.word } }
    },
    fallback: () => ({ word: "" }),
    isEmpty: ({ word: said }) => said === "nothing",
    view: (data) => ({ language: "en", body: text(data.word) }),
  }) as unknown as Mode

let open: Extended
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  open = await openExtended({
    fetch: async (url) => {
      const name = new URL(url).searchParams.get("name")!
      asked.push(name)
      const rome = { name: "Rome", latitude: 41.9, longitude: 12.5, country: "Italy", admin1: "Latium" }
      const text = (): string => JSON.stringify({ results: name.toLowerCase() === "rome" ? [rome] : [] })
      return {
        status: 200,
        url: String(url),
        headers: {},
        bytes: new Uint8Array(0),
        text,
        json: () => JSON.parse(text()) as unknown,
      }
    },
    plugins: [
      definePlugin({ id: "words-under-test", setup: () => [MODES.of(word("ONE"), word("TWO"), word("THREE"))] }),
    ],
  })
})
test.after(() => open.close())
test.before.each(async () => {
  screen = await open.owned()
  await open.post("/api/config", { mac: screen.mac, modes: ["ONE", "TWO"], strategy: "cycle" }, screen.owner.headers)
})

interface Shown {
  readonly playlist: readonly Record<string, unknown>[]
  readonly strategy: string
  readonly quiet: unknown
  readonly pausedUntil: unknown
  readonly warnings?: readonly string[]
}
const path = (): string => `/api/device/${screen.mac}/playlist`
const get = async (headers = screen.owner.headers): Promise<Shown> =>
  (await open.at(path(), { headers })).json() as Shown
const put = (body: object, headers = screen.owner.headers): ReturnType<Extended["post"]> =>
  open.post(path(), body, headers, "PUT")
const render = (): ReturnType<Extended["at"]> =>
  open.at(`/api/render?v=4.0&mac=${screen.mac}&w=400&h=300`, { headers: screen.headers })
const config = async (): Promise<Record<string, unknown>> =>
  (await open.at(`/api/config/${screen.mac}`, { headers: screen.owner.headers })).json() as Record<string, unknown>
const shown = async (): Promise<readonly [mode: string, minutes: string]> => {
  const { headers } = await render()
  return [headers["x-mode-id"]!, headers["x-refresh-minutes"]!]
}

test("is the modes of the config at first, in order", async () => {
  assert.equal(await get(), {
    playlist: [{ mode: "ONE" }, { mode: "TWO" }],
    strategy: "cycle",
    quiet: null,
    pausedUntil: null,
  })
})

test("is read as it was saved, and old clients read its modes", async () => {
  const playlist = [
    { mode: "THREE", minutes: 30, from: "06:00", to: "10:00", weekdays: [1, 2, 3, 4, 5], weight: 2, whenEmpty: "skip" },
    { mode: "ONE", settings: { word: "morning" } },
    { mode: "ONE", settings: { word: "evening" } },
  ]
  const quiet = { from: "23:00", to: "06:30" }
  const answer = await put({ playlist, quiet, strategy: "random" })
  assert.is(answer.status, 200, answer.text())
  assert.equal(await get(), { playlist, strategy: "random", quiet, pausedUntil: null })
  const { modes, strategy } = await config()
  assert.equal([modes, strategy], [["THREE", "ONE"], "random"])
})

test("is plain again after an old client has saved other modes, and keeps what that could not say", async () => {
  await put({ playlist: [{ mode: "ONE", minutes: 30 }, { mode: "TWO" }], quiet: { from: "23:00", to: "06:30" } })
  const saved = async (body: object): Promise<readonly string[] | undefined> =>
    ((await open.post("/api/config", { mac: screen.mac, ...body }, screen.owner.headers)).json() as Shown).warnings
  assert.equal((await saved({ nickname: "Hall", modes: ["ONE", "TWO"] })) ?? [], [], "the same modes replace nothing")
  assert.equal((await get()).playlist, [{ mode: "ONE", minutes: 30 }, { mode: "TWO" }], "another field was saved")
  const [warning] = (await saved({ modes: ["TWO", "THREE"] }))!
  assert.match(warning!, /^modes: they replace the playlist, .*PUT \/api\/device\/\{mac\}\/playlist/)
  const { playlist, quiet } = await get()
  assert.equal([playlist, quiet], [[{ mode: "TWO" }, { mode: "THREE" }], { from: "23:00", to: "06:30" }])
  await open.post("/api/config", { mac: screen.mac, modes: ["ONE", "TWO"] }, screen.owner.headers)
  assert.equal((await get()).playlist, [{ mode: "ONE" }, { mode: "TWO" }], "what was dropped does not come back")
})

test("shows entries for their minutes, with their settings, and passes over those that are empty", async () => {
  await put({
    playlist: [
      { mode: "ONE", settings: { word: "nothing" }, whenEmpty: "skip" },
      { mode: "TWO", minutes: 30 },
      { mode: "THREE", minutes: 30, settings: { word: "nothing" } },
    ],
  })
  assert.equal((await shown())[0], "TWO", "ONE has nothing to say")
  open.clock.advance(61 * 60_000)
  assert.equal(await shown(), ["TWO", "30"])
  open.clock.advance(10 * 60_000)
  assert.equal(await shown(), ["TWO", "30"], "its minutes are not over")
  open.clock.advance(20 * 60_000)
  assert.equal(await shown(), ["THREE", "30"], "it may be shown when it is empty")
})

test("shows the entry behind by next=1, with its settings, also where a mode stands twice", async () => {
  await put({
    playlist: [
      { mode: "ONE", settings: { word: "morning" } },
      { mode: "TWO", settings: { word: "noon" } },
      { mode: "ONE", settings: { word: "evening" }, from: "00:00", to: "23:59" },
    ],
  })
  const next = async (): Promise<unknown> => {
    open.clock.advance(2_000)
    made.length = 0
    await open.at(`/api/render?v=4.0&mac=${screen.mac}&w=400&h=300&next=1`, { headers: screen.headers })
    return made[0]!.slice(0, 2)
  }
  const shown = []
  for (let i = 0; i < 4; i++) shown.push(await next())
  assert.equal(shown, [
    ["ONE", "morning"],
    ["TWO", "noon"],
    ["ONE", "evening"],
    ["ONE", "morning"],
  ])
})

test("looks up the city of an entry, keeps its place, and draws the entry there", async () => {
  const saved = async (settings: object): Promise<Shown> =>
    (await put({ playlist: [{ mode: "ONE", settings }, { mode: "TWO" }] })).json() as Shown
  const placed = { city: "Rome", latitude: 41.9, longitude: 12.5 }
  const first = await saved({ word: "ciao", city: "Rome" })
  assert.equal([first.playlist[0]!.settings, first.warnings], [{ word: "ciao", ...placed }, undefined])
  asked.length = 0
  assert.equal((await saved({ word: "ciao", city: "Rome" })).playlist[0]!.settings, { word: "ciao", ...placed })
  assert.equal(asked, [], "a place that is known is not looked up again")
  made.length = 0
  await render()
  assert.equal(made, [["ONE", "ciao", "Rome"]])
  const lost = await saved({ ...placed, city: "Nowhere" })
  assert.match(lost.warnings![0]!, /^playlist\.0\.settings\.city: there is no place "Nowhere"/)
  assert.equal(lost.playlist[0]!.settings, { city: "Nowhere" }, "the place of another city is not that of this one")
})

test("is drawn as it will be at a moment to come", async () => {
  await put({
    playlist: [
      { mode: "ONE", from: "06:00", to: "10:00" },
      { mode: "TWO", from: "10:00", to: "06:00" },
    ],
  })
  const at = (moment: string, headers = screen.owner.headers): ReturnType<Extended["at"]> =>
    open.at(`/api/preview?mac=${screen.mac}&intent=1&at=${encodeURIComponent(moment)}`, { headers })
  const day = new Date(open.clock.now() + 86_400_000).toISOString().slice(0, 10)
  const modes = []
  for (const time of ["07:00", "12:00", "23:00"])
    modes.push(((await at(`${day}T${time}:00Z`)).json() as { persona: string }).persona)
  assert.equal(modes, ["ONE", "TWO", "TWO"])
  const picture = await open.at(`/api/preview?mac=${screen.mac}&at=${day}T07:00:00Z`, { headers: screen.owner.headers })
  assert.equal([picture.status, picture.headers["x-mode-id"]], [200, "ONE"])
  for (const [moment, status] of [
    ["2036-01-01T00:00:00Z", 400],
    ["tomorrow", 400],
  ] as const)
    assert.is((await at(moment)).status, status, moment)
})

test("shows an empty page after all where all are", async () => {
  await put({ playlist: [{ mode: "ONE", settings: { word: "nothing" }, whenEmpty: "skip" }] })
  const answer = await render()
  assert.equal([answer.status, answer.headers["x-mode-id"]], [200, "ONE"])
})

test("keeps the page while it is paused, until somebody goes on", async () => {
  await shown()
  const [before] = await shown()
  const until = new Date(open.clock.now() + 3 * 3_600_000).toISOString()
  await put({ pausedUntil: until })
  assert.is((await get()).pausedUntil, until)
  for (let i = 0; i < 3; i++) assert.is((await shown())[0], before)
  await put({ pausedUntil: null })
  assert.is.not((await shown())[0], before)
})

test("keeps secrets of entries sealed, also when entries move", async () => {
  await put({
    playlist: [
      { mode: "ONE", settings: { key: "first secret" } },
      { mode: "TWO", settings: { key: "second secret" } },
    ],
  })
  const { playlist } = await get()
  assert.not.match(JSON.stringify(playlist), /secret|sealed/)
  const answer = await put({ playlist: [playlist[1]!] })
  assert.is(answer.status, 200, answer.text())
  const [kept] = (await get()).playlist as { settings: { key: unknown } }[]
  assert.equal(kept!.settings.key, (playlist[1] as { settings: { key: unknown } }).settings.key)
})

for (const [what, body, at] of [
  ["no modes", { playlist: [] }, "playlist"],
  ["an unknown mode", { playlist: [{ mode: "NOBODY" }] }, "playlist.0.mode"],
  ["minutes that no device can keep", { playlist: [{ mode: "ONE", minutes: 5 }] }, "playlist.0.minutes"],
  ["a begin without an end", { playlist: [{ mode: "ONE", from: "06:00" }] }, "playlist.0.to"],
  ["no time at all", { playlist: [{ mode: "ONE", from: "06:00", to: "06:00" }] }, "playlist.0.to"],
  ["an hour that there is not", { playlist: [{ mode: "ONE", from: "24:00", to: "25:00" }] }, "playlist.0.from"],
  ["an eighth weekday", { playlist: [{ mode: "ONE", weekdays: [8] }] }, "playlist.0.weekdays.0"],
  [
    "settings that the mode refuses",
    { playlist: [{ mode: "ONE", settings: { word: 5 } }] },
    "playlist.0.settings.word",
  ],
  [
    "a key that devices would misread",
    { playlist: [{ mode: "ONE", settings: { token: 5 } }] },
    "playlist.0.settings.token",
  ],
  ["another strategy", { strategy: "best" }, "strategy"],
  ["quiet hours without an end", { quiet: { from: "23:00" } }, "quiet.to"],
  ["a pause of years", { pausedUntil: "2036-01-01T00:00:00Z" }, "pausedUntil"],
  ["an unknown field", { colour: "red" }, ""],
] as const)
  test(`refuses ${what}, and names the field`, async () => {
    const answer = await put(body)
    const { issues } = answer.json() as { issues: { path: string }[] }
    assert.equal([answer.status, issues[0]!.path], [422, at], answer.text())
    assert.equal((await get()).playlist, [{ mode: "ONE" }, { mode: "TWO" }])
  })

test("is for the people of a screen", async () => {
  const bob = await open.person()
  for (const [headers, status] of [
    [bob.headers, 403],
    [{}, 401],
    [screen.headers, 401],
    [open.admin, 200],
  ] as const) {
    assert.is((await open.at(path(), { headers })).status, status)
    assert.is((await put({ quiet: null }, headers)).status, status)
  }
})

test("takes 64 KB and no more", async () => {
  const long = (characters: number): object => ({
    playlist: [{ mode: "ONE", settings: { word: "x".repeat(characters) } }],
  })
  assert.is((await put(long(60_000))).status, 200)
  assert.is((await put(long(66_000))).status, 413)
})

test.run()
