import { suite } from "uvu"
import * as assert from "uvu/assert"
import { shownConfig } from "../../plugins/devices/configs/shown.js"
import type { Answer } from "../kernel/http/ask.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { memberOf } from "./listener.js"

/** Decisions 11, 12, 16 and 17: who may save, read and bring back a device's config. */
const test = suite("editions/extended: configs")

type Headers = Readonly<Record<string, string>>
type Screen = ExtendedDevice & { readonly owner: Person }
interface Config {
  readonly id: number
  readonly nickname: string
  readonly modes: readonly string[]
  readonly is_active: number
}

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

const save = (mac: string, headers: Headers, fields: object = {}): Promise<Answer> =>
  extended.post("/api/config", { mac, modes: ["STOIC"], ...fields }, headers)
const current = (mac: string, headers: Headers): Promise<Answer> => extended.at(`/api/config/${mac}`, { headers })
const history = (mac: string, headers: Headers): Promise<Answer> =>
  extended.at(`/api/config/${mac}/history`, { headers })
const activate = (mac: string, id: number | string, headers: Headers): Promise<Answer> =>
  extended.at(`/api/config/${mac}/activate/${id}`, { method: "PUT", headers })

/** A screen, and a member whom the owner has let in. */
async function withMember(): Promise<Screen & { readonly member: Person }> {
  const screen = await extended.owned()
  return { ...screen, member: await memberOf(extended, screen) }
}

/** A token that waits for the owner. */
async function provisional(mac: string): Promise<Headers> {
  return { "x-device-token": ((await extended.post(`/api/device/${mac}/token`)).json() as { token: string }).token }
}

test("is saved and read by the device, its owner, a member and an admin", async () => {
  const screen = await withMember()
  for (const [i, headers] of [screen.headers, screen.owner.headers, screen.member.headers, extended.admin].entries()) {
    const saved = await save(screen.mac, headers, { nickname: `n${i}` })
    assert.equal([saved.status, saved.json()], [200, { ok: true, config_id: i + 1 }])
    const read = await current(screen.mac, headers)
    assert.equal([read.status, (read.json() as Config).id, (read.json() as Config).nickname], [200, i + 1, `n${i}`])
    assert.ok(
      shownConfig.safeParse(read.json()).success,
      JSON.stringify(shownConfig.safeParse(read.json()).error?.issues),
    )
    const { configs } = (await history(screen.mac, headers)).json() as { configs: Config[] }
    assert.equal(
      configs.map(({ id }) => id),
      Array.from({ length: i + 1 }, (_, at) => i + 1 - at),
    )
  }
})

test("is refused to anybody else", async () => {
  const [screen, others] = [await extended.owned(), await extended.owned()]
  await save(screen.mac, screen.owner.headers)
  for (const [what, headers, status] of [
    ["nobody", {}, 401],
    ["a wrong token", { "x-device-token": "x" }, 401],
    ["another device's token", others.headers, 401],
    ["another device's owner", others.owner.headers, 403],
    ["a session that is none", { authorization: "Bearer x" }, 401],
    ["a wrong token beside a session that may", { ...screen.owner.headers, "x-device-token": "x" }, 401],
  ] as const) {
    const answers = [
      await save(screen.mac, headers as Headers),
      await current(screen.mac, headers as Headers),
      await history(screen.mac, headers as Headers),
    ]
    assert.equal(
      answers.map((answer) => answer.status),
      [status, status, status],
      what,
    )
  }
  assert.is(((await history(screen.mac, screen.headers)).json() as { configs: Config[] }).configs.length, 1)
})

test("is not there for a token that waits for its owner, who may save none and read no history", async () => {
  const screen = await extended.owned()
  await save(screen.mac, screen.owner.headers, { nickname: "secret" })
  const stranger = await provisional(screen.mac)
  const read = await current(screen.mac, stranger)
  assert.equal([read.status, codeOf(read)], [404, "config-not-found"])
  assert.not.match(read.text(), "secret")
  assert.equal([(await save(screen.mac, stranger)).status, (await history(screen.mac, stranger)).status], [403, 403])
})

test("is 404 before one was saved, with an empty history", async () => {
  const screen = await extended.owned()
  const read = await current(screen.mac, screen.headers)
  assert.equal(
    [read.status, codeOf(read), (await history(screen.mac, screen.headers)).json()],
    [404, "config-not-found", { mac: screen.mac, configs: [] }],
  )
})

test("is brought back by an admin alone: one is active, and a refresh is pending", async () => {
  const screen = await withMember()
  for (const nickname of ["a", "b", "c"]) await save(screen.mac, screen.owner.headers, { nickname })
  for (const [headers, status] of [
    [screen.owner.headers, 403],
    [screen.member.headers, 403],
    [screen.headers, 401],
    [{}, 401],
    [(await extended.person()).headers, 403],
  ] as const)
    assert.is((await activate(screen.mac, 1, headers as Headers)).status, status)
  for (const id of [1, 2]) {
    await screen.render()
    assert.is((await screen.state()).pending_refresh, 0)
    const answer = await activate(screen.mac, id, extended.admin)
    assert.equal([answer.status, answer.json(), (await screen.state()).pending_refresh], [200, { ok: true }, 1])
    const { configs } = (await history(screen.mac, screen.headers)).json() as { configs: Config[] }
    assert.equal(
      configs.map((each) => [each.id, each.is_active]),
      [3, 2, 1].map((each) => [each, Number(each === id)]),
    )
    assert.is(((await current(screen.mac, screen.headers)).json() as Config).id, id)
  }
})

for (const [id, status] of [
  ["9", 404],
  ["0", 404],
  ["-1", 422],
  ["1.5", 422],
  ["x", 422],
  ["1e1", 422],
  ["99999999999999999999", 422],
  ["%00", 422],
  ["..%2f1", 422],
] as const) {
  test(`answers ${status} to config ${id}`, async () => {
    const screen = await extended.owned()
    await save(screen.mac, screen.owner.headers)
    assert.is((await activate(screen.mac, id, extended.admin)).status, status)
  })
}

test("keeps the five newest, with ids that never come twice", async () => {
  const screen = await extended.owned()
  for (let i = 0; i < 7; i++) await save(screen.mac, screen.owner.headers)
  const { configs } = (await history(screen.mac, screen.headers)).json() as { configs: Config[] }
  assert.equal(
    configs.map(({ id }) => id),
    [7, 6, 5, 4, 3],
  )
  assert.is((await activate(screen.mac, 1, extended.admin)).status, 404)
})

test("takes the document's names and those of existing pages, and gives both back", async () => {
  const screen = await extended.owned()
  await save(screen.mac, screen.owner.headers, {
    strategy: "cycle",
    refresh_interval: 30,
    tone: "deep",
    lat: 52.5,
    lon: 13.4,
    llm_provider: "p",
    llm_model: "m",
  })
  const first = (await current(screen.mac, screen.headers)).json() as Record<string, unknown>
  assert.equal(
    [
      first.refreshStrategy,
      first.refreshInterval,
      first.contentTone,
      first.latitude,
      first.longitude,
      first.llmProvider,
      first.llmModel,
    ],
    ["cycle", 30, "deep", 52.5, 13.4, "p", "m"],
  )
  const answer = await save(screen.mac, screen.owner.headers, {
    refreshStrategy: "random",
    refreshInterval: 20,
    unheard: 1,
  })
  assert.match((answer.json() as { warnings: string[] }).warnings[0]!, "unheard")
  const second = (await current(screen.mac, screen.headers)).json() as Record<string, unknown>
  assert.equal([second.strategy, second.refresh_interval, second.tone, second.lat], ["random", 20, "deep", 52.5])
})

test("holds no flag that the firmware could find in what somebody typed", async () => {
  const screen = await extended.owned()
  const trap = '"is_focus_listening":true'
  await save(screen.mac, screen.owner.headers, {
    nickname: trap,
    city: trap,
    memo_text: `${trap},"focus_listening":1,"always_active":1`,
    tone: '"always_active": 1',
  })
  const text = (await current(screen.mac, screen.headers)).text()
  for (const flag of [
    '"is_focus_listening":true',
    '"is_focus_listening": true',
    '"focus_listening":1',
    '"focus_listening": 1',
    '"is_always_active":true',
    '"is_always_active": true',
    '"always_active":1',
    '"always_active": 1',
  ])
    assert.not.match(text, flag)
  for (const nested of [
    { memo: { always_active: 1 } },
    { MEMO: { is_focus_listening: true } },
    { MEMO: { pending_refresh: 1 } },
  ]) {
    assert.is((await save(screen.mac, screen.owner.headers, { mode_overrides: nested })).status, 422)
  }
  await save(screen.mac, screen.owner.headers, {
    is_focus_listening: true,
    always_active: 1,
    memo_text: "",
    nickname: "",
  })
  const on = (await current(screen.mac, screen.headers)).text()
  for (const flag of [
    '"focus_listening":1',
    '"is_focus_listening":true',
    '"always_active":1',
    '"is_always_active":true',
  ])
    assert.match(on, flag)
})

test("is read whatever the spelling of the address, and saved for one device", async () => {
  const screen = await extended.device("0E:AB:CD:EF:00:02")
  assert.is((await save("0e-ab-cd-ef-00-02", screen.headers)).status, 200)
  for (const mac of ["0e:ab:cd:ef:00:02", "0EABCDEF0002", "0E%3AAB%3ACD%3AEF%3A00%3A02"])
    assert.is((await current(mac, screen.headers)).status, 200)
  for (const mac of ["x", "0E:AB:CD:EF:00", "%00"]) {
    const answers = [
      await current(mac, extended.admin),
      await history(mac, extended.admin),
      await activate(mac, 1, extended.admin),
      await save(mac, extended.admin),
    ]
    assert.equal(
      answers.map((answer) => [answer.status, codeOf(answer)]),
      Array.from({ length: 4 }, () => [400, "bad-input"]),
      mac,
    )
  }
})

test("asks who calls before it says what is wrong with a body, of which it has read the MAC alone", async () => {
  const screen = await extended.owned()
  const paths = (answer: Answer): string[] =>
    (answer.json() as { issues: { path: string }[] }).issues.map(({ path }) => path)
  for (const [headers, status] of [
    [{}, 401],
    [screen.owner.headers, 422],
  ] as const) {
    const [none, wrong, half] = [
      await extended.post("/api/config", {}, headers),
      await save(screen.mac, headers, { refresh_interval: 5 }),
      await extended.at("/api/config", { method: "POST", headers, body: "{" }),
    ]
    assert.equal([none.status, wrong.status, half.status], status === 401 ? [401, 401, 401] : [400, 422, 400])
    if (status === 422) assert.equal([paths(none), paths(wrong)], [["mac"], ["refresh_interval"]])
  }
  assert.is((await save(screen.mac, {}, { modes: ["NOBODY"] })).status, 401)
  assert.is((await save(screen.mac, screen.owner.headers, { modes: ["NOBODY"] })).status, 422)
})

test("answers 413 to a body beyond 16 KiB, and to a config that the device could not hold", async () => {
  const screen = await extended.owned()
  assert.is((await save(screen.mac, screen.owner.headers, { x: "x".repeat(16_384) })).status, 413)
  const events = Array.from({ length: 10 }, (_, i) => ({ name: "禅".repeat(60), date: `2027-01-0${(i % 9) + 1}` }))
  const large = await save(screen.mac, screen.owner.headers, {
    memo_text: "禅".repeat(2_000),
    countdown_events: events,
    mode_overrides: { MEMO: { memo_text: "禅".repeat(2_000) } },
  })
  assert.equal([large.status, codeOf(large)], [413, "too-large"])
  assert.is((await current(screen.mac, screen.headers)).status, 404, "nothing was saved")
})

test("makes a device known when an admin saves its config before it ever called", async () => {
  const mac = "0E:FF:00:00:01:01"
  assert.is((await save(mac, extended.admin)).status, 200)
  const screen = await extended.device(mac)
  assert.equal(
    [(await current(mac, screen.headers)).status, (await screen.render()).headers["x-refresh-minutes"]],
    [200, "60"],
    "it shows pages, not how to be paired",
  )
})

test("shows how to be paired still when only the device itself has saved a config", async () => {
  const screen = await extended.device()
  assert.is((await save(screen.mac, screen.headers)).status, 200)
  assert.is((await screen.render()).headers["x-refresh-minutes"], "10")
})

test.run()
