import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { answering, releaseOf } from "../plugins/devices/firmware/world.js"
import { asked, kind, openDocument } from "./document-stage.js"
import type { Documented } from "./document-stage.js"

/** The extended document, "Firmware and device discovery". */
const test = suite("extended document: firmware and device discovery")

const MINUTE = 60_000
const upstream = answering({
  body: JSON.stringify([releaseOf("v2.1.0", ["epd_c3.bin"]), releaseOf("v1.9", ["epd_c3.bin"])]),
})
interface Releases {
  readonly cached: boolean
  readonly releases: readonly { readonly version: string; readonly download_url: string }[]
  readonly latest: { readonly version: string }
}

let server: Documented
test.before(async () => {
  server = await openDocument({ fetch: upstream, config: { firmware: { repository: "acme/glass" } } })
})
test.after(() => server.close())

const firmware = async (call: string): Promise<Releases> =>
  (await server.at(`/api/firmware/${call}`)).json() as Releases
const recent = async (query = "", headers = server.boss): Promise<readonly string[]> =>
  (
    (await server.at(`/api/devices/recent?${query}`, asked(headers))).json() as { devices: { mac: string }[] }
  ).devices.map(({ mac }) => mac)

test('GET /api/firmware/releases: "firmware list from the release hosting service"', async () => {
  const answer = await server.at("/api/firmware/releases")
  assert.equal(
    [kind(answer), (answer.json() as Releases).releases.map(({ version }) => version)],
    [
      [200, "application/json"],
      ["2.1.0", "1.9"],
    ],
  )
  assert.match(upstream.calls[0]!.url, "acme/glass")
})

test('GET /api/firmware/releases/latest: "latest recommended firmware"', async () => {
  assert.equal(
    [kind(await server.at("/api/firmware/releases/latest")), (await firmware("releases/latest")).latest.version],
    [[200, "application/json"], "2.1.0"],
  )
})

test('GET /api/firmware/releases and .../latest: refresh is optional, and "true forces cache refresh"', async () => {
  for (const call of ["releases", "releases/latest"]) {
    const before = upstream.calls.length
    assert.equal([(await firmware(call)).cached, upstream.calls.length], [true, before])
    assert.equal([(await firmware(`${call}?refresh=false`)).cached, upstream.calls.length], [true, before])
    assert.equal([(await firmware(`${call}?refresh=true`)).cached, upstream.calls.length], [false, before + 1])
  }
})

test('GET /api/firmware/validate-url: "validates a manually entered firmware address": url is required and "must be an accessible .bin file address"', async () => {
  const other = await openDocument({
    fetch: fakeFetch({ "https://example.org/a.bin": "firmware", "https://example.org/gone.bin": 404 }),
  })
  const found: unknown[] = []
  for (const query of [
    "url=https://example.org/a.bin",
    "",
    "url=https://example.org/a.zip",
    "url=https://example.org/gone.bin",
  ])
    found.push((await other.at(`/api/firmware/validate-url?${query}`)).status)
  await other.close()
  assert.equal(found, [200, 422, 400, 503])
})

test('GET /api/devices/recent: "recently online devices, for discovery after flashing"', async () => {
  const fresh = await server.device()
  assert.equal(
    [
      kind(await server.at("/api/devices/recent", asked(server.boss))),
      (await recent()).includes(fresh.mac),
      (await recent("", server.somebody)).includes(fresh.mac),
    ],
    [[200, "application/json"], true, true],
  )
})

test("GET /api/devices/recent: minutes is optional, default 10", async () => {
  const { mac } = await server.device()
  const listed = async (query = ""): Promise<boolean> => (await recent(query)).includes(mac)
  server.clock.advance(9 * MINUTE)
  assert.equal([await listed(), await listed("minutes=10"), await listed("minutes=5")], [true, true, false])
  server.clock.advance(MINUTE + 1)
  assert.equal([await listed(), await listed("minutes=10"), await listed("minutes=30")], [false, false, true])
})

test.run()
