import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import { bar, numberMode } from "./bars.js"
import { cutMode } from "./cut.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { switchToGone } from "./extended-studio-stage.js"
import { alerted } from "./listener.js"
import { idOf, rendersOf, stateOf, statsOf, tokensOf, written } from "./seen.js"
import { keptText, losePushed, pushKept, stored } from "./stored.js"
import { load } from "./test-modes.js"

/** What a render takes of what waits for a device: decisions 18, 19, 22. */
const test = suite("editions/extended: what a render takes")

type Owned = ExtendedDevice & { readonly owner: Person }

const NAMES = ["ONE", "TWO", "THREE"]
/** A pushed picture is of another width than any bar. */
const PUSHED = 50

let folder: string
let extended: Extended
let picture: Buffer

test.before(async () => {
  folder = emptyFolder()
  extended = await openExtended({ dataFolder: folder })
  await load(
    extended.stage,
    ...NAMES.map((name, i) => numberMode(name, i + 1)),
    numberMode("FOUR", 4),
    numberMode("PUSHED", PUSHED),
    slow.mode,
  )
  picture = (await extended.at("/api/preview?w=296&h=128&persona=PUSHED")).body
})
test.after(() => extended.close())

const slow = cutMode("SLOW", 5)
const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await extended.at("/api/health")
}

/** Owned, with three modes that take turns; a refresh waits for it, as after every save. */
async function configured(fields: object = {}): Promise<Owned> {
  const screen = await extended.owned()
  const saved = await extended.post(
    "/api/config",
    { mac: screen.mac, modes: NAMES, strategy: "cycle", ...fields },
    screen.owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  return screen
}

/** One for which all waits that can: a mode that comes back, a picture, another mode; and that has shown an alert. */
async function waitedFor(): Promise<Owned> {
  const screen = await configured({ modes: ["ONE", "SLOW", "THREE"] })
  await screen.render()
  await slow.cut(extended, screen)
  extended.clock.advance(1)
  await alerted(screen)
  await switchTo(screen, "FOUR")
  await push(screen)
  return screen
}

const push = ({ mac, owner }: Owned, query = ""): Promise<Answer> =>
  extended.at(`/api/device/${mac}/apply-preview?${query}`, { method: "POST", headers: owner.headers, body: picture })
const switchTo = async (screen: Owned, mode: string): Promise<void> => {
  assert.is((await screen.post("switch", { mode }, screen.owner.headers)).status, 200)
}
const refresh = async (screen: Owned): Promise<void> => {
  assert.is((await screen.post("refresh", {}, screen.owner.headers)).status, 200)
}
/** What waits: refresh, mode, picture. */
const waiting = async (screen: ExtendedDevice): Promise<unknown[]> => {
  await written(extended, screen)
  const { pending_refresh: refresh, pending_mode: mode } = await stateOf(extended, screen)
  return [refresh, mode, await pushKept(extended, screen)]
}
const shown = async (screen: ExtendedDevice, query = "", asked: Asked = {}): Promise<unknown[]> => {
  const answer = await screen.render(query, asked)
  return [answer.status, bar(answer), answer.headers["x-pending-refresh"], answer.headers["x-preview-push"]]
}

test("clears a pending refresh, and says so once", async () => {
  const screen = await configured()
  await screen.render()
  await refresh(screen)
  assert.equal(
    [await shown(screen), await shown(screen)],
    [
      [200, 2, "1", undefined],
      [200, 3, undefined, undefined],
    ],
  )
})

test("shows the mode that was switched to once, then goes on where it was", async () => {
  const screen = await configured()
  await switchTo(screen, "FOUR")
  assert.equal(
    [await shown(screen), await waiting(screen)],
    [
      [200, 4, "1", undefined],
      [0, "", false],
    ],
  )
  assert.equal([bar(await screen.render()), bar(await screen.render())], [1, 2])
})

test("shows a pushed picture once, and with it drops the mode that was to come", async () => {
  const screen = await configured()
  await switchTo(screen, "FOUR")
  await push(screen)
  assert.equal(
    [await shown(screen), await waiting(screen)],
    [
      [200, PUSHED, "1", "1"],
      [0, "", false],
    ],
  )
  assert.equal(await shown(screen), [200, 1, undefined, undefined])
})

test("says of a mode that it does not know that it does not, beside the usual page", async () => {
  const screen = await extended.owned()
  const asked = async (query: string): Promise<unknown> => (await screen.render(query)).headers["x-mode-unknown"]
  assert.equal(
    [
      await asked("persona=DALY"),
      await asked("persona=daly"),
      await asked("persona=%E7%A6%85"),
      await asked(`persona=${"X".repeat(60)}`),
    ],
    ["DALY", "DALY", "?", "?"],
  )
  assert.equal(
    [await asked(""), await asked("persona="), await asked("persona=three")],
    [undefined, undefined, undefined],
  )
  const preview = await extended.at("/api/preview?w=100&h=100&persona=DALY")
  assert.equal([preview.status, preview.headers["x-mode-unknown"]], [200, "DALY"])
})

test("puts a push before a persona, a persona before the mode that waits, and that before next", async () => {
  const screen = await configured()
  await screen.render()
  await switchTo(screen, "FOUR")
  assert.equal(
    [await shown(screen, "persona=THREE&next=1"), await waiting(screen)],
    [
      [200, 3, "1", undefined],
      [0, "FOUR", false],
    ],
  )
  assert.equal(
    [await shown(screen, "persona=NOBODY&next=1"), await waiting(screen)],
    [
      [200, 4, undefined, undefined],
      [0, "", false],
    ],
  )
  assert.equal(await shown(screen, "next=1"), [200, 1, undefined, undefined])
  assert.equal(await shown(screen, "next=1"), [200, 2, undefined, undefined])
  await push(screen)
  assert.equal(await shown(screen, "persona=THREE&next=1"), [200, PUSHED, "1", "1"])
})

test("drops a mode that waits and is no longer installed, whatever it shows", async () => {
  for (const query of ["", "next=1"]) {
    const screen = await configured()
    await switchToGone(extended, screen)
    assert.equal(
      [await shown(screen, query), await waiting(screen)],
      [
        [200, 1, "1", undefined],
        [0, "", false],
      ],
    )
  }
  const plain = await extended.owned()
  await switchToGone(extended, plain)
  assert.equal(await waiting(plain), [1, "REMOVED", false], "or this tests nothing")
  await plain.render()
  assert.equal(await waiting(plain), [0, "", false], "without a config")
  const forced = await configured()
  await switchToGone(extended, forced)
  await forced.render("persona=TWO")
  assert.equal(await waiting(forced), [0, "REMOVED", false], "with persona only the refresh")
})

test("clears what waits also with the page that says how to pair", async () => {
  const screen = await extended.device()
  assert.is((await screen.post("switch", { mode: "FOUR" }, extended.admin)).status, 200)
  assert.equal([(await screen.render()).headers["x-pending-refresh"], await waiting(screen)], ["1", [0, "", false]])
})

for (const [who, asked] of [
  ["a HEAD", (screen: Owned): Asked => ({ method: "HEAD", headers: screen.headers })],
  ["an admin", (): Asked => ({ headers: { ...extended.admin, "x-device-token": "" } })],
] as const) {
  test(`takes and writes nothing for ${who}`, async () => {
    const screen = await waitedFor()
    await settled()
    const before = await stored(folder)
    for (const query of ["", "next=1", "persona=TWO", "v=1&rssi=-90&refresh_min=20", "colors=4"]) {
      assert.is((await screen.render(query, asked(screen))).status, 200)
    }
    await settled()
    assert.equal(await stored(folder), before)
    assert.equal(await shown(screen), [200, PUSHED, "1", "1"])
  })
}

test("answers HEAD with the head of the page that would come", async () => {
  const screen = await configured()
  const [head, page] = [await screen.render("", { method: "HEAD" }), await screen.render()]
  assert.equal(
    [head.status, head.body.length, head.headers["content-length"], head.headers.etag],
    [200, 0, "5182", page.headers.etag],
  )
})

test("sends a pushed picture whole, whatever the device says that it has, and other pages not twice", async () => {
  const screen = await configured({ modes: ["ONE"] })
  const { etag = "" } = (await screen.render()).headers
  const same = await screen.render("", { headers: { "if-none-match": etag } })
  assert.equal([same.status, same.body.length, same.headers["x-refresh-minutes"]], [304, 0, "60"])
  await push(screen)
  const answer = await screen.render("", { headers: { "if-none-match": "*" } })
  assert.equal([answer.status, answer.body.length, answer.headers["x-preview-push"]], [200, 5_182, "1"])
})

test("shows a page when the picture that was pushed is gone, and does not call it a push", async () => {
  const screen = await configured()
  await push(screen)
  await losePushed(extended, screen)
  const answer = await screen.render()
  assert.equal(
    [answer.status, answer.headers["x-preview-push"], answer.headers["x-render-error"], await waiting(screen)],
    [200, undefined, "picture-not-found", [0, "", false]],
  )
})

test("writes a row of each render, a pushed picture's by what it was called", async () => {
  const screen = await configured()
  await screen.render()
  await push(screen, "mode=Holiday")
  await screen.render()
  await push(screen)
  await screen.render("persona=TWO")
  await written(extended, screen)
  const rows = await rendersOf(extended, screen)
  assert.equal(
    rows.map(({ persona }) => persona),
    ["PUSH_PREVIEW", "Holiday", "ONE"],
  )
  assert.ok(rows.every(({ status, render_time_ms: ms }) => status === "success" && ms >= 0))
})

test("takes nothing twice when renders of one device come at once", async () => {
  const screen = await configured({ modes: [...NAMES, "FOUR"] })
  for (let round = 0; round < 3; round++) {
    await push(screen)
    const answers = await Promise.all(Array.from({ length: 5 }, () => screen.render()))
    assert.equal(
      answers.map((answer) => bar(answer)).sort((a, b) => a - b),
      [1, 2, 3, 4, PUSHED],
    )
    for (const header of ["x-preview-push", "x-pending-refresh"])
      assert.is(answers.filter(({ headers }) => headers[header] === "1").length, 1, header)
    await switchTo(screen, "PUSHED")
    const more = await Promise.all(Array.from({ length: 5 }, () => screen.render()))
    assert.equal(
      more.map((answer) => bar(answer)).sort((a, b) => a - b),
      [1, 2, 3, 4, PUSHED],
    )
  }
  await written(extended, screen)
  const [{ total_renders: renders }, rows] = [await statsOf(extended, screen), await rendersOf(extended, screen)]
  assert.equal(
    [renders, rows.length, (await stateOf(extended, screen)).last_refresh_at],
    [30, 30, new Date(extended.clock.now()).toISOString()],
  )
})

test("lets a device that its owner has not confirmed change nothing but its own token", async () => {
  const screen = await waitedFor()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  await written(extended, screen)
  const before = await keptText(extended, screen, { butTokens: true })
  const tokens = await tokensOf(extended, screen)
  const rows = await rendersOf(extended, screen)
  for (const [query, method] of [
    ["", "GET"],
    ["next=1", "GET"],
    ["persona=TWO", "GET"],
    ["v=1&rssi=-90&refresh_min=20", "GET"],
    ["", "HEAD"],
  ] as const) {
    const answer = await screen.render(query, { method, headers: { "x-device-token": token } })
    const {
      "x-pending-refresh": pending,
      "x-preview-push": pushed,
      "x-content-fallback": fallback,
      "x-refresh-minutes": minutes,
    } = answer.headers
    assert.equal(
      [answer.status, pending, pushed, fallback, minutes],
      [200, undefined, undefined, undefined, method === "HEAD" ? undefined : "10"],
      query,
    )
  }
  await written(extended, screen)
  assert.is(await keptText(extended, screen, { butTokens: true }), before)
  const after = await tokensOf(extended, screen)
  const others = (all: typeof after): typeof after => all.filter(({ id }) => id !== idOf({ token }))
  assert.equal([others(after), others(after).length], [others(tokens), tokens.length - 1])
  const [made, unused] = [after, tokens].map((all) => all.find(({ id }) => id === idOf({ token }))!)
  assert.equal(
    [made!.provisional, made!.rendered_at, unused!.rendered_at],
    [true, new Date(extended.clock.now()).toISOString(), null],
  )
  assert.equal(await rendersOf(extended, screen), rows)
  assert.equal(await shown(screen), [200, PUSHED, "1", "1"], "all of it waits for the device itself")
})

test("shows a device that is not confirmed the same page each time, and none of the owner's", async () => {
  const screen = await configured({ modes: ["ONE"] })
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  const pages = await Promise.all(
    ["", "persona=ONE", "next=1"].map((query) => screen.render(query, { headers: { "x-device-token": token } })),
  )
  assert.ok(pages.every(({ body }) => body.equals(pages[0]!.body)))
  assert.ok(!pages[0]!.body.equals((await screen.render()).body))
})

test.run()
