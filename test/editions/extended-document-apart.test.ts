import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { emptyFolder } from "../kernel/storage/setting.js"
import { kind, openDocument, PUSHED, shown } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"
import { stored } from "./stored.js"

/** Decisions 2 to 5: the core edition under a mount beside the extended one, and each document's own rules there. */
const test = suite("extended document: beside the core edition")

const FOLDER = emptyFolder()
let server: Documented
test.before(async () => {
  server = await openDocument({ dataFolder: FOLDER, config: { "edition-core": { mount: "/core" } } })
})
test.after(() => server.close())

const core = (path: string): Promise<Answer> => server.at(`/core/api/${path}`)
/** All that is kept of extended devices. */
async function extended(): Promise<unknown> {
  for (let i = 0; i < 5; i++) await server.at("/api/health")
  return Object.fromEntries(Object.entries(await stored(FOLDER)).filter(([key]) => key.includes("extended")))
}
const statuses = async (screen: Owned, paths: readonly string[]): Promise<readonly number[]> => {
  const found: number[] = []
  for (const path of paths) found.push((await core(path.replace("MAC", screen.mac))).status)
  return found
}

test("is at / without being asked for, and the core edition is not there unless the operator mounts it", async () => {
  const plain = await openDocument()
  const found = [
    (await plain.at("/api/auth/me")).status,
    (await plain.at("/core/api/health")).status,
    (await server.at("/core/api/health")).status,
  ]
  await plain.close()
  assert.equal(found, [401, 404, 200])
})

test("reads nothing of an extended device through the core mount", async () => {
  const screen = await server.configured({ city: "Bern" })
  assert.equal(
    await statuses(screen, ["config/MAC", "device/MAC/state", "stats/MAC", "device/MAC/history", "widget/MAC"]),
    [404, 404, 404, 404, 404],
  )
  assert.not.match((await core(`config/${screen.mac}/history`)).text(), "Bern")
})

test("consumes and writes nothing of an extended device through the core mount: no refresh, mode or picture that waits, no config", async () => {
  const screen = await server.configured()
  await screen.post("switch", { mode: "THREE" })
  await server.push(screen)
  const before = await extended()
  for (const call of ["render", "preview"])
    assert.is((await core(`${call}?v=3.7&mac=${screen.mac}&w=296&h=128&next=1&rssi=-40&refresh_min=20`)).status, 200)
  const saved = await server.post("/core/api/config", {
    mac: screen.mac,
    modes: ["TWO"],
    strategy: "cycle",
    refresh_interval: 60,
    tone: "neutral",
  })
  assert.is(saved.status, 200, saved.text())
  assert.is((await server.at(`/core/api/config/${screen.mac}/activate/1`, { method: "PUT" })).status, 200)
  assert.equal(await extended(), before)
  assert.equal(shown(await core(`render?v=3.7&mac=${screen.mac}&w=296&h=128`)), [200, 2])
  assert.equal(shown(await screen.render()), [200, PUSHED])
})

test("shows the config of a core device to nobody in the extended edition", async () => {
  const mac = "0C:00:00:00:00:01"
  await server.post("/core/api/config", {
    mac,
    modes: ["TWO"],
    strategy: "cycle",
    refresh_interval: 60,
    tone: "neutral",
  })
  assert.equal(
    [(await server.at(`/api/config/${mac}`, { headers: server.boss })).status, (await core(`config/${mac}`)).status],
    [404, 200],
  )
})

test("requires v in the core edition alone", async () => {
  assert.equal(
    [kind(await core("render")), kind(await server.at("/api/render"))],
    [
      [400, "image/bmp"],
      [200, "image/bmp"],
    ],
  )
})

test("maps the battery as each document says", async () => {
  const battery = (prefix: string): Promise<Answer> =>
    server.at(`${prefix}/api/render?v=3.25&w=296&h=128&persona=BATTERY`)
  assert.equal(
    [shown(await battery("/core")), shown(await battery(""))],
    [
      [200, 40],
      [200, 98],
    ],
  )
})

test.run()
