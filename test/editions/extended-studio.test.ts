import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, Person } from "./extended-stage.js"
import { MODES } from "platen/sdk/mode"
import { definition, inkOf, plainPage, studioCalls } from "./extended-studio-stage.js"
import type { StudioCalls } from "./extended-studio-stage.js"
import { until } from "./seen.js"
import { crossed, forget, keepModes, stored } from "./stored.js"
import { load, modeOf, plain } from "./test-modes.js"
import { refusal } from "../refusal.js"

const test = suite("editions/extended: modes that people make")

let extended: Extended
let studio: StudioCalls
let stranger: Person
test.before(async () => {
  extended = await openExtended()
  studio = studioCalls(extended)
  stranger = await extended.person()
})
test.after(() => extended.close())

const fault = refusal
/** A saved definition as a page reads it. */
const shownAs = (made: Readonly<Record<string, unknown>>, mac: string): object => ({
  ...made,
  mode_id: made.id,
  display_name: `Title of ${String(made.id)}`,
  icon: "feather",
  cacheable: true,
  mac,
})
const config = (mac: string, headers: Person["headers"], fields: object): Promise<Answer> =>
  extended.post("/api/config", { mac, ...fields }, headers)

test("a playlist passes over a mode of a person that has nothing to say, as over a built-in one", async () => {
  const { mac, owner, ...device } = await extended.owned()
  for (const [id, words] of [
    ["SILENT", "nothing"],
    ["TALKS", "much"],
  ] as const)
    assert.is(
      (await studio.save({ ...definition(id, words), empty: "quote == 'nothing'", mac }, owner.headers)).status,
      200,
    )
  const playlist = [
    { mode: "SILENT", whenEmpty: "skip" },
    { mode: "TALKS", whenEmpty: "skip" },
  ]
  const saved = await extended.at(`/api/device/${mac}/playlist`, {
    method: "PUT",
    headers: { ...owner.headers, "content-type": "application/json" },
    body: JSON.stringify({ playlist, strategy: "cycle" }),
  })
  assert.is(saved.status, 200, saved.text())
  for (let i = 0; i < 3; i++) {
    assert.is((await device.render()).headers["x-mode-id"], "TALKS")
    extended.clock.advance(3_600_000)
  }
})

test("has a mode of a person in the group that it names", async () => {
  const { mac, owner } = await extended.owned()
  const plain = await studio.save({ ...definition("GROUPED"), group: "personal", mac }, owner.headers)
  assert.is(plain.status, 200, plain.text())
  const mode = extended.stage.app
    .get(MODES)
    .list([`device/extended/${mac}`])
    .find(({ id }) => id === "GROUPED")
  assert.is(mode?.group, "personal")
})

test("previews a definition as it stands in its file, with the panel and the moment beside its keys", async () => {
  const { owner } = await extended.owned()
  const made = plainPage("NIGHTSKY", "black")
  const beside = { panel: "2.9-bw", at: "2026-12-24T08:00:00Z", lang: "de" }
  const bare = await studio.preview({ ...made, ...beside }, owner.headers)
  assert.is(bare.status, 200, bare.text())
  assert.equal([bare.body.readUInt32BE(16), bare.body.readUInt32BE(20)], [296, 128])
  const wrapped = await studio.preview({ mode_def: made, ...beside }, owner.headers)
  assert.ok(wrapped.body.equals(bare.body))
})

test("takes a mode from its definition to the glass and away again", async () => {
  const { mac, owner, ...device } = await extended.owned()
  const made = plainPage("NIGHTSKY", "black")
  assert.is((await studio.preview({ mode_def: made }, owner.headers)).headers["content-type"], "image/png")
  assert.equal((await studio.save({ ...made, mac }, owner.headers)).json(), { ok: true, mode_id: "NIGHTSKY" })
  assert.equal(
    (await studio.read("NIGHTSKY", owner.headers, mac)).json(),
    shownAs(made, mac),
    "as it was saved, with what existing pages read",
  )
  const saved = await config(mac, owner.headers, { modes: ["NIGHTSKY"], mode_overrides: { NIGHTSKY: { size: "l" } } })
  assert.equal(saved.json(), { ok: true, config_id: 1 }, "without a warning")
  assert.is(inkOf(await device.render()), "black")
  assert.is((await config(mac, owner.headers, { modes: ["STOIC", "NIGHTSKY", "ZEN"] })).status, 200)
  assert.equal((await studio.remove("NIGHTSKY", owner.headers, mac)).json(), {
    ok: true,
    mode_id: "NIGHTSKY",
    cleaned_configs: 2,
  })
  const { configs } = (await extended.at(`/api/config/${mac}/history`, { headers: owner.headers })).json() as {
    configs: { modes: string[]; mode_overrides: object }[]
  }
  assert.equal(
    configs.map(({ modes, mode_overrides: overrides }) => [modes, overrides]),
    [
      [["STOIC", "ZEN"], {}],
      [["DAILY"], {}],
    ],
  )
  assert.equal(fault(await studio.read("NIGHTSKY", owner.headers, mac)), [404, "mode-not-found"])
  assert.equal(fault(await studio.remove("NIGHTSKY", owner.headers, mac)), [404, "mode-not-found"])
  assert.is(inkOf(await device.render("persona=NIGHTSKY")), "both", "nobody has it any more")
})

test("shows a mode that was switched to, and finds it in the history", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...definition("MYWORDS", "A line of my own"), mac }, owner.headers)
  assert.is((await device.post("switch", { mode: "mywords" }, owner.headers)).status, 200)
  await device.render()
  // The row is written after the picture was sent.
  const history = await until(
    extended,
    async () =>
      ((await device.get("history", owner.headers)).json() as { history: { mode_id: string; content: object }[] })
        .history,
    (rows) => rows.length > 0,
  )
  assert.equal(history[0] && [history[0].mode_id, history[0].content], ["MYWORDS", { quote: "A line of my own" }])
})

test("keeps modes over a restart", async () => {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), "platen-studio-"))
  const first = await openExtended({ dataFolder })
  const { mac, owner, token } = await first.owned()
  const before = studioCalls(first)
  await before.save({ ...plainPage("LASTING", "black"), mac }, owner.headers)
  await before.save(plainPage("FORALL", "black"), first.admin)
  await first.post("/api/config", { mac, modes: ["LASTING"] }, owner.headers)
  await first.close()
  const second = await openExtended({ dataFolder, clock: first.clock })
  const render = (query: string): Promise<Answer> =>
    second.at(`/api/render?v=3.7&w=296&h=128&${query}`, { headers: { "x-device-token": token } })
  assert.is(inkOf(await render(`mac=${mac}`)), "black")
  assert.is(inkOf(await render("persona=FORALL")), "black")
  assert.equal(
    (await studioCalls(second).read("LASTING", owner.headers, mac)).json(),
    shownAs(plainPage("LASTING", "black"), mac),
  )
  assert.equal((await studioCalls(second).remove("LASTING", owner.headers, mac)).json(), {
    ok: true,
    mode_id: "LASTING",
    cleaned_configs: 1,
  })
  await second.close()
  const third = await openExtended({ dataFolder, clock: first.clock })
  assert.equal(fault(await studioCalls(third).read("LASTING", owner.headers, mac)), [404, "mode-not-found"])
  assert.ok((await studioCalls(third).ids()).includes("FORALL"))
  await third.close()
  rmSync(dataFolder, { recursive: true })
})

test("starts with modes that no longer compile and those of deleted devices, and shows neither", async () => {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), "platen-studio-"))
  const first = await openExtended({ dataFolder })
  const { mac, owner, token } = await first.owned()
  await studioCalls(first).save({ ...plainPage("BROKEN", "black"), mac }, owner.headers)
  await first.post("/api/config", { mac, modes: ["BROKEN", "ZEN"] }, owner.headers)
  await first.close()
  await keepModes(dataFolder, {
    [mac]: { BROKEN: { ...plainPage("BROKEN", "black"), view: { type: "chart" } }, "no id": { id: "no id" } },
    "0E:99:99:99:99:99": { ORPHAN: definition("ORPHAN") },
  })
  assert.ok(Object.keys(await stored(dataFolder)).some((key) => key.includes("0E:99:99:99:99:99")))
  const second = await openExtended({ dataFolder, clock: first.clock })
  for (let i = 0; i < 3; i++) {
    const shown = await second.at(`/api/render?v=3.7&w=296&h=128&mac=${mac}`, { headers: { "x-device-token": token } })
    assert.equal([shown.status, inkOf(shown)], [200, "both"])
  }
  assert.is((await second.at(`/api/modes?mac=${mac}`, { headers: owner.headers })).status, 200)
  assert.equal(
    second.stage.log.lines
      .filter(({ event }) => /^mode-(load|compilation)\.failed$/.test(event))
      .map(({ event, fields }) => [event, (fields as { mode: string }).mode]),
    [
      ["mode-load.failed", "no id"],
      ["mode-compilation.failed", "BROKEN"],
    ],
  )
  await second.close()
  assert.not.ok(Object.keys(await stored(dataFolder)).some((key) => key.includes("0E:99:99:99:99:99")))
  rmSync(dataFolder, { recursive: true })
})

test("changes a mode at once, whatever was kept of the one before", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...plainPage("TURNING", "black"), mac }, owner.headers)
  await config(mac, owner.headers, { modes: ["TURNING"] })
  assert.is(inkOf(await device.render()), "black")
  await studio.save({ ...plainPage("TURNING", "white"), mac }, owner.headers)
  assert.is(inkOf(await device.render()), "white")
})

test("shows the old or the new one while a mode is replaced, never none", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...plainPage("SWAPPED", "black"), mac }, owner.headers)
  await config(mac, owner.headers, { modes: ["SWAPPED"] })
  const rounds = Array.from({ length: 12 }, (_, i) => i)
  const saves = (async () => {
    for (const i of rounds)
      await studio.save({ ...plainPage("SWAPPED", i % 2 ? "black" : "white"), mac }, owner.headers)
  })()
  const seen = await Promise.all([...rounds, ...rounds].map(() => device.render()))
  await saves
  assert.equal(
    seen.map(inkOf).filter((ink) => ink === "both"),
    [],
  )
  assert.is(inkOf(await device.render()), "black", "the last one stays")
})

test("ends with one of two definitions that are saved at once, in the store as on the glass", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await config(mac, owner.headers, { modes: ["DAILY"] })
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      (["black", "white"] as const).map((ink) => studio.save({ ...plainPage("RACE", ink), mac }, owner.headers)),
    )
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const kept = (await studio.read("RACE", owner.headers, mac)).json() as { view: { fill: string } }
    assert.is(inkOf(await device.render("persona=RACE")), kept.view.fill)
  }
})

test("deletes once, also when two do it at once", async () => {
  const { mac, owner } = await extended.owned()
  await studio.save({ ...definition("TWICE"), mac }, owner.headers)
  await config(mac, owner.headers, { modes: ["TWICE", "ZEN"] })
  const answers = await Promise.all([
    studio.remove("TWICE", owner.headers, mac),
    studio.remove("TWICE", owner.headers, mac),
  ])
  assert.equal(answers.map(({ status }) => status).sort(), [200, 404])
})

test("lets a device have 32 modes of its own, also when 40 come at once", async () => {
  const { mac, owner } = await extended.owned()
  const answers: Answer[] = []
  // More at once than find room in the sandbox's queue are told to try again.
  for (let i = 0; i < 40; i += 10)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, j) => studio.save({ ...definition(`NUMBER${i + j}`), mac }, owner.headers)),
      )),
    )
  assert.is(answers.filter(({ status }) => status === 200).length, 32)
  assert.equal(fault(answers.find(({ status }) => status !== 200)!), [409, "mode-limit-reached"])
  assert.is((await studio.ids(owner.headers, `mac=${mac}`)).filter((id) => /^NUMBER\d/.test(id)).length, 32)
})

test("bounds what the modes of one device weigh together", async () => {
  const { mac, owner } = await extended.owned()
  const heavy = (i: number): object => ({
    ...definition(`HEAVY${i}`, "", {
      content: { pool: { en: Array.from({ length: 15 }, () => ({ quote: "x".repeat(3900) })) } },
    }),
    mac,
  })
  const answers: Answer[] = []
  for (let i = 0; i < 10; i++) answers.push(await studio.save(heavy(i), owner.headers))
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 200, 200, 409, 409],
  )
  assert.equal(fault(await studio.save({ ...heavy(1), more: "x".repeat(140_000) }, owner.headers)), [413, "too-large"])
})

test("never lets a custom mode hide one that is installed", async () => {
  const { mac, owner } = await extended.owned()
  for (const id of ["STOIC", "MEMO", "PUSH_PREVIEW"]) {
    assert.equal(
      fault(await studio.save({ ...plainPage(id, "black"), mac }, owner.headers)),
      [409, "mode-already-exists"],
      id,
    )
    assert.equal(fault(await studio.save(plainPage(id, "black"), extended.admin)), [409, "mode-already-exists"], id)
  }
})

test("gives way to what is installed later under its id, and comes back after it", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...plainPage("LATECOMER", "black"), mac }, owner.headers)
  await studio.save(plainPage("LATEALL", "black"), extended.admin)
  const pages = async (): Promise<readonly string[]> => [
    inkOf(await device.render("persona=LATECOMER")),
    inkOf(await device.render("persona=LATEALL")),
  ]
  assert.equal(await pages(), ["black", "black"])
  await load(
    extended.stage,
    modeOf("LATECOMER", { view: () => plain("white") }),
    modeOf("LATEALL", { view: () => plain("white") }),
  )
  assert.equal(await pages(), ["white", "white"])
  assert.equal(
    (await studio.ids(owner.headers, `mac=${mac}`)).filter((id) => id.startsWith("LATE")),
    ["LATEALL", "LATECOMER"],
    "each once",
  )
  assert.is((await studio.read("LATECOMER", owner.headers, mac)).status, 200, "it is kept")
  await config(mac, owner.headers, { modes: ["LATECOMER"] })
  assert.equal(
    (await studio.remove("LATECOMER", owner.headers, mac)).json(),
    { ok: true, mode_id: "LATECOMER", cleaned_configs: 0 },
    "the config means the installed one",
  )
})

test("keeps the modes of two devices of one id apart", async () => {
  const [one, other] = [await extended.owned(), await extended.owned()]
  await studio.save({ ...plainPage("SHARED", "black"), mac: one.mac }, one.owner.headers)
  assert.is(inkOf(await other.render("persona=SHARED")), "both")
  await studio.save({ ...plainPage("SHARED", "white"), mac: other.mac }, other.owner.headers)
  assert.equal(
    [inkOf(await one.render("persona=SHARED")), inkOf(await other.render("persona=SHARED"))],
    ["black", "white"],
  )
  await studio.remove("SHARED", other.owner.headers, other.mac)
  assert.is(inkOf(await one.render("persona=SHARED")), "black")
})

test("keeps a device's own mode before one for all of the same id", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save(plainPage("BOTHWAYS", "white"), extended.admin)
  assert.is(inkOf(await device.render("persona=BOTHWAYS")), "white")
  await studio.save({ ...plainPage("BOTHWAYS", "black"), mac }, owner.headers)
  assert.is(inkOf(await device.render("persona=BOTHWAYS")), "black")
  await config(mac, owner.headers, { modes: ["BOTHWAYS"] })
  assert.is(
    ((await studio.remove("BOTHWAYS", extended.admin)).json() as { cleaned_configs: number }).cleaned_configs,
    0,
    "the device has its own",
  )
  assert.is(inkOf(await device.render()), "black")
})

test("takes a mode for all out of every config", async () => {
  const [one, other] = [await extended.owned(), await extended.owned()]
  await studio.save(plainPage("COMMON", "black"), extended.admin)
  for (const { mac, owner } of [one, other]) await config(mac, owner.headers, { modes: ["COMMON"] })
  assert.equal((await studio.remove("COMMON", extended.admin)).json(), {
    ok: true,
    mode_id: "COMMON",
    cleaned_configs: 2,
  })
  assert.equal(
    ((await extended.at(`/api/config/${other.mac}`, { headers: other.owner.headers })).json() as { modes: string[] })
      .modes,
    ["DAILY"],
  )
})

test("skips a mode that is gone from a config, and draws those that are left", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...plainPage("PASSING", "black"), mac }, owner.headers)
  await config(mac, owner.headers, { modes: ["PASSING", "ZEN"], strategy: "cycle" })
  // As if the two changes had crossed: the mode goes, and a config that was checked before still names it.
  await crossed(extended, { mac }, () => studio.remove("PASSING", owner.headers, mac))
  for (let i = 0; i < 3; i++)
    assert.equal([(await device.render()).status, inkOf(await device.render())], [200, "both"])
})

test("forgets a device's modes with the device", async () => {
  const { mac, owner, ...device } = await extended.owned()
  await studio.save({ ...plainPage("PRIVATE", "black"), mac }, owner.headers)
  await forget(extended, { mac })
  assert.equal(fault(await studio.read("PRIVATE", extended.admin, mac)), [404, "device-not-found"])
  const again = await extended.device(mac)
  await again.post("claim-token", { pair_code: "737373" })
  await extended.post("/api/user/devices", { mac, code: "737373" }, stranger.headers)
  assert.equal(fault(await studio.read("PRIVATE", stranger.headers, mac)), [404, "mode-not-found"])
  assert.is(inkOf(await again.render("persona=PRIVATE")), "both")
  assert.is((await device.render()).status, 401)
})

test.run()
