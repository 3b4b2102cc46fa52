import { DEVICES } from "platen/sdk"
import type { Device } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import { bar, numberMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { stored } from "./stored.js"
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
  )
  picture = (await extended.at("/api/preview?w=296&h=128&persona=PUSHED")).body
})
test.after(() => extended.close())

const devices = () => extended.stage.app.get(DEVICES)
/** What is kept of it, once all is written that answers have meant. */
const kept = async ({ mac }: ExtendedDevice): Promise<Device> =>
  (await devices().update("extended", mac, (device) => device))!
const change = ({ mac }: ExtendedDevice, what: Partial<Device>): Promise<unknown> =>
  devices().update("extended", mac, (device) => ({ ...device!, ...what }))
const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await extended.at("/api/health")
}

/** Owned, with three modes that take turns, and nothing that waits. */
async function configured(fields: object = {}): Promise<Owned> {
  const screen = await extended.owned()
  const saved = await extended.post(
    "/api/config",
    { mac: screen.mac, modes: NAMES, strategy: "cycle", ...fields },
    screen.owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  await change(screen, { pendingRefresh: false })
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
  const { pendingRefresh, pendingMode, push: pushed } = await kept(screen)
  return [pendingRefresh, pendingMode, pushed !== undefined]
}
const shown = async (screen: ExtendedDevice, query = "", asked: Asked = {}): Promise<unknown[]> => {
  const answer = await screen.render(query, asked)
  return [answer.status, bar(answer), answer.headers["x-pending-refresh"], answer.headers["x-preview-push"]]
}

test("clears a pending refresh, and says so once", async () => {
  const screen = await configured()
  await refresh(screen)
  assert.equal(
    [await shown(screen), await shown(screen)],
    [
      [200, 1, "1", undefined],
      [200, 2, undefined, undefined],
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
      [false, undefined, false],
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
      [false, undefined, false],
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
      [false, "FOUR", false],
    ],
  )
  assert.equal(
    [await shown(screen, "persona=NOBODY&next=1"), await waiting(screen)],
    [
      [200, 4, undefined, undefined],
      [false, undefined, false],
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
    await change(screen, { pendingMode: "REMOVED", pendingRefresh: true })
    assert.equal(
      [await shown(screen, query), await waiting(screen)],
      [
        [200, 1, "1", undefined],
        [false, undefined, false],
      ],
    )
  }
  const plain = await extended.owned()
  await change(plain, { pendingMode: "REMOVED" })
  await plain.render()
  assert.is((await kept(plain)).pendingMode, undefined, "without a config")
  const forced = await configured()
  await change(forced, { pendingMode: "REMOVED", pendingRefresh: true })
  await forced.render("persona=TWO")
  assert.equal(await waiting(forced), [false, "REMOVED", false], "with persona only the refresh")
})

test("clears what waits also with the page that says how to pair", async () => {
  const screen = await extended.device()
  await change(screen, { pendingMode: "FOUR", pendingRefresh: true })
  assert.equal(
    [(await screen.render()).headers["x-pending-refresh"], await waiting(screen)],
    ["1", [false, undefined, false]],
  )
})

for (const [who, asked] of [
  ["a HEAD", (screen: Owned): Asked => ({ method: "HEAD", headers: screen.headers })],
  ["an admin", (): Asked => ({ headers: { ...extended.admin, "x-device-token": "" } })],
] as const) {
  test(`takes and writes nothing for ${who}`, async () => {
    const screen = await configured()
    await screen.render()
    await switchTo(screen, "FOUR")
    await push(screen)
    await change(screen, { returned: [{ mode: "TWO" }], alertedAt: extended.clock.now() + 1 })
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
  await change(screen, { push: { picture: `sha256-${"x".repeat(43)}`, mode: "", at: 0 } })
  const answer = await screen.render()
  assert.equal(
    [answer.status, answer.headers["x-preview-push"], answer.headers["x-render-error"], await waiting(screen)],
    [200, undefined, "picture-not-found", [false, undefined, false]],
  )
})

test("writes a row of each render, a pushed picture's by what it was called", async () => {
  const screen = await configured()
  await screen.render()
  await push(screen, "mode=Holiday")
  await screen.render()
  await push(screen)
  await screen.render("persona=TWO")
  await kept(screen)
  const rows = await devices().renders.list(`extended/${screen.mac}`)
  assert.equal(
    rows.map(({ row: { persona } }) => persona),
    ["PUSH_PREVIEW", "Holiday", "ONE"],
  )
  assert.ok(rows.every(({ row }) => !row.failed && row.ms >= 0))
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
  const { counters, shownAt } = await kept(screen)
  const rows = await devices().renders.list(`extended/${screen.mac}`)
  assert.equal([counters.renders, rows.length, shownAt], [30, 30, extended.clock.now()])
})

test("lets a device that its owner has not confirmed change nothing but its own token", async () => {
  const screen = await configured()
  await screen.render()
  await switchTo(screen, "FOUR")
  await push(screen)
  await change(screen, { returned: [{ mode: "TWO" }], alertedAt: extended.clock.now() + 1 })
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  const before = await kept(screen)
  const rows = await devices().renders.list(`extended/${screen.mac}`)
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
  const after = await kept(screen)
  const strip = ({ tokens, ...device }: Device): unknown => ({
    ...device,
    tokens: tokens.filter((each) => each.value !== token),
  })
  assert.equal(strip(after), strip(before))
  const [made, unused] = [after, before].map(({ tokens }) => tokens.find((each) => each.value === token)!)
  assert.equal(
    [made!.provisional, made!.renderedAt, made!.code?.value.length, unused!.code],
    [true, extended.clock.now(), 8, undefined],
  )
  assert.equal(await devices().renders.list(`extended/${screen.mac}`), rows)
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
