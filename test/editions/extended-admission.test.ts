import { readFileSync, writeFileSync } from "node:fs"
import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { memberOf } from "./listener.js"

const test = suite("editions/extended: who is let in where")
const FILE = new URL("../../../test/admissions.txt", import.meta.url)

type Headers = Readonly<Record<string, string>>
/** Whoever may call, from the least to the most trusted. */
type Callers = Readonly<
  Record<
    | "nobody"
    | "wrong token"
    | "other device"
    | "unconfirmed"
    | "own token"
    | "other user"
    | "member"
    | "owner"
    | "admin",
    Headers
  >
>

let extended: Extended
test.before(async () => {
  extended = await openExtended({ server: { limits: { pairing: 10_000 } } })
})
test.after(() => extended.close())

/** A device with people round it, for one route: what one call does is no other route's matter. */
async function cast(): Promise<{ readonly mac: string; readonly callers: Callers }> {
  const [owner, other, stranger] = [await extended.person(), await extended.person(), await extended.device()]
  const screen = await extended.owned(owner)
  const member = await memberOf(extended, screen)
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  assert.is.not(token, screen.token, "whoever asks for the token of an owned device gets one that must be confirmed")
  return {
    mac: screen.mac,
    callers: {
      nobody: {},
      "wrong token": { "x-device-token": "x".repeat(43) },
      "other device": stranger.headers,
      unconfirmed: { "x-device-token": token },
      "own token": screen.headers,
      "other user": other.headers,
      member: member.headers,
      owner: owner.headers,
      admin: extended.admin,
    },
  }
}

/** In, unless the answer is that one may not, or must say who one is. */
async function outcome({ route, path }: ServedRoute, mac: string, headers: Headers): Promise<string> {
  const filled = path.replaceAll(/:(?!mac\b)[^/]+/g, "1").replace(":mac", mac)
  const query = path.includes(":mac") ? "" : `?mac=${mac}`
  const body = JSON.stringify(route.path === "/api/auth/login" ? {} : { mac })
  const answer = await extended.at(filled + query, {
    method: route.method,
    headers: {
      "x-forwarded-for": "198.51.100.200",
      ...(route.method !== "GET" && { "content-type": "application/json", "content-length": String(body.length) }),
      ...headers,
    },
    ...(route.method !== "GET" && { body }),
  })
  assert.ok(
    answer.status < 500 || answer.status === 503,
    `${route.method} ${filled}: ${answer.status} ${answer.text().slice(0, 200)}`,
  )
  return [401, 403].includes(answer.status) ? String(answer.status) : "in"
}

test("is as the committed table says, for every route and every kind of caller (UPDATE=1 writes it)", async () => {
  const routes = extended.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias)
  const lines: string[] = []
  for (const served of routes) {
    const { mac, callers } = await cast()
    const outcomes: string[] = []
    for (const [name, headers] of Object.entries(callers))
      outcomes.push(`${name} ${await outcome(served, mac, headers)}`)
    lines.push(`${served.route.method} ${served.path}: ${outcomes.join(", ")}`)
    const { auth } = served.route
    if (auth === "open" || auth.optional) continue
    assert.match(
      outcomes.slice(0, 3).join(),
      /^nobody 401,wrong token 401,other device 401$/,
      `${served.route.method} ${served.path} lets strangers in: ${outcomes.join(", ")}`,
    )
    assert.is(
      outcomes.at(-1),
      auth.anyOf.some((policy) => policy === "admin" || policy === "user") ? outcomes.at(-1) : "admin 401",
      served.path,
    )
  }
  const table = `${lines.sort().join("\n")}\n`
  if (process.env.UPDATE === "1") writeFileSync(FILE, table)
  assert.fixture(readFileSync(FILE, "utf8"), table)
})

test.run()
