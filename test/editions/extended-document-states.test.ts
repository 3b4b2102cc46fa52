import { suite } from "uvu"
import * as assert from "uvu/assert"
import { asked, openDocument, PUSHED, shown } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"

/** The extended document, "States and transitions". */
const test = suite("extended document: states and transitions")

let server: Documented
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const waits = async (screen: Owned): Promise<unknown[]> => {
  const { pending_refresh: refresh, pending_mode: mode } = await screen.state()
  return [refresh, mode]
}

test('a "device without pending refresh" is by POST refresh "marked to refresh immediately at its next wake", once', async () => {
  const screen = await server.shownOnce()
  assert.equal(await waits(screen), [0, ""])
  await screen.post("refresh")
  assert.equal(await waits(screen), [1, ""])
  assert.is((await screen.render()).headers["x-pending-refresh"], "1")
  await server.written(screen)
  assert.equal([await waits(screen), (await screen.render()).headers["x-pending-refresh"]], [[0, ""], undefined])
})

test('a "device without one-off preview" has one stored by POST apply-preview, and "the next /api/render of that device returns it", no other device\'s', async () => {
  const [screen, other] = [await server.configured(), await server.configured()]
  assert.equal(shown(await screen.render()), [200, 1])
  await server.push(screen)
  assert.equal(
    [
      shown(await other.render()),
      shown(await server.at("/api/render?w=296&h=128&persona=TWO")),
      shown(await screen.render()),
      shown(await screen.render()),
    ],
    [
      [200, 1],
      [200, 2],
      [200, PUSHED],
      [200, 2],
    ],
  )
})

test('a "device showing its normal mode" is by POST switch "set for the next refresh" to the given mode, and then normal again', async () => {
  const screen = await server.configured({ modes: ["ONE"] })
  await screen.post("switch", { mode: "THREE" })
  assert.equal(await waits(screen), [1, "THREE"])
  assert.equal(
    [shown(await screen.render()), shown(await screen.render())],
    [
      [200, 3],
      [200, 1],
    ],
  )
  assert.equal(await waits(screen), [0, ""])
})

test('a "device with any runtime mode" has by POST runtime "that runtime mode", if it is active or interval', async () => {
  const screen = await server.configured()
  const mode = async (): Promise<unknown> => (await screen.state()).runtime_mode
  for (const next of ["active", "active", "interval", "interval", "active"]) {
    await screen.post("runtime", { mode: next })
    assert.is(await mode(), next)
  }
  assert.equal([(await screen.post("runtime", { mode: "other" })).status, await mode()], [422, "active"])
})

test('GET /api/render "switches to the next mode" when "next equals 1"', async () => {
  const screen = await server.configured()
  const found: unknown[] = []
  for (const query of ["", "next=1", "next=1", "next=1"]) found.push(shown(await screen.render(query)))
  assert.equal(found, [
    [200, 1],
    [200, 2],
    [200, 3],
    [200, 1],
  ])
})

test('a "historical configuration" is by PUT activate the "current active configuration", for an administrator\'s session', async () => {
  const screen = await server.configured({ modes: ["ONE"] })
  await server.post("/api/config", { mac: screen.mac, modes: ["TWO"] }, server.boss)
  const { configs } = (await server.at(`/api/config/${screen.mac}/history`, asked(screen.headers))).json() as {
    configs: { id: number; modes: string[]; is_active: number }[]
  }
  assert.equal(
    [configs.map(({ modes, is_active: active }) => [modes, active]), shown(await screen.render())],
    [
      [
        [["TWO"], 1],
        [["ONE"], 0],
      ],
      [200, 2],
    ],
  )
  const activate = (headers: Readonly<Record<string, string>>): ReturnType<Documented["put"]> =>
    server.put(`/api/config/${screen.mac}/activate/${configs[1]!.id}`, headers)
  assert.equal(
    [(await activate(server.somebody)).status, (await activate(server.boss)).status, shown(await screen.render())],
    [403, 200, [200, 1]],
  )
})

test("serves a client that knows the document alone: a token, a configuration, a page, and each call about it", async () => {
  const mac = "0D:0C:00:00:00:01"
  const { token } = (await server.at(`/api/device/${mac}/token`, { method: "POST" })).json() as { token: string }
  const headers = { "x-device-token": token }
  const page = (): ReturnType<Documented["at"]> =>
    server.at(`/api/render?v=3.1&mac=${mac}&rssi=-60&refresh_min=60&w=296&h=128`, asked(headers))
  assert.is((await page()).status, 200, "how to be paired")
  assert.is(
    (await server.post("/api/config", { mac, modes: ["ONE", "TWO"], strategy: "cycle" }, server.boss)).status,
    200,
  )
  const found: number[] = []
  for (const call of [() => page(), () => page()]) found.push(shown(await call())[1])
  await server.post(`/api/device/${mac}/switch`, { mode: "THREE" }, headers)
  found.push(shown(await page())[1])
  assert.equal(found, [1, 2, 3])
  for (const path of [
    `config/${mac}`,
    `config/${mac}/history`,
    `device/${mac}/state`,
    `device/${mac}/history`,
    `device/${mac}/favorites`,
    `device/${mac}/habit/status`,
    `device/${mac}/qr`,
    `stats/${mac}`,
    `stats/${mac}/renders`,
    `widget/${mac}`,
    `preview?mac=${mac}`,
  ]) {
    assert.is((await server.at(`/api/${path}`, asked(headers))).status, 200, path)
  }
})

test.run()
