import { DRAW } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"

/** Decision 28: how often somebody may ask for a page. */
const test = suite("editions/extended: limits")

let extended: Extended
test.before.each(async () => {
  extended = await openExtended({ server: { limits: {} } })
})
test.after.each(() => extended.close())

const from = (address: string): Readonly<Record<string, string>> => ({ "x-forwarded-for": address })

/** The status of each of so many calls, one after the other. */
async function statuses(count: number, call: () => Promise<Answer>): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await call()).status)
  return found
}
/** How many of so many calls get through; those that do not are the last, and 429. */
async function passes(count: number, call: () => Promise<Answer>): Promise<number> {
  const found = await statuses(count, call)
  const through = found.filter((status) => status === 200).length
  assert.equal(
    found,
    Array.from({ length: count }, (_, i) => (i < through ? 200 : 429)),
  )
  return through
}
const spelled = ({ mac, headers }: ExtendedDevice, spelling: (mac: string) => string): Promise<Answer> =>
  extended.at(`/api/render?w=296&h=128&mac=${encodeURIComponent(spelling(mac))}`, { headers })

test("draws 30 pages a minute for a device, however it writes its address, and says when to come back", async () => {
  const screen = await extended.device()
  const spellings = [
    (mac: string) => mac,
    (mac: string) => mac.toLowerCase(),
    (mac: string) => mac.replaceAll(":", "-"),
    (mac: string) => mac.replaceAll(":", "").toLowerCase(),
  ]
  let calls = 0
  assert.is(await passes(32, () => spelled(screen, spellings[calls++ % spellings.length]!)), 30)
  extended.clock.advance(59_000)
  const refused = await screen.render()
  const words = {
    title: "Too many requests",
    message: "The screen asks too often. It will go on by itself in a minute.",
  }
  assert.equal(
    [
      refused.status,
      refused.headers["content-type"],
      refused.headers["retry-after"],
      refused.headers["x-render-error"],
      refused.headers["x-content-fallback"],
    ],
    [429, "image/bmp", "1", "rate-limited", undefined],
  )
  assert.ok(
    refused.body.equals(
      Buffer.from(
        extended.stage.app
          .get(DRAW)
          .notice({ width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }, words).bytes,
      ),
    ),
  )
  const raw = await screen.render("colors=4")
  assert.equal([raw.status, raw.headers["content-type"], raw.body.length], [429, "application/octet-stream", 9_472])
  extended.clock.advance(1_000)
  assert.is((await screen.render()).status, 200)
})

test("counts a HEAD like any other", async () => {
  const screen = await extended.device()
  assert.equal(
    [await passes(30, () => screen.render("", { method: "HEAD" })), (await screen.render()).status],
    [30, 429],
  )
})

test("counts devices apart, though they come from one address, and takes nothing for a refused call", async () => {
  const [one, two] = [await extended.owned(), await extended.owned()]
  assert.is(await passes(31, () => one.render()), 30)
  await one.post("refresh", {}, one.owner.headers)
  assert.is((await one.render()).status, 429)
  assert.is((await one.state()).pending_refresh, 1)
  assert.equal([(await two.render()).status, (await extended.at("/api/render")).status], [200, 200])
})

test("counts the address of whoever shows nothing, and leaves devices there alone", async () => {
  const screen = await extended.device()
  const open = (address: string): Promise<Answer> => extended.at("/api/render", { headers: from(address) })
  assert.is(await passes(31, () => open("192.0.2.1")), 30)
  assert.is((await open("192.0.2.2")).status, 200)
  assert.is((await screen.render("", { headers: from("192.0.2.1") })).status, 200)
  const refused = await open("192.0.2.1")
  assert.equal([refused.status, bmpPixels(refused.body).width], [429, 400])
})

test("lets nobody use up a device's calls with a wrong token, with none, or with one that waits for the owner", async () => {
  const screen = await extended.owned()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  const foreign = from("192.0.2.1")
  assert.equal(
    new Set(await statuses(40, () => screen.render("", { headers: { ...foreign, "x-device-token": "x" } }))),
    new Set([401]),
  )
  assert.equal(
    new Set(await statuses(40, () => screen.render("", { headers: { ...foreign, "x-device-token": "" } }))),
    new Set([401]),
  )
  assert.is(await passes(31, () => screen.render("", { headers: { ...foreign, "x-device-token": token } })), 30)
  assert.is((await screen.render()).status, 200)
})

test("shows 60 previews a minute, as pictures, events and widgets together, and renders beside them", async () => {
  const screen = await extended.owned()
  const own = { headers: screen.owner.headers }
  const calls = [
    `/api/preview?w=296&h=128&mac=${screen.mac}`,
    `/api/preview/stream?w=296&h=128&mac=${screen.mac}`,
    `/api/widget/${screen.mac}`,
    `/api/widget/${screen.mac}/data`,
    `/api/preview?mac=${screen.mac}&intent=1`,
  ]
  let count = 0
  assert.is(await passes(62, () => extended.at(calls[count++ % calls.length]!, own)), 60)
  const [drawn, told] = [await extended.at(calls[0]!, own), await extended.at(calls[1]!, own)]
  assert.equal(
    [drawn.status, drawn.headers["content-type"], drawn.headers["retry-after"], pngPixels(drawn.body).width],
    [429, "image/png", "60", 296],
  )
  assert.equal(
    [told.status, told.headers["retry-after"], (told.json() as { code: string }).code],
    [429, "60", "rate-limited"],
  )
  const { token } = (
    await extended.post(`/api/device/${screen.mac}/widget-token`, {}, screen.owner.headers)
  ).json() as { token: string }
  assert.equal(
    [
      (await screen.render()).status,
      (await extended.at(`/api/widget/${screen.mac}?token=${token}`)).status,
      (await extended.at("/api/preview")).status,
    ],
    [200, 200, 200],
    "others are counted apart",
  )
})

test("never refuses a device its token, its heartbeat or its state", async () => {
  const screen = await extended.device()
  await passes(31, () => screen.render())
  for (const call of [
    () => screen.post("heartbeat", { battery_voltage: 3.7 }),
    () => screen.get("state"),
    () => screen.post("token"),
    () => extended.post(`/api/device/${screen.mac}/token`),
  ]) {
    assert.equal(new Set(await statuses(70, call)), new Set([200]))
  }
})

test("takes the operator's numbers", async () => {
  const other = await openExtended({ server: { limits: { render: 2, preview: 3 } } })
  const screen = await other.device()
  const found = [
    await passes(4, () => screen.render()),
    await passes(5, () => other.at(`/api/preview?mac=${screen.mac}`, { headers: screen.headers })),
  ]
  await other.close()
  assert.equal(found, [2, 3])
})

test("counts calls of the core edition by address and device, where anybody may be any device", async () => {
  const core = await openExtended({ config: { "edition-core": { mount: "/core" } }, server: { limits: {} } })
  const render = (mac: string) => (): Promise<Answer> => core.at(`/core/api/render?v=3.7&w=100&h=100&mac=${mac}`)
  const found = [
    await passes(40, render("0A0000000001")),
    await passes(40, render("0A0000000002")),
    await passes(40, () => core.at("/core/api/render?v=3.7&w=100&h=100")),
    await passes(70, () => core.at("/core/api/preview?v=3.7&w=100&h=100")),
  ]
  await core.close()
  assert.equal(found, [30, 30, 30, 60])
})

test("counts a call without a credential by its address before its body is read, and never a device's own calls", async () => {
  const few = await openExtended({ server: { limits: { address: 20 } } })
  const screen = await few.device("0E:00:00:00:77:01")
  const at =
    (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (): Promise<Answer> =>
      few.at(path, { headers: { ...from("203.0.113.5"), ...headers } })
  const found = await statuses(25, at("/api/modes"))
  assert.equal(new Set(found.slice(20)), new Set([429]))
  assert.is((await at("/api/health")()).status, 429)
  assert.is(
    (
      await few.at("/api/auth/register", {
        method: "POST",
        headers: { ...from("203.0.113.5"), "content-type": "application/json" },
        body: "{",
      })
    ).status,
    429,
  )
  assert.is((await at(`/api/device/${screen.mac}/state`)()).status, 401, "a device's call is answered as ever")
  assert.is(
    (await few.at(`/api/device/${screen.mac}/token`, { method: "POST", headers: from("203.0.113.5") })).status,
    200,
  )
  assert.equal(await passes(25, at(`/api/render?w=100&h=100&mac=${screen.mac}`, screen.headers)), 25)
  assert.is((await few.at("/api/modes", { headers: from("203.0.113.6") })).status, 200)
  await few.close()
})

test("counts a refused credential by its address, and tells a device its own status all the same", async () => {
  const few = await openExtended({ server: { limits: { refused: 10 } } })
  const screen = await few.device()
  const wrong = { authorization: "Bearer wrong", ...from("203.0.113.5") }
  const found = await statuses(15, () => few.at("/api/user/devices", { headers: wrong }))
  assert.equal(
    found,
    Array.from({ length: 15 }, (_, i) => (i < 10 ? 401 : 429)),
  )
  const device = { "x-device-token": "wrong", ...from("203.0.113.5") }
  assert.equal(
    new Set(await statuses(15, () => few.at(`/api/render?w=100&h=100&mac=${screen.mac}`, { headers: device }))),
    new Set([401]),
  )
  assert.is((await screen.render()).status, 200)
  await few.close()
})

test("parses at most 4 KiB of a body that comes without a credential", async () => {
  const answer = await extended.post("/api/auth/login", { username: "x".repeat(4_096), password: "y" })
  assert.is(answer.status, 413)
  assert.is(
    (await extended.post("/api/config", { mac: "0E:00:00:00:77:02", memo_text: "x".repeat(500_000) })).status,
    401,
    "nothing of it is read",
  )
})

test.run()
