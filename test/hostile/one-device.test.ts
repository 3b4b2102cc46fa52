import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../editions/extended-stage.js"
import { keptText } from "../editions/stored.js"

/** Attack A1: a caller who is admitted for one device writes to another, because policy and handler read the MAC from different places. */
const test = suite("hostile/one device a call")

type Headers = Readonly<Record<string, string>>
const VICTIM = "BB:BB:BB:BB:BB:02"

let server: Extended
let victim: ExtendedDevice & { readonly owner: Person }
let callers: Readonly<Record<string, { readonly headers: Headers; readonly mac: string }>>

test.before(async () => {
  server = await openExtended({ config: { "edition-core": { mount: "/core" } }, server: { limits: {} } })
  victim = await server.owned(undefined, VICTIM)
  await server.post("/api/config", { mac: VICTIM, modes: ["STOIC"], nickname: "mine" }, victim.owner.headers)
  await server.post("/core/api/config", { mac: VICTIM, modes: ["STOIC"], nickname: "core" })
  const [own, invented] = [await server.owned(), await server.device()]
  const { token: unconfirmed } = (await server.post(`/api/device/${VICTIM}/token`)).json() as { token: string }
  const agent = ((await own.post("alert-token", {}, own.owner.headers)).json() as { token: string }).token
  callers = {
    nobody: { headers: {}, mac: invented.mac },
    "a device of one's own": { headers: invented.headers, mac: invented.mac },
    "an owned device": { headers: own.headers, mac: own.mac },
    "an unconfirmed token of the victim": { headers: { "x-device-token": unconfirmed }, mac: own.mac },
    "a user": { headers: own.owner.headers, mac: own.mac },
    "a sender of alerts": { headers: { "x-agent-token": agent }, mac: own.mac },
    "an admin": { headers: server.admin, mac: own.mac },
  }
})
test.after(() => server.close())

const isAbout = ({ path }: ServedRoute): boolean => path.includes("/:mac")
/** Bodies that every handler would act on, were it reached. */
const BODY = {
  modes: ["MEMO"],
  memo_text: "ANONYMOUS WAS HERE",
  mode: "MEMO",
  pair_code: "HACK1234",
  code: "HACK1234",
  nickname: "evil",
  habit: "Run",
  sender: "x",
  message: "x",
  username: "x",
  spec: 1,
  id: "EVIL",
}

/** Calls of one route that name the victim in one place and the caller's own device in another. */
function calls({ path }: ServedRoute, own: string): readonly { readonly url: string; readonly body: object }[] {
  const filled = (mac: string): string => path.replaceAll(/:(?!mac\b)[^/]+/g, "1").replace(":mac", mac)
  const at = (mac: string, query: string, body: object): { readonly url: string; readonly body: object } => ({
    url: `${filled(mac)}?${query}`,
    body: { ...BODY, ...body },
  })
  const both = [
    [own, VICTIM],
    [VICTIM, own],
  ] as const
  return both.flatMap(([one, other]) => [
    ...(path.includes("/:mac") ? [at(one, `mac=${other}`, {})] : [at(one, `mac=${one}`, { mac: other })]),
    at(one, `mac=${one}&mac=${other}`, { mac: one }),
  ])
}

/** What is kept of the victim, in either edition. */
const kept = (): Promise<readonly string[]> =>
  Promise.all((["extended", "core"] as const).map((realm) => keptText(server, { mac: VICTIM }, { realm })))

test("is all that a call can reach: two MACs in any two places are 400, whoever calls", async () => {
  const before = await kept()
  assert.ok(before.every((text) => text !== ""))
  const routes = server.stage.app.get(SERVED_ROUTES).list()
  let tried = 0
  for (const served of routes) {
    // The others are open and look at no device.
    if (
      served.route.auth === "open" &&
      !isAbout(served) &&
      !takesMac(served) &&
      !/\/(render|preview)$/.test(served.path)
    )
      continue
    const reads = served.route.method === "GET"
    for (const [who, { headers, mac }] of Object.entries(callers)) {
      for (const { url, body } of calls(served, mac)) {
        // A body that is no JSON is never parsed: of a route that takes bytes only path and query name devices.
        if (!isAbout(served) && !/mac=.*mac=/.test(url) && (reads || !takesMac(served))) continue
        const answer = await server.at(url, {
          method: served.route.method,
          headers: { ...(!reads && { "content-type": "application/json" }), ...headers },
          ...(!reads && { body: JSON.stringify(body) }),
        })
        tried++
        assert.ok(
          [400, 401, 403].includes(answer.status),
          `${who}: ${served.route.method} ${url} ${JSON.stringify(body)}: ${answer.status}`,
        )
        if (served.route.auth === "open") assert.is(answer.status, 400, `${who}: ${served.route.method} ${url}`)
      }
    }
  }
  assert.ok(tried > 1200, `${tried} calls`)
  assert.equal(await kept(), before, "the victim is as it was")
})

/** Routes whose body names a device. */
function takesMac({ path }: ServedRoute): boolean {
  return ["/api/config", "/api/modes/custom", "/api/user/devices", "/api/claim/consume"].some((each) =>
    path.endsWith(each),
  )
}

test("is what admits a config: by the token of an invented device nobody writes another's", async () => {
  const invented = await server.device()
  for (const url of [`/api/config?mac=${invented.mac}`, "/api/config", `/api/config?mac=${VICTIM}`]) {
    const answer = await server.post(url, { ...BODY, mac: VICTIM }, invented.headers)
    assert.ok([400, 401].includes(answer.status), `${url}: ${answer.status}`)
  }
  const config = (await server.at(`/api/config/${VICTIM}`, { headers: victim.owner.headers })).json() as {
    nickname: string
    modes: string[]
  }
  assert.equal([config.nickname, config.modes], ["mine", ["STOIC"]])
})

test("says what to correct", async () => {
  const { status, json } = await server.post(
    `/api/config?mac=${victim.mac}`,
    { ...BODY, mac: "02:00:00:00:00:01" },
    victim.owner.headers,
  )
  assert.is(status, 400)
  assert.match((json() as { message: string }).message, /names two devices/)
})

test.run()
