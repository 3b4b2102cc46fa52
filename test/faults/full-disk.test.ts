import { execFileSync, spawnSync } from "node:child_process"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { served } from "../served.js"
import { refusal } from "../refusal.js"

const test = suite("faults: a disk that is full")

const ADMIN = { authorization: "Bearer 0123456789abcdef" }
const MAC = "0F:00:00:00:00:01"
const hasPrlimit = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0

const title = "says so in every answer, keeps devices going, and works again without a restart once there is room"
if (!hasPrlimit)
  process.stdout.write(`skipped: "${title}": there is no prlimit here, which makes files as large as they may be\n`)
;(hasPrlimit ? test : test.skip)(title, async () => {
  const server = await served(
    folderWith({ "platen.yaml": "security: { adminToken: 0123456789abcdef }\ndefaults: { timeZone: UTC }\n" }),
  )
  const at = (path: string, method = "GET", body?: object, headers = {}): Promise<Answer> =>
    ask(server.port, path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { token } = (await at(`/api/device/${MAC}/token`, "POST", {})).json() as { token: string }
  const device = { "x-device-token": token }
  const save = (nickname: string): Promise<Answer> =>
    at("/api/config", "POST", { mac: MAC, nickname, modes: ["STOIC", "DAILY"], strategy: "cycle" }, ADMIN)
  const render = (): Promise<Answer> => at(`/api/render?v=3.7&w=296&h=128&mac=${MAC}`, "GET", undefined, device)
  assert.is((await save("before")).status, 200)
  assert.is((await render()).headers["x-render-error"], undefined)

  // No file may be written beyond its first block any more: for SQLite that is a full disk.
  execFileSync("prlimit", [`--pid=${server.process.pid}`, "--fsize=512:"])
  const [saved, page, again, third] = [await save("meanwhile"), await render(), await render(), await render()]
  assert.equal(refusal(saved), [503, "disk-full"])
  assert.match((saved.json() as { message: string }).message, /the disk is full: free space/)
  for (const each of [page, again, third])
    assert.equal(
      [each.status, each.headers["content-type"], each.body.length, each.headers["x-render-error"]],
      [200, "image/bmp", 5_182, "disk-full"],
    )
  assert.is(third.headers["x-content-fallback"], undefined, "a device that boots shows it")
  assert.is(
    (await at(`/api/device/${MAC}/heartbeat`, "POST", { battery_voltage: 3.7, wifi_rssi: -50 }, device)).status,
    200,
  )
  assert.equal(
    [
      (await at(`/api/config/${MAC}`, "GET", undefined, device)).status,
      (await at(`/api/device/${MAC}/state`, "GET", undefined, ADMIN)).status,
    ],
    [200, 200],
    "what only reads goes on",
  )
  assert.is((await at(`/api/device/${MAC}/token`, "POST", {}, device)).status, 200, "who has a token keeps it")
  assert.is((await at("/api/device/0F:00:00:00:00:02/token", "POST", {})).status, 503)
  assert.is((await at("/api/preview")).status, 200)

  execFileSync("prlimit", [`--pid=${server.process.pid}`, "--fsize=unlimited:"])
  const [after, well] = [await save("after"), await render()]
  assert.equal([after.status, well.status, well.headers["x-render-error"]], [200, 200, undefined])
  const { configs } = (await at(`/api/config/${MAC}/history`, "GET", undefined, ADMIN)).json() as {
    configs: readonly { nickname: string }[]
  }
  assert.equal(
    configs.map(({ nickname }) => nickname),
    ["after", "before"],
  )
  await server.stop()
})

test.run()
