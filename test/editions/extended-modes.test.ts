import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MODES } from "platen/sdk/mode"
import type { z } from "platen/sdk"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { definition, inkOf, plainPage, studioCalls } from "./extended-studio-stage.js"
import type { StudioCalls } from "./extended-studio-stage.js"

const test = suite("editions/extended: the list of modes")

type Shown = Readonly<Record<string, unknown>>

let extended: Extended
let studio: StudioCalls
let screen: ExtendedDevice & { readonly owner: Person }
let stranger: Person
test.before(async () => {
  extended = await openExtended({ config: { "edition-core": { mount: "/core" } } })
  studio = studioCalls(extended)
  screen = await extended.owned()
  stranger = await extended.person()
  await studio.save({ ...definition("OWNED"), mac: screen.mac }, screen.owner.headers)
  await studio.save(definition("FORALL"), extended.admin)
})
test.after(() => extended.close())

const list = async (query = "", headers: Readonly<Record<string, string>> = {}): Promise<readonly Shown[]> =>
  ((await extended.at(`/api/modes?${query}`, { headers })).json() as { modes: Shown[] }).modes
const items = async (query = "", headers: Readonly<Record<string, string>> = {}): Promise<readonly Shown[]> =>
  ((await extended.at(`/api/modes/catalog?${query}`, { headers })).json() as { items: Shown[] }).items
const called = (all: readonly Shown[], id: string): Shown | undefined => all.find(({ mode_id: each }) => each === id)

test("is open, and has every mode that is installed and those for all, but no hidden one", async () => {
  const ids = await studio.ids()
  const installed = extended.stage.app
    .get(MODES)
    .list()
    .map(({ id }) => id)
  assert.equal(ids, installed)
  for (const id of ["DAILY", "MEMO", "FORALL"]) assert.ok(ids.includes(id), id)
  for (const id of ["PUSH_PREVIEW", "OWNED", "ON_TRIAL"]) assert.not.ok(ids.includes(id), id)
})

test("says of each what existing pages read", async () => {
  const all = await list("lang=en")
  assert.equal(called(all, "ALMANAC"), {
    mode_id: "ALMANAC",
    display_name: "Almanac",
    icon: called(all, "ALMANAC")!.icon,
    cacheable: true,
    description: called(all, "ALMANAC")!.description,
    source: "builtin_json",
    settings_schema: [],
  })
  assert.equal([called(all, "MEMO")!.source, called(all, "FORALL")!.source], ["builtin", "custom"])
  assert.not.ok("mac" in called(all, "FORALL")!)
  assert.equal(called(all, "FORALL")!.settings_schema, [
    {
      key: "size",
      label: "Size",
      type: "select",
      default: "s",
      options: [
        { value: "s", label: "Small" },
        { value: "l", label: "Large" },
      ],
    },
  ])
  assert.is(called(all, "FORALL")!.icon, "feather")
})

test("speaks the language of the call, of the browser, of the service, in that order", async () => {
  const name = async (query: string, accept?: string): Promise<unknown> =>
    called(await list(query, accept === undefined ? {} : { "accept-language": accept }), "FORALL")!.display_name
  assert.equal(
    await Promise.all([
      name(""),
      name("lang=zh"),
      name("", "zh-CN,zh;q=0.9,en;q=0.8"),
      name("lang=en", "zh"),
      name("", "fr;q=0.2, zh;q=0.7"),
      name("", ";;q=x,,*;q=0.1,a b"),
      name("lang=fr"),
    ]),
    [
      "Title of FORALL",
      "FORALL标题",
      "FORALL标题",
      "Title of FORALL",
      "FORALL标题",
      "Title of FORALL",
      "Title of FORALL",
    ],
  )
  assert.equal(called(await list("lang=zh"), "FORALL")!.settings_schema, [
    {
      key: "size",
      label: "大小",
      type: "select",
      default: "s",
      options: [
        { value: "s", label: "小" },
        { value: "l", label: "Large" },
      ],
    },
  ])
})

test("has the catalog's items in both languages and in groups", async () => {
  const all = await items(`mac=${screen.mac}&lang=en`, screen.owner.headers)
  assert.equal(called(all, "OWNED"), {
    mode_id: "OWNED",
    source: "custom",
    category: "custom",
    display_name: "Title of OWNED",
    description: "What it is.",
    settings_schema: called(all, "OWNED")!.settings_schema,
    i18n: { zh: { name: "OWNED标题", tip: "What it is." }, en: { name: "Title of OWNED", tip: "What it is." } },
    mac: screen.mac,
  })
  assert.equal(
    ["DAILY", "MEMO", "FORALL", "MY_ADAPTIVE"].map((id) => called(all, id)!.category),
    ["core", "more", "custom", "custom"],
  )
  for (const { mode_id: id, i18n } of all) assert.ok((i18n as { zh: { name: string } }).zh.name, String(id))
})

test("offers each kind of setting as a form can show it", async () => {
  const all = await items("lang=en")
  const settings = (id: string): readonly Shown[] => called(all, id)!.settings_schema as Shown[]
  assert.equal(
    settings("MEMO").map(({ key, type, default: usual }) => [key, type, usual]),
    [
      ["memo_text", "textarea", ""],
      ...[1, 2, 3].flatMap((i) => [
        [`memo_title_${i}`, "text", undefined],
        [`memo_text_${i}`, "textarea", undefined],
      ]),
    ],
  )
  assert.equal(
    settings("COUNTDOWN").map(({ key, type, as_json: json }) => [key, type, json]),
    [
      ["countdownEvents", "textarea", true],
      ["design", "select", undefined],
    ],
  )
  assert.equal(
    settings("LIFEBAR").map(({ key, type, placeholder, min, max, step }) => [key, type, placeholder, min, max, step]),
    [
      ["birth", "text", "YYYY-MM-DD", undefined, undefined, undefined],
      ["birth_year", "number", undefined, 1880, 2200, 1],
      ["life_expect", "number", undefined, 1, 130, 1],
      ["life_label", "text", undefined, undefined, undefined, undefined],
      ["weekStart", "select", undefined, undefined, undefined, undefined],
      ["design", "select", undefined, undefined, undefined, undefined],
    ],
  )
  assert.equal(settings("MY_ADAPTIVE").map(({ key, type }) => [key, type])[0], ["image_url", "text"])
})

/** Who calls, about which device, and whether that device's own mode is in the list. */
const WHO: readonly (readonly [string, () => Readonly<Record<string, string>>, () => string, boolean])[] = [
  ["nobody", () => ({}), () => "", false],
  ["nobody, about the device", () => ({}), () => `mac=${screen.mac}`, false],
  ["the owner", () => screen.owner.headers, () => "", true],
  ["the owner, about the device", () => screen.owner.headers, () => `mac=${screen.mac}`, true],
  [
    "the owner, about the device in another spelling",
    () => screen.owner.headers,
    () => `mac=${screen.mac.toLowerCase().replaceAll(":", "-")}`,
    true,
  ],
  ["the owner, about another device", () => screen.owner.headers, () => "mac=0E:FF:FF:FF:FF:FF", false],
  ["somebody else", () => stranger.headers, () => "", false],
  ["somebody else, about the device", () => stranger.headers, () => `mac=${screen.mac}`, false],
  ["the operator, about the device", () => extended.admin, () => `mac=${screen.mac}`, true],
  ["the device", () => screen.headers, () => `mac=${screen.mac}`, true],
  ["the device, without saying which", () => screen.headers, () => "", false],
  ["somebody with a wrong token", () => ({ "x-device-token": "wrong" }), () => `mac=${screen.mac}`, false],
  [
    "somebody with a session that has ended",
    () => ({ cookie: "ink_session=gone", authorization: "Bearer gone" }),
    () => `mac=${screen.mac}`,
    false,
  ],
]
for (const [who, headers, query, sees] of WHO) {
  test(`${sees ? "shows" : "hides"} a device's own mode ${sees ? "to" : "from"} ${who}, and never turns them away`, async () => {
    for (const path of ["/api/modes", "/api/modes/catalog", "/api/v1/modes"]) {
      const answer = await extended.at(`${path}?${query()}`, { headers: headers() })
      assert.is(answer.status, 200, answer.text())
      assert.is(answer.text().includes('"OWNED"'), sees, path)
    }
  })
}

test("hides a device's own mode from one that waits for its owner", async () => {
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  assert.not.ok((await studio.ids({ "x-device-token": token }, `mac=${screen.mac}`)).includes("OWNED"))
})

test("shows the modes of all devices of a user, each with its device", async () => {
  const other = await extended.owned(screen.owner)
  await studio.save({ ...definition("OWNED"), mac: other.mac }, screen.owner.headers)
  const found = (await list("", screen.owner.headers)).filter(({ mode_id: id }) => id === "OWNED")
  assert.equal(found.map(({ mac }) => mac).sort(), [screen.mac, other.mac].sort())
})

test("refuses what is no MAC and no language", async () => {
  for (const path of ["/api/modes", "/api/modes/catalog"]) {
    assert.equal(
      [
        (await extended.at(`${path}?mac=zz`)).status,
        (await extended.at(`${path}?lang=..%2f`)).status,
        (await extended.at(`${path}?mac=`)).status,
      ],
      [400, 422, 200],
    )
  }
})

test("answers what its routes promise, with nothing left out and nothing more", async () => {
  const schema = (path: string): z.ZodType =>
    extended.stage.app.mounts.find((mount) => mount.path === path)!.methods.get("GET")!.route.response!
  for (const path of ["/api/modes", "/api/modes/catalog"]) {
    const answer = (await extended.at(`${path}?mac=${screen.mac}`, { headers: screen.owner.headers })).json()
    assert.equal(schema(path).parse(answer), answer)
  }
})

test("keeps a device's own modes out of the core edition, where the same MAC is another device", async () => {
  await studio.save({ ...plainPage("SECRET", "black"), mac: screen.mac }, screen.owner.headers)
  assert.is(inkOf(await screen.render("persona=SECRET")), "black")
  const shown = await extended.at(`/core/api/render?v=3.7&w=296&h=128&mac=${screen.mac}&persona=SECRET`)
  assert.equal([shown.status, inkOf(shown)], [200, "both"])
  const saved = await extended.post("/core/api/config", {
    mac: screen.mac,
    modes: ["SECRET", "ZEN"],
    mode_overrides: { SECRET: { size: "l" } },
  })
  assert.equal((saved.json() as { warnings: string[] }).warnings.length, 2)
  assert.equal(((await extended.at(`/core/api/config/${screen.mac}`)).json() as { modes: unknown }).modes, ["ZEN"])
})

test.run()
