import { mkdtempSync, rmSync, statSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../editions/extended-stage.js"
import { definition, studioCalls } from "../editions/extended-studio-stage.js"
import { stored } from "../editions/stored.js"
import { refusal } from "../refusal.js"

/** Attacks A7 and A10: one user fills the disk, or pushes out what others wait for. */
const test = suite("hostile/storage")

const folder = mkdtempSync(path.join(os.tmpdir(), "platen-storage-"))
let server: Extended
test.before(async () => {
  server = await openExtended({
    dataFolder: folder,
    server: { storage: 33_554_432, limits: { push: 1e6, "mode-save": 1e6, render: 1e6, preview: 1e6, library: 1e6 } },
  })
})
test.after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

// Those that fill the store come last: the others read all that is in it.
const size = (): number =>
  ["platen.db", "platen.db-wal"].reduce(
    (sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
/** A BMP cannot be pushed: a PNG of the page, and noise behind it that no reader looks at. */
async function picture(bytes: number, seed: number): Promise<Buffer> {
  const { body } = await server.at("/api/preview?w=100&h=100&persona=STOIC")
  return Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), seed)])
}
const push = (screen: ExtendedDevice, body: Buffer, owner: Person): Promise<Answer> =>
  server.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: { ...owner.headers, "content-type": "image/png" },
    body,
  })

test("writes at most 8 KiB of a page into the history, and 16 KiB into the favorites", async () => {
  const screen = await server.owned()
  const large = (i: number): object =>
    definition("LARGE", "x", {
      mac: screen.mac,
      fields: { quote: { type: "text" }, list: { type: "list" } },
      content: { pool: { en: [{ quote: `${i}`, list: Array.from({ length: 14 }, () => "y".repeat(3_900)) }] } },
    })
  const before = size()
  for (let i = 0; i < 12; i++) {
    assert.is((await studioCalls(server).save(large(i), screen.owner.headers)).status, 200)
    assert.is((await screen.render("persona=LARGE")).headers["x-render-error"], undefined)
    assert.is((await screen.post("favorite", { mode: "LARGE" }, screen.owner.headers)).status, 200)
  }
  const { history } = (await screen.get("history", screen.owner.headers)).json() as { history: { content: unknown }[] }
  assert.ok(history.length > 0)
  for (const { content } of history) assert.ok(Buffer.byteLength(JSON.stringify(content)) <= 8_192)
  assert.ok(size() - before < 12 << 20, `${(size() - before) >> 10} KiB more`)
})

test("remembers nothing of a user's mode that never asks anybody, in however many languages it is fetched", async () => {
  const screen = await server.owned()
  const large = definition("MINE", "x", {
    mac: screen.mac,
    fields: { quote: { type: "text" }, list: { type: "list" } },
    content: {
      pool: { en: [{ quote: "the words of MINE", list: Array.from({ length: 14 }, () => "z".repeat(3_900)) }] },
    },
  })
  assert.is((await studioCalls(server).save(large, screen.owner.headers)).status, 200)
  for (let i = 0; i < 20; i++)
    assert.is(
      (await screen.render(`persona=MINE&lang=en-x${i.toString().padStart(4, "0")}`)).headers["x-render-error"],
      undefined,
    )
  assert.is((await screen.render("persona=STOIC")).status, 200)
  const texts = async (): Promise<string> => JSON.stringify(await stored(folder))
  while (!(await texts()).includes("STOIC/")) await server.at("/api/health")
  assert.not.match(await texts(), /"[^"]*last-good[^"]*MINE/)
})

test("keeps nothing of a memo once its last owner has unbound the device", async () => {
  const screen = await server.owned()
  const secret = "the key lies under the third flowerpot"
  assert.is(
    (await server.post("/api/config", { mac: screen.mac, modes: ["MEMO"], memo_text: secret }, screen.owner.headers))
      .status,
    200,
  )
  assert.is((await screen.render()).headers["x-render-error"], undefined)
  const texts = async (): Promise<string> => JSON.stringify(await stored(folder))
  while (!(await texts()).includes("last-good/device")) await server.at("/api/health")
  assert.ok((await texts()).includes(secret))
  assert.is(
    (await server.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })).status,
    200,
  )
  assert.not.ok((await texts()).includes(secret))
})

test("keeps what a screen waits for, however much another user pushes", async () => {
  const [anna, otto] = [await server.owned(), await server.owned()]
  assert.is((await push(anna, await picture(1_000, 1), anna.owner)).status, 200)
  for (let i = 0; i < 18; i++) assert.is((await push(otto, await picture(1_950_000, i), otto.owner)).status, 200)
  const shown = await anna.render()
  assert.equal([shown.headers["x-render-error"], shown.headers["x-preview-push"]], [undefined, "1"])
  assert.ok(size() < 30 << 20, `the store has ${size() >> 20} MiB after 35 MB of pictures for one screen`)
})

test("refuses a push that finds no room, with 409, and leaves what waits", async () => {
  const keeper = await server.person()
  const screens = []
  for (let i = 0; i < 17; i++) screens.push(await server.owned(keeper))
  const outcomes: number[] = []
  for (const [i, screen] of screens.entries())
    outcomes.push((await push(screen, await picture(2_000_000, i), keeper)).status)
  assert.ok(outcomes.includes(409), outcomes.join(" "))
  assert.equal([...new Set(outcomes)].sort(), [200, 409])
  assert.is((await screens[0]!.render()).headers["x-preview-push"], "1")
  const refused = await push(screens.at(-1)!, await picture(2_000_000, 99), keeper)
  assert.equal(refusal(refused), [409, "storage-limit-reached"])
})

test.run()
