import { definePlugin } from "platen/sdk"
import { ACCOUNTS, defineRoute, ROUTES } from "platen/sdk/http"
import type { Plugin } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import { openStage } from "platen/testing"
import type { Stage, StageDevice, StageOptions } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { bearer, calls, codeOf, cookie, from, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Calls, Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

const test = suite("editions/extended-auth-admin")

const MAC = "AA:BB:CC:DD:EE:FF"
const ADMIN_TOKEN = "a token of sixteen letters and more"
const FOREIGN = { origin: "http://evil.example" }

/** Routes that say who was let in. */
const doors: readonly Route[] = [
  ["user"],
  ["admin"],
  ["member", "admin"],
  ["owner", "admin"],
  ["device", "member", "admin"],
  ["admin", "user"],
].flatMap((anyOf) =>
  (["GET", "POST"] as const).map((method) =>
    defineRoute({
      method,
      path: `/door/${anyOf.join("-")}/:mac`,
      areas: ["extended"],
      auth: { anyOf },
      summary: "",
      handle: ({ principal }) => ({ body: principal }),
    }),
  ),
)
const house: Plugin = definePlugin({ id: "house", setup: () => [ROUTES.of(...doors)] })

interface Here extends Calls {
  readonly stage: Stage
  readonly code: string
  knock(door: string, headers: Headers, method?: string): Promise<Answer>
  close(): Promise<void>
}

async function open(options: StageOptions = {}): Promise<Here> {
  const stage = await openStage({
    plugins: [house],
    config: QUICK,
    ...options,
    server: { trustProxy: ["127.0.0.1"], ...options.server },
  })
  const port = await stage.app.listen()
  const { code = "" } = (stage.log.lines.find(({ event }) => event === "setup-code.issued")?.fields ?? {}) as {
    code?: string
  }
  return {
    ...calls(port),
    stage,
    code,
    knock: (door, headers, method = "GET") => ask(port, `/door/${door}/${MAC}`, { method, headers }),
    close: () => stage.close(),
  }
}

test("makes one admin of twenty who show the setup code at once, and nobody of the others", async () => {
  const here = await open()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      here.register(`person${i}`, { setup_code: here.code }, from(`198.51.100.${i}`)),
    ),
  )
  const winner = answers.findIndex(({ status }) => status === 200)
  const accounts = here.stage.app.get(ACCOUNTS)
  const roles = await Promise.all(answers.map(async (_, i) => (await accounts.byName(`person${i}`))?.role))
  const late = await here.register("late", { setup_code: here.code })
  await here.close()
  assert.equal((answers[winner]!.json() as { role: string }).role, "admin")
  for (const [i, answer] of answers.entries())
    if (i !== winner) assert.equal([answer.status, codeOf(answer)], [403, "setup-code-invalid"])
  assert.equal(
    roles,
    answers.map((_, i) => (i === winner ? "admin" : undefined)),
  )
  assert.equal([late.status, codeOf(late)], [403, "setup-code-invalid"])
})

test("makes an ordinary account of whoever has no code, and keeps the code for who has", async () => {
  const here = await open()
  const roles = [
    await here.register("otto"),
    await here.register("bert", { setup_code: "" }),
    await here.register("carl", { setup_code: null }),
    await here.register("anna", { setup_code: here.code.toLowerCase() }),
  ].map((each) => (each.json() as { role: string }).role)
  await here.close()
  assert.equal(roles, ["user", "user", "user", "admin"])
})

test("slows down who guesses the setup code", async () => {
  const here = await open()
  for (let i = 0; i < 5; i++)
    assert.is((await here.register(`person${i}`, { setup_code: `WRONGWRONG3${i}` }, from("203.0.113.1"))).status, 403)
  const sixth = await here.register("anna", { setup_code: here.code }, from("203.0.113.1"))
  const nobody = await here.stage.app.get(ACCOUNTS).byName("person0")
  await here.close()
  assert.equal([sixth.status, sixth.headers["retry-after"], nobody], [429, "900", undefined])
})

test("answers 403 where registration is closed, but to the setup code, and signs in who has an account", async () => {
  const here = await open({ security: { registration: "closed" } })
  const closed = await here.register("otto")
  const admin = await here.register("anna", { setup_code: here.code })
  const again = await here.signIn("anna")
  await here.close()
  assert.equal([closed.status, codeOf(closed), closed.headers["set-cookie"]], [403, "registration-closed", undefined])
  assert.equal([admin.status, again.status], [200, 200])
})

test("lets the operator's token in as an admin, where there is one", async () => {
  const here = await open({ security: { adminToken: ADMIN_TOKEN } })
  const [plain, wrong, elsewhere] = [
    await here.knock("admin", bearer(ADMIN_TOKEN), "POST"),
    await here.knock("admin", bearer(`${ADMIN_TOKEN}.`)),
    await here.knock("user", bearer(ADMIN_TOKEN)),
  ]
  const foreign = await here.knock("admin", { ...bearer(ADMIN_TOKEN), ...FOREIGN }, "POST")
  await here.close()
  assert.equal([plain.status, plain.json()], [200, { kind: "admin", subject: "operator" }])
  assert.equal([wrong.status, elsewhere.status, foreign.status], [401, 401, 200])
  assert.not.match(JSON.stringify(here.stage.log.lines), ADMIN_TOKEN)
})

let shared: Here
let tokens: Readonly<Record<string, string>>
let ids: Readonly<Record<string, string>>
let screen: StageDevice
test.before(async () => {
  shared = await open({ server: { publicUrl: "https://screens.example.org/", origins: ["https://app.example.org"] } })
  const answers = await Promise.all(
    ["owner", "member", "stranger", "admin"].map(
      async (name, i) =>
        [
          name,
          await shared.register(
            name === "owner" ? "the-owner" : name,
            name === "admin" ? { setup_code: shared.code } : {},
            from(`192.0.2.${i}`),
          ),
        ] as const,
    ),
  )
  tokens = Object.fromEntries(answers.map(([name, answer]) => [name, tokenOf(answer)]))
  ids = Object.fromEntries(answers.map(([name, answer]) => [name, (answer.json() as { user_id: string }).user_id]))
  screen = await shared.stage.device(MAC)
  await screen.pair(bearer(tokens.owner!))
  const shares = await shared.stage.call(`/api/user/devices/${MAC}/share`, {
    method: "POST",
    headers: { "content-type": "application/json", ...bearer(tokens.owner!) },
    body: JSON.stringify({ username: "member" }),
  })
  assert.is(shares.status, 200, shares.text())
})
test.after(() => shared.close())

for (const [door, who, outcome] of [
  ["user", "stranger", "user"],
  ["user", "admin", "user"],
  ["user", "nobody", 401],
  ["admin", "admin", "admin"],
  ["admin", "owner", 403],
  ["admin", "nobody", 401],
  ["member-admin", "owner", "member"],
  ["member-admin", "member", "member"],
  ["member-admin", "stranger", 403],
  ["member-admin", "admin", "admin"],
  ["member-admin", "nobody", 401],
  ["owner-admin", "owner", "owner"],
  ["owner-admin", "member", 403],
  ["owner-admin", "stranger", 403],
  ["owner-admin", "admin", "admin"],
  ["owner-admin", "nobody", 401],
  ["admin-user", "admin", "admin"],
  ["admin-user", "stranger", "user"],
  ["admin-user", "nobody", 401],
] as const) {
  test(`${typeof outcome === "number" ? `answers ${outcome} to` : "lets in"} ${who} at the door for ${door.replaceAll("-", " or ")}`, async () => {
    for (const show of [bearer, cookie]) {
      const answer = await shared.knock(door, show(tokens[who] ?? "x".repeat(43)))
      if (typeof outcome === "number")
        assert.equal([answer.status, codeOf(answer)], [outcome, outcome === 401 ? "unauthenticated" : "forbidden"])
      else
        assert.equal(
          [
            answer.status,
            (answer.json() as Record<string, unknown>).kind,
            (answer.json() as Record<string, unknown>).user,
          ],
          [200, outcome === "admin" ? "admin" : "person", ids[who]],
        )
    }
  })
}

test("lets a device token decide alone, whoever else is signed in", async () => {
  const knock = (token: string): Promise<Answer> =>
    shared.knock("device-member-admin", { ...cookie(tokens.owner!), ...FOREIGN, "x-device-token": token }, "POST")
  assert.is(((await knock(screen.token)).json() as { kind: string }).kind, "device")
  assert.equal([(await knock("wrong")).status, codeOf(await knock("wrong"))], [401, "device-token-invalid"])
})

const HOST = { host: "nas.lan:3000" }
const CSRF: readonly (readonly [what: string, headers: Headers, passes: boolean])[] = [
  ["its own host", { ...HOST, origin: "http://nas.lan:3000" }, true],
  ["its own host by https", { ...HOST, origin: "https://nas.lan:3000", "x-forwarded-proto": "https" }, true],
  ["its public address", { ...HOST, origin: "https://screens.example.org" }, true],
  ["an origin that the operator names", { ...HOST, origin: "https://app.example.org" }, true],
  ["nowhere", HOST, true],
  ["nowhere, on the same site", { ...HOST, "sec-fetch-site": "same-origin" }, true],
  ["its own host by another scheme", { ...HOST, origin: "https://nas.lan:3000" }, false],
  ["its own host at another port", { ...HOST, origin: "http://nas.lan:3001" }, false],
  ["its public address by another scheme", { ...HOST, origin: "http://screens.example.org" }, false],
  ["somewhere else", { ...HOST, origin: "http://evil.example" }, false],
  ["null", { ...HOST, origin: "null" }, false],
  ["nowhere, on another site", { ...HOST, "sec-fetch-site": "cross-site" }, false],
]

for (const [what, headers, passes] of CSRF) {
  test(`${passes ? "lets" : "does not let"} a page from ${what} use a cookie`, async () => {
    const answer = await shared.knock("member-admin", { ...cookie(tokens.owner!), ...headers }, "POST")
    assert.is(answer.status, passes ? 200 : 403)
    if (!passes) assert.is(codeOf(answer), "origin-forbidden")
    assert.is(
      (await shared.knock("member-admin", { ...cookie(tokens.owner!), ...headers })).status,
      200,
      "reading is left to the browser",
    )
    assert.is(
      (await shared.knock("member-admin", { ...bearer(tokens.owner!), ...headers }, "POST")).status,
      200,
      "a bearer token is no cookie",
    )
  })

  test(`${passes ? "lets" : "does not let"} a page from ${what} sign people in, out and up`, async () => {
    const token = tokenOf(await shared.signIn("stranger"))
    const wanted = passes ? 200 : 403
    // A call that brings no session and that no form can make is nobody's but the client's own.
    assert.is((await shared.signIn("stranger", PASSWORD, headers)).status, 200)
    assert.is((await shared.signIn("stranger", PASSWORD, { ...headers, "content-type": "text/plain" })).status, wanted)
    assert.is(
      (await shared.post("password", { current: PASSWORD, password: PASSWORD }, { ...cookie(token), ...headers }))
        .status,
      wanted,
    )
    assert.is((await shared.post("logout", {}, { ...cookie(token), ...headers })).status, wanted)
    assert.is((await shared.me(cookie(token))).status, passes ? 401 : 200)
    const registered = await shared.register(
      "stranger",
      {},
      { ...headers, "content-type": "text/plain", ...from("198.51.100.77") },
    )
    assert.equal(
      [registered.status, codeOf(registered)],
      passes ? [409, "username-already-exists"] : [403, "origin-forbidden"],
    )
  })
}

test.run()
