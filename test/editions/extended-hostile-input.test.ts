import { existsSync, readdirSync } from "node:fs"
import { Agent } from "node:http"
import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { head, exchange } from "../kernel/http/exchange.js"
import { calls, codeOf, from } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { IS_FULL } from "../depth.js"
import { membersOf } from "./seen.js"
import { definition, studioCalls } from "./extended-studio-stage.js"
import { everyMode } from "./test-modes.js"

/** What somebody types or sends in the hope that it is taken for something else. */
const test = suite("editions/extended: hostile: input")

const LIMITS = Object.fromEntries(
  ["render", "preview", "pairing", "push", "mode-save", "mode-preview", "mode-generate", "alert", "qr", "modes"].map(
    (name) => [name, 1_000_000],
  ),
)

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
let here: Extended
let dataFolder: string
let screen: ExtendedDevice & { readonly owner: Person }
let routes: readonly ServedRoute[]
test.before(async () => {
  dataFolder = folderWith()
  here = await openExtended({ dataFolder, server: { limits: LIMITS } })
  screen = await here.owned()
  await here.post("/api/config", { mac: screen.mac, modes: ["DAILY"] }, screen.owner.headers)
  routes = here.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
})
test.after(async () => {
  agent.destroy()
  await here.close()
})
test.after.each(() =>
  assert.equal(
    here.stage.log.lines.filter(({ level }) => level === "error"),
    [],
  ),
)

/** Line ends, ends of texts, ways up, other ways to write them, long, turned round, half. */
const NASTY: Readonly<Record<string, string>> = {
  "a line end": "a\r\nSet-Cookie: ink_session=x\r\n\r\n",
  "a NUL": "a\0b",
  "a way up": "../../../etc/passwd",
  "an encoded way up": "..%2f..%2fetc%2fpasswd",
  "a doubly encoded way up": "%252e%252e%252f",
  "an encoded NUL": "a%00b",
  "a Windows way up": "..\\..\\x",
  "a long text": "x".repeat(5_000),
  "text turned round": "\u202eevil\u2066",
  "half a pair": "\ud83d",
  "the other half": "\ude00",
  "a prototype": "__proto__",
  "a constructor": "constructor",
  "a key of the store": "c/devices/devices/extended/",
  "a template": "{{ constructor }}",
  markup: "<script>alert(1)</script>",
  "nothing that is seen": "\u200b\u00ad",
  "a broken percent": "%zz%",
  "a regular expression": "(a+)+$",
  "a query": "a?b=c&d#e",
}

/** What is read of a body there, as far as it is text. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "/api/auth/": ["username", "password", "setup_code", "current"],
  "/api/config": [
    "mac",
    "modes",
    "nickname",
    "city",
    "timezone",
    "tone",
    "strategy",
    "memo_text",
    "language",
    "llm_model",
  ],
  "/api/modes/": ["mac", "mode_id", "id", "title", "description", "provider", "lang"],
  "/api/claim/": ["mac", "pair_code", "token", "nickname"],
  "/api/user/": ["mac", "pair_code", "token", "nickname", "username"],
  "/api/device/": ["mode", "habit", "date", "pair_code", "sender", "message", "level"],
}
const fieldsOf = (path: string): readonly string[] =>
  Object.entries(FIELDS).find(([begin]) => path.startsWith(begin))?.[1] ?? []

const wellFormed = (text: string): string => encodeURIComponent(text.toWellFormed())

function isCalm(which: string, status: number, headers: Readonly<Record<string, string>>): void {
  assert.ok(status < 500 || status === 503, `${which}: ${status}`)
  // A session of its own may begin with an x, too.
  assert.not.match(headers["set-cookie"] ?? "", /ink_session=x(?![\w-])/, which)
}

for (const [t, [what, text]] of Object.entries(NASTY).entries()) {
  test(`takes ${what} in any part of any path for what it is: no failure, no other header, no file`, async () => {
    let part = t
    for (const { route, path } of routes) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
      for (const name of names) {
        const both = [wellFormed(text), text.toWellFormed().replaceAll(/[^\x21-\x7e]/g, "_")]
        // Of eight texts in a row each part of a path has one in each way to write it; in the nightly form it has all in both.
        const turn = part++ % 8
        for (const spelt of IS_FULL ? both : turn < 2 ? [both[turn]!] : []) {
          const filled = path
            .split("/")
            .map((each) =>
              each === `:${name}` ? spelt : each === ":mac" ? screen.mac : each.startsWith(":") ? "1" : each,
            )
            .join("/")
          const answer = await here.at(filled, {
            method: route.method,
            headers: {
              ...here.admin,
              ...(route.method !== "GET" && { "content-type": "application/json", "content-length": "2" }),
            },
            ...(route.method !== "GET" && { body: "{}" }),
            agent,
          })
          isCalm(`${route.method} ${filled.slice(0, 100)}`, answer.status, answer.headers)
          assert.not.match(answer.text(), "root:x:0")
          if (name === "mac" && !spelt.includes("/") && !spelt.includes("?"))
            assert.ok(
              answer.status === 400 || answer.status === 401 || answer.status === 422 || answer.status === 403,
              `${route.method} ${filled.slice(0, 80)}: ${answer.status}`,
            )
        }
      }
    }
  })

  test(`takes ${what} in every field of every body for what it is`, async () => {
    for (const { route, path } of routes.filter(({ route: each }) => each.method !== "GET")) {
      const filled = path.replaceAll(/:(?!mac\b)\w+/g, "1").replace(":mac", screen.mac)
      // Every fourth field, and of the next text the next.
      const fields = fieldsOf(route.path).filter((_, f) => IS_FULL || (f + t) % 4 === 0)
      await Promise.all(
        fields.map(async (field, i) => {
          const body = JSON.stringify({
            mac: screen.mac,
            modes: ["DAILY"],
            mode: "DAILY",
            habit: "run",
            username: "somebody",
            password: "long enough",
            sender: "a",
            message: "b",
            [field]: text,
          })
          const answer = await here.at(filled, {
            method: route.method,
            headers: {
              ...from(`192.0.2.${i}`),
              ...screen.owner.headers,
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(body)),
            },
            body,
            agent,
          })
          isCalm(`${route.method} ${filled} ${field}`, answer.status, answer.headers)
        }),
      )
      // Somebody may have been signed out or unbound by it: back.
      if (
        (await here.at("/api/auth/me", { headers: screen.owner.headers })).status !== 200 ||
        !(await membersOf(here, screen)).some(({ user_id: user }) => user === screen.owner.id)
      ) {
        screen = await here.owned()
        await here.post("/api/config", { mac: screen.mac, modes: ["DAILY"] }, screen.owner.headers)
      }
    }
    const page = await screen.render()
    assert.equal([page.status, page.headers["content-type"]], [200, "image/bmp"])
    const state = await screen.get("state")
    assert.equal(state.text(), JSON.stringify(state.json()))
  })
}

test("writes no file but its own store, whatever modes are called", async () => {
  for (const id of ["../X", "/tmp/X", "X/../../Y", "X.json", "STOIC\0", "C:\\X"]) {
    assert.is(
      (await studioCalls(here).save({ ...definition(id), mac: screen.mac }, screen.owner.headers)).status,
      422,
      id,
    )
    assert.ok(
      [400, 422].includes((await studioCalls(here).remove(wellFormed(id), screen.owner.headers, screen.mac)).status),
      id,
    )
  }
  assert.equal(
    readdirSync(dataFolder).filter((name) => !/^(platen\.db.*|server\.lock)$/.test(name)),
    [],
  )
  assert.not.ok(existsSync("/tmp/X.json"))
})

test("lets no custom mode take the name of a built-in, and none reach anybody else's screen", async () => {
  const { save, ids } = studioCalls(here)
  const other = await here.owned()
  for (const { id } of everyMode(here.stage).slice(0, 60)) {
    for (const name of [id, id.toLowerCase()]) {
      const answer = await save({ ...definition(name), mac: screen.mac }, screen.owner.headers)
      assert.ok(
        (answer.status === 409 && codeOf(answer) === "mode-already-exists") || answer.status === 422,
        `${name}: ${answer.status}`,
      )
    }
  }
  for (const who of [screen, other])
    assert.is((await save({ ...definition("OURS", who.mac), mac: who.mac }, who.owner.headers)).status, 200)
  await here.post("/api/config", { mac: other.mac, modes: ["OURS"] }, other.owner.headers)
  await studioCalls(here).remove("OURS", screen.owner.headers, screen.mac)
  assert.ok((await ids(other.owner.headers, `mac=${other.mac}`)).includes("OURS"))
  assert.is((await other.render()).status, 200)
})

test("takes bodies nested to any depth, and names that objects have by birth, without a failure", async () => {
  const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`
  for (const { route, path } of routes.filter(
    ({ route: each }) => each.method !== "GET" && each.path !== "/api/modes/generate",
  )) {
    const filled = path.replaceAll(/:(?!mac\b)\w+/g, "1").replace(":mac", screen.mac)
    for (const body of [
      deep,
      `{"mac":"${screen.mac}","modes":${deep},"mode":${deep},"habit":${deep},"username":${deep},"message":${deep}}`,
      `{"mac":"${screen.mac}","modes":["DAILY"],"mode_overrides":{"DAILY":{"city":${deep}}}}`,
      `{"mac":"${screen.mac}","mode_def":${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}}`,
      `{"mac":"${screen.mac}","__proto__":{"modes":["DAILY"]},"constructor":{"prototype":{"x":1}},"modes":["DAILY"],"mode_overrides":{"__proto__":{"x":1},"DAILY":{"__proto__":1}}}`,
      "9".repeat(60_000),
      `"${"\\u0000".repeat(9_000)}"`,
      "null",
      "true",
      "[]",
      '{"a":1e999}',
      "\ufeff{}",
      '{"mac":1,"mac":"x"}',
    ]) {
      const answer = await here.at(filled, {
        method: route.method,
        headers: {
          ...here.admin,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
        },
        body,
      })
      isCalm(`${route.method} ${filled} ${body.slice(0, 60)}`, answer.status, answer.headers)
    }
  }
  assert.is(({} as Record<string, unknown>).x, undefined)
})

test("refuses a body that is too large on every route, announced or not, and reads none of what it refuses", async () => {
  for (const { route, path } of routes.filter(({ route: each }) => each.method !== "GET")) {
    const filled = path.replaceAll(/:(?!mac\b)\w+/g, "1").replace(":mac", screen.mac)
    const credential = Object.entries(
      route.path.endsWith("/heartbeat") || route.path.endsWith("/claim-token") ? screen.headers : screen.owner.headers,
    ).map(([name, value]) => `${name}: ${value}`)
    const announced = await exchange(
      here.port,
      head(filled, route.method, ...credential, "Content-Length: 1000000000", "Connection: close"),
      (got) => got.includes("\r\n\r\n"),
    )
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(announced)?.[1])
    // Where no body is wanted none is read; else it is refused for its length before anything else, or for who sends it.
    assert.ok(
      [200, 400, 401, 403, 404, 409, 413, 422].includes(status),
      `${route.method} ${path}: ${announced.slice(0, 100)}`,
    )
    if (route.body && route.auth !== "open" && status === 200)
      throw new Error(`${route.method} ${path} takes a body of 1 GB`)
  }
  const chunk = `${(65_536).toString(16)}\r\n${" ".repeat(65_536)}\r\n`
  for (const path of ["/api/auth/login", "/api/config", "/api/modes/custom", `/api/device/${screen.mac}/switch`]) {
    const streamed = await exchange(
      here.port,
      head(
        path,
        "POST",
        `Authorization: ${here.admin.authorization}`,
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
      ) + chunk.repeat(20),
      (got) => got.includes("\r\n\r\n"),
    )
    assert.match(streamed, /^HTTP\/1\.1 413 /, `${path}: ${streamed.slice(0, 300)}`)
  }
})

test("counts no name twice that only looks another, and takes none that cannot be seen or is half a letter", async () => {
  const { register } = calls(here.port)
  assert.is((await register("paula", {}, from("198.51.100.201"))).status, 200)
  for (const [name, status] of [
    ["PAULA", 409],
    ["pa\u200bula", 422],
    ["p\u0430ula", 422],
    ["\u202epaula", 422],
    ["paula\0", 422],
    ["paula\r\n", 422],
    ["ｐａｕｌａ", 409],
    ["\ud83d", 422],
    ["../paula", 422],
    ["-paula", 422],
  ] as const) {
    assert.is((await register(name, {}, from("198.51.100.202"))).status, status, JSON.stringify(name))
  }
})

test.run()
