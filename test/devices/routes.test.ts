import { existsSync } from "node:fs"
import { Socket } from "node:net"
import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bar, numberMode } from "../editions/bars.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice } from "../editions/extended-stage.js"
import { statsOf, written } from "../editions/seen.js"
import { folderWith } from "../folder.js"
import { exchange, head } from "../kernel/http/exchange.js"
import { pngOf } from "./pixels.js"

/** What devices call, byte by byte. */
const test = suite("devices/routes")

const numbers = definePlugin({
  id: "numbers",
  setup: () => [MODES.of(...["ONE", "TWO", "THREE"].map((id, i) => numberMode(id, i + 1)))],
})

interface Breakable extends Extended {
  sql(statement: string): Promise<void>
}

let here: Breakable
test.before.each(async () => {
  const dataFolder = folderWith()
  const extended = await openExtended({ plugins: [numbers], defaults: { mode: "ONE" }, dataFolder })
  here = {
    ...extended,
    sql: async (statement) => {
      const adapter = new KeyvSqlite({
        uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
        table: "elsewhere",
        busyTimeout: 2_000,
      })
      await adapter.query(statement)
      await adapter.disconnect()
    },
  }
})
test.after.each(() => here.close())

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** Whether this server has them: without the plugin there is no such route. */
const ALERTS = existsSync(new URL("../../plugins/devices/alerts/index.js", import.meta.url))

/** Everything that the firmware calls, for the largest panel too. */
function callsOf(mac: string): readonly Call[] {
  const post = (call: string, body: string): Call => ({ method: "POST", path: `/api/device/${mac}/${call}`, body })
  const render = (size: string): Call => ({
    method: "GET",
    path: `/api/render?v=3.91&mac=${mac}&rssi=-42&refresh_min=60&${size}`,
  })
  return [
    post("token", "{}"),
    post("claim-token", `{"pair_code":"123456"}`),
    post("heartbeat", `{"battery_voltage":3.91,"wifi_rssi":-42}`),
    post("runtime", `{"mode":"interval"}`),
    { method: "GET", path: `/api/config/${mac}` },
    { method: "GET", path: `/api/device/${mac}/state` },
    ...(ALERTS ? [{ method: "GET", path: `/api/device/${mac}/alert-bmp?w=400&h=300` }] : []),
    render("w=296&h=128&bpp=1&colors=2"),
    render("w=800&h=480&bpp=1&colors=2"),
    render("w=400&h=300&bpp=2&colors=4"),
    render("w=800&h=480&bpp=2&colors=4"),
    // What the firmware never sends, and others do.
    post("claim-token", "{"),
    post("runtime", `{"mode":"nap"}`),
    post("heartbeat", ""),
    render("w=1&h=1"),
    { ...render("w=296&h=128"), method: "HEAD" },
  ]
}

interface Raw {
  readonly status: number
  readonly head: string
  readonly body: string
  /** Writes by which the server's socket sent it. */
  readonly writes: number
}

/** A call on a raw socket, and the writes that its answer took. */
async function raw({ method, path, body }: Call, token: string): Promise<Raw> {
  const prototype = Socket.prototype as unknown as Record<
    "_write" | "_writev",
    (this: Socket, ...given: unknown[]) => void
  >
  const { _write, _writev } = prototype
  let writes = 0
  for (const [name, own] of Object.entries({ _write, _writev })) {
    prototype[name as "_write"] = function (...given) {
      if (this.localPort === here.port) writes++
      own.apply(this, given)
    }
  }
  try {
    const posted = body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]
    const got = await exchange(
      here.port,
      head(path, method, ...(token === "" ? [] : [`X-Device-Token: ${token}`]), ...posted, "Connection: close") +
        (body ?? ""),
    )
    const end = got.indexOf("\r\n\r\n") + 4
    return { status: Number(got.slice(9, 12)), head: got.slice(0, end), body: got.slice(end), writes }
  } finally {
    Object.assign(prototype, { _write, _writev })
  }
}

test("sends head and whole body in one write on every device route, with a length, and nothing that the firmware cannot read", async () => {
  const [owned, unowned] = [await here.owned(), await here.device()]
  const stranger = ((await here.post(`/api/device/${owned.mac}/token`)).json() as { token: string }).token
  const statuses = new Set<number>()
  const check = async (who: string, mac: string, token: string): Promise<void> => {
    for (const call of callsOf(mac)) {
      const answer = await raw(call, token)
      const where = `${who}: ${call.method} ${call.path} ${answer.status}`
      statuses.add(answer.status)
      assert.is(answer.writes, 1, where)
      assert.ok(answer.status >= 200 && (answer.status < 300 || answer.status >= 400), where)
      assert.not.match(answer.head, /transfer-encoding|content-encoding|HTTP\/1\.1 1/i, where)
      if (answer.status === 204) assert.is(answer.body, "", where)
      else if (call.method === "HEAD") assert.match(answer.head, /content-length: [1-9]/i, where)
      else assert.is(Number(/content-length: (\d+)/i.exec(answer.head)?.[1]), answer.body.length, where)
      assert.match(answer.head, /\r\ncache-control: no-store\r\n/i, where)
      if (answer.status === 200 && call.method !== "HEAD") assert.ok(answer.body.length > 0, where)
      if (/json/.test(answer.head) && answer.body !== "")
        assert.is(JSON.stringify(JSON.parse(answer.body)), answer.body, `${where}: compact`)
    }
  }
  await check("owned", owned.mac, owned.token)
  await check("unowned", unowned.mac, unowned.token)
  await check("provisional", owned.mac, stranger)
  await check("wrong token", owned.mac, "wrong")
  await check("no token", owned.mac, "")
  await check("unknown", "0E:99:00:00:00:01", "wrong")
  await check("bad MAC", "nonsense", owned.token)
  await here.sql("ALTER TABLE platen RENAME TO away")
  await check("no store", owned.mac, owned.token)
  for (const status of [200, 400, 401, 404, 422, 503]) assert.ok(statuses.has(status), `${status} was among them`)
})

test("takes a code as the device has posted it, echoes it exactly, repeated and on an owned device", async () => {
  const [unowned, owned] = [await here.device(), await here.owned()]
  const stranger = {
    ...owned,
    headers: {
      "x-device-token": ((await here.post(`/api/device/${owned.mac}/token`)).json() as { token: string }).token,
    },
  }
  for (const { mac, headers } of [unowned, owned, stranger]) {
    for (let i = 0; i < 3; i++) {
      const answer = await here.post(`/api/device/${mac}/claim-token`, { pair_code: "004217" }, headers)
      assert.is(answer.status, 200)
      assert.match(answer.text(), /"pair_code":"004217"/)
      here.clock.advance(20 * 60_000)
    }
  }
  await here.post(`/api/device/${unowned.mac}/claim-token`, { pair_code: "004217" }, unowned.headers)
  const person = await here.person()
  const bound = await here.post("/api/user/devices", { mac: unowned.mac, pair_code: "004217" }, person.headers)
  assert.is((bound.json() as { status: string }).status, "claimed")
  assert.match(
    (await here.post(`/api/device/${unowned.mac}/claim-token`, { pair_code: "004217" }, unowned.headers)).text(),
    /"pair_code":"004217"/,
  )
})

test("answers 503 while the store cannot be read, and never 401", async () => {
  const [owned, unowned] = [await here.owned(), await here.device()]
  await here.sql("ALTER TABLE platen RENAME TO away")
  const needsNoStore = (await raw({ method: "GET", path: "/api/preview?persona=STOIC" }, "")).status
  assert.is(needsNoStore, 200)
  for (const { mac, token } of [
    owned,
    unowned,
    { mac: owned.mac, token: "wrong" },
    { mac: "0E:99:00:00:00:01", token: "wrong" },
  ]) {
    for (const call of callsOf(mac)) {
      const { status } = await raw(call, token)
      assert.is(status, 503, `${call.method} ${call.path}`)
    }
  }
  await here.sql("ALTER TABLE away RENAME TO platen")
  assert.is((await owned.render()).status, 200, "and its token is as good as before")
})

test("consumes nothing by a HEAD of render", async () => {
  const screen: ExtendedDevice & { readonly owner: { readonly headers: Readonly<Record<string, string>> } } =
    await here.owned()
  await here.post("/api/config", { mac: screen.mac, strategy: "cycle", modes: ["ONE", "TWO", "THREE"] }, here.admin)
  const looked = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      const { status, head, body } = await raw(
        { method: "HEAD", path: `/api/render?v=3.7&mac=${screen.mac}&w=296&h=128` },
        screen.token,
      )
      assert.equal(
        [status, body, /content-length: 5182\r/i.test(head), /x-pending-refresh|x-preview-push/i.test(head)],
        [200, "", true, false],
      )
    }
  }
  const own = async (call: string, body: string | Buffer): Promise<void> => {
    assert.is(
      (
        await here.at(`/api/device/${screen.mac}/${call}`, {
          method: "POST",
          headers: { ...screen.owner.headers, ...(typeof body === "string" && { "content-type": "application/json" }) },
          body,
        })
      ).status,
      200,
    )
  }
  await looked()
  const first = await screen.render()
  assert.equal([bar(first), first.headers["x-pending-refresh"]], [1, "1"], "the cycle and the pending refresh")
  await own("switch", `{"mode":"THREE"}`)
  await looked()
  assert.is(bar(await screen.render()), 3, "the pending mode")
  await own(
    "apply-preview",
    pngOf(296, 128, (x, y) => (x < 150 || y > 8 ? 0x000000 : 0xffffff)),
  )
  await looked()
  const pushed = await screen.render()
  assert.equal([bar(pushed), pushed.headers["x-preview-push"]], [150, "1"], "the push")
  await looked()
  assert.is(bar(await screen.render()), 2)
  await written(here, screen)
  assert.is((await statsOf(here, screen)).total_renders, 4, "and nothing was counted")
})

test.run()
