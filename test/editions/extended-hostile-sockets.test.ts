import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import type { Socket } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

/** Connections that a whole server bears. What a bare one makes of bytes that are no HTTP: http/server; of slow ones: http/slow callers. */
const test = suite("editions/extended: hostile: sockets")

let here: Extended
let screen: ExtendedDevice & { readonly owner: Person }
let routes: readonly ServedRoute[]
test.before(async () => {
  here = await openExtended()
  screen = await here.owned()
  routes = here.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
})
test.after(() => here.close())
test.after.each(async () => {
  assert.is((await here.at("/api/health")).status, 200)
  assert.equal(
    here.stage.log.lines.filter(({ level }) => level === "error"),
    [],
  )
})

const device = (): readonly string[] => [`X-Device-Token: ${screen.token}`]
const filled = (path: string): string => path.replaceAll(/:(?!mac\b)\w+/g, "1").replace(":mac", screen.mac)

async function withMany(sockets: readonly Promise<Socket>[], work: () => Promise<void>): Promise<void> {
  const open = await Promise.all(sockets)
  try {
    await work()
  } finally {
    for (const socket of open) socket.destroy()
  }
}

test("answers devices while a thousand connections say nothing", async () => {
  await withMany(
    Array.from({ length: 1_000 }, () => opened(here.port)),
    async () => {
      for (let i = 0; i < 10; i++) assert.is((await screen.render()).status, 200)
      assert.is((await screen.post("heartbeat", {})).status, 200)
    },
  )
})

test("answers devices while hundreds of requests stand half-said, of every route", async () => {
  const halves = routes.map(
    ({ route, path }) => `${head(filled(path), route.method, ...device(), "Content-Length: 100")}{"mode":`,
  )
  await withMany(
    [
      ...halves,
      ...halves.map((half) => half.slice(0, half.length >> 1)),
      ...halves.map((half) => half.slice(0, 9)),
    ].map((half) => opened(here.port, half)),
    async () => {
      for (let i = 0; i < 5; i++) assert.is((await screen.render()).status, 200)
    },
  )
})

test("answers a device's pipelined calls in their order, each whole", async () => {
  const calls = [
    head(`/api/device/${screen.mac}/heartbeat`, "POST", ...device(), "Content-Length: 2") + "{}",
    head(`/api/device/${screen.mac}/state`, "GET", ...device()),
    head(`/api/render?mac=${screen.mac}&w=296&h=128`, "GET", ...device()),
  ]
  const got = await exchange(here.port, calls.join("").repeat(5) + head("/api/health", "GET", "Connection: close"))
  const answers = got.split(/(?=HTTP\/1\.1 )/)
  assert.is(answers.length, 16)
  for (const [i, answer] of answers.entries()) {
    const [, length] = /content-length: (\d+)\r\n/i.exec(answer) ?? []
    assert.ok(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer.slice(0, 60))
    assert.is(answer.length - answer.indexOf("\r\n\r\n") - 4, Number(length))
    if (i % 3 === 2 && i < 15) assert.is(length, "5182")
  }
})

test("takes chunked posts of devices as it takes announced ones", async () => {
  for (const [call, body] of [
    ["heartbeat", '{"battery_voltage":3.9,"wifi_rssi":-40}'],
    ["claim-token", '{"pair_code":"123456"}'],
    ["runtime", '{"mode":"interval"}'],
    ["token", "{}"],
  ] as const) {
    const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join("")
    const got = await exchange(
      here.port,
      `${head(`/api/device/${screen.mac}/${call}`, "POST", ...device(), "Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close")}${chunks}0\r\n\r\n`,
    )
    assert.match(got, /^HTTP\/1\.1 200 OK\r\n/, call)
    assert.match(got, /\r\ncontent-length: \d+\r\n/i)
    assert.not.match(got, /transfer-encoding/i)
  }
  assert.is((await screen.state()).battery, 3.9)
})

test("answers a GET that has a body as one without, and the next call on that connection too", async () => {
  for (const path of [
    `/api/device/${screen.mac}/state`,
    `/api/render?mac=${screen.mac}&w=296&h=128`,
    "/api/health",
    "/no/where",
  ]) {
    const got = await exchange(
      here.port,
      `${head(path, "GET", ...device(), "Content-Length: 14")}GET / HTTP/1.1${head("/api/health", "GET", "Connection: close")}`,
    )
    const answers = got.split(/(?=HTTP\/1\.1 \d)/)
    assert.equal(
      [answers.length, answers.at(-1)!.slice(0, 15)],
      [2, "HTTP/1.1 200 OK"],
      `${path}: ${got.slice(0, 200)}`,
    )
  }
})

test("answers HEAD on every path as GET does, with its length and without its body, and takes nothing", async () => {
  const pending = async (): Promise<unknown> => (await screen.state(screen.owner.headers)).pending_refresh
  await screen.post("refresh", {}, screen.owner.headers)
  for (const { route, path } of routes.filter((each) => each.route.method === "GET")) {
    for (const headers of [{}, screen.headers, screen.owner.headers, here.admin] as readonly Readonly<
      Record<string, string>
    >[]) {
      const at = `${filled(path)}?mac=${screen.mac}`
      const asked = await here.at(at, { method: "HEAD", headers })
      assert.is(asked.body.length, 0, path)
      if (route.path === "/api/render") continue
      const got = await here.at(at, { headers })
      assert.is(asked.status, got.status, `${path} ${JSON.stringify(headers)}`)
    }
  }
  assert.is(await pending(), 1)
})

test("answers methods that a path does not know with 405 and what it knows, and odd ones without a failure", async () => {
  for (const { path } of routes) {
    const known = new Set(routes.filter((each) => each.path === path).map(({ route }) => route.method as string))
    for (const method of [
      "PUT",
      "PATCH",
      "DELETE",
      "POST",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
      "PURGE",
      "SEARCH",
      "MKCOL",
    ].filter((each) => !known.has(each))) {
      const got = await exchange(here.port, head(filled(path), method, "Content-Length: 0", "Connection: close"))
      const status = Number(/^HTTP\/1\.1 (\d+) /.exec(got)?.[1])
      // Of a path that several routes may answer one knows the method, and asks who calls.
      assert.ok([400, 401, 405].includes(status), `${method} ${path}: ${got.slice(0, 60)}`)
      if (status === 405) assert.match(got, /\r\nallow: [A-Z, ]+\r\n/i)
    }
  }
})

test("takes an address with scheme and host for no other server's: it calls nobody, and tells nothing", async () => {
  for (const target of [
    "http://evil.example/api/health",
    "https://127.0.0.1/api/health",
    "http://evil.example:80/api/device/x/state",
    "evil.example:443",
    "//evil.example/api/health",
    "/\\evil.example",
    "ftp://x/",
  ]) {
    const got = await exchange(here.port, head(target, "GET", "Connection: close"))
    assert.match(got, /^HTTP\/1\.1 (200|400|404) /, target)
    assert.not.match(got, /\r\nlocation:/i)
  }
})

test("answers a call with two hosts, and lets neither make a page's call its own", async () => {
  const session = screen.owner.token
  const call = (...hosts: readonly string[]): Promise<string> =>
    exchange(
      here.port,
      [
        `POST /api/device/${screen.mac}/refresh HTTP/1.1`,
        ...hosts.map((host) => `Host: ${host}`),
        `Cookie: ink_session=${session}`,
        "Origin: http://evil.example",
        "Content-Length: 0",
        "Connection: close",
        "",
        "",
      ].join("\r\n"),
    )
  const good = `127.0.0.1:${here.port}`
  for (const hosts of [[good, "evil.example"], [good], []])
    assert.match(await call(...hosts), /^HTTP\/1\.1 (400|403) /, hosts.join())
})

test("redirects nobody: no path answers with another address", async () => {
  for (const path of [
    "/api/render/",
    "/api//render",
    `/api/device/${screen.mac}/state/`,
    "/config/",
    "/API/RENDER",
    `/api/v1/device/${screen.mac.toLowerCase()}/state`,
  ]) {
    const answer = await here.at(path, { headers: screen.headers })
    assert.ok(answer.status < 300 || answer.status >= 400, `${path}: ${answer.status}`)
    assert.is(answer.headers.location, undefined)
  }
})

test.run()
