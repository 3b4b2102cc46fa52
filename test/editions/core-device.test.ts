import { SetupError } from "platen/sdk"
import { DRAW } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import type { StageDevice } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels } from "../devices/pixels.js"
import { ask } from "../kernel/http/ask.js"
import { bearer } from "../plugins/people/accounts/calls.js"
import { bar, numberMode } from "./bars.js"
import { MOUNTS, openCore, underBoth } from "./core-stage.js"
import type { Config, Core } from "./core-stage.js"
import { flags } from "./shown.js"
import { keptText } from "./stored.js"
import { load } from "./test-modes.js"

/** Which device a call is of, and that it is nobody else's. */
const test = suite("editions/core: devices")
const both = underBoth(test, ({ stage }) => load(stage, numberMode("ONE", 1), numberMode("TWO", 2)))

const ADMIN = "an operator's token for tests"
const MAC = "AB:CD:EF:01:23:45"
const SPELLINGS = [
  MAC,
  "ab:cd:ef:01:23:45",
  "Ab:cD:Ef:01:23:45",
  "AB-CD-EF-01-23-45",
  "ab-cd-ef-01-23-45",
  "ABCDEF012345",
  "abcdef012345",
]
const IN_A_PATH = [...SPELLINGS, encodeURIComponent(MAC), "ab%3acd%3Aef%3a01:23-45", "%41BCDEF012345"]

both("knows one device by every spelling of its mac", async ({ at, post, render, preview }) => {
  for (const [i, mac] of SPELLINGS.entries()) {
    assert.equal((await post({ mac, nickname: mac, modes: ["ONE"] })).json(), { ok: true, config_id: i + 1 })
    const read = (await at(`/api/config/${MAC}`)).json() as Config
    assert.equal([read.mac, read.nickname], [MAC, mac])
  }
  for (const mac of IN_A_PATH) {
    const read = (await at(`/api/config/${mac}`)).json() as Config
    const { mac: listed, configs } = (await at(`/api/config/${mac}/history`)).json() as {
      mac: string
      configs: readonly Config[]
    }
    assert.equal([read.mac, read.id, listed, configs.length], [MAC, 7, MAC, 5], mac)
    assert.is((await at(`/api/config/${mac}/activate/6`, { method: "PUT" })).status, 200)
    for (const answer of [await render(`mac=${mac}`), await preview(`mac=${mac}`)])
      assert.equal([answer.status, bar(answer)], [200, 1], mac)
    await at(`/api/config/${mac}/activate/7`, { method: "PUT" })
  }
})

for (const mac of [
  "x",
  "%20",
  "%zz",
  "%00",
  "..%2F..%2Fetc%2Fpasswd",
  "AB:CD:EF:01:23",
  "AB:CD:EF:01:23:45:67",
  "GB:CD:EF:01:23:45",
  "AB.CD.EF.01.23.45",
  "AB:CD:EF:01:23:45%0A",
  "%20AB:CD:EF:01:23:45",
  "AB::CD:EF:01:23:45",
  "AB%253ACD:EF:01:23:45",
  "A".repeat(3_000),
]) {
  both(
    `answers 400 to the mac ${mac.slice(0, 30)}, as JSON and as a notice that names it`,
    async ({ at, render, preview, stage }) => {
      for (const [path, method] of [
        [`/api/config/${mac}`, "GET"],
        [`/api/config/${mac}/history`, "GET"],
        [`/api/config/${mac}/activate/1`, "PUT"],
      ] as const) {
        const answer = await at(path, { method })
        const { error, code, message, detail } = answer.json() as {
          error: string
          code: string
          message: string
          detail: string
        }
        assert.equal([answer.status, code, error, detail], [400, "bad-input", message, message], path)
      }
      const message = '"mac" is not a hardware address: write six pairs of hex digits, such as AA:BB:CC:DD:EE:FF.'
      const notice = stage.app
        .get(DRAW)
        .notice(
          { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" },
          { title: "The address is not right", message },
        )
      const [device, browser] = [await render(`mac=${mac}`), await preview(`mac=${mac}`)]
      assert.equal(
        [device.status, flags(device), device.body.equals(notice.bytes)],
        [400, { fallback: undefined, error: "bad-input" }, true],
      )
      assert.equal([browser.status, browser.headers["content-type"]], [400, "image/png"])
    },
  )
}

both("keeps what is one device's from another", async ({ device }) => {
  const [mine, other] = [device(), device()]
  await mine.save({ modes: ["ONE"], nickname: "mine" })
  await other.save({ modes: ["TWO"], nickname: "other" })
  assert.equal([bar(await mine.render()), bar(await other.render())], [1, 2])
  assert.equal(
    [(await mine.config()).nickname, (await other.config()).nickname, (await mine.history()).length],
    ["mine", "other", 1],
  )
})

both("makes no device of a render, a preview or a question", async ({ at, device, stage }) => {
  const { mac, render, preview } = device()
  for (const call of [render, preview]) assert.is((await call()).status, 200)
  for (const path of [`/api/config/${mac}`, `/api/config/${mac}/history`]) await at(path)
  await at(`/api/config/${mac}/activate/1`, { method: "PUT" })
  assert.is(await keptText({ stage }, { mac }, { realm: "core" }), "")
})

both("tells a device its interval: the config's, or an hour", async ({ device, render }) => {
  const screen = device()
  assert.is((await screen.render()).headers["x-refresh-minutes"], "60")
  for (const minutes of [10, 45, 1440]) {
    await screen.save({ refresh_interval: minutes })
    assert.is((await screen.render(`refresh_min=${(minutes % 7) + 1}`)).headers["x-refresh-minutes"], String(minutes))
  }
  assert.equal(
    [(await render("mac=x")).headers["x-refresh-minutes"], (await screen.render("v=x")).headers["x-refresh-minutes"]],
    [undefined, undefined],
  )
})

/** A device of the extended edition with a config of its own, the eighth, and a refresh that waits. */
async function extendedDevice({ stage }: Core, mac: string, modes: readonly string[]): Promise<StageDevice> {
  const screen = await stage.device(mac)
  for (let i = 0; i < 8; i++) await screen.configure({ nickname: "extended", modes, strategy: "cycle" }, bearer(ADMIN))
  return screen
}

test("shares no device with the extended edition: nothing is read, written or consumed across", async () => {
  const core = await openCore(MOUNTS[0], { security: { adminToken: ADMIN } })
  await load(core.stage, numberMode("ONE", 1), numberMode("TWO", 2))
  const screen = core.device()
  await screen.save({ modes: ["ONE"], nickname: "core" })
  const { headers } = await extendedDevice(core, screen.mac, ["TWO"])
  const before = await keptText(core, screen)
  const extended = (): ReturnType<typeof ask> =>
    ask(core.port, `/api/render?w=296&h=128&mac=${screen.mac}`, { headers })
  assert.equal(
    [bar(await screen.render("", { headers })), (await screen.config()).nickname, (await screen.history()).length],
    [1, "core", 1],
    "the core edition sees its own",
  )
  await screen.save({ nickname: "core again" })
  await screen.activate(8)
  await screen.render("next=1", { headers })
  assert.ok(before !== "" && (await keptText(core, screen)) === before, "and changes its own only")
  const answer = await extended()
  assert.equal(
    [answer.status, bar(answer), answer.headers["x-pending-refresh"]],
    [200, 2, "1"],
    "what waited for the other still waited",
  )
  assert.is((await screen.render()).headers["x-pending-refresh"], undefined)
  const stranger = core.device()
  await stranger.save()
  assert.is(
    (await ask(core.port, `/api/render?mac=${stranger.mac}`)).status,
    401,
    "a device of the core edition is no device of the other",
  )
  assert.is((await ask(core.port, `/api/config/${stranger.mac}`)).status, 401, "whose paths do not lead to it")
  await core.close()
})

test("shares no content that a mode makes for one device with the extended edition", async () => {
  const core = await openCore(MOUNTS[0], { security: { adminToken: ADMIN } })
  let made = 0
  await load(
    core.stage,
    numberMode("DIARY", () => ++made, { perDevice: true }),
  )
  const screen = core.device()
  await screen.save({ modes: ["DIARY"] })
  const other = await extendedDevice(core, screen.mac, ["DIARY"])
  const extended = bar(await other.render("persona=DIARY"))
  const [own, again] = [bar(await screen.render()), bar(await screen.render())]
  await core.close()
  assert.equal([extended, own, again], [1, 2, 2])
})

test("shares no device between a core edition that was alone and one beside the extended edition, but its own", async () => {
  const [alone, beside] = [await openCore(MOUNTS[1]), await openCore(MOUNTS[0])]
  const { mac, save } = alone.device()
  await save({ nickname: "alone" })
  assert.is((await beside.at(`/api/config/${mac}`)).status, 404)
  await Promise.all([alone.close(), beside.close()])
})

test("serves no call of the extended edition's and of none under the mount", async () => {
  const core = await openCore(MOUNTS[0])
  const statuses = await Promise.all(
    ["/core", "/core/", "/corex/api/health", "/core/core/api/health", "/api/core/health"].map(
      async (path) => (await ask(core.port, path)).status,
    ),
  )
  await core.close()
  assert.equal(statuses, [404, 404, 404, 404, 404])
})

for (const mount of ["/core", "/core/", "/a/b-2", "/x/"]) {
  test(`stands under the mount ${mount}`, async () => {
    const core = await openCore({ ...MOUNTS[0], mount, config: { "edition-core": { mount } } } as never)
    const answers = [await core.at("/api/render?v=3.7"), await core.at("/api/v1/preview?v=3.7")]
    const health = await core.at("/api/health")
    await core.close()
    assert.equal(
      [answers.map(({ status }) => status), health.status, bmpPixels(answers[0]!.body).width],
      [[200, 200], 200, 400],
    )
  })
}

test("stands at / with the extended edition under a mount of its own", async () => {
  const core = await openCore(MOUNTS[1], { config: { "edition-extended": { mount: "/extended" } } })
  const screen = core.device()
  await screen.save()
  const statuses = [
    await core.at("/api/render"),
    await core.at("/extended/api/render"),
    await core.at(`/extended/api/render?mac=${screen.mac}`),
    await screen.render(),
  ].map(({ status }) => status)
  await core.close()
  assert.equal(statuses, [400, 200, 401, 200], "v is required of one only, and a token of the other")
})

for (const [config, part] of [
  [{ "edition-core": {} }, "Two routes answer"],
  [{ "edition-core": { mount: "/" } }, "Two routes answer"],
  [{ "edition-core": { mount: "core" } }, "begin with /"],
  [{ "edition-core": { mount: "/Core" } }, "begin with /"],
  [{ "edition-core": { path: "/core" } }, 'Unknown field "path"'],
] as const) {
  test(`stops the start for ${JSON.stringify(config)}`, async () => {
    const error = await openStage({ config }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )
    assert.instance(error, SetupError)
    assert.ok(error!.message.includes(part), error!.message)
  })
}

test("only runs when the operator names it", async () => {
  const stage = await openStage()
  const port = await stage.app.listen()
  const statuses = [
    (await ask(port, "/core/api/health")).status,
    (await ask(port, "/api/config/AA:BB:CC:DD:EE:FF")).status,
    (await ask(port, "/api/render")).status,
  ]
  await stage.close()
  assert.equal(statuses, [404, 401, 200])
})

both("saves fifty configs at once: each id once, five kept, one active", async ({ device }) => {
  const { save, history } = device()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => save({ nickname: `n${i}` })))
  const ids = answers.map((answer) => (answer.json() as { config_id: number }).config_id)
  assert.equal(
    ids.sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, i) => i + 1),
  )
  const records = await history()
  assert.equal(
    records.map(({ id, is_active: active }) => [id, active]),
    [
      [50, 1],
      [49, 0],
      [48, 0],
      [47, 0],
      [46, 0],
    ],
  )
})

both("saves, activates and renders at once without losing any", async ({ device }) => {
  const { save, history, activate, render } = device()
  await save({ modes: ["ONE", "TWO"], strategy: "cycle" })
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => (await [save, () => activate(1), render][i % 3]!()).status),
  )
  assert.ok(
    statuses.every((status) => status === 200 || status === 404),
    statuses.join(" "),
  )
  const records = await history()
  assert.equal(
    [records.map(({ id }) => id), records.filter(({ is_active: active }) => active === 1).length],
    [[11, 10, 9, 8, 7], 1],
  )
})

test.run()
