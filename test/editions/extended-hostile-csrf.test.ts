import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { cookie } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { tokensOf } from "./seen.js"
import { stored } from "./stored.js"

/** A page of somewhere else has its visitor's browser call: with the visitor's cookie, on every route that may change something. */
const test = suite("editions/extended: hostile: cross-site calls")

const PUBLIC = "https://screens.example.org"
const NAMED = "https://app.example.org"
const FOREIGN: Readonly<Record<string, Headers>> = {
  "another site": { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
  "another site that says to be this": { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
  "a sandboxed frame": { origin: "null" },
  "another port of this machine": { origin: "http://127.0.0.1:1" },
  "a name that ends like the public one": { origin: `${PUBLIC}.evil.example` },
  "the public name by http": { origin: PUBLIC.replace("https", "http") },
  "another site, without an origin": { "sec-fetch-site": "cross-site" },
}
const METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"])
/** Open to anybody: a cookie is not what lets in. */
const SIGNS_IN = new Set(["/api/auth/login", "/api/auth/register", "/api/auth/reset", "/api/auth/logout"])

let here: PairingStage
let dataFolder: string
let routes: readonly ServedRoute[]
test.before(async () => {
  dataFolder = folderWith()
  here = await openPairing({
    dataFolder,
    server: {
      publicUrl: PUBLIC,
      origins: [NAMED],
      limits: Object.fromEntries(
        ["render", "preview", "pairing", "push", "mode-save", "mode-preview", "mode-generate", "alert"].map((name) => [
          name,
          1_000_000,
        ]),
      ),
    },
  })
  routes = here.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias, route }) => area.id === "extended" && !alias && METHODS.has(route.method))
})
test.after(() => here.close())

/** Somebody who may do everything, and a device of theirs. */
async function cast(): Promise<{
  readonly mac: string
  readonly token: string
  readonly session: string
  readonly own: string
}> {
  const anna = await here.person()
  const screen = await here.owned(anna)
  await here.post("/api/config", { mac: screen.mac, modes: ["DAILY"] }, anna.headers)
  return { mac: screen.mac, token: screen.token, session: anna.token, own: screen.token }
}

function call({ route, path }: ServedRoute, mac: string, headers: Headers): Promise<Answer> {
  const filled = path.replaceAll(/:(?!mac\b)[^/]+/g, "1").replace(":mac", mac)
  const body = JSON.stringify({
    mac,
    modes: ["DAILY"],
    mode: "DAILY",
    habit: "run",
    username: "anna",
    current: "correct horse",
    password: "another one",
    token: "a token",
    sender: "a",
    message: "b",
  })
  // Of these two a form is refused: what it cannot send is nobody's call but a client's own.
  const type = ["/api/auth/login", "/api/auth/register", "/api/auth/reset"].includes(path)
    ? "text/plain"
    : "application/json"
  return here.at(`${filled}?mac=${mac}&enabled=1`, {
    method: route.method,
    headers: { "content-type": type, "content-length": String(body.length), ...headers },
    body,
  })
}

const contents = async (): Promise<string> =>
  JSON.stringify(Object.entries(await stored(dataFolder)).filter(([key]) => !key.includes("/refusals/")))

for (const [what, headers] of Object.entries(FOREIGN)) {
  test(`refuses every unsafe call that ${what} has a browser make with its cookie, and changes nothing`, async () => {
    const { mac, session, own } = await cast()
    const before = await contents()
    assert.ok(routes.length > 25, `${routes.length} routes`)
    for (const served of routes) {
      const { route, path } = served
      const answer = await call(served, mac, { ...cookie(session), ...headers })
      const which = `${route.method} ${path}: ${answer.status} ${answer.text().slice(0, 120)}`
      if (path === "/api/device/:mac/token") {
        // Never refused; but the session counts for nothing, and what a stranger gets reaches nothing.
        assert.ok(answer.status === 200 && !answer.text().includes(own), which)
        for (const { id, provisional } of await tokensOf(here, { mac }))
          if (provisional) await here.at(`/api/device/${mac}/tokens/${id}`, { method: "DELETE", headers: here.admin })
        continue
      }
      // Refused for everybody, and without a look at who calls.
      if (path.startsWith("/api/auth/reset-password")) {
        assert.is(answer.status, 409, which)
        continue
      }
      const cookieCounts =
        SIGNS_IN.has(path) ||
        (route.auth !== "open" &&
          route.auth.anyOf.some((policy) => ["user", "member", "owner", "admin"].includes(policy)))
      const refusal = (answer.json() as { code: string }).code
      // What only a device or an agent may do does not ask for the session at all.
      assert.equal([answer.status, refusal], cookieCounts ? [403, "origin-forbidden"] : [401, refusal], which)
    }
    assert.is(await contents(), before)
  })
}

test("lets the same calls in from its own pages, from the public address, from named origins, and with a token that no browser sends by itself", async () => {
  const { mac, session } = await cast()
  for (const headers of [
    { ...cookie(session), origin: `http://127.0.0.1:${here.port}` },
    { ...cookie(session), origin: PUBLIC },
    { ...cookie(session), origin: NAMED },
    { ...cookie(session), "sec-fetch-site": "same-origin" },
    cookie(session),
    { authorization: `Bearer ${session}`, origin: "http://evil.example" },
  ] as readonly Headers[]) {
    for (const path of ["/api/device/:mac/refresh", "/api/device/:mac/switch", "/api/device/:mac/widget-token"]) {
      const answer = await call(
        routes.find((each) => each.path === path)!,
        mac,
        { ...headers, host: `127.0.0.1:${here.port}` },
      )
      assert.is(answer.status, 200, `${path} ${JSON.stringify(headers)}: ${answer.text().slice(0, 200)}`)
    }
  }
})

test("lets no page of elsewhere read an answer, nor ask beforehand, unless the operator names it", async () => {
  const { session, mac } = await cast()
  for (const [origin, allowed] of [
    ["http://evil.example", undefined],
    [NAMED, NAMED],
  ] as const) {
    const answer = await here.at(`/api/config/${mac}`, { headers: { ...cookie(session), origin } })
    assert.is(answer.headers["access-control-allow-origin"], allowed)
    const preflight = await here.at(`/api/config/${mac}`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "DELETE",
        "access-control-request-headers": "x-device-token",
      },
    })
    assert.equal(
      [preflight.headers["access-control-allow-origin"], preflight.status === 204],
      [allowed, allowed !== undefined],
    )
  }
})

test("changes nothing by GET and HEAD with a cookie from elsewhere", async () => {
  const { mac, session } = await cast()
  const before = await contents()
  for (const { route, path, area, alias } of here.stage.app.get(SERVED_ROUTES).list()) {
    if (area.id !== "extended" || alias || route.method !== "GET") continue
    const filled = path.replaceAll(/:(?!mac\b)[^/]+/g, "1").replace(":mac", mac)
    for (const method of ["GET", "HEAD"])
      await here.at(`${filled}?mac=${mac}`, { method, headers: { ...cookie(session), ...FOREIGN["another site"] } })
  }
  const after = await contents()
  // What was drawn may be kept for later; of the device and its people nothing has changed.
  const withoutPages = (text: string): unknown =>
    (JSON.parse(text) as [string, string][]).filter(([key]) => !key.startsWith("c/platen/last-good/"))
  assert.equal(withoutPages(after), withoutPages(before))
})

test.run()
