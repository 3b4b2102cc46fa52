import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../depth.js"
import type { Answer } from "../kernel/http/ask.js"
import { calls, cookie, from } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { comparisons, derivations } from "../plugins/people/accounts/comparisons.js"
import { PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"
import { definition, studioCalls } from "./extended-studio-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"

/** What is told to those who should not know: secrets, and that something exists. */
const test = suite("editions/extended: hostile: leaks")

const ADMIN = "an operator's very own token"
const FIRMWARE = "ghp_a_token_of_the_operator"
const LIMITS = Object.fromEntries(
  ["render", "preview", "pairing", "push", "mode-save", "mode-preview", "mode-generate", "alert", "qr"].map((name) => [
    name,
    1_000_000,
  ]),
)

let here: PairingStage
let routes: readonly ServedRoute[]
test.before.each(async () => {
  here = await openPairing({
    security: { adminToken: ADMIN },
    config: { firmware: { repository: "maker/screen", token: FIRMWARE } },
    server: { limits: LIMITS },
  })
  routes = here.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
})
test.after.each(() => here.close())

const filled = (path: string, mac: string): string => path.replaceAll(/:(?!mac\b)[^/]+/g, "1").replace(":mac", mac)

/** One call of a route with whatever its schema may want. */
function call({ route, path }: ServedRoute, mac: string, headers: Headers, more: object = {}): Promise<Answer> {
  const { token = "" } = more as { readonly token?: string }
  const query = new URLSearchParams({ mac, enabled: "1", token, url: "https://x.example/x.bin" }).toString()
  const body = JSON.stringify({
    mac,
    modes: ["DAILY"],
    mode: "DAILY",
    sender: "a",
    message: "b",
    username: "anna",
    password: PASSWORD,
    ...more,
  })
  const sends = route.method !== "GET"
  return here.at(`${filled(path, mac)}?${query}`, {
    method: route.method,
    headers: {
      ...(sends && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
      ...headers,
    },
    ...(sends && { body }),
  })
}

/** Everything that somebody must not read, by what it is. */
interface Secrets {
  readonly mac: string
  readonly all: Readonly<Record<string, string>>
  readonly signedIn: Headers
  readonly device: Headers
}

async function secretsOf(): Promise<Secrets> {
  const setup = (here.stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { code: string })
    .code
  const [anna, owned] = [await here.person("anna"), await here.owned()]
  const said = async (answer: Promise<Answer>): Promise<string> => ((await answer).json() as { token: string }).token
  const provisional = await here.another(owned)
  await provisional.render()
  return {
    mac: owned.mac,
    signedIn: owned.owner.headers,
    device: owned.headers,
    all: {
      "the operator's token": ADMIN,
      "the token of the release server": FIRMWARE,
      "a password": PASSWORD,
      "the setup code": setup,
      "a session": anna.token,
      "the owner's session": owned.owner.token,
      "a device's token": owned.token,
      "a token that waits": provisional.token,
      "a code that a screen shows": await here.codeOf(provisional),
      "an alert token": await said(owned.post("alert-token", {}, owned.owner.headers)),
      "a widget's token": await said(owned.post("widget-token", {}, owned.owner.headers)),
    },
  }
}

/** The calls whose very purpose is to hand that over, to who may have it. */
const HANDS_OVER = new Set([
  "/api/auth/login",
  "/api/auth/register",
  "/api/device/:mac/token",
  "/api/device/:mac/claim-token",
  "/api/device/:mac/alert-token",
  "/api/device/:mac/widget-token",
  "/api/config/:mac/focus-listening",
])

test("writes no secret to its log, whatever is called, by whom, and wherever a secret is shown", async () => {
  const { mac, all, signedIn, device } = await secretsOf()
  for (const [r, served] of routes.entries()) {
    for (const headers of [{}, { authorization: `Bearer ${ADMIN}` }, signedIn, device] as readonly Headers[])
      await call(served, mac, headers)
    for (const [s, secret] of Object.values(all).entries()) {
      // Each route is shown every other secret, and the next route the others.
      if (!IS_FULL && (r + s) % 2 === 1) continue
      await call(
        served,
        mac,
        {
          authorization: `Bearer ${secret}`,
          cookie: `ink_session=${secret}`,
          "x-device-token": secret,
          "x-agent-token": secret,
        },
        { token: secret, pair_code: secret, setup_code: secret, password: secret, current: secret },
      )
    }
  }
  await here.at("/api/no/such/thing?token=a%20widget", {})
  const lines = here.stage.log.lines
    .filter(({ event }) => event !== "setup-code.issued")
    .map((line) =>
      JSON.stringify(line, (_, value: unknown) =>
        value instanceof Error
          ? { ...value, message: value.message, stack: value.stack, cause: String(value.cause) }
          : value,
      ),
    )
  for (const [what, secret] of Object.entries(all))
    assert.not.ok(
      lines.some((line) => line.includes(secret)),
      `${what}: ${lines.find((line) => line.includes(secret))?.slice(0, 300)}`,
    )
})

test("answers with no secret but where that is what the call is for, and never to a stranger", async () => {
  const { mac, all, signedIn, device } = await secretsOf()
  const stranger = await here.person()
  for (const served of routes) {
    for (const [who, headers] of Object.entries({
      nobody: {},
      stranger: stranger.headers,
      owner: signedIn,
      device,
      admin: { authorization: `Bearer ${ADMIN}` },
    } as Readonly<Record<string, Headers>>)) {
      const trusted = who !== "nobody" && who !== "stranger"
      if (trusted && HANDS_OVER.has(served.path)) continue
      const answer = await call(served, mac, headers, { password: "not that one" })
      const text = `${JSON.stringify(answer.headers)} ${answer.body.toString("latin1")}`
      // Who signs in with a password gets a session: one of their own.
      for (const [what, secret] of Object.entries(all)) {
        if (text.includes(secret)) throw new Error(`${served.route.method} ${served.path} tells ${who} ${what}`)
      }
    }
  }
})

test("keeps the whole of what it knows out of the open pages: figures, description, health, modes", async () => {
  const { mac, all } = await secretsOf()
  const owner = await here.owned()
  await studioCalls(here).save({ ...definition("HIDDEN_ONE"), mac: owner.mac }, owner.owner.headers)
  for (const path of [
    "/metrics",
    "/api/openapi.json",
    "/api/health",
    "/api/modes",
    "/api/modes/catalog",
    "/config",
    "/config/main.js",
  ]) {
    const answer = await here.at(path)
    assert.is(answer.status, 200, path)
    for (const hidden of [...Object.values(all), mac, owner.mac, "HIDDEN_ONE", "anna", "scrypt"])
      assert.not.ok(answer.text().includes(hidden), `${path} tells ${hidden}`)
  }
})

test("shows no secret in an error: neither of files, nor of what was sent", async () => {
  for (const body of ["{", "null", "[]", '"x"', `{"username":"anna","password":${JSON.stringify(PASSWORD)}`]) {
    for (const path of ["/api/auth/login", "/api/auth/register", "/api/config"]) {
      const answer = await here.at(path, { method: "POST", headers: { "content-type": "application/json" }, body })
      assert.not.match(answer.text(), PASSWORD)
      assert.not.match(answer.text(), /node_modules|\.ts:|\.js:|\/home\/|\/tmp\/|at Object/)
      assert.ok(answer.status >= 400 && answer.status < 500)
    }
  }
})

test("gives strangers one answer for a device that there is and for one that there is not", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  const unknown = "0F:FF:FF:FF:FF:01"
  const wrong = { "x-device-token": "x".repeat(43), "x-agent-token": "x".repeat(43) }
  for (const served of routes.filter(
    ({ path, route }) => path.includes(":mac") && route.auth !== "open" && !route.auth.optional,
  )) {
    // Whoever is signed in hears that a device is not bound to them: nothing else.
    for (const [who, headers] of Object.entries({
      nobody: {},
      wrong,
      stranger: otto.headers,
      both: { ...wrong, ...otto.headers },
    } as Readonly<Record<string, Headers>>)) {
      const [there, not] = await Promise.all(
        [owned.mac, unknown].map(async (mac) => {
          const answer = await call(served, mac, headers, { token: "wrong" })
          return [
            answer.status,
            (answer.headers["content-type"] ?? "").startsWith("application/json")
              ? answer.text().replaceAll(mac, "MAC")
              : answer.body.toString("base64").length,
          ]
        }),
      )
      assert.equal(there, not, `${served.route.method} ${served.path}, ${who}`)
    }
  }
  for (const path of ["/api/render", "/api/preview", "/api/preview/stream", "/api/modes"]) {
    for (const headers of [{}, wrong, otto.headers] as readonly Headers[]) {
      const [there, not] = await Promise.all(
        [owned.mac, unknown].map(async (mac) => (await here.at(`${path}?mac=${mac}`, { headers })).status),
      )
      assert.is(there, not, path)
    }
  }
})

test("gives one answer for a custom mode of somebody else's and for one that there is not", async () => {
  const [anna, otto] = [await here.owned(), await here.owned()]
  const { save, read, remove, ids } = studioCalls(here)
  await save({ ...definition("ANNAS"), mac: anna.mac }, anna.owner.headers)
  const told = ({ status, headers, body }: Answer): unknown => [
    status,
    headers["content-type"],
    body.toString("latin1").replaceAll("ANNAS", "X").replaceAll("NOBODYS", "X"),
  ]
  for (const ask of [
    (id: string) => read(id, otto.owner.headers, anna.mac),
    (id: string) => read(id, otto.owner.headers, otto.mac),
    (id: string) => read(id, otto.owner.headers),
    (id: string) => remove(id, otto.owner.headers, anna.mac),
    (id: string) => remove(id, otto.owner.headers, otto.mac),
    (id: string) => otto.post("switch", { mode: id }, otto.owner.headers),
    (id: string) => otto.post("favorite", { mode: id }, otto.owner.headers),
    (id: string) => here.post("/api/config", { mac: otto.mac, modes: [id] }, otto.owner.headers),
    (id: string) => here.at(`/api/preview?persona=${id}&w=100&h=100`),
    (id: string) => here.at(`/api/preview?persona=${id}&w=100&h=100&mac=${otto.mac}`, { headers: otto.headers }),
  ])
    assert.equal(told(await ask("ANNAS")), told(await ask("NOBODYS")))
  assert.not.ok((await ids(otto.owner.headers)).includes("ANNAS"))
  assert.is((await read("ANNAS", anna.owner.headers, anna.mac)).status, 200)
})

test("hands no picture out by its id, but an upload to whoever has sent it", async () => {
  const named = routes
    .map(({ path }) => path)
    .filter((path) => /picture|upload|image|:id$(?<!favorite\/:id)/.test(path))
  // The picture of a device is named by the device, and its people alone read it.
  assert.equal(
    named.filter((path) => !path.startsWith("/api/uploads")),
    ["/api/device/:mac/picture"],
  )
  const [anna, otto] = [await here.person(), await here.person()]
  const sent = await here.at("/api/uploads", { method: "POST", headers: anna.headers, body: ONE_PIXEL })
  const { url } = sent.json() as { url: string }
  const statuses = [anna.headers, otto.headers, {}].map(async (headers) => (await here.at(url, { headers })).status)
  assert.equal(await Promise.all(statuses), [200, 404, 401])
})

test("tells the name of an owner to nobody but who asks to be let in, and no other account's name", async () => {
  const anna = await here.owned(await here.person("annabella"))
  const otto = await here.person("otto")
  const asked = await here.bind(otto, { mac: anna.mac })
  assert.is((asked.json() as { owner_username: null }).owner_username, null)
  for (const headers of [{}, otto.headers] as readonly Headers[]) {
    for (const served of routes.filter(({ path }) => path !== "/api/user/devices"))
      assert.not.match((await call(served, anna.mac, headers)).body.toString("latin1"), "annabella", served.path)
  }
})

test("says of a name at sign-in nothing: nobody's costs as much work as somebody's, and answers alike", async () => {
  await here.person("anna")
  const { signIn } = calls(here.port)
  const work: Record<string, unknown[]> = { anna: [], nobody: [] }
  for (let round = 0; round < 40; round++) {
    for (const name of ["anna", "nobody"]) {
      // One address each, and never five tries of a name within their time.
      if (round % 4 === 0) here.clock.advance(16 * 60_000)
      const wrong = (): Promise<Answer> => signIn(name, "not the password", from(`198.51.100.${round}`))
      let answer: Answer | undefined
      let derived: unknown
      const compared = await comparisons(async () => {
        derived = await derivations(async () => {
          answer = await wrong()
        })
      })
      work[name]!.push([derived, compared])
      assert.equal(
        [answer?.status, answer?.json(), answer?.headers["set-cookie"]],
        [401, (await signIn(`other${round}`, "not the password", from(`203.0.113.${round}`))).json(), undefined],
      )
    }
  }
  const { n: N, r, p } = QUICK.accounts.scrypt
  const once = [[{ N, r, p, maxmem: 256 * N * r }], 1]
  assert.equal(work, { anna: Array.from({ length: 40 }, () => once), nobody: Array.from({ length: 40 }, () => once) })
})

test("adopts no session that the caller chose, and ends one everywhere it was shown", async () => {
  const chosen = "A".repeat(43)
  const { register, signIn, me } = calls(here.port)
  const first = await register("anna", {}, { ...cookie(chosen), ...from("198.51.100.1") })
  const second = await signIn("anna", PASSWORD, { ...cookie(chosen), ...from("198.51.100.1") })
  for (const answer of [first, second]) {
    assert.not.ok(answer.text().includes(chosen) || (answer.headers["set-cookie"] ?? "").includes(chosen))
    assert.match(
      answer.headers["set-cookie"]!,
      /^ink_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
  }
  assert.is((await me(cookie(chosen))).status, 401)
  const { token } = second.json() as { token: string }
  assert.is((await here.post("/api/auth/logout", {}, cookie(token))).status, 200)
  for (const headers of [
    cookie(token),
    { authorization: `Bearer ${token}` },
    { cookie: `a=b; ink_session=${token}` },
  ] as readonly Headers[])
    assert.is((await me(headers)).status, 401)
  assert.is((await me(cookie((first.json() as { token: string }).token))).status, 200)
})

test.run()
