import path from "node:path"
import { OBSERVERS } from "platen/sdk"
import { fakeClock } from "platen/testing"
import sharp from "sharp"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { sqliteEngine } from "../../plugins/operation/storage-sqlite/sqlite.js"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { codeOf, from } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { definition, studioCalls } from "./extended-studio-stage.js"
import { keptMacs, keptText, stored } from "./stored.js"

/** Wire-contract 11.27: whatever strangers can fill has a bound, and going beyond it costs nobody else anything. */
const test = suite("editions/extended: hostile: growth")

let extended: Extended
let dataFolder: string
test.before.each(async () => {
  dataFolder = folderWith()
  extended = await openExtended({
    dataFolder,
    server: { limits: { render: 1_000_000, preview: 1_000_000, pairing: 1_000_000, push: 1_000_000 } },
  })
})
test.after.each(() => extended.close())

/** Rows of a collection or journal, such as "c/platen/pictures". */
async function rows(of: string): Promise<number> {
  return Object.keys(await stored(dataFolder)).filter((key) => key.startsWith(`${of}/`)).length
}

const macOf = (n: number): string =>
  `0F:00:00:00:${(n >> 8).toString(16).padStart(2, "0")}:${(n & 255).toString(16).padStart(2, "0")}`.toUpperCase()

/** A device that somebody has invented. `isAlive`: with a sign of life. */
async function invented(
  n: number,
  address: string,
  isAlive = true,
): Promise<{ readonly mac: string; readonly headers: Readonly<Record<string, string>> }> {
  const mac = macOf(n)
  const { token } = (await extended.post(`/api/device/${mac}/token`, {}, from(address))).json() as { token: string }
  const headers = { "x-device-token": token, ...from(address) }
  if (isAlive) await extended.post(`/api/device/${mac}/heartbeat`, {}, headers)
  return { mac, headers }
}

const stateOf = async ({ mac, headers }: Pick<ExtendedDevice, "mac" | "headers">): Promise<number> =>
  (await extended.at(`/api/device/${mac}/state`, { headers })).status

async function bindByCode(
  { mac, headers }: Pick<ExtendedDevice, "mac" | "headers">,
  by: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { pair_code: code } = (await extended.post(`/api/device/${mac}/claim-token`, {}, headers)).json() as {
    pair_code: string
  }
  return extended.post("/api/user/devices", { mac, code }, by)
}

test("keeps 1,024 devices that nobody owns of one address, and loses none of anybody else's for more", async () => {
  const owned = await extended.owned()
  const elsewhere = await invented(5_000, "203.0.113.77")
  const bound = await invented(5_001, "198.51.100.7")
  const anna = await extended.person()
  assert.is((await bindByCode(bound, anna.headers)).status, 200)
  // A new screen whose MAC the stranger names, before many others.
  const screen = await invented(5_002, "203.0.113.78")
  await invented(5_002, "198.51.100.7")
  const first = await invented(0, "198.51.100.7")
  for (let i = 1; i < 1_040; i += 40) {
    // Those that will go have lived.
    await Promise.all(Array.from({ length: 40 }, (_, j) => invented(i + j, "198.51.100.7", i === 1)))
    // So many a minute are kept of one place.
    if (i % 480 === 1) extended.clock.advance(60_000)
  }
  const last = await invented(1_041, "198.51.100.7")
  const others = new Set([elsewhere, bound, screen].map(({ mac }) => mac))
  const macs = await keptMacs(extended)
  assert.equal(macs.filter((mac) => mac.startsWith("0F:") && !others.has(mac)).length, 1_024)
  assert.equal(
    await Promise.all([first, last, elsewhere, bound, screen, owned].map(stateOf)),
    [401, 200, 200, 200, 200, 200],
  )
  // What was kept of those that went has gone with them.
  assert.is(
    Object.keys(await stored(dataFolder)).filter((key) => decodeURIComponent(key).includes(first.mac)).length,
    0,
  )
  assert.is((await invented(0, "198.51.100.7")).headers["x-device-token"] === first.headers["x-device-token"], false)
})

test("lets nobody own more than 200 devices, but an admin", async () => {
  const anna = await extended.person()
  const bind = async (n: number): Promise<string> => {
    const device = await invented(n, `203.0.113.${n % 250}`, false)
    const answer = await bindByCode(device, { ...anna.headers, ...from("203.0.113.1") })
    return answer.status === 200 ? "200" : codeOf(answer)
  }
  for (let i = 3_000; i < 3_198; i++) assert.is(await bind(i), "200")
  assert.equal([await bind(0), await bind(1)], ["200", "200"])
  assert.is(await bind(200), "user-device-limit-reached")
  assert.is(
    (await extended.at(`/api/user/devices/${macOf(0)}`, { method: "DELETE", headers: anna.headers })).status,
    200,
  )
  assert.is(await bind(200), "200")
})

test("writes no picture down for a screen that shows none, and keeps one for a screen that is somebody's", async () => {
  const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#123" } })
    .png()
    .toBuffer()
  const push = (device: Pick<ExtendedDevice, "mac" | "headers">, body: Buffer): Promise<unknown> =>
    extended.at(`/api/device/${device.mac}/apply-preview`, {
      method: "POST",
      headers: { ...device.headers, "content-type": "image/png" },
      body,
    })
  await push(await invented(1, "198.51.100.9"), file)
  assert.is(await rows("c/pictures/pictures"), 0)
  await push(await extended.owned(), file)
  assert.is(await rows("c/pictures/pictures"), 1)
})

test("keeps one row for each name that was tried from an address, and one for the address", async () => {
  for (let i = 0; i < 30; i++)
    await extended.post(
      "/api/auth/login",
      { username: `nobody${i}`, password: "not the password" },
      from("198.51.100.1"),
    )
  assert.is(await rows("c/accounts/tries"), 31)
})

test("keeps no session, code or sign of life longer than it counts", async () => {
  const clock = fakeClock()
  const folder = folderWith()
  const here = await openExtended({ dataFolder: folder, clock })
  const screen = await here.device()
  await screen.render()
  await here.person()
  const names = async (): Promise<string[]> =>
    [...new Set(Object.keys(await stored(folder)).map((key) => key.split("/").slice(0, 3).join("/")))].sort()
  await here.close()
  clock.advance(31 * 86_400_000)
  const engine = await sqliteEngine(path.join(folder, "platen.db"), clock)
  await engine.sweep()
  await engine.close()
  for (const left of await names())
    assert.ok(
      [
        "c/accounts/accounts",
        "c/accounts/names",
        "c/accounts/setup",
        "c/devices/usage-total",
        "c/platen/versions",
        "c/stats/sums",
      ].includes(left),
      left,
    )
})

test("takes no more of an owner's words and modes than one document of a device bears", async () => {
  const owned = await extended.owned()
  const studio = studioCalls(extended)
  const statuses = []
  for (let i = 0; i < 34; i++)
    statuses.push((await studio.save({ ...definition(`MINE${i}`), mac: owned.mac }, owned.owner.headers)).status)
  assert.equal(statuses, [...Array.from({ length: 32 }, () => 200), 409, 409])
  const habits = await Promise.all(
    Array.from({ length: 30 }, (_, i) => owned.post("habit/check", { habit: `habit ${i}` }, owned.owner.headers)),
  )
  assert.is(habits.filter(({ status }) => status === 200).length, 24)
  for (let i = 0; i < 30; i++)
    await extended.post(
      "/api/config",
      { mac: owned.mac, modes: ["DAILY"], memo_text: "a".repeat(2_000) },
      owned.owner.headers,
    )
  const text = await keptText(extended, owned)
  assert.ok(text.length < 64_000, `${text.length} characters`)
})

test("tells the figures no more than fifty hosts apart, and no mode that somebody has made", async () => {
  const owned = await extended.owned()
  await studioCalls(extended).save({ ...definition("SECRETLY"), mac: owned.mac }, owned.owner.headers)
  await extended.post("/api/config", { mac: owned.mac, modes: ["SECRETLY"] }, owned.owner.headers)
  assert.is((await owned.render()).status, 200)
  const { outbound } = extended.stage.app
    .get(OBSERVERS)
    .list()
    .find(({ id }) => id === "metrics")!
  for (let i = 0; i < 1_000; i++) outbound!({ host: `host${i}.example`, status: 200, ms: 1 } as never)
  const text = (await extended.at("/metrics")).text()
  assert.is(text.match(/platen_outbound_requests_total\{/g)!.length, 51)
  assert.match(text, 'host="other",code="200"} 950')
  assert.not.match(text, "SECRETLY")
  assert.match(text, 'mode="custom"')
})

test("makes no more than 30 calls a minute to addresses that a stranger names", async () => {
  const here = await openExtended({ server: { limits: {} } })
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      here.at(`/api/firmware/validate-url?url=https://host${i}.example/x.bin`, { headers: from("198.51.100.1") }),
    ),
  )
  assert.is(statuses.filter(({ status }) => status === 429).length, 10)
  assert.is(
    (await here.at("/api/firmware/validate-url?url=https://host.example/x.bin", { headers: from("198.51.100.2") }))
      .status === 429,
    false,
  )
  await here.close()
})

test.run()
