import { SERVED_ROUTES } from "platen/sdk/http"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pngPixels } from "../devices/pixels.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { numberMode } from "./bars.js"
import { asked, openDocument } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"
import { load } from "./test-modes.js"

/** The extended document, "Resources", "Endpoints", "Limits" and "Versioning", and the numbers of decisions 9, 10 and 24 that it does not show. */
const test = suite("extended document: endpoints and limits")

/** Every row of every table of the document's "Endpoints". */
const ENDPOINTS = [
  "GET /api/render",
  "GET /api/widget/:mac",
  "GET /api/preview",
  "POST /api/config",
  "GET /api/config/:mac",
  "GET /api/config/:mac/history",
  "PUT /api/config/:mac/activate/:config_id",
  "GET /api/modes",
  "POST /api/modes/custom/preview",
  "POST /api/modes/custom",
  "GET /api/modes/custom/:mode_id",
  "DELETE /api/modes/custom/:mode_id",
  "POST /api/modes/generate",
  "GET /api/firmware/releases",
  "GET /api/firmware/releases/latest",
  "GET /api/firmware/validate-url",
  "GET /api/devices/recent",
  "POST /api/device/:mac/refresh",
  "GET /api/device/:mac/state",
  "POST /api/device/:mac/runtime",
  "POST /api/device/:mac/apply-preview",
  "POST /api/device/:mac/switch",
  "POST /api/device/:mac/favorite",
  "GET /api/device/:mac/favorites",
  "GET /api/device/:mac/history",
  "POST /api/device/:mac/habit/check",
  "GET /api/device/:mac/habit/status",
  "DELETE /api/device/:mac/habit/:habit_name",
  "POST /api/device/:mac/token",
  "GET /api/device/:mac/qr",
  "GET /api/device/:mac/share",
  "POST /api/auth/register",
  "POST /api/auth/login",
  "GET /api/auth/me",
  "POST /api/auth/logout",
  "GET /api/user/devices",
  "POST /api/user/devices",
  "DELETE /api/user/devices/:mac",
  "GET /api/stats/overview",
  "GET /api/stats/:mac",
  "GET /api/stats/:mac/renders",
] as const

let server: Documented
let screen: Owned
test.before(async () => {
  server = await openDocument()
  screen = await server.configured()
})
test.after(() => server.close())

const statusOf = async (paths: readonly string[], headers = screen.headers): Promise<readonly number[]> => {
  const found: number[] = []
  for (const path of paths) found.push((await server.at(path, asked(headers))).status)
  return found
}

for (const endpoint of ENDPOINTS) {
  test(`serves ${endpoint}, a path without a version prefix`, () => {
    assert.ok(
      server.stage.app
        .get(SERVED_ROUTES)
        .list()
        .some(
          ({ area, path, alias, route }) => area.id === "extended" && !alias && `${route.method} ${path}` === endpoint,
        ),
    )
  })
}

test('finds "all paths relative to {base_url}", which may have a path of its own', async () => {
  const stage = await openStage({ config: { "edition-extended": { mount: "/ink" } } })
  const port = await stage.app.listen()
  const found: number[] = []
  for (const path of ["/ink/api/render", "/ink/api/modes", "/ink/api/v1/modes", "/api/modes"])
    found.push((await ask(port, path)).status)
  await stage.close()
  assert.equal(found, [200, 200, 200, 404])
})

test('takes 10 "minutes of GET /api/devices/recent" when none are said, 1 to 60 otherwise', async () => {
  const [fresh, path] = [await server.device(), "/api/devices/recent?minutes="]
  server.clock.advance(10 * 60_000 + 1)
  const listed = async (query: string): Promise<boolean> =>
    (await server.at(`/api/devices/recent?${query}`, asked(server.boss))).text().includes(fresh.mac)
  assert.equal([await listed(""), await listed("minutes=10"), await listed("minutes=11")], [false, false, true])
  assert.equal(
    await statusOf([`${path}1`, `${path}60`, `${path}0`, `${path}61`, `${path}x`, path], server.boss),
    [200, 200, 422, 422, 422, 422],
  )
})

test('accepts "small, medium, large" as "size of the widget", and no other', async () => {
  const path = `/api/widget/${screen.mac}?size=`
  assert.equal(
    await statusOf([`${path}small`, `${path}medium`, `${path}large`, `${path}huge`, path]),
    [200, 200, 200, 400, 400],
  )
})

for (const route of ["render", "preview", "widget"] as const) {
  test(`draws ${route} at w 100 to 1600 and h 100 to 1200, 400 x 300 by default`, async () => {
    const path = route === "widget" ? `/api/widget/${screen.mac}?` : `/api/${route}?mac=${screen.mac}&`
    assert.equal(
      await statusOf(
        ["w=100", "w=1600", "h=100", "h=1200", "w=99", "w=1601", "h=99", "h=1201"].map((query) => path + query),
      ),
      [200, 200, 200, 200, 400, 400, 400, 400],
    )
    const { headers, body } = await server.at(path, asked(screen.headers))
    const size =
      headers["content-type"] === "image/bmp"
        ? [body.readInt32LE(18), body.readInt32LE(22)]
        : [pngPixels(body).width, pngPixels(body).height]
    assert.equal(size, [400, 300])
  })
}

test("takes a refresh_min of 1 to 1440, and a refresh_interval of 10 to 1440, 60 by default", async () => {
  const path = `/api/render?mac=${screen.mac}&refresh_min=`
  assert.equal(await statusOf([`${path}1`, `${path}1440`, `${path}0`, `${path}1441`]), [200, 200, 400, 400])
  const save = async (fields: object): Promise<Answer> =>
    server.post("/api/config", { mac: screen.mac, modes: ["ONE"], ...fields }, server.boss)
  const found: number[] = []
  for (const minutes of [10, 1440, 9, 1441, 10.5, "x"]) found.push((await save({ refresh_interval: minutes })).status)
  assert.equal(found, [200, 200, 422, 422, 422, 422])
  const fresh = await server.configured()
  assert.is(
    ((await server.at(`/api/config/${fresh.mac}`, asked(fresh.headers))).json() as { refresh_interval: number })
      .refresh_interval,
    60,
  )
})

for (const [list, most] of [
  ["device/:mac/history", 100],
  ["device/:mac/favorites", 100],
  ["stats/:mac/renders", 200],
] as const) {
  test(`takes a limit of 1 to ${most} and an offset from 0 for ${list}; beyond is 422`, async () => {
    const path = `/api/${list.replace(":mac", screen.mac)}?`
    assert.equal(
      await statusOf(["limit=1", `limit=${most}`, "offset=0", "offset=1000000"].map((query) => path + query)),
      [200, 200, 200, 200],
    )
    assert.equal(
      await statusOf(
        ["limit=0", `limit=${most + 1}`, "limit=x", "limit=1.5", "limit=", "offset=-1", "offset=x"].map(
          (query) => path + query,
        ),
      ),
      [422, 422, 422, 422, 422, 422, 422],
    )
    const { status, headers } = await server.at(`${path}limit=0`, asked(screen.headers))
    assert.equal([status, headers["content-type"]], [422, "application/json; charset=utf-8"])
  })
}

test("lists 30 of what was shown or liked and 50 renders, from the newest, when no limit and no offset are said", async () => {
  const other = await server.configured()
  const modes = Array.from({ length: 31 }, (_, i) => `LIKED${i}`)
  await load(server.stage, ...modes.map((id, i) => numberMode(id, i)))
  for (const mode of modes) assert.is((await other.post("favorite", { mode })).status, 200)
  for (let i = 0; i < 51; i++) await other.render()
  const list = async (path: string): Promise<readonly unknown[]> => {
    const answer = (await server.at(path, asked(other.headers))).json() as Record<string, readonly unknown[]>
    return Object.values(answer).find((each) => Array.isArray(each))!
  }
  for (const [path, usual] of [
    [`/api/device/${other.mac}/history`, 30],
    [`/api/device/${other.mac}/favorites`, 30],
    [`/api/stats/${other.mac}/renders`, 50],
  ] as const) {
    for (let tries = 0; (await list(`${path}?offset=${usual}`)).length === 0; tries++)
      assert.ok(tries < 200, "it is never written")
    const found = await list(path)
    assert.equal([found.length, found[0]], [usual, (await list(`${path}?limit=1&offset=0`))[0]])
  }
})

test.run()
